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
	rtla wakeup -q -d 600 "$@" >/dev/null &
	until grep -qsE '^(rtla-counts:.1|link_type:.*)$' /proc/$!/fdinfo/*; do sleep 0.1; done
	sleep 2
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
cost bpf_others beside --tracer bpf --tid $!
cost bpf_names beside --tracer bpf --comm nobody
cost bpf_watched rtla wakeup -q --tracer bpf -- /root/pingpong $rounds
cost bpf_wakers rtla wakeup -q --tracer bpf --by waker -- /root/pingpong $rounds
cost bpf_threads rtla wakeup -q --tracer bpf --json r.json -- /root/pingpong $rounds
cost bpf_overheads rtla overheads top -q --tracer bpf -- /root/pingpong $rounds
cost bpf_traced rtla wakeup -q --tracer bpf -T 1000000 -- /root/pingpong $rounds
kill $!
