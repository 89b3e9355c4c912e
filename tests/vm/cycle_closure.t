#!/bin/bash
# Tests that "rtla cycle" loses no cycle of a loop beside hackbench, and invents none, where each
# seventh one is longer than its period. Prints TAP.
#
#	tests/vm/cycle_closure.t [--long] [KERNEL...]	default: 6.12-rt
#
# With --long, there are 100,000 cycles by each of two waits, not 2,000.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
# shellcheck source=tests/vm/lib/programs.sh
. "$vm/lib/programs.sh"
cycles=2000 timeout=600
said=$work/said
explain() { cat "$said"; }

watch_loop() {
	"$vm/run" -k "$1" --clock steady -c 2 -t $timeout -p "$programs/loop" -- \
		sh /tests/cycle_closure.sh $cycles </dev/null >"$said" 2>&1
	[ "$(grep -cE '^closure: [a-z]+( [0-9]+){4}$' "$said")" = 2 ]
}
# figures WAIT CONDITION: succeeds if awk's CONDITION holds for the line of WAIT
figures() {
	grep "^closure: $1 " "$said"
	awk -v wait="$1" "\$1 == \"closure:\" && \$2 == wait && ($2) { found = 1 } END { exit !found }" "$said"
}

[ "${1:-}" != --long ] || {
	cycles=100000 timeout=7200
	shift
}
program loop -pthread "$vm/programs/loop.c" 2>"$said"
ok "the loop is built"
[ $# != 0 ] || set -- 6.12-rt
for kernel; do
	watch_loop "$kernel"
	ok "$kernel: cycles are watched beside hackbench"
	sed -n 's/^closure: /# &/p' "$said"
	for wait in timerfd nanosleep; do
		test_that "$kernel: each cycle that waits by $wait beside hackbench is seen, and no other" \
			figures $wait '$4 == $3 - 1'
		test_that "$kernel: long cycles that wait by $wait beside hackbench are misses" \
			figures $wait '$5 >= int($3 / 7)'
		test_that "$kernel: cycles that wait by $wait beside hackbench have been late" figures $wait '$6 >= int(($3 - 1) / 7)'
	done
done
finish
