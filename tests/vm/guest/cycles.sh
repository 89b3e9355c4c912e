#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla cycle", on a machine that has no module: which waits it takes for home waits, and that
# each known amount of time is in the part it belongs to, on the average of many cycles.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
# shellcheck source=tests/vm/guest/cycle_lib.sh
. /tests/cycle_lib.sh
cd /tmp || exit 1
test_that "no program is there before cycles are watched" no_programs

# ---- Home waits

for wait in nanosleep:clock_nanosleep timerfd:read epoll:epoll_wait poll:poll condition:futex; do
	looping "cycles of a loop that waits by ${wait%:*} are watched" -- -w ${wait%:*} -p 20000 -n 150 run=1000 sleep=2000 preempt=1000
	call=${wait#*:}
	case $(uname -m).$call in
	aarch64.epoll_wait | aarch64.poll) call=${call%_wait} && call=${call/epoll/epoll_pwait} && call=${call/#poll/ppoll} ;;
	esac
	test_that "the home wait of a loop that waits by ${wait%:*} is found" \
		same "$(figure .cycles.home.syscall)" "\"$call\""
	test_that "the period of a loop that waits by ${wait%:*} is that of its timer" \
		between "$(figure .cycles.period_ns)" 19990000 20010000
done

# ---- What it counts

for cause in run:run preempt:preempted sleep:blocked mutex:blocked pi:- pipe:blocked; do
	part=${cause#*:} cause=${cause%:*}
	case $cause in
	sleep) home=timerfd call=read ;;
	*) home=nanosleep call=clock_nanosleep ;;
	esac
	looping "cycles with $cause are watched" --wait $call -- -w $home -p 40000 -n 60 $cause=10000
	test_that "no cycle with $cause is lost, and none invented" same "$(figure .latencies.response.count)" 59
	# While it waits for the owner of a mutex to have it, it computes; and so it does as long as
	# the owner of one with priority inheritance does.
	case $cause in
	mutex) own=4000 ;;
	*) own=1500 ;;
	esac
	if [ $cause = pi ]; then
		test_that "the owner of a mutex with inheritance is waited for" between \
			"$(figure '.latencies | .run.avg_ns + .blocked.avg_ns')" 9700000 14000000
		continue
	fi
	test_that "the time of $cause is in $part" of $part 10000
	for other in run preempted blocked interrupted; do
		[ $part = $other ] || test_that "the time of $cause is not in $other" less $other $own
	done
done
test_that "the parts of cycles add up" jq -e "$thread.latencies | .response.count as \$count |
	(.response.avg_ns * \$count - ([.start, .run, .interrupted, .preempted, .blocked | .avg_ns * \$count] | add)) / \$count |
	. > -1 and . < 6" r.json
looping "cycles beside a deadline are watched" --wait clock_nanosleep --deadline 10000 -- -p 20000 -n 100 run=11000
test_that "each cycle over the deadline is a miss" same "$(figure .cycles.misses)" 99
looping "cycles that are always late are watched" --wait clock_nanosleep -- -p 2000 -n 300 run=3000
test_that "a cycle that begins late is none that is lost" same "$(figure .latencies.response.count)" 299

# ---- What threads waited for

looping "cycles with two causes are watched" --wait clock_nanosleep -- -w nanosleep -p 40000 -n 60 preempt=10000 mutex=5000
# culprit PART: the one that took most of it
culprit() { figure "[.cycles.culprits[] | select(.part == \"$1\")] | first | $2"; }
test_that "the thread that preempts is named" same "$(culprit preempted .name)" '"loop_urgent"'
test_that "the thread that has the mutex is named" same "$(culprit blocked .name)" '"loop_holder"'
test_that "the system call in which the thread waited is named" same "$(culprit blocked .syscall)" '"futex"'
# The loop may be preempted twice in a cycle, and is still in one when it ends, which takes a period
# at most. An average is rounded.
test_that "each cycle counts to the thread that preempts" between "$(culprit preempted .count)" 59 64
test_that "the time that the thread preempted is known" between "$(culprit preempted '.sum_ns / 59 | floor')" 9700000 10600000
for part in preempted blocked; do
	test_that "what threads waited for adds up to $part" between \
		"$(figure "([.cycles.culprits[] | select(.part == \"$part\") | .sum_ns] | add) + .cycles.other_culprits_ns.$part - .latencies.$part.avg_ns * .latencies.$part.count | round")" -100 40000000
done

# ---- Nothing of it is left

for delay in 0 0.05 0.1 0.2 0.4 1; do
	rtla cycle -q -d 60 --all -T 1000000 >/dev/null 2>&1 &
	run=$!
	sleep $delay
	kill -KILL $run
	wait $run 2>/dev/null
	test_that "no program of cycles is left by a run that is killed $delay s after its start" eventually no_programs
done
test_that "nothing is left of cycles" eventually cleaned
