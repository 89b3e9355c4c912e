#!/bin/sh
# In the guest: causes known latencies while timerlat runs, and prints, for each,
# what was asked for, what the injector measured, and what timerlat said.
#
#	truth_timerlat.sh CPU PERIOD LEAD WARM-UP KIND/STOP/AMOUNT/THRESHOLD...
#						(times in us; WARM-UP in s)
#
# STOP is "irq" (timerlat -a) or "thread" (no threshold on the IRQ latency).
# AMOUNT is how long the cause lasts from the expected expiry of a timer on; it
# begins LEAD earlier. KIND "none" injects nothing; further causes in it come as
# long after the first one's begin as they say.
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
set -u
cpu=$1 period=$2 lead=$3 warm_up=$4
shift 4

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
	t_w=$((t_w + (warm_up + 1) * 1000000 / period * period * 1000))
	cause "$1" "$cpu" $((t_w - lead * 1000)) $((lead + $2)) $t_w
}

one_case() {
	kind=$1 stop=$2 amount=$3 threshold=$4
	case $stop in
	irq) set -- -a "$threshold" ;;
	thread) set -- -T "$threshold" -s "$threshold" -t ;;
	esac
	rm -f timerlat_trace.txt
	timerlat top -q -c "$cpu" -p "$period" --warm-up "$warm_up" -d $((warm_up + 5)) "$@" >report 2>&1 &
	timerlat=$!
	[ "$kind" = none ] || inject "$kind" "$amount"
	wait $timerlat
	echo "status: $?"
	sed 's/^/report: /' report
	[ ! -f timerlat_trace.txt ] || sed -n 's/.* stop: /stop: /p' timerlat_trace.txt
}

watch timerlat_sample || exit 1
# Real causes, too, but not those that the test looks for.
thp=/sys/kernel/mm/transparent_hugepage/enabled
[ ! -f $thp ] || echo never >$thp
all_cases "$@"
