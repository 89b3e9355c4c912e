#!/bin/bash
# Tests that the demonstration keeps what README promises: its end names the function that
# kept the CPU, shows a picture, and says what to do. Prints TAP.
top=$(dirname "$(readlink -f "$0")")/../..
# shellcheck source=tests/lib/tap.sh
. "$top/tests/lib/tap.sh"

# After the kernel is there, this only builds what has changed.
"$top/tests/vm/setup" boot "$("$top/tests/vm/setup" soonest)" >/dev/null
exits "the demonstration ends well" 0 make --no-print-directory -C "$top" demo </dev/null
test_that "the sentence names the function, and the module that it is in" \
	grep -E '^ *[0-9]+ % of [0-9.]+ us: inject/1:[0-9]+ kept preemption off in spin \[rtla_inject\]\.$' "$work/out"
test_that "the stack goes on to the thread's own function" grep -E -- '-> inject_thread \[rtla_inject\]$' "$work/out"
test_that "there is a picture" grep -E '^ *inject/1:[0-9]+ \|[#-]' "$work/out"
test_that "the demonstration says what to do" grep -q 'What to do' "$work/out"
test_that "no line is longer than 100 columns, but the table's" awk '{ sub(/ +$/, "") } !/\|.*\|.*\|/ && length > 100 { print; bad = 1 } END { exit bad }' "$work/out"
finish
