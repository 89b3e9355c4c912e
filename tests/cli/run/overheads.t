#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla overheads" on a simulated machine: what is counted, what the tables, the
# histogram, the CSV file and the results have, gates, hits, and the program behind "--".
# There, each overhead comes 50 times a second on each CPU, and takes 1.5, 2.5 ... 9.5 us in
# the order of the table, and N us longer on CPU N. Every second one of a thread, apart
# from the release latency, is disturbed.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2
names="release-latency release sched cxs sched2 tick ipi xcall wake"

# counted NAME EXPECTED WORD...: tests what a command lets the tracer count
counted() {
	local name=$1 expected=$2

	shift 2
	SIM=cpus=2,arm=0 run overheads "$@"
	is "$name" "$(sed -n 's/^start overheads //p' "$SIM_LOG")" "$expected"
}

counted "real-time threads, undisturbed, if nothing is said" "all_threads=0 keep_disturbed=0"
counted "all threads" "all_threads=1 keep_disturbed=0" --all-threads
counted "disturbed ones, too" "all_threads=0 keep_disturbed=1" --disturbed keep
counted "disturbed threads are dropped by the last --disturbed" "all_threads=0 keep_disturbed=0" --disturbed keep --disturbed drop
is "no event is needed for that, and no noise" \
	"$(grep -E '^(create|collect|start no noise)' "$SIM_LOG")" "start no noise"
is "the distribution is needed, for percentiles" \
	"$(grep -o 'distribution=.' "$SIM_LOG")" distribution=1

refused "--disturbed hide: unknown: give drop or keep" overheads --disturbed hide
form="not NAME=TIME: give release-latency, release, sched, cxs, sched2, tick, ipi, xcall or wake, and a time, like cxs=50us"
for wrong in cxs cxs= cxs=5kg cxs=0us wait=5us =5us cxs=2h release-=5us; do
	refused "--threshold $wrong: $form" overheads --threshold $wrong
done
refused "nonesuch: there is no such program: give one that can be run" overheads -- nonesuch

# ---- The table

run overheads -q -d 2
exits "a table" 0
is "a row for each overhead, in their order" "$(awk '/\|/ && NR > 3 { print $1 }' "$work/out" | paste -sd ' ')" \
	"$names"
is "a row has least, average, median and largest, of both CPUs" \
	"$(awk '$1 == "cxs" { print $6, $7, $8, $10 }' "$work/out")" "4.500 5.000 4.511 5.500"
is "a row has the tracer's own work, the least of both CPUs" "$(awk '$1 == "cxs" { print $4 }' "$work/out")" 0.050
is "a release latency has no own work" "$(awk '$1 == "release-latency" { print $4 }' "$work/out")" -
is "an overhead of a CPU is not disturbed, one of a thread is" \
	"$(awk '$1 == "tick" || $1 == "cxs" { print $1, ($3 > 0) }' "$work/out")" \
	$'cxs 1\ntick 0'
is "a percentile of too few samples is left out" \
	"$(awk '$1 == "tick" { print $9 }' "$work/out")" -
has "$out" "Counted for real-time threads that are woken or get a CPU."
ok "what is counted is told"
has "$out" "Not counted if an interrupt disturbed it."
ok "the output says what is not counted"
has "$out" "Own: this tool's own work in each of them, at least; it is not subtracted."
ok "the output says what the tool's own work is"
! grep -qE "^Absent|^No |sent" "$work/out"
ok "nothing else is"
run overheads -q -d 1 -n --disturbed keep --all-threads
is "the table in ns" "$(awk '$1 == "cxs" { print $6, $10 }' "$work/out")" "4500 5500"
is "disturbed ones are among the others with --disturbed keep" \
	"$(awk '$1 == "cxs" { print ($2 > $3) ($3 > 0) }' "$work/out")" 11
has "$out" "Counted for all threads that are woken or get a CPU."
ok "all threads count"
has "$out" "Also counted if an interrupt disturbed it, without the time of that."
ok "the output says that disturbed ones count"
run overheads -q -d 1 --per-cpu
is "a row for each CPU and overhead" "$(awk '/\|/ && NR > 3 { print $1, $2 }' "$work/out")" \
	"$(for cpu in 0 1; do printf "$cpu %s\n" $names; done)"
is "the rows have the figures of the CPU" "$(awk '$2 == "wake" { print $1, $7, $11 }' "$work/out")" \
	$'0 9.500 9.500\n1 10.500 10.500'
SIM=cpus=4 run overheads -q -d 1 --per-cpu -c 1,3
is "rows are only those of measured CPUs" "$(awk '/\|/ && NR > 3 { print $1 }' "$work/out" | uniq | paste -sd ' ')" "1 3"

