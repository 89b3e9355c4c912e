#!/bin/sh
# In the guest: causes known noise while osnoise runs, and prints, for each case,
# what was asked for, what the injector measured, the events, and what osnoise
# said.
#
#	truth_osnoise.sh CPU SECONDS NOISE KIND/COMMAND/AMOUNT...	(times in us)
#
# COMMAND is "top", "hist" or "hwnoise"; NOISE is the shortest gap that counts.
# KIND "hardware" has the machine stand still; "none" injects nothing.
set -u
cpu=$1 seconds=$2 noise=$3
shift 3
inject=/sys/kernel/debug/rtla_inject
instance=/sys/kernel/tracing/instances/truth

# After the first period, and long before the end.
inject() {
	sleep 0.3
	case $1 in
	none) ;;
	hardware)
		# Not in the middle of the interrupt that the request causes.
		pause=$(vm-pause $(($2 / 1000)) 100) && echo "injected: $pause"
		;;
	*)
		echo "$1 $cpu $(awk '{ printf "%d", ($1 + 0.1) * 1000 }' /proc/uptime)000000 $(($2 * 1000)) 0" >$inject &&
			echo "injected: $(cat $inject)"
		;;
	esac
}

one_case() {
	case $2 in
	top) set -- "$1" "$3" osnoise top -q -r 200000 ;;
	hist) set -- "$1" "$3" osnoise hist -r 200000 -E 1000 ;;
	hwnoise) set -- "$1" "$3" hwnoise -q -r 180000 ;;
	esac
	kind=$1 amount=$2
	shift 2
	echo >$instance/trace
	echo 1 >$instance/tracing_on
	"$@" -c "$cpu" -p 200000 -T "$noise" -d "$seconds" >report 2>&1 &
	osnoise=$!
	inject "$kind" "$amount"
	wait $osnoise
	echo "status: $?"
	echo 0 >$instance/tracing_on
	sed 's/^/report: /' report
	sed -n 's/^[^#].* \([a-z_]*: .*\)/event: \1/p' $instance/per_cpu/cpu"$cpu"/trace
}

mkdir $instance && echo mono >$instance/trace_clock &&
	echo 16384 >$instance/buffer_size_kb && echo 1 >$instance/events/rtla/enable || exit 1
modprobe rtla_inject || exit 1
for case; do
	echo "case: $case"
	(
		IFS=/
		# shellcheck disable=SC2086
		set -- $case
		unset IFS
		one_case "$@"
	)
done
echo "end"
