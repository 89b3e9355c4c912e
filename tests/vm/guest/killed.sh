#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A command that is killed, at any point: its guard undoes everything within 2 s.
# shellcheck source=tests/vm/guest/tap.sh
. /tests/lib/tap.sh
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

# killed NAME: the run $run is killed now
killed() {
	kill -KILL $run
	wait $run 2>/dev/null
	is "$1, killed: nothing is left within 2 s" cleaned
	echo "# after $(cat /tmp/took) ms"
}

# ---- Its guard -----------------------------------------------------------------------------

background timerlat top -q -c 1
is "a run has a guard" guard
is "which is not of the measured CPU" same "$(affinity "$(guard)")" 0
is "at no real-time priority" same "$(policy "$(guard)")" "SCHED_OTHER 0"
is "and has neither session nor instance open" sh -c "! readlink /proc/$(guard)/fd/* | grep -E 'rtla|tracing|pipe'"
interrupted
is "it goes with the run" cleaned
background chrt -f 10 timerlat top -q -c 1
is "nor where the run has one" same "$(policy "$(guard)")" "SCHED_OTHER 0"
pkill -KILL timerlat
wait $run 2>/dev/null
is "it is not what 'pkill timerlat' is for" cleaned
background timerlat top -q -c 1
killall -9 timerlat
wait $run 2>/dev/null
is "nor 'killall timerlat'" cleaned

# ---- While it measures ----------------------------------------------------------------------

for command in "timerlat top -q" "timerlat hist -k" "osnoise hist" "hwnoise -q"; do
	# shellcheck disable=SC2086
	background $command
	killed "$command"
	is "the module can be unloaded" unloaded
done
background timerlat top -q -k -a 9000000 -t -e sched:sched_switch --trigger stacktrace \
	--dump-tasks --deepest-idle-state 0 --dma-latency 0
is "with idle states limited" soon limited
killed "with all of its instances, and idle states limited"
background timerlat hist -k -c 1 --load 'sleep 980 & sleep 981 & sh -c "sleep 982 & wait" & wait'
is "with a load" soon load
killed "under load"
background timerlat top -u --load 'sleep 983' --deepest-idle-state 0
killed "with everything"
sh -c 'timerlat top -k | cat' >/tmp/out 2>/tmp/err &
run=$!
soon instances_on
sleep 0.5
pkill -KILL -x timerlat
is "who reads it sees its end" ended 0
is "nothing is left then" cleaned

# ---- At other points --------------------------------------------------------------------------

for delay in 0 0.1 0.2 0.4 0.6; do
	timerlat top -q -a 9000000 -t --deepest-idle-state 0 --load 'sleep 984' >/dev/null 2>&1 &
	run=$!
	sleep $delay
	killed "right after its start, $delay s"
done
timerlat top -q -k -T 1 -d 60 --on-threshold shell,command='sleep 985; sleep 986' >/dev/null 2>&1 &
run=$!
is "a hit" soon load
killed "while a command of an action runs"
timerlat top -q -k -a 1 -t hit.dat -d 60 >/dev/null 2>&1 &
run=$!
is "a trace is saved" soon pgrep -x trace-cmd
killed "while a trace is saved"
for delay in 0.1 0.4; do
	background timerlat top -q -k -T 1 -t hit.txt --on-threshold trace --on-threshold continue
	sleep $delay
	killed "at one of many hits"
done
for delay in 0 0.03; do
	background timerlat hist -u --deepest-idle-state 0 --load 'sleep 987'
	kill -INT $run
	sleep $delay
	killed "at its end"
done

is "the module can be unloaded" unloaded

# ---- Together with its guard ---------------------------------------------------------------

background timerlat top -q -c 1 --deepest-idle-state 0
is "idle states are limited" soon limited
kill -KILL "$(guard)" $run
wait $run 2>/dev/null
is "killed together with its guard, it leaves them" limited
is "and its instances" instances
exits "the next run" 0 timerlat hist -k -c 0 -d 1
is "restores them, and says so" err_has '^rtla: /run/rtla/[0-9]*: that run and its guard were killed: restored 3 idle states$'
is "in one line" err_lines 1
is "nothing is left" cleaned
background timerlat top -q -c 1 --deepest-idle-state 0
kill -KILL "$(guard)"
exits "a run whose guard was killed" 0 timerlat hist -k -c 0 -d 1
is "is left alone by others" limited
interrupted
is "undoes everything itself" cleaned
group=/sys/fs/cgroup/killed
mkdir $group
sh -c "echo 0 >$group/cgroup.procs; exec timerlat top -q -c 1 --deepest-idle-state 0 --load 'sleep 988'" >/dev/null 2>&1 &
run=$!
is "in a cgroup" soon limited
soon load >/dev/null
echo 1 >$group/cgroup.kill
wait $run 2>/dev/null
is "cgroup.kill ends the load" soon sh -c '! pgrep -x sleep'
exits "the next run, with the same wish" 0 timerlat top -q -k -c 1 -d 1 --deepest-idle-state 0
is "restores the idle states first" err_has 'restored 3 idle states$'
rmdir $group
is "nothing is left" cleaned
background timerlat top -q -c 1 --deepest-idle-state 0
kill -KILL $run
exits "right after a killed run" 0 timerlat top -q -k -c 1 -d 1 --deepest-idle-state 0
is "the next one waits for its guard" err_lines 0
is "nothing is left" cleaned
mount -o remount,ro /run
background timerlat top -q -c 1 --deepest-idle-state 0
killed "without a /run to write to"
mount -o remount,rw /run
