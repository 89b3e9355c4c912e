#!/bin/sh
# Runs in the guest: measures under one stressor of stress-ng after the other, each
# time first without and then with a threshold and stacks.
#
#	stressors.sh SECONDS STRESSOR...
#
# For each stressor it prints "case: NAME" and three lines "WHAT: JSON", with the
# results of timerlat: base, without a threshold; "hit" with -a at 0.7 of its maximum;
# and "over", with -a at 1.1 of it.
set -u
cd /tmp || exit 1
seconds=$1
shift

# measure WHAT OPTION...: print the results as one line
measure() {
	what=$1
	shift
	timerlat hist -k -c 0 -d "$seconds" --json result.json "$@" >/dev/null 2>&1
	[ ! -s result.json ] || echo "$what: $(jq -c . result.json)"
}

# share TENTHS ROUND: print so many tenths of the largest thread latency of $base, in us,
# rounded by this function of jq
share() { echo "$base" | sed 's/^base: //' | jq ".cpus[0].latencies.thread.max_ns * $1 / 10000 | $2 | if . < 1 then 1 else . end"; }

for stressor; do
	echo "case: $stressor"
	setsid stress-ng --"$stressor" 1 --timeout 0 --temp-path /tmp >/dev/null 2>&1 &
	load=$!
	sleep 0.5
	base=$(measure base)
	echo "$base"
	if [ -n "$base" ]; then
		measure hit -a "$(share 7 floor)"
		measure over -a "$(share 11 ceil)"
	fi
	kill -TERM -$load 2>/dev/null
	wait $load
	pkill -KILL stress-ng
	rm -rf /tmp/tmp-stress-ng* timerlat_trace.txt result.json
done
echo "end"
