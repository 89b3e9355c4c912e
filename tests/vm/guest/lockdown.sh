#!/bin/sh
# Measuring on a kernel that is locked down. A kernel stays locked down until
# the next boot, so this is the last script that a guest runs.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh

mount -t securityfs securityfs /sys/kernel/security 2>/dev/null
lockdown=/sys/kernel/security/lockdown
if [ ! -w $lockdown ]; then
	skip "lockdown" "this kernel cannot be locked down"
	exit
fi
test_that "the kernel is locked down for integrity" sh -c "echo integrity >$lockdown"
exits "a module that is loaded measures in lockdown" 0 timerlat top -q -c 1 -d 1
test_that "the table has a row for its CPU" out_has '^  1 #[0-9]'
exits "a hit ends the run" 2 timerlat top -q -k -c 1 -T 1
test_that "the hit has its cause" out_has '^## CPU 1 hit stop tracing, analyzing it ##$'

test_that "the kernel is locked down for confidentiality" sh -c "echo confidentiality >$lockdown"
exits "a module that is loaded still measures" 0 timerlat top -q -c 1 -d 1
test_that "the table still has a row for its CPU" out_has '^  1 #[0-9]'
exits "a hit has no cause, as tracefs is closed" 4 timerlat top -q -c 1 -T 1 -d 1
test_that "the message names lockdown" err_has '^rtla: tracefs: .*locked down'
test_that "stderr has one line about lockdown" err_lines 1
test_that "the doctor says that the kernel is locked down" sh -c 'rtla doctor --all | tr -s " \n" " " | grep "warning lockdown confidentiality: there are no traces, and no causes"'
test_that "no thread is left" no_workloads

test_that "the module can be unloaded" rmmod rtla
test_that "the module is not loaded again, without a signature" sh -c '! modprobe rtla'
exits "the module cannot measure without a signature" 4 timerlat top --tracer module -q -c 1 -d 1
test_that "the message tells that the module is not signed" err_has '^rtla: /dev/rtla: no such device: the kernel refuses .*/rtla\.ko[.xz]*: it is not signed: '
# What is in the way is a thread that spins for a while, as debugfs is closed.
(
	eventually pgrep -x timerlatu/1 >/dev/null
	sleep 1
	taskset -c 1 chrt -f 97 sh -c 'while :; do :; done' &
	sleep 0.2
	kill -9 $!
) &
exits "BPF programs measure, and tell the cause" 2 timerlat top --tracer bpf -q -c 1 -T 50000 -d 30
test_that "the thread that was in the way is named" out_has '^  [0-9]* % of [0-9.]* us: sh:[0-9]* ran.*, with real-time priority 97\.'
exits "BPF programs measure overheads" 0 rtla overheads top --tracer bpf -q -d 1 --all-threads --json /tmp/r.json
test_that "the switch, for which BPF programs need a probe, is absent" jq -e '.overheads |
	[to_entries[] | select(.value.method == "absent").key] == ["cxs", "sched2"] and .sched.count > 5' /tmp/r.json
