#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla wakeup" on a simulated machine: which threads are watched, what the table,
# the histogram and the results have, gates, and the program behind "--". There, thread
# 1000 + N is woken on CPU N, and the parts take 1, 2, 3, 4, 5 and 6 us, and N us longer.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2

# targets NAME EXPECTED WORD...: tests which threads a command watches
targets() {
	local name=$1 expected=$2

	shift 2
	SIM=cpus=2,arm=0 run wakeup "$@"
	is "$name" "$(sed -n 's/^start watch //p' "$SIM_LOG")" "$expected"
}

targets "real-time threads, if nothing is said" "all=0 rt=1 children=0 comm= tids="
targets "threads with ids" "all=1 rt=0 children=0 comm= tids=" --all
targets "threads with ids of --tid" "all=0 rt=0 children=0 comm= tids=12,15" --tid 12,15
targets "threads of processes" "all=0 rt=0 children=0 comm= tids=12,15" --tid 12 --tid 15
targets "threads with a name, and real-time ones" "all=0 rt=0 children=1 comm= pids=7" --pid 7 --children
targets "threads with a name of --comm, and real-time ones" \
	"all=0 rt=1 children=0 comm=cyclictest tids=" --comm cyclictest --rt

refused "--pid 3: there are --tid and --pid: give one of them" wakeup --tid 2 --pid 3
refused "--tid 2,x: not a list of ids: give one, or several like 12,15" wakeup --tid 2,x
refused "--comm 1234567890123456: longer than the 15 characters that the kernel keeps of a name: give the first 15" \
	wakeup --comm 1234567890123456
segment="not NAME=TIME: give timer, irq, queue, wait, pick, switch or total, and a time, like wait=50us"
for wrong in wait wait= wait=5kg wait=0us thread=5us =5us wait=2h; do
	refused "--segment $wrong: $segment" wakeup --segment $wrong
done

# ---- The table

run wakeup -q -d 1
exits "a table" 0
is "the threads that have waited longest come first" \
	"$(awk '/worker/ { print $1, $2 }' "$work/out")" "1001 worker/1"$'\n'"1000 worker/0"
is "a row has the parts and their sum" "$(awk '$1 == 1000 { $3 = ""; print }' "$work/out")" \
	"1000 worker/0  | 1.0/1.0 2.0/2.0 3.0/3.0 4.0/4.0 5.0/5.0 6.0/6.0 | 21.0 21.0"
has "$out" "timer->irq 1.5  irq->wake (IRQ_TIME) 2.5  wake->run (IRQ_END->SCHEDULE) 20.0 us"
ok "the table has the figures of the paper"
has "$out" 'These are averages. In brackets: as "Regular vs real-time Linux latency in virtualized environment" calls them.'
ok "the names of the paper's figures are explained"
run wakeup -q -d 1 --by cpu -n
is "the table of CPUs, in ns" "$(awk '$1 == 1 { print $4, $11 }' "$work/out")" "2000/2000 27000"
SIM=cpus=3 run wakeup -q -d 1 --by waker
exits "the table of who woke them" 0
is "the one whose wake-ups took longest comes first" \
	"$(awk '/feeder|hrtimer/ { $4 = ""; print }' "$work/out")" \
	"thread 2000 feeder  | - - 4.5/5.0 5.5/6.0 6.5/7.0 7.5/8.0 | 30.0 33.0
timer - hrtimer_wakeup  | 1.0/1.0 2.0/2.0 3.0/3.0 4.0/4.0 5.0/5.0 6.0/6.0 | 21.0 21.0"
SIM=cpus=2,silent=1 run wakeup -q -d 1
exits "nothing is woken" 1
has "$out" "no watched thread was woken: name other threads, or measure for longer"
ok "the output says that nothing was woken"
SIM=cpus=2,silent=1 run wakeup -q -d 1 --by waker
exits "nobody wakes anything" 1
SIM=cpus=2,full=1 run wakeup -q -d 1
exits "there are too many threads" 1
has "$out" "there were more than 4096 threads to watch, the others were not: name fewer"
ok "the output says that there are too many threads"

# ---- The histogram

run wakeup hist -d 1 -E 30
exits "a histogram" 0
is "the columns of the histogram are the parts" "$(grep ^Index "$work/out")" \
	"Index    timer       irq     queue      wait      pick    switch     total "
is "the histogram is of all CPUs together" "$(awk '$1 == "3" { print ($3 > 0) ($4 > 0) ($3 == $4) }' "$work/out")" 111
is "the histogram has averages" "$(awk '$1 == "avg:" { print $2, $8 }' "$work/out")" "1.50 24.00"

! grep -q TID "$work/out"
ok "the histogram has no table"
run wakeup hist -d 1 -E 30 --by waker --no-summary
is "the histogram has a table of who woke the threads" \
	"$(sed -n '/^WAKER/,$p' "$work/out" | awk '{ print $1, $2, $3 }' | sed '/^-/,$d')" \
	"WAKER ID NAME"$'\n'"thread 2000 feeder"$'\n'"timer - hrtimer_wakeup"
