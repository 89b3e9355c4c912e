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
# One of its threads sleeps 700 times. How often the other one does meanwhile, 560 times on a
# kernel that keeps time, it tells itself. Others run, too.
sleeps=$(sed -n 's/^T: [01] .* C: *\([0-9]*\) .*/\1/p' /tmp/out | tail -n 2 | paste -s -d +)
sleeps=$((${sleeps:-0}))
test_that "cyclictest has slept" between $sleeps 700 1400
in_time "cyclictest has slept each time that it was to" between $sleeps 1200 1400
for name in release-latency release wake; do
	test_that "each timer of cyclictest's threads has a $name" \
		between "$(count_of $name)" $((sleeps * 19 / 20)) $((sleeps * 8 / 5))
done
# A thread whose time has passed before it sleeps does not switch.
for name in sched cxs sched2; do
	in_time "each switch to cyclictest's threads has a $name" \
		between "$(count_of $name)" $((sleeps * 19 / 20)) $((sleeps * 5))
done
test_that "the tick is among the overheads" between "$(count_of tick)" 10 100000
test_that "no interrupt came before it was sent" \
	jq -e '[.overheads[].negative] | add == 0' /tmp/r.json
test_that "nothing is absent that the kernel has a tracepoint for" jq -e \
	--argjson xcall "$([ -e /sys/kernel/tracing/events/ipi/ipi_send_cpu ] && echo true || echo false)" \
	'[.overheads | to_entries[] | select((.value.method == "absent") == (.key != "xcall" or $xcall))] == []' \
	/tmp/r.json
test_that "the file for scripts has a line for each overhead, and for each CPU" \
	[ "$(grep -c '^[a-z0-9-]*,' /tmp/r.csv)" -ge 28 ]
test_that "nothing of cyclictest is left" sh -c '! pgrep -x cyclictest'

# ---- Whose overheads count

exits "all threads" 0 rtla overheads top -q -d 2 --all-threads -- sh -c 'for i in 1 2 3 4 5 6 7 8 9; do sleep 0.1; done'
test_that "all threads have overheads" between "$(count_of sched)" 9 1000000
exits "the distributions" 0 rtla overheads hist -b 10 -E 100 -- cyclictest -q -m -l 200 -i 2000 -p 80 -t 1
test_that "the distributions are there" out_has '^Index'

# ---- Beside others

# of_timerlat FILTER: print a figure of its periods on all CPUs
of_timerlat() { jq ".all.latencies.thread | $1" /tmp/t.json; }
timerlat top -q -k -d 6 -p 2000 --json /tmp/t.json >/tmp/timerlat 2>&1 &
eventually anybody_is_measuring
exits "overheads beside timerlat and rtla wakeup" 0 sh -c 'rtla wakeup -q -d 3 --all >/tmp/wakeup & rtla overheads top -q -d 2 && wait'
in_time "timerlat's threads have overheads" between "$(count_of release)" 1500 2100
wait $!
test_that "timerlat beside overheads has all of its periods" between "$(of_timerlat '.corrected.count // .count')" 5990 6001
in_time "timerlat beside overheads measures as many periods as always" grep -q '^  1 #[23][0-9][0-9][0-9] ' /tmp/timerlat
exits "overheads around timerlat" 0 rtla overheads top -q -- timerlat top -q -k -d 2 -p 2000 --json /tmp/t.json
test_that "each period of timerlat that is measured has a release" \
	between "$(count_of release)" $(($(of_timerlat .count) * 9 / 10)) $(($(of_timerlat .count) * 2 + 100))

# ---- A hit, and what is left

exits "an overhead over its threshold" 2 rtla overheads top -q -d 20 -T cxs=1ns -- \
	cyclictest -q -m -i 2000 -p 80 -t 1
test_that "the output says that cxs hit" out_has 'cxs'
# CPU 1 goes when the measurement has begun, and is back before it ends.
cat >away <<-'end'
	cpu1=/sys/devices/system/cpu/cpu1/online
	sleep 1 && echo 0 >$cpu1 && sleep 2 && echo 1 >$cpu1 && sleep 1 && echo back >back
end
exits "a CPU that goes and comes" 0 rtla overheads top -q --all-threads --json /tmp/r.json -- sh away
test_that "the CPU is back" test -e back
test_that "the CPU that went makes no overhead of two seconds" jq -e '[.overheads[].max_ns | values] | max < 2000000000' /tmp/r.json
rtla overheads top -q -d 60 >/dev/null &
eventually anybody_is_measuring
kill -KILL $!
wait $! 2>/dev/null
test_that "a command that is killed leaves nothing" eventually cleaned
