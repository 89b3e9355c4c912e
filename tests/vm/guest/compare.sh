#!/bin/sh
# Runs in the guest: causes known latencies while this command or upstream's
# command measures. For each latency it prints what the injector measured and
# the output of the command.
#
#	compare.sh LEAD KIND/STOP/AMOUNT/THRESHOLD/WHOSE...	(times in us)
#
# WHOSE is "ours", "kernel", which is ours with the in-tree tracer, or "upstream"; the other words are those of truth_latency.sh.
# All get the same options, and the injector aims at all of them in the same
# way: it knows when a timer expires from the kernel's events hrtimer_start. A
# case without a line "hit" is of no use: no timer was set to expire when the
# cause was there.
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
set -u
lead=$1
shift
period=1000

# expiries: print when the measuring timer is set to expire, in ns; the function
# of the timer has the same name for both commands
expiries() { sed -n 's/.* function=timerlat_irq.* expires=\([0-9]*\) .*/\1/p' $instance/trace; }

some_expiry() {
	echo >$instance/trace
	sleep 0.1
	expiries | tail -n 1
}

# wait_until_measuring WHOSE: wait until the command has measured for a while,
# or has ended. Upstream's command prepares for seconds, and then sets the
# thresholds.
wait_until_measuring() {
	until [ -n "$(some_expiry)" ]; do [ -d /proc/$timerlat ] || return; done
	case $1 in
	ours | kernel) sleep 1.5 ;;
	upstream)
		until [ "$(cat /sys/kernel/tracing/osnoise/stop_tracing_total_us)" != 0 ]; do
			[ -d /proc/$timerlat ] || return
			sleep 0.1
		done
		;;
	esac
}

inject() {
	t_w=$(some_expiry)
	[ -n "$t_w" ] || return
	t_w=$((t_w + 500 * period * 1000))
	cause "$1" 0 $((t_w - lead * 1000)) $((lead + $2)) $t_w
	! expiries | grep -qx $t_w || echo "hit: $t_w"
}

one_case() {
	kind=$1 amount=$3 whose=$5
	case $whose in
	ours | kernel) command=timerlat ;;
	upstream) command="/opt/upstream-rtla/rtla timerlat" ;;
	esac
	case $2 in
	irq) set -- -a "$4" ;;
	thread) set -- -T "$4" -s "$4" ;;
	esac
	[ "$whose" != kernel ] || set -- "$@" --tracer kernel
	$command top -q -k -c 0 -p $period --warm-up 1 -d 10 "$@" >report 2>&1 &
	timerlat=$!
	wait_until_measuring "$whose"
	inject "$kind" "$amount"
	wait $timerlat
	echo "status: $?"
	sed 's/^/report: /' report
}

watch timer/hrtimer_start || exit 1
all_cases "$@"
