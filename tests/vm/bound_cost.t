#!/bin/bash
# Tests what "rtla bound" costs: how many instructions an expiry of its probe takes that meets
# nothing, and how much longer timerlat's latencies are beside it. Prints TAP.
# shellcheck source=tests/vm/lib/counted.sh
. "$(dirname "$(readlink -f "$0")")/lib/counted.sh"

measure() {
	count 6.12-rt 300 probe_cost
	sed -n 's/^cost: /# ns: /p' "$said"
	[ "$(grep -c '^cost: [a-z0-9-]* [0-9]' "$said")" = 6 ]
}

# figure NAME: print it, rounded
figure() { awk -v name="$1" '$1 == "cost:" && $2 == name { printf "%.0f\n", $3 }' "$said"; }
# at_most MOST FIGURE
at_most() {
	echo "$2, at most $1"
	[ "$2" -le "$1" ]
}

program probe_cost "$vm/programs/probe_cost.c" 2>"$said"
ok "the program is built"
measure
ok "all costs of the bound are measured"
for period in 50 200; do
	test_that "an expiry of a probe of $period us that meets nothing costs little" \
		at_most 2000 "$(figure probe-$period)"
done
shift=$(($(figure beside-average) - $(figure alone-average)))
test_that "timerlat's average is hardly longer beside the probe" at_most 4000 $shift
# The probe's thread may have woken just before, and then goes to sleep first.
test_that "timerlat's maximum is hardly longer beside the probe" at_most 20000 "$(figure beside-max)"
finish
