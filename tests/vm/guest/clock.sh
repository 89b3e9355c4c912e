#!/bin/sh
# The clock of all timestamps is the kernel's, to the microsecond: while that is corrected,
# and while it changes from the time stamp counter to another source and back.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
sources=/sys/devices/system/clocksource/clocksource0

# The kernel stamps each event with its own clock right after the module has read the clock
# for the field "run". Both are cut to whole us.
# apart: end the trace; print the number of events, the number of those more than 1 us
# before "run", and the median distance in us
apart() {
	echo 0 >"$watch/tracing_on"
	watched | sed -n 's/.* \([0-9]*\)\.\([0-9]*\): wakeup: .* run=\([0-9]*\)$/\1\2 \3/p' |
		awk '{ print $1 - int($2 / 1000) }' | sort -n |
		awk '{ of[NR] = $1; before += $1 < -1 } END { print NR, before + 0, of[int((NR + 1) / 2)] }'
}
# A kernel that checks itself takes longer from the one to the other.
apart_most=50
keeps_time || apart_most=500
# is_the_clock EVENTS: succeed if there are that many, and all are of one clock
is_the_clock() {
	# shellcheck disable=SC2046
	set -- "$1" $(apart)
	echo "$2 events, $3 before the module's clock, median $4 us"
	[ "$2" -ge "$1" ] && [ "$3" = 0 ] && [ "$4" -le $apart_most ]
}
# sleeper: sleeps for 1 ms again and again
sleeper() { exec cyclictest -q -m -p 80 -i 1000 -l 1000000 >/dev/null; }

sleeper &
sleeper=$!
background rtla wakeup top -q --comm cyclictest -d 10m
watch wakeup
sleep 1
test_that "the clock is the kernel's" is_the_clock 100
watch wakeup
test_that "the kernel's is corrected" /root/slew 3
test_that "the module's clock is the kernel's after it is corrected" is_the_clock 300

first=$(cat $sources/current_clocksource)
# other_source: another source than the time stamp counter, if there is one
other_source() { tr ' ' '\n' <$sources/available_clocksource | grep -v tsc | head -n 1; }
# changes: let the kernel's clock have other sources, in turn
changes() {
	for _ in 1 2 3; do
		other_source >$sources/current_clocksource
		sleep 0.3
		! grep tsc $sources/current_clocksource || return 1
		echo "$first" >$sources/current_clocksource
		sleep 0.3
	done
	cat $sources/current_clocksource
	[ "$(cat $sources/current_clocksource)" = "$first" ]
}
watch wakeup
test_that "the kernel's changes its source" changes
test_that "the module's clock is the kernel's after its source changes" is_the_clock 150
other_source >$sources/current_clocksource
watch wakeup
sleep 1
test_that "the module's clock is the kernel's without the counter" is_the_clock 100
echo "$first" >$sources/current_clocksource
kill -INT $run
test_that "the session ends" ended 0
kill $sleeper
finish
