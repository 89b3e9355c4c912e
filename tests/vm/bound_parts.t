#!/bin/bash
# Tests that a session that finds the bound of the scheduling latency sees windows of known
# time as long as they are, as far as its probe can: with interrupts off, with preemption off,
# and with both; that spins in the scheduler are in its variables, and nowhere else; and that
# it sees each interrupt as it was sent. Prints TAP.
#
#	tests/vm/bound_parts.t [--long] [KERNEL...]		default: 6.12-rt
#
# With --long, each run has 200 windows, not 50. Time is the number of instructions, so that the
# figures do not depend on the host.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
# shellcheck source=tests/vm/lib/programs.sh
. "$vm/lib/programs.sh"
# shellcheck source=tests/vm/lib/judge.sh
. "$vm/lib/judge.sh"
repeat=50
said=$work/said
judge=$vm/truths/bound_windows.py
explain() { grep -E '^(run|failed|end|vm|bound_session): ' "$said" || tail -n 40 "$said"; }

measure() {
	"$vm/run" -k "$1" --clock icount -c 1 -t 600 -p "$programs/bound_session" -- \
		sh /tests/bound_parts.sh $repeat </dev/null >"$said" 2>&1
	grep -qx end "$said"
}

# in_windows NAME WORD...: tests a run with windows of all lengths
in_windows() {
	asks "$1: windows are injected" injected "${@:2}" "$repeat"
	asks "$1: each window is in its bracket" bracket "${@:2}" "$repeat"
	asks "$1: all but T is seen of each" long "${@:2}" "$repeat"
	asks "$1: no gap between probes is longer than T" gap "${@:2}" "$repeat"
}

# parts KERNEL: tests all of them
parts() {
	local kind pause t ns
	for kind in irqs_off preempt_off both; do
		for t in 20000 50000 100000; do
			for pause in sleep busy; do
				in_windows "$1: $kind, T $t, $pause" windows $kind $pause $t
			done
		done
		asks "$1: $kind: two thirds of windows of T/2 are met" met windows $kind busy 100000 1000
	done
	for pause in sleep busy; do
		asks "$1: paie, T 50000, $pause: each is in its bracket" \
			bracket windows paie $pause 50000 "$repeat"
	done
	for kind in sched_out sched_in; do
		for ns in 10000 50000 200000; do
			asks "$1: $kind of $ns ns is in dst and psd" spins spins $kind $ns
			asks "$1: $kind of $ns ns is in no poid" poid spins $kind $ns
		done
	done
	asks "$1: interrupts are seen as they were sent" sent send
	asks "$1: each session calibrates alike" entries
}

[ "${1:-}" != --long ] || {
	repeat=200
	shift
}
[ $# != 0 ] || set -- 6.12-rt
program bound_session "$vm/programs/bound_session.c" 2>"$said"
ok "the program is built"
for kernel; do
	measure "$kernel"
	ok "$kernel: all is measured"
	parts "$kernel"
done
finish
