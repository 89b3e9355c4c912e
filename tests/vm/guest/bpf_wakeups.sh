#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla wakeup" by BPF programs, on a machine that has no module: what they count, what they
# say of a hit, and that nothing of them is left, however a run ends.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
# shellcheck source=tests/vm/guest/wakers.sh
. /tests/wakers.sh
cd /tmp || exit 1
modprobe rtla_inject || exit 1
# counts TID: print how often a thread was woken, by the table
counts() { awk -v tid="$1" '$1 == tid { n += $3 } END { print n + 0 }' /tmp/out; }
# watching WORD...: run "rtla wakeup" in the background, and return when it counts
watching() {
	rtla wakeup -q -d 60 --tracer bpf "$@" >/tmp/out 2>/tmp/err &
	run=$!
	eventually is_measuring $run
	sleep 1
}
interrupt() {
	kill -INT $run
	test_that "$1" ended 0
}

test_that "no program is there before wake-ups are watched" no_programs

# ---- What it counts

# Cyclictest's first thread waits for the others; these sleep 500 times each.
watching --comm cyclictest --json r.json
cyclictest -q -m -l 500 -i 2000 -d 0 -p 80 -t 2 -a >/tmp/cyclictest
interrupt "BPF programs watch cyclictest"
sed 's/^/# /' /tmp/out
for tid in $(sed -n 's/^T: *[0-9]* ( *\([0-9]*\)).*/\1/p' /tmp/cyclictest); do
	slept=$(sed -n "s/^T: *[0-9]* ( *$tid).* C: *\([0-9]*\) .*/\1/p" /tmp/cyclictest)
	thread="cyclictest's thread $((++threads))"
	test_that "BPF programs count each wake-up of $thread" between "$(counts "$tid")" "$slept" $((slept + 20))
	test_that "BPF programs see that timers wake $thread" \
		jq -e --argjson tid "$tid" '.threads[] | select(.tid == $tid).latencies.timer.count >= 500' r.json
