#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla cycle" with marks: functions of a program of C++ and of a shared library, neither of which
# knows of it, and the marks of rtla_cycle.h in both. Each known amount of time has to be in the part
# it belongs to, and nothing may be left in the program.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
# shellcheck source=tests/vm/guest/cycle_lib.sh
. /tests/cycle_lib.sh
cd /tmp || exit 1
program=/root/marked_loop
# marked OPTION... -- ARGUMENT...: run "rtla cycle" with these options on the program
marked() {
	options=()
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	rtla cycle -q -d 60 --json r.json "${options[@]}" -- $program "$@" >/tmp/out 2>/tmp/err
	marked_got=$?
}
status() { [ $marked_got = "$1" ] || { echo "exit $marked_got"; cat /tmp/out /tmp/err; return 1; }; }
thread='.threads[] | select(.comm == "marked_loop")'

# ---- What it counts

# A thread waits by nanosleep, but for the sleep in the cycle there is another call.
for cause in run:run preempt:preempted sleep:blocked pipe:blocked; do
	part=${cause#*:} cause=${cause%:*}
	case $cause in
	run) way="a function of C++" && set -- --function "$program:*Controller*update*PFvv*" ;;
	preempt) way="two functions" && set -- --begin $program:before_cycle --end $program:after_cycle ;;
	sleep) way="marks in a program" && set -- --mark control ;;
	pipe) way="marks in a library" && set -- --mark libmarked.so:step ;;
	esac
	LD_LIBRARY_PATH=/root marked "$@" -- -p 40000 -n 60 $cause=10000
	test_that "cycles with $cause between $way are watched" status 0
	test_that "no cycle between $way is lost, and none invented" same "$(figure .latencies.response.count)" 60
	test_that "the time of $cause between $way is in $part" of $part 10000
	for other in start run preempted blocked interrupted; do
		[ $part = $other ] || test_that "the time of $cause between $way is not in $other" less $other 1500
	done
	test_that "the parts of cycles between $way add up" jq -e "$thread.latencies | .response.count as \$count |
		(.response.avg_ns * \$count - ([.start, .run, .interrupted, .preempted, .blocked | .avg_ns * \$count] | add)) / \$count |
		. > -6 and . < 6" r.json
	test_that "the period between $way is that of the program" between "$(figure .cycles.period_ns)" 39990000 40010000
done
test_that "the output says which marks these are" out_has '^A cycle is between the marks libmarked.so:step\.$'

# All parts at once.
marked --mark inner --deadline 17000 -- -p 100000 -n 60 run=10000 preempt=20000 sleep=5000 pipe=5000
test_that "cycles with several causes are watched" status 0
# The system calls and switches of the other three are in it, too: 250 us and more.
test_that "what is computed is in its part" between \
	"$(figure '.latencies | .run.avg_ns + .interrupted.avg_ns')" 9700000 10800000
test_that "being preempted is in its part" of preempted 20000
test_that "all that it waited for is in the same part" of blocked 10000
test_that "each cycle between marks over the deadline is a miss" same "$(figure .cycles.misses)" 60

# ---- Threads that do nothing else

marked --mark control -- -p 100 -n 100 run=8000
test_that "no cycle of a thread that never sleeps is lost" same "$(figure .latencies.response.count)" 100
# Of each second, the kernel gives 50 ms to others that want the CPU, or takes it from real-time threads.
test_that "the time of a thread that never sleeps is in run, or interrupted, but for what others may have" between \
	"$(figure '.latencies | .run.avg_ns + .interrupted.avg_ns')" 7360000 8240000
test_that "a thread that never sleeps has nothing but this, and waits for its CPU" between \
	"$(figure '.latencies | .run.avg_ns + .interrupted.avg_ns + .preempted.avg_ns')" 7760000 8240000
rtla cycle -q -d 60 --json r.json --mark short -- /root/marked_threads 4 30000 >/tmp/out 2>/tmp/err
test_that "cycles of threads that take the CPU from each other in programs on marks are watched" same $? 0
test_that "no cycle of these threads is lost, and none invented" same \
	"$(jq -c '[.threads[].latencies.response | select(.count > 0) | .count]' r.json)" "[30000,30000,30000,30000]"
