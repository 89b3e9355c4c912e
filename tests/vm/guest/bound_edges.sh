#!/bin/sh
# Runs in a guest with one CPU whose clock counts instructions, and a kernel that tells where
# preemption and interrupts are disabled and enabled: lets a session find the bound from these
# edges and without them at once, under three loads, and of injected windows. Prints, in ns:
#
#	run: LOAD			this follows of it:
#	probe:, entry:, variable:, sampled:	see programs/bound_session.c
#	window:, event:			of the load windows: see bound_parts.sh
#	freed:				where the switches end, as the dst of event:, behind which
#					the scheduler may give a thread or its memory back
cd /tmp || exit 1
modprobe rtla_window || exit 1
window=/sys/kernel/debug/rtla_window
trace=/sys/kernel/tracing/instances/edges

# Until the clock is known to be a good one, timers expire with the tick.
until grep -q 'hres_active *: 1' /proc/timer_list; do sleep 0.1; done

# under LOAD COMMAND: measure while COMMAND runs
under() {
	echo "run: $1"
	/root/bound_session 0 50000 sh -c "$2" || echo "failed: $?"
}

under idle 'sleep 3'
under hackbench 'timeout 3 hackbench -g 1 -l 1000000 >/dev/null; true'
mkdir $trace
# There is a poid each time that a lock is held: those of the injector are longer than most.
echo 'context == 21 && lower >= 4000 || context == 23 || context == 24' >$trace/events/rtla/bound_window/filter
echo 1 >$trace/events/rtla/bound_window/enable
# 0x30: the thread has ended. A process takes over from threads that have no memory of their
# own, and had the last hold on that of another process; in these runs, such threads have a "/"
# in their names, or are RCU's.
echo '(prev_state & 0x30) || !((next_comm ~ "*/*") || (next_comm ~ "rcu*"))' >$trace/events/sched/sched_switch/filter || exit 1
echo 1 >$trace/events/sched/sched_switch/enable
for kind in irqs_off preempt_off both; do
	under $kind "echo '$kind busy 0 0 200 5000 500000 100000 150000' >$window"
	sed 's/^/window: /' $window
	sed -nE 's/.* sched_switch: .*/switch/p
		s/.* bound_window: .* (poid|dst|psd) start=([0-9]*) lower=([0-9]*) upper=([0-9]*) pid=([0-9]*)$/event: \1 \2 \3 \4 \5/p' $trace/trace |
		awk '$0 == "switch" { freed = 1; next }
			{ print }
			freed && $2 == "dst" { print "freed:", $3 + $4; freed = 0 }'
	echo >$trace/trace
done
rmdir $trace
rmmod rtla_window
echo end
