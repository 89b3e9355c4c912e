#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla analyze" with saved traces, and with files that are none.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# ---- recorded traces, each with its expected analysis text, *.report

written=()
for trace in "$here"/../traces/*.txt "$here"/../traces/kernel/*.txt; do
	name=${trace##*/}
	written+=("recorded_${#written[@]}.json")
	run rtla analyze "$trace" --json "${written[-1]}"
	exits "$name can be analysed" 0
	is "$name: the report is the one expected" "$(cat "$work/out")" \
		"$(cat "${trace%.txt}.report")"
	wanted=
	[ ! -f "${trace%.txt}.note" ] || wanted="rtla: $trace: $(<"${trace%.txt}.note")"
	is "$name: nothing else is said" "$(cat "$work/err")" "$wanted"
done
as_documented "${written[@]}"
ok "JSON of each recorded trace is as documented"
rm "${written[@]}"

run rtla analyze "$here/../traces/6.12-irq-thread.txt" --perfetto ui.json --perfetto-periods 0
exits "--perfetto of a saved trace" 0
is "--perfetto has the latency" "$(grep -o '"name":"thread latency [0-9.]* us"' ui.json)" \
	'"name":"thread latency 139.48 us"'
is "--perfetto has the latency's parts, and all that was traced before" \
	"$(jq '[.traceEvents[] | select(.ph == "X")] | length' ui.json)" \
	"$(($(grep -cE '_noise:' "$here/../traces/6.12-irq-thread.txt") + 5))"
run rtla analyze "$here/../traces/6.12-irq-thread.txt" --perfetto nowhere/ui.json
exits "a file of --perfetto that cannot be written" 1
is "stderr says why it is not written" "$err" "rtla: --perfetto nowhere/ui.json: No such file or directory: it is not written"

# ---- damaged traces

# analyzed SED-SCRIPT: analyses a recorded trace that the script has changed
analyzed() {
	sed "$1" "$here/../traces/6.12-irq-thread.txt" >damaged
	run rtla analyze damaged
}

# Lines 72 to 92 of the trace are in the window of the latency.
analyzed '74s/duration.*/dur/'
exits "an event of the latency is damaged" 0
is "stderr says that it counts as lost" "$err" "rtla: damaged: line 74 is damaged and counts as a lost event"
[[ $out = *"Events are missing"* ]]
ok "the report says that it may be wrong"
analyzed '71s/start.*//; 74s/prio.*/prio/'
is "two of them" "$err" \
	"rtla: damaged: 2 lines are damaged, the first of them line 71: they count as lost events"
analyzed '5,60s/start/stare/'
[[ $err = *" lines are damaged, "* && $out != *"Events are missing"* ]]
ok "what was before it is not missing"
# In a trace of the module, they say less than its own.
analyzed '73{p; s/irq_noise.*/thread_noise: kworker:10 start 9.916310780 duration 11448 ns/}'
is "events of the in-tree tracer are others" "$err" ""
is "the report has none of them" "$(cat "$work/out")" \
	"$(cat "$here/../traces/6.12-irq-thread.report")"

# ---- traces of the kernel's own tracers

of_kernel=$here/../traces/kernel

# said NAME SENTENCE TRACE: tests the cause sentence of a report
said() {
	run rtla analyze "$of_kernel/$3.txt"
	is "$1" "$(grep '^  [0-9]* % of ' "$work/out")" "  $2"
}
said "a thread that blocks, or is of a higher priority: nobody knows" \
	"86 % of 90.17 us: inject/0:474 ran on in spin, with preemption off or a higher priority." \
	6.12-rt-fifo-thread
said "a thread that blocks, whose priority is known from switches" \
	"96 % of 96.04 us: inject/0:539 kept preemption off." 6.12-rt-switches-thread
said "interrupts off, a hit in the timer's interrupt" \
	"100 % of 90.39 us: inject/0:620 kept interrupts off in run_irqs_off, or hardware delayed the timer's." \
	6.12-rt-irqs_off-irq
said "an interrupt" "84 % of 107.68 us: the interrupt irq_work:246 held off the timer's interrupt." \
	6.12-rt-irq_work-thread
said "NMIs" "84 % of 107.12 us: an NMI held off the timer's interrupt." 6.12-rt-nmi-thread
said "a device's interrupt in a vector, which upstream's report does not name" \
	"94 % of 72.91 us: the interrupt rtla_inject:26 held off the timer's interrupt." 6.12-rt-irq-irq
