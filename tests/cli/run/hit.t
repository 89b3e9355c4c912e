#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: thresholds, analysis, saved traces.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
online=$(cat /sys/devices/system/cpu/online)

# ---- a hit

SIM=hit=100 run timerlat top -q -k -T 100 -d 5 --perfetto ui.json
exits "--perfetto" 2
is "--perfetto has the latency" "$(grep -o '"name":"thread latency [0-9.]* us"' ui.json)" \
	'"name":"thread latency 150.00 us"'
is "--perfetto has the cause that the report has" "$(grep -o '"cause":"[^"]*"' ui.json)" \
	"\"cause\":\"$(sed -n 's/^  \([0-9]* % of .*\)$/\1/p' "$work/out")\""
run "$here/analysis/check_perfetto" ui.json
is "the file for Perfetto is as its format says" "$status $out" "0 "
rm -f ui.json
SIM=hit=100 run timerlat top -q -k -T 100 -d 5 --perfetto /dev/full
exits "--perfetto that cannot be written leaves it at 2" 2
is "stderr says why it is not written" "$err" "rtla: --perfetto /dev/full: No space left on device: it is not written"
rm -f "$SIM_LOG"
mkdir folder
echo old >old.txt
# Each line: the words of the command, the option and the file of the message, and the reason.
while IFS='|' read -r words named reason; do
	SIM=hit=100 run timerlat top -q -k -d 5 $words
	is "refused before anything is measured: $words" "$status $err $out$(cat "$SIM_LOG" 2>/dev/null)" \
		"1 rtla: $named: $reason: give a file that can be written "
done <<'END'
-T 100 --perfetto nowhere/ui.json|--perfetto nowhere/ui.json|No such file or directory
-T 100 --perfetto folder|--perfetto folder|Is a directory
-T 100 -t nowhere/file|--trace nowhere/file|No such file or directory
-T 100 -t folder|--trace folder|Is a directory
-T 100 --keep 2 -t nowhere/file.txt|--keep nowhere/file-1.txt|No such file or directory
-T 100 -t nowhere/night.dat|--trace nowhere/night.dat|No such file or directory
-a 100 --on-threshold trace,file=nowhere/file|--on-threshold trace,file nowhere/file|No such file or directory
-a 100 -t old.txt --on-threshold trace,file=folder|--on-threshold trace,file folder|Is a directory
--on-end trace,file=nowhere/file|--on-end trace,file nowhere/file|No such file or directory
--json old.txt --junit nowhere/file --gate thr.max<1s|--junit nowhere/file|No such file or directory
--json old.txt --stream folder|--stream folder|Is a directory
END
is "a refusal leaves the files of earlier runs, and no others" "$(cat old.txt) $(echo *)" "old folder old.txt"
rm -r folder old.txt
run timerlat top -q -k -d 1 --perfetto ui.json
is "--perfetto tells without a threshold that nothing will be written" "$status $err" \
	"0 rtla: --perfetto: nothing will be written: set a threshold, and leave out --no-aa"
is "no file is written without a threshold" "$(ls)" ""

export SIM=hit=200
run timerlat top -q -T 100 -d 5
exits "a hit exits with 2" 2
called "-T arms the thread latency" "arm irq=0 thread=100000 user=100000"
has "$out" "rtla timerlat hit stop tracing"
ok "the output says that it stopped"
has "$out" "## CPU 0 hit stop tracing, analyzing it ##"
ok "the hit is analyzed"
[[ ${out%%timerlat hit*} = *"ALL #"* ]]
ok "the table comes first"
is "the analysis tells the thread that blocked" "$(grep -A1 'Threads above' "$work/out" | tail -n 1)" \
	"            culprit:77: SCHED_OTHER nice 5, cgroup /simulated"
is "no file is written" "$(ls)" ""
undone "all is undone after a hit"

run timerlat top -q -i 100 -d 5
called "-i arms the IRQ latency" "arm irq=100000 thread=0"
run timerlat top -q -T 100 --no-aa -d 5
exits "--no-aa: a hit is a hit" 2
! grep -q "^##" "$work/out" && grep -qx "rtla timerlat hit stop tracing" "$work/out"
ok "--no-aa: a hit is not analyzed"
! grep -q "trace" "$SIM_LOG"
ok "--no-aa: there is no trace instance"

run timerlat top -q -a 100 -d 5
called "-a arms both" "arm irq=100000 thread=100000 user=100000"
called "-a sets the stack" \
	"start cpus=$online period=1000000 stack=100000 priority=0:0:0:0:0:0"
called "there is a trace of everything" "collect all in trace, freeze"
is "-a saves the trace" "$(cat timerlat_trace.txt)" "# tracer: simulated"
is "the file is for everybody" "$(stat -c %a timerlat_trace.txt)" 644
is "the output says so before the table" "$(sed -n 1p "$work/out")" \
	"  Saving trace to timerlat_trace.txt"
rm -f timerlat_trace.txt
is "trace on, counting, then armed" \
	"$(grep -E '^(on|count|arm)' "$SIM_LOG" | cut -d' ' -f1,2 | sed '/^arm/q')" \
"on trace
count until
arm irq=100000"

run timerlat top -q -a 100 --no-aa -d 5
[ -f timerlat_trace.txt ] && ! grep -q "^##" "$work/out" &&
	grep -qx "collect all in trace, freeze" "$SIM_LOG"
ok "-a with --no-aa saves the trace, without analysis"
rm -f timerlat_trace.txt

run timerlat top -q -a 100 -T 50 -t other.txt -d 5
called "later options override parts of -a" "arm irq=100000 thread=50000 user=50000"
[ -f other.txt ] && [ ! -e timerlat_trace.txt ]
ok "a later -t overrides the file of -a"
rm -f other.txt
run timerlat top -q -T 50 -a 100 -d 5
called "-a overrides earlier options" "arm irq=100000 thread=100000 user=100000"
rm -f timerlat_trace.txt
run timerlat top -q -a 100 --no-trace -d 5
[ ! -e timerlat_trace.txt ] && [ $status -eq 2 ]
ok "--no-trace takes the file back"

run timerlat top -q -T 100 -t -d 5
[ -f timerlat_trace.txt ]
ok "-t has a default file"
rm -f timerlat_trace.txt
run timerlat top -q -T 100 -t /dev/full -d 5
exits "a trace that cannot be saved leaves it at 2" 2
is "stderr says why the trace is not saved" "$err" \
	"rtla: --trace /dev/full: No space left on device: the trace is not saved"
[[ $out != *"Saving trace"* ]]
ok "nobody is told of a trace that is not saved"
has "$out" "## CPU 0 hit stop tracing, analyzing it ##"
ok "the analysis is there without the trace"

run timerlat top -a 100 -d 5
exits "a hit without -q" 2
is "a hit without -q has the final table" "$(tables)" 1
rm -f timerlat_trace.txt

SIM=hit=200,context=0 run timerlat top -q -i 100 -d 5
grep -q "^     IRQ latency:  *150.00 us (100%)$" "$work/out"
ok "a hit in the IRQ is analysed as such"

SIM=hit=200,own=600 run timerlat top -q -T 100 -d 5 --json own.json
grep -q "^  The measurement's own work in it: about  *0.60 us (0.40 %)$" "$work/out"
ok "the analysis says what is our own work"
is "the results have our own work" "$(jq -c '.cpus[0].own_ns' own.json)" '{"irq":150,"thread":600}'
rm -f own.json

SIM=hit=200,idle=1 run timerlat top -q -T 100 -d 5
has "$out" "Max timerlat IRQ latency from idle: 1.50 us in cpu 0"
ok "the largest latency from idle is told"

SIM=hit=200,context=0,entry=140000,steal=412000 run timerlat top -q -i 100 -d 5
[[ $out = *", or hardware delayed the timer's. Since the measurement began, the host took 412.00 us from it."* ]]
ok "the sentence has what the host took from the CPU since the beginning, if that may be the cause"
SIM=hit=200,steal=412000 run timerlat top -q -T 100 -d 5
[[ $out != *"Since the measurement began"* ]]
ok "the sentence on another cause does not speak of the host"
SIM=hit=200,context=0,entry=140000,steal=412000 run timerlat top -q -i 100 -d 5 --keep 1
[[ $out = *"the host took 412.00 us from it."* ]]
ok "a measurement that goes on tells it, too"
rm timerlat_trace-1.txt

run timerlat --aa-only 100 -d 5
exits "--aa-only: a hit" 2
[ "$(tables)" -eq 0 ] && [ "$(sed -n 1p "$work/out")" = "rtla timerlat hit stop tracing" ]
ok "--aa-only has no table, only the analysis"
called "--aa-only arms both" "arm irq=100000 thread=100000 user=100000"
is "--aa-only writes no file" "$(ls)" ""

# ---- no hit

export SIM=
run timerlat --aa-only 100 -d 1 -c 0 -k
exits "--aa-only without a hit" 0
printf '  Max latency was 5000 ns\n\n' | cmp -s - "$work/out"
ok "--aa-only tells the largest latency, and its unit"
run timerlat top -q -a 100 -d 1
[ $status -eq 0 ] && [ ! -e timerlat_trace.txt ]
ok "no trace is saved without a hit"
run timerlat top -q -t -d 1
is "-t without a threshold is told to be useless" "$err" \
	"rtla: --trace: nothing will be saved: set a threshold, or use --on-end trace"
exits "-t without a threshold is no error" 0

is "no file is left" "$(ls)" ""
finish
