#!/bin/bash
# Measurements side by side: each owns its CPUs.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

osnoise top -q -c 0 -p 200000 -r 100000 >osnoise.out 2>&1 &
osnoise=$!
eventually is_measuring_or_ended $osnoise
exits "timerlat beside osnoise" 0 timerlat top -q -k -c 1 -d 2
test_that "timerlat measures its CPU" out_has '^  1 #[1-9]'
test_that "timerlat measures no other CPU" out_lacks '^  0 #'
test_that "timerlat tells of the other session" out_has '^1 other session of rtla.ko ran beside this one;'
exits "a CPU of the other session is busy" 4 timerlat hist -c 0-1 -d 1
test_that "stderr says that CPU 0 is busy" err_has 'CPU 0: busy'
exits "the doctor beside osnoise" 2 rtla doctor -c 0-1 --json doctor.json
test_that "the doctor says who measures on which CPU" jq -e --arg pid $osnoise '.environment.checks[] | select(.name == "tracer") | .status == "failure"
	and .value == "the module, but osnoise (process \($pid)) already measures with it on CPU 0" and (.remedy | test("leave CPU 0 out with --cpus$"))' doctor.json
test_that "the doctor does not say that all is here" out_lacks '^Everything'
rtla doctor -c 1 --json doctor.json >out
test_that "the doctor does not mind the session of another CPU" jq -e '.environment.checks[] | select(.name == "tracer") | .value == "the module, not for cycle"' doctor.json
kill -INT $osnoise
wait $osnoise
test_that "osnoise ends well" same $? 0
rtla wakeup -q -d 5m >wakeup.out 2>&1 &
wakeup=$!
eventually is_measuring_or_ended $wakeup
test_that "wake-ups are watched" is_measuring $wakeup
rtla doctor --json doctor.json >out
test_that "the doctor minds no session that only watches" jq -e '.environment.checks[] | select(.name == "tracer") | .value == "the module, not for cycle"' doctor.json
kill -INT $wakeup
wait $wakeup
test_that "osnoise measured its CPU" file_has osnoise.out '^  0 #[1-9]'
test_that "osnoise measured no other CPU" file_lacks osnoise.out '^  1 #'

timerlat hist -u -c 0 -d 3 >hist.out 2>&1 &
hist=$!
eventually is_measuring_or_ended $hist
exits "hwnoise beside timerlat hist -u" 0 hwnoise -q -c 1 -p 200000 -r 100000 -d 2
test_that "hwnoise measures its CPU" out_has '^  1 #[1-9]'
wait $hist
test_that "timerlat ends well" same $? 0
test_that "timerlat measured its CPU" file_has hist.out '^Index .*IRQ-000'
exits "timerlat after the other sessions" 0 timerlat top -q -d 1 --json alone.json
test_that "timerlat does not tell of another session" out_lacks 'other session'
test_that "the result says that there was no other session" file_has alone.json '"other_sessions":0,'

# hwnoise measures with interrupts off, so no interrupt, softirq or thread can
# be part of its noise.
local_timers() { awk '/^ *LOC:/ { print $3 }' /proc/interrupts; }
watch osnoise_sample
background hwnoise -q -c 1 -p 1000000 -r 900000
before=$(local_timers)
sleep 3
test_that "hwnoise leaves few timer interrupts" between $(($(local_timers) - before)) 0 450
interrupted
test_that "hwnoise tells of its periods" file_has $watch/trace osnoise_sample:
test_that "hwnoise has no interrupt while it looks" \
	[ -z "$(watched | grep -v 'irq_count=0 nmi_count=0 softirq_count=0 thread_count=0')" ]
# NMIs can be part of its noise. vm-nmi sends them to CPU 0.
background hwnoise -q -c 0 -r 1000000 -p 1000000 -T 20
vm-nmi 5
sleep 2.5
interrupted
# One of the NMIs may come between two periods, where none is counted.
test_that "NMIs are counted" between "$(top_field 0 9)" 4 5
test_that "nothing is left" nothing_left
