#!/bin/sh
# Runs in the guest: causes known latencies while a thread is woken periodically.
# For each case it prints the case itself, what the injector measured, and the
# output of the command.
#
#	truth_latency.sh WHAT CPU PERIOD LEAD WARM-UP KIND/STOP/AMOUNT/THRESHOLD...
#						(times in us; WARM-UP in s)
#
# WHAT is "timerlat", "kernel" or "bpf", which is timerlat by these tracers, or whose
# wake-ups "rtla wakeup" is to explain: "cyclictest" or "periodic". STOP is "irq" (also the
# timer's interrupt may be too late) or "thread" (only the thread).
# The cause begins LEAD before the expected expiry of a timer, and lasts until
# AMOUNT after it. With the KIND "none", nothing is injected. A further cause in
# KIND (@AFTER+DURATION) begins AFTER us after the begin of the first one.
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
set -u
what=$1 cpu=$2 period=$3 lead=$4 warm_up=$5
shift 5

# some_expiry: print when the timer last expired, or is to expire, in ns. It expires
# every period, so all later expiries follow from this one.
some_expiry() {
	echo 1 >$instance/tracing_on
	sleep 0.2
	echo 0 >$instance/tracing_on
	sed -nE "$expiry s/.*(t_w|expires)=([0-9]*).*/\\2/p" $instance/per_cpu/cpu"$cpu"/trace | tail -n 1
	echo >$instance/trace
}

# inject KIND AMOUNT: cause a latency at an expiry after the warm-up. The
# thresholds only count after the warm-up, so the work of finding an expiry,
# which is over by then, is no hit.
inject() {
	# To begin may take seconds on a slow host.
	for _ in $(seq 30); do
		t_w=$(some_expiry)
		[ -z "$t_w" ] || break
	done
	[ -n "$t_w" ] || return
	t_w=$((t_w + (warm_up + later) * 1000000 / period * period * 1000))
	cause "$1" "$cpu" $((t_w - lead * 1000)) $((lead + $2)) $t_w
}

# command STOP THRESHOLD: what measures, and stops at a latency of THRESHOLD
command() {
	stack=$2
	# The timer for the stack of a BPF program is an interrupt, too. What that takes beside its
	# events is, with what injected ones take, as much as an amount may be off.
	[ "$what" != bpf ] || stack=$((stack * 100))
	case $what-$1 in
	timerlat-irq | kernel-irq | bpf-irq) set -- timerlat top -p "$period" -a "$2" ;;
	timerlat-thread | kernel-thread | bpf-thread) set -- timerlat top -p "$period" -T "$2" -s "$stack" -t ;;
	*-irq) set -- rtla wakeup --tid "$thread" --segment timer="$2us" -a "$2" ;;
	*-thread) set -- rtla wakeup --tid "$thread" -a "$2" ;;
	esac
	case $what in
	kernel) set -- "$@" -k --tracer kernel --json stop.json ;;
	bpf) set -- "$@" --tracer bpf ;;
	esac
	"$@" -q -c "$cpu" --warm-up "$warm_up" -d $((warm_up + 5))
}

# start_program: start the program whose wake-ups are explained, and set $thread to
# its real-time thread. The first thread of cyclictest is none, and sleeps with a
# slack of 50 us.
start_program() {
	case $what in
	cyclictest) cyclictest -q -m -p 95 -i "$period" -a "$cpu" -t 1 >/dev/null 2>&1 & ;;
	periodic) /root/periodic "$cpu" "$period" & ;;
	*) return ;;
	esac
	program=$!
	until [ -n "$thread" ]; do
		sleep 0.1
		for thread in "/proc/$program/task"/*; do :; done
		thread=${thread##*/}
		chrt -p "$thread" | grep -q FIFO || thread=
	done
}

one_case() {
	kind=$1 stop=$2 amount=$3 threshold=$4
	rm -f ./*_trace.txt stop.json
	t_w=
	command "$stop" "$threshold" >report 2>&1 &
	command=$!
	[ "$kind" = none ] || inject "$kind" "$amount"
	wait $command
	echo "status: $?"
	sed 's/^/report: /' report
	if [ "$what" = kernel ]; then
		# This tracer has no event of the stop. The timer that was aimed at is the one that was late.
		jq -r --arg t_w "${t_w:-0}" '.stop | select(.) | "stop: t_w \($t_w) latency \(.latency_ns) irq_start " +
			(($t_w | tonumber) + ([.analysis.parts[] | select(.part == "IRQ handler delay") | .ns] | add // 0) | tostring)' stop.json
		return
	fi
	[ -z "$(ls ./*_trace.txt 2>/dev/null)" ] || sed -n 's/.* stop: /stop: /p' ./*_trace.txt
}

thread=
start_program
# Which lines of the trace may tell of a timer: the last one of all, but for a tracer that has
# no such event of its own.
expiry='$'
case $what in
timerlat)
	watch rtla/timerlat_sample || exit 1
	later=1
	;;
kernel)
	watch timer/hrtimer_start || exit 1
	expiry=/function=timerlat_irq/ later=1
	;;
bpf)
	watch timer/hrtimer_start || exit 1
	expiry='/timerlatu.*function=hrtimer_wakeup/' later=1
	;;
*)
	# The module's own events only come after the warm-up. The timer may be found before the
	# command has begun to measure, which takes less than a second.
	watch rtla/wakeup || exit 1
	echo "common_pid == $thread" >$instance/events/timer/hrtimer_start/filter
	echo 1 >$instance/events/timer/hrtimer_start/enable
	later=2
	;;
esac
calm_memory
all_cases "$@"
[ -z "$thread" ] || kill "$program"
