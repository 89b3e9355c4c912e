# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Functions for the scripts of "rtla cycle": a run of it while loop (tests/vm/programs) has
# cycles, and the figures of that.

# watching OPTION...: run "rtla cycle" with these options in the background, as $run
watching() {
	rtla cycle -q -d 60 --comm loop --json r.json "$@" >/tmp/out 2>/tmp/err &
	run=$!
	eventually is_measuring $run
	sleep 1
}
# looping NAME OPTION... [-- ARGUMENT...]: test that "rtla cycle" with these options measures a loop
looping() {
	name=$1 options=
	shift
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	[ $# = 0 ] || shift
	# shellcheck disable=SC2086
	exits "$name" 0 rtla cycle -q -d 60 --json r.json $options -- /root/loop "$@"
}
thread='.threads[] | select(.comm == "loop")'
figure() { jq "$thread | $1" r.json; }
# of PART MEAN: the mean of a part is MEAN us, within 3 %; what computes until a time is there does
# so no longer if interrupts came in between
of() {
	case $1 in
	run) of_parts='.run.avg_ns + .interrupted.avg_ns' ;;
	*) of_parts=.$1.avg_ns ;;
	esac
	between "$(figure ".latencies | $of_parts")" $(($2 * 970)) $(($2 * 1030))
}
# less PART MAX: the mean of a part is at most MAX us
less() { between "$(figure ".latencies.$1.avg_ns // 0")" 0 $(($2 * 1000)); }
