#!/bin/sh
# The tracer by BPF programs: it measures without the module, names injected causes as the
# module does, needs three capabilities and no tracefs, and leaves nothing behind.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/bpf_injected.sh
. /tests/bpf_injected.sh

test_that "no program is loaded before" no_programs
exits "timerlat measures by BPF" 0 timerlat top --tracer bpf -q -c 1 -d 1
test_that "the table has a row of its CPU" out_has '^  1 #[0-9]'
exits "a result tells what has measured" 0 timerlat hist --tracer bpf -c 0-1 -d 1 --json result.json
test_that "the result is measured by bpf" jq -e '.measured_by == "bpf"' result.json
test_that "the result tells what BPF programs do not see" \
	jq -e '[.not_seen[].id] == ["callbacks", "causes", "own_work"] and all(.not_seen[]; .why != "")' result.json
test_that "the result has all three latencies of both CPUs" \
	jq -e '[.cpus[].latencies | .irq.count, .thread.count, .user.count] | length == 6 and all(. > 100)' result.json

# Timers of threads that are not real-time ones expire in softirqs, which others interrupt.
cyclictest -q -m --policy other -p 0 -i 230 -d 0 -t 1 -a 1 >/dev/null 2>&1 &
softly=$!
exits "timerlat measures by BPF beside timers in softirqs" 0 timerlat hist --tracer bpf -c 1 -p 700 -d 8 -T 9000000 --json result.json
kill $softly
wait $softly 2>/dev/null
test_that "BPF programs see each timer of timerlat that interrupts softirqs" \
	jq -e '.all.latencies | .irq.count > 5000 and .irq.count == .thread.count' result.json

# RT has no softirqs of its own: threads run them.
causes='preempt_off irqs_off irq softirq fifo'
held='inject/1:[0-9]+ kept preemption off in spin'
case $(uname -v) in *PREEMPT_RT*) causes='preempt_off irqs_off irq fifo' ;; esac
for kind in $causes; do
	case $kind in
	preempt_off) what=$held ;;
	irqs_off) what='inject/1:[0-9]+ kept interrupts off in run_irqs_off' ;;
	irq) what='the interrupt rtla_inject:[0-9]+ held off' ;;
	softirq) what='the softirq TASKLET:6' ;;
	fifo) what='inject/1:[0-9]+ ran in spin .*, with real-time priority 99' ;;
	esac
	judge "$kind by BPF" "$kind" "$what"
done
# early_stack: the stack of the last hit was taken soon after the time that -s gives, and not by the next tick
early_stack() {
	sed -n 's/.*stack trace, taken at \([0-9.]*\) us$/\1/p' said >taken
	awk '{ print; found = $1 >= 5000 && $1 < 6000 } END { exit !found }' taken
}
test_that "a stack by BPF is taken at the time that -s gives" early_stack
test_that "the analysis says that BPF programs have recorded it" jq -e '.hits[0].analysis.tracer == "bpf"' again.json

background timerlat top --tracer bpf -q -c 1
eventually pgrep -x timerlatu/1 >/dev/null
test_that "programs are loaded while it measures" programs
test_that "a process that measures by BPF has no page fault" stays_in_memory "$(pgrep -x timerlatu/1)"
test_that "a process that measures by BPF gets no copy of the command's memory" copies_little "$(pgrep -x timerlatu/1)"
kill -9 $run
test_that "nothing is left of a run that is killed" eventually no_programs
test_that "no process of a run that is killed is left" eventually no_workloads

exits "kernel threads are refused" 4 timerlat top --tracer bpf -k -q -c 1 -d 1
test_that "the refusal names the reason" err_has 'it measures with processes of user space only'
exits "an event of tracefs is refused" 4 timerlat top --tracer bpf -q -c 1 -T 9000 -t -e sched -d 1
test_that "the refusal names tracefs" err_has '^rtla: --event: the tracer by BPF programs uses no tracefs'

exits "three capabilities are enough" 0 as_nobody ,+bpf,+perfmon,+sys_nice
test_that "the table of another user has its row" out_has '^  1 #[0-9]'
exits "another user without capabilities does not measure" 4 as_nobody ''
test_that "the message names both capabilities" err_has '^rtla: --tracer bpf: this user lacks CAP_BPF and CAP_PERFMON: run as root, or with CAP_BPF, CAP_PERFMON and CAP_SYS_NICE$'
exits "another user without CAP_PERFMON does not measure" 4 as_nobody ,+bpf,+sys_nice
test_that "the message names CAP_PERFMON" err_has 'this user lacks CAP_PERFMON: run as root'
exits "another user without CAP_SYS_NICE does not measure" 4 as_nobody ,+bpf,+perfmon
test_that "the message names CAP_SYS_NICE" err_has 'CAP_SYS_NICE'
exits "another user without CAP_SYS_NICE measures with a priority of its own" 0 as_nobody ,+bpf,+perfmon -P o:0

without_module
exits "BPF programs stand in for the module" 0 timerlat top -q -c 1 -d 1
grep -qw timerlat $tracefs/available_tracers ||
	test_that "a note tells that they measure" sh -c 'timerlat top -c 1 -d 1 2>&1 >/dev/null </dev/null | grep "^rtla: BPF programs measure: "'
with_module
test_that "nothing is left after BPF" nothing_left
test_that "no program is left" no_programs
