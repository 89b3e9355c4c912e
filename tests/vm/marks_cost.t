#!/bin/bash
# Tests what the marks of a cycle cost, in instructions: when nobody looks, when "rtla cycle"
# measures it, and when it measures another program that has the same file. Prints TAP.
# shellcheck source=tests/vm/lib/counted.sh
. "$(dirname "$(readlink -f "$0")")/lib/counted.sh"

measure() {
	count 6.12-rt 300 marks_cost
	sed -n 's/^cost: /# thousandths of an instruction of a cycle: /p' "$said"
	[ "$(grep -c '^cost: [a-z_]* [0-9]' "$said")" = 7 ]
}

# at_most MOST NAME: a cycle takes at most so many instructions
at_most() {
	awk -v name="$2" -v most="$1" '$1 == "cost:" && $2 == name {
		print $3 / 1000 ", at most " most
		exit $3 / 1000 > most
	}' "$said"
}

program marks_cost "$vm/programs/marks_cost.c" 2>"$said"
ok "the program with marks is built"
measure
ok "all costs of marks are measured"
test_that "the marks of a cycle are two instructions when nobody looks" at_most 2.2 unused
test_that "a cycle between marks costs little" at_most 5500 marks
test_that "a cycle between marks with distributions of each thread costs little" at_most 5500 marks_threads
test_that "a cycle between marks beside a threshold costs little" at_most 5600 marks_traced
test_that "a cycle that is a function costs little" at_most 7200 function
test_that "marks in a program that is not watched cost little" at_most 3000 others
finish
