#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Cycles that take too long, each for one known reason: "rtla cycle" stops at the first of
# them, has the time in the part it belongs to, names the culprit in a sentence, and says what
# to do.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
# shellcheck source=tests/vm/guest/cycle_lib.sh
. /tests/cycle_lib.sh
cd /tmp || exit 1

explained='first(.. | objects | select(has("explained")) | .explained)'
of_hit() { jq -r "$explained | .$1" r.json; }
# took CAUSE: how long that took in the first cycle, which was the hit, by the clock of the loop
took() { awk -v cause="$1" '$1 == cause { print $4 }' /tmp/loop; }
# part NAME: what the cycle has of it, in ns; what computes until a time is there ends with the
# interrupts that came meanwhile
part() {
	case $1 in
	run) of_hit 'parts_ns | .run + .interrupted' ;;
	*) of_hit "parts_ns.$1" ;;
	esac
}
says() { of_hit sentence | grep -E "$1" || { of_hit sentence && return 1; }; }
advises() { of_hit 'advice[]' | grep "$1" || { of_hit 'advice[]' && return 1; }; }
silent() { ! of_hit 'advice[]' | grep "$1"; }

# late CAUSE US OPTION...: a run that a cycle with so much of CAUSE ends, if loop has these
# options; loop is there until the run has ended
start= # of the line that starts loop
late() {
	cause=$1 us=$2
	shift 2
	watching -a $((us * 3 / 4)) --wait "${call:-clock_nanosleep}"
	$start /root/loop -k -p $((2 * us)) -n 2 "$@" "$cause=$us" >/tmp/loop &
	loop=$!
	test_that "a cycle that is late by $cause is a hit" ended 2
	sed -n '/% of/,$s/^/# /p' /tmp/out
	sed 's/^/# /' /tmp/err
	{ kill $loop && wait $loop; } 2>/dev/null
}

# tell CAUSE PART SENTENCE ADVICE: each of these words is one of the tests
tell() {
	call=
	[ "$1" != sleep ] || call='read'
	late "$1" 20000 ${call:+-w timerfd}
	# Another thread may begin with what the loop waits for before the loop waits: cycles.sh looks at
	# the average of many cycles. Interrupts come in between, so the loop's own clock says the most.
	test_that "the time of $1 is the $2 time of the cycle that was late" \
		between "$(part "$2")" 18000000 $(($(took "$1") / 100 * 103))
	test_that "the sentence names what $1 did" says "$3"
	test_that "for $1 there is the right advice" advises "$4"
}

disk=/usr/lib/modules/$(uname -r)/extra/rtla_disk.ko
[ ! -e "$disk" ] || insmod "$disk" delay_us=20000

thread='[0-9]+'
tell run run "^9.* it ran for .*its own work took so long" 'perf record'
tell sleep blocked "it slept by itself in clock_nanosleep .relative time., until" '\-\-wait'
tell mutex blocked "blocked in futex .mutex. until loop_holder:$thread released it, which ran for" 'shorter time'
test_that "the trace of a late cycle can be analyzed later" rtla analyze cycle_trace.txt --json later.json
test_that "the saved trace of a late cycle tells what was told at once" \
	same "$(jq -r "$explained.sentence" later.json)" "$(of_hit sentence)"
tell signal blocked "blocked in futex .condition variable or lock. until loop_signal:$thread woke it, which ran for" 'begin earlier'
tell pipe blocked "blocked in read of descriptor [0-9]* until loop_writer:$thread woke it, which ran for" 'begin earlier'
tell full blocked "blocked in write until loop_reader:$thread woke it, which ran for" F_SETPIPE_SZ
tell preempt preempted "preempted for .* by loop_urgent:$thread .real-time priority 60." 'If loop_urgent:[0-9]* can wait, lower its priority'
tell page blocked "blocked in a page fault until loop_pager:$thread woke it" mlockall
tell fault run "it had [0-9]{2,} page faults" mlockall
if [ -e /dev/rtla_disk ]; then
	tell disk blocked 'blocked in pread64 .device. until a timer woke it' 'another thread'
	test_that "the waits of all cycles for a slow disk are told with their system call" same '"pread64 until a timer"' \
		"$(jq '.threads[] | select(.comm == "loop").cycles.culprits[] |
			select(.part == "blocked" and .max_ns > 10000000) | .text' r.json)"
	tell major blocked 'blocked in a page fault .file or swap. until a timer woke it' mlockall