SIM=cpus=2,absent=192 run overheads -q -d 1 --json r.json --csv o.csv --gate "ipi.max<1s"
exits "overheads that this kernel does not show: a gate for them" 1
is "a gate for absent overheads is unknown, with the reason" "$(jq -r '.gates[0] | .verdict, .reason' r.json)" \
	$'unknown\nthis kernel does not let it be seen: leave the gate out'
is "the rows of absent overheads say so" "$(awk '$2 == "absent" { print $1, $3, $4, $6 }' "$work/out")" \
	$'ipi - - -\nxcall - - -'
has "$out" "Absent, as this kernel does not let it be seen: ipi, xcall."
ok "why is told once"
is "the results say which overheads are absent" "$(jq -r '[.overheads[].method] | join(" ")' r.json)" \
	"exact exact exact exact exact exact absent absent exact"
is "CSV says which overheads are absent" "$(grep ^ipi,all o.csv)" "ipi,all,0,0,0,,,,,,,,0,absent"
SIM=cpus=2,absent=192 run overheads -q -d 1 --per-cpu
is "no row of a CPU has absent overheads" "$(grep -c absent "$work/out")" 0
SIM=cpus=2,negative=2 run overheads -q -d 1 --json r.json
grep -qE "^ipi: [1-9][0-9]+ came before they were sent, by the two CPUs' clocks: left out\.$" "$work/out"
ok "interrupts that come before they are sent are told"
is "interrupts before they are sent are counted in results" "$(jq -c '[.overheads.ipi, .overheads.xcall, .cpus[1].latencies.ipi | .negative > 0]' r.json)" \
	"[true,false,false]"

SIM=cpus=2,ordinary=1 run overheads -q -d 1
exits "no real-time thread runs" 1
has "$out" "No real-time thread has run: give --all-threads to count all threads."
ok "the table says so"
has "$out" "no overhead of a thread was measured: give --all-threads, or measure for longer"
ok "the output says that nothing was measured"
SIM=cpus=2,ordinary=1 run overheads -q -d 1 --all-threads
exits "threads that are not real-time run" 0
SIM=cpus=2,silent=1 run overheads -q -d 1 --all-threads
exits "no thread runs" 1
has "$out" "No thread has run."
ok "the output says that nothing was measured, of all threads"

# ---- The screen

on_terminal
SIM=cpus=2
see 24x80 overheads top <<END
match 00:00:0[1-9]
show few
key w
show all
key q
END
exits "overheads on a terminal" 0
is "a narrow window has fewer columns" "$(line few 3)" \
	"Name                 Count |       Avg        P99        Max"
is "a narrow window has all rows" "$(awk '/\|/ && NR > 3 { print $1 }' "$work/seen/few" | paste -sd ' ')" "$names"
[[ $(line few 13) = "Counted for real-time threads"* ]]
ok "a narrow window has the lines below the table"
[[ $(line all 3) = *"Count  Disturbed     Own |       Min        Avg "* ]]
ok "w shows all columns"
see 24x80 overheads top --per-cpu <<END
match 00:00:0[1-9]
show few
key q
END
is "w shows all columns of CPUs" "$(line few 3) / $(line few 13)" \
	"CPU Name                 Count |       Avg        P99        Max /   1 release-latency $(line few 13 | cut -c21-)"

# ---- The histogram

run overheads hist -d 1 -E 30
exits "a histogram" 0
is "the columns of the histogram are the overheads" "$(grep ^Index "$work/out" | sed 's/^Index//' | xargs)" "$names"
is "the histogram is of all CPUs together" "$(awk '$1 == "4" { print ($4 > 0) ($5 > 0) ($4 == $5) ($6 == 0) }' "$work/out")" 1111
is "all lines are as wide" "$(awk '/^(Index|4 |over|count|avg)/ { print length }' "$work/out" | sort -u | wc -l)" 2
is "the histogram has averages" "$(awk '$1 == "avg:" { print $2, $10 }' "$work/out")" "2.00 10.00"
has "$out" "Not counted if an interrupt disturbed it."
ok "what is counted is told below it"
run overheads hist -d 1 --no-summary
! grep -q "ounted" "$work/out"
ok "no summary has none of it"
SIM=cpus=2,silent=1 run overheads hist -d 1
exits "nothing is measured" 1
has "$out" "No real-time thread has run: give --all-threads to count all threads."
ok "the histogram says that nothing was measured"

# ---- CSV

run overheads -q -d 2 --csv o.csv
exits "CSV" 0
is "CSV has its header" "$(head -n 1 o.csv)" \
	"name,cpu,count,disturbed,negative,min_ns,avg_ns,median_ns,p99_ns,p99.9_ns,max_ns,stddev_ns,own_ns,method"
is "a line for each overhead, of all CPUs and of each" "$(tail -n +2 o.csv | cut -d, -f1,2)" \
	"$(for name in $names; do printf "$name,%s\n" all 0 1; done)"
