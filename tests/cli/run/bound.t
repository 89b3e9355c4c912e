#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla bound" on a simulated machine: what is measured and read, what the text, the
# screen, the histogram and the results have, gates, hits, and what makes the bound
# untrue. simulated/simulated_bound.c says what comes there.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2

run bound -q -d 1
exits "top" 0
is "the tracer counts, and interrupts are read from an instance" \
	"$(grep -E '^(create|collect|on|off|destroy) ' "$SIM_LOG" | paste -sd ';')" \
	"create samples cpus=0-1;collect interrupts in samples, freeze;on samples;off samples;destroy samples"
undone "nothing is left"
is "the output begins with the bound of the worst CPU, and its longest part" "$(head -n 2 "$work/out")" \
	"The most urgent thread may wait up to 62.0 us (CPU 1)
The longest part of it: preemption or interrupts off, up to 50.0 us"
SIM=$SIM,absent=1 run bound -q -d 1 -n
[[ $(head -n 2 "$work/out") =~ ^"The most urgent thread may wait up to "[0-9]+" ns (CPU 1)"$'\n'"The longest part of it: "[a-z] &&
	! $(head -n 2 "$work/out") =~ "preemption or interrupts off" ]]
ok "a variable that is absent is not the longest part"

refused "--probe 9us: no period of the probe: give 10us up to 1ms, like 50us" bound --probe 9us
refused "--probe 2ms: no period of the probe: give 10us up to 1ms, like 50us" bound --probe 2ms
refused "--probe 50kg: no period of the probe: give 10us up to 1ms, like 50us" bound --probe 50kg
columns="unknown: give a list of none, single, each, sporadic, window and window-owcet, like each,window"
for wrong in all "none," ,none none,,each windows window-owcet-and-more; do
	refused "--columns $wrong: $columns" bound --columns "$wrong"
done
for wrong in 60us psd=60us poid=60kg poid=0us poid=; do
	refused "--stack $wrong: not poid=TIME: give a time, like poid=60us" bound --stack "$wrong"
done
refused "--threshold cxs=5us: not NAME=TIME: give poid, paie, dst, psd, idle or observed, and a time, like poid=50us" \
	bound -T cxs=5us

# ---- The text

# metric NAME: prints what the metrics say of it, without its name
metric() { sed -n "s/^rtla_bound_$1{\(.*\)} /\1 /p" m.prom; }
# row NAME: prints the words of the line that begins with NAME, of CPU 0, and of the lines
# that it goes on with
row() {
	sed -n '/^CPU 0/,/^$/p' "$work/out" | sed ':a; N; $!ba; s/\n    */ /g' |
		sed -n "s/^ *$1 *//p" | xargs
}

SIM=cpus=2 run bound -q -d 1
is "a block for each CPU" "$(grep '^CPU' "$work/out" | xargs -L 1 | paste -sd ';')" \
	"CPU 0 (us);CPU 1 (us)"
is "the sum, at least" "$(row 'at least')" "= max( 21.4, 6.1, 9.8) + 0.0 + 6.2 = 27.6"
is "the sum, at most, with the margins and the longest gap of the probe" "$(row 'at most')" \
	"= max( 50.0, 6.2, 9.9) + 0.0 + 6.3 = 56.3"
is "a variable that lies between two numbers" "$(row 'poid *bracket' | cut -d' ' -f1-3)" "21.4 50.0 0.0"
is "the threads of the longest variables" "$(row 'poid *fio') / $(row 'psd *fio')" \
	":3321 at 812.331204, in _raw_spin_lock / :3321 at 812.331204"
is "a variable that is exact" "$(row 'psd *exact' | cut -d' ' -f1-3)" "6.2 6.2 0.1"
is "a variable that was not seen" "$(row 'paie *exact') / $(row 'paie:')" "0.0 0.0 0.1 0 / no window was seen"
is "what the probe has met" "$(row 'met with 95 %:')" \
	"sections of 25.0 us that ran 6 times, of 10.0 that ran 15 times"
is "interrupts, with their entry" "$(row local_timer:236 | cut -d' ' -f2)" 4.4
is "columns" "$(row 'No interrupts') / $(row 'Single (worst) of each interrupt') / $(row 'Sliding window with oWCET')" \
	"27.6 56.3 / 32.0 61.0 / 32.0 61.0"
