#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Runs on a simulated machine: the table.

. "$(dirname "$0")/lib.sh"
PATH=$work/simulated:$PATH
online=$(cat /sys/devices/system/cpu/online)
title='                                     Timer Latency                                              '

# ---- the plain run

run timerlat top -q -d 1
exits "a measurement without hit exits with 0" 0
is "stderr is silent" "$err" ""
is "with -q there is one table" "$(tables)" 1
is "title" "$(sed -n 1p "$work/out")" "$title"
is "heads" "$(sed -n 2,3p "$work/out")" \
"  0 00:00:01   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)
CPU COUNT      |      cur       min       avg       max |      cur       min       avg       max"
grep -qE '^  0 #[0-9]+ +\|        2         2         2         2 \|        5         5         5         5$' "$work/out"
ok "the row of CPU 0"
grep -qE '^ALL #[0-9]+ +e0 \|                  2 ' "$work/out"
ok "the row of all CPUs"
is "order of the calls" "$(cat "$SIM_LOG")" \
"open
create samples cpus=$online
start cpus=$online period=1000000 stack=0 priority=0:0:0:0:0:0
collect samples in samples
on samples
arm irq=0 thread=0
off samples
close
destroy samples"

# ---- tables in a pipe

run timerlat -d 2
exits "top is the default" 0
is "a table each second, and the last not twice" "$(tables)" 2
is "the last is of the end" "$(grep -c '^  0 00:00:02 ' "$work/out")" 1
! grep -q $'\033' "$work/out"
ok "no escape sequences in a pipe"
SIM=silent=1 run timerlat -d 1
is "a table without samples has no rows" "$(grep -c '#' "$work/out")" 1
grep -qxF 'ALL #0      e0 |                  -         -         - |                  -         -         -' "$work/out"
ok "but dashes for all CPUs"

# ---- tables on a terminal

if command -v script >/dev/null; then
	rm -f "$work/tty"
	script -qec "timerlat -d 2" "$work/tty" >/dev/null
	grep -q $'\033\[H' "$work/tty" && grep -q $'\033\[7m' "$work/tty"
	ok "on a terminal the table is redrawn, in colour"
	! grep -q $'\033c' "$work/tty"
	ok "without a reset of the terminal"
	NO_COLOR=1 script -qec "timerlat -d 2" "$work/tty" >/dev/null
	grep -q $'\033\[H' "$work/tty" && ! grep -q $'\033\[7m' "$work/tty"
	ok "without colour if NO_COLOR is set"
	SIM=hit=200 script -qec "timerlat -a 100" "$work/tty" >/dev/null
	sed -n '/\x1b\[J/,$p' "$work/tty" |
		grep -q '  Saving trace to timerlat_trace.txt'
	ok "what is said of the trace is not drawn over"
	rm -f timerlat_trace.txt
	for option in -q -D; do
		script -qec "timerlat -d 1 $option" "$work/tty" >/dev/null
		! grep -q $'\033' "$work/tty"
		ok "plain with $option"
	done
else
	skip "on a terminal" "no script(1)"
fi

finish
