#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: results in formats for programs, and percentiles and
# loads.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=3

# value FILTER: prints what jq makes of r.json, in one line
value() { jq -rc "$1" r.json; }

# values NAME FILTER EXPECTED...: tests what jq finds in r.json
values() { json_is r.json "$@"; }

# valid NAME FILE...: tests that these files are as documented
valid() {
	as_documented "${@:2}" >"$work/why"
	ok "$1" || sed 's/^/# /' "$work/why"
}

test_that "the schemas are schemas" "$here/results/check_results" --schemas

# ---- Every kind of run ---------------------------------------------------------------

for call in "timerlat top -q" "timerlat hist" "timerlat top -q -k" "timerlat hist -k" \
	       "osnoise top -q" "osnoise hist" "hwnoise -q"; do
	# shellcheck disable=SC2086
	run $call -d 2 --json r.json --stream s.ndjson --openmetrics m.prom
	exits "$call" 0
	is "stderr of $call is silent" "$err" ""
	valid "the results are valid" r.json
	valid "the stream is" s.ndjson
	valid "the metrics are" m.prom
	values "the outcome" .verdict '{"outcome":"measured","exit_code":0,"trusted":true,"reasons":[]}' \
		"how it ended" .ended_by duration \
		"how it was called" '.command | join(" ")' \
		"$call -d 2 --json r.json --stream s.ndjson --openmetrics m.prom" \
		"the counts of all CPUs add up to that of the table" \
		'([.cpus[].latencies | map(.count) | max] | add) == (.all.latencies | map(.count) | max)' true
	is "nothing else is there" "$(echo *)" "m.prom r.json s.ndjson"
	rm -f -- *
done

run timerlat top -q -d 2 --json r.json
values "contexts of user threads" '.all.latencies | keys_unsorted' '["irq","thread","user"]' \
	"figures are exact" '[.cpus[].latencies | [.irq, .thread, .user | .max_ns]]' \
	"[[2000,5000,8000],[3000,6000,9000],[4000,7000,10000]]" \
	"what does not vary has no deviation" '[.cpus[].latencies.irq.stddev_ns]' "[0,0,0]" \
	"the latencies of all CPUs together have a deviation" '.all.latencies.irq.stddev_ns | 810 < . and . < 830' true \
	"averages have an interval that they are in" \
	'.all.latencies.irq | .avg_ns as $avg | .avg_interval | [.confidence_percent, .low_ns <= $avg, .high_ns >= $avg, .batches >= 10]' \
	"[99,true,true,true]" \
	"what does not vary has an interval without a width" '.cpus[0].latencies.irq.avg_interval | [.low_ns, .high_ns]' \
	"[2000,2000]" \
	"percentiles" '[.all.latencies.irq.percentiles[].percentile]' \
	'["50","90","99","99.9","99.99","99.999","99.9999"]' \
	"percentiles with too few samples are marked" \
	'[.cpus[0].latencies.irq.percentiles[] | select(.percentile != "90").supported]' \
	"[true,false,false,false,false,false]" \
	"percentiles tell the time that they need" \
	'.all.latencies.irq.percentiles[6].needed_ns / 1e9 | 5e4 < . and . < 5e5' true \
	"what is exceeded once in a day is of all CPUs" \
	'[.all, .cpus[0]] | map(.latencies.irq.return_levels != null)' "[true,false]" \
	"a day's level tells that the run is too short" '.all.latencies.irq.return_levels | .fit, .levels[0]' \
	"null"$'\n''{"period_ns":86400000000000,"level_ns":null,"low_ns":null,"high_ns":null,"refused":"the run is too short to tell of a day: measure for at least 2 h 24 min"}'
rm -f -- *

run timerlat top -q -d 2 --confidence 90 --json r.json
grep -A5 '^Thread latency, averages (us) with 90 % confidence$' "$work/out" >averages
is "averages are printed with their intervals" \
	"$(awk '$1 ~ /^[0-9]+$|ALL/ { print $1, $2, ($3 <= $2), ($4 >= $2) }' averages | paste -sd ';')" \
	"0 5.000 1 1;1 6.000 1 1;2 7.000 1 1;ALL 6.000 1 1"
is "results have the confidence that was asked for" "$(value .all.latencies.thread.avg_interval.confidence_percent)" 90
SIM=hit=10 run timerlat top -q -k -T 100 -d 2 --confidence 99
is "a run that is too short for an interval says so" \
	"$(grep -c '^- too few samples to tell: measure for longer$' "$work/out")" 2
