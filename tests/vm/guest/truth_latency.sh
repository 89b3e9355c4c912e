#!/bin/sh
# Runs in the guest: causes known latencies while timerlat runs. For each case
# it prints the case itself, what the injector measured, and the output of
# timerlat.
#
#	truth_timerlat.sh CPU PERIOD LEAD WARM-UP KIND/STOP/AMOUNT/THRESHOLD...
#						(times in us; WARM-UP in s)
#
# STOP is "irq" (timerlat -a) or "thread" (no threshold on the IRQ latency).
# The cause begins LEAD before the expected expiry of a timer, and lasts until
# AMOUNT after it. With the KIND "none", nothing is injected. A further cause in
# KIND (@AFTER+DURATION) begins AFTER us after the begin of the first one.
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
set -u
cpu=$1 period=$2 lead=$3 warm_up=$4
shift 4

# some_expiry: print when the timer last expired, in ns. It expires every
# period, so all later expiries follow from this one.
some_expiry() {
	echo 1 >$instance/tracing_on
	sleep 0.2
	echo 0 >$instance/tracing_on
	sed -n '$s/.*t_w=\([0-9]*\).*/\1/p' $instance/per_cpu/cpu"$cpu"/trace
	echo >$instance/trace
}

# inject KIND AMOUNT: cause a latency at an expiry after the warm-up. The
# thresholds only count after the warm-up, so the work of finding an expiry,
# which is over by then, is no hit.
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
# Huge pages cause real latencies, too, but not those that the test looks for.
thp=/sys/kernel/mm/transparent_hugepage/enabled
[ ! -f $thp ] || echo never >$thp
# So do the statistics of memory, whose update frees pages (decay_pcp_high).
echo 3600 >/proc/sys/vm/stat_interval
all_cases "$@"
