#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine, on a terminal: what the screen shows.

. "$(dirname "$0")/../lib.sh"
on_terminal

# ---- what the screen shows, and how keys change it

see 12x80 timerlat top -k <<END
match 00:00:0[1-9]
show first
key pgdn
show page
key end
show end
key up
key up
key up
key up
key up
key up
show up
key home
show home
key w
show all
key right
show right
key left
show left
key w
show fewer
key q
END
exits "q ends a measurement like its duration" 0
restored "q leaves the terminal as it was"
is "the title is on top, with period and priority" "$(line first 1)" \
	"Timer Latency, period 1000 us, priority f:95"
is "the heads are below the title, of as many columns as fit" "$(line first 3)" \
	"CPU COUNT    |   avg     max |   avg     max | ago|distribution"
is "the contexts are above the heads" "$(line first 2 | cut -c14-51)" "|      IRQ (us) |   Thread (us) | max|"
is "the first screen has as many rows as fit" "$(cpus first)" "0 1 2 3 4 5"
[[ $(line first 11) =~ ^"ALL #"[0-9]+" " ]]
ok "the first screen has the row of all CPUs"
[[ $(line first 12) = "q quit  ? keys  p pause  rows 1-6/20  by CPU, smallest first  d CPU 0  w all" ]]
ok "the last line tells the keys"
[ "$(wc -L <"$work/seen/first")" -le 80 ]
ok "lines are cut"
is "a page down" "$(cpus page)" "6 7 8 9 10 11"
is "the end" "$(cpus end)" "14 15 16 17 18 19"
is "six rows up are one above the screen" "$(cpus up)" "13 14 15 16 17 18"
is "Home shows the first rows" "$(cpus home)" "0 1 2 3 4 5"
[[ $(line up 3) = "CPU COUNT "* && $(line up 11) = "ALL #"* ]]
ok "heads and all CPUs stay"
[[ $(line all 3) = "CPU COUNT    |  cur   min    avg     max |"* ]]
ok "all columns are there, too"
is "the CPUs stay when the columns move to the right" "$(cpus right)" "0 1 2 3 4 5"
is "the columns of latencies move" "$(line right 3 | cut -c1-40)" \
	"CPU COUNT     min    avg     max |  cur "
is "the columns come back" "$(line left 3)" "$(line all 3)"
is "the next key shows fewer columns" "$(line fewer 3)" "$(line first 3)"
is "a table is printed in the end, all of it" \
	"$(grep -c '^ *[0-9]* #' "$work/out")" 20
is "the last table is printed once" "$(tables)" 1
undone "all is undone"

see 40x80 timerlat top <<END
match 00:00:0[1-9]
key >
key >
key >
key >
key >
show max
key w
show all
resize 40x140
wait COUNT
show wide
key q
END
is "the maxima of all contexts fit into 80 columns" "$(line max 3)" \
	"CPU COUNT    |   avg     max |   avg     max |   avg     max | ago|distribution"
[[ $(line max 40) = *" by Thread max, largest first "* ]]
ok "rows are sorted by one of them"
[[ $(line all 40) = *" by Thread max, largest first "* && $(line all 3) = *" cur "* ]]
ok "rows stay sorted with all columns"
[[ $(line wide 3) = "CPU COUNT    |  cur "*"  max | ago|distribution" ]]
ok "a wide window has all of them"

see 40x140 timerlat top -k <<END
match 00:00:0[1-9]
key >
show count
key >
key >
key >
key >
show max
key r
show reversed
key <
show back
key q
END
is "the next column is the count" "$(line count 40 | grep -o 'by .* first')" \
	"by COUNT, largest first"
is "sorted by it, ties by CPU" "$(cpus count | cut -d' ' -f1-5)" "0 1 2 3 4"
is "sorted by a figure, the largest are first" \
	"$(cpus max | cut -d' ' -f1-5)" "19 18 17 16 15"
is "the line below says by which figure rows are sorted" "$(line max 40 | grep -o 'by .* first')" \
	"by IRQ max, largest first"
is "r has it the other way round" "$(cpus reversed | cut -d' ' -f1-5)" \
	"0 1 2 3 4"
is "r twice is the same as before" \
	"$(line back 40 | grep -o 'by .* first')" "by IRQ avg, largest first"

finish
