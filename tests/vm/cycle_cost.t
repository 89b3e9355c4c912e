#!/bin/bash
# Tests what "rtla cycle" costs each wake-up with the switch to the thread, in instructions: of
# threads that nobody watches, and of those that are watched. Prints TAP.
#
#	tests/vm/cycle_cost.t [KERNEL...]		default: 6.12 and 6.12-rt
# shellcheck source=tests/vm/lib/counted.sh
. "$(dirname "$(readlink -f "$0")")/lib/counted.sh"

measure() {
	count "$1" 600 pingpong
	[ "$(grep -c '^cost: [a-z_]* [0-9]' "$said")" = 15 ]
}

# more NAME: prints by how much a wake-up is longer then
more() {
	awk -v name="$1" '
		$1 == "cost:" { of[$2] = $3 }
		END {
			what = name
			sub("cycle", "wakeup", what)
			print of[name] - of[substr(what, 1, 6) "_nobody"]
		}' "$said"
}
# at_most MOST NAME
at_most() {
	echo "$(more "$2") more than without a session, at most $1"
	[ "$(more "$2")" -le "$1" ]
}

program pingpong -pthread "$vm/programs/pingpong.c" 2>"$said"
ok "the program is built"
[ $# != 0 ] || set -- 6.12 6.12-rt
for kernel; do
	measure "$kernel"
	ok "$kernel: all costs of cycles are measured"
	sed -n "s/^cost: \([a-z]*\)_nobody /# $kernel: instructions of a \1: /p" "$said"
	for name in $(sed -n 's/^cost: \([a-z_]*\) .*/\1/p' "$said" | grep -v nobody); do
		echo "# $kernel: $name: $(more "$name") more than without a session"
	done
	test_that "$kernel: a switch between threads that are not watched costs little more" at_most 190 switch_others
	test_that "$kernel: a switch between threads that are not watched costs little more with a threshold" \
		at_most 360 switch_others_traced
	test_that "$kernel: a wake-up that is not watched costs little more beside cycles" at_most 470 wakeup_others
	test_that "$kernel: a switch between watched threads costs little more" at_most 470 switch_watched
	test_that "$kernel: a switch between watched threads costs little more with a threshold" \
		at_most 560 switch_watched_traced
	test_that "$kernel: a wake-up within a cycle costs little more" at_most 1090 wakeup_watched
	test_that "$kernel: a wake-up that begins a cycle costs little more" at_most 2600 cycle_watched
	test_that "$kernel: a wake-up that begins a cycle costs little more with a threshold" at_most 2850 cycle_watched_traced
done
finish
