#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the files for ui.perfetto.dev that "rtla analyze --perfetto" makes of saved traces:
# check_perfetto judges them by the rules of their format, and is itself tested first.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
traces=$here/../traces
judge=$here/analysis/check_perfetto

# ---- the judge

cat >good.json <<'TRACE'
{"displayTimeUnit": "ns", "otherData": {}, "traceEvents": [
{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "CPU 0"}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 2, "args": {"name": "threads"}},
{"ph": "X", "name": "outer", "pid": 1, "tid": 2, "ts": 1, "dur": 8.5, "args": {}},
{"ph": "X", "name": "inner", "pid": 1, "tid": 2, "ts": 2, "dur": 3, "args": {}},
{"ph": "B", "name": "begun", "pid": 1, "tid": 2, "ts": 20}, {"ph": "E", "pid": 1, "tid": 2, "ts": 30},
{"ph": "s", "name": "wakes", "cat": "wakeup", "id": 1, "pid": 1, "tid": 2, "ts": 2},
{"ph": "f", "name": "wakes", "cat": "wakeup", "id": 1, "pid": 1, "tid": 2, "ts": 21}]}
TRACE
run "$judge" good.json
is "a file that is right is found right" "$status $out" "0 "
# Each line: a rule that is broken, and how.
while IFS='|' read -r rule sed; do
	sed "$sed" good.json >bad.json
	run "$judge" bad.json
	[[ $status = 1 && $out = "bad.json: "* ]]
	ok "found: $rule"
