#!/bin/sh
# The analysis of a hit, and the options that say how much of it is printed.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

# A known cause of a hit, which has a stack: a timer that expires on an idle CPU, or interrupts
# the measuring thread itself, has none that would say why.
modprobe rtla_inject
cause() { echo "preempt_off 1 0 20000000" >/sys/kernel/debug/rtla_inject; }
at_cause='^ *-> spin \[rtla_inject\]$'

for view in top hist; do
	for threads in -k -u; do
		quiet=$([ $view = hist ] || echo -q)
		name="$view $threads"
		# shellcheck disable=SC2086
		exits "$name -T" 2 timerlat $view $quiet $threads -c 1 -T 1
		test_that "$name: the hit of -T is analysed" out_has '^## CPU 1 hit stop tracing, analyzing it ##$'
		test_that "$name: the analysis of -T ends with the latency" out_has '^ *\(Thread\|User\) latency: .* us (100%)$'
		test_that "$name: the analysis of -T adds up" out_has '^  Unexplained: '
		while_measuring cause
		# shellcheck disable=SC2086
		exits "$name -a" 2 timerlat $view $quiet $threads -c 1 -a 10000 --dump-tasks
		test_that "$name: the hit of -a is analysed" out_has '^## CPU 1'
		test_that "$name: the analysis of -a ends with the latency" out_has '^ *\(Thread\|User\) latency: .* us (100%)$'
		test_that "$name: the analysis of -a has the stack of the cause" out_has "$at_cause"
		test_that "$name: the stack lacks the timer's own interrupt" out_lacks '-> timerlat_irq'
		test_that "$name: the tasks are told" out_has '^Printing CPU tasks:$'
		test_that "$name: the tasks of each CPU are told" out_has '^ *\[000\] '
		# shellcheck disable=SC2086
		exits "$name --no-aa" 2 timerlat $view $quiet $threads -c 1 -T 1 --no-aa
		test_that "$name: --no-aa leaves out the analysis" out_lacks '^##'
		test_that "$name: the hit is told" out_has '^rtla timerlat hit stop tracing$'
	done
done
for command in "top -q -s 1" "hist -s 1" "top -q -S 1 -p 100000" "hist -S 1 -p 100000"; do
	# shellcheck disable=SC2086
	exits "osnoise $command" 2 osnoise $command -c 1
	case $command in
	*-S*) total='     Total noise' ;;
	*) total='    Single noise' ;;
	esac
	test_that "osnoise $command: the hit is analysed" out_has '^## CPU 1 hit stop tracing, analyzing it ##$'
	test_that "osnoise $command: the analysis adds up" out_has "^$total: .* us (100%)\$"
	test_that "osnoise $command: the analysis is complete" out_lacks 'are missing'
	test_that "osnoise $command: the rest is told" out_has '^  Unexplained: '
	test_that "osnoise $command: one sentence names the cause" out_has '^  [0-9]* % of [0-9.]* us: '
	test_that "osnoise $command: the analysis has a picture" out_has '^ *[^ ]* |[ #-]*|$'
done
exits "osnoise --no-aa" 2 osnoise top -q -c 1 -s 1 --no-aa
test_that "osnoise --no-aa leaves out the analysis" out_lacks '^##'
exits "--aa-only" 2 timerlat top -u -c 1 --aa-only 1
test_that "--aa-only: the hit is analysed" out_has '^## CPU 1'
test_that "--aa-only prints no table" out_lacks '^CPU COUNT'

exits "--aa-only without a hit" 0 timerlat top -k --aa-only 9000000 -d 1
test_that "--aa-only: the maximum is told without a hit" out_has '^  Max latency was [0-9]'
test_that "--aa-only prints no table without a hit" out_lacks '^CPU COUNT'

stack() { sed -n '/Blocking thread stack trace/,/^[^ ]\|^  [^ ]/p' /tmp/out | grep -c -e "$at_cause"; }
for format in truncate skip full; do
	while_measuring cause
	exits "--stack-format $format" 2 timerlat top -q -k -c 1 -T 10000 -s 10000 --stack-format $format
	test_that "the analysis has the cause's stack in the format $format" [ "$(stack)" = 1 ]
