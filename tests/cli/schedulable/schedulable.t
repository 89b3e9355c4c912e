#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla schedulable": what it accepts, what it prints, and how it ends. What it finds is
# compared with an independent implementation by random_sets.t.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2

# set_of NAME TASK...: writes a task set to NAME.json, of tasks that have CPU 0
set_of() {
	local IFS=,

	cat >"$1.json" <<<"{\"tasks\":[${*:2}]}"
}
task() { echo "{\"name\":\"$1\",\"cpu\":0,\"wcet_us\":$2,\"period_us\":$3${4:+,$4}}"; }

# refuses MESSAGE TASK...: tests that a set of these tasks is refused
refuses() {
	set_of wrong "${@:2}"
	run rtla schedulable wrong.json
	is "refused: $1" "$status $err" "1 rtla: wrong.json: $1"
}

set_of good "$(task a 3 7 '"priority":90')" "$(task b 3 12 '"priority":80')" "$(task c 5 20 '"priority":70')"
set_of bad "$(task a 3 7 '"priority":90')" "$(task b 6.5 12 '"priority":80')"
set_of edf "$(task x 2 6 '"policy":"deadline","deadline_us":5')" "$(task y 3 10 '"policy":"deadline"')"

# ---- The command line -----------------------------------------------------------------

refused "TASKS missing: name a file with a task set" rtla schedulable
refused "--interrupts all: not a column of a bound: give none, single, each, sporadic, window or window-owcet" \
	rtla schedulable good.json --interrupts all
refused "--json ./good.json: this file is to be read: give another name" rtla schedulable good.json --json ./good.json
status_wanted=1 fails "a file that is missing" \
	"none.json: No such file or directory: give a task set in JSON, as rtla-schedulable(1) describes it" \
	rtla schedulable none.json
echo '{"tasks": [' >broken.json
run rtla schedulable broken.json
is "a file that is no JSON is refused" "$status ${err%%line*}" "1 rtla: broken.json: "

# ---- What is wrong with a task --------------------------------------------------------

fifo='"priority":1'
refuses "task 1: name: missing: give a text" '{"cpu":0}'
refuses "task 'a': priority: missing: give a whole number, 1 to 99" "$(task a 1 9)"
for wrong in 0 100 1.5 '"x"'; do
	refuses "task 'a': priority: not one that can be: give a whole number, 1 to 99" "$(task a 1 9 "\"priority\":$wrong")"
done
refuses "task 'a': wcet_us: 0: give a time in us, at least 0.001, and up to 1e12" "$(task a 0 9 "$fifo")"
refuses "task 'a': period_us: -9: give a time in us, at least 0.001, and up to 1e12" "$(task a 1 -9 "$fifo")"
refuses "task 'a': period_us: 1e+13: give a time in us, at least 0.001, and up to 1e12" "$(task a 1 1e13 "$fifo")"
refuses "task 'a': jitter_us: -1: give a time in us, not negative, and up to 1e12" "$(task a 1 9 "$fifo,\"jitter_us\":-1")"
refuses "task 'a': wcet_us: not a number: give a time in us" "$(task a '"1"' 9 "$fifo")"
refuses "task 'a': period_us: missing: give a time in us" '{"name":"a","cpu":0,"wcet_us":1,"priority":1}'
refuses "task 'a': deadline: no such field: give those that rtla-schedulable(1) names" "$(task a 1 9 "$fifo,\"deadline\":3")"
refuses "task 'a': policy: not known: give \"fifo\", \"rr\" or \"deadline\"" "$(task a 1 9 '"policy":"other"')"
refuses "task 'a': priority: policy \"deadline\" has none: leave it out" "$(task a 1 9 "$fifo,\"policy\":\"deadline\"")"
refuses "task 'a': deadline_us: longer than period_us, which SCHED_DEADLINE refuses: give up to the period" \
	"$(task a 1 9 '"policy":"deadline","deadline_us":10')"