grep -qE "^  Observed: 31.0, within the bound; the probe has woken its thread [0-9]+ times$" "$work/out"
ok "what was observed"
is "CPU 1 has its own figures" "$(sed -n '/^CPU 1/,$p' "$work/out" | sed -n 's/^ *No interrupts *//p' | xargs)" \
	"29.6 57.3"

SIM=cpus=1,storm=1,stack=1 run bound -q -d 1
exits "a bound that does not converge is no error" 0
is "the sporadic column says that it does not converge, and by whom" "$(row Sporadic)" "- does not converge: virtio1-req:26"
is "the interrupt is marked" "$(row virtio1-req:26 | cut -d' ' -f2-)" "14.4 9.7 <-"
is "the mark is explained" "$(row '<-:')" "the oWCET is longer than the oMIAT"
! grep -q '236.*<-' "$work/out"
ok "the other is not"
is "the sliding window ends: two of these, one of the timer" "$(row 'Sliding window' | head -n 1 | cut -d' ' -f1,2)" "60.8 90.4"
is "the stack of the longest poid" "$(grep '<- [a-z_0-9]*$' "$work/out" | xargs)" "<- submit_bio <- do_syscall_64"
run bound -q -d 1 -n -c 1 --columns each,window-owcet
is "the table in ns, of one CPU, some columns only" "$(sed -n '/(worst)/p;/oWCET  /p;/No inter/p;/Sporadic/p' "$work/out" | grep -v Count | xargs)" \
	"Single (worst) of each interrupt 34000 62000 Sliding window with oWCET 34000 62000"
is "each block once" "$(grep -c '^CPU 1 (ns)' "$work/out")$(grep -c '^CPU 0' "$work/out")" 10
run bound -q -d 1 --probe 10us
is "the bracket is narrower with a shorter period" "$(row 'No interrupts')" "27.6 37.7"
run bound -q -d 1 --no-idle --json r.json
is "a bound without idle" "$(row 'at most') / $(row idle:)" \
	"= max( 50.0, 6.2, -) + 0.0 + 6.3 = 56.3 / left out, as if the CPU did not sleep (--no-idle)"
is "results say so" "$(jq -c '[.cpus[].bound.without_idle]' r.json)" "[true,true]"

SIM=cpus=1,absent=12,unmeasured=3,uncalibrated=1,gap_ns=250000 run bound -q -d 1 --json r.json --openmetrics m.prom
exits "variables that this kernel does not show, and a late probe" 0
is "variables that are absent are left out of the sum" "$(row 'at most')" "= max( 250.0, -, 9.9) + 0.0 + - = 250.0"
is "the table says which variables are absent" "$(row 'dst, psd:')" "absent, as this kernel has no place to measure it: left out of the latency"
is "absent variables have no figures" "$(jq -c '.cpus[0].bound.variables.psd | [.method, .lower_ns, .upper_ns]' r.json)" \
	'["absent",null,null]'
is "absent variables are not in metrics" "$(grep -cE '^rtla_bound_variable.*"(poid|psd)"' m.prom)$(grep -c '^rtla_bound_variable.*"psd"' m.prom)" 30
is "the probe that was late is told" "$(row 'poid: the probe has not come')" \
	"for 250.0 us, and nothing that it has met explains that: poid is at most so long"
is "the table tells calls of the scheduler whose end is not known" "$(row 'psd: without')" \
	"calls of the scheduler that switched to no thread, whose end this kernel does not tell: 3"
is "interrupts have nothing added" "$(row local_timer:236 | cut -d' ' -f2)" 4.0
as_documented r.json
ok "the results are as documented"

# Older versions measured POID exactly on some kernels, and told beside it what the probe knew.
SIM=cpus=1 run bound -q -d 1 --json r.json
jq '.cpus[0].bound |= (.sampled = .variables |
	.variables.poid |= (.method = "exact" | .lower_ns = 23400 | .upper_ns = 23400))' r.json >old.json
run rtla compare old.json old.json
is "an older result with an exact poid is read" "$(grep '^all poid ' <<<"$out" | tr -s ' ')" "all poid 23.40 23.40 no difference"
rtla report old.json -o r.html >/dev/null 2>&1
ok "a report is made of an older result with an exact poid"

# ---- What makes it untrue

