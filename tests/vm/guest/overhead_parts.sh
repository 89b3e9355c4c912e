#!/bin/sh
# Runs in a guest: puts spins of known time into overheads, and prints what "rtla overheads"
# says of them, in ns:
#
#	overhead: KIND NS MISSED SPINS SUM MAX NAME=COUNT:DISTURBED:NEGATIVE:SUM:MAX...
#
# SPINS, SUM and MAX are those that the injector saw; then comes each overhead of the CPU.
# KIND is followed by ".nmi" if the spins are in NMIs.
#
#	overhead_parts.sh parts ROUNDS NS...	in one CPU whose clock counts instructions
#	overhead_parts.sh ipi ROUNDS		in two
#
# TRACER is what measures; default: module.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
modprobe rtla_sched || exit 1
sched=/sys/kernel/debug/rtla_sched

# spins KIND CPU NS ROUNDS [nmi]
spins() {
	echo "$1 $2 $3 $4 1000000 ${5:-}" >$sched
	rtla overheads top -q -d 100 -c "$2" --tracer "${TRACER:-module}" --json r.json >out &
	watcher=$!
	eventually is_measuring $watcher
	# BPF programs have begun to be attached.
	[ "${TRACER:-module}" != bpf ] || sleep 1
	echo run >$sched
	kill -INT $watcher
	wait $watcher || cat out
	read -r _ _ _ _ count sum _ max missed _ <$sched
	echo "overhead: $1${5:+.$5} $3 $missed $count $sum $max $(jq -r '.overheads | to_entries[] |
		"\(.key)=\(.value.count):\(.value.disturbed):\(.value.negative):\(
			.value.count * (.value.avg_ns // 0) | round):\(.value.max_ns // 0)"' \
		r.json | paste -s -d ' ')"
	echo clear >$sched
}

# The first run has its files to read.
rtla overheads top -q -d 1 -c 0 --tracer "${TRACER:-module}" >/dev/null
what=$1 rounds=$2
shift 2
if [ "$what" = ipi ]; then
	spins ipi 1 5000000 "$rounds"
else
	for kind in timer late queue wait pick sched_out sched_in tick; do
		for ns in 0 "$@"; do
			spins $kind 0 "$ns" "$rounds"
		done
	done
	# Ticks come meanwhile.
	spins sched_in 0 20000000 20
	for kind in timer queue pick sched_out sched_in tick; do
		spins $kind 0 50000 "$rounds" nmi
	done
fi
rmmod rtla_sched
