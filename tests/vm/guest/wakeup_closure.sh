#!/bin/sh
# Runs in a guest with several CPUs: watches WAKEUPS wake-ups of hackbench's threads, and
# compares them with what the kernel itself says of them. Prints
#
#	thread: PID SWITCHES COUNT	voluntary switches by /proc, and wake-ups by rtla
#	closure: WAKEUPS EVENTS LOST DISORDERED DIFFERENT UNSEEN FAR
#
# Of WAKEUPS wake-ups in the JSON, EVENTS are in the trace, of which LOST records were
# overwritten. DISORDERED have a part that is negative; for DIFFERENT threads the sums of the
# parts in the trace are not those in the JSON, or do not add up to the sum of the totals.
# UNSEEN have no events of the kernel for being woken, queued and switched to. For FAR of
# the others, one of these is more than 20 us from what rtla says: the emulator has let
# another CPU run between the two readings of the clock, as it does more than 1000 times a
# second.
#
# All threads are stopped, that is asleep, when the watching begins and when it ends: so each
# wake-up belongs to one voluntary switch.
#
# BPF programs write no events of single wake-ups: then all but WAKEUPS is 0.
#
#	wakeup_closure.sh WAKEUPS [TRACER]		default: module
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
wanted=$1 tracer=${2:-module}

# switches: print "PID SWITCHES" of each thread
switches() { awk '/^Pid:/ { pid = $2 } /^voluntary/ { print pid, $2 }' $files; }
all_switches() { awk '/^voluntary/ { n += $2 } END { print n }' $files; }
stopped() { ! grep -h ^State: $files | grep -qv T; }
stop() {
	pkill -x -STOP hackbench
	eventually stopped
}

# Hackbench keeps all CPUs busy, but this script goes on.
chrt -f -p 1 $$
chrt -o 0 hackbench -g 2 -f 5 -l 100000000 >/dev/null &
eventually sh -c '[ "$(pgrep -x hackbench | wc -l)" = 21 ]'
files=$(pgrep -x hackbench | sed 's|.*|/proc/&/status|')
sleep 0.2
stop
switches >before
begun=$(all_switches)

watch wakeup
echo 24000 >$watch/buffer_size_kb
for event in sched_waking sched_wakeup sched_switch; do
	field="comm"
	[ $event != sched_switch ] || field="next_comm"
	echo "$field == \"hackbench\"" >$watch/events/sched/$event/filter
	echo 1 >$watch/events/sched/$event/enable
done
rtla wakeup -q -d 1000 --tracer "$tracer" --comm hackbench --json r.json >/dev/null &
watcher=$!
eventually is_measuring $watcher
# BPF programs are attached one by one, and count when all of them are.
[ "$tracer" = module ] || sleep 1
pkill -x -CONT hackbench
while [ $(($(all_switches) - begun)) -lt "$wanted" ]; do sleep 0.05; done
stop
switches >after
kill -INT $watcher
wait $watcher || echo "rtla: ended with $?"
echo 0 >$watch/tracing_on
pkill -x -KILL hackbench

jq -r '.threads[] | [.tid, (.latencies | .total.count, .timer.count,
	.timer.avg_ns // 0, .irq.avg_ns // 0, .queue.avg_ns, .wait.avg_ns, .pick.avg_ns,
	.switch.avg_ns, .total.avg_ns)] | join(" ")' r.json >threads
awk 'FILENAME == "before" { before[$1] = $2 }
	FILENAME == "threads" { count[$1] = $2 }
	FILENAME == "after" { print "thread:", $1, $2 - before[$1], count[$1] + 0 }' before threads after

lost=$(cat $watch/per_cpu/cpu*/stats |
	awk '/^(overrun|dropped events):/ { n += $NF } END { print n }')
echo "closure: $(awk '{ n += $2 } END { print n }' threads) $(watched | awk -v lost="$lost" '
	# number(I): the number of the field I, which is NAME=NUMBER
	function number(i) { return substr($i, index($i, "=") + 1) + 0 }
	function compare(seen, ns,	distance) {
		distance = seen - ns / 1000
		if (distance < 0) distance = -distance
		if (distance > 20) distant = 1
	}
	FILENAME == "threads" {
		count[$1] = $2; timers[$1] = $3
		for (i = 1; i <= 7; i++) average[$1, i] = $(3 + i)
		next
	}
	$5 == "sched_waking:" { waking[number(7)] = $4 * 1000000; next }
	$5 == "sched_wakeup:" { queued[number(7)] = $4 * 1000000; next }
	$5 == "sched_switch:" { switched[number(NF - 1)] = $4 * 1000000; next }
	$5 == "wakeup:" {
		pid = number(7)
		for (i = 0; i < 7; i++) point[i] = number(10 + i)
		first = point[0] ? 0 : 2
		for (i = first; i < 6; i++) {
			if (point[i + 1] < point[i]) bad = 1
			sum[pid, i + 1] += point[i + 1] - point[i]
		}
		sum[pid, 7] += point[6] - point[first]
		events++; n[pid]++; disordered += bad; bad = 0
		if (!(pid in waking) || !(pid in queued) || !(pid in switched)) {
			unseen++
			next
		}
		compare(waking[pid], point[2]); compare(queued[pid], point[3])
		compare(switched[pid], point[5])
		delete waking[pid]; delete queued[pid]; delete switched[pid]
		far += distant; distant = 0
	}
	END {
		for (pid in count) {
			wrong = n[pid] != count[pid]
			all = 0
			for (i = 1; i <= 7; i++) {
				of = i <= 2 ? timers[pid] : count[pid]
				if (of && int(sum[pid, i] / of) != average[pid, i]) wrong = 1
				if (i < 7) all += sum[pid, i]
			}
			different += wrong || all != sum[pid, 7]
		}
		print events + 0, lost, disordered + 0, different + 0, unseen + 0, far + 0
	}' threads -)"
