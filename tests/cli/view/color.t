#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine, on a terminal: what is over its threshold is red, and the
# title says what the thresholds are.

. "$(dirname "$0")/../lib.sh"
on_terminal

# red: returns whether anything was red on the terminal
red() {
	grep -q $'\033\[\([0-9;]*;\)*31m' "$work/seen/raw"
}

# highlighted: returns whether anything was bold or reverse
highlighted() {
	grep -q $'\033\[[0-9;]*[17]m' "$work/seen/raw"
}

# CPU 3 has IRQ latencies of 5 us, and the threshold is for those of threads.
over=(timerlat top -k -T 8 --on-threshold continue)

SIM=cpus=4 see 24x80 "${over[@]}" <<END
match 00:00:0[2-9]
show table
key q
END
red
ok "a value over its threshold is red"
is "the title has thresholds, period and priority" "$(line table 1)" \
	"Timer Latency, threshold thread 8 us, period 1000 us, priority f:95"
[ "$(grep -o $'31m *[0-9]*' "$work/seen/raw" | tr -dc '0-9\n' | sort -u | tr '\n' ' ')" = "318 " ]
ok "only what is over its threshold is red"
restored "the terminal is as it was"

SIM=cpus=4 see 24x80 timerlat top -k -T 500 <<END
match 00:00:0[2-9]
key q
END
! red && highlighted
ok "nothing is red below the threshold"
NO_COLOR=1 SIM=cpus=4 see 24x80 "${over[@]}" <<END
match 00:00:0[2-9]
key q
END
! red && ! highlighted
ok "NO_COLOR is obeyed"
NO_COLOR=1 SIM=cpus=4 see 24x80 "${over[@]}" --color always <<END
match 00:00:0[2-9]
key q
END
red
ok "--color always has colours in spite of NO_COLOR"
SIM=cpus=4 see 24x80 "${over[@]}" --color never <<END
match 00:00:0[2-9]
key q
END
! red && ! highlighted
ok "--color never highlights nothing"
SIM=cpus=4 TERM=vt100 see 24x80 "${over[@]}" <<END
match 00:00:0[2-9]
key q
END
! red && highlighted
ok "a terminal without colours has bold characters"
SIM=cpus=4 run "${over[@]}" -d 1 --color always
[[ $out != *$'\033'* ]]
ok "what is no terminal gets no colours"
refused "--color blue: unknown: give auto, always or never" timerlat top --color blue

SIM=cpus=4 see 24x80 osnoise top -s 400 <<END
match 00:00:0[2-9]
show table
key q
END
red && [ "$(wc -L <"$work/seen/table")" -le 80 ]
ok "noise over its threshold is red"
is "the title of osnoise has them, too" "$(line table 1)" \
	"Operating System Noise, threshold single 400 us, period 1000000 us, priority o:0"
SIM=cpus=4 see 24x80 wakeup --segment wait=6us -T 200 --on-threshold continue <<END
match 00:00:0[2-9]
show table
key q
END
red
ok "parts of wake-ups over their threshold are red"
is "the title of wake-ups has their thresholds" "$(line table 1)" \
	"Wake-ups and their parts, max (us), threshold wait 6, total 200 us"

# ---- windows and CPUs

# fits SIZE CPUS: tests the tables of so many CPUs in a window
fits() {
	local size=$1 cpus=$2 command

	for command in "timerlat top -k" "osnoise top" "wakeup top" "overheads top"; do
		# shellcheck disable=SC2086 # These are words.
		SIM=cpus=$cpus see "$size" $command <<-END
		match 00:00:0[1-9]
		show table
		key q
		END
		[[ $status -eq 0 && $(wc -L <"$work/seen/table") -le ${size#*x} &&
		   $(line table "${size%x*}") = "q quit "*" first"* ]]
		ok "$command of $cpus CPUs fits into a window of $size"
	done
}

fits 24x80 4
fits 24x80 512
fits 50x200 64
fits 50x200 512
finish
