#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: what a saved trace contains, and the tasks at a hit.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=4
short=(-k -q -d 1 -c 1)

# ---- events

run timerlat top "${short[@]}" --on-end trace -e sched:sched_switch -e irq
[ $status -eq 0 ] && [ -z "$err" ]
ok "-e takes an event, and a system"
called "the event is recorded" "events sched:sched_switch in trace"
called "all events of the system are recorded" "events irq:* in trace"
called "events are recorded on all CPUs" "create trace cpus=0-3"
called "the trace of events is that of the hit" "collect all in trace, freeze"
undone "all is undone"
run timerlat top "${short[@]}" --on-end trace
called "the measured CPUs are recorded without -e" "create trace cpus=1"

run timerlat top "${short[@]}" --on-end trace -e osnoise:irq_noise -e osnoise
called "events of ours are known by the in-tree tracer's system" \
	"events rtla:irq_noise in trace"
called "all events of ours are known so, too" "events rtla:* in trace"
run timerlat top "${short[@]}" --on-end trace -e rtla:stop
called "events of ours are known by their own system" "events rtla:stop in trace"

for event in foo foo:bar sched:bar osnoise:bar sched: :sched_switch ../sched; do
	run timerlat top "${short[@]}" -t -e "$event"
	[ $status -eq 1 ] || [ $status -eq 129 ]
	ok "-e '$event' is refused"
	! grep -qE '^(start|create)' "$SIM_LOG" 2>/dev/null
	ok "-e '$event' is refused before anything is started"
done
run timerlat top "${short[@]}" -t -e foo:bar
is "stderr says where the events are" "$status $err" \
	"1 rtla: event foo:bar: not found: see /sys/kernel/tracing/available_events"

run timerlat top "${short[@]}" -e sched
is "-e without a trace is told to be useless" "$status $err" \
	"0 rtla: --event: nothing will be recorded: add --trace, or another action that saves the trace"
! grep -q sched "$SIM_LOG"
ok "-e without a trace does nothing"

# ---- filters and triggers

run timerlat top "${short[@]}" --on-end trace -e sched:sched_switch \
	--filter 'next_pid == 1' -e osnoise:irq_noise --trigger stacktrace
[ $status -eq 0 ]
ok "--filter and --trigger"
called "the filter is that of the event before it" \
	"filter sched:sched_switch next_pid == 1 in trace"
called "the trigger is that of the event before it" "trigger rtla:irq_noise stacktrace in trace"
! grep -qE '^(filter rtla|trigger sched)' "$SIM_LOG"
ok "no other event has a filter or a trigger"
for what in filter trigger; do
	SIM=$SIM,refuse=1 run timerlat top "${short[@]}" -t -e osnoise:irq_noise \
		--$what 'wrong'
	is "a $what that the kernel refuses" "$status $err" \
		"1 rtla: --$what wrong: Field not found: not possible for event osnoise:irq_noise: see events/rtla/irq_noise/format in tracefs"
	! grep -q '^start' "$SIM_LOG"
	ok "a $what that the kernel refuses is refused before the start"
	undone "all is undone"
done

# ---- functions

run timerlat top "${short[@]}" --on-end trace -e ftrace:function \
	--filter 'hrtimer_* ktime_get' -e irq
[ $status -eq 0 ] && [ -z "$err" ]
ok "-e ftrace:function"
called "the filter of ftrace:function are names" "functions hrtimer_* ktime_get in trace"
called "other events are there, too" "events irq:* in trace"
SIM=$SIM,refuse=1 run timerlat top "${short[@]}" -t -e ftrace:function --filter none
is "a filter of names that there are not" "$status $err" \
	"1 rtla: ftrace:function --filter none: Invalid argument: see /sys/kernel/tracing/available_filter_functions"
undone "all is undone"
SIM=$SIM,functions=0 run timerlat top "${short[@]}" -t -e ftrace:function
is "a kernel that cannot" "$status $err" \
	"1 rtla: ftrace:function: not possible here: this kernel cannot trace functions"
run timerlat top "${short[@]}" -t -e ftrace:function --trigger stacktrace
is "a trigger" "$status $err" \
	"1 rtla: --trigger stacktrace: not possible for ftrace:function: leave it out"

# ---- histograms of triggers

