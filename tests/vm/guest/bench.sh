#!/bin/sh
# Runs in the guest: runs commands, and prints what each costs.
#
#	bench.sh "NAME HOW COMMAND..."...
#
# For each run it prints "case: NAME", and then what programs/cost prints about
# COMMAND. HOW is
#
#	plain		nothing else runs
#	spin		a SCHED_IDLE loop takes what the command leaves of the CPU
#	memory=S	also prints how much memory is taken S seconds after the start
#	stop=MS		also prints when a latency of 10 ms ended, which began MS
#			after the start
#	loop		also prints how long the thread of osnoise ran each time
set -u
cd /tmp || exit 1
inject=/sys/kernel/debug/rtla_inject
instance=/sys/kernel/tracing/instances/bench
switches=$instance/events/sched/sched_switch
upstream=/opt/upstream-rtla/rtla

# about: print what was measured
about() {
	echo "case: about"
	echo "kernel: $(uname -r)"
	echo "ours: $(rtla --version)"
	echo "upstream: $($upstream 2>&1 | sed -n '/version/{s/^ *//p;q}')"
	echo "cyclictest: $(cyclictest --help 2>&1 | sed -n '/V [0-9]/{s/ *$//p;q}')"
	echo "module_bytes: $(sed -n 's/^rtla \([0-9]*\) .*/\1/p' /proc/modules)"
}

# warm_up: run each command once, so that its file is in memory
warm_up() {
	for command in rtla $upstream; do
		$command timerlat top -q -k -d 1
		$command osnoise top -q -r 1000 -d 1
	done
	cyclictest -q -D 1
} >/dev/null 2>&1

# free_kb: print how much memory is free when nothing is cached
free_kb() {
	for _ in 1 2 3; do
		sync
		echo 3 >/proc/sys/vm/drop_caches
	done
	sed -n 's/^MemFree: *\([0-9]*\) .*/\1/p' /proc/meminfo
}

# memory SECONDS COMMAND...
memory() {
	before=$(free_kb)
	seconds=$1
	shift
	/root/cost "$@" >said &
	sleep "$seconds"
	taken=$((before - $(free_kb)))
	wait
	cat said
	echo "taken_kb: $taken"
}

# stop MS COMMAND...: nothing else may run after the latency until the command
# has ended, so what the injector measured is printed later
stop() {
	start=$(awk -v later="$1" '{ printf "%d", $1 * 1000 + later }' /proc/uptime)000000
	shift
	/root/cost "$@" >said &
	echo "preempt_off 0 $start 10000000 0" >"$inject"
	wait
	cat said
	sed 's/^/injected: /' "$inject"
}

# loop COMMAND...: the times are in ticks of the TSC, which is the number of
# instructions
loop() {
	echo >$instance/trace
	echo 1 >$switches/enable
	/root/cost "$@"
	echo 0 >$switches/enable
	awk '/next_comm=osnoise\// { begin = $4; next }
		begin && /prev_comm=osnoise\// { print "ran: " $4 - begin; begin = 0 }' $instance/trace
}

# one_run NAME HOW COMMAND...
one_run() {
	echo "case: $1"
	how=$2
	shift 2
	case $how in
	plain) /root/cost "$@" ;;
	spin) /root/cost spin "$@" ;;
	memory=*) memory "${how#*=}" "$@" ;;
	stop=*) stop "${how#*=}" "$@" ;;
	loop) loop "$@" ;;
	esac
}

modprobe rtla_inject && mkdir $instance && echo x86-tsc >$instance/trace_clock || exit 1
echo 'prev_comm ~ "osnoise/*" || next_comm ~ "osnoise/*"' >$switches/filter || exit 1
about
warm_up
for run; do
	# shellcheck disable=SC2086
	one_run $run
done