is "CSV has the figures of a CPU" "$(grep ^cxs,1, o.csv | cut -d, -f5-)" "0,5500,5500,5500,,,5500,0,51,exact"
is "CSV has the numbers of a CPU" "$(awk -F, '$1 == "cxs" { print $2, ($3 > 40) ($4 > 40) }' o.csv)" \
	$'all 11\n0 11\n1 11'
is "the lines of CPUs add up to that of all" \
	"$(awk -F, 'NR > 1 { sum[$1] += $2 == "all" ? -$3 : $3 } END { for (name in sum) bad += sum[name] != 0; print bad + 0 }' o.csv)" 0
run overheads -q -d 1 --csv -
is "CSV on standard output comes without the table" "$(cut -d, -f1,2 <<<"$out" | sed -n '1p;$p')" $'name,cpu\nwake,1'
run overheads -q -d 1 --csv nowhere/o.csv
exits "a file that cannot be written" 1
is "stderr says why CSV is not written" "$err" "rtla: --csv nowhere/o.csv: No such file or directory: give a file that can be written"
refused "-: given twice: standard output can have one of --json, --stream, --openmetrics, --junit and --csv" \
	overheads --csv - --json -
refused "--json, --csv: both o.csv: give two names" \
	overheads --json o.csv --csv o.csv
cp o.csv earlier.csv
SIM=cpus=2,arm=0 run overheads -q -d 1 --csv earlier.csv
exits "a run that fails" 1
is "a run that fails leaves no figures of an earlier one" "$(wc -l <earlier.csv)" "$(wc -l <o.csv)"
! grep -q ",[1-9][0-9]*,0,[0-9]*$" earlier.csv
ok "CSV of a run that fails has names only"

# ---- Results and gates

run overheads -q -d 1 --json r.json --stream s.ndjson --openmetrics m.prom --gate "cxs.max<=5500ns" \
	--gate "sched.p50<5us" --gate "release-latency.avg < 2.6us@each" --gate "sched2.count(>7us)<=0" \
	--gate "wake.max<=9.5us@0"
exits "gates that hold" 0
as_documented r.json s.ndjson m.prom
ok "the results are as documented"
json_is r.json "the overheads of all CPUs" '[.overheads[].max_ns]' \
	"[2500,3500,4500,5500,6500,7500,8500,9500,10500]" \
	"the results have the overheads of each CPU" '[.cpus[1].latencies[] | .max_ns, .method] | unique' \
	'[2500,3500,4500,5500,6500,7500,8500,9500,10500,"exact"]' \
	"nothing measures, so nothing has a priority" \
	'.configuration | [.priority, .threads, .period_ns, .all_threads, .disturbed, .program]' \
	'[null,null,null,false,"drop",null]'
run overheads -q -d 1 --gate "switch.max<=6us"
is "a gate of wake-ups" "$(head -n 1 "$work/err")" \
	"rtla: --gate switch.max<=6us: wake-ups are measured by wakeup: leave it out"
run overheads -q -d 1 --gate "xcall.max<=9us"
exits "a gate that does not hold" 2
refused "--gate cxs.max<=5us: overheads are measured by overheads: leave it out" \
	wakeup --gate "cxs.max<=5us"
refused "--gate cxs.max<=5us@comm=a: threads are watched by wakeup and cycle: leave it out" \
	overheads --gate "cxs.max<=5us@comm=a"
SIM=cpus=2,ordinary=1,absent=480 run overheads -q -d 1 --gate "cxs.max<=5us"
exits "a gate without samples" 1
grep -qxF "rtla: gate cxs.max<=5us: nothing was measured" "$work/err"
ok "a gate without samples is not judged"
SIM=cpus=2,ordinary=1,absent=480 run wakeup -q -d 1 --gate "wait.count>=1"
exits "a CPU without samples does no harm where others are watched" 0

run overheads -q -d 2 --json long.json
run rtla compare long.json long.json --all-cpus --json comparison.json
[[ $out == *"all release-latency block max p50 "*"none seen"* ]]
ok "results can be compared, maxima included"
is "the columns of the comparison are straight" \
	"$(awk '/Change %/ { print index($0, "NEW") + 3 }
		/ run max / && match($0, / us .* us /) { print RSTART + RLENGTH - 1 }' "$work/out" | sort -u | wc -l)" 1