said "a trace with no events but the samples" "99 % of 91.52 us: not explained by any event." 6.12-rt-samples-thread
said "the kernel says that a threshold was hit" \
	"100 % of 90.80 us: inject/0:628 kept interrupts off in run_irqs_off, or hardware delayed the timer's." \
	7.2-rt-irqs_off-irq
said "a noise" "69 % of 48.83 us: kdamond.0:54 ran." 7.2-rt-osnoise-single
said "the noise of a period" "49 % of 356.01 us: the interrupt local_timer:236." 7.2-rt-osnoise-total
said "no threshold" "96 % of 88.99 us: inject/0:231 ran on, with preemption off or a higher priority." \
	6.1-rt-fifo-longest
is "no threshold: the longest latency is analyzed" "$(head -n 1 "$work/out")" \
	"## CPU 0 had the longest latency of the trace, analyzing it ##"

# json NAME FILTER WANTED TRACE: tests what the filter of jq finds in the report as JSON
json() {
	run rtla analyze "$of_kernel/$4.txt" --json report.json
	test_that "$1: JSON is as documented" as_documented report.json
	is "$1" "$(jq -c "$2" report.json)" "$3"
}
json "JSON says who recorded the trace, and what that does not tell" '[.tracer, (.hits[0] | .analysis.tracer, .analysis.lacks)]' \
	'["kernel","kernel",["expiry","priority"]]' 6.12-rt-fifo-thread
json "JSON of a trace with switches" '.hits[0].analysis.lacks' '["expiry"]' 6.12-rt-switches-thread
json "JSON of a hit in the timer's interrupt" '.hits[0] | [.context, .threshold_hit, .analysis.lacks]' \
	'["irq",true,["expiry","timer_irq"]]' 6.12-rt-irqs_off-irq
json "JSON of a noise" '.hits[0] | [.context, .analysis.lacks]' '["single",[]]' 7.2-rt-osnoise-single
json "JSON with an interrupt that the tracer got wrong" '[.impossible_noises, .hits[0].analysis.lacks]' \
	'[1,["expiry","priority","duration"]]' 6.12-rt-irq-thread
json "JSON of a trace without events" '.hits[0].analysis.lacks' '["expiry","noise"]' 6.12-rt-samples-thread
json "JSON of a user latency" '.hits[0].context' '"user"' 6.12-rt-none-longest
json "JSON of a trace without a threshold" '.hits[0] | [.context, .threshold_hit]' '["thread",false]' 6.1-rt-fifo-longest
json "the parts of a latency" '[.hits[0].analysis.parts[] | [.part_id, .ns]]' \
	'[["delay",92186],["timer_irq",9659],["blocking",4256],["workload",1583]]' 6.12-rt-irq_work-thread
run rtla analyze "$here/../traces/6.12-irq-thread.txt" --json -
cp "$work/out" report.json
test_that "JSON of the module on stdout is all there is" as_documented report.json
is "nothing is lacking" "$(jq -c '[.tracer, .hits[0].analysis.lacks]' report.json)" '["module",[]]'
run rtla analyze "$of_kernel/6.12-rt-fifo-thread.txt" --perfetto ui.json
exits "--perfetto" 0
is "--perfetto has the latency" "$(grep -o '"name":"thread latency [0-9.]* us"' ui.json)" '"name":"thread latency 90.17 us"'

# ---- what interrupts and kworkers carried, by events that others record

cat >kworker.txt <<'TRACE'
# tracer: osnoise
       osnoise/3-900     [003] d.h2..   500.000101: irq_noise: local_timer:236 start 500.000100200 duration 700 ns
     kworker/3:1-77      [003] .......   500.000104: workqueue_execute_start: work struct 00000000d2f54dc6: function idle_gate [drv]
     kworker/3:1-77      [003] .......   500.000905: workqueue_execute_end: work struct 00000000d2f54dc6: function idle_gate [drv]
     kworker/3:1-77      [003] d...3..   500.000907: thread_noise: kworker/3:1:77 start 500.000102500 duration 804000 ns
       osnoise/3-900     [003] .......   500.000908: sample_threshold: start 500.000100000 duration 808000 ns interference 2
TRACE
run rtla analyze kworker.txt --json report.json
is "the function of a work is named" "$(grep '^  [0-9]* % of ' "$work/out")" \
	"  100 % of 808.00 us: kworker/3:1:77 ran idle_gate [drv]."