SIM=cpus=2,observed=61500 run bound -q -d 1 --json r.json --openmetrics m.prom
exits "an observed latency over the bound of CPU 0" 1
has "$out" "CPU 0: a latency over the bound was observed: the model does not hold here"
ok "the output says that the model does not hold, with the CPU"
observed=$(row Observed:)
[[ $observed = "61.5, over the bound: the model does not hold here; the probe has woken its thread "*" times" ]]
ok "the block of the CPU says that the model does not hold"
is "the results say that the model does not hold" "$(jq -c '[[.cpus[].bound.holds], .verdict.reasons]' r.json)" \
	'[[false,true],["CPU 0: a latency over the bound was observed: the model does not hold here"]]'
is "the metrics say that the model does not hold" "$(metric holds | paste -sd ' ')" 'cpu="0" 0 cpu="1" 1'
as_documented r.json m.prom
ok "results and metrics of that are as documented"
SIM=cpus=1,lost=7 run bound -q -d 1
exits "events are lost" 1
has "$out" "7 events of interrupts were lost: the bound may be too low"
ok "the output says how many events are lost"
SIM=cpus=2,blind=1 run bound -q -d 1 --openmetrics m.prom
exits "the probe never expires" 1
has "$out" "CPU 0-1: the probe has never expired, so that nothing is known: measure for longer, or keep threads of FIFO 99 and SCHED_DEADLINE from having the CPU all the time"
ok "the output says that nothing is known"
is "metrics have no bound then" "$(grep -c '^rtla_bound' m.prom) $(grep '^rtla_exit_code' m.prom)" "0 rtla_exit_code 1"
SIM=cpus=2,offline=1 run bound -q -d 1
exits "a CPU goes offline" 1
has "$out" "CPU 1 went offline, results are incomplete"
ok "the output says that the results are incomplete"

# ---- On a screen

on_terminal
SIM=cpus=2
see 80x140 bound <<END
match 00:00:0[1-9]
show all
key q
END
exits "a bound on a terminal" 0
is "there is a table of what the bound is at most" "$(line all 3 | tr -d '|' | xargs)" \
	"CPU Observed Window None Poid Dst Idle Paie Psd Single Each Sporadic With oWCET"
is "the table has the figures of each CPU" "$(line all 5 | tr -d '|' | xargs)" "1 31.0 62.0 57.3 50.0 7.2 10.9 0.0 7.3 62.0 62.0 62.0 62.0"
grep -q "^CPU 0 (us)" "$work/seen/all"
ok "the text is below the table, as there is room"
see 24x80 bound <<END
match 00:00:0[1-9]
show few
key q
END
! grep -q "^CPU 0 (us)" "$work/seen/few"
ok "a small window has the table alone"
SIM=cpus=2

# ---- The histogram

run bound hist -d 1 -E 30
exits "a histogram" 0
is "the histogram has a column for each variable, and what was observed" "$(grep ^Index "$work/out" | xargs)" \
	"Index poid paie dst psd idle observed"
is "the histogram is of all CPUs together" "$(awk '$1 == "21" || $1 == "22" { print ($2 > 0) ($3 == 0) }' "$work/out" | paste -sd ' ')" "11 11"
is "the bound is below the histogram" "$(row 'Worst single interrupt')" "32.0 61.0"
run bound hist -d 1 --no-summary
! grep -q "Worst" "$work/out"
ok "the bound is not below it without a summary"

# ---- Results and gates

SIM=cpus=2,storm=1 run bound -q -d 2 --json r.json --stream s.ndjson --openmetrics m.prom \
	--gate "bound.window<=150us" --gate "bound.none.lower>=27us" --gate "poid<=50us" \
	--gate "poid.lower<22us@0" --gate "psd.max<=8us@each" --gate "psd.p50<=7us" --gate "paie<=0ns" \
	--gate "bound.window_owcet<=1ms@1" --gate "observed.max<=31us" --gate "bound.sporadic>1s"
exits "gates that hold" 0
as_documented r.json s.ndjson m.prom
ok "the results are as documented"
json_is r.json "the values of gates are those of the worst CPU" '[.gates[] | .value.ns] | del(.[5])' \
	"[91400,29600,50000,21400,7300,0,91400,31000,null]" \
	"columns in results" '.cpus[0].bound.columns | [.each.upper_ns, .sporadic]' \
	'[75700,{"lower_ns":null,"upper_ns":null,"converged":false,"because":"virtio1-req:26"}]' \
	"interrupts" '.cpus[0].bound.interrupts[] | [.name, .vector, .kind, .owcet_ns, .omiat_ns]' \
	$'["virtio1-req",26,"irq",14400,9700]\n["local_timer",236,"irq",4400,20000000]'
