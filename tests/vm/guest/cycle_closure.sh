#!/bin/sh
# Runs in a guest with several CPUs: lets a loop make CYCLES cycles beside hackbench while "rtla
# cycle" watches it, and prints
#
#	closure: WAIT CYCLES COUNT MISSES LATE
#
# COUNT of the CYCLES that the loop has made were seen, the last of which does not end. LATE of
# them found the next period begun when they ended, as the loop says by its own clock. MISSES
# took longer than a period.
#
#	cycle_closure.sh CYCLES
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
cycles=$1
chrt -f -p 60 $$ >/dev/null
chrt -o 0 hackbench -g 2 -f 5 -l 100000000 >/dev/null &
eventually sh -c '[ "$(pgrep -x hackbench | wc -l)" = 21 ]'
for wait in timerfd:read nanosleep:clock_nanosleep; do
	rtla cycle -q -d 10000 --comm loop --wait ${wait#*:} --deadline 2000 --json r.json >/dev/null &
	run=$!
	eventually is_measuring $run
	sleep 1
	# Each seventh cycle takes longer than its period.
	/root/loop -w ${wait%:*} -p 2000 -n "$cycles" -e 7 run=2200 >loop.out
	kill -INT $run
	wait $run || echo "rtla: ended with $?"
	echo "closure: ${wait%:*} $cycles $(jq -r '.threads[] | select(.comm == "loop") |
		"\(.latencies.response.count) \(.cycles.misses)"' r.json) $(awk '$1 == "late" { print $2 }' loop.out)"
done
pkill -x -KILL hackbench