run wakeup hist -d 1 -E 30 --by thread
has "$out" "Wake-ups and their parts, avg/max (us)"
ok "the histogram has a table of the threads"
refused "--by wakers: unknown: give thread, cpu or waker" wakeup top --by wakers
refused "--by wakers: unknown: give thread, cpu, waker or nothing" wakeup hist --by wakers

# ---- Results and gates

run wakeup -q -d 1 --json r.json --stream s.ndjson --openmetrics m.prom --gate "wait.max<=5us" \
	--gate "irq.avg < 3us" --gate "total.count(>26us)<=0@0"
exits "gates that hold" 0
as_documented r.json s.ndjson m.prom
ok "the results are as documented"
json_is r.json "irq is that of the wake-up" '.gates[1].value.ns' 2500 \
	"the parts of each CPU" '[.cpus[1].latencies[].max_ns]' "[2000,3000,4000,5000,6000,7000,27000]" \
	"the results have the parts of each thread" '[.threads[1].latencies[].avg_ns]' "[2000,3000,4000,5000,6000,7000,27000]" \
	"the results say who the threads are" '.threads[1] | "\(.tid) \(.pid) \(.comm) \(.policy) \(.kernel_priority)"' \
	"1001 1000 worker/1 SCHED_FIFO 9" \
	"distributions of a thread have all of its wake-ups" \
	'[.threads[].latencies[] | (.histogram.count | add) == .count] | unique' "[true]" \
	"the results have percentiles of threads" '[.threads[].latencies.total.percentiles[0] | [.percentile, .value_ns]]' \
	'[["50",21000],["50",27000]]' \
	"nothing measures, so nothing has a priority" '.configuration | [.priority, .threads, .period_ns]' \
	"[null,null,null]" \
	"the results have wakers only if those were asked for" 'has("wakers")' false
SIM=cpus=3 run wakeup -q -d 1 --by waker --json r.json
as_documented r.json
ok "the results with wakers are as documented"
json_is r.json "the results have kind, id and name of wakers" '[.wakers[] | [.kind, .id, .name]]' \
	'[["timer",null,"hrtimer_wakeup"],["thread",2000,"feeder"]]' \
	"a waker on two CPUs is one waker" \
	'.wakers[1].latencies.total.count == .threads[1].latencies.total.count + .threads[2].latencies.total.count' true \
	"the results have a waker's figures of both CPUs" '.wakers[1].latencies | [.timer.count, .wait.min_ns, .wait.avg_ns, .wait.max_ns]' \
	"[0,5000,5500,6000]"
run wakeup hist -q -d 1 --by waker --json r.json
is "the results of a histogram have wakers" "$(jq '.wakers | length' r.json)" 2
run wakeup -q -d 3 --json r.json --gate "wait.max<=4us@comm=worker/0" \
	--gate "wait.avg<=4us @ comm=worker/1" --gate "total.max<1s@comm=nobody"
exits "gates for the threads of a name" 2
is "each gate of a name has its verdict" "$(jq -c '[.gates[] | [.verdict, .value.ns]]' r.json)" \
	'[["pass",4000],["fail",5000],["unknown",null]]'
refused "--gate wait.stddev<=4us@comm=a: character 23: of single threads only min, avg, max, pNN, rate(>TIME) and count are known: give one of these, or leave this out" \
	wakeup --gate "wait.stddev<=4us@comm=a"
refused "--gate wait.p99<=4us@95%@comm=a: character 24: no confidence for single threads: nobody knows how their wake-ups cluster: leave it out" \
	wakeup --gate "wait.p99<=4us@95%@comm=a"
run wakeup -q -d 2 --json r.json --gate "total.p50<=21us@comm=worker/0" \
	--gate "wait.p50 < 4us @comm=worker/0" --gate "total.count(>26us)>=1 @comm=worker/1" \
	--gate "total.count(>27.1us)<=0@comm=worker/1" --gate "total.p99<1s@comm=nobody"
exits "gates by the distributions of threads" 2
is "each of these has its verdict" "$(jq -c '[.gates[] | [.verdict, .value.ns // (.value.count > 0)]]' r.json)" \
	'[["pass",21000],["fail",4000],["pass",true],["pass",false],["unknown",false]]'
as_documented r.json
ok "the results have the distributions"
SIM=cpus=2,distributed=1 run wakeup -q -d 1 --json r.json --gate "wait.p50<=4us@comm=worker/1"
exits "a gate for a thread without distributions" 1
json_is r.json "a gate for a thread without distributions is not judged" '.gates[0] | [.verdict, .value]' '["unknown",null]' \
	"the gate says what is missing" '.gates[0].reason' \
	"1 of its threads have no distribution, since only the first 64 that are watched do: watch no others, with --comm or --tid" \
	"distributions of other threads are there" '[.threads[].latencies.total | has("histogram")]' "[true,false]"
