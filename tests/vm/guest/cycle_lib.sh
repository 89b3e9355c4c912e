# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Functions for the scripts of "rtla cycle": a run of it while loop (tests/vm/programs) has
# cycles, and the figures of that.

no_programs() { ! grep -o 'bpf_prog_[0-9a-f]\{16\}_[a-z_]*' /proc/kallsyms; }
# watching OPTION...: run "rtla cycle" with these options in the background, as $run
watching() {
	rtla cycle -q -d 60 --comm loop --json r.json "$@" >/tmp/out 2>/tmp/err &
	run=$!
	eventually is_measuring $run
	sleep 1
}
# looping OPTION... [-- ARGUMENT...]: run "rtla cycle" with these options while loop runs
looping() {
	options=
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	[ $# = 0 ] || shift
	# shellcheck disable=SC2086
	watching $options
	/root/loop "$@" >/tmp/loop
	kill -INT $run 2>/dev/null
}
thread='.threads[] | select(.comm == "loop")'
figure() { jq "$thread | $1" r.json; }
