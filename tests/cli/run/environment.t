#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine with cgroups and idle states, which are those of the
# real machine.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2

# ---- cgroups

run timerlat top -q -d 1 -C /no/such/group
[ $status -eq 4 ] && [ -z "$out" ] && [[ $err = "rtla: --cgroup"* ]] &&
	[ "$(wc -l <"$work/err")" -eq 1 ]
ok "a cgroup that is not there is refused"
! grep -q ^start "$SIM_LOG"
ok "a cgroup that is not there is refused before anything is started"
undone "all is undone"

mount=$(cgroups)
group=$mount/rtla-test-$$
if [ "$mount" ] && mkdir "$group" 2>/dev/null; then
	name=${group##*/}
	sleep 60 &
	SIM=cpus=2,pid=$! run timerlat top -k -q -d 1 -C "$name"
	is "-C moves the threads of the tracer" "$status $(cat "$group/cgroup.procs")" "0 $!"
	run timerlat top -q -d 1 -U -C "$name"
	is "-C leaves threads of others where they are" "$status $(cat "$group/cgroup.procs")" "0 $!"
	kill $!
	wait $! 2>/dev/null
	SIM=cpus=2,hit=100,hits=1 run timerlat top -q -T 100 -d 1 -C "/$name" \
		--on-threshold shell,command="wc -l <'$group/cgroup.procs'; cat /proc/\$PPID/cgroup" \
		--on-threshold continue
	is "-C moves the processes of user space" "$(sed -n 1p "$work/out")" 2
	[[ $out != *"$name"* ]]
	ok "-C does not move the tool"
	SIM=cpus=2,pid=999999 run timerlat top -k -q -d 1 -C "$name"
	is "a thread that cannot be moved is told of" "$status $err" \
		"4 rtla: $group/cgroup.procs: No such process: the thread of CPU 0 cannot be moved there: choose another cgroup"
	undone "all is undone"
	SIM=cpus=2,pid=$$ run timerlat top -k -q -d 1 -C
	exits "-C without a name is the tool's own" 0
	rmdir "$group"
else
	skip "-C" "no cgroup version 2, or not for us"
fi

# ---- CPUs that are chosen. Which are isolated and share cores is known of the real machine.

run timerlat hist -c auto -d 1 --json r.json
exits "-c auto measures" 0
is "stderr says which CPUs" "$(sed 's/: [io].*/: WHY/' "$work/err")" "rtla: --cpus auto: CPU$(
	jq -r '.configuration.cpus | (if test("[-,]") then "s " else " " end) + .' r.json): WHY"
run timerlat top -q -c auto -d 1
is "-c auto says nothing with -q" "$status $err" "0 "
run timerlat top -q -c auto -H 0-1 -d 1
is "no CPU is left" "$status $err" \
	"4 rtla: --cpus auto: no CPU is left beside --house-keeping 0-1: name the CPUs"
undone "nothing is left"
rm r.json

# ---- idle states

if [ -d /sys/devices/system/cpu/cpu0/cpuidle/state0 ]; then
	skip "no idle states" "this machine has some, which are left alone"
else
	run timerlat top -q -d 1 --deepest-idle-state 0
	is "idle states cannot be limited where there are none" "$status $err" \
		"4 rtla: --deepest-idle-state: CPU 0 has no idle states: run as root on a machine with cpuidle, or omit --deepest-idle-state"
	undone "nothing is started"
fi

is "no file is left" "$(ls)" ""
finish