rm -f -- *

run osnoise top -q -d 2 --json r.json
values "osnoise has both contexts, also in top" '.all.latencies | keys_unsorted' '["single","total"]' \
	"osnoise has periods" '.cpus[1].periods.available_ppb' 980000000 \
	"osnoise has the periods of all CPUs" .all.periods.available_ppb 980000000
rm -f -- *

# ---- The configuration ------------------------------------------------------------------

run timerlat hist -c 0-1 -p 500 -d 1 -P f:80 -T 900 -i 800 -k --dma-latency 10 --warm-up 1 --json r.json
is "the configuration" "$(value .configuration)" \
'{"cpus":"0-1","period_ns":500000,"duration_ns":1000000000,"until_decided":null,"warm_up_ns":1000000000,"priority":"f:80","threads":"kernel","thresholds":{"irq_ns":800000,"thread_ns":900000,"user_ns":900000},"house_keeping":null,"cgroup":null,"dma_latency_ns":10000,"deepest_idle_state":null}'
rm -f -- *

# ---- Standard output --------------------------------------------------------------------

run timerlat top -d 1 --json -
exits "--json -" 0
cp "$work/out" r.json
valid "stdout is the results, and nothing else" r.json
is "the table is on stderr" "$(grep -c 'Timer Latency *$' "$work/err")" 1
run timerlat hist -d 4 --stream -
cp "$work/out" s.ndjson
valid "--stream -" s.ndjson
# On a slow machine some seconds may be missing.
seconds=$(wc -l <s.ndjson)
[ "$seconds" -gt 1 ] && [ "$seconds" -le 4 ]
ok "a line each second"
is "the last with the verdict" "$(jq -r '.verdict.outcome // "none"' s.ndjson | sort | uniq -c | xargs)" \
	"1 measured $((seconds - 1)) none"
run timerlat hist --stream -d 1
cp "$work/out" s.ndjson
valid "--stream alone is the same" s.ndjson
run osnoise hist -d 1 --openmetrics -
cp "$work/out" m.openmetrics
valid "--openmetrics -" m.openmetrics
run timerlat hist -d 1 --gate 'thr.max<=50us' --junit -
xmllint --noout "$work/out"
ok "--junit - is XML"
rm -f -- *
refused "-: given twice: standard output can have one of --json, --stream, --openmetrics and --junit" \
	timerlat top --json - --stream -
touch r.json
ln r.json twin
refused "--json, --junit: both twin: give two names" \
	timerlat top --json r.json --gate 'thr.max<1s' --junit twin
rm -f r.json twin
refused "--stream, --openmetrics: both new: give two names" \
	osnoise hist --stream new --openmetrics new

# ---- Complete, or not at all ------------------------------------------------------------

# measure_on: starts a run that ends only by a signal, and waits until it measures; sets
# pid
measure_on() {
	rm -f "$SIM_LOG"
	timerlat top -q -k --json r.json >"$work/out" 2>&1 &
	pid=$!
	begun
}

echo '{"verdict": "an old one"}' >r.json
measure_on
[ ! -e r.json ]
ok "results of a run before are removed at the start"
kill -KILL $pid
wait $pid 2>/dev/null
is "a run that is killed leaves none" "$(echo *)" "*"
echo '{"verdict": "an old one"}' >old.json
ln -s old.json r.json
measure_on
[ ! -s old.json ]
ok "results behind a link are not taken for new ones"
kill $pid
wait $pid
is "the file to which the link leads gets the new ones" "$(readlink r.json) $(grep -c rtla-result old.json)" "old.json 1"
rm -f r.json old.json
mkdir r.json
rm -f "$SIM_LOG"
run timerlat top -q -k -d 1 --json r.json
is "a folder as a file is refused before anything is measured" "$err $(cat "$SIM_LOG" 2>/dev/null)" "rtla: --json r.json: Is a directory: give a file that can be written "
rmdir r.json
measure_on
sleep 0.5
kill -INT $pid
wait $pid
valid "a run that is interrupted leaves valid results" r.json
is "results of an interrupted run say so" "$(value '[.ended_by, .verdict.outcome]')" '["user","measured"]'
rm -f -- *
for option in --json --openmetrics --junit --stream; do
	run timerlat top -q -d 1 --gate 'thr.max<=1s' $option nowhere/file
	exits "$option into no folder" 1
	is "stderr says so before anything is measured" "$err $(cat "$SIM_LOG" 2>/dev/null)" \
		"rtla: $option nowhere/file: No such file or directory: give a file that can be written "