done

# The first activation after the arming hits. Its idle state is known only if
# the CPU went idle after the trace had begun, so cyclictest wakes the CPU now
# and then. The timer may also interrupt cyclictest, so there may be more than
# one run.
cyclictest -q -t1 -a1 -p1 -i 5000 --latency=1000000 -D 600 >/dev/null 2>&1 &
waker=$!
idle_state_told() { out_has '^      exit from idle state 1, or hardware$'; }
exits_once idle_state_told "-e power:cpu_idle" 2 timerlat top -q -k -c 1 -p 100000 -i 1 -e power:cpu_idle
test_that "the idle state is told where it is traced" idle_state_told
kill $waker
wait $waker 2>/dev/null

# ---- Stacks that begin in a thunk ----------------------------------------------------

# If the kernel has thunks of indirect calls, each third interrupt comes in one of them. The
# kernel cannot unwind these.
calls() {
	for _ in $(seq 20); do
		echo "indirect_calls 1 0 20000000" >/sys/kernel/debug/rtla_inject
		sleep 0.05
	done
}
under_calls() {
	while_measuring calls
	timerlat top -q -k -c 1 -T 10000 -s 10000 -d 6 --keep 25
}
needs_thunks() { grep -q Retpolines /sys/devices/system/cpu/vulnerabilities/spectre_v2; }
# Of a dozen hits, one of sixty times none comes in a thunk.
saw_thunk() { ! needs_thunks || out_has '-> __x86_indirect_thunk_'; }
exits_once saw_thunk "indirect calls" 0 under_calls
in_calls='inject/1:[0-9]* kept preemption off in [a-z_]* \[rtla_inject\][.]$'
test_that "indirect calls are named" [ "$(grep -c "$in_calls" /tmp/out)" -ge 10 ]
test_that "indirect calls are named each time" out_lacks 'inject/1:[0-9]* kept preemption off[.]$'
if needs_thunks; then
	test_that "the stacks of indirect calls have their thunk" out_has '-> __x86_indirect_thunk_'
else
	skip "the stacks of indirect calls have their thunk" "this kernel needs none"
fi

# The softirq begins as its timer interrupts the calls, and has the CPU when the stack is taken.
calls_below_softirq() {
	for _ in $(seq 20); do
		echo "soft_hrtimer,indirect_calls@500000+40000000 1 0 12000000" >/sys/kernel/debug/rtla_inject
		sleep 0.05
	done
}
while_measuring calls_below_softirq
exits "indirect calls below a softirq" 0 timerlat top -q -k -c 1 -T 10000 -s 10000 -d 6 --keep 25
test_that "indirect calls below a softirq are named" [ "$(grep -c "$in_calls" /tmp/out)" -ge 10 ]
test_that "indirect calls below a softirq are named each time" out_lacks 'inject/1:[0-9]* kept preemption off[.]$'

# ---- A latency that ends as the timer for its stack expires --------------------------

# The measuring thread has begun to run then, but has not taken its timestamp. Each cause begins
# before the timer expires, also where the emulator comes late, and ends a little nearer to the
# threshold, or further behind it, than the one before.
period=100000000 threshold=20000000 lead=10000000
near_threshold() {
	t_w=$(watched | sed -n 's/.* t_w=\([0-9]*\).*/\1/p' | tail -n 1)
	for step in $(seq 20); do
		t_w=$((t_w + 3 * period))
		echo "preempt_off 1 $((t_w - lead)) $((lead + threshold - 175000 + step * 3000)) $t_w" >/sys/kernel/debug/rtla_inject
	done
}
watch timerlat_sample
while_measuring near_threshold
exits "causes that end near the threshold" 0 timerlat top -q -k -c 1 -p $((period / 1000)) -T $((threshold / 1000)) -s $((threshold / 1000)) -d 9 --keep 25
wait $!
rmdir $watch
test_that "there are hits near the threshold" [ "$(grep -c '^## CPU 1 hit' /tmp/out)" -ge 10 ]
test_that "no stack is that of the measuring thread" out_lacks '-> timerlat_thread'
test_that "the cause is named each time" out_lacks 'inject/1:[0-9]* kept preemption off[.]$'

