#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla cycle" of loops that are late by a known pattern, so that the wait for the next period is
# over at once: no cycle is lost, and none invented, whatever the loop waits by.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
# late WAIT CALL ARGUMENT...: run "rtla cycle" while loop waits by WAIT, which is CALL
late() {
	home=$1 call=$2
	shift 2
	exits "cycles of a late loop that waits by $home are watched" 0 \
		rtla cycle -q -d 60 --wait "$call" --deadline 10000 --json r.json -- \
		sh -c 'exec /root/loop "$@" >/tmp/loop' sh -w "$home" -p 10000 "$@"
	sed "s/^/# $home: /" /tmp/loop
}
figure() { jq ".threads[] | select(.comm == \"loop\") | $1" r.json; }
# between_us FIGURE LEAST MOST: FIGURE in ns is LEAST to MOST us
between_us() { between "$(figure "$1")" $(($2 * 1000)) $(($3 * 1000)); }

for wait in nanosleep:clock_nanosleep timerfd:read epoll:epoll_wait poll:poll condition:futex oneshot:read \
	signal:rt_sigtimedwait; do
	home=${wait%:*} call=${wait#*:}
	case $(uname -m).$call in
	aarch64.epoll_wait | aarch64.poll) call=${call%_wait} && call=${call/epoll/epoll_pwait} && call=${call/#poll/ppoll} ;;
	esac
	# Each fourth cycle takes half a period too long; the next one is not over its deadline.
	late $home $call -n 200 -e 4 run=15000
	test_that "a loop that waits by $home has been late as often as it should" \
		same "$(sed -n 's/^late \([0-9]*\) .*/\1/p' /tmp/loop)" 49
	test_that "no cycle of a late loop that waits by $home is lost, and none invented" \
		same "$(figure .latencies.response.count)" 199
	test_that "cycles over the deadline of a loop that waits by $home are misses, and no others" \
		same "$(figure .cycles.misses)" 49
	test_that "the longest cycle of a loop that waits by $home is one" between_us .latencies.response.max_ns 15000 16900
	test_that "late cycles of a loop that waits by $home begin when its timer was over" \
		between_us .latencies.start.max_ns 5000 6900
	test_that "the period of a late loop that waits by $home is that of its timer" \
		between_us .cycles.period_ns 9990 10010
done

# A timerfd that was over twice is read once: these are two periods, and one cycle.
late timerfd read -n 100 -e 5 run=25000
test_that "a period that a loop has skipped is no cycle" same "$(figure .latencies.response.count)" 99
test_that "the cycle that follows skipped periods begins with the first of them" \
	between_us .latencies.start.max_ns 15000 16900
# It is late all the time, and catches up with nothing.
late timerfd read -n 100 run=10500
test_that "no cycle of a loop that never sleeps is lost" between "$(figure .latencies.response.count)" 98 99

# With PREEMPT_RT, the thread that serves the timer has the lock of its file while it wakes the
# loop, which needs that, too.
if uname -v | grep -q PREEMPT_RT; then
	exits "a loop that waits for the lock of its timer is watched" 2 \
		rtla cycle -q -d 60 -a 1 --wait read --json r.json -- sh -c 'sleep 1; exec /root/loop -w timerfd -p 10000 -n 100'
	test_that "who has the lock of the timer of a loop is told" \
		grep 'read of descriptor [0-9]* .lock of the kernel., until ktimers/[01]:[0-9]* released it' /tmp/out
	test_that "cycles of a loop are blocked by who has the lock of its timer, and by no timer" \
		same '"read of descriptor N until ktimers"' \
		"$(figure '.cycles.culprits[] | select(.part == "blocked") | .text' | sed 's/[0-9]\+/N/; s|/[^"]*||' | sort -u)"
fi
# shellcheck source=tests/vm/guest/wakers.sh
. /tests/wakers.sh
judge_late_timer cycle --wait read
