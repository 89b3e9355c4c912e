#!/bin/sh
# Runs in the guest: causes known noise while osnoise runs. For each case it
# prints the case itself, what the injector measured, the events, and the output
# of osnoise.
#
#	truth_osnoise.sh TRACER CPU SECONDS NOISE KIND/COMMAND/AMOUNT[/THRESHOLD]...
#							(times in us)
#
# TRACER is what measures: "module"; "kernel", which is the kernel's own tracer; or "bpf".
# COMMAND is "top", "hist", "buckets", which is hist with buckets of 50 us, or "hwnoise"; or
# "single" or "total": then osnoise top, or hwnoise if KIND is "hardware", stops at such a
# noise over THRESHOLD; or "loop": then osnoise top stops at a single noise. NOISE is the shortest gap that counts. With the KIND "hardware", the
# whole machine stands still; with "none", nothing is injected. A further cause in KIND
# (@AFTER+DURATION) begins AFTER us after the begin of the first one.
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
set -u
tracer=$1 cpu=$2 seconds=$3 noise=$4
shift 4
trace=$instance/per_cpu/cpu$cpu/trace

# counts: succeed if osnoise counts what it measures
counts() {
	case $tracer in
	module) grep -qs '^rtla-counts:.1$' /proc/$osnoise/fdinfo/* ;;
	kernel) begun && grep -qxs 1 /sys/kernel/tracing/instances/rtla.$osnoise.samples/tracing_on ;;
	bpf) begun ;;
	esac
}

# begun: succeed if what measures without the module is on, which is before osnoise counts
begun() {
	case $tracer in
	kernel) grep -qxs osnoise /sys/kernel/tracing/instances/rtla.$osnoise.*/current_tracer ;;
	bpf) pgrep -x "osnoiseu/$cpu" >/dev/null ;;
	esac
}

# wait_until CONDITION SECONDS: look so often until that is true, or osnoise has ended
wait_until() { until $1 || [ ! -d /proc/$osnoise ]; do sleep "$2"; done; }

# join: before Linux 6.15, only instances that have the kernel's tracer on get its periods.
# To join empties the instance, so that events of the first period are missing.
join() {
	wait_until begun 0.01
	echo osnoise >$instance/current_tracer
}

leave() { echo nop >$instance/current_tracer; }

# inject KIND AMOUNT LATER: cause the noise once osnoise measures, long before
# its end. The noise begins LATER ms after the request for it, so that the work
# for the request is over by then. Where the whole machine stands still, osnoise
# is ended some periods later.
inject() {
	[ "$tracer" = module ] || wait_until begun 0.01
	sleep 0.3
	case $1 in
	none) ;;
	hardware)
		# These cases run by the host's clock, so the guest may be
		# slowed down by other work of the host.
		wait_until counts 0.1
		sleep 0.3
		pause=$(vm-pause $(($2 / 1000)) "$3") && echo "injected: $pause"
		# BPF programs keep the noises of about a second.
		[ "$tracer" = bpf ] && sleep 0.3 || sleep 1
		kill -INT $osnoise 2>/dev/null
		;;
	*) cause "$1" "$cpu" "$(awk -v later="$3" '{ printf "%d", $1 * 1000 + later }' /proc/uptime)000000" "$2" 0 ;;
	esac
}

one_case() {
	kind=$1 command=$2 amount=$3 later=100 lasts=$seconds stops_by=20
	# The machine may be stopped between two periods, when nothing is
	# measured. The runtime is the whole period, so there is no sleep in
	# between: the guest then needs a few milliseconds of 200 only, and this
	# is rare.
	hwnoise="hwnoise -q -p 200000 -r 200000"
	# While the measured CPU has its interrupts off, the other one may have to wait for
	# it, so on a busy host nobody knows when the pause comes. Then osnoise is ended.
	[ "$kind" != hardware ] || lasts=100 stops_by=100
	stopped="osnoise top -q -p 20000 -r 20000 --warm-up 1"
	# hwnoise gets no warm-up: nothing else hits its threshold, and in a
	# slow guest it is not known when a warm-up ends.
	[ "$kind" != hardware ] || stopped=$hwnoise
	# The module tells by itself what something carries, the kernel if it is asked to.
	case $tracer-$kind in
	kernel-work | kernel-*timer | kernel-tasklet)
		stopped="$stopped -t -e workqueue -e timer -e irq"
		;;
	esac
	case $2 in
	top) set -- osnoise top -q -p 200000 -r 200000 -d "$lasts" ;;
	hist) set -- osnoise hist -p 200000 -r 200000 -d "$lasts" -E 1000 ;;
	buckets) set -- osnoise hist -p 200000 -r 200000 -d "$lasts" -E 1000 -b 50 ;;
	hwnoise) set -- $hwnoise -d "$lasts" ;;
	single) set -- $stopped -d $stops_by -s "$4" ;;
	total) set -- $stopped -d $stops_by -S "$4" ;;
	loop) set -- osnoise top -q -p 200000 -r 200000 -d $stops_by -s "$4" ;;
	esac
	case $command in
	# The thresholds only count after the warm-up, so the noise comes later.
	single | total | loop) later=1200 events= ;;
	*) events=$trace ;;
	esac
	if [ "$tracer" = bpf ]; then
		rm -f "$trace"
		[ -z "$events" ] || set -- "$@" --on-end "trace,file=$trace"
	else
		echo >$instance/trace
		echo 1 >$instance/tracing_on
	fi
	"$@" -c "$cpu" -T "$noise" --tracer "$tracer" >report 2>&1 &
	osnoise=$!
	! $joins || [ -z "$events" ] || join
	inject "$kind" "$amount" $later
	wait $osnoise
	echo "status: $?"
	[ "$tracer" = bpf ] || echo 0 >$instance/tracing_on
	sed 's/^/report: /' report
	[ -z "$events" ] || sed -nE 's/^[^#].*\] +[^ ]+ +([0-9.]+: .*)/event: \1/p' "$events"
	! $joins || leave
}

joins=false
case $tracer in
module | kernel)
	system=osnoise
	[ "$tracer" = kernel ] || system=rtla
	[ -e /sys/kernel/tracing/events/$system/osnoise_sample ] || joins=true
	watch $system && echo 16384 >$instance/buffer_size_kb || exit 1
	;;
bpf)
	# It uses no trace of the kernel, and saves its own.
	trace=$PWD/run.txt
	load_injector || exit 1
	;;
esac
calm_memory
all_cases "$@"
