#!/bin/sh
# Runs in a guest with one CPU whose clock counts instructions: puts spins of known time
# into wake-ups, and prints what "rtla wakeup" says of them, in ns:
#
#	part: KIND NS ROUNDS MISSED SPINS SPIN COUNT TIMER IRQ QUEUE WAIT PICK SWITCH TOTAL LEAST...
#
# SPIN is the average of the spins as the injector saw them. COUNT wake-ups were seen;
# then come the averages of their parts, and the shortest of each part.
#
#	stale: ROUNDS MISSED STALE WAKINGS COUNT PREEMPTED MAX
#
# STALE times a thread was woken that had not slept; the kernel saw WAKINGS attempts to wake
# it, and rtla COUNT wake-ups, of which the longest took MAX.
#
#	ended: NAME yes|no		whether the thread has ended, as rtla says
#	cyclictest: AVERAGE TOTAL	of cyclictest, and of the wake-ups of its thread
#
# With the module:
#
#	beside: COUNT AVERAGE COUNT AVERAGE
#
# How often a thread of cyclictest was woken, and the average of the time from the waking to
# the switch, by the module, and by BPF programs beside it.
#
#	timerlat: SAMPLES LEAST MOST OUTSIDE PAGES
#
# LEAST and MOST are of the thread latency less the total of the wake-up with the same t_w,
# sample by sample; OUTSIDE samples have more than 200 ns over LEAST. The trace has PAGES:
# a record that begins one takes about 240 ns longer, and is written before the sample.
# The run has no --json, as the begin of a block of 100 ms takes longer, too.
#
#	wakeup_parts.sh ROUNDS SAMPLES [TRACER]		default: module
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
modprobe rtla_sched || exit 1
rounds=$1 samples=$2 tracer=${3:-module}
stale_rounds=3
sched=/sys/kernel/debug/rtla_sched
waking=$tracefs/events/sched/sched_waking/trigger

# watching_begins WORD..., watching_ends: run "rtla wakeup WORD..." in the meantime
watching_begins() {
	rtla wakeup -q -d 600 --tracer "$tracer" "$@" >out &
	watcher=$!
	eventually is_measuring $watcher
	# BPF programs are attached one by one, and count when all of them are.
	[ "$tracer" = module ] || sleep 1
}
watching_ends() {
	kill -INT $watcher
	wait $watcher || cat out
}

# figures_of PID: print the figures of a thread
figures_of() {
	jq -r --argjson pid "$1" '.threads[] | select(.tid == $pid) |
		[.latencies[] | .avg_ns //= 0 | .min_ns //= 0] as $part |
		[$part[-1].count, $part[].avg_ns, $part[].min_ns] | join(" ")' r.json
}

# ---- Spins in each part ----------------------------------------------------------

echo "none 0 0 $rounds 1000000" >$sched
for kind in timer late queue wait pick sched_out sched_in; do
	for ns in 0 50000 200000; do
		echo "$kind 0 $ns $rounds 1000000" >$sched
	done
done
watching_begins --json r.json --tid "$(awk '{ print $3 }' $sched | paste -s -d ,)"
echo run >$sched
watching_ends
while read -r kind _ pid ns count sum _ _ missed _; do
	echo "part: $kind $ns $rounds $missed $count $((count ? sum / count : 0)) $(figures_of "$pid")"
done <$sched
jq -r '.threads[0] | "ended: target " + if .ended then "yes" else "no" end' r.json
echo clear >$sched

# ---- Wakings of a thread that runs ---------------------------------------------------

echo "stale 0 1000000 $stale_rounds 1000000" >$sched
read -r _ _ pid _ <$sched
echo "hist:keys=pid if pid == $pid" >"$waking"
watching_begins --json r.json --tid "$pid"
echo run >$sched
watching_ends
wakings=$(sed -n '/^{/s/.*hitcount: *//p' "${waking%trigger}hist")
echo "!hist:keys=pid if pid == $pid" >"$waking"
read -r _ _ _ _ _ _ _ _ missed stale <$sched
echo "stale: $stale_rounds $missed $stale $wakings $(jq -r '.threads[0] |
	[.latencies.total.count, .preempted, .latencies.total.max_ns] | join(" ")' r.json)"
echo clear >$sched

# ---- Beside others that measure -----------------------------------------------------

beside_timerlat() {
	watch wakeup timerlat_sample
	watching_begins --comm timerlat/0
	timerlat top -q -k -c 0 -p 1000 -d $((samples / 1000)) >/dev/null
	watching_ends
	watched | awk '
		/ wakeup: / && !/ t_w=0 / {
			match($0, / t_w=[0-9]+/); t_w = substr($0, RSTART + 5, RLENGTH - 5)
			match($0, / run=[0-9]+/); total[t_w] = substr($0, RSTART + 5, RLENGTH - 5) - t_w
		}
		/ context thread / {
			match($0, / t_w=[0-9]+/); t_w = substr($0, RSTART + 5, RLENGTH - 5)
			match($0, /timer_latency +[0-9]+/); latency = substr($0, RSTART + 13, RLENGTH - 13)
			if (!(t_w in total)) next
			more[++n] = latency - total[t_w]
			if (n == 1 || more[n] < least) least = more[n]
			if (n == 1 || more[n] > most) most = more[n]
		}
		END {
			for (i = 1; i <= n; i++) outside += more[i] > least + 200
			print "timerlat:", n + 0, least, most, outside + 0
		}' >out
	pages=$(awk '/^bytes:/ { print int($2 / 4000) + 1 }' $watch/per_cpu/cpu0/stats)
	echo "$(cat out) $pages"
	echo >$watch/set_event
}

rtla wakeup -q --tracer "$tracer" --json r.json -- cyclictest -q -m -N -l "$samples" -i 1000 -p 95 -t 1 -a 0 >out
average=$(sed -n 's/^T: 0 .* Avg: *\([0-9]*\) .*/\1/p' out)
jq -r --arg average "$average" '.threads | max_by(.latencies.timer.count) |
	"cyclictest: " + $average + " " + (.latencies.total.avg_ns | tostring),
	"ended: cyclictest " + if .ended then "yes" else "no" end' r.json

# The kernel calls the probes of whoever came first before those of the other: so the work of
# the BPF programs is in both figures.
beside_bpf() {
	watching_begins --json r.json --comm cyclictest
	module=$watcher
	tracer=bpf
	watching_begins --json bpf.json --comm cyclictest
	cyclictest -q -m -N -l "$samples" -i 1000 -p 95 -t 1 -a 0 >/dev/null
	watching_ends
	watcher=$module
	watching_ends
	tid=$(jq '.threads | max_by(.latencies.timer.count).tid' r.json)
	for json in r.json bpf.json; do
		jq -r --argjson tid "$tid" '.threads[] | select(.tid == $tid).latencies |
			"\(.queue.count) \(.queue.avg_ns + .wait.avg_ns + .pick.avg_ns)"' $json
	done | paste -s -d ' ' | sed 's/^/beside: /'
}

if [ "$tracer" = module ]; then
	beside_timerlat
	beside_bpf
fi
rmmod rtla_sched