refuses "task 'a': name: task 1 has it, too: give each another one" "$(task a 1 9 "$fifo")" "$(task a 1 9 "$fifo")"
refuses "tasks: no array with a task in it: give a task set in JSON, as rtla-schedulable(1) describes it"
echo "[$(<good.json), {\"tasks\":[3]}]" >wrong.json
run rtla schedulable wrong.json
is "a wrong set of several is named" "$status $err" \
	"1 rtla: wrong.json: set 2: task 1: task: not an object: give a task set in JSON, as rtla-schedulable(1) describes it"

# ---- Verdicts -------------------------------------------------------------------------

run rtla schedulable good.json --json good.out
is "a set that meets its deadlines has exit status 0" "$status $err" "0 "
is "the response times of a textbook's set are its" "$out" "Verdict: schedulable: all deadlines are met, of 3 tasks

CPU 0: utilization 92.86 %
Task, us  Policy   WCET  Period  Deadline  Response  Slack  Deadlines
a         fifo 90  3.00    7.00      7.00      3.00   4.00  meets
b         fifo 80  3.00   12.00     12.00      6.00   6.00  meets
c         fifo 70  5.00   20.00     20.00     20.00   0.00  meets

Nothing is counted for the kernel, as no result was given: 'rtla overheads' and
  'rtla bound' measure it."
test_that "the JSON of a verdict is as documented" as_documented good.out
run rtla schedulable bad.json
is "a set that misses a deadline has exit status 2" "$status ${out%%$'\n'*}" \
	"2 Verdict: not schedulable: deadlines may be missed, of 1 of 2 tasks"
is "a response beyond the deadline has a negative slack" "$(grep ^b "$work/out" | tr -s ' ')" "b fifo 80 6.50 12.00 12.00 13.00 -1.00 misses"
run rtla schedulable edf.json
is "deadline tasks have a slack, and no response time" "$(grep '^[xy]' "$work/out" | tr -s ' ')" \
	"x deadline 2.00 6.00 5.00 - 3.00 meets
y deadline 3.00 10.00 10.00 - 4.00 meets"
set_of full "$(task a 500 1000 '"priority":2')" "$(task b 500000 1000000 '"priority":1,"blocking_us":0.01,"deadline_us":2e6')"
run rtla schedulable full.json --json full.out
is "a set that would take too long has exit status 1" "$status ${out%%$'\n'*}" \
	"1 Verdict: not decided: the analysis would take too long for 1 of 2 tasks"
test_that "the JSON of no verdict is as documented" as_documented full.out
echo "[$(<good.json), $(<bad.json)]" >both.json
run rtla schedulable both.json --json -
echo "$out" >both.out
is "the worst of several sets counts" "$status $(jq -c '[.verdict, .exit_code, .sets[].verdict]' both.out)" \
	'2 ["not schedulable",2,"schedulable","not schedulable"]'
test_that "the JSON of several sets is as documented" as_documented both.out
run rtla schedulable - <good.json
is "a task set may come by standard input" "$status ${out%%:*}" "0 Verdict"

# ---- With results ---------------------------------------------------------------------

set_of slow "$(task a 300 1000 '"priority":90')" "$(task b 3000 12000 '"priority":80')" \
	'{"name":"z","cpu":1,"policy":"deadline","wcet_us":20,"period_us":1000,"deadline_us":200}'
for kind in overheads bound timerlat wakeup; do
	rtla $kind top -q -d 2 --json $kind.out >"$work/seen/$kind"
done
run rtla schedulable slow.json overheads.out --json slow.out
is "overheads of the kernel are shown with what they count as" "$status $(grep -A8 '^Kernel' "$work/out" | head -n 8 | tr -s ' ')" \
	"0 Kernel, us Longest Counts as Measured on
