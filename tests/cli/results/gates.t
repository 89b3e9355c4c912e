#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: gates, and the verdict for test farms.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2

# ktap: prints the KTAP in stdout
ktap() { sed -n '/^KTAP version 1$/,$p' "$work/out"; }

# The filter of jq that finds "EXIT-CODE OUTCOME: VERDICT...", with the verdict of each gate.
verdict='[.verdict.exit_code, .verdict.outcome + ":", .gates[].verdict] | join(" ")'

# results_are NAME FILTER EXPECTED...: tests what jq finds in r.json
results_are() { json_is r.json "$@"; }

# valid NAME: tests that r.json is as documented
valid() {
	as_documented r.json >"$work/why"
	ok "$1" || sed 's/^/# /' "$work/why"
}

# Latencies of IRQ, thread and user are 2, 5 and 8 us on CPU 0, and 1 us more on CPU 1:
# see simulated/simulated_tracer.c.

# ---- Confidence ----------------------------------------------------------------------

run timerlat hist -k -d 2 --gate 'thr.p90<=1ms@95%' --gate 'thr.p90<=1us@95%@each' --gate 'thr.p99.9<=1ms@95%' --json r.json
exits "a gate that fails with confidence fails" 2
results_are "other gates pass, or are undecided" "$verdict" "2 fail: pass fail undecided" \
	"gates with confidence tell it, and how many samples count" '.gates | map([.confidence_ppm, .effective > 0])' "[[950000,true],[950000,true],[950000,true]]"
valid "the results are valid"
run timerlat hist -k -d 2 --gate 'thr.p99.9<=1ms@95%' --json r.json --junit j.xml
exits "undecided is not passed" 1
grep -qE '^rtla: gate thr.p99.9<=1ms@95%: 0 of [0-9]+ latencies are over the limit, they count as [0-9]+: undecided: measure for about [0-9]+ (s|min)' "$work/err"
ok "stderr says how long a run would decide"
is "JUnit has an error" "$(grep -c '<error' j.xml)" 1

# ---- Until it is decided -------------------------------------------------------------

# A hundred samples a second on each CPU: p90 is decided after a second, p99 is not.
run timerlat hist -k -d auto:1..60 --gate 'thr.p90<=1ms@95%' --json r.json
exits "a gate that is decided ends the run" 0
results_are "the run ends before 1.9 s" '[.ended_by, .measured_ns < 1900000000, .configuration.until_decided, .verdict.outcome]' \
	'["decided",true,{"least_ns":1000000000,"looks":7},"pass"]'
valid "the results are valid"
is "stderr is silent" "$err" ""
run timerlat hist -k -d auto:1..60 --gate 'thr.p90<=1ms@95%' --gate 'irq.p90<=1us@95%' --gate 'thr.count>=300' --json r.json
exits "several gates are all decided" 2
results_are "the run lasts until the last gate is decided" "[.ended_by, .measured_ns > 1900000000, .measured_ns < 5000000000, ($verdict)]" \
	'["decided",true,true,"2 fail: pass fail pass"]'
run timerlat hist -k -d auto:1..2 --gate 'thr.p99.9<=1ms@95%' --json r.json
exits "what is not decided at its end is undecided" 1
results_are "the run lasts as long as it may" "[.ended_by, .measured_ns, ($verdict)]" '["duration",2000000000,"1 untrusted: undecided"]'
run osnoise top -q -d auto:1..60 --gate 'noise.irq.count>=1' --json r.json
exits "osnoise measures until gates are decided" 0
results_are "a decided gate ends osnoise" .ended_by decided
run timerlat hist -k --source trace -d auto:1..60 --gate 'thr.p90<=1ms@95%' --json r.json
exits "samples from a trace are measured until gates are decided" 0
results_are "a decided gate ends samples from a trace" .ended_by decided
run timerlat hist -k -d auto:1..60 -d 2 --gate 'thr.p90<=1ms@95%' --json r.json
exits "the last -d counts" 0
results_are "the run lasts as long as the last -d says" '[.ended_by, .measured_ns, .configuration.until_decided]' '["duration",2000000000,null]'
refused "--duration auto: there is no gate to decide: add --gate" timerlat hist -d auto
for value in auto: autox auto1 auto:5..1 auto:0 auto:x auto:1.. auto:..1 auto:1..2..3 auto:1...2 auto:400000000; do
	refused "--duration $value: not auto[:[LEAST..]MOST]: give auto, or times like auto:1h or auto:1m..1h, LEAST first" \
		timerlat hist -d $value --gate 'thr.max<=1s'
