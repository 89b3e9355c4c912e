#!/bin/sh
# Commands run while a real-time thread never sleeps on a CPU that they do not
# measure, but on which the kernel has work to do for them.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
throttling=/proc/sys/kernel/sched_rt_runtime_us

timerlat_with_buffer() { timerlat top -q -k -c 0 -d 1 -T 1000000 -t --trace-buffer-size 2000; }

# With PREEMPT_RT, the kernel's own RCU waits for such a CPU, unless the CPU is
# set up for such threads, as in tests/vm/tuned.
case $(uname -v) in *PREEMPT_RT*) exit 0 ;; esac

# This script and its children run on CPU 0 only, and leave CPU 1 to the thread.
taskset -p 1 $$ >/dev/null
chrt -f 10 taskset -c 1 sh -c 'while :; do :; done' &
hog=$!
spins() { same "$(affinity $hog)" 1; }
eventually spins
exits "the time that the kernel keeps for others is enough for a trace buffer's size" 0 timerlat_with_buffer
test_that "timerlat measures beside a busy thread" between "$(top_field 0 2)" 500 1100

echo -1 >$throttling
if [ -d /sys/kernel/debug/sched/fair_server ]; then
	exits "a fair server is enough without throttling" 0 timerlat_with_buffer
else
	exits "a wait for ever is refused before it begins" 4 timerlat_with_buffer
	test_that "stderr names the thread that never sleeps" err_has "CPU 1, on which sh ($hog, SCHED_FIFO 10) never sleeps"
	test_that "nothing is left" nothing_left
fi
# Throttling is switched on again, or the kernel itself could not go on: without
# it the thread never leaves its CPU to RCU.
echo 950000 >$throttling
exits "the doctor names the thread" 0 sh -c 'rtla doctor -c 1 --all >doctor; tr -s " \n" " " <doctor | grep rt_threads'
test_that "the doctor says how to go before the thread" out_has "SCHED_FIFO 10.*does not sleep"
kill -KILL $hog
test_that "nothing is left" nothing_left
