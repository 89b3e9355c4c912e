#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that "rtla analyze" explains a hit of a trace of which it cannot keep all events.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# made LONGEST: prints a trace of 1.2 million lines, in which activation LONGEST is the longest
made() {
	awk -v longest="$1" 'BEGIN {
		print "# tracer: timerlat"
		for (i = 1; i <= 300000; i++) {
			at = 1000 + i / 1000
			us = i == longest ? 75 : 5
			printf "            dhcp-333     [001] d.h1. %.6f: #%d context irq timer_latency %d ns\n", at + 0.000003, i, i == longest ? 2833 : 2700
			printf "            dhcp-333     [001] d.h1. %.6f: irq_noise: local_timer:236 start %.6f000 duration 4000 ns\n", at + 0.000005, at + 0.000001
			printf "            dhcp-333     [001] d..3. %.6f: thread_noise: dhcp:333 start %.6f500 duration %d000 ns\n", at + us * 1e-6 + 0.000005, at, us
			printf "      timerlat/1-900     [001] ..... %.6f: #%d context thread timer_latency %d000 ns\n", at + us * 1e-6 + 0.000007, i, us + 7
		}
	}'
}

# explained NAME: tests that the last run has named the cause, and that nothing is missing
explained() {
	is "$1: the cause is named" "$err$(grep -o ' % of .*' "$work/out")" \
		" % of 82.00 us: dhcp:333 ran on, with preemption off or a higher priority."
	is "$1: the analysis is complete" "$(jq -c '.hits[0] | [.threshold_hit, .analysis.complete]' long.json)" "$2"
}

made 300000 >long
run rtla analyze long --json long.json
explained "the longest latency at the end" "[true,true]"
made 7 >long
run rtla analyze long --json long.json
explained "the longest latency at the beginning" "[false,true]"
run bash -c 'cat long | rtla analyze - --json long.json'
explained "a stream with the longest latency at its beginning" "[false,true]"
# The same, with a prefix at each line.
run bash -c 'sed "s/^/[   99.100200] /" long | rtla analyze - --json long.json'
explained "a console's log" "[false,true]"

finish
