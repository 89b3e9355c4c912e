#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests what fits into 80 columns: the tables on a terminal of that width, what remains on
# it after them, and the text of the bound anywhere, as it goes into e-mails.

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
	fits "the last table of ${*:2} does not wrap"
}

shows "CPU COUNT | avg max | avg max | avg max | ago|distribution" timerlat top
shows "CPU COUNT | avg max | avg max | ago|distribution" timerlat top -k
shows "CPU Period % CPU Aval Max Noise Max Single HW NMI IRQ Softirq Thread" osnoise top
shows "CPU Period % CPU Aval Max Noise Max Single HW NMI" hwnoise
shows "TID COMM COUNT |timer irq queue wait pick switch | avg max" wakeup top
shows "CPU COUNT |timer irq queue wait pick switch | avg max" wakeup top --by cpu
shows "WAKER NAME COUNT |timer irq queue wait pick switch | avg max" wakeup top --by waker
shows "Name Count | Avg P99 Max" overheads top
shows "CPU Name Count | Avg P99 Max" overheads top --per-cpu
SIM=cpus=2,absent=254 shows "Name Count | Avg P99 Max" overheads top
shows "CPU |Observed Window Each | Poid Dst Idle Paie Psd" bound top

# ---- The text of the bound

# everywhere NAME [OPTION...]: tests that the text is the same in a pipe and on a terminal
# of 80 columns, and not wider than that
everywhere() {
	run bound -q -d 1 "${@:2}"
	[[ $(grep -c '^  Observed: ' "$work/out") -gt 0 && $(wc -L <"$work/out") -le 80 ]]
	ok "$1, in a pipe" || awk 'length > 80' "$work/out" | sed 's/^/# /'
	run bound hist -d 1 "${@:2}"
	[[ $(grep -c '^  Observed: ' "$work/out") -gt 0 && $(wc -L <"$work/out") -le 80 ]]
	ok "$1, below a histogram" || awk 'length > 80' "$work/out" | sed 's/^/# /'
	see 24x80 bound "${@:2}" <<-END
		match 00:00:0[1-9]
		key q
	END
	fits "$1, on a terminal"
}

everywhere "The text of the bound"
everywhere "In nanoseconds" --nano
SIM=cpus=2,storm=1,stack=1 everywhere "With stacks, and a column that does not converge"
SIM=cpus=2,absent=12,unmeasured=3,uncalibrated=1,gap_ns=250000 everywhere "With variables that are not known"
SIM=cpus=2,observed=61000 everywhere "With a latency over the bound"

# ---- What a small window shows of it

SIM=cpus=2,storm=1 see 24x80 bound <<END
match 00:00:0[1-9]
key down
key d
show one
key end
show end
key d
key w
wait Poid
show all
key q
END
is "d shows all figures of a CPU" "$(sed -n 's/ *\([0-9.-]*\)$/ \1/; 4,16p' "$work/seen/one" | sed 's/.* //' | paste -sd ' ')" \
	"1 31.0 91.4 57.3 50.0 7.2 10.9 0.0 7.3 72.0 76.7 - 91.4"
is "d shows the text of a CPU" "$(line one 18) / $(sed -n 's/^  Sliding window  *\([0-9]\)/\1/p' "$work/seen/end" | xargs)" "CPU 1 (us) / 62.8 91.4"
! grep -q 'CPU 0' "$work/seen/one" "$work/seen/end"
ok "d shows nothing of other CPUs"
is "w has columns that do not fit" "$(line all 3 | tr -d '|' | xargs)" "CPU Observed Window None Poid Dst Idle Pa"

finish
