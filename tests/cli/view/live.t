#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine, on a terminal: whether people see what matters, in
# windows of usual sizes and with many CPUs.

. "$(dirname "$0")/../lib.sh"
on_terminal

# widest NAME: prints the number of characters in the longest line of a screen
widest() {
	wc -L <"$work/seen/$1"
}

# ---- the table in usual windows

SIM=cpus=8,spread=140000 see 24x80 timerlat top <<END
match 00:00:0[2-9]
show table
key q
END
exits "a table with all three latencies is shown" 0
[ "$(widest table)" -le 80 ]
ok "the table fits into 80 columns"
is "the table has average and maximum of each" "$(line table 3)" \
	"CPU COUNT    |   avg     max |   avg     max |   avg     max | ago|distribution"
[[ $(line table 2) =~ "| max|8..155 us"$ ]]
ok "the ends of the distributions are told"
[[ $(line table 4) =~ ^"  0 #"[0-9]+\ +\|\ +[0-9]+\ +142\ \|\ +[0-9]+\ +145\ \|\ +[0-9]+\ +148\ \|\ +[0-9]s\|[\ ▁▂▃▄▅▆▇█]+$ ]]
ok "a row has all maxima, how old the last of them is, and blocks"
[[ $(line table 13) = "ALL #"*"█"* ]]
ok "the row of all CPUs has all maxima, too"
[[ $out = *"ago|distribution"* ]]
ok "the last table is one that does not wrap"

SIM=cpus=8,spread=140000 see 40x120 timerlat top <<END
match 00:00:0[2-9]
show table
key q
END
[ "$(widest table)" -le 120 ]
ok "120 columns are enough"
is "120 columns have current and least latencies, too" "$(line table 3 | cut -c14-)" \
	"|  cur   min    avg     max |  cur   min    avg     max |  cur   min    avg     max | ago|distribution"

SIM=cpus=8 see 40x140 timerlat top <<END
match 00:00:0[2-9]
key q
END
[[ $out = *"      cur       min       avg       max |"* && $out != *distribution* ]]
ok "the last table is the one that scripts read where it does not wrap"

