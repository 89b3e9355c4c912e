#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla cycle" on a simulated machine: what a cycle is, the table, the histogram, the
# results and gates. There, thread 1000 + N finishes its cycles on CPU N, and the parts take
# 1, 2, 3, 4 and 5 us, and N us longer; it waits for its next period in clock_nanosleep on
# CPU 0, and in read elsewhere.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2

# finds NAME EXPECTED WORD...: tests how the tracer is to find cycles
finds() {
	local name=$1 expected=$2

	shift 2
	SIM=cpus=2,arm=0 run cycle "$@"
	is "$name" "$(sed -n 's/^start cycle //p' "$SIM_LOG")" "$expected"
}

finds "where threads wait is found without --wait" "given=0 any=0 wait= how=0 period=0 deadline=0"
finds "a period is a deadline, too" "given=0 any=0 wait= how=0 period=1000000 deadline=1000000" -p 1ms
finds "a deadline may be shorter than the period" \
	"given=0 any=0 wait= how=0 period=1000000 deadline=800000" --period 1ms --deadline 800us
finds "a system call without a descriptor stands for any" "given=1 any=1 wait=read how=0 period=0 deadline=0" --wait read
finds "a system call with a descriptor is meant exactly" \
	"given=1 any=0 wait=epoll_pwait how=7 period=0 deadline=0" --wait epoll_pwait:7
finds "a descriptor may be 0" "given=1 any=0 wait=read how=0 period=0 deadline=0" --wait read:0

SIM=cpus=2,arm=0 run cycle
is "real-time threads are watched if nothing is said" "$(sed -n 's/^start watch //p' "$SIM_LOG")" \
	"all=0 rt=1 children=0 comm= tids="
SIM=cpus=2,arm=0 run cycle --comm control
is "threads with a name are watched" "$(sed -n 's/^start watch //p' "$SIM_LOG")" \
	"all=0 rt=0 children=0 comm=control tids="

call="no system call in which threads wait: give one, like clock_nanosleep, epoll_wait or read:5"
for wrong in sleep :5 reads:5 "a_name_that_is_far_too_long_for_any_system_call"; do
	refused "--wait $wrong: $call" cycle --wait "$wrong"
done
for wrong in read: read:x read:-1 read:5x read:99999999999; do
	refused "--wait $wrong: not a descriptor after the colon: give its number, like read:5" cycle --wait $wrong
done
refused "--wait futex:5: this system call waits for no descriptor: leave out the colon and what follows" \
	cycle --wait futex:5
refused "--segment wait=5us: not NAME=TIME: give start, run, interrupted, preempted, blocked or response, and a time, like blocked=50us" \
	cycle --segment wait=5us
refused "--gate miss<=0: no cycle is a miss without a deadline: give --period or --deadline" cycle --gate "miss<=0"
refused "--by waker: unknown: give thread or cpu" cycle --by waker
refused "true: its threads are watched, with all that they create, and no others: leave out --tid, --pid and --children; --rt and --comm choose among them" \
	cycle --tid 7 -- true

# ---- The table

run cycle -q -d 1 --deadline 17us
exits "a table" 0
is "the threads with the longest cycles come first" \
	"$(awk '/worker/ { print $1, $2 }' "$work/out")" "1001 worker/1"$'\n'"1000 worker/0"
is "a row has period, response and parts" \
	"$(awk '$1 == 1000 { $3 = ""; print }' "$work/out")" \
	"1000 worker/0  | 1000.0 | 15.0 - 15.0 0 | 1.0/1.0 2.0/2.0 3.0/3.0 4.0/4.0 5.0/5.0"
is "cycles beyond the deadline are misses" "$(awk '$1 == 1001 { print ($3 == $10) ($10 > 0) }' "$work/out")" "11"
is "the last row has the misses of all threads" \
	"$(awk '$1 == 1001 { misses = $10 } $1 == "ALL" { print ($8 == misses) }' "$work/out")" 1
