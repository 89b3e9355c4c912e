#!/bin/sh
# Measuring threads: their names, policies, priorities and CPUs, as /proc shows
# them.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

# measures NAME COMM POLICY COMMAND...: test that COMMAND measures CPU 1 with
# one thread that has the name COMM and this policy
measures() {
	name=$1 comm=$2 policy=$3
	shift 3
	background "$@" -c 1
	pid=$(workloads)
	test_that "$name: one thread measures" same "$(echo "$pid" | wc -l)" 1
	test_that "$name: the thread is $comm" same "$(comm "$pid")" "$comm"
	test_that "$name: the thread is bound to CPU 1" same "$(affinity "$pid")" 1
	test_that "$name: the thread is $policy" same "$(policy "$pid")" "$policy"
	test_that "$name: the command keeps off that CPU" same "$(affinity $run)" 0
}

# ---- Names, policies, CPUs -----------------------------------------------------

measures "timerlat -k" timerlat/1 "SCHED_FIFO 95" timerlat top -q -k
interrupted
measures "timerlat -u" timerlatu/1 "SCHED_FIFO 95" timerlat hist -u
test_that "timerlat -u: the thread is a child of the command" same "$(ps -o ppid= -p "$pid" | tr -d ' ')" $run
interrupted
measures "timerlat by default" timerlatu/1 "SCHED_FIFO 95" timerlat top -q
interrupted
measures "osnoise" osnoise/1 "SCHED_OTHER 0" osnoise top -q -r 500000
test_that "osnoise: the thread has nice 0" same "$(nice_of "$pid")" 0
interrupted
measures "hwnoise" osnoise/1 "SCHED_OTHER 0" hwnoise -q
interrupted

for threads in "timerlat top -k -q" "timerlat hist -u" "osnoise hist -r 500000 -T 50"; do
	name=${threads% -q*}
	name=${name% -r*}
	# shellcheck disable=SC2086
	background $threads -P f:42
	for pid in $(workloads); do
		test_that "$name -P f:42: the threads are FIFO 42" same "$(policy "$pid")" "SCHED_FIFO 42"
	done
	test_that "$name -P f:42: the threads are on both CPUs" same "$(for pid in $(workloads); do affinity "$pid"; done | sort | paste -s -d ' ')" "0 1"
	interrupted
	# shellcheck disable=SC2086
	background $threads -c 1 -P R:7
	test_that "$name -P R:7: the thread is RR 7" same "$(policy "$(workloads)")" "SCHED_RR 7"
	interrupted
	# shellcheck disable=SC2086
	background $threads -c 1 -P o:-5
	test_that "$name -P o:-5: the thread is OTHER" same "$(policy "$(workloads)")" "SCHED_OTHER 0"
	test_that "$name -P o:-5: the thread has nice -5" same "$(nice_of "$(workloads)")" -5
	interrupted
done
for threads in "timerlat top -q -k -p 2000" "osnoise top -q -r 500000"; do
	name=${threads%% *}
	# shellcheck disable=SC2086
	background $threads -c 1 -P d:500us:1ms
	test_that "$name -P d: the thread is DEADLINE" file_has /proc/"$(workloads)"/sched '^policy *: *6$'
	test_that "$name -P d: the thread has its runtime and period" sh -c "chrt -p $(workloads) | grep 500000/1000000/1000000"
	test_that "$name -P d: no CPU goes offline meanwhile" sh -c '! echo 0 >/sys/devices/system/cpu/cpu1/online'
	interrupted
	test_that "$name -P d: a CPU goes offline afterwards" eventually sh -c 'echo 0 >/sys/devices/system/cpu/cpu1/online'
	echo 1 >/sys/devices/system/cpu/cpu1/online
done

# The kernel gives back a deadline thread's share of a CPU up to one period
# after the thread is gone. If the CPU is offline by then, that fails, with a
# message in the kernel's log.
test_that "deadlines of a second end" timerlat top -q -k -c 1 -P d:1ms:1s -d 1
test_that "a CPU goes offline right after the deadlines have ended" eventually sh -c 'echo 0 >/sys/devices/system/cpu/cpu1/online'
sleep 1.5
test_that "the CPU comes back" sh -c 'echo 1 >/sys/devices/system/cpu/cpu1/online'

# ---- The command's own place ---------------------------------------------------

background timerlat top -q -k -H 1
test_that "-H puts the command where it says" same "$(affinity $run)" 1
interrupted
background osnoise top -q -r 500000 -c 0 -H 0-1
test_that "-H may be on measured CPUs" same "$(affinity $run)" 0-1
interrupted
background timerlat top -q -k
test_that "the command stays where it was if all CPUs are measured" same "$(affinity $run)" 0-1
interrupted
test_that "nothing is left" nothing_left
