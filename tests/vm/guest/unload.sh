#!/bin/sh
# The module is unloaded while other programs use its events. How that goes
# depends on the version of the kernel.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh

# Each event of the module gets a trigger, as a program that was killed may
# leave it. A warning in the kernel's log would be a failure.
held=$tracefs/instances/held
mkdir $held
for file in $held/events/rtla/*/trigger; do echo 'hist:keys=common_pid' >"$file"; done
timerlat top -q -k -d 1 >/dev/null
test_that "the module is unloaded beside triggers of others" rmmod rtla
rmdir $held
test_that "the module can be loaded again" modprobe rtla

# A process goes on setting and removing triggers while the module is unloaded.
mkdir $held
while :; do
	for file in $held/events/rtla/*/trigger; do
		echo stacktrace >"$file"
		echo '!stacktrace' >"$file"
	done
done 2>/dev/null &
setter=$!
for _ in 1 2 3 4 5 6 7 8; do
	rmmod rtla && modprobe rtla || echo failed
done >/tmp/out 2>&1
kill $setter
wait $setter 2>/dev/null
test_that "the module is unloaded while others set triggers" out_lacks .
test_that "the kernel has nothing to warn of" sh -c '! dmesg | grep WARNING:'
rmdir $held
exits "timerlat measures after the module was unloaded" 0 timerlat top -q -k -d 1
