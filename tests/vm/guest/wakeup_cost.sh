#!/bin/sh
# Runs in a guest with one CPU whose clock counts instructions: prints what a session
# that watches wake-ups, or measures overheads, costs each wake-up. "cost: NAME N" is what a
# wake-up and the switch to the thread take in ns, that is in instructions.
set -u
cd /tmp || exit 1
rounds=30000

# cost NAME COMMAND...: run COMMAND, whose output has a line with a number only
cost() {
	name=$1
	shift
	echo "cost: $name $("$@" 2>/dev/null | grep -x '[0-9]*')"
}

# beside WORD...: print what a wake-up takes while rtla watches others
beside() {
	rtla wakeup -q -d 60 "$@" >/dev/null &
	until grep -qs '^rtla-counts:.1$' /proc/$!/fdinfo/*; do sleep 0.1; done
	sleep 0.5
	/root/pingpong $rounds
	kill -INT $!
	wait $!
}

# triggers: print what a wake-up takes while triggers of tracefs watch it
triggers() {
	rtla wakeup -q -d 60 --no-module --comm pingpong >/dev/null &
	until grep -qs onmax /sys/kernel/tracing/instances/rtla.*.wakeup/events/synthetic/*/trigger; do
		sleep 0.1
	done
	sleep 0.5
	/root/pingpong $rounds
	kill -INT $!
	wait $!
}

# The first run has its files to read.
/root/pingpong 100 >/dev/null
rtla wakeup -q -d 1 >/dev/null
sleep 600 &
cost nobody /root/pingpong $rounds
cost others beside --tid $!
cost names beside --comm nobody
cost watched rtla wakeup -q -- /root/pingpong $rounds
cost wakers rtla wakeup -q --by waker -- /root/pingpong $rounds
cost distributions rtla wakeup -q --stream r.ndjson -- /root/pingpong $rounds
cost threads rtla wakeup -q --json r.json -- /root/pingpong $rounds
cost overheads rtla overheads top -q -- /root/pingpong $rounds
cost traced rtla wakeup -q -T 1000000 -- /root/pingpong $rounds
kill $!
cost triggers triggers