done
counted() {
	jq -r '.threads[] | select(.comm == "cyclictest") | .latencies[] |
		(.count == (.histogram.count | add // 0))' r.json | sort | uniq -c | awk '{ print $1, $2 }'
}
test_that "each thread that BPF programs watch has its distributions" same "$(counted)" "21 true"
# The averages are cut to whole ns.
test_that "the parts that BPF programs see add up" jq -e '[.threads[].latencies | .total.count as $count |
	(.total.avg_ns * $count - ([.timer, .irq, .queue, .wait, .pick | (.avg_ns // 0) * .count] | add)) / $count] |
	length > 0 and all(. > -1 and . < 5)' r.json
test_that "the end of a switch is not known by BPF" jq -e '[.threads[].latencies.switch.count] | all(. == 0)' r.json

# Timers of threads that are not real-time ones expire in softirqs, which others interrupt.
cp "$(command -v cyclictest)" softly
./softly -q -m --policy other -p 0 -i 1300 -t 2 -a >/dev/null &
softly=$!
watching --comm cyclictest --json r.json
cyclictest -q -m -l 1000 -i 2000 -d 0 -p 80 -t 2 -a >/tmp/cyclictest
interrupt "BPF programs watch cyclictest beside timers in softirqs"
kill $softly
wait $softly 2>/dev/null
for tid in $(sed -n 's/^T: *[0-9]* ( *\([0-9]*\)).*/\1/p' /tmp/cyclictest); do
	test_that "BPF programs see each timer that interrupts softirqs on CPU $((cpu++))" \
		jq -e --argjson tid "$tid" '.threads[] | select(.tid == $tid).latencies.timer.count >= 1000' r.json
done

exits "the threads of a program, by BPF" 0 rtla wakeup -q -d 60 --tracer bpf --json r.json -- \
	cyclictest -q -m -l 500 -i 2000 -p 80 -t 2 -a
test_that "BPF programs watch all threads of a program" same "$(grep -c ' cyclictest ' /tmp/out)" 3
exits "real-time threads of a program, by BPF" 0 rtla wakeup -q -d 60 --tracer bpf --rt -- \
	cyclictest -q -m -l 500 -i 2000 -p 80 -t 2 -a
test_that "BPF programs choose among the threads of a program" same "$(grep -c ' cyclictest ' /tmp/out)" 2

chrt -f 50 sh -c 'while sleep 0.05; do :; done' &
other=$!
exits "a process by its id, by BPF" 0 rtla wakeup -q -d 1 --tracer bpf --pid $other
test_that "BPF programs watch the process" between "$(counts $other)" 5 30
test_that "BPF programs watch no child without --children" out_lacks ' sleep '
exits "a process and its children, by BPF" 0 rtla wakeup -q -d 1 --tracer bpf --pid $other --children
test_that "BPF programs watch children with --children" out_has ' sleep '
exits "real-time threads, by BPF" 0 rtla wakeup -q -d 1 --tracer bpf
test_that "real-time threads are there by BPF" out_has ' sleep '
exits "a histogram of wake-ups, by BPF" 0 rtla wakeup hist -d 1 --tracer bpf --all -c 0
test_that "the histogram by BPF has buckets" out_has '^[0-9]*  *[0-9]* *[0-9]* *[0-9]* *[1-9]'
exits "wake-ups of one CPU, by BPF" 0 rtla wakeup -q -d 1 --tracer bpf --all -c 1 --by cpu
test_that "the table of one CPU by BPF has one row" same "$(grep -cE '^ *[01] +[0-9]+ [|]' /tmp/out)" 1
exits "several runs by BPF at a time" 0 sh -c 'rtla wakeup -q -d 1 --tracer bpf --all >/tmp/all & rtla wakeup -q -d 1 --tracer bpf --all && wait'
kill $other
wait $other 2>/dev/null
exits "an id that there is not, by BPF" 4 rtla wakeup -q -d 1 --tracer bpf --tid 4194303
test_that "the message names the option of that id" err_has '^rtla: --tid: no thread has one of these ids: '

# ---- Who wakes them

judge_wakers "by BPF" --tracer bpf
# A handler returns before the kernel wakes the thread of its interrupt.
watching --all --by waker
for _ in 1 2 3 4 5; do
	echo "handler 1 0 1000000" >/sys/kernel/debug/rtla_inject
	sleep 0.2
done
interrupt "BPF programs watch the threads of interrupts"
test_that "the interrupt wakes its thread, by BPF" between "$(woken_by irq rtla_inject)" 5 20

# ---- A hit

# Only the measuring thread of cyclictest is on CPU 1.
taskset -c 0 chrt -f 90 cyclictest -q -i 10000 -p 80 -a 1 -t 1 &
eventually pgrep cyclictest >/dev/null
while_measuring sh -c 'sleep 1; echo "preempt_off 1 0 300000000" >/sys/kernel/debug/rtla_inject'
exits "BPF programs stop at a thread that waits for long" 2 rtla wakeup -q -d 30 --tracer bpf -a 150000 --comm cyclictest
sed 's/^/# /' /tmp/out
test_that "BPF programs say who woke the thread" out_has '^  Woken by a timer'
test_that "BPF programs name the thread that was in the way" out_has ' inject/1:[0-9]* kept preemption off'
test_that "the time of the hit by BPF is explained" sh -c '! grep -E "Unexplained: +[0-9.]+ us .([1-9]|0\.[1-9])" /tmp/out'
exits "the trace of BPF programs can be analyzed later" 0 rtla analyze wakeup_trace.txt
test_that "the saved trace of BPF programs has the same cause" out_has ' inject/1:[0-9]* kept preemption off'
test_that "the saved trace of BPF programs has the waker" out_has '^  Woken by a timer'
wait %2 2>/dev/null
pkill cyclictest

# ---- What it cannot

# as_nobody CAPABILITIES: watch as another user than root
as_nobody() {
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps="-all$1" --ambient-caps="-all$1" \
		rtla wakeup -q -d 1 --tracer bpf --all
}
exits "two capabilities are enough to watch" 0 as_nobody ,+bpf,+perfmon
exits "another user without capabilities does not watch" 4 as_nobody ''
test_that "the message names the capabilities to watch" err_has 'CAP_BPF, CAP_PERFMON'
exits "a threshold of the switch is refused by BPF" 4 rtla wakeup -q -d 1 --tracer bpf --segment switch=1us

# ---- Nothing of it is left

for delay in 0 0.05 0.1 0.2 0.4 1; do
	rtla wakeup -q -d 60 --tracer bpf --all -a 1000000 >/dev/null 2>&1 &
	run=$!
	sleep $delay
	kill -KILL $run
	wait $run 2>/dev/null
	test_that "no program is left by a run that is killed $delay s after its start" eventually no_programs
done
without_module
exits "BPF programs stand in for the module where wake-ups are watched" 0 rtla wakeup -q -d 1 --all
with_module
test_that "no program of wake-ups is left" no_programs
test_that "nothing is left of wake-ups by BPF" eventually cleaned
