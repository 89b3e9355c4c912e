#!/bin/bash
# Tests that "rtla agree" finds timerlat and cyclictest to measure the same: their averages
# are less than 1 us apart, and their maxima less than 5 us where a known cause makes them.
# Prints TAP.
#
# Time is the number of instructions, so that the difference is that of the instructions of
# the two tools, and not what the host did during one of the runs.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
kernel=6.12-rt
said=$work/said
explain() { cat "$said"; }

measure() {
	"$vm/run" -k $kernel --clock icount -c 1 -t 1200 -- sh /tests/agree_figures.sh \
		</dev/null >"$said" 2>&1
	echo "# us: difference of averages, its interval, both averages, both maxima:"
	sed -n 's/^figures: /#   /p' "$said"
	[ "$(grep -c '^figures: ' "$said")" = 3 ]
}

# figure NAME NUMBER: prints a column of figures
figure() { awk -v name="$1" -v n="$2" '/^figures:/ && $2 == name { print $n }' "$said"; }
# near A B MOST
near() { awk -v a="$1" -v b="$2" -v m="$3" 'BEGIN { exit !(a - b <= m && b - a <= m) }'; }

measure
ok "timerlat and cyclictest measure under all loads"
for load in idle sched injected; do
	is "$load: timerlat and cyclictest agree" "$(figure $load 3)" 0
done
test_that "idle: the averages are within 1 us" near "$(figure idle 7)" "$(figure idle 8)" 1
test_that "sched: the averages are within 1 us" near "$(figure sched 7)" "$(figure sched 8)" 1
test_that "injected: the averages are within 1 us" \
	near "$(figure injected 7)" "$(figure injected 8)" 1
test_that "injected: timerlat and cyclictest have met the cause" near "$(figure injected 9)" 500 20
test_that "injected: the maxima are within 5 us" \
	near "$(figure injected 9)" "$(figure injected 10)" 5
finish