done

# ---- Status 0: all gates pass --------------------------------------------------------

run timerlat hist -d 2 --gate 'thr.max<=6us' --gate 'usr.p50 <= 9us' --gate 'irq.rate(>2.5us)<=100/s' \
	--gate 'irq.count(>3us) <= 0' --gate 'usr.avg<=9us@each' --gate 'usr.max<9us@0' --json r.json
exits "gates that hold" 0
is "stderr is silent" "$err" ""
is "KTAP" "$(ktap | sed -E 's/# [0-9]+ in [0-9.]+ s/# N in 2 s/')" \
"KTAP version 1
1..6
ok 1 thr.max<=6us # 6.000 us, limit 6.000 us
ok 2 usr.p50 <= 9us # 8.031 us, limit 9.000 us
ok 3 irq.rate(>2.5us)<=100/s # N in 2 s, limit 100 in 1 s
ok 4 irq.count(>3us) <= 0 # 0, limit 0
ok 5 usr.avg<=9us@each # 9.000 us, limit 9.000 us, CPU 1
ok 6 usr.max<9us@0 # 8.000 us, limit 9.000 us, CPU 0"
valid "the results are valid"
results_are "the results say the same as KTAP" "$verdict" "0 pass: pass pass pass pass pass pass"
prove -e cat "$work/out" >"$work/prove" 2>&1
ok "prove reads the whole output"

run osnoise top -q -d 2 --gate 'avail>=98%@each' --gate 'noise.hw.count<=1000' --gate 'noise.max<=20ms' --gate 'single.max<=8us' --json r.json
exits "gates of osnoise pass" 0
valid "the results of osnoise are valid"

# ---- Status 2: a gate fails -------------------------------------------------------------

