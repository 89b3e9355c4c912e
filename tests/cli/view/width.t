#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that nothing which is printed for people is wider than a terminal of 80 columns: a
# terminal would break words and commands anywhere.

. "$(dirname "$0")/../lib.sh"
on_terminal
traces=$here/../traces
unset SIM_LOG
shown=()

# shown NAME [VARIABLE=VALUE]... COMMAND...: runs a command on a terminal of 24 lines and 80
# columns; all run at the same time, and fits tests them later
shown() {
	local words

	printf -v words '%q ' env "SIM=$SIM" "${@:2}"
	script -qec "stty rows 24 cols 80; $words" /dev/null </dev/null >"$work/seen/${#shown[@]}" 2>&1 &
	shown+=("$1")
}

# wide FILE: prints the lines of a terminal's raw output that are wider than 80 columns
wide() {
	sed 's/\x1b\[[?>0-9;]*[a-zA-Z]//g; s/\x1b[=>]//g; s/\r$//; s/.*\r//' "$1" | grep -E '.{81}'
}

# fit: waits for all commands, and tests each
fit() {
	local i

	wait
	for i in "${!shown[@]}"; do
		[ -s "$work/seen/$i" ] && ! wide "$work/seen/$i" >"$work/wide"
		ok "$1${shown[i]}: no line is wider than the terminal" || sed 's/^/# /' "$work/wide"
	done
	rm "$work"/seen/*
	shown=()
}

# ---- what has nothing to do with the number of CPUs

run rtla help --json
mapfile -t calls < <(jq -r '.commands[] | [.tool, .mode // empty] | join(" ")' "$work/out")
for call in "${calls[@]}" timerlat osnoise wakeup overheads bound cycle; do
	# shellcheck disable=SC2086
	rtla $call --help
done >"$work/out"
[ "$(grep -c ^Usage "$work/out")" -gt 20 ] && ! grep -E '.{81}' "$work/out"
ok "the help of each command fits into 80 columns"
for trace in "$traces"/*.txt "$traces"/kernel/*.txt; do
	rtla analyze "$trace"
done 2>/dev/null | grep -vE '^  ([0-9]+ % of|Recorded by|The clock) ' >"$work/out"
[ "$(wc -l <"$work/out")" -gt 1000 ] && ! grep -E '.{81}' "$work/out"
ok "all of an analysis but its sentences fits into 80 columns in a file"

make_result base.json bare cpus=64 'host={"name":"board"}'
make_result new.json bare cpus=64 seed=3 percent=130 'host={"name":"board"}' 'labels={"rack":"7","what":"the longest label of all that somebody has given to a run"}'
rtla history add farm base.json new.json >"$work/out" 2>&1
shown "an analysis" rtla analyze "$traces/6.12-pages-irq.txt"
shown "advice with a long command" rtla analyze "$traces/6.12-jiffies-thread.txt"
shown "a comparison" rtla compare base.json new.json --all-cpus
shown "a history" rtla history show farm
shown "a verdict on a new result" rtla history check farm new.json
shown "doctor" rtla doctor --all
shown "the checks of doctor" rtla doctor --checks
shown "an error" rtla analyze /proc/self/status
shown "a gate that is wrong" timerlat top --gate 'thr.maximum.of.everything<=something that is no time at all, and far too long for one line'
shown "a list of scenarios" rtla load --list
fit ""

# ---- what has a row or a list of CPUs

# Threads of the kernel are simulated, so that 512 CPUs need no 512 threads of this machine.
for cpus in 4 64 512; do
	export SIM=cpus=$cpus
	shown "the bars of timerlat" timerlat hist -k -d 1
	shown "the bars of osnoise" osnoise hist -d 1
	shown "the matrix of timerlat" timerlat hist -k -d 1 --matrix
	shown "the matrix of osnoise" osnoise hist -d 1 --matrix
	shown "the last table of timerlat" timerlat top -q -k -d 1
	shown "the last table of osnoise" osnoise top -q --percentiles -d 1
	shown "the last table of wakeup" wakeup top -q -d 1
	shown "the histogram of wakeup" wakeup hist -d 1
	shown "the last table of cycle" cycle top -q -d 1
	shown "the histogram of cycle" cycle hist -d 1
	shown "the histogram of overheads" overheads hist -d 1
	shown "the text of the bound" bound -q -d 1
	shown "a gate" timerlat top -q -k -d 1 --gate 'thr.max<=1us'
	shown "a hit" "SIM=cpus=$cpus,hit=100" timerlat top -q -k -T 100 -d 5
	fit "$cpus CPUs: "
done

# ---- tables that no line is wrapped of

# whole NAME HEAD COMMAND...: tests that each row of a table, whose head matches HEAD, has as many
# fields as the head
whole() {
	local name=$1 head=$2
	shift 2
	script -qec "stty rows 24 cols 80; $*" /dev/null </dev/null 2>&1 | tr -d '\r' >"$work/out"
	is "$name: each row is one line" \
		"$(awk -v head="$head" '/^(CPU|Index)/ { fields = $0 ~ head ? NF : 0; next } /^ *([0-9]+|ALL) / && fields && NF != fields' "$work/out")" ""
	grep -qE "$head" "$work/out"
	ok "$name: there is a table"
}
export SIM=cpus=4
whole "percentiles of osnoise" "^CPU +p50" osnoise top -q --percentiles -d 1
whole "the matrix of timerlat" ^Index timerlat hist -k -d 1 --matrix
whole "the histogram of overheads" ^Index overheads hist -d 1

finish
