#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A command is killed, at any point: its guard undoes everything within 2 s.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
cd /tmp || exit 1
cpus=/sys/devices/system/cpu
modprobe rtla_idle || exit 1
disabled() { cat $cpus/cpu"$1"/cpuidle/state?/disable | paste -s -d ''; }
limited() { [ "$(disabled 1)" = 0111 ]; }
guard() { pgrep -x latency-guard; }
load() { pgrep -x sleep; }

unloaded() { rmmod rtla && modprobe rtla; }

# killed NAME: kill the run $run, and test that nothing is left within 2 s
killed() {
	kill -KILL $run
	wait $run 2>/dev/null
	test_that "$1, killed: nothing is left within 2 s" cleaned
	echo "# after $(cat /tmp/took) ms"
}

# ---- The guard of a run --------------------------------------------------------------------

background timerlat top -q -c 1
test_that "a run has a guard" guard
test_that "the guard is not of the measured CPU" same "$(affinity "$(guard)")" 0
test_that "the guard has no real-time priority" same "$(policy "$(guard)")" "SCHED_OTHER 0"
test_that "the guard has neither session nor instance open" sh -c "! readlink /proc/$(guard)/fd/* | grep -E 'rtla|tracing|pipe'"
interrupted
test_that "the guard goes with the run" cleaned
background chrt -f 10 timerlat top -q -c 1
test_that "the guard has no real-time priority if the run has one" same "$(policy "$(guard)")" "SCHED_OTHER 0"
pkill -KILL timerlat
wait $run 2>/dev/null
test_that "'pkill timerlat' does not hit the guard" cleaned
background timerlat top -q -c 1
killall -9 timerlat
wait $run 2>/dev/null
test_that "'killall timerlat' does not hit the guard" cleaned

# ---- During a measurement -------------------------------------------------------------------

for command in "timerlat top -q" "timerlat hist -k" "osnoise hist" "hwnoise -q"; do
	# shellcheck disable=SC2086
	background $command
	killed "$command"
	test_that "the module can be unloaded" unloaded
done
background timerlat top -q -k -a 9000000 -t -e sched:sched_switch --trigger stacktrace \
	--dump-tasks --deepest-idle-state 0 --dma-latency 0
test_that "idle states are limited by a run with all of its instances" eventually limited
killed "a run with all of its instances, and idle states limited"
background timerlat hist -k -c 1 --load 'sleep 980 & sleep 981 & sh -c "sleep 982 & wait" & wait'
test_that "the load of a run to be killed is there" eventually load
killed "a run under load"
background timerlat top -u --load 'sleep 983' --deepest-idle-state 0
killed "a run with everything"
sh -c 'timerlat top -k | cat' >/tmp/out 2>/tmp/err &
run=$!
eventually anybody_is_measuring
sleep 0.5
pkill -KILL -x timerlat
test_that "a program that reads from the run sees its end" ended 0
test_that "nothing is left of a run that a program reads from" cleaned

# ---- At other points --------------------------------------------------------------------------

for delay in 0 0.1 0.2 0.4 0.6; do
	timerlat top -q -a 9000000 -t --deepest-idle-state 0 --load 'sleep 984' >/dev/null 2>&1 &
	run=$!
	sleep $delay
	killed "a run $delay s after its start"
done
timerlat top -q -k -T 1 -d 60 --on-threshold shell,command='sleep 985; sleep 986' >/dev/null 2>&1 &
run=$!
test_that "the action of a hit runs" eventually load
killed "a run whose action runs a command"
timerlat top -q -k -a 1 -t hit.dat -d 60 >/dev/null 2>&1 &
run=$!
test_that "a trace is saved" eventually pgrep -x trace-cmd
killed "a run that saves a trace"
for delay in 0.1 0.4; do
	background timerlat top -q -k -T 1 -t hit.txt --on-threshold trace --on-threshold continue
	sleep $delay
	killed "a run at one of many hits"
done
for delay in 0 0.03; do
	background timerlat hist -u --deepest-idle-state 0 --load 'sleep 987'
	kill -INT $run
	sleep $delay
	killed "a run at its end"
done

test_that "the module can be unloaded" unloaded

# ---- A run and its guard, killed together --------------------------------------------------

background timerlat top -q -c 1 -T 9000000 --deepest-idle-state 0
test_that "idle states are limited" eventually limited
kill -KILL "$(guard)" $run
wait $run 2>/dev/null
test_that "a run killed with its guard leaves idle states limited" limited
test_that "the instances are left by a run that is killed with its guard" instances
exits "the next run" 0 timerlat hist -k -c 0 -d 1
test_that "stderr says that the next run restores idle states" err_has '^rtla: /run/rtla/[0-9]*: that run and its guard were killed: restored 3 idle states$'
test_that "stderr has one line about the run before" err_lines 1
test_that "nothing is left" cleaned
background timerlat top -q -c 1 --deepest-idle-state 0
kill -KILL "$(guard)"
exits "a run whose guard was killed" 0 timerlat hist -k -c 0 -d 1
test_that "the run whose guard was killed is left alone by others" limited
interrupted
test_that "the run whose guard was killed undoes everything itself" cleaned
group=/sys/fs/cgroup/killed
mkdir $group
sh -c "echo 0 >$group/cgroup.procs; exec timerlat top -q -c 1 --deepest-idle-state 0 --load 'sleep 988'" >/dev/null 2>&1 &
run=$!
test_that "idle states are limited by a run in a cgroup" eventually limited
eventually load >/dev/null
echo 1 >$group/cgroup.kill
wait $run 2>/dev/null
test_that "cgroup.kill ends the load" eventually sh -c '! pgrep -x sleep'
exits "the next run, with the same wish" 0 timerlat top -q -k -c 1 -d 1 --deepest-idle-state 0
test_that "stderr says that idle states are restored first" err_has 'restored 3 idle states$'
rmdir $group
test_that "nothing is left" cleaned
background timerlat top -q -c 1 --deepest-idle-state 0
kill -KILL $run
exits "a run right after a killed one" 0 timerlat top -q -k -c 1 -d 1 --deepest-idle-state 0
test_that "the next run waits for the guard of the killed one" err_lines 0
test_that "nothing is left" cleaned
mount -o remount,ro /run
background timerlat top -q -c 1 --deepest-idle-state 0
killed "a run without a /run to write to"
mount -o remount,rw /run