is "metrics: both ends of a variable" "$(metric variable_seconds | grep '"0".*"poid"')" \
	'cpu="0",context="poid",end="lower" 0.000021400
cpu="0",context="poid",end="upper" 0.000050000'
is "metrics: the margin of a variable is apart" "$(metric variable_margin_seconds | grep '"1".*"psd"')" \
	'cpu="1",context="psd" 0.000000100'
is "metrics: both ends of a column" "$(metric seconds | grep '"0".*"each"')" \
	'cpu="0",column="each",end="lower" 0.000046400
cpu="0",column="each",end="upper" 0.000075700'
is "metrics: a column that does not converge has no end" "$(metric seconds | grep '"0".*"sporadic"')" \
	'cpu="0",column="sporadic",end="lower" +Inf
cpu="0",column="sporadic",end="upper" +Inf'
is "metrics: one that does not converge says so" "$(metric converged | grep '"0"' | cut -d, -f2 | paste -sd ' ')" \
	'column="none" 1 column="single" 1 column="each" 1 column="sporadic" 0 column="window" 1 column="window_owcet" 1'
is "metrics: what was observed" "$(metric observed_seconds) $(metric holds | paste -sd ' ')" \
	'cpu="0" 0.000031000
cpu="1" 0.000031000 cpu="0" 1 cpu="1" 1'
is "the configuration" "$(jq -c '.configuration | [.period_ns, .priority, .threads]' r.json)" \
	'[50000,"f:99","kernel"]'
SIM=cpus=2,storm=1 run bound -q -d 1 --gate "bound.sporadic<=1s" --gate "bound.each<=75us@0" --junit j.xml --json r.json
exits "gates that fail" 2
is "a bound that does not converge fails, and says why" "$(grep sporadic "$work/err")" \
	"rtla: gate bound.sporadic<=1s: failed: it does not converge: virtio1-req:26"
is "the other end is not judged" "$(grep each "$work/err")" \
	"rtla: gate bound.each<=75us@0: failed: 75.700 us on CPU 0, the limit is 75.000 us"
is "JUnit has both as failures" "$(grep -c '<failure' j.xml)" 2
as_documented r.json
ok "the results are as documented, too"
SIM=cpus=1,absent=8 run bound -q -d 1 --gate "psd<=1s"
exits "a gate of what is not measured" 1
grep -qxF "rtla: gate psd<=1s: this kernel has no place to measure it: leave the gate out" "$work/err"
ok "a gate of what is not measured is not judged"
refused "--gate cxs.max<=5us: overheads are measured by overheads: leave it out" bound --gate "cxs.max<=5us"
refused "--gate bound.window<=5us: the bound is computed by bound: leave it out" timerlat --gate "bound.window<=5us"
refused "--gate poid<=5us: the bound is computed by bound: leave it out" overheads --gate "poid<=5us"

# ---- A hit

SIM=cpus=2,hit=100,hit_cpu=1,latency=60500 run bound -q -T poid=50us -d 5 --json r.json
exits "a hit" 2
is "the last lines say what hit" "$(tail -n 2 "$work/out")" \
	$'rtla bound hit stop tracing\nCPU 1: poid took 60.500 us, the limit is 50.000 us, thread 1001'
is "the results say what hit" "$(jq -c '.stop | [.context, .cpu, .tid, .analysis]' r.json)" '["poid",1,1001,null]'
as_documented r.json
ok "the results of a hit are as documented"
SIM=cpus=2,hit=100 run bound -q -T poid=50us -d 5 -t o.txt
exits "a hit with a trace" 2
[ -e o.txt ]
ok "the trace of a hit is saved"
undone "nothing is left after a hit"

rm -f "$SIM_LOG"
bound -q >"$work/out" 2>"$work/err" &
begun
kill -INT $!
wait $!
is "Ctrl-C ends it, with the figures" "$? $(grep -c '^CPU' "$work/out")" "0 2"
undone "nothing is left after Ctrl-C"

# ---- The five cases

SIM=cpus=1 run bound -q -d 1 --cases --json r.json
exits "a bound with cases" 0
is "the variables have the cases of their longest windows" \
	"$(for name in 'poid *bracket' 'dst *exact' 'psd *exact' 'paie *exact' 'idle *exact'; do row "$name" | cut -d' ' -f5; done | paste -sd ' ')" \
	"ii-b i-c - - ii-a"