rm -f ./*.txt
run hwnoise -q -d 1 -t -e osnoise:irq_noise --trigger 'hist:keys=desc'
is "a histogram is saved, though there is no hit" "$status $err" "0 "
is "under the name that was given" "$(tail -n 1 "$work/out")" \
	"  Saving event osnoise:irq_noise hist to osnoise_irq_noise_hist.txt"
is "the histogram has what there is" "$(cat osnoise_irq_noise_hist.txt)" "# event histogram"
is "no trace is saved beside the histogram" "$(ls)" osnoise_irq_noise_hist.txt
rm -f osnoise_irq_noise_hist.txt
mkdir osnoise_irq_noise_hist.txt
run hwnoise -q -d 1 -t -e osnoise:irq_noise --trigger 'hist:keys=desc'
is "a histogram that cannot be saved is refused before anything is measured" "$status $err $out" \
	"1 rtla: --trigger osnoise_irq_noise_hist.txt: Is a directory: give a file that can be written "
rmdir osnoise_irq_noise_hist.txt
SIM=$SIM,hit=100 run timerlat top -k -q -T 100 -d 5 -t -e sched:sched_switch \
	--trigger 'hist:keys=next_pid'
is "the histogram is saved last of all" "$status $(tail -n 1 "$work/out")" \
	"2   Saving event sched:sched_switch hist to sched_sched_switch_hist.txt"
rm -f ./*.txt
chmod a-w .
SIM=$SIM,unreadable=1 run timerlat top "${short[@]}" -t -e sched:sched_switch \
	--trigger 'hist:keys=next_pid'
chmod a+w .
is "a histogram that cannot be saved" "$status $err" \
	"1 rtla: sched_sched_switch_hist.txt: Input/output error: the histogram is not saved"
run timerlat top "${short[@]}" --on-end trace -e sched:sched_switch \
	--trigger stacktrace
[[ $status -eq 0 && $out != *"Saving event"* ]]
ok "other triggers have no histogram"
rm -f ./*.txt

# ---- the size of the trace buffer, and the instance for the analysis

run timerlat top "${short[@]}" --on-end trace --trace-buffer-size 100
called "--trace-buffer-size is that of the trace" "buffer 100 in trace"
is "no other buffer has that size" "$(grep -c ^buffer "$SIM_LOG")" 1
rm -f ./*.txt
for words in "-e sched" "--trace-buffer-size 10"; do
	SIM=$SIM,hit=100 run timerlat top -k -q -T 100 -d 5 -t $words
	[ $status -eq 2 ] && grep -qx "create analysis cpus=0-3" "$SIM_LOG" &&
		! grep -qE '^(events sched|buffer .*) in analysis' "$SIM_LOG"
	ok "$words does not get in the way of the analysis"
	has "$out" "## CPU 0 hit stop tracing, analyzing it ##"
	ok "the analysis is there with $words"
	undone "all is undone"
done
SIM=$SIM,hit=100 run timerlat top -k -q -T 100 -d 5 -t
! grep -q "create analysis" "$SIM_LOG"
ok "else one instance is enough"
rm -f ./*.txt

# ---- tasks

SIM=$SIM,hit=100 run timerlat top -k -q -T 100 -d 5 --dump-tasks
is "--dump-tasks tells what ran where, behind the analysis" \
	"$status $(tail -n 6 "$work/out")" \
"2 
Printing CPU tasks:
    [000] kworker/0:1:42 kworker:0x1234:work_function
    [001] (no switch in the trace)
    [002] (no switch in the trace)
    [003] (no switch in the trace)"
called "--dump-tasks records all CPUs" "create tasks cpus=0-3"
called "up to the hit" "collect nothing in tasks, freeze"
called "--dump-tasks records the scheduler" "events sched:sched_switch in tasks"
called "--dump-tasks records the workqueues" "events workqueue:workqueue_execute_start in tasks"
undone "all is undone"
SIM=$SIM,hit=100,works=0 run timerlat top -k -q -T 100 -d 5 --dump-tasks
has "$out" "    [000] kworker/0:1:42"
ok "--dump-tasks does without events of workqueues"
SIM=$SIM,hit=100 run timerlat top -k -q -T 100 -d 5 --dump-tasks --no-aa
[[ $out != *"Printing CPU tasks"* ]] && ! grep -q tasks "$SIM_LOG"
ok "--dump-tasks does nothing with --no-aa"

is "no file is left" "$(ls)" ""
finish