test_that "the CPU has counted as many cycles as the threads" same "$(jq '[.cpus[].latencies.response.count] | add' r.json)" 120000
test_that "no part of these cycles is longer than all of them" jq -e '.all.latencies | .response.max_ns as $most |
	[.run, .interrupted, .preempted, .blocked | .max_ns <= $most] | all' r.json
test_that "the parts of all of these cycles add up" jq -e '.all.latencies | .response.count as $count |
	(.response.avg_ns * $count - ([.start, .run, .interrupted, .preempted, .blocked | .avg_ns * $count] | add)) / $count |
	. > -6 and . < 6' r.json

# ---- Within each other

marked --function "$program:*descend*" -- -p 20000 -n 40 run=1000
test_that "a function that calls itself is one cycle" same "$(figure .latencies.response.count)" 40
test_that "this cycle has all of it" between "$(figure .latencies.response.min_ns)" 1000000 3000000
marked --mark '*' -- -p 20000 -n 40 run=1000
test_that "of marks within each other, the outermost counts" same "$(figure .latencies.response.count)" 40
test_that "the outermost cycle has what is in the inner ones" between "$(figure .latencies.response.min_ns)" 1000000 3000000

# ---- A program that runs

$program -p 20000 -n 100000 run=1000 >/dev/null &
looping=$!
# text_of PID: print the code of the program as it is in memory
text_of() {
	while read -r range mode offset _ _ file; do
		[ "$mode $file" = "r-xp $program" ] || continue
		from=$((0x${range%-*})) to=$((0x${range#*-}))
		dd if=/proc/"$1"/mem bs=4096 skip=$((from / 4096)) count=$(((to - from) / 4096)) 2>/dev/null |
			cmp - <(dd if=$program bs=4096 skip=$((0x$offset / 4096)) 2>/dev/null) 2>&1
	done </proc/"$1"/maps
}
has_probes() { text_of $looping | grep differ; }
has_no_probes() { ! has_probes; }
test_that "the code of the program is that of its file" has_no_probes
rtla cycle -q -d 5 --json r.json --function libmarked.so:library_step --pid $looping >/tmp/out 2>/tmp/err
test_that "a library of a program that runs is found by its name" between "$(figure .latencies.response.count)" 150 251
rtla cycle -q -d 60 --function "$program:*descend*" --pid $looping >/dev/null 2>&1 &
run=$!
test_that "while it is measured, probes are in its code" eventually has_probes
kill -KILL $run
wait $run 2>/dev/null
test_that "no probe is left in a program by a run that is killed" eventually has_no_probes
test_that "no program of marks is left by a run that is killed" eventually no_programs
test_that "the program goes on" kill -0 $looping
kill $looping

# ---- Probes of others

test_that "a program does not get to its probes while nobody looks" same "$(/root/probed 3)" 0
rtla cycle -q -d 60 --json r.json --begin /root/probed:robot:cycle_start --end /root/probed:robot:cycle_done \
	-- /root/probed 60 >/tmp/out 2>/tmp/err
probed='.threads[] | select(.comm == "probed") | .latencies'
test_that "each cycle between probes of others counts" between "$(jq "$probed.response.count" r.json)" 59 60
test_that "the time between probes of others is in run" between "$(jq "$probed.run.avg_ns" r.json)" 1940000 2060000

# ---- A hit

marked -a 15000 --mark control -- -p 40000 -n 200 run=1000 mutex=15000
test_that "a cycle between marks over the threshold is a hit" status 2
sed 's/^/# /' /tmp/out
test_that "whoever had the mutex between marks is named" out_has '^    futex .*, until loop_holder:[0-9]* released it'
exits "the trace of a cycle between marks can be analyzed later" 0 rtla analyze cycle_trace.txt
test_that "the saved trace of a cycle between marks names the same" out_has '^    futex .*, until loop_holder:[0-9]* released it'
marked -a 9000 --function "$program:*descend*" -- -p 40000 -n 200 run=1000 preempt=9000
test_that "a function in which a thread is preempted is a hit" status 2
sed 's/^/# /' /tmp/out
test_that "whoever preempted the thread in the function is named" out_has 'loop_urgent:[0-9]*'

test_that "nothing is left of cycles between marks" eventually cleaned
