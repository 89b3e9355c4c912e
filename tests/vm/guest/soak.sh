#!/bin/sh
# An osnoise loop that takes all the time of a CPU must not harm the kernel,
# whose log the rig reads: soak.sh [SECONDS [also]]. On CPU 1 the loop runs at
# FIFO 1, above all ordinary threads. With "also", a loop runs on CPU 0, too, as
# an ordinary thread. RCU reports a stall after 21 s.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
seconds=${1:-32}

# grace_periods: keep RCU at work. Each grace period has to end, also those of
# Tasks RCU, which the removal of a kprobe waits for. And threads of the loop's
# priority have to run now and then: with PREEMPT_RT it is a thread of FIFO 1
# that ends a sleep.
grace_periods() {
	while :; do
		echo 'p:rtla_soak schedule' >$tracefs/kprobe_events
		echo 1 >$tracefs/events/kprobes/rtla_soak/enable
		echo 0 >$tracefs/events/kprobes/rtla_soak/enable
		echo >$tracefs/kprobe_events
		date +%s >>rounds
		sleep 1
	done
}

# whole_time CPU OPTION...: run osnoise with all the time of CPU, for $seconds
whole_time() {
	whole_time_cpu=$1
	shift
	osnoise top -q -c "$whole_time_cpu" -r 1000000 -p 1000000 -d "$seconds" "$@"
}

grace_periods &
grace=$!
if [ "${2:-}" = also ]; then
	whole_time 0 >other.out 2>&1 &
	other=$!
fi
exits "osnoise with all of a CPU's time, by FIFO" 0 whole_time 1 -P f:1
test_that "osnoise with all of a CPU's time measures each period" between "$(top_field 1 2)" $((seconds / 2)) "$seconds"
if [ "${2:-}" = also ]; then
	wait $other
	test_that "osnoise as any thread measures with all of a CPU's time" same $? 0
	test_that "osnoise as any thread measures each period" between "$(top_field 0 2 other.out)" $((seconds / 2)) "$seconds"
fi
kill $grace
wait $grace 2>/dev/null
test_that "the kernel goes on removing what is in use" between "$(wc -l <rounds)" 3 "$seconds"
longest=$(awk 'NR > 1 && $1 - last > max { max = $1 - last } { last = $1 } END { print max + 0 }' rounds)
test_that "the kernel never waits for long" between "$longest" 1 20
test_that "nothing is left" nothing_left