else
	skip "a slow disk" "this guest has no modules"
fi
tell chain blocked "until loop_holder:$thread released it, which itself slept .* until loop_owner:$thread released it, which loop_middle:$thread had preempted .*: a priority inversion" PTHREAD_PRIO_INHERIT
late migrate 20000
test_that "a cycle that went on elsewhere and came back has two migrations" same "$(of_hit migrations)" 2

# With PREEMPT_RT, locks of the kernel inherit priorities.
late lock 20000
if uname -v | grep -q PREEMPT_RT; then
	test_that "the owner of a lock of the kernel is kept off by nobody with PREEMPT_RT" \
		eval '! says "priority inversion"'
	# It spins as long as the owner has a CPU, if nobody else waits, and may sleep then.
	test_that "the thread that has the lock of the kernel which a loop wants is named" says \
		"(it spun for .* for a lock of the kernel in pwrite64, which loop_filer:$thread had|blocked in pwrite64 .lock of the kernel. until loop_filer:$thread .in pwrite64. released it)"
	test_that "a loop that wants a lock of the kernel is told how to share less" advises 'same file'
	test_that "a loop that wants a lock of the kernel is not told to look at its own work" silent 'perf record'
else
	test_that "the owner of a lock of the kernel is named, and who kept it off" says \
		"blocked in pwrite64 .lock of the kernel. until loop_filer:$thread .in pwrite64. released it, which loop_middle:$thread had preempted .*: a priority inversion"
	test_that "a lock of the kernel is told how to be shared less" advises 'same file'
	test_that "nobody is told to change a lock of the kernel" silent PTHREAD_PRIO_INHERIT
fi

# ---- Throttled: what the loop took beside its own 30 ms of a CPU

# throttled NAME CLASS ADVICE
throttled() {
	# It may be throttled before it looks at its clock, too.
	test_that "the time that $1 took is preempted" between "$(part preempted)" \
		$((($(took cpu) - us * 1000) / 100 * 97)) $((($(of_hit response_ns) - us * 1000) / 100 * 103))
	test_that "a thread that is throttled by $1 is told so" says "it was throttled for .*: $2"
	test_that "for $1 there is the right advice" advises "$3"
}
late cpu 30000 -s 20000
throttled SCHED_DEADLINE 'it had used up its runtime of SCHED_DEADLINE' 'chrt'

box=/sys/fs/cgroup/box
echo +cpu >/sys/fs/cgroup/cgroup.subtree_control
mkdir $box
echo 6000 30000 >$box/cpu.max
# shellcheck disable=SC2016
printf '%s\n' '#!/bin/sh' "echo \$\$ >$box/cgroup.procs" 'exec "$@"' >boxed
chmod +x boxed
start=./boxed
late cpu 30000 -s other
start=
throttled cpu.max 'its control group had used up its time .cpu.max.' 'Let its control group /box'

# From Linux 6.12 on the kernel takes that time only if other threads want it.
limits=/proc/sys/kernel/sched_rt_
server=/sys/kernel/debug/sched/fair_server/cpu1
before=$(cat $server/period ${limits}period_us ${limits}runtime_us 2>/dev/null)
sh -c 'while :; do :; done' &
hog=$!
taskset -pc 1 $hog >/dev/null
if [ -d $server ]; then
	echo 70000000 >$server/period
else
	echo 30000 >${limits}runtime_us
	echo 100000 >${limits}period_us
fi
late cpu 100000
throttled "the limit of real-time threads" 'real-time threads had used up the time that they may have' 'Let real-time threads have all the time'
{ kill $hog && wait $hog; } 2>/dev/null
# shellcheck disable=SC2086
set -- $before
if [ -d $server ]; then
	echo "$1" >$server/period
else
	echo "$1" >${limits}period_us
	echo "$2" >${limits}runtime_us
fi
test_that "nothing is left of late cycles" eventually cleaned
