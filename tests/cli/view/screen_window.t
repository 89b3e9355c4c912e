#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine, on a terminal: sizes of the window, highlighting, and
# kinds of terminals.

. "$(dirname "$0")/../lib.sh"
on_terminal

# ---- sizes of the window

see 12x80 timerlat top -k <<END
match 00:00:0[1-9]
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
restored "the terminal is as it was in the end"
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

# ---- highlighting, and kinds of terminals

see 12x80 timerlat top -k -d 2 <<END
END
grep -q $'\033\[[0-9;]*[17][;m]' "$work/seen/raw"
ok "what matters is highlighted"
! grep -q $'\033c' "$work/seen/raw"
ok "the terminal is not reset"
NO_COLOR=1 see 12x80 timerlat top -k -d 4 <<END
wait q quit
END
! grep -q $'\033\[[0-9;]*[17]m' "$work/seen/raw"
ok "nothing is highlighted if NO_COLOR is set"
for term in vt100 linux screen; do
	TERM=$term see 12x80 timerlat top -k <<-END
	match 00:00:0[1-9]
	key q
	END
	exits "a terminal like $term can do it" 0
	restored "a terminal like $term is as it was"
done

finish
