#!/bin/bash
# Tests that "rtla wakeup" finds spins of known time in the part of a wake-up that they were
# put into, and nowhere else; that it is not deceived by wakings of a thread that runs; that its
# figures are those of others that measure the same wake-ups; and that it misses none of
# hackbench's wake-ups. Prints TAP.
#
#	tests/vm/wakeup_parts.t [--long] [--tracer bpf] [KERNEL...]	default: module, 6.12-rt
#
# With --long, there are 100,000 wake-ups of hackbench, not 10,000. Time is the number of
# instructions, so that the figures do not depend on the host.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
rounds=50 samples=1000 wakeups=10000 timeout=900 tracer=module
said=$work/said
explain() { cat "$said"; }

measure() {
	"$vm/run" -k "$1" --clock icount -c 1 -t 600 -- sh /tests/wakeup_parts.sh $rounds $samples $tracer \
		</dev/null >"$said" 2>&1
	[ "$(grep -c '^part: ' "$said")" = 22 ] &&
		[ "$(grep -cE '^(stale|cyclictest): ' "$said")" = 2 ] &&
		{ [ $tracer = bpf ] || [ "$(grep -cE '^(timerlat|beside): ' "$said")" = 2 ]; }
}

# grows KIND NS PART: succeeds if the average and the least of PART ("-": of none) are longer
# than with a spin of 0 ns by what the spin was longer, within 1 us, and the others the same
grows() {
	awk -v kind="$1" -v ns="$2" -v part="$3" -v rounds=$rounds '
		function differ(what, got, expected) {
			if (got - expected <= 1000 && expected - got <= 1000) return
			print what ": " got " ns longer, not " expected; bad = 1
		}
		BEGIN { parts = split("timer irq queue wait pick switch total", name) }
		$1 != "part:" || $2 != kind { next }
		$3 == 0 { for (i = 1; i <= NF; i++) base[i] = $i }
		$3 == ns {
			found = 1
			if ($4 != rounds || $5 != 0 || $6 != rounds || $8 != rounds) {
				print "rounds, missed, spins, wake-ups:", $4, $5, $6, $8; bad = 1
			}
			spin = $7 - base[7]
			differ("spin", spin, ns)
			for (i = 1; i <= parts; i++) {
				more = part != "-" && (name[i] == part || name[i] == "total") ? spin : 0
				differ("average " name[i], $(8 + i) - base[8 + i], more)
				differ("least " name[i], $(15 + i) - base[15 + i], more)
			}
		}
		END { exit bad || !found }' "$said"
}

# adds_up: succeeds if the averages of the parts add up to that of the whole; each of
# them is cut to whole ns
adds_up() {
	awk '$1 == "part:" {
			sum = $9 + $10 + $11 + $12 + $13 + $14
			if ($15 < sum || $15 - sum > 6) { print; bad = 1 }
			n++
		}
		END { exit bad || n != 22 }' "$said"
}

# figures NAME CONDITION: succeeds if awk's CONDITION holds for the line of NAME
figures() {
	grep "^$1: " "$said"
	awk -v name="$1:" "\$1 == name && ($2) { found = 1 } END { exit !found }" "$said"
}

# parts KERNEL: tests all of them
parts() {
	local kind part ns within=2
	[ $tracer = module ] || within=4
	while read -r kind part; do
		for ns in 50000 200000; do
			# BPF programs do not see when a switch is over.
			[ "$tracer $part" != "bpf switch" ] || part=-
			test_that "$1: $kind of $ns ns is found in: $part" grows $kind $ns "$part"
		done
	done <<-END
		timer irq
		late timer
		queue queue
		wait wait
		pick pick
		sched_out switch
		sched_in -
	END
	test_that "$1: the parts of each thread add up" adds_up
	test_that "$1: a thread that runs was woken" \
		figures stale '$3 == 0 && $4 == 1000 * $2 && $5 == $4 + $2'
	test_that "$1: a waking of a thread that runs is no wake-up" figures stale '$6 == $2 && $7 >= $2'
	test_that "$1: a thread that is woken while it runs does not wait long when it is preempted" figures stale '$8 < 100000'
	test_that "$1: cyclictest's average is at most $within us over the total" \
		figures cyclictest "\$2 >= \$3 && \$2 <= \$3 + $within * 1000"
	test_that "$1: a thread that lives has not ended" grep -x 'ended: target no' "$said"
	test_that "$1: a thread that has ended is known to have" grep -x 'ended: cyclictest yes' "$said"
}

# others KERNEL: tests the module's wake-ups beside others that measure them
others() {
	test_that "$1: timerlat's thread latency is the total and a constant" \
		figures timerlat "\$2 >= $samples - 1 && \$3 >= 0 && \$5 <= \$6"
	test_that "$1: BPF programs find as many wake-ups" \
		figures beside "\$2 >= $samples - 1 && \$4 >= \$2 - 1 && \$4 <= \$2 + 1"
	test_that "$1: wake-ups take as long by BPF programs, within 2 us" \
		figures beside '$5 - $3 <= 2000 && $3 - $5 <= 2000'
}

watch_hackbench() {
	"$vm/run" -k "$1" --clock steady -c 4 -t $timeout -- sh /tests/wakeup_closure.sh $wakeups $tracer \
		</dev/null >"$said" 2>&1
	[ "$(grep -c '^thread: ' "$said")" = 21 ] && grep -q '^closure: ' "$said"
}

# each_switch: succeeds if each thread has as many wake-ups as voluntary switches
each_switch() {
	awk '$1 == "thread:" && ($3 - $4 > 1 || $4 - $3 > 1) { print; bad = 1 }
		END { exit bad }' "$said"
}

# closure KERNEL: tests the wake-ups of hackbench
closure() {
	test_that "$1: enough of hackbench's wake-ups are seen" figures closure "\$2 >= $wakeups"
	test_that "$1: wake-ups are as many as voluntary switches, of each thread" each_switch
	[ $tracer = module ] || return 0
	test_that "$1: all of hackbench's wake-ups are in the trace" figures closure '$3 == $2 && $4 == 0'
	test_that "$1: no part is negative" figures closure '$5 == 0'
	test_that "$1: the sums of parts are those of the trace, and add up" figures closure '$6 == 0'
	test_that "$1: the kernel has an event for each point" figures closure '$7 == 0'
	# A point that is taken at another place would be far in all of them.
	test_that "$1: wake-ups are at the same time as those of the trace" figures closure '$8 * 2 <= $2'
}

[ "${1:-}" != --long ] || {
	wakeups=100000 timeout=3600
	shift
}
[ "${1:-}" != --tracer ] || {
	tracer=$2
	shift 2
}
[ $# != 0 ] || set -- 6.12-rt
for kernel; do
	measure "$kernel"
	ok "$kernel: all is measured"
	sed -nE 's/^(part|stale|timerlat|cyclictest|beside): /# &/p' "$said"
	parts "$kernel"
	[ $tracer = bpf ] || others "$kernel"
	watch_hackbench "$kernel"
	ok "$kernel: hackbench is watched"
	sed -n 's/^closure: /# &/p' "$said"
	closure "$kernel"
done
finish
