# shellcheck shell=sh
# The wakers of threads, as "rtla wakeup --by waker" counts them, for the scripts of tracers that do.
# Whoever sources this has sourced lib.sh.

# woken_by KIND NAME: print how often wakers of this kind and name woke a thread
woken_by() { awk -v kind="$1" -v name="$2" '$1 == kind && $3 == name { n += $4 } END { print n + 0 }' /tmp/out; }

# judge_wakers BY [OPTION...]: test what is counted BY a tracer, which OPTION chooses
judge_wakers() {
	counted_by=$1
	shift
	exits "the wakers of cyclictest $counted_by" 0 rtla wakeup -q -d 60 "$@" --by waker -- \
		cyclictest -q -m -l 200 -i 2000 -p 80 -t 2 -a
	test_that "timers wake cyclictest each time $counted_by" between "$(woken_by timer hrtimer_wakeup)" 350 450
	cp /bin/sh feeder
	cp /bin/sh reader
	# Before a line comes, the reader has gone to sleep, unless it has only begun.
	exits "the wakers of a reader $counted_by" 0 rtla wakeup -q -d 60 "$@" --by waker --json /tmp/r.json -- \
		sh -c './feeder -c "for i in \$(seq 80); do sleep 0.01; echo; done" | ./reader -c "while read -r line; do :; done"'
	head -n 8 /tmp/out | sed 's/^/# /'
	slept=$(jq '[.threads[] | select(.comm == "reader").latencies.total.count] | add' /tmp/r.json)
	test_that "a reader waits for most lines $counted_by" between "$slept" 40 110
	test_that "the program that writes to a reader wakes it, by its name, $counted_by" \
		between "$(woken_by thread feeder)" $((slept - 5)) 300
	test_that "the program that writes to a reader wakes it, by its id, $counted_by" \
		jq -e --argjson slept "$slept" '[.wakers[] | select(.kind == "thread" and .name == "feeder" and .id > 1)] |
			max_by(.latencies.total.count).latencies.total.count >= $slept - 5' /tmp/r.json
	test_that "each sleep of the writer is a new thread $counted_by" between "$(woken_by new -)" 80 120
	test_that "all wakers together woke as often as all threads were woken $counted_by" \
		jq -e '([.wakers[].latencies.total.count] | add) == ([.threads[].latencies.total.count] | add)' /tmp/r.json
	# With PREEMPT_RT, the thread that serves the timer has the lock of its file while it wakes
	# the reader, which needs that, too.
	exits "the wakers of a reader of a timer $counted_by" 0 rtla wakeup -q -d 60 "$@" --by waker -- \
		chrt -f 60 /root/loop -w timerfd -p 4000 -n 100
	test_that "a timer wakes its reader once a period $counted_by" between "$(woken_by timer timerfd_tmrproc)" 95 101
	least=0 most=0
	! uname -v | grep -q PREEMPT_RT || least=90 most=101
	test_that "the thread that serves timers wakes who needs its lock $counted_by" \
		between "$(($(woken_by thread ktimers/0) + $(woken_by thread ktimers/1)))" $least $most
}

# A thread that is less urgent than a loop has delayed its timer: with PREEMPT_RT, a thread of a
# still lower priority serves that.
# shellcheck disable=SC2016
begin_hog() {
	cp /bin/sh hog
	taskset -c 1 chrt -f 40 ./hog -c 'while :; do i=0; while [ $i -lt 20 ]; do i=$((i + 1)); done; sleep 0.05; done' &
	hog=$!
}
# judge_late_timer KIND OPTION...: test that a hit of KIND says so
judge_late_timer() {
	kind=$1
	shift
	uname -v | grep -q PREEMPT_RT || return 0
	begin_hog
	exits "a loop whose timer is served late is a hit of $kind" 2 \
		rtla "$kind" -q -d 60 -a 3000 "$@" --json r.json -- /root/loop -w timerfd -p 20000 -n 500
	{ kill $hog && wait $hog; } 2>/dev/null
	sentence=$(jq -r 'first(.. | objects | .sentence // .cause // empty)' r.json)
	test_that "$kind names the thread that serves the timer, and who kept it off" \
		matches "$sentence" 'ktimers/1:[0-9]*, which serves (its|the) timer' '(hog|sleep):[0-9]*'
	test_that "$kind says how the timer of a loop is served by an interrupt" \
		jq -e 'any(.. | .advice? // empty | .[]?; tostring | test("clock_nanosleep"))' r.json
}
# matches TEXT PATTERN...: TEXT has all of them
matches() {
	echo "$1"
	matched=$1
	shift
	for pattern; do
		echo "$matched" | grep -qE "$pattern" || return
	done
}