[[ $out = *$'\n'"Next period: clock_nanosleep: 1000"$'\n'"Next period: read of descriptor 5: 1001"$'\n'* ]]
ok "the table says where threads wait for their next period"
has "$out" "A miss takes longer than 17.0 us. Periods are estimated from the releases."
ok "the table says what a miss is"
run cycle -q -d 1
has "$out" "Periods are estimated from the releases; --period counts misses."
ok "the table says that periods are estimated"
is "no cycle is a miss without a deadline" "$(awk '$1 == 1000 { print $10 }' "$work/out")" -
run cycle -q -d 1 --period 17us
has "$out" "A miss takes longer than 17.0 us." && ! grep -q estimated "$work/out"
ok "a period that was given is not estimated"
SIM=cpus=9 run cycle -q -d 1
has "$out" "Next period: read of descriptor 12: 1008"
ok "each place at which threads wait has a line"
SIM=cpus=2,known=1 run cycle -q -d 1
has "$out" "Next period: a place that is not known yet: 1001"
ok "the table says where that is not known"
SIM=cpus=8 run cycle -q -d 3 --by cpu -n
is "the table of CPUs has all cycles together" \
	"$(awk '$1 == "ALL" { print $5, $6 }' "$work/out")" "50000 50000"
is "the table of CPUs has the parts, in ns" "$(awk '$1 == 1 { print $6, $8, $12 }' "$work/out")" \
	"20000 2000/2000 6000/6000"
SIM=cpus=2,silent=1 run cycle -q -d 1
exits "no cycle is finished" 1
has "$out" "no watched thread finished a cycle: name other threads, say with --wait where they wait for their next period or with --function what a cycle is, or measure for longer"
ok "the output says that no cycle was finished"
SIM=cpus=2,full=1 run cycle -q -d 1
exits "there are too many threads with cycles" 1
has "$out" "there were more than 4096 threads to watch, the others were not: name fewer"
ok "the output says that there are too many threads with cycles"

run cycle -q -d 1
is "the table ends with what threads waited for, the longest first" \
	"$(sed -n '/^Waited/,$p' "$work/out" | awk '{ print $1, $2, $3, $4, $5, $(NF) }' | head -n 3)" \
	"Waited TID for count sum max
blocked 1000 futex until logger:78 3
blocked 1001 futex until a 3"
is "no line of what threads waited for is longer than 80 columns" "$(sed -n '/^Waited/,$p' "$work/out" | grep -cE '.{81}')" 0

# ---- The histogram

run cycle hist -d 1 -E 30
exits "a histogram" 0
is "the columns of the histogram are the parts of cycles" "$(awk '/^Index/ { $1 = $1; print }' "$work/out")" \
	"Index start run interrupted preempted blocked response"
is "the histogram has averages of cycles" "$(awk '$1 == "avg:" { print $2, $7 }' "$work/out")" "1.50 17.50"

# ---- Results and gates

run cycle -q -d 1 --deadline 17us --json r.json --stream s.ndjson --openmetrics m.prom --gate "blocked.max<=6us" \
	--gate "response.p50<=20us" --gate "miss>=1" --gate "miss>=1@comm=worker/1"
exits "gates on cycles that hold" 0
as_documented r.json s.ndjson m.prom
ok "the results of cycles are as documented"
json_is r.json "the results have the parts of each thread's cycles" '[.threads[1].latencies[].avg_ns]' \
	"[2000,3000,4000,5000,6000,20000]" \
	"the parts add up to the response" \
	'.threads[0].latencies | .response.avg_ns == .start.avg_ns + .run.avg_ns + .interrupted.avg_ns + .preempted.avg_ns + .blocked.avg_ns' true \
	"the results have where threads wait for their next period" '[.threads[].cycles.home | [.syscall, .descriptor, .name]]' \
	'[["clock_nanosleep",null,"clock_nanosleep"],["read",5,"read of descriptor 5"]]' \
	"the results have periods" '[.threads[].cycles.period_ns]' "[1000000,2000000]" \
	"the results have misses" '[.threads[] | .cycles.misses == .latencies.response.count]' "[false,true]" \
	"the results have what threads waited for" \
	'[.threads[].cycles.culprits[] | [.part, .kind, .id, .name, .syscall, .max_ns, .sum_ns / .count, .text]]' \
	'[["blocked","thread",78,"logger","futex",3000,3000,"futex until logger:78"],["preempted","thread",77,"hog",null,2000,2000,"hog:77"],["blocked","timer",null,null,"futex",3000,3000,"futex until a timer"],["preempted","thread",77,"hog",null,2000,2000,"hog:77"]]' \
	"the results have migrations" '[.threads[] | .cycles.migrations == .latencies.response.count]' "[false,true]" \
	"the results have how cycles were found" '.configuration.cycle' \
	'{"wait":null,"marks":null,"period_ns":null,"deadline_ns":17000}' \
	"a gate on misses counts those of all threads" \
	'.gates[2].value.count == ([.threads[].cycles.misses] | add)' true \
	"a gate on misses of a name counts those of its threads" \
	'.gates[3].value.count == ([.threads[] | select(.comm == "worker/1") | .cycles.misses] | add)' true
