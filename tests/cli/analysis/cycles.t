#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla analyze" with traces of trace-cmd that have no measurement: it explains a
# cycle of a thread. tests/traces/README.md says what went wrong in each of them.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
traces=$here/../traces/cycles

# ---- recorded traces, each with its expected text, *.report

for trace in "$traces"/*.txt; do
	name=${trace##*/}
	run rtla analyze "$trace"
	exits "$name has cycles" 0
	is "$name: the report of cycles is the one expected" "$(cat "$work/out")" \
		"$(cat "${trace%.txt}.report")"
	is "$name: nothing else is said about cycles" "$(cat "$work/err")" ""
done

# sentence FILE: prints the sentence about the cycle in one line
sentence() { jq -r .explained.sentence "$1"; }
# field FILTER FILE
field() { jq -c "$1" "$2"; }

# The amounts that the program was told to take: within 3 %.
near() {
	local name=$1 got=$2 wanted=$3
	[[ $got -ge $((wanted * 97 / 100)) && $got -le $((wanted * 103 / 100)) ]]
	ok "$name: $wanted ns, found $got"
}
for what in mutex chain fifo pi; do
	run rtla analyze "$traces/6.12-rt-$what.txt" --json "$what.json"
	exits "--json of the cycles of $what" 0
	is "the parts of $what add up to the response" \
		"$(field '.explained | ([.parts_ns[]] | add) == .response_ns' "$what.json")" true
	is "the items of $what add up to its parts" \
		"$(field '.explained | [.items[].ns] | add' "$what.json")" \
		"$(field .explained.response_ns "$what.json")"
done
inverted='[.explained.items[].chain | values | .[].priority_inversion | values]'
is "a plain mutex: one thread is named for a priority inversion" \
	"$(field "$inverted | map(.comm)" mutex.json)" '["telemetry"]'
near "the inversion lasts as long as that thread ran" "$(field "${inverted}[0].ns" mutex.json)" 2000000
is "a chain of three threads: the last one is preempted" \
	"$(field "$inverted | map(.comm)" chain.json)" '["telemetry"]'
is "a chain of three threads: who waits for whom" \
	"$(field '[.explained.items[].chain | values | .[] | .waker.comm]' chain.json)" '["logger","database"]'
is "priority inheritance: there is no inversion" "$(field "$inverted" pi.json)" "[]"
near "a thread that preempts is found with its time" \
	"$(field '.explained.items[] | select(.name | startswith("motor")).ns' fifo.json)" 1500000

for what in 6.12-disk 6.12-major 6.12-arm64-chain; do
	run rtla analyze "$traces/$what.txt" --json "$what.json"
	near "the time that a thread was blocked in $what" "$(field .explained.parts_ns.blocked "$what.json")" 2000000
done
is "a chain of three threads on arm64: who waits for whom" \
	"$(field '[.explained.items[].chain | values | .[] | .waker.comm]' 6.12-arm64-chain.json)" \
	'["loop_holder","loop_owner"]'
run rtla analyze "$traces/6.12-fault.txt" --json fault.json
is "page faults of a cycle are counted" "$(field .explained.page_faults fault.json)" \
	"$(awk '/sys_enter:.*NR 230 / { n++ } n == 1 && /loop-.*page_fault_user:/ { faults++ } END { print faults }' \
		"$traces/6.12-fault.txt")"

