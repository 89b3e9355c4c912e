#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Runs on a simulated machine, on a terminal: what its screen shows.

. "$(dirname "$0")/lib.sh"
PATH=$work/simulated:$PATH
export TERM=xterm SIM=cpus=20
unset NO_COLOR

# ---- what is to be seen

see 12x80 timerlat top -k <<END
wait 00:00:01
show first
key pgdn
show page
key end
show end
key up
show up
key home
show home
key right
show right
key left
show left
key q
END
exits "q ends a measurement like its duration" 0
restored "and leaves the terminal as it was"
is "the title is on top" "$(line first 1)" \
	"                                     Timer Latency"
[[ $(line first 3) = "CPU COUNT      |      cur       min "* ]]
ok "then the heads"
is "as many rows as fit" "$(cpus first)" "0 1 2 3 4 5"
[[ $(line first 11) =~ ^"ALL #"[0-9]+" " ]]
ok "and the row of all CPUs"
[[ $(line first 12) = "q quit  rows 1-6/20  < > by CPU, smallest first  r reverse "* ]]
ok "the last line tells the keys"
[ "$(wc -L <"$work/seen/first")" -le 80 ]
ok "lines are cut"
is "a page down" "$(cpus page)" "6 7 8 9 10 11"
is "the end" "$(cpus end)" "14 15 16 17 18 19"
is "a row up" "$(cpus up)" "13 14 15 16 17 18"
is "and home" "$(cpus home)" "0 1 2 3 4 5"
[[ $(line up 3) = "CPU COUNT "* && $(line up 11) = "ALL #"* ]]
ok "heads and all CPUs stay"
is "to the right, CPUs stay" "$(cpus right)" "0 1 2 3 4 5"
is "others move" "$(line right 3 | cut -c1-40)" \
	"CPU COUNT     r       min       avg     "
is "and back" "$(line left 3)" "$(line first 3)"
is "the table is printed in the end, all of it" \
	"$(grep -c '^ *[0-9]* #' "$work/out")" 20
is "once" "$(tables)" 1
undone "and all is undone"

see 40x140 timerlat top -k <<END
wait 00:00:01
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
is "by the name of the column" "$(line max 40 | grep -o 'by .* first')" \
	"by IRQ max, largest first"
is "r has it the other way round" "$(cpus reversed | cut -d' ' -f1-5)" \
	"0 1 2 3 4"
is "and back to the column before" \
	"$(line back 40 | grep -o 'by .* first')" "by IRQ avg, largest first"

# ---- windows

see 12x80 timerlat top -k <<END
wait 00:00:01
resize 50x120
wait rows 1-20/20
show large
resize 6x40
wait rows 1-2/20
show small
resize 1x3
sleep 0.3
resize 2x2
sleep 0.3
resize 30x100
wait rows 1-20/20
key q
END
exits "windows change their size" 0
is "a large one has all rows" "$(cpus large | wc -w)" 20
[[ $(line large 25) = "ALL #"* && $(line large 50) = "q quit "* ]]
ok "the row of all CPUs below them"
is "a small one has rows and heads, at least" \
	"$(cpus small) $(line small 3 | cut -c1-3)" "0 1 CPU"
restored "and in the end it is as it was"
LINES=5 COLUMNS=5 see 12x80 timerlat top -k <<END
wait rows 1-6/20
key q
END
exits "the window counts, not the environment" 0

SIM=cpus=20,silent=1 see 20x80 timerlat top -k <<END
wait rows 0-0/0
key end
key pgdn
key >
sleep 1
show nothing
key q
END
exits "keys do no harm without rows" 0
[[ $(line nothing 5) = "ALL #0 "* ]]
ok "there is a row of all CPUs, too"
see 20x80 timerlat top -k --warm-up 60 <<END
wait warming up
key q
END
exits "q also ends a warm-up" 0

# ---- looks

see 12x80 timerlat top -k -d 2 <<END
END
grep -q $'\033\[[0-9;]*[17][;m]' "$work/seen/raw"
ok "what matters is highlighted"
! grep -q $'\033c' "$work/seen/raw"
ok "without a reset of the terminal"
NO_COLOR=1 see 12x80 timerlat top -k -d 2 <<END
wait q quit
END
! grep -q $'\033\[[0-9;]*[17]m' "$work/seen/raw"
ok "but not if NO_COLOR is set"
for term in vt100 linux screen; do
	TERM=$term see 12x80 timerlat top -k <<-END
	wait 00:00:01
	key q
	END
	exits "a terminal like $term can do it" 0
	restored "and is as it was"
done

# ---- without a screen

# ncurses keeps something of a terminal that it does not know.
echo leak:libtinfo >"$work/lsan"
export LSAN_OPTIONS=suppressions=$work/lsan:print_suppressions=0
for term in dumb unheard-of ''; do
	TERM=$term see 60x100 timerlat top -k -d 2 <<-END
	END
	exits "TERM=$term cannot do it" 0
	plain "but gets plain text"
	is "a table a second" "$(tables)" 2
done
for options in -q -D; do
	see 60x100 timerlat top -k -d 1 $options <<-END
	END
	plain "plain with $options"
done
see 60x100 sh -c 'timerlat top -k -d 2 </dev/null' <<END
END
plain "plain without a keyboard"
is "with a table a second" "$(tables)" 2
see 60x100 sh -c 'timerlat top -k -d 2 | cat' <<END
END
plain "plain into a pipe"
see 60x100 bash -c 'set -m; timerlat top -k -d 2 & wait' <<END
END
plain "plain in the background"
is "where it is not stopped" "$(tables)" 2

finish