done <<'END'
slices that overlap|s/"ts": 2, "dur": 3,/"ts": 2, "dur": 9,/
a begin without an end|s/, {"ph": "E".*},$/,/
an end without a begin|s/{"ph": "B".*}, {"ph": "E"/{"ph": "E"/
an arrow without an end|s/"ph": "f"/"ph": "t"/
an arrow that is in no slice|s/"ts": 21/"ts": 15/
an arrow that goes back in time|s/"ph": "s"/"ph": "x"/; s/"ph": "f"/"ph": "s"/; s/"ph": "x"/"ph": "f"/
a track without a name|s/"tid": 2, "args": {"name"/"tid": 3, "args": {"name"/
a process without a name|s/"process_name", "pid": 1/"process_name", "pid": 2/
a time that is a text|s/"ts": 1,/"ts": "1",/
a negative time|s/"ts": 1,/"ts": -1,/
no time|s/"ts": 1, //
no process|s/"pid": 1, "tid": 2, "ts": 1,/"tid": 2, "ts": 1,/
no track|s/"tid": 2, "ts": 1,/"ts": 1,/
args that are no object|s/"dur": 3, "args": {}/"dur": 3, "args": []/
a phase that nobody knows|s/"ph": "X"/"ph": "Q"/
a number that JSON does not have|s/8.5/NaN/
a key that is there twice|s/"tid": 2, "ts": 1,/"tid": 2, "tid": 2, "ts": 1,/
END

# ---- all recorded traces

mkdir made
for trace in "$traces"/*.txt "$traces"/kernel/*.txt; do
	name=${trace##*/}
	for periods in 0 1 10; do
		run rtla analyze "$trace" --perfetto "made/${name%.txt}-$periods.json" --perfetto-periods $periods
		[[ $status = 0 ]] || break
	done
	[[ $status = 0 ]]
	ok "${trace#"$traces/"}: there is a file for Perfetto"
done
run "$judge" made/*.json
is "all files for Perfetto are as their format says" "$status $out" "0 "

run rtla analyze "$traces/6.12-function_tracer-thread.txt" --json report.json --perfetto ui.json
is "the stack is where it was taken, among threads, with its functions" \
	"$(jq -c '.otherData.base_ns as $base | .traceEvents | (.[] | select(.name == "thread_name" and .args.name == "threads").tid) as $tid
		| .[] | select(.ph == "i" and .name == "stack" and .tid == $tid) | [.args.pid, (.ts * 1000 | round) + $base, .args.stack]' ui.json)" \
	"$(jq -c '[1664, 84124779607, .hits[0].analysis.stack]' report.json)"
is "the latency has the functions of the stack" \
	"$(jq -c '.traceEvents[] | select(.args.cause).args.stack' ui.json)" "$(jq -c '.hits[0].analysis.stack' report.json)"
is "the stack has functions" "$(jq '.hits[0].analysis.stack | length' report.json)" 18

# ---- periods

# periods HIT LAST: prints a trace of 1 ms periods of which number HIT is late
periods() {
	awk -v hit="$1" -v last="$2" 'BEGIN {
		for (n = 1; n <= last; n++) {
			late = n == hit ? 500 : 20
			at = 100000000 + n * 1000
			us = sprintf("%d.%06d", int(at / 1e6), at % 1000000)
			event = "  timerlat/0-90 [000] ...1. " sprintf("%d.%06d", int(at / 1e6), at % 1000000 + late) ": "
			print event "irq_noise: local_timer:236 start " us "500 duration 2000 ns"
			print event "thread_noise: worker:7 prio 120 start " us "500 duration " (late - 4) "000 ns"
			print event "timerlat_sample: #" n " context irq timer_latency 1000 ns t_w=" at "000 pid=7"
			print event "timerlat_sample: #" n " context thread timer_latency " late "000 ns t_w=" at "000 pid=90"
			if (n == hit)
				print event "stop: session 1 #" n " context 1 latency " late "000 ns threshold 100000 ns t_w " at "000 irq_start " \
					at "500 thread_start " at + late - 1 "000 timerlat/0:90 prio 4"
		}
	}'
}
# kept: prints how many periods before the hit, and after it, ui.json has
kept() {
	run "$judge" ui.json
	[[ $status = 0 ]] || echo "$out"
	jq -r '.traceEvents | (.[] | select(.args.cause).ts) as $hit | [.[] | select(.ph == "C" and (.name | startswith("thread"))).ts]
		| [map(select(. < $hit)), map(select(. > $hit + 600))] | map(length) | join(" ")' ui.json
}
# kept_by NAME WANTED WORD...: tests how many periods are there with these options
kept_by() {
	run rtla analyze trace.txt --perfetto ui.json "${@:3}"
	is "$1" "$status $err$(kept)" "0 $2"
}
periods 40 40 >trace.txt
kept_by "ten periods before the hit are there unless asked" "10 0"
is "the begin of the file is that of the first period" "$(jq .otherData.base_ns ui.json)" 100030000000
kept_by "as many periods as asked are there" "3 0" --perfetto-periods 3
kept_by "all periods are there if there are fewer than asked" "39 0" --perfetto-periods 100
kept_by "all periods are there with 0" "39 0" --perfetto-periods 0
periods 20 40 >trace.txt
kept_by "as many periods are there after the hit" "5 5" --perfetto-periods 5
kept_by "all periods are there with 0, also after the hit" "19 20" --perfetto-periods 0

# ---- threads that ran, and who woke them

cat >woken.txt <<'TRACE'
# tracer: nop
           old-9    [000] d..2.   100.000000: sched_switch: prev_comm=old prev_pid=9 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
          boss-5    [001] d..2.   100.000010: sched_waking: comm=worker pid=7 prio=120 target_cpu=000
          boss-5    [001] d..2.   100.000011: sched_wakeup: comm=worker pid=7 prio=120 target_cpu=000
        <idle>-0    [000] d..2.   100.000020: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=worker next_pid=7 next_prio=120
          boss-5    [001] d..2.   100.000030: sched_waking: comm=other pid=66 prio=120 target_cpu=001
        worker-7    [000] d.h2.   100.001001: sched_waking: comm=timerlat/0 pid=90 prio=4 target_cpu=000
        worker-7    [000] dNh2.   100.001002: sched_wakeup: comm=timerlat/0 pid=90 prio=4 target_cpu=000
        worker-7    [000] d..2.   100.001100: sched_switch: prev_comm=worker prev_pid=7 prev_prio=120 prev_state=R ==> next_comm=timerlat/0 next_pid=90 next_prio=4
    timerlat/0-90   [000] ...1.   100.001101: irq_noise: local_timer:236 start 100.001000500 duration 2000 ns
    timerlat/0-90   [000] ...1.   100.001102: thread_noise: worker:7 prio 120 start 100.001000500 duration 97000 ns
    timerlat/0-90   [000] ...1.   100.001103: timerlat_sample: #1 context irq timer_latency 1000 ns t_w=100001000000 pid=7
    timerlat/0-90   [000] ...1.   100.001104: timerlat_sample: #1 context thread timer_latency 101000 ns t_w=100001000000 pid=90
    timerlat/0-90   [000] d..1.   100.001105: stop: session 1 #1 context 1 latency 101000 ns threshold 100000 ns t_w 100001000000 irq_start 100001000500 thread_start 100001100000 timerlat/0:90 prio 4
TRACE
# arrows: prints who wakes whom in ui.json, after what the judge has to say
arrows() {
	run "$judge" ui.json
	[[ $status = 0 ]] || echo "$out"
	jq -r '.traceEvents as $all | def named: . as $of | $all[] | select(.name == "thread_name" and .pid == $of.pid and .tid == $of.tid).args.name;
		[$all[] | select(.cat == "sched" and .ph == "s") | . as $from | $all[] | select(.cat == "sched" and .ph == "f" and .id == $from.id)
		| "\($from | named) at \($from.ts * 1000 | round) \(named) at \(.ts * 1000 | round)"] | join(", ")' ui.json
}
# woken NAME WANTED COMMAND...: tests the arrows of the trace that a command makes of woken.txt
woken() {
	"${@:3}" woken.txt >form.txt
	run rtla analyze form.txt --perfetto ui.json
	is "$1" "$status $err$(arrows)" "0 $2"
}
woken "arrows go from where a thread was woken, also on another CPU, to where it runs" \
	"boss:5 at 10000 worker:7 at 20000, worker:7 at 1001000 timerlat/0:90 at 1100000" sed 's/^/ /'
is "threads have slices where they ran" \
	"$(jq -c '[.traceEvents[] | select(.name == "runs") | [.tid, .ts, .dur]]' ui.json)" \
	'[[9,0,0],[0,0,20],[7,20,1080],[90,1100,5]]'
woken "arrows begin where sched_wakeup was if that alone was recorded" \
	"boss:5 at 11000 worker:7 at 20000, worker:7 at 1002000 timerlat/0:90 at 1100000" grep -v sched_waking
woken "arrows are drawn by what trace-cmd prints" \
	"boss:5 at 11000 worker:7 at 20000, worker:7 at 1002000 timerlat/0:90 at 1100000" sed -E \
	'/sched_waking/d; s/sched_wakeup: comm=(.*) pid=(.*) prio=(.*) target_cpu=(.*)/sched_wakeup: \1:\2 [\3] CPU:\4/
	s/prev_comm=(.*) prev_pid=(.*) prev_prio=(.*) prev_state=(.*) ==> next_comm=(.*) next_pid=(.*) next_prio=(.*)/\1:\2 [\3] \4 ==> \5:\6 [\7]/'
woken "no arrow is drawn without sched_switch" "" grep -v sched_switch
woken "no arrow is drawn from a thread that did not run" \
	"boss:5 at 10000 worker:7 at 20000" sed '/worker-7 .*sched_wak/s/worker-7/strange-8/'
is "nothing else is said where the events of the scheduler are not there" \
	"$(grep -v sched_ woken.txt >form.txt; rtla analyze form.txt)" "$(rtla analyze woken.txt)"

refused "--perfetto-periods -1: out of range [0, 1000000]: give 0 to 1000000" rtla analyze trace.txt --perfetto-periods -1
finish