run timerlat top -q -d 1 --gate 'thr.max<=6us' --gate 'usr.max<9us' --gate 'usr.max<9us@each' --json r.json --junit j.xml
exits "a gate that fails" 2
is "stderr has each gate that failed" "$err" \
"rtla: gate usr.max<9us: failed: 9.000 us, the limit is 9.000 us
rtla: gate usr.max<9us@each: failed: 9.000 us on CPU 1, the limit is 9.000 us"
is "KTAP" "$(ktap)" \
"KTAP version 1
1..3
ok 1 thr.max<=6us # 6.000 us, limit 6.000 us
not ok 2 usr.max<9us # 9.000 us, limit 9.000 us
not ok 3 usr.max<9us@each # 9.000 us, limit 9.000 us, CPU 1"
valid "the results are valid"
results_are "the results say the same as KTAP" "$verdict" "2 fail: pass fail fail"
is "JUnit" "$(sed -E 's/time="[0-9.]*" timestamp="[-0-9T:]*Z"/time="1.0" timestamp=""/; s/ hostname="[^"]*"//' j.xml)" \
'<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="timerlat top" tests="3" failures="2" errors="0" skipped="0" time="1.0" timestamp="">
  <testcase classname="timerlat top" name="thr.max&lt;=6us">
    <system-out>6.000 us, limit 6.000 us</system-out>
  </testcase>
  <testcase classname="timerlat top" name="usr.max&lt;9us">
    <failure message="9.000 us, limit 9.000 us"/>
    <system-out>9.000 us, limit 9.000 us</system-out>
  </testcase>
  <testcase classname="timerlat top" name="usr.max&lt;9us@each">
    <failure message="9.000 us, limit 9.000 us, CPU 1"/>
    <system-out>9.000 us, limit 9.000 us, CPU 1</system-out>
  </testcase>
</testsuite>'
! prove -e cat "$work/out" >"$work/prove" 2>&1
ok "prove sees the failure"
SIM=cpus=2,hit=100 run timerlat top -q -k -T 100 -d 5 --gate 'thr.max<=50us' --json r.json --junit j.xml
exits "a stop is a failure, whatever the gates say" 2
valid "the results of a stop are valid"
results_are "the results have the stop and the gates" "$verdict" "2 fail: pass"
xmllint --noout j.xml && grep -q 'Thread latency:' j.xml
ok "JUnit has the analysis"

# ---- Status 1: results that cannot be trusted -------------------------------------------

without_numbers() { sed -E "s/ [0-9]+ samples/ N samples/; s/[0-9]+ h [0-9]+ min/N h/; s/\([0-9.]+%\)/(N%)/"; }

# untrusted NAME SIM REASON OPTION...: tests that a run with these options, on a machine
# simulated with SIM, exits with 1 for this reason, and that no gate passes. The caller
# may set gate, and trusted to true if the figures can be trusted.
untrusted() {
	SIM=$2 run timerlat hist -k -d 1 --gate "${gate:-thr.max<=1s}" --json r.json --junit j.xml "${@:4}"
	exits "$1" 1
	valid "the results are valid"
	json_ask r.json .verdict.trusted '.verdict.reasons[0]'
	is "the results say whether they can be trusted" "${found[0]}" "${trusted:-false}"
	is "no gate is passed" "$(ktap | grep -c '^ok')" 0
	is "no gate is passed in JUnit" "$(grep -c '<error' j.xml)" "$(grep -c '<testcase' j.xml)"
	is "the reason is there" "$(without_numbers <<<"${found[1]}")" "$3"
	is "the reason is the first line on stderr, but for what is told before the run" \
		"$(grep -v 'this run is too short to pass it' "$work/err" | head -n 1 | without_numbers)" "rtla: $3"
}

untrusted "lost events" cpus=2,lost=5000 "5000 (N%) events missed, results might not be accurate" --source trace
untrusted "a CPU that vanished" cpus=2,offline=1 "CPU 1 went offline, results are incomplete"
untrusted "a workload that left" cpus=2,detached=1 \
	"CPU 1: user-space workload ended early, results are incomplete: do not kill or move it"
untrusted "a CPU without samples" cpus=2,silent=1 \
	"--gate: CPU 0: it has no sample: measure for longer, or leave it out of --cpus"
untrusted "a load that ended" cpus=2 "--load true: it ended before the measurement did, exit status 0: give a command that keeps running" \
	--load true
untrusted "lost events win over a stop" cpus=2,lost=5,hit=100 "5 (N%) events missed, results might not be accurate" --source trace -T 100 -d 5
# The figures of these runs can be trusted, but the gates cannot be judged.
trusted=true gate='irq.p99.999<1s' untrusted "gates with too few samples" cpus=2 "gate irq.p99.999<1s: N samples are too few, 1000000 are needed: measure for at least N h"
trusted=true gate='irq.rate(>1s)<=1/h' untrusted "gates with too short a time" cpus=2 "gate irq.rate(>1s)<=1/h: the run is too short: measure for at least 1 h"

# ---- Runs that are too short are told before them ---------------------------------------

# told COMMAND GATE TEXT: tests why a run says in advance that it is too short for a gate,
# whose text is part of a regular expression; an empty TEXT: that it does not say so
told() {
	# shellcheck disable=SC2086 # These are words.
	SIM=cpus=2 run $1
	is "what is told before the run" "$(sed -n "s/^rtla: .*'$2': this run is too short to pass it: //p" "$work/err")" "$3"
}
told "timerlat top -q -k -p 100 -d 1 --gate irq.p99.999<1s" "irq.p99.999<1s" \
	"it needs 1000000 samples, and will have 20000 at most: measure for at least 50 s"
told "timerlat top -q -k -p 100 -d 1 --gate irq.p99.99<1s@each" "irq.p99.99<1s@each" \
	"it needs 100000 samples, and will have 10000 at most: measure for at least 10 s"
told "timerlat top -q -k -p 100 -d 1 --gate irq.p99.9<1s@each" "irq.p99.9<1s@each" ""
told "timerlat top -q -k -d 1 --gate irq.rate(>1s)<=1/min" "irq.rate(>1s)<=1\/min" \
	"its limit is less than one event in that time: measure for at least 1 min"
told "timerlat top -q -k -d 1 --gate irq.rate(>1s)<=1/s" "irq.rate(>1s)<=1\/s" ""
told "timerlat top -q -k -d 1 --gate thr.p99.9<1s@95%" "thr.p99.9<1s@95%" \
	"2000 samples prove too little, even if none is over the limit: measure for at least 2 s"
told "timerlat top -q -k -d auto:1s..2s --gate thr.p99.9<1s@95%" "thr.p99.9<1s@95%" ""
told "osnoise top -q -d 1 --gate noise.p99<1s" "noise.p99<1s" \
	"it needs 1000 samples, and will have 2 at most: measure for at least 8 min 20 s"
printf 'thr.max<1s\n# a comment\nthr.p99.99<1s\n' >long.gates
SIM=cpus=2 run timerlat top -q -k -d 1 --gate-file long.gates
[[ $(head -n 1 "$work/err") = "rtla: long.gates:3: 'thr.p99.99<1s': this run is too short"* ]]
ok "a gate of a file is told with its line, and first"

rm -f "$SIM_LOG"
timerlat hist -d 60 --gate 'thr.max<1s' --json r.json >"$work/out" 2>"$work/err" &
pid=$!
begun
sleep 1
kill -TERM $pid
wait $pid
status=$?
exits "a run that was ended before its time" 1
is "stderr says that the run was ended" "$(cat "$work/err")" "rtla: --gate: the run was ended before its duration: let it run to the end"
rm -f "$SIM_LOG"
timerlat hist --gate 'thr.max<1s' --json r.json >"$work/out" 2>"$work/err" &
pid=$!
begun
sleep 1
kill -INT $pid
wait $pid
status=$?
exits "a run without a time is ended by Ctrl-C" 0

# ---- Status 4: the command cannot measure here ----------------------------------------------

PATH=$work/bin:$PATH
run timerlat hist -d 1 --gate 'thr.max<=50us' --gate 'irq.max<1s' --json r.json --junit j.xml --openmetrics m.prom
exits "no module" 4
is "KTAP has no ok" "$(sed 's/\(no such device: \).*[a-z].*/\1WHY/' <<<"$out")" \
"KTAP version 1
1..2
not ok 1 thr.max<=50us # SKIP /dev/rtla: no such device: WHY
not ok 2 irq.max<1s # SKIP /dev/rtla: no such device: WHY"
valid "there are valid results"
results_are "the results say that it cannot run" "$verdict" "4 cannot run: unknown unknown"
is "JUnit has errors" "$(grep -c '<error message="/dev/rtla: no such device: [^:]*: ' j.xml)" 2
is "the metrics have no passed gate" "$(grep -c '^rtla_gate_passed{.*} 0$' m.prom)" 2
! prove -e cat "$work/out" >"$work/prove" 2>&1
ok "prove takes it for no pass"
PATH=$work/simulated:$PATH

# ---- Files of gates, and what is no gate ---------------------------------------------------

printf '# a board\nthr.max <= 6us\n\nusr.max<=9us  # two CPUs\n' >board.gates
run timerlat hist -d 1 --gate-file board.gates --gate 'irq.max<=3us' --json r.json
exits "a file of gates" 0
results_are "each gate is known by its line" '[.gates[].source] | join(" ")' "board.gates:2 board.gates:4 --gate"
printf 'thr.max<=6us\nthr.max<=6x\n' >bad.gates
refused "--gate-file bad.gates: line 2, character 11: unknown unit: give ns, us, ms or s" \
	timerlat hist --gate-file bad.gates
refused "--gate-file nowhere: No such file or directory: give a file that can be read" \
	timerlat hist --gate-file nowhere
refused "--gate thr.max: character 8: no comparison: give <, <=, > or >=" timerlat top --gate thr.max
refused "--gate thr.max<1s: given twice: leave one out" timerlat top --gate 'thr.max<1s' --gate 'thr.max<1s'
refused "--gate usr.max<1s: threads of the kernel have no user latency: leave it out" \
	timerlat top -k --gate 'usr.max<1s'
refused "--gate avail>=99%: noise is measured by osnoise: leave it out" timerlat top --gate 'avail>=99%'
refused "--gate noise.max<1s: noise is measured by osnoise: leave it out" timerlat top --gate 'noise.max<1s'
refused "--gate thr.max<1s: latencies are measured by timerlat: leave it out" osnoise top --gate 'thr.max<1s'
for kind in osnoise wakeup overheads bound cycle; do
	refused "--gate skipped<=3: latencies are measured by timerlat: leave it out" $kind top --gate 'skipped<=3'
done
refused "--gate thr.max<1s@0-1: CPU 1 is not measured: leave it out, or add it to --cpus" \
	timerlat top -c 0 --gate 'thr.max<1s@0-1'
refused "--junit: there is no gate to report: add --gate" timerlat top --junit j.xml

finish
