#!/bin/sh
# In the guest: causes known latencies while timerlat runs, and prints, for each,
# what was asked for, what the injector measured, and what timerlat said.
#
#	truth_timerlat.sh CPU PERIOD LEAD KIND/STOP/AMOUNT/THRESHOLD...	(times in us)
#
# STOP is "irq" (timerlat -a) or "thread" (no threshold on the IRQ latency).
# AMOUNT is how long the cause lasts from the expected expiry of a timer on; it
# begins LEAD earlier. KIND "none" injects nothing.
set -u
cpu=$1 period=$2 lead=$3
shift 3
inject=/sys/kernel/debug/rtla_inject
instance=/sys/kernel/tracing/instances/truth

# The timer expires every period, so that one expiry tells of all to come.
some_expiry() {
	echo 1 >$instance/tracing_on
	sleep 0.2
	echo 0 >$instance/tracing_on
	sed -n '$s/.*t_w=//p' $instance/per_cpu/cpu"$cpu"/trace
	echo >$instance/trace
}

# The thresholds count from the end of the warm-up on: what it takes to find an
# expiry is over by then, and hits nothing.
inject() {
	for _ in 1 2 3 4 5 6 7 8; do
		t_w=$(some_expiry)
		[ -z "$t_w" ] || break
	done
	[ -n "$t_w" ] || return
	t_w=$((t_w + 4000000 / period * period * 1000))
	echo "$1 $cpu $((t_w - lead * 1000)) $(((lead + $2) * 1000)) $t_w" >$inject &&
		echo "injected: $(cat $inject) $t_w"
}

one_case() {
	kind=$1 stop=$2 amount=$3 threshold=$4
	case $stop in
	irq) set -- -a "$threshold" ;;
	thread) set -- -T "$threshold" -s "$threshold" -t ;;
	esac
	rm -f timerlat_trace.txt
	timerlat top -q -c "$cpu" -p "$period" --warm-up 3 -d 8 "$@" >report 2>&1 &
	timerlat=$!
	[ "$kind" = none ] || inject "$kind" "$amount"
	wait $timerlat
	echo "status: $?"
	sed 's/^/report: /' report
	[ ! -f timerlat_trace.txt ] || sed -n 's/.* stop: /stop: /p' timerlat_trace.txt
}

mkdir $instance && echo mono >$instance/trace_clock &&
	echo 1 >$instance/events/rtla/timerlat_sample/enable || exit 1
modprobe rtla_inject || exit 1
# Real causes, too, but not those that the test looks for.
thp=/sys/kernel/mm/transparent_hugepage/enabled
[ ! -f $thp ] || echo never >$thp
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
