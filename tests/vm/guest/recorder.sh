#!/bin/bash
# A recorder beside hackbench, on a kernel on which CPUs come and go, the clock is set, the system
# sleeps, the disk is full, and processes are killed: recorder.sh [SECONDS]. It has to find what
# another measurement of the same time finds, and may take 1 % of a CPU and 64 MB at most.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
seconds=${1:-10}
# In a run of hours, others are there as often, but for less of the time: an emulator needs hours
# for a guest that is always busy.
interval_us=2000 pause=0.5
[ "$seconds" -lt 600 ] || interval_us=10000 pause=3
modprobe rtla_inject
mkdir disk && mount -t tmpfs -o size=32m none disk
folder=/tmp/disk/rec
group=/sys/fs/cgroup/recorder
mkdir -p $group
grep -qw memory /sys/fs/cgroup/cgroup.controllers && echo +memory >/sys/fs/cgroup/cgroup.subtree_control

# record [OPTION]...: records in a cgroup of its own, in the background, with the rights of the unit
record() {
	sh -c "echo \$\$ >$group/cgroup.procs; exec \"\$@\"" sh \
		setpriv --bounding-set=-all,+bpf,+perfmon,+syslog --inh-caps=-all rtla record --rt -o $folder --openmetrics rec.prom "$@" >>said 2>&1 &
	recorder=$!
	eventually measures
}
child() { pgrep -P "$recorder" -x rtla; }
measures() { for one in $(child); do ! is_measuring "$one" || return 0; done; return 1; }
told() { rtla record show $folder | tr -s ' \n' ' ' | grep -F -- "$1" || { rtla record show $folder; return 1; }; }
count() { jq ".counts.$1" $folder/recording.json; }
counts_more() { [ "$(count "$1")" -gt "$2" ]; }
metric() { sed -n "s/^rtla_record_$1 //p" rec.prom; }
ended_well() { wait "$recorder"; same $? 0; }
worst_ns() { jq '.watches.wakeup.worst[0].latency_ns' $folder/recording.json; }
# causes: prints the traces of the worst, and what rtla analyze says of them
causes() { for one in "$folder"/worst/*; do rtla analyze "$one"; done; }
names_cause() { causes | grep 'kept preemption off' || { ls -l $folder/worst; return 1; }; }
group_us() { sed -n 's/^usage_usec //p' $group/cpu.stat; }

chrt -f 50 cyclictest -q -t2 -a -p 80 -i $interval_us -D 1000000 >/dev/null 2>&1 &
cyclictest=$!

# ---- What it costs ----------------------------------------------------------------

section "while nothing else runs"
# In its first seconds a recording has many hits that are soon none of the worst.
record --segment 300 --overlap 5 --keep 5
sleep "$seconds"
kill -TERM "$recorder"
test_that "a signal ends the first recorder" ended_well
before=$(group_us)
record --segment 300 --overlap 5 --keep 5
sleep 5
begun=$(group_us)
sleep $((seconds * 3))
used=$(($(group_us) - begun))
echo "# it used $((begun - before)) us of CPU time to begin, and then $used us in $((seconds * 3)) s"
test_that "a recorder takes less than 1 % of a CPU" between "$used" 1 $((seconds * 3 * 10000))
kill -TERM "$recorder"
test_that "a signal ends it" ended_well
test_that "a recorder tells what CPU time it takes" between "$(metric cpu_seconds_total | cut -d. -f1)" 0 $((seconds * 3))

# ---- Another measurement of the same time -----------------------------------------

section "beside hackbench"
# With pauses, as the emulator is slow.
(while :; do chrt -o 0 hackbench -g 1 -f 2 -l 20 >/dev/null; sleep $pause; done) &
hackbench=$!
# On this slow machine a hit is saved for seconds, so that only what is caused is to be one.
record --segment 6 --overlap 3 --keep 5 -T 100000
wakeups() { exec rtla wakeup top --rt -q --json whole.json "$@"; }
background wakeups
other=$run
sleep $((seconds / 2))
echo "preempt_off 1 0 200000000" >/sys/kernel/debug/rtla_inject
sleep $((seconds / 2))
echo 0 >/sys/devices/system/cpu/cpu1/online
sleep 2
echo 1 >/sys/devices/system/cpu/cpu1/online
taskset -pac 0-1 $cyclictest >/dev/null
date -s "@$(($(date +%s) + 86400))" >/dev/null
sleep $((seconds / 2))
date -s "@$(($(date +%s) - 86400))" >/dev/null
sleep 3
kill -INT $other
wait $other
taken=$(count segments)
eventually counts_more segments "$((taken + 1))"
kill -TERM "$recorder"
test_that "a signal ends it beside hackbench" ended_well
# Each of the two measures for itself, so that they differ by some hundred ns.
jq -n --slurpfile whole whole.json --slurpfile recording $folder/recording.json '
	$recording[0].watches.wakeup.worst as $worst | ([$worst[-1].latency_ns, 100000000] | max) as $least |
	$whole[0].threads[] | {tid, comm, max: .latencies.total.max_ns} | select(.max * 0.95 - 2000 > $least) |
	. as $thread | select([$worst[] | select(.tid == $thread.tid and .latency_ns >= $thread.max * 0.95 - 2000)] == [])' >lost
echo "# the longest of all threads: $(jq '[.threads[].latencies.total.max_ns] | max' whole.json) ns, of the recorder: $(jq '.watches.wakeup.worst[0].latency_ns' $folder/recording.json) ns"
test_that "no thread has a longer wake-up that was lost" [ ! -s lost ] || cat lost
test_that "the worst is the one that was caused" between "$(worst_ns)" 180000000 600000000
caused=$(worst_ns)
test_that "the cause of the worst is named" sh -c "jq -r '.watches.wakeup.worst[0].cause' $folder/recording.json | grep 'kept preemption off'"
test_that "the trace of the worst is explained again" names_cause
test_that "a clock that is set forward is told" told "the clock was set forward by "
test_that "a clock that is set back is told" told "the clock was set back by "
test_that "no result has the name of another one" same "$(find $folder/history -name '*.json' | wc -l)" "$(jq '.results | length' $folder/recording.json)"

# ---- Faults -----------------------------------------------------------------------

section "after faults"
record --segment 6 --overlap 3 --keep 5 -T 100000
kill -9 "$(child | head -n 1)"
sleep 1
test_that "the next segment begins when one was killed" eventually measures
if [ -w /sys/power/pm_test ]; then
	system_sleeps
	slept=$(count segments)
	test_that "a recorder goes on after sleep" eventually counts_more segments "$slept"
fi
still_used() { ! rmmod rtla 2>/tmp/out && grep -q "in use" /tmp/out; }
test_that "a module is not removed while a recorder measures with it" still_used
failed=$(count segments)
dd if=/dev/zero of=disk/full bs=64k 2>/dev/null
eventually_tries=600 eventually counts_more dropped 0
test_that "the oldest results make room on a full disk" between "$(count dropped)" 1 1000
test_that "a recorder goes on measuring on a full disk" eventually counts_more segments $((failed + 1))
test_that "the worst is kept on a full disk" names_cause
rm disk/full
sleep 8
kill -9 "$recorder"
wait "$recorder" 2>/dev/null
nothing_runs() { ! pgrep -x 'rtla|latency-guard' && nothing_left; }
test_that "nothing is left of a recorder that was killed" eventually nothing_runs
test_that "the module can be removed then" rmmod rtla
touch removed
record --segment 6 --overlap 3 --keep 5 -T 100000
test_that "the next recorder says what was lost" told "the recorder before this one was cut off"
measures_by() { find $folder/history -name '*.json' -newer "$2" -exec jq -r .measured_by {} + | grep -x "$1"; }
test_that "BPF programs measure without the module" eventually measures_by bpf removed
touch loaded
modprobe rtla
test_that "a module that is loaded beside a recorder measures soon" eventually measures_by module loaded
kill -TERM "$recorder"
test_that "a signal ends the next recorder" ended_well
test_that "the worst of all is still there" [ "$(worst_ns)" -ge "$caused" ]
rtla history show $folder/history >/tmp/out 2>&1
test_that "history reads what it has left" same $? 0
kill $hackbench

# ---- Many segments ----------------------------------------------------------------

section "for many segments"
resident() { sed -n 's/^VmRSS:\s*\([0-9]*\) kB/\1/p' /proc/"$recorder"/status; }
first=$(count segments)
record --segment 2 --overlap 1 --keep 5 --max-size 500
eventually counts_more segments $((first + 2))
after_3=$(resident)
eventually_tries=600 eventually counts_more segments $((first + 7))
after_8=$(resident)
echo "# memory of the recorder: $after_3 kB after 3 segments, $after_8 kB after 8"
test_that "the memory of a recorder stays as it is" between "$after_8" 1 $((after_3 + 2048))
kill -TERM "$recorder"
test_that "a signal ends it after many segments" ended_well
if [ -e $group/memory.peak ]; then
	echo "# memory of all: $(cat $group/memory.peak) bytes at most"
	test_that "all of it takes less than 64 MB" between "$(cat $group/memory.peak)" 1 $((64 << 20))
fi
kill $cyclictest
test_that "nothing is left" eventually nothing_runs