is "the table has what a thread waits for in each case, and how long" "$(sed -n '/^  Case/,/ii-b/p' "$work/out" | tr -s ' ')" \
	" Case Waits for At least At most
 i-a psd 6.2 6.3
 i-b psd 6.2 6.3
 i-c dst + paie + psd 12.3 12.5
 ii-a max(poid, idle) + psd 27.6 56.3
 ii-b poid + paie + psd 27.6 56.3"
json_is r.json "the cases in results" '.cpus[0].bound.cases | [.["i-c"], .["ii-b"].upper_ns]' \
	'[{"lower_ns":12300,"upper_ns":12500},56300]' \
	"the case of each variable in results" '.cpus[0].bound.variables | map_values(.case)' \
	'{"poid":"ii-b","paie":null,"dst":"i-c","psd":null,"idle":"ii-a"}'
as_documented r.json
ok "a result with cases is as documented"
run bound -q -d 1
! grep -q "Waits for" "$work/out"
ok "the cases are not shown without --cases"
jq 'del(.cpus[].bound.cases, .cpus[].bound.variables[].case)' r.json >old.json
rtla report old.json -o r.html >/dev/null 2>&1
ok "a report is made of an older result without cases"

# ---- The rules of the model

SIM=cpus=1 run bound -q -d 1 --rules --json r.json
exits "a bound with rules" 0
is "the table has what each rule says, and how often that was checked" "$(sed -n '/^  Rule/,$p' "$work/out" | sed -n '1,3p;9p;15p' | tr -s ' ')" \
	" Rule Checks Broken What it says
 R1 - - NMIs are never held off
 R2 1000 0 an NMI does not wake, schedule or switch
 R8 7000 0 both are disabled at a switch
 R14 13000 0 need_resched makes it switch"
json_is r.json "the rules in results" '.cpus[0].bound.rules | [length, .R1, .R14]' \
	'[14,{"checks":0,"broken":0},{"checks":13000,"broken":0}]'
as_documented r.json
ok "a result with rules is as documented"
SIM=cpus=1,broken=4224 run bound -q -d 1 --json r.json
json_is r.json "the rules in results that were broken" '[.cpus[0].bound.rules | to_entries[] | select(.value.broken == 3).key]' '["R8","R13"]'
is "the end says which rule is broken, but for R13, which kernels do not keep" "$(grep -A 2 '^  R[0-9]' "$work/out" | tr -s ' ')" \
	" R8: the kernel has broken this rule of the model 3 times of 7000 (both are
 disabled at a switch), so that the bound may not hold"
SIM=cpus=1 run bound -q -d 1
! grep -q '^  R[0-9]' "$work/out"
ok "the rules are not shown if none is broken"

# ---- How soon it was found

# The ticks of a second are 50.
SIM=cpus=1,late=50 run bound -q -d 2 --json r.json
exits "a bound that grows" 0
json_is r.json "a bound that grows late is found late" \
	'.cpus[0].bound.growth.window.upper | [.p90_ns, .p99_ns, .last_ns | . > 5e8 and . < 19e8] | all' true \
	"a latency that was observed early is found early" '.cpus[0].bound.growth.observed.p99_ns < 5e8' true \
	"the steps of a bound are from its first figure to its last" \
	'.cpus[0].bound | [.growth.window.upper.steps[][1]] == [61000, .columns.window.upper_ns]' true
[[ $(row '99 % after:') =~ ^"none "[01]"."[0-9]" s, single "[01]"."[0-9]" s, each ".*", window_owcet "[01]"."[0-9]" s, observed 0."[0-4]" s"$ ]]
ok "the text says after what time 99 % of each bound was found"
as_documented r.json
ok "a result with growth is as documented"
rtla report r.json -o r.html >/dev/null 2>&1
grep -q "Time to bound: when 99 % of each was known" r.html
ok "the report has the time to each bound"
jq 'del(.cpus[].bound.growth)' r.json >old.json
rtla report old.json -o r.html >/dev/null 2>&1 && ! grep -q "Time to bound" r.html
ok "the report of an older result has no time to bound"

# ---- The program behind "--"