# ---- An IRQ latency that is a hit, and what came next --------------------------------

# The stop waits for the thread. The interrupts are off for so long that a busy host hardly
# stops the guest for as long.
for threads in -k -u; do
	while_measuring sh -c "echo 'irqs_off 1 0 300000000' >/sys/kernel/debug/rtla_inject"
	rm -f timerlat_trace.txt
	exits "$threads: interrupts are off, with -a" 2 timerlat top -q $threads -c 1 -a 250000 -d 60 --json stop.json
	test_that "$threads: the hit is told as before" out_has '^rtla timerlat hit stop tracing$'
	test_that "$threads: the trace has the name that it had" [ -s timerlat_trace.txt ]
	test_that "$threads: the report has the IRQ latency" out_has '^  IRQ latency:  *[0-9.]* us$'
	total=$([ $threads = -k ] && echo '  Thread latency' || echo '    User latency')
	test_that "$threads: the report ends with the latency after it" out_has "^$total:  *[0-9.]* us (100%)\$"
	test_that "$threads: the cause is named" out_has ' % of .* us: inject/1:[0-9]* kept interrupts off in .*, or hardware delayed'
	test_that "$threads: the stack of that moment is there" out_has '^ *-> run_irqs_off \[rtla_inject\]$'
	test_that "$threads: the trace has the samples of both" sh -c \
		"tail -n 30 timerlat_trace.txt | grep -c 'context  *\(irq\|thread\) timer_latency  *[23][0-9]\{8\} ns' | grep -x 2"
	wait
done
while_measuring sh -c "echo 'irqs_off 1 0 300000000' >/sys/kernel/debug/rtla_inject"
exits "interrupts are off, with -i alone" 2 timerlat top -q -k -c 1 -i 250000 -s 250000 -d 60
test_that "-i alone stops in the interrupt" out_has '^     IRQ latency:  *[0-9.]* us (100%)$'
wait

# ---- The thread that caused a latency ------------------------------------------------

# The spinner has a higher priority than the measuring thread, and a cgroup of
# its own. It spins for 0.4 s, and then stops itself, so that the command can
# still read its priority and cgroup. It has to stop by itself: no other process
# is sure to get a CPU in time, and if it spun for ever, the latency would never
# end, and so would not be measured.
cgroup=/sys/fs/cgroup/spinner
mkdir $cgroup
cat >spinner <<'X'
echo $$ >/sys/fs/cgroup/spinner/cgroup.procs
look() { read -r up _ </proc/uptime && now=${up%.*}${up#*.}; }
look
end=$((now + 40))
while look && [ "$now" -lt $end ]; do :; done
kill -STOP $$
X
while_measuring chrt -f 97 taskset -c 1 sh spinner
# A busy host may stop the guest for as long, so that is not the only hit to
# keep.
exits "a thread of a higher priority" 0 timerlat top -q -k -c 1 -T 200000 -d 8 --keep 5 --dump-tasks
test_that "the thread of a higher priority has come" eventually grep -q . $cgroup/cgroup.procs
pid=$(cat $cgroup/cgroup.procs)
test_that "the thread of a higher priority has interfered" out_has "^ *sh:$pid .* us\( ([0-9]* times)\)*\$"
test_that "the sentence names the thread, and its priority" out_has "^  [0-9]* % of [0-9.]* us: sh:$pid ran.*, with real-time priority 97"
test_that "the analysis says how the thread is scheduled, and where it belongs" out_has "^ *sh:$pid: SCHED_FIFO 97, cgroup /spinner\$"
test_that "--dump-tasks says how threads are scheduled" out_has '^ *\[00[01]\] .*, SCHED_.*, cgroup /'
kill -KILL "$pid"
eventually rmdir $cgroup 2>/dev/null
test_that "nothing is left" nothing_left