written=()
for trace in "$traces"/*.txt; do
	written+=("recorded_${#written[@]}.json")
	run rtla analyze "$trace" --json "${written[-1]}"
done
as_documented "${written[@]}"
ok "JSON of each recorded trace of cycles is as documented"
rm "${written[@]}"

run rtla analyze "$traces/6.12-rt-mutex.txt" --json -
exits "--json - of cycles" 0
is "standard output is the document" "$(jq -r .format "$work/out")" rtla-cycles
is "the format has a version" "$(jq .schema_version "$work/out")" 1

run rtla analyze "$traces/6.12-rt-mutex.txt" --perfetto ui.json
exits "--perfetto of a trace without a measurement" 1
is "stderr says that --perfetto is for measurements" "$err" "rtla: $traces/6.12-rt-mutex.txt: --perfetto and --host are for what was measured, and it has no measurement: leave them out"

{ grep -v ' stop: ' "$traces/../6.12-irq-thread.txt"; cat "$traces/6.12-rt-mutex.txt"; } >both.txt
run rtla analyze both.txt
exits "a measurement without a hit, with events about threads" 1
is "stderr says that the measurement has no hit" "$err" \
	"rtla: both.txt: the trace has no stop event: no threshold was hit, or another tracer recorded it"
run rtla analyze both.txt --comm controller
exits "--comm with a measurement in the trace" 0
is "--comm explains cycles of a trace with a measurement" "$(head -1 <<<"$out")" \
	"2 cycles of controller:166 (real-time priority 50), one every 10000.00 us"

# ---- which thread, and which wait

run rtla analyze "$traces/6.12-rt-mutex.txt" --comm telemetry --wait clock_nanosleep
exits "a thread without a whole cycle" 1
is "stderr says what is missing" "$err" "rtla: $traces/6.12-rt-mutex.txt: telemetry:165 does not end a cycle: it does not come back to its home wait, clock_nanosleep: name another one with --wait, or record for longer"
run rtla analyze "$traces/6.12-rt-mutex.txt" --tid 166 --deadline 3000
exits "a thread by its id, with a deadline" 0
is "misses of the deadline are counted" "$(grep -o 'deadline .*' <<<"$out")" "deadline   3000.00 us: missed 1 time"
is "the first miss is explained" "$(grep -c '^The first cycle that missed its deadline, number 2 of 2' <<<"$out")" 1
run rtla analyze "$traces/6.12-rt-mutex.txt" --tid 166 --deadline 1
is "the first of two misses is explained, though the second is longer" "$(grep -c '^The first cycle that missed its deadline, number 1 of 2' <<<"$out")" 1
{ echo "# cycle: thread 166 waits 230 1 0 released 5.728447983" && cat "$traces/6.12-rt-mutex.txt"; } >saved.txt
run rtla analyze saved.txt
is "a hit that is not the longest cycle is not called so" "$(grep -o '^The .*, released' <<<"$out")" "The cycle that was a hit, number 1 of 2, released"
run rtla analyze "$traces/6.12-rt-mutex.txt" --comm nobody
exits "a name that no thread has" 1
is "stderr says that there is no such thread" "$err" "rtla: $traces/6.12-rt-mutex.txt: no thread named \"nobody\" sleeps in it: see the names with 'trace-cmd report', as a thread may have another one than its program"
run rtla analyze "$traces/6.12-rt-mutex.txt" --tid 4242
is "stderr says that no thread has this id" "$err" "rtla: $traces/6.12-rt-mutex.txt: the thread 4242 does not sleep in it, or is not there: name another one with --tid or --comm"
run rtla analyze "$traces/6.12-rt-mutex.txt" --wait read:3
exits "a wait that no thread is in" 1
for wrong in "sleep|not a system call in which threads wait: give one like clock_nanosleep, read:5 or epoll_wait" \
	"read:x|not a descriptor: give a number, like read:5" \
	"futex:3|this system call waits for no descriptor: leave it out"; do
	run rtla analyze "$traces/6.12-rt-mutex.txt" --wait "${wrong%%|*}"
	exits "--wait ${wrong%%|*} is refused" 129
	[[ $err = *"${wrong#*|}"* ]]
	ok "stderr says why --wait ${wrong%%|*} is refused"
done

# ---- traces that lack events

# without PATTERN: a trace without these events
without() { grep -vE "$1" "$traces/6.12-rt-mutex.txt" >lacking.txt; }
without ' sys_(enter|exit): '
run rtla analyze lacking.txt --comm controller
exits "a trace without system calls" 0
[[ $err = *"no system calls"* && $out = *"any sleep that a timer ends"* ]]
ok "a home wait without system calls is one that a timer ends"
is "a sleep that has no end in the trace ends no cycle" "$(head -1 <<<"$out")" \
	"1 cycle of controller:166 (real-time priority 50)"
without '(hrtimer_|timer_|softirq_|_entry|_exit)'
run rtla analyze lacking.txt --comm controller
exits "a trace without interrupts" 0
[[ $err = *"no interrupts and no timers"* ]]
ok "stderr says what is not known without interrupts"
without ' sched_switch: '
run rtla analyze lacking.txt --comm controller
exits "a trace without switches" 1
[[ $err = *"it has no sched_switch"* ]]
ok "stderr says that switches are needed"
# The controller waits for the mutex of the second cycle there.
sed '200i CPU:0 [LOST 7 EVENTS]' "$traces/6.12-rt-mutex.txt" >lost.txt
run rtla analyze lost.txt --comm controller
[[ $out = "1 cycle of controller:166"* && $out = *"1 more are left out: events were lost in them"* ]]
ok "cycles in which events were lost are left out"

run timeout 20 bash -c "yes | rtla analyze - --comm controller"
exits "an endless text without events" 1

# ---- other forms of a trace

for what in mutex chain late; do
	python3 -c "
import sys
sys.path[:0] = ['$here/analysis']
sys.dont_write_bytecode = True
from dat_writer import trace_dat
sys.stdout.buffer.write(trace_dat(open('$traces/6.12-rt-$what.txt').read()))" >"$what.dat"
	run rtla analyze "$what.dat"
	exits "a trace.dat of $what" 0
	is "the report of a trace.dat of $what is that of the text" "$(cat "$work/out")" \
		"$(cat "$traces/6.12-rt-$what.report")"
done
gzip -c "$traces/6.12-rt-fifo.txt" >fifo.gz
run rtla analyze fifo.gz
is "the report of a packed text is that of the text" "$(cat "$work/out")" "$(cat "$traces/6.12-rt-fifo.report")"
# A thread is printed so by trace-cmd's own plug-in.
sed -E 's/prev_comm=(\S+) prev_pid=([0-9]+) prev_prio=([0-9]+) prev_state=(\S+) ==> next_comm=(\S+) next_pid=([0-9]+) next_prio=([0-9]+)/\1:\2 [\3] \4 ==> \5:\6 [\7]/
	s/(sched_wak[a-z]+: +)comm=(\S+) pid=([0-9]+) prio=([0-9]+) target_cpu=/\1\2:\3 [\4] CPU:/' \
	"$traces/6.12-rt-chain.txt" >plugin.txt
run rtla analyze plugin.txt
is "the report of what plug-ins print is that of the text" "$(cat "$work/out")" "$(cat "$traces/6.12-rt-chain.report")"

finish