# A script stands for cyclictest: its threads on the CPUs of ON have a latency of MAX ns.
mkdir "$work/programs" "$work/tmp"
cat >"$work/programs/cyclictest" <<'END'
#!/bin/bash
echo "$*" >"$SEEN"
trap 'stopped=1' TERM
for ((i = 0; i < ${TENTHS:-5}; i++)); do [ -n "$stopped" ] || sleep 0.1; done
[ -z "$FAILS" ] || exit 3
thread() {
	echo "\"$1\": {\"histogram\": {}, \"cycles\": 900, \"min\": 900, \"max\": $MAX, \"avg\": 900, \"cpu\": $2, \"node\": 0}"
}
json=$*
json=${json##*--json}
json=${json#[= ]}
printf '{"file_version": 1, "rt_test_version:": "2.60", "return_code": 0, "num_threads": 2,
	"resolution_in_ns": 1, "thread": {%s, %s}}\n' "$(thread 0 "${ON:-0}")" "$(thread 1 1)" >"${json%% *}"
END
chmod +x "$work/programs/cyclictest"
PATH=$work/programs:$PATH
export SIM=cpus=2 SEEN=$work/seen/cyclictest MAX=33000 TMPDIR=$work/tmp
no_folder_is_left() { [ -z "$(ls "$TMPDIR")" ]; }
run bound -q -d 20 --json r.json --no-host -- cyclictest -q -m -t 2 -a 0,1
exits "the bound ends with cyclictest" 0
is "the table has the latency of cyclictest beside the bound" "$(row cyclictest:)" \
	"33.0, within the bound; it has woken up 900 times"
is "cyclictest is told to write its result, besides what the user has told it" \
	"$(sed "s|=$TMPDIR/rtla-program[^/]*/|=/|" "$SEEN")" "--json=/cyclictest.json -q -m -t 2 -a 0,1"
json_is r.json "the latencies of cyclictest are with the bound of each CPU" '[.cpus[].bound.cyclictest]' \
	'[{"count":900,"max_ns":33000},{"count":900,"max_ns":33000}]' \
	"the program in results is as the user has given it" '.configuration.program | [.command, .ended]' \
	'[["cyclictest","-q","-m","-t","2","-a","0,1"],"by itself"]'
as_documented r.json
ok "results with cyclictest are as documented"
no_folder_is_left
ok "no folder of cyclictest's result is left"
rtla report r.json -o r.html >/dev/null 2>&1
grep -q "Observed by cyclictest" r.html
ok "the report has a bar of cyclictest beside those of the bound"
MAX=64000 TENTHS=100 run bound -q -d 1 --json r.json -- env cyclictest -t 2 --json mine.json
exits "cyclictest is stopped with the measurement" 0
is "a latency of cyclictest over the bound is told, and what else it may be" "$(row cyclictest:)" \
	"64.0, over the bound: the model does not hold here, unless a thread that is more urgent came between; it has woken up 900 times"
is "the file that the user has named is read" "$(cat "$SEEN") $(jq -c '.configuration.program.ended' r.json)" \
	"-t 2 --json mine.json \"stopped\""
rtla report r.json -o r.html >/dev/null 2>&1
grep -q "Observed by cyclictest is up to 64.00 µs, .* and than that with the sliding window: if no thread that is more urgent came between, the model does not hold" r.html
ok "the report warns of a latency of cyclictest over the bound"
ON=1 run bound -q -d 20 --json r.json -- cyclictest -t 2
is "two threads of cyclictest on one CPU count together" "$(jq -c '[.cpus[].bound.cyclictest.count]' r.json)" "[null,1800]"
ON=1 run bound -q -c 0 -d 20 -- cyclictest -t 2
has "$err" "rtla: cyclictest: it has measured other CPUs, so that nothing can be compared: give it the CPUs of --cpus with its option -a"
ok "a cyclictest that has measured other CPUs is told"
FAILS=1 run bound -q -d 20 -- cyclictest
exits "cyclictest fails" 1
has "$err" "rtla: cyclictest: exit status 3: its latencies are not known: see what it has printed"
ok "a cyclictest that has failed is told, with its exit status"
run bound -q -d 20 --json r.json -- sh -c 'exit 3'
exits "the bound ends with another program" 0
is "of another program it is told that its latencies are not compared, and how it has failed" "$err" \
	"rtla: sh: it runs as a load, and its latencies are not known: those of cyclictest alone can be compared with the bound
rtla: sh: exit status 3"
json_is r.json "the end of another program is in results" '.configuration.program | [.ended, .exit_status]' '["by itself",3]' \
	"results of a run beside another program have no latencies of cyclictest" '[.cpus[].bound | has("cyclictest")]' "[false,false]"
refused "nonesuch: there is no such program: give one that can be run" bound -- nonesuch
finish