release-latency 1.50 release jitter CPU 0 of overheads.out
ipi 7.50 release jitter CPU 0 of overheads.out
release 2.50 an interrupt at each release CPU 0 of overheads.out
sched 3.50 twice for each job CPU 0 of overheads.out
cxs 4.50 twice for each job CPU 0 of overheads.out
sched2 5.50 twice for each job CPU 0 of overheads.out
tick 6.50 an interrupt each 1 ms CPU 0 of overheads.out"
test_that "the JSON with overheads is as documented" as_documented slow.out
# 9 of jitter, 300 + 27 of switches, 2 * 2.5 of releases, 6.5 of the tick.
json_is slow.out "a job pays for jitter, switches, releases and the tick" '.sets[0].cpus[0].tasks[0].response_ns' 347500
run rtla schedulable slow.json bound.out
is "a bound counts as blocking, and its interrupts apart" "$status $(grep -A2 -m 1 '^Kernel' "$work/out" | tail -n 2 | tr -s ' ')" \
	"0 bound.none 56.30 blocking CPU 0 of bound.out
local_timer:236 4.70 an interrupt each 20 ms CPU 0 of bound.out"
run rtla schedulable slow.json bound.out --interrupts window
is "another column of a bound has all interrupts" "$(grep -A2 -m 1 '^Kernel' "$work/out" | tail -n 2 | tr -s ' ')" \
	"bound.window 61.00 blocking CPU 0 of bound.out"
run_wrapped rtla schedulable slow.json timerlat.out
is "a latency that was observed is said to be no bound" "$status $(grep -c 'observed is no bound: a longer one may come' "$work/out")" "0 2"
run rtla schedulable slow.json "$here/results/cyclictest/whole_us.json" --json slow.out
# 225 us, and what was cut.
json_is slow.out "a latency of cyclictest counts like one of timerlat, and what it was cut by" \
	'.sets[0].cpus[0].costs' \
	"[{\"role\":\"blocking\",\"name\":\"cyclictest user\",\"ns\":225999,\"every_ns\":null,\"result\":\"$here/results/cyclictest/whole_us.json\",\"cpu\":0,\"observed\":true,\"counts\":true}]"
run rtla schedulable slow.json "$here/../results/oslat.json"
is "a program that measures noise tells nothing of what a job needs" "$status ${err##*/}" \
	"1 oslat.json: a result of oslat tells nothing of what the kernel takes from tasks: give one of timerlat, wakeup, overheads, bound"
run rtla schedulable slow.json wakeup.out bound.out --json slow.out
json_is slow.out "a bound takes the place of what was observed" '[.sets[0].cpus[0].costs[] | [.name, .counts]]' \
	'[["wakeup total",false],["bound.none",true],["local_timer:236",true]]'
sed 's/"cpu":1/"cpu":5/' slow.json >far.json
run rtla schedulable far.json overheads.out
is "a CPU that was not measured has the longest of all" "$(grep -c 'all of overheads.out' "$work/out")" 7
make_result few.out bare overheads=1000 cpus=2 seconds=2
run_wrapped rtla schedulable slow.json few.out
is "an overhead without a sample is said to count as 0" "$(grep -cE '^sched2 +none|counted as 0: what has no time here' "$work/out")" 4
make_result noise.out bare osnoise=1 cpus=2 seconds=2
status_wanted=1 fails "a result that tells nothing of the kernel" \
	"noise.out: a result of osnoise tells nothing of what the kernel takes from tasks: give one of timerlat, wakeup, overheads, bound" \
	rtla schedulable slow.json noise.out
make_result lost.out bare overheads=1000 cpus=2 seconds=2 verdict.trusted=false 'verdict.reasons=["events were lost"]'
run rtla schedulable slow.json lost.out
is "a result that cannot be trusted is named" "$err" "rtla: lost.out: cannot be trusted: events were lost"
make_result storm.out bare bound=1 cpus=2 seconds=2
run_wrapped rtla schedulable slow.json storm.out
is "interrupts that would take all the time are said to do so" "$status $(grep -c '^Interrupts alone would take all the time' "$work/out")" "2 2"
run_wrapped rtla schedulable slow.json overheads.out bound.out timerlat.out
[[ $widest -gt 40 && $widest -le 80 ]]
ok "no line of a verdict is wider than 80"

finish