is "OpenMetrics have the misses" "$(sed -n 's/^rtla_cycle_misses_total //p' m.prom)" \
	"$(jq '[.threads[].cycles.misses] | add' r.json)"
SIM=cpus=2,known=0 run cycle -q -d 1 --wait read:5 --json r.json
as_documented r.json
ok "the results with --wait are as documented"
json_is r.json "the results have what --wait says" '.configuration.cycle.wait' \
	'{"syscall":"read","descriptor":5,"name":"read of descriptor 5"}' \
	"a place that is not known is null" '[.threads[].cycles.home]' "[null,null]"
run cycle -q -d 1 --wait read --json r.json
json_is r.json "any descriptor of --wait is null" '.configuration.cycle.wait' '{"syscall":"read","descriptor":null,"name":"read"}'
run cycle -q -d 1 --deadline 17us --gate "miss<=0"
exits "a gate on misses that does not hold" 2
run cycle -q -d 1 --deadline 20us --gate "miss<=0"
exits "a response as long as the deadline is no miss" 0
run cycle -q -d 1 --deadline 20us --json r.json --gate "miss<=0@each"
exits "misses of CPUs are not known" 1
json_is r.json "a gate on misses of CPUs says what to do" '.gates[0].reason' \
	"misses are those of threads, not of CPUs: leave out the CPUs"
SIM=cpus=2,silent=1 run cycle -q -d 1 --deadline 20us --gate "miss<=0"
exits "misses are not judged without a cycle" 1
run cycle -q -d 2 --json r.json --gate "response.max<=15us@comm=worker/0" --gate "blocked.p50<=5us@comm=worker/1"
exits "gates on the cycles of the threads of a name" 2
is "each gate on cycles of a name has its verdict" "$(jq -c '[.gates[] | [.verdict, .value.ns]]' r.json)" \
	'[["pass",15000],["fail",6000]]'
refused "--gate miss<=0: cycles are measured by cycle: leave it out" wakeup --gate "miss<=0"
refused "--gate wait.max<=5us: wake-ups are measured by wakeup: leave it out" cycle --gate "wait.max<=5us"

run cycle -q -d 1 --json r.json
rtla report r.json -o r.html 2>"$work/err"
ok "results of cycles can be reported"
is "the report has a chart of the cycles of each thread" \
	"$(grep -oE '<title id="thread-[^"]*-t">[^<]+' r.html | cut -d'>' -f2 | paste -sd '|')" \
	"worker/1, thread 1001|worker/0, thread 1000"
grep -q "Cycles: averages of their parts" r.html && grep -q 'id="reading-cycle' r.html
ok "the report has the parts of cycles, and how to read them"
run rtla compare r.json r.json
[[ $out == *"all  response "*"p50"* ]]
ok "results of cycles can be compared"

# ---- A hit, and the program behind "--"

SIM=cpus=2,hit=100,latency=200000 run cycle -q -T 100 --json r.json
exits "a cycle that is too long" 2
has "$out" "rtla cycle hit stop tracing"
ok "the last lines say that a cycle hit"
is "the results have the thread of the cycle" "$(jq -c '[.stop.context, .stop.tid]' r.json)" '["response",1000]'
SIM=cpus=2,arm=0 run cycle --segment blocked=50us --segment start=1ms -T 2000
is "thresholds of parts of cycles" "$(grep ^arm "$SIM_LOG")" \
	"arm irq=0 thread=0 start=1000000 blocked=50000 response=2000000"
run cycle -q -d 20 --json r.json -- sleep 1
exits "the measurement of cycles ends with the program" 0
json_is r.json "a program behind -- ended it" '[.ended_by, .configuration.targets.program.command]' '["program",["sleep","1"]]'
finish
