#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: --keep, which goes on after a hit, and keeps the
# worst hits.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
hit=(-k -q -T 100 -d 2)
export SIM=hit=100,cpus=2

run timerlat top "${hit[@]}" --keep 2
exits "a run that keeps hits ends with its duration" 0
is "no more are kept than asked for, each with its file" \
	"$(sed -nE 's/^# (Spike [^:]*): 150.00 us on CPU 0 at [-0-9]* [:0-9]*, its trace is in (.*)$/\1 \2/p' "$work/out")" \
	"Spike 1 of 2 timerlat_trace-1.txt
Spike 2 of 2 timerlat_trace-2.txt"
is "the files are there, and no others" "$(echo ./*)" \
	"./timerlat_trace-1.txt ./timerlat_trace-2.txt"
is "each hit that is kept has its report" "$(grep -c '^## CPU 0 hit stop tracing, analyzing it ##$' "$work/out")" 2
is "the report says how long no hit could be noticed" \
	"$(sed -nE 's/^threshold detection paused for 0\.[01][0-9]{5} s (.*)/\1/p' "$work/out")" "in all, after earlier hits"
is "what would not be kept is no hit any more" "$(grep -c '^hit' "$SIM_LOG")" 2
is "the run did not stop at a hit" "$(grep -c 'hit stop tracing$' "$work/out")" 0
is "behind the table" "$(grep -nE '^ALL|^# Spike' "$work/out" | sed 's/:.*//' | sort -nc && echo in order)" "in order"
undone "all is undone"
rm -f ./*.txt

run timerlat top "${hit[@]}" --keep 2 --perfetto ui.json --json r
exits "--perfetto" 0
is "each kept hit has its --perfetto" "$(echo ./*.json)" "./ui-1.json ./ui-2.json"
run "$here/analysis/check_perfetto" ui-1.json ui-2.json
is "the files for Perfetto are as their format says" "$status $out" "0 "
as_documented r >"$work/why"
ok "kept hits are in results as documented" || sed 's/^/# /' "$work/why"
is "the results have the time in which there could be no other hits" \
	"$(jq '(.kept | length), (.losses.unwatched_ns > 0 and .losses.unwatched_ns < .measured_ns)' r | paste -s)" "2	true"
rm -f ./*

run osnoise hist -S 100 -d 2 -t night.txt --keep 1 --no-aa
exits "osnoise keeps hits" 0
is "hits of osnoise have files like that of -t" "$(echo ./*)" ./night-1.txt
is "there is no analysis with --no-aa" "$(grep -c '^##' "$work/out")" 0
rm -f ./*.txt

SIM+=,grow=1000 run timerlat top "${hit[@]}" --keep 1 --on-threshold shell,command='echo hit'
exits "hits with actions are kept" 0
[ "$(grep -c '^hit$' "$work/out")" -gt 1 ]
ok "actions are done at each hit"
rm -f ./*.txt
run timerlat top "${hit[@]}" --keep 1 --on-threshold shell,command=false
exits "an action that fails ends the run" 2
is "stderr says which action failed" "$(grep -c 'shell,command=false' "$work/err")" 1
rm -f ./*.txt
mkdir folder
run timerlat top "${hit[@]}" --keep 1 -t folder/trace.txt --on-threshold shell,command='rm -r folder' --on-threshold continue
exits "a trace that cannot be saved ends it" 2
is "stderr says why the trace is not saved" "$(grep -o '^rtla: --keep folder/trace-1.txt: .*' "$work/err")" \
	"rtla: --keep folder/trace-1.txt: No such file or directory: the trace is not saved"
# ---- Thresholds, and the instances that take turns

# armed N: prints the thresholds of the first N times that the tracer was armed
armed() { sed -n 's/^arm irq=//p' "$SIM_LOG" | head -n "$1"; }

SIM+=,grow=1000 run timerlat top -k -q -d 2 -T 100 -i 151 --keep 2
is "thresholds are the least of two that are kept" "$(armed 4)" \
"151000 thread=100000 user=100000
151000 thread=100000 user=100000
151000 thread=150001 user=150001
151001 thread=151001 user=151001"
is "the worst are kept" "$(grep -o '^# Spike . of 2: [0-9]*' "$work/out" | cut -d ' ' -f 6 | sort -rnc && grep -c '^# Spike' "$work/out")" 2
rm -f ./*.txt
SIM+=,context=4,grow=1000 run osnoise hist -S 100 -d 2 --keep 1
is "a noise has to be over it; a threshold that is off stays off" "$(armed 3)" \
"0 thread=0 total=100000
0 thread=0 total=150000
0 thread=0 total=151000"
rm -f ./*.txt
SIM+=,grow=1000 run timerlat top "${hit[@]}" --keep 9 --on-threshold shell,command='sleep 0.3'
is "the next hit is waited for by other instances, before this one is dealt with" \
	"$(grep -E '^(hit|on|off|arm|read|clear) ?(trace|analysis|[0-9]|irq)' "$SIM_LOG" | sed -n '/^hit 1$/,/^clear analysis2/p' | sed 's/^arm.*/arm/')" \
"hit 1
on trace2
on analysis2
arm
hit 2
read trace
clear trace
clear analysis
on trace
on analysis
arm
hit 3
read trace2
clear trace2
clear analysis2"
undone "all is undone"
rm -f ./*.txt

run timerlat top -k -q -d 1 --keep 3
exits "nothing is kept without a threshold" 0
is "stderr says that nothing is kept" "$err" "rtla: --keep: nothing will be kept: set a threshold"

finish