is "JSON has the function of a work" \
	"$(jq -c '[.hits[0].analysis.parts[].causes[] | [.name, .function, .function_ns, .sent_by]]' report.json)" \
	'[["local_timer",null,null,null],["kworker/3:1","idle_gate [drv]",801000,null]]'
is "JSON has what to do about it" "$(jq -c '.hits[0].analysis.advice' report.json)" \
	'[{"remedy":"module","text":"idle_gate is of the module drv: ask those who maintain that","boot":null,"command":null,"undo":null,"sure":"perhaps","when":"told","check":null},{"remedy":"queued","text":"idle_gate [drv] runs on the CPU that queued it; record who does: measure again with -e workqueue:workqueue_queue_work","boot":null,"command":null,"undo":null,"sure":"asks","when":"measured","check":null}]'
test_that "JSON of a work is as documented" as_documented report.json

cat >ipi.txt <<'TRACE'
# tracer: timerlat
     app-444     [002] d.h1.   600.000003: #7     context    irq timer_latency      1833 ns
            kill-111     [000] d..1.   600.000010: ipi_send_cpumask: cpumask=1-2 callsite=on_each_cpu+0xe0/0x150 callback=flush_all+0x0/0x40
            late-112     [001] d..1.   600.000090: ipi_send_cpu: cpu=2 callsite=on_each_cpu+0xe0/0x150 callback=other+0x0/0x40
     app-444     [002] d.h1.   600.000005: irq_noise: local_timer:236 start 600.000001900 duration 2000 ns
     app-444     [002] d.h1.   600.000095: irq_noise: call_function_single:251 start 600.000012000 duration 82000 ns
     app-444     [002] d..3.   600.000098: thread_noise:     app:444 start 600.000002000 duration 6000 ns
      timerlat/2-900     [002] .....   600.000100: #7     context thread timer_latency     98000 ns
TRACE
run rtla analyze ipi.txt --json report.json
is "the sender of an interrupt is named" "$(grep '^  [0-9]* % of ' "$work/out")" \
	"  84 % of 98.00 us: the interrupt call_function_single:251 ran flush_all, sent by kill:111 on CPU 0."
is "JSON has the sender of an interrupt" \
	"$(jq -c '.hits[0].analysis.parts[].causes[] | select(.id == 251) | .sent_by' report.json)" \
	'{"name":"kill","pid":111,"cpu":0,"before_ns":null}'
test_that "JSON of a sender is as documented" as_documented report.json
grep -v ipi_send ipi.txt >unsent.txt
run rtla analyze unsent.txt
has "$out" "    Record what it called, and who asked for that: measure again with -e csd"
ok "an interrupt whose sender was not recorded: the advice is to record it"

# changed SED-SCRIPT TRACE: analyses a recorded trace that the script has changed
changed() {
	sed "$1" "$of_kernel/$2.txt" >changed
	run rtla analyze changed
}
changed '57,$d; 56a timerlat/0-389 [000] ....1 14.646642: #4574  context thread ti' 6.12-rt-fifo-thread
is "a trace whose end is missing" "$err" "rtla: changed: line 57 is damaged and counts as a lost event"
is "a trace whose end is missing is explained by its longest latency" "$(head -n 1 "$work/out")" \
	"## CPU 0 had the longest latency of the trace, analyzing it ##"
changed '/thread_noise\|osnoise_main/d; 17,34d' 7.2-rt-osnoise-single
exits "events that say the same as those of the module, below the header of a tracer" 0
changed '1a # osnoise is tainted!' 7.2-rt-osnoise-single
is "figures that the tracer itself does not believe" "$err" \
	"rtla: changed: the kernel's tracer has found out itself that its figures are wrong: do not rely on them"

# ---- files that cannot be analysed

refused() { fails "$1" "$2" rtla analyze "${@:3}"; }
status_wanted=129
refused "no file" "no FILE given: name a saved trace"
refused "two files" "b: stray word: there is one FILE, a" a b
refused "an option of others" "-q: unknown option" -q x
refused "--perfetto in the place of the trace" \
	"--perfetto ./damaged: this file is to be read: give another name" damaged --perfetto ./damaged
status_wanted=1
refused "a file that is not there" "nowhere: No such file or directory" nowhere
refused "a folder" ".: Is a directory" .
echo "no trace" >other
refused "another file" \
	"other: it has no event of rtla.ko, nor of the kernel's tracers timerlat and osnoise: give a trace that --trace saved" other
: >empty
refused "an empty file" "empty: it is empty: give a trace that --trace saved" empty
refused "a device that never ends" \
	"/dev/zero: line 1: it is longer than any of a trace: give a trace that --trace saved" /dev/zero
