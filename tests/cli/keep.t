#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Runs on a simulated machine: going on after a hit, and keeping the worst.

. "$(dirname "$0")/lib.sh"
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
is "each has its report" "$(grep -c '^## CPU 0 hit stop tracing, analyzing it ##$' "$work/out")" 2
is "and how long that took is told" \
	"$(sed -nE 's/^no hit could be noticed for [01]\.[0-9]{3} s, (.*)/\1/p' "$work/out")" "while earlier ones were dealt with"
is "it did not stop" "$(grep -c 'hit stop tracing$' "$work/out")" 0
is "behind the table" "$(grep -nE '^ALL|^# Spike' "$work/out" | sed 's/:.*//' | sort -nc && echo in order)" "in order"
undone "all is undone"
rm -f ./*.txt

run timerlat top "${hit[@]}" --keep 2 --perfetto ui.json --json r
exits "--perfetto" 0
is "each has its own" "$(echo ./*.json)" "./ui-1.json ./ui-2.json"
"$here/check_results" r >"$work/why"
ok "they are in results" || sed 's/^/# /' "$work/why"
is "with the time in which there could be no others" \
	"$(jq '(.kept | length), (.losses.unwatched_ns > 0 and .losses.unwatched_ns < .measured_ns)' r | paste -s)" "2	true"
rm -f ./*

run osnoise hist -S 100 -d 2 -t night.txt --keep 1 --no-aa
exits "of osnoise, too" 0
is "with files like that of -t" "$(echo ./*)" ./night-1.txt
is "without an analysis there is none" "$(grep -c '^##' "$work/out")" 0
rm -f ./*.txt

run timerlat top "${hit[@]}" --keep 1 --on-threshold shell,command='echo hit'
exits "with actions" 0
[ "$(grep -c '^hit$' "$work/out")" -gt 1 ]
ok "they are done at each hit"
rm -f ./*.txt
run timerlat top "${hit[@]}" --keep 1 --on-threshold shell,command=false
exits "one that fails ends it" 2
is "and is told" "$(grep -c 'shell,command=false' "$work/err")" 1
rm -f ./*.txt
run timerlat top "${hit[@]}" --keep 1 -t nowhere/trace.txt
exits "so does a trace that cannot be saved" 2
is "is told" "$(grep -o '^rtla: --keep nowhere/trace-1.txt: .*' "$work/err")" \
	"rtla: --keep nowhere/trace-1.txt: No such file or directory: the trace is not saved"
run timerlat top -k -q -d 1 --keep 3
exits "without a threshold nothing is kept" 0
is "is told" "$err" "rtla: --keep: nothing will be kept: set a threshold"

finish