LC_ALL=C SIM=cpus=8,spread=140000 see 24x80 timerlat top -k <<END
match 00:00:0[2-9]
show table
key q
END
[[ $(line table 4) =~ \|[\ .:=+*#@-]+$ ]] && ! LC_ALL=C grep -q '[^ -~]' "$work/seen/table"
ok "the distributions are in ASCII without UTF-8"

# ---- many CPUs

SIM=cpus=64 see 24x80 timerlat top <<END
match 00:00:0[2-9]
show first
key pgdn
show second
key m
show worst
key end
show end
key q
END
is "a window has 18 of 64 CPUs" "$(cpus first | wc -w)" 18
is "the next page has the next ones" "$(cpus second | cut -d' ' -f1)" 18
is "m brings the worst to the top" "$(cpus worst | cut -d' ' -f1-3)" "63 62 61"
[[ $(line worst 24) = *" by User max, largest first  d CPU 63"* ]]
ok "the line below says that the worst are first"
is "the best is at the end" "$(cpus end | grep -o '[0-9]*$')" 0

# ---- one CPU

SIM=cpus=4,spread=140000 see 24x80 timerlat top <<END
match 00:00:0[3-9]
key down
key enter
show one
key escape
wait rows 1-4/4
key ?
show keys
key escape
wait rows 1-4/4
key q
END
exits "Enter shows one CPU, and Esc goes back" 0
[[ $(line one 1) = "CPU 1, after "* ]]
ok "the CPU that is shown is the one that was selected"
is "the state of a CPU is told" "$(line one 3)" "The CPU is measured."
is "there are percentiles" "$(line one 4)" \
	"us          cur    min     avg     max max came     p50     p99   p99.9  p99.99"
[[ $(line one 7) =~ ^user\ .*\ 149\ [0-2][0-9]:[0-5][0-9]:[0-5][0-9]\ +[0-9]+\ +-\ +-\ +-$ ]]
ok "no percentile has too few samples, and the maximum has its time"
grep -q '^ *100 - 150 *[0-9]* █.* [0-9]* █.* [0-9]* █' "$work/seen/one"
ok "histograms of all latencies are there"
[ "$(widest one)" -le 80 ]
ok "one CPU fits within 80 columns"
[[ $(line one 24) = "q quit  Esc back  p pause  lines 1-"* ]]
ok "the last line tells other keys"
grep -q '^d or Enter ' "$work/seen/keys" && grep -q '^p or space ' "$work/seen/keys"
ok "? lists all keys"
[ "$(widest keys)" -le 80 ]
ok "the list of keys fits within 80 columns"

SIM=cpus=2,offline=1 see 24x80 timerlat top -k <<END
match 00:00:0[2-9]
key end
key d
show one
key d
wait rows 1-2/2
key q
END
is "the state of a CPU that went offline is told" "$(line one 3)" \
	"The CPU is offline, 1 time offline."

SIM=cpus=2,skipped=7,skipped_before=3 see 24x80 timerlat top -k <<END
match 00:00:0[2-9]
key end
key d
show one
key q
END
is "the state of a CPU has only periods that count as skipped" "$(line one 3)" \
	"The CPU is measured, 7 periods skipped."
has "$out" "7 periods skipped: CPU 1 (7)"
ok "the last table has as many skipped periods"

see 24x80 osnoise top <<END
match duration: *0 00:00:0[2-9]
show table
key m
key d
show one
key q
END
[[ $(line table 3) = "CPU Period "*" HW "*" Thread" && $(widest table) -le 80 ]]
ok "osnoise fits into 80 columns"
[[ $(line one 1) = "CPU 0, after "* ]] && grep -q '^Runtime  *[0-9]' "$work/seen/one"
ok "the details of a row have the columns that do not fit"

# ---- a screen that stands still

SIM=cpus=64 see 24x80 timerlat top -k <<END
match 00:00:0[2-9]
key p
show paused
sleep 2
show later
key pgdn
key m
show scrolled
key space
wait p pause
show again
key q
END
[[ $(line paused 24) = "PAUSED, measuring goes on  p resume "* ]]
ok "p stops the screen, which says so"
is "the figures of a screen that stands still stay" "$(cat "$work/seen/later")" "$(cat "$work/seen/paused")"
is "a screen that stands still can be scrolled, but not sorted" "$(cpus scrolled | cut -d' ' -f1-3)" "18 19 20"
is "a screen that stands still keeps its figures when it is scrolled" "$(line scrolled 2)" "$(line paused 2)"
count() { line "$1" 23 | tr -dc '0-9 ' | cut -d' ' -f2; }
[ "$(count again)" -gt "$(count paused)" ]
ok "space lets it go on, and what was measured meanwhile is there"

# ---- hits, while the measurement goes on

# A hit within a second of the explanation of another is not explained, and not shown.
SIM=cpus=4,hit=2500,hits=2 see 24x80 timerlat top -T 100 --on-threshold continue <<END
match Hit 2 of 2 so far
show table
key e
show analysis
key e
wait Hit 2 of 2 so far
key q
END
exits "a hit is shown while the measurement goes on" 0
[[ $(line table 11) =~ ^"Hit 2 of 2 so far, at "[0-9:]+": CPU 0, Thread latency 150 us, threshold 100 us"$ ]]
ok "below the table"
is "the hit is shown with its cause" "$(line table 12)" \
	"97 % of 150.00 us: culprit:77 kept preemption off."
[[ $out =~ $'\n2 hits, the longest 150.00 us on CPU 0 at '[0-9:]{8}$': 97 % of 150.00 us:\n  culprit:77 kept preemption off.' ]]
ok "the end tells how many hits there were, and the cause of the longest"
is "e shows the analysis" "$(line analysis 2)" \
	"## CPU 0 hit stop tracing, analyzing it ##"
undone "all is undone"

SIM=cpus=4,hit=20,grow=1000 see 24x80 timerlat top -T 100 --on-threshold continue <<END
match Hit [2-9][0-9]* of [1-9][0-9]
key q
END
exits "some of many hits are shown" 0

# ---- in tmux, which is a terminal of its own kind

# Each size has a server of its own: one that was told to end may take a while.
in_tmux() {
	tmux -S "$work/tmux-$size" "$@"
}

pane_has() {
	in_tmux capture-pane -p >"$work/seen/tmux"
	grep -qE "$1" "$work/seen/tmux"
}

# look SIZE: shows 64 CPUs in tmux, with details and back
look() {
	size=$1
	in_tmux -f /dev/null -u new-session -d -x "${1#*x}" -y "${1%x*}" \
		"SIM=cpus=64,spread=140000 timerlat top"
	eventually pane_has '^  0 #[0-9]+ .*[▁▂▃▄▅▆▇█]' && [ "$(widest tmux)" -le "${1#*x}" ]
	ok "tmux of $1 shows the table"
	in_tmux send-keys m Enter
	eventually pane_has '^CPU 63, after '
	ok "tmux of $1 shows the worst CPU"
	in_tmux send-keys Escape
	eventually pane_has '^ 63 #[0-9]+ '
	ok "tmux of $1 shows the table again"
	in_tmux send-keys q
	eventually gone
}

# gone: returns whether the command has ended in tmux, which ends with it
gone() {
	! in_tmux has-session 2>"$work/gone"
}

if command -v tmux >/dev/null; then
	look 24x80
	look 40x120
else
	skip "tmux shows the table" "there is no tmux"
fi

finish
