#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla overheads": what the kernel needs to release and switch the threads of programs
# that know nothing of it, beside other sessions, and while CPUs go and come.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
cd /tmp || exit 1
# count_of NAME: print how many samples of this overhead there are, by the table
count_of() { awk -v name="$1" '$1 == name { n += $2 + $3 } END { print n + 0 }' /tmp/out; }

# ---- A program behind "--"

exits "cyclictest, unmodified" 0 rtla overheads top -q --json /tmp/r.json --csv /tmp/r.csv \
	--gate 'cxs.max<1s' --gate 'sched.p99<1s' -- cyclictest -q -m -l 700 -i 2000 -p 80 -t 2 -a
sed 's/^/# /' /tmp/out
# One of its threads sleeps 700 times, the other one 560 times; others run, too.
for name in release-latency release wake; do
	test_that "each timer of its threads has a $name" between "$(count_of $name)" 1200 2000
done
for name in sched cxs sched2; do
	test_that "each switch to them has a $name" between "$(count_of $name)" 1200 6000
done
test_that "the tick is among them" between "$(count_of tick)" 10 100000
test_that "no interrupt came before it was sent" \
	jq -e '[.overheads[].negative] | add == 0' /tmp/r.json
test_that "nothing is absent that the kernel has a tracepoint for" jq -e \
	--argjson xcall "$([ -e /sys/kernel/tracing/events/ipi/ipi_send_cpu ] && echo true || echo false)" \
	'[.overheads | to_entries[] | select((.value.method == "absent") == (.key != "xcall" or $xcall))] == []' \
	/tmp/r.json
test_that "the file for scripts has a line for each, and for each CPU" \
	[ "$(grep -c '^[a-z0-9-]*,' /tmp/r.csv)" -ge 28 ]
test_that "nothing of it is left" sh -c '! pgrep -x cyclictest'

# ---- Whose overheads count

exits "all threads" 0 rtla overheads top -q -d 2 --all-threads -- sh -c 'for i in 1 2 3 4 5 6 7 8 9; do sleep 0.1; done'
test_that "have overheads" between "$(count_of sched)" 9 1000000
exits "the distributions" 0 rtla overheads hist -b 10 -E 100 -- cyclictest -q -m -l 200 -i 2000 -p 80 -t 1
test_that "are there" out_has '^Index'

# ---- Beside others

timerlat top -q -k -d 6 -p 2000 >/tmp/timerlat &
eventually anybody_is_measuring
exits "beside timerlat and rtla wakeup" 0 sh -c 'rtla wakeup -q -d 3 --all >/tmp/wakeup & rtla overheads top -q -d 2 && wait'
test_that "timerlat's threads have overheads" between "$(count_of release)" 1500 2100
wait $!
test_that "and timerlat is measured as always" grep -q '^  1 #[23][0-9][0-9][0-9] ' /tmp/timerlat

# ---- A hit, and what is left

exits "an overhead over its threshold" 2 rtla overheads top -q -d 20 -T cxs=1ns -- \
	cyclictest -q -m -i 2000 -p 80 -t 1
test_that "is told" out_has 'cxs'
cpu1=/sys/devices/system/cpu/cpu1/online
(sleep 1; echo 0 >$cpu1; sleep 1; echo 1 >$cpu1) &
exits "a CPU that goes and comes" 0 rtla overheads top -q -d 4 --all-threads --json /tmp/r.json
wait $!
test_that "makes no overhead of a second" jq -e '[.overheads[].max_ns | values] | max < 1000000000' /tmp/r.json
rtla overheads top -q -d 60 >/dev/null &
eventually anybody_is_measuring
kill -KILL $!
wait $! 2>/dev/null
test_that "a command that is killed leaves nothing" eventually cleaned
