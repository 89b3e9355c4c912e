#!/bin/sh
# The demonstration: timerlat waits for a latency over 100 ms, which nothing else
# causes in a machine whose clock counts instructions; after a few seconds the injector turns preemption off on
# CPU 1 for a quarter of a second.
modprobe rtla_inject || exit 1
(
	sleep 3
	echo "preempt_off 1 0 250000000" >/sys/kernel/debug/rtla_inject
) &
uname -r
exec timerlat top -a 100000
