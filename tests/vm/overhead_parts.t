#!/bin/bash
# Tests that "rtla overheads" finds spins of known time in the overhead that they were put
# into, and nowhere else; that what ticks or NMIs disturb is left out; and that an interrupt
# takes as long to another CPU as that keeps interrupts off. Prints TAP.
#
#	tests/vm/overhead_parts.t [--long] [--tracer bpf] [KERNEL...]	default: 6.12-rt
#
# With --long, there are spins of two lengths in each overhead, not of one. With --tracer, BPF
# programs measure, which see no end of a switch before Linux 7: there is no sched2.
#
# Time is the number of instructions, so that the figures do not depend on the host; with two
# CPUs, 16 ns for each.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
rounds=50 amounts=50000
said=$work/said
explain() { grep '^overhead: ' "$said" || cat "$said"; }

# measure LINES OPTION... -- WORD...: run the script with WORD..., which prints so many lines
measure() {
	local lines=$1
	shift
	"$vm/run" -t 600 -e TRACER=$tracer "$@" </dev/null >"$said" 2>&1
	[ "$(grep -c '^overhead: ' "$said")" = "$lines" ]
}

# grows KIND NS NAME...: succeeds if samples of each overhead NAME ("-": of none) are longer
# than with a spin of 0 ns by what the spin was longer, within 1 us, and those of others are
# not. Those that are disturbed had a spin, too.
grows() {
	awk -v kind="$1" -v ns="$2" -v names="${*:3}" -v rounds=$rounds '
		function differ(what, got, expected) {
			if (got - expected <= 1000 && expected - got <= 1000) return
			print what ": " got " ns longer, not " expected; bad = 1
		}
		BEGIN { wanted = split(names == "-" ? "" : names, list); for (i in list) spun[list[i]] = 1 }
		$1 != "overhead:" || $2 != kind { next }
		$3 == 0 {
			base_spin = $6 / $5
			for (i = 8; i <= NF; i++) {
				split($i, of, /[=:]/)
				if (of[2]) base[of[1]] = of[5] / of[2]
			}
		}
		$3 == ns {
			if ($4 != 0 || $5 != rounds) { print "missed, spins:", $4, $5; bad = 1 }
			spin = $6 / $5 - base_spin
			for (i = 8; i <= NF; i++) {
				split($i, of, /[=:]/)
				if (!of[2] || !(of[1] in base)) continue
				if (!(of[1] in spun)) {
					differ("average " of[1], of[5] / of[2] - base[of[1]], 0)
					if (of[6] > ns / 2) { print "largest " of[1] ": " of[6]; bad = 1 }
					continue
				}
				found++
				differ(of[1], (of[5] - base[of[1]] * of[2]) / (rounds - of[3]), spin)
			}
		}
		END { exit bad || !spin || found != wanted }' "$said"
}

# of_disturbed CONDITION: succeeds if awk's CONDITION holds for each overhead of a line of
# sched_in with 20 ms, where of[] is its name, count, disturbed, negative, sum and largest
of_disturbed() {
	awk '$1 == "overhead:" && $2 == "sched_in" && $3 == 20000000 {
			for (i = 8; i <= NF; i++) {
				split($i, of, /[=:]/)
				if (!('"$1"')) { print $i; bad = 1 }
			}
			n++
		}
		END { exit bad || n != 1 }' "$said"
}

# disturbs KIND NAME...: succeeds if each spin of KIND in an NMI has disturbed all overheads NAME,
# and nothing else, and is in no figure
disturbs() {
	awk -v kind="$1.nmi" -v names="${*:2}" -v rounds=$rounds '
		BEGIN { split(names, list); for (i in list) spun[list[i]] = 1 }
		$1 != "overhead:" || $2 != kind { next }
		{
			n++
			if ($4 != 0 || $5 != rounds) { print "missed, spins:", $4, $5; bad = 1 }
			for (i = 8; i <= NF; i++) {
				split($i, of, /[=:]/)
				# A tick may come in a few others.
				if (of[1] in spun ? of[3] < rounds : of[3] > 5) { print "disturbed: " $i; bad = 1 }
				if (of[6] >= 25000) { print "largest: " $i; bad = 1 }
			}
		}
		END { exit bad || n != 1 }' "$said"
}

# interrupts CONDITION: succeeds if awk's CONDITION holds for the overhead ipi, where $7 is the longest spin
interrupts() {
	awk '$1 == "overhead:" && $2 == "ipi" {
			for (i = 8; i <= NF; i++) {
				split($i, of, /[=:]/)
				if (of[1] == "ipi") n += '"$1"'
			}
		}
		END { exit n != 1 }' "$said"
}

parts() {
	local kind name ns sched2=sched2
	[ "$tracer.${1%%[7-9].*}" != "bpf.$1" ] || sched2=-
	while read -r kind name; do
		for ns in $amounts; do
			# shellcheck disable=SC2086 # there may be several names
			test_that "$1: $kind of $ns ns is found in: $name" grows "$kind" "$ns" $name
		done
	done <<-END
		timer release
		late release-latency
		queue wake release
		wait -
		pick sched
		sched_out cxs
		sched_in $sched2
		tick tick
	END
	[ $sched2 = - ] || test_that "$1: what ticks disturb is left out" \
		of_disturbed 'of[1] != "sched2" || of[3] >= 20'
	while read -r kind name; do
		# shellcheck disable=SC2086 # there may be several names
		test_that "$1: what NMIs disturb in $kind is left out of: $name" disturbs "$kind" $name
	done <<-END
		timer release
		queue wake release
		pick sched
		sched_out cxs
		sched_in $sched2
		tick tick
	END
	test_that "$1: what is disturbed is none of the largest" of_disturbed 'of[6] < 100000'
	test_that "$1: no interrupt comes before it was sent" of_disturbed '!of[4]'
}

[ "${1:-}" != --long ] || {
	amounts='50000 200000'
	shift
}
tracer=module
[ "${1:-}" != --tracer ] || {
	tracer=$2
	shift 2
}
[ $# != 0 ] || set -- 6.12-rt
for kernel; do
	# shellcheck disable=SC2086 # there are several amounts
	measure $((1 + 6 + 8 * (1 + $(wc -w <<<"$amounts")))) -k "$kernel" --clock icount -c 1 -- \
		sh /tests/overhead_parts.sh parts $rounds $amounts
	ok "$kernel: all is measured"
	sed -n 's/^overhead: /# &/p' "$said"
	parts "$kernel"
	measure 1 -k "$kernel" --clock steady -c 2 -- sh /tests/overhead_parts.sh ipi 20
	ok "$kernel: interrupts to another CPU are measured"
	sed -n 's/^overhead: /# &/p' "$said"
	# Where the scheduler is to be called already, no interrupt is sent.
	test_that "$kernel: each interrupt to another CPU is measured" interrupts 'of[2] >= 18 && !of[4]'
	test_that "$kernel: the longest takes as long as interrupts are off" \
		interrupts 'of[6] <= $7 * 1.02 && of[6] >= $7 * 0.98'
done
finish
