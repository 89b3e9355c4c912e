#!/bin/bash
# Tests the bound on a kernel that tells where preemption and interrupts are disabled and
# enabled: what the probe finds there, without these edges, has to contain what is measured
# exactly in the same run; and windows of known time have to be found as long as they are.
# Prints TAP.
#
#	tests/vm/bound_edges.t
#
# Building that kernel takes 10 to 20 minutes, so the test only runs if somebody has done so:
# tests/vm/setup kernel 6.12-rt-edges. Time is the number of instructions.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
# shellcheck source=tests/vm/lib/programs.sh
. "$vm/lib/programs.sh"
# shellcheck source=tests/vm/lib/judge.sh
. "$vm/lib/judge.sh"
kernel=6.12-rt-edges
said=$work/said
judge=$vm/truths/bound_edges.py
explain() { grep -E '^(run|failed|end|vm|bound_session|variable|sampled): ' "$said" || tail -n 40 "$said"; }

measure() {
	"$vm/run" -k $kernel --clock icount -c 1 -t 600 -p "$programs/bound_session" -- \
		sh /tests/bound_edges.sh </dev/null >"$said" 2>&1
	grep -qx end "$said"
}

"$vm/setup" cached $kernel || {
	echo "1..0 # SKIP the kernel $kernel is not built: run tests/vm/setup kernel $kernel"
	exit
}
program bound_session "$vm/programs/bound_session.c" 2>"$said"
ok "the program is built"
measure
ok "all is measured"
for run in idle hackbench irqs_off preempt_off both; do
	asks "$run: each exact figure is in its bracket" bracket $run
	asks "$run: the scheduler is measured alike" scheduler $run
done
for run in irqs_off preempt_off both; do
	asks "$run: windows are as long as they are" windows $run
done
finish
