#!/bin/sh
# Runs in the guest: something of the kernel carries a known cause (see tests/vm/inject) while
# this command or upstream's looks for noise, and prints what the command says to it. All get
# the same options, with the kernel's events of what is carried.
#
#	compare_carriers.sh KIND/WHOSE...
#
# WHOSE is "ours", "kernel", which is ours with the in-tree tracer, or "upstream".
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
set -u
cd /tmp || exit 1
amount=40000	# us; a slow machine's own noise is below half of it

# thresholds_are_set WHOSE: succeed if the command stops at a noise from now on
thresholds_are_set() {
	case $1 in
	ours | kernel) grep -qsx 1 /sys/kernel/tracing/instances/rtla.*.trace/tracing_on ;;
	upstream) [ "$(cat /sys/kernel/tracing/osnoise/stop_tracing_us)" != 0 ] ;;
	esac
}

one_case() {
	kind=$1 whose=$2
	case $whose in
	ours | kernel) command=osnoise ;;
	upstream) command="/opt/upstream-rtla/rtla osnoise" ;;
	esac
	rm -f ./*_trace.txt
	set -- -q -c 1 -d 10 -a $((amount / 2)) -e workqueue -e timer -e irq
	[ ! -d /sys/kernel/tracing/events/csd ] || set -- "$@" -e csd
	[ "$whose" != kernel ] || set -- "$@" --tracer kernel
	$command top "$@" >report 2>&1 &
	osnoise=$!
	until thresholds_are_set "$whose"; do
		[ -d /proc/$osnoise ] || break
		sleep 0.2
	done
	sleep 1
	cause "$kind" 1 0 $amount 0
	wait $osnoise
	echo "status: $?"
	sed 's/^/report: /' report
	grep -ho 'carried_by_[a-z]*' ./*_trace.txt 2>/dev/null | sort -u | sed 's/^/trace: /'
}

taskset -p -c 0 $$ >/dev/null
modprobe rtla_inject
calm_memory
all_cases "$@"
