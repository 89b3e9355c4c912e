#!/bin/sh
# Runs in the guest: measures under one stressor of stress-ng after the other, each
# time first without and then with a threshold and stacks.
#
#	stressors.sh SECONDS STRESSOR...
#
# For each stressor it prints "case: NAME" and lines "WHAT: JSON", with the results of
# timerlat: one "base" for each period, without a threshold; one "hit" with -a at 0.7 of
# their maximum; and one "over" for each period, with -a at 1.1 of it.
#
# In this guest, a load that repeats itself does so to the instruction. It falls into step
# with the period, so that the timer always finds it at the same place: in this one or
# that one, as the measurement costs a few instructions more or less. So there are several
# periods, and beside each stressor there is another one, whose timer expires at random.
set -u
cd /tmp || exit 1
seconds=$1
shift
periods="811 907 1009 1103 1201 1301"

# measure WHAT PERIOD OPTION...: print the results as one line
measure() {
	what=$1 period=$2
	shift 2
	timeout -s INT "$seconds" timerlat hist -k -c 0 -p "$period" --json result.json "$@" >/dev/null 2>&1
	[ ! -s result.json ] || echo "$what: $(jq -c . result.json)"
	rm -f result.json
}

# share TENTHS ROUND: print so many tenths of the largest thread latency of $base, in us,
# rounded by this function of jq
share() {
	echo "$base" | sed 's/^base: //' |
		jq -s "[.[].cpus[0].latencies.thread.max_ns] | max * $1 / 10000 | $2 | if . < 1 then 1 else . end"
}

setsid chrt -f 1 stress-ng --timer 1 --timer-freq 4000 --timer-rand --timeout 0 >/dev/null 2>&1 &
for stressor; do
	echo "case: $stressor"
	setsid stress-ng --"$stressor" 1 --timeout 0 --temp-path /tmp >/dev/null 2>&1 &
	load=$!
	sleep 0.5
	base=$(for period in $periods; do measure base "$period"; done)
	echo "$base"
	if [ -n "$base" ]; then
		measure hit 1000 -a "$(share 7 floor)"
		for period in $periods; do measure over "$period" -a "$(share 11 ceil)"; done
	fi
	kill -TERM -$load 2>/dev/null
	wait $load
	pkill -KILL -s $load
	rm -rf /tmp/tmp-stress-ng* timerlat_trace.txt
done
echo "end"
