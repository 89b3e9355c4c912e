#!/bin/bash
# Tests that cyclictest and timerlat with a user-space workload measure the same
# latency. Prints TAP.
#
# With --clock icount, time is the number of instructions, and each program
# repeats its median to the microsecond. The remaining difference is timerlat's
# additional work in the timer's interrupt, at the switch and for the sample:
# some thousand instructions. With --clock plain, medians vary from run to run.
# There, the ranges of the medians have to overlap, after each was extended at
# both ends by its own width.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
kernel=6.12-rt
tracing_us=4
out=$work/medians
explain() { cat "$out"; }

# medians CLOCK CPUS ROUNDS: writes the medians of each round to a line of $out;
# fails if a round has none
medians() {
	"$vm/run" -k $kernel --clock "$1" -c "$2" -t 600 -- sh /tests/cyclictest.sh "$3" 2 \
		</dev/null 2>&1 | sed -n 's/^medians: //p' >"$out"
	echo "# $1: medians in us, timerlat's thread latency, cyclictest, timerlat's user latency:"
	sed 's/^/#   /' "$out"
	[ "$(wc -l <"$out")" = "$3" ]
}

test_that "icount: timerlat and cyclictest measure" medians icount 1 2
test_that "icount: each program repeats its median" [ "$(sort -u "$out" | wc -l)" = 1 ]
test_that "icount: cyclictest and the thread latency are within $tracing_us us" \
	awk -v most=$tracing_us '{ d = $1 - $2 } d > most || d < -most { exit 1 }' "$out"
test_that "icount: the user latency is within $tracing_us us over cyclictest's" \
	awk -v most=$tracing_us '{ d = $3 - $2 } d > most || d < 0 { exit 1 }' "$out"

test_that "plain: timerlat and cyclictest measure" medians plain 2 4
test_that "plain: timerlat and cyclictest meet within the spread of their medians" awk '
	{ for (i = 1; i <= 3; i++) {
		if (NR == 1 || $i < low[i]) low[i] = $i
		if (NR == 1 || $i > high[i]) high[i] = $i } }
	function wide(i) { return high[i] - low[i] + 1 }
	function meet(a, b) { return low[a] - wide(a) <= high[b] + wide(b) }
	END { exit !(meet(1, 2) && meet(2, 1) && meet(2, 3) && meet(3, 2)) }' "$out"
finish
