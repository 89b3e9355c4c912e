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

refused "--perfetto-periods -1: out of range [0, 1000000]: give 0 to 1000000" rtla analyze trace.txt --perfetto-periods -1
finish