done
run timerlat top -q -d 1 --json /dev/full
exits "a full disk" 1
is "stderr says that the result is not written" "$err" "rtla: --json /dev/full: No space left on device: it is not written"

# ---- Losses and hits --------------------------------------------------------------------

SIM=cpus=2,lost=5 run timerlat hist --source trace -k -d 1 --json r.json
exits "lost events" 1
valid "the results with lost events are valid" r.json
values "the results tell the lost events" '[.verdict.outcome, .losses.lost_events, .verdict.reasons[0][:2]]' '["untrusted",5,"5 "]' \
	"the run had its duration all the same" .ended_by duration
SIM=cpus=2,lost=5,hit=300 run timerlat hist --source trace -k -d 5 -T 100 --json r.json
exits "a hit is one all the same" 2
is "although the figures are not to be trusted" "$(value '[.verdict.outcome, .verdict.trusted, .ended_by]')" '["fail",false,"threshold"]'
SIM=cpus=2,silent=1 run timerlat hist -k -d 1 --json r.json
exits "a run without a sample" 1
is "a run without a sample is not to be trusted" "$(value '[.verdict.outcome, .verdict.trusted, .ended_by]')" '["untrusted",false,"duration"]'
valid "the results without a sample are valid" r.json
SIM=cpus=2,offline=1 run timerlat hist -k -d 1 --json r.json
is "a CPU that vanished is not to be trusted" "$(value '[.verdict, .cpus[1].went_offline]')" \
	'[{"outcome":"untrusted","exit_code":1,"trusted":false,"reasons":["CPU 1 went offline, results are incomplete"]},1]'
SIM=cpus=2,skipped=4 run timerlat hist -k -d 1 --json r.json
values "skipped periods are, but do no harm" '[.verdict.exit_code, .losses.skipped_periods]' "[0,4]" \
	"each counts with the time that it was late" '.cpus[1].latencies.thread.corrected | [.skipped, .max_ns]' "[4,4000000]" \
	"beside what was measured" '.cpus[1].latencies.thread | .corrected.count - .count' 4
is "skipped periods are counted from a trace, too" "$(SIM=cpus=2,skipped=4 run timerlat hist -k -d 1 --source trace --json r.json; value '[.losses.skipped_periods, .all.latencies.thread.corrected.skipped]')" "[4,4]"
is "nothing is corrected without skipped periods" "$(run timerlat hist -k -d 1 --json r.json; value '.all.latencies.thread.corrected')" null
SIM=cpus=2,skipped=400 run timerlat hist -k -d 1 -p 10000 --percentiles --gate 'thr.p90<=50ms' --gate 'skipped<=399' --gate 'skipped.share<=10%' --json r.json
exits "a gate judges them" 2
grep -q -e '^not ok 1 thr.p90<=50ms # [0-9.]* us, limit 50000.000 us, with 400 skipped periods of [0-9]* in all$' "$work/out"
ok "the gate says how many skipped periods count"
grep -q -e '^not ok 2 skipped<=399 # 400, limit 399$' "$work/out"
ok "a gate about their number counts them"
grep -q -e '^not ok 3 skipped.share<=10% # [0-9.]* %, limit 10.0000000 %$' "$work/out"
ok "a gate about their share counts them"
grep -q -e '^400 of these [0-9]* ([0-9.]* %) were not measured, as their periods were skipped: each counts with the least that it can have been$' "$work/out"
ok "percentiles say that skipped periods count"
is "the results, too" "$(value '[.gates[0].skipped, .gates[1].value.count]')" "[400,400]"
valid "the results with skipped periods are valid" r.json
SIM=hit=100,cpus=2 run timerlat top -q -k -T 100 -d 5 -t trace.txt --json r.json
exits "a stop" 2
valid "the results of a stop are valid" r.json
values "the stop has its analysis" '.stop | [.latency_ns, .trace, .analysis.latency_ns, .analysis.complete]' \
	'[150000,"trace.txt",150000,true]' \
	"the parts of the analysis add up to the latency" '.stop.analysis | ([.parts[].ns] | add) + .unexplained_ns' 150000 \
	"the segments of the analysis add up to the latency" '[.stop.analysis.segments[].ns] | add' 150000
