#!/bin/bash
# Tests that the response times of "rtla schedulable" are ones: periodic tasks run beside a
# load on a real kernel, and none responds later than the analysis says from what was measured
# meanwhile; without what the kernel takes, it would have said too little. Prints TAP.
#
#	tests/vm/schedulable_sound.t [KERNEL...]		default: 6.12-rt
#
# Time is the number of instructions, so that the figures do not depend on the host.
# shellcheck source=tests/vm/lib/counted.sh
. "$(dirname "$(readlink -f "$0")")/lib/counted.sh"

measure() {
	count "$1" 600 periodic_tasks
	sed -nE 's/^(ran|found): /# \1: /p' "$said"
	[ "$(grep -cE '^(ran: [a-z]+ [0-9]+ [0-9]+|found: [a-z]+ [0-9]+ [0-9]+ [0-9]+|end)$' "$said")" = 7 ]
}

# each CONDITION: tests a condition of awk for each task, of "response", the longest that was
# seen, and of "plain", "overheads" and "all", which the command found
each() {
	awk -v tasks=0 '
		/^ran: / { seen[$2] = $4 }
		/^found: / {
			response = seen[$2] + 0; plain = $3; overheads = $4; all = $5
			tasks++
			if (!('"$1"'))
				bad = 1
		}
		END { exit bad || tasks != 3 }' "$said"
}

program periodic_tasks -pthread "$vm/programs/periodic_tasks.c" 2>"$said"
ok "the program of periodic tasks is built"
[ $# != 0 ] || set -- 6.12-rt
for kernel; do
	measure "$kernel"
	ok "$kernel: all tasks ran, and have response times"
	test_that "$kernel: no task responds later than the analysis with overheads and bound says" \
		each "response <= all"
	test_that "$kernel: each task responds later than the analysis without the kernel says" \
		each "response > plain"
	test_that "$kernel: overheads, and then the bound, make each response time longer" \
		each "plain < overheads && overheads < all"
	test_that "$kernel: the analysis of the longest task is not far from what was seen" \
		each "response < 1000000 || all < response * 1.2"
done
finish