run bash -c 'yes | rtla analyze /dev/stdin'
is "lines without an end are not read for ever" "$status $err" \
	"1 rtla: /dev/stdin: it has no event of rtla.ko, nor of the kernel's tracers timerlat and osnoise: give a trace that --trace saved"
grep '^#' "$of_kernel/6.12-rt-fifo-thread.txt" >nothing
refused "a trace without an entry" \
	"nothing: the tracer timerlat has recorded nothing in it: save it after the hit, before the tracer is changed" nothing
sed 's/^# tracer: .*/# tracer: hwlat/' nothing >foreign
refused "a trace of another tracer" \
	"foreign: it is a trace of the tracer hwlat: give one of timerlat or osnoise" foreign
grep -v 'timer_latency\|^ =>\|stack' "$of_kernel/6.12-rt-fifo-thread.txt" >events
refused "events without a sample" \
	"events: the trace has no sample of timerlat, and no noise of osnoise: record it with the tracer, not with its events alone" events
printf '# tracer\n  worker-7  [000] d.... 1.000001: timerlat_sample: #many\n' >odd
refused "an event that is none" \
	"odd: line 2: not an event as rtla.ko or the kernel's tracers write it: give a trace that --trace saved" odd
echo "  worker-7  [000] d.... 1.000001: timerlat_sample: #1     context    irq timer_latency         5 ns t_w=1000000 pid=7" >calm
refused "a trace without a hit" \
	"calm: the trace has no stop event: no threshold was hit, or another tracer recorded it" calm

# ---- a clock that only ticks

# Latencies are finer, since the timer was to expire between two ticks.
cat >coarse <<'EOF'
            shell-23     [000] d.h..   947.630000: #11 context    irq timer_latency    110000 ns
            shell-23     [000] dnh1.   947.630000: irq_noise: timer:206 start 947.629000000 duration 1000000 ns
            shell-23     [000] d..3.   947.630000: thread_noise:     shell:23 start 947.630000000 duration 0 ns
      timerlat/0-27      [000] .....   947.630000: #11 context thread timer_latency    407000 ns
EOF
run rtla analyze coarse --json coarse.json
exits "a clock of jiffies" 0
coarse="The clock of that machine ticks only every 1 ms: nothing shorter can be told, and no cause."
is "a clock of jiffies: no cause is named" "$(grep -A1 '^$' "$work/out" | grep 'clock\| % of')" "  $coarse"
is "a clock of jiffies: JSON says so, too" "$(jq -r '.hits[0].analysis.cause' coarse.json)" "$coarse"
[[ $out = *"/sys/devices/system/clocksource/clocksource0/"* ]]
ok "a clock of jiffies: the report says how to see the clock"
sed 's/duration 1000000/duration 1000007/' coarse >fine
run rtla analyze fine
has "$out" "  100 % of 407.00 us: the timer's interrupt, which had begun 593.50 us before, and ran other timers."
ok "one time that is not whole ticks, and the clock is a usual one"
rm coarse coarse.json fine

# ---- many threads

# Each of 100,000 threads is switched to twice. Without the time that the product of lines and
# threads takes, this needs half a second of the CPU, and several with sanitizers.
awk 'BEGIN {
	print "# tracer: timerlat"
	for (i = 0; i < 200000; i++) {
		pid = 100 + i % 100000
		printf "%16s-%-7d [000] d..2. %.6f: sched_switch: prev_comm=t%d prev_pid=%d prev_prio=120 prev_state=S ==> next_comm=u next_pid=%d next_prio=120\n", "t" pid, pid, 1000 + i / 1e5, pid, pid, pid + 1
	}
	printf "%16s-%-7d [000] d.h3. 1002.000000: #7 context irq timer_latency 28573 ns\n", "timerlat/0", 7
	printf "%16s-%-7d [000] d.h3. 1002.000000: #7 context thread timer_latency 48573 ns\n", "timerlat/0", 7
	printf "%16s-%-7d [000] d.h3. 1002.000000: stop tracing hit on cpu 0\n", "timerlat/0", 7
}' >many
run bash -c 'ulimit -t 10 && exec rtla analyze many'
exits "many threads do not make it slow" 0
has "$out" "  Thread latency:                                           48.57 us (100%)"
ok "the hit among many threads is explained"
rm many

run rtla analyze --help
exits "help" 0
is "help says how to call it" "$(head -n 1 "$work/out")" \
	"Usage: rtla analyze [OPTION]... FILE"

finish
