#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The rules R1 to R14 of the model of "rtla bound", checked on this kernel, which keeps all
# but R13, and breaks others when rtla_rules.ko calls probes of the scheduler's tracepoints
# where the kernel never does.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
# shellcheck source=tests/vm/guest/bound_results.sh
. /tests/bound_results.sh

# of_rules FILTER: succeed if FILTER is true of the rules of each CPU of /tmp/r.json
of_rules() { of_cpus ".rules | $1"; }

# A thread that sleeps often, and one that is preempted, and whose slice ends.
{ while sleep 0.002; do :; done & } 2>/dev/null
sleeper=$!
{ while :; do :; done & } 2>/dev/null
busy=$!
ends_well() { rtla "$@" >/tmp/out 2>/tmp/err || [ $? = 1 ]; }
test_that "a bound with rules ends" ends_well bound -q -d 5 --probe 1ms --rules --json /tmp/r.json
sed -n '/^  Rule/,/R14/s/^/# /p' /tmp/out
kill "$sleeper" "$busy"
# The probe seldom comes while the scheduler returns, as R7 needs it.
test_that "the rules of which there are events are checked on each CPU" \
	of_rules '[to_entries[] | select(.value.checks > 0).key] - ["R7"] == ["R2", "R3", "R4", "R5", "R6", "R8", "R9", "R10", "R11", "R12", "R13", "R14"]'
test_that "the kernel breaks no rule but R13" of_rules '[del(.R13)[].broken] | add == 0'
test_that "the end does not say that a rule is broken" \
	same "$(grep -c 'has broken this rule' /tmp/out)" 0

modprobe rtla_rules || exit 1
# breaks KIND RULES: break rules 3 times on CPU 0; succeed if results, the text at the end
# and the events have these, and no others but R13
breaks() {
	watch bound_rule
	background rtla bound -q -d 60 --probe 1ms --json /tmp/r.json
	for _ in 1 2 3; do echo -n "$1 0" >/sys/kernel/debug/rtla_rules || return; done
	kill -INT "$run"
	wait "$run"
	broken='.cpus[0].bound.rules | to_entries[] | select(.key != "R13" and .value.broken > 0) | "\(.key):\(.value.broken)"'
	same "$(jq -r "$broken" /tmp/r.json | paste -s -d ' ')" "$(for rule in $2; do echo "$rule:3"; done | paste -s -d ' ')" &&
		same "$(sed -n 's/^  \(R[0-9]*\): the kernel has broken.*/\1/p' /tmp/out | paste -s -d ' ')" "$2" &&
		same "$(grep -o 'bound_rule: session=[0-9]* R[0-9]*' "$watch/trace" | grep -o 'R[0-9]*$' | grep -vx R13 | sort -V | uniq -c | awk '{ print $2 ":" $1 }' | paste -s -d ' ')" \
			"$(for rule in $2; do echo "$rule:3"; done | paste -s -d ' ')"
}
test_that "a switch outside of the scheduler, with all enabled, breaks R8 and R9" breaks switch "R8 R9"
test_that "a switch in an interrupt breaks R3 and R9" breaks irq "R3 R9"
test_that "a switch in an NMI breaks R2, R3 and R9" breaks nmi "R2 R3 R9"
test_that "a wake-up with all enabled breaks R10 and R11" breaks waking "R10 R11"
rmmod rtla_rules
