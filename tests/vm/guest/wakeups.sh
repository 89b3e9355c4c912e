#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla wakeup": the wake-ups of programs that know nothing of it, of timerlat's own
# threads, and what each was late for.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/wakers.sh
. /tests/wakers.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
cd /tmp || exit 1
modprobe rtla_inject || exit 1
# count_of NAME: print how often the threads of this name were woken, by the table
count_of() { awk -v comm="$1" '$2 == comm { n += $3 } END { print n + 0 }' /tmp/out; }

# ---- A program behind "--"

exits "cyclictest, unmodified" 0 rtla wakeup -q -d 60 --json /tmp/r.json -- \
	cyclictest -q -m -l 500 -i 2000 -p 80 -t 2 -a
sed 's/^/# /' /tmp/out
test_that "cyclictest says what it always says" grep -q '^T: 0 ' /tmp/out
# all_counted: succeeds if each of cyclictest's threads was woken as often as cyclictest says
# itself, or a bit more often: at its start and end, or as it has waited for a lock.
all_counted() {
	awk '
		/^T:/ { gsub(/[():]/, " "); slept[$3] = $9 }
		$1 in slept && $2 == "cyclictest" { good += $3 >= slept[$1] && $3 <= slept[$1] + 20 }
		END { exit good != 2 }' /tmp/out
}
test_that "all wake-ups of cyclictest's threads are there" all_counted
test_that "the run ended with cyclictest" grep -q '"ended_by": *"program"' /tmp/r.json
test_that "the table has what the paper calls its figures" out_has 'irq->wake (IRQ_TIME) .* wake->run (IRQ_END->SCHEDULE) '
test_that "nothing of cyclictest is left" sh -c '! pgrep -x cyclictest'
# counted: print, for each part of the wake-ups of each thread with this name, whether its
# distribution has all of them
counted() {
	jq -r '.threads[] | select(.comm == "cyclictest") | .latencies[] |
		(.count == (.histogram.count | add // 0))' /tmp/r.json | sort | uniq -c
}
# There are three threads, with seven parts each.
test_that "each thread has its distributions, with all of its wake-ups" \
	[ "$(counted | awk '{ print $1, $2 }')" = "21 true" ]
exits "cyclictest's real-time threads" 0 rtla wakeup -q -d 60 --rt -- \
	cyclictest -q -m -l 500 -i 2000 -p 80 -t 2 -a
test_that "all wake-ups of cyclictest's threads are there with --rt" all_counted
test_that "cyclictest's main thread is not there with --rt" [ "$(grep -c ' cyclictest ' /tmp/out)" = 2 ]
exits "a gate for the threads of a name" 0 rtla wakeup -q -d 60 \
	--gate 'total.p99 < 1s @comm=cyclictest' -- cyclictest -q -m -l 600 -i 2000 -p 80 -t 2 -a
exits "a gate that cannot hold" 2 rtla wakeup -q -d 60 \
	--gate 'total.p99 < 100ns @comm=cyclictest' -- cyclictest -q -m -l 600 -i 2000 -p 80 -t 2 -a
sed 's/^/# /' /tmp/out

# ---- Who wakes them

judge_wakers "by the module"
judge_late_timer wakeup

# ---- Others

chrt -f 50 sh -c 'while sleep 0.01; do :; done' &
other=$!
exits "a thread by its id" 0 rtla wakeup -q -d 2 --pid $other --children
test_that "the children of a thread are in the table" out_has ' sleep  '
kill $other
wait $other 2>/dev/null
exits "an id that there is not" 4 rtla wakeup -q -d 2 --tid 4194303
test_that "stderr says that there is no such thread" err_has '^rtla: --tid: no thread has one of these ids: '

# ---- Beside timerlat

timerlat top -q -k -d 5 -p 2000 >/tmp/timerlat &
eventually anybody_is_measuring
exits "timerlat's own threads" 0 rtla wakeup -q -d 2 --json /tmp/r.json
wait $!
test_that "the thread of CPU 0 is there" between "$(count_of timerlat/0)" 900 1001
test_that "the thread of CPU 1 is there" between "$(count_of timerlat/1)" 900 1001
test_that "timerlat is measured as always" grep -q '^  1 #2[0-9][0-9][0-9] ' /tmp/timerlat
exits "several runs at a time" 0 sh -c 'rtla wakeup -q -d 2 --all >/tmp/all & rtla wakeup -q -d 2 --all && wait'

# ---- A hit

# Only the measuring thread of cyclictest is on CPU 1.
taskset -c 0 chrt -f 90 cyclictest -q -i 10000 -p 80 -a 1 -t 1 &
eventually pgrep cyclictest >/dev/null
(sleep 2; echo "preempt_off 1 0 300000000" >/sys/kernel/debug/rtla_inject) &
exits "a thread that waits for long" 2 rtla wakeup -q -d 20 -a 150000 --comm cyclictest --json /tmp/r.json \
	--perfetto /tmp/ui.json
sed 's/^/# /' /tmp/out
test_that "the analysis says who woke the thread" out_has "^  Woken by a timer, in $(timer_irq)"
# The arrow that belongs to the hit is the last one.
test_that "an arrow shows who woke the thread" jq -e '[.traceEvents[] | select(.ph == "s" or .ph == "f")] |
	.[-2].ph == "s" and .[-2].pid == 1 and .[-1].ph == "f" and .[-1].pid == 2 and
	.[-2].id == .[-1].id and .[-2].ts < .[-1].ts' /tmp/ui.json
test_that "the analysis says who was in the way" out_has 'Blocking thread: '
test_that "the thread that was in the way is named" out_has ' inject/1:[0-9]'
test_that "one sentence says what the thread did" out_has '^  .* inject/1:[0-9]* kept preemption off'
# It is that of the thread that ran last.
test_that "the stack of the thread is there, if nothing else ran since" out_has 'rtla_inject\]\|Interfering thread stack trace'
test_that "the trace is saved" file_has wakeup_trace.txt ' stop: '
exits "the saved trace can be analyzed later" 0 rtla analyze wakeup_trace.txt
test_that "the saved trace has the same cause" out_has ' inject/1:[0-9]* kept preemption off'
wait %2 2>/dev/null
pkill cyclictest
test_that "nothing is left" eventually cleaned
