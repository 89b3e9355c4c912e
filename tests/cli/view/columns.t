#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests what fits into 80 columns: the tables on a terminal of that width, and what remains
# on it after them.

. "$(dirname "$0")/../lib.sh"
on_terminal
export SIM=cpus=2

# longest: prints the length of the longest line that was written after the screen was left
longest() {
	sed -n '/\x1b\[?1049l/,$p' "$work/seen/raw" |
		sed 's/.*\x1b\[?1049l//; s/\x1b\[[?>0-9;]*[a-zA-Z]//g; s/\x1b[=>]//g; s/\r//g' | wc -L
}

# fits NAME: tests that no line that was written after the screen is wider than 80 columns,
# and that there are some
fits() {
	local most

	most=$(longest)
	[[ $most -gt 40 && $most -le 80 ]]
	ok "$1" || echo "# the longest line has $most characters"
}

# shows HEAD COMMAND...: tests that a table of the command has the heads HEAD at 80
# columns, and that what is left of it when it ends does not wrap
shows() {
	see 24x80 "${@:2}" <<-END
		match 00:00:0[1-9]
		show table
		key q
	END
	is "${*:2} has its main columns" "$(sed -n "/^ *${1%% *} /{p;q}" "$work/seen/table" | xargs)" "$1"
	fits "and its last table does not wrap"
}

shows "CPU COUNT | avg max | avg max | avg max | ago|distribution" timerlat top
shows "CPU COUNT | avg max | avg max | ago|distribution" timerlat top -k
shows "CPU Period % CPU Aval Max Noise Max Single HW NMI IRQ Softirq Thread" osnoise top
shows "CPU Period % CPU Aval Max Noise Max Single HW NMI" hwnoise
shows "TID COMM COUNT | wait |total avg total max" wakeup top
shows "CPU COUNT | timer wait switch |total avg total max" wakeup top --by cpu
shows "WAKER ID NAME COUNT | wait |total avg total max" wakeup top --by waker
shows "Name Count | Avg P99 Max" overheads top
shows "CPU Name Count | Avg P99 Max" overheads top --per-cpu
SIM=cpus=2,absent=254 shows "Name Count | Avg P99 Max" overheads top

finish