run wakeup -q -d 1 --stream s.ndjson --gate "wait.max<=9us@comm=worker/1"
is "who needs no distributions of threads asks for none" \
	"$(sed -n 's/^start distributions of threads //p' "$SIM_LOG")" 0
refused "--gate thr.max<=4us@comm=a: threads are watched by wakeup and cycle: leave it out" \
	timerlat --gate "thr.max<=4us@comm=a"
run wakeup -q -d 1 --gate "switch.max<=6us"
exits "a gate that does not hold" 2
refused "--gate thr.max<=5us: latencies are measured by timerlat: leave it out" \
	wakeup --gate "thr.max<=5us"
refused "--gate wait.max<=5us: wake-ups are measured by wakeup: leave it out" \
	timerlat --gate "wait.max<=5us"
run wakeup -q -d 1 --json r.json
rtla report r.json -o r.html 2>"$work/err"
ok "the results can be reported"
is "the report has a chart of each thread, the one that has waited longest first" \
	"$(grep -oE '<title id="thread-[^"]*-t">[^<]+' r.html | cut -d'>' -f2 | paste -sd '|')" \
	"worker/1, thread 1001|worker/0, thread 1000"
is "the report has the figures of each thread" "$("$here/report/page" words r.html distributions | grep -A 6 '^worker/1$' | sed 3s/[0-9]*/N/ | paste -sd ' ')" \
	"worker/1 1001 N 27.00 – – 27.00"
rtla report r.json r.json -o both.html 2>"$work/err"
is "the report of several results has the threads of each" \
	"$(grep -oE '<title id="thread-[^"]*-t">[^<]+' both.html | cut -d'>' -f2 | paste -sd '|')" \
	"A: worker/1, thread 1001|A: worker/0, thread 1000|B: worker/1, thread 1001|B: worker/0, thread 1000"
run rtla compare r.json r.json --json comparison.json
[[ $out == *"all  total p50 "*"none seen"* ]]
ok "the results can be compared"
as_documented comparison.json
ok "the comparison is as documented"

# ---- A hit

SIM=cpus=2,hit=100,latency=200000 run wakeup -q -T 100 --json r.json
exits "a hit" 2
has "$out" "rtla wakeup hit stop tracing"
ok "the last lines say what hit"
is "the results have the thread of the hit" "$(jq -c '[.stop.context, .stop.tid]' r.json)" '["total",1000]'
SIM=cpus=2,arm=0 run wakeup --segment wait=50us --segment timer=1ms -T 2000
is "thresholds of parts" "$(grep ^arm "$SIM_LOG")" \
	"arm irq=0 thread=0 timer=1000000 wait=50000 total=2000000"

# ---- The program behind "--"

run wakeup -q -d 20 --json r.json -- sh -c 'echo "$1"; sleep 1; exit 3' sh '' "a  b"
exits "the measurement ends with the program" 0
is "how a program that failed has ended is told" "$err" "rtla: sh: exit status 3"
is "the output of the program is not changed" "$(head -n 1 "$work/out")" ""
json_is r.json "why it ended" .ended_by program \
	"how the program ended" '.configuration.targets.program | [.command[2,4,5], .ended, .exit_status]' \
	'["echo \"$1\"; sleep 1; exit 3","","a  b","by itself",3]'
grep -q "^start watch all=0 rt=0 children=1 comm= pids=[1-9]" "$SIM_LOG"
ok "threads of the program are watched, and what they create"
run wakeup -q -d 1 --json r.json -- sleep 1234.$$
exits "the program ends with the measurement" 0
is "nothing is told of a program that was stopped" "$err" ""
is "the results say that the program was stopped" "$(jq -r .configuration.targets.program.ended r.json)" stopped
! pgrep -f "^sleep 1234.$$\$"
ok "nothing of it is left"
rm -f "$SIM_LOG"
wakeup -q -d 60 -- sleep 1234.$$ &
begun
eventually pgrep -f "^sleep 1234.$$\$" >/dev/null
kill -KILL $!
wait $! 2>/dev/null
gone() { ! pgrep -f "^sleep 1234.$$\$"; }
eventually gone
ok "nothing of the program is left if the command is killed"
refused "nonesuch: there is no such program: give one that can be run" wakeup -- nonesuch
for option in "--tid 7" "--pid 7" --children; do
	# shellcheck disable=SC2086 # an option and its argument
	refused "true: its threads are watched, with all that they create, and no others: leave out --tid, --pid and --children; --rt and --comm choose among them" \
		wakeup $option -- true
done
for option in --rt "--comm name"; do
	rm -f "$SIM_LOG"
	# shellcheck disable=SC2086 # an option and its argument
	run wakeup -q -d 20 $option --json r.json -- sleep 1
	exits "a program, and $option" 0
	grep -q "^start watch .* children=0 .* pids=[1-9][0-9]* within$" "$SIM_LOG"
	ok "only the threads of the program that $option names are watched"
	json_is r.json "$option is for the program's threads only" \
		'.configuration.targets | [.within_program, .children]' '[true,false]'
done
finish
