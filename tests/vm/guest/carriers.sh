#!/bin/sh
# What a kworker, an interrupt or a softirq carries is named: each of the injector's causes
# that something else carries is a noise of osnoise, and the sentence has its function.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
# shellcheck source=tests/vm/guest/carried_kinds.sh
. /tests/carried_kinds.sh
cd /tmp || exit 1
amount=40000	# us; a slow machine's own noise is below half of it

# hit KIND: have KIND as the only long noise, and explain it; the report is in "said"
hit() {
	rm -f ./*_trace.txt
	osnoise top -q -c 1 -a $((amount / 2)) -d 20 --tracer module -t \
		>said 2>&1 &
	measures=$!
	while kill -0 $measures && ! grep -qx 1 /sys/kernel/tracing/instances/rtla.*.trace/tracing_on 2>/dev/null; do
		sleep 0.2
	done
	sleep 1
	echo "$1 1 0 ${amount}000" >$inject
	wait $measures
}

# named KIND WHAT: succeed if the noise of KIND is put down to WHAT, a regular expression
named() {
	hit "$1"
	cat said
	grep -Eq "^  [0-9]+ % of [0-9.]+ us: $2" said || return 1
	# The table of the largest causes of the run tells it, too.
	sed -n '/^What took/,/^osnoise hit/p' said
	case $2 in *carried_by_*) grep -q "^        ran carried_by_" said ;; esac
}

# late: have a callback of RCU as what makes timerlat's thread late, whose stack tells it. Chance
# decides whether the softirq or ksoftirqd runs it, and so there are more runs.
late() {
	for _ in 1 2 3; do
		! late_once || return 0
	done
	return 1
}
late_once() {
	timerlat top -k -q -c 1 -a $((amount / 2)) -d 20 --tracer module >said 2>&1 &
	run=$!
	eventually is_measuring_or_ended $run
	sleep 1
	echo "rcu 1 0 ${amount}000" >$inject
	wait $run
	cat said
	grep -q '^  [0-9]* % of .*: the softirq RCU:9, in the RCU callback carried_by_rcu [[]rtla_inject]' said
}

# The shell itself is no noise of the CPU that is measured.
taskset -p -c 0 $$ >/dev/null
modprobe rtla_inject
calm_memory
while read -r kind what; do
	test_that "what carries $kind is named, and its function" named "$kind" "$what"
done <<EOF
$(carried_kinds)
EOF
# The threads that call RCU's callbacks with PREEMPT_RT make no thread of timerlat late.
case $(uname -v) in
*PREEMPT_RT*) ;;
*) test_that "a callback of RCU that makes a thread late is named by its stack" late ;;
esac
test_that "nothing is left" nothing_left