is "the sentence of the analysis is that of the table" "$(grep -cF "$(value .stop.analysis.cause)" "$work/out")" 1
SIM=hit=100,cpus=2 run timerlat top -q -k -T 100 -d 2 --keep 2 --json r.json
is "stops that are kept are in the results" "$(value '[(.kept | length), .stop, .kept[1].trace, .kept[0].analysis.latency_ns]')" \
	'[2,null,"timerlat_trace-2.txt",150000]'
valid "results with kept stops are valid" r.json
rm -f -- *

# ---- Other sessions ------------------------------------------------------------------------

SIM=sessions=3 run timerlat top -q -k -d 1 --json r.json
is "other sessions are a number, and no reason" \
	"$(value '[.other_sessions, .verdict.trusted, .verdict.reasons]')" '[2,true,[]]'
valid "results with other sessions are valid" r.json
SIM=sessions=1 run osnoise top -q -d 1 --json r.json
is "there may be none" "$(value .other_sessions)" 0
SIM=sessions=0 run timerlat top -q -k -d 1 --json r.json
is "if their number is not known, it is left out" "$(value 'has("other_sessions")')" false
valid "results without a number of sessions are valid" r.json
rm -f r.json

# ---- Interrupts without a tracepoint --------------------------------------------------------

SIM=cpus=2,untraced=412 run osnoise hist -d 1 --json r.json
is "interrupts without a tracepoint, of each CPU" "$(value '[.cpus[].untraced_interrupts]')" \
	'[{},{"HVS":412}]'
valid "results with such interrupts are valid" r.json

# ---- Tables of percentiles ----------------------------------------------------------------

run timerlat top -q -k -d 2 --percentiles
is "a table of each context" "$(grep -c ', percentiles (us)$' "$work/out")" 2
is "the tables have a row for each CPU" "$(grep -cE '^ {2}[012] .*(2|3|4|5|6|7)\.00$' "$work/out")" 6
is "values that cannot be told are marked" "$(grep -E '^  0 ' "$work/out" | tail -n 1 | tr -s ' ' | cut -d ' ' -f 2,3,5-)" \
	"0 5.00 5.00? 5.00? 5.00? 5.00? 5.00? 5.00"
is "the last lines say how long to measure for them" "$(grep -cE '^\? too few samples to be reliable: for p99.9999 of all CPUs together measure for at least [0-9]+ (d [0-9]+ h|h [0-9]+ min)$' "$work/out")" 2

# ---- Load ------------------------------------------------------------------------------------

run timerlat hist -k -d 2 --load 'echo begun; trap "echo ended >ended; exit 0" TERM; while :; do sleep 0.1; done' --json r.json
exits "under load" 0
is "what the load prints is no data" "$(head -n 1 "$work/err")" "begun"
is "the load is ended" "$(cat ended)" ended
is "the results say how the load ended" "$(value '.load | [.ended, .exit_status]')" '["stopped",0]'
run timerlat hist -k -d 5 --load 'exit 3' --json r.json
exits "a load that does not last" 1
is "stderr says that the load ended early" "$err" "rtla: --load exit 3: it ended before the measurement did, exit status 3: give a command that keeps running"
is "the results say that the load ended early" "$(value '[.load.ended, .load.exit_status, .verdict.outcome, .ended_by]')" \
	'["by itself",3,"untrusted","error"]'
valid "results with a load that ended early are valid" r.json
# No other process on this machine sleeps for this time.
own=987.$$
run timerlat hist -k -d 1 --load "sleep $own & sleep $own"
is "all of its processes are ended" "$(pgrep -fc "^sleep $own\$")" 0
run timerlat hist -k -d 1 --load 'trap "" TERM; while :; do sleep 0.1; done' --json r.json
is "a load that ignores its end is killed" "$(value '.load | [.ended, .signal]')" '["stopped",9]'
timerlat hist -k --load "sleep $own" >"$work/out" 2>&1 &
pid=$!
eventually pgrep -f "^sleep $own\$" >/dev/null
ok "the load is running"
kill -KILL $pid
wait $pid 2>/dev/null
load_is_gone() { ! pgrep -f "^sleep $own\$" >/dev/null; }
eventually load_is_gone
ok "the load does not outlive the command, even if that is killed"
rm -f -- *

# A run that fails while it is set up has changed nothing, but has looked at the machine.
SIM=cpus=2 run timerlat hist -E 70000 --source stats --json r.json
is "the result of a run that could not begin has the checks of the machine" \
	"$status $(jq -c '[.verdict.outcome, (.environment.checks | length > 9)]' r.json)" '4 ["cannot run",true]'

finish