as_documented comparison.json
ok "the comparison is as documented"
run overheads -q -d 2 --json all.json --all-threads
run rtla compare long.json all.json
[[ $out == "Verdict: not comparable: "*configuration.all_threads* ]]
ok "results with other threads are not compared"
run rtla report long.json r.json -o r.html --plot r.svg
exits "a report" 0
is "the report has the averages of T, S and C, a bar for each result" \
	"$(grep -c 'id="averages-overheads"' r.html) $(grep -o '<title>[TSC]: [^<]*</title>' r.html | paste -sd ';')" \
	"1 <title>T: timer, release-latency and release: 5 µs</title>;<title>S: scheduler, sched: 4 µs</title>;<title>C: context switch, cxs and sched2: 11 µs</title>;<title>T: timer, release-latency and release: 5 µs</title>;<title>S: scheduler, sched: 4 µs</title>;<title>C: context switch, cxs and sched2: 11 µs</title>"
grep -q "<th scope=\"row\">B</th><td class=\"n\">5.00</td><td class=\"n\">4.00</td><td class=\"n\">11.00</td><td class=\"n\">20.00</td>" r.html
ok "the report has the averages as numbers"
grep -q 'id="averages-overheads"' r.svg
ok "a picture has them, too"
run rtla report long.json -o one.html
exits "a report of one result" 0
is "each overhead of one result has a style of its own" \
	"$(grep -oE 'class="line s[0-9]+"' one.html | sort -u | wc -l)" 9
for style in $(grep -oE 'class="line s[0-9]+"' one.html | grep -oE 's[0-9]+' | sort -u); do
	grep -q "^\.$style { stroke" one.html || echo "$style has no line" >>"$work/styles"
done
! [ -e "$work/styles" ]
ok "the page has all of these styles"
run wakeup -q -d 1 --json w.json
run rtla report w.json -o w.html
exits "a report of wake-ups" 0
is "the report of wake-ups has the averages of their parts" "$(grep -o 'averages-[a-z]*"' w.html; grep -oE '<title>(timer|switch): [^<]*' w.html)" \
	$'averages-wakeup"\n<title>timer: 1.5 µs\n<title>switch: 6.5 µs'

# ---- A hit

SIM=cpus=2,hit=100,hit_cpu=1,latency=60500 run overheads -q -T cxs=50us -d 5 --json r.json
exits "a hit" 2
is "the last lines say what hit, its thread and the limit" "$(tail -n 2 "$work/out")" \
	$'rtla overheads hit stop tracing\nCPU 1: cxs took 60.500 us, the limit is 50.000 us, thread 1001'
is "the results say what hit" "$(jq -c '.stop | [.context, .cpu, .tid, .analysis]' r.json)" '["cxs",1,1001,null]'
as_documented r.json
ok "the results of a hit are as documented"
SIM=cpus=2,hit=100,context=17 run overheads -q -T tick=50us -d 5
is "a hit without a thread" "$(tail -n 1 "$work/out")" "CPU 0: tick took 150.000 us, the limit is 50.000 us"
SIM=cpus=2,arm=0 run overheads -T cxs=50us --threshold wake=1ms -T cxs=60us
is "thresholds" "$(grep ^arm "$SIM_LOG")" "arm irq=0 thread=0 cxs=60000 wake=1000000"
SIM=cpus=2,hit=100 run overheads -q -T cxs=50us -d 5 -t o.txt -e sched \
	--on-threshold 'shell,command=echo "$RTLA_TRACER $RTLA_CONTEXT $RTLA_LATENCY_NS" >told'
exits "a hit with a trace and an action" 2
is "the action knows it" "$(cat told)" "overheads cxs 150000"
ls o.txt >"$work/err"
ok "the trace is saved"
undone "nothing is left after a hit"
SIM=cpus=2,hit=100,hits=2,grow=1000 run overheads -q -T cxs=50us -d 1 --keep 2
exits "the worst hits are kept" 0
is "each with its name and limit" "$(grep "took" "$work/out")" \
	"CPU 0: cxs took 151.000 us, the limit is 50.000 us, thread 1000"$'\n'"CPU 0: cxs took 150.000 us, the limit is 50.000 us, thread 1000"
sed 's/context 1 latency/context 15 latency/' "$here/../traces/6.12-irq-thread.txt" >cxs.txt
run rtla analyze cxs.txt
exits "a saved trace of such a stop" 0
[[ $out == "CPU "*": cxs took "*" us, the limit is "*" us, thread "*:* ]]
ok "a saved trace tells the hit in the same words"

# ---- The program behind "--"

run overheads -q -d 20 --json r.json -- sh -c 'echo "$1"; sleep 1; exit 3' sh '' "a  b"
exits "the measurement ends with the program" 0
json_is r.json "why it ended" .ended_by program \
	"how the program ended" '.configuration.program | [.command[0], .ended, .exit_status]' \
	'["sh","by itself",3]'
as_documented r.json
ok "the results are as documented, too"
run overheads -q -d 1 --json r.json -- sleep 1235.$$
exits "the program ends with the measurement" 0
is "the results say that the program was stopped" "$(jq -r .configuration.program.ended r.json)" stopped
! pgrep -f "^sleep 1235.$$\$"
ok "nothing of it is left"
finish
