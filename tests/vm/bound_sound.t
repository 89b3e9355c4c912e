#!/bin/bash
# Tests that the bound that "rtla bound" finds is one: no latency that is observed is longer,
# whatever is injected, alone or in a mixture, and on a quiet machine the command does not say
# that the model does not hold; and that its columns are those that follow from the list of the
# interrupts that were sent. Prints TAP.
#
#	tests/vm/bound_sound.t [--long] [KERNEL...]		default: 6.12-rt
#
# With --long, there are three times the windows, twice the loads' time, and 20 quiet runs, not 3. Time is the number
# of instructions, so that the figures do not depend on the host.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
# shellcheck source=tests/vm/lib/judge.sh
. "$vm/lib/judge.sh"
form=short quiet=3
said=$work/said
judge=$vm/truths/bound_sound.py
explain() { grep -E '^(failed|end|vm): ' "$said" || tail -n 40 "$said"; }

measure() {
	"$vm/run" -k "$1" --clock icount -c 1 -t 900 -- sh /tests/bound_sound.sh $form \
		</dev/null >"$said" 2>&1
	grep -qx end "$said"
}

[ "${1:-}" != --long ] || {
	form=long quiet=20
	shift
}
[ $# != 0 ] || set -- 6.12-rt
for kernel; do
	measure "$kernel"
	ok "$kernel: all is measured"
	mapfile -t runs < <(sed -n '/^run: quiet/d; s/^run: //p' "$said")
	for run in "${runs[@]}"; do
		asks "$kernel: $run: no latency is over the bound" sound "$run"
		asks "$kernel: $run: one would be seen" notices "$run"
	done
	asks "$kernel: the model holds on a quiet machine" quiet $quiet
	for run in "send, apart" "send, bursts"; do
		asks "$kernel: $run: the columns follow from what was sent" columns "$run"
	done
done
finish
