#!/bin/sh
# At a hit, --counters tells what the CPU has done since the timer's interrupt. The injector's
# thread spins with preemption off for a known time. QEMU counts one cycle for each ns of an
# arm64 CPU, and its instructions, of which each takes 16 ns in these guests; an amd64 CPU
# that it emulates counts nothing, so that the kernel's own counters are left.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
inject=/sys/kernel/debug/rtla_inject
amount=40000	# us; a slow machine's own latencies are below half of it

# hit OPTION...: measure CPU 1 until a spin of 40 ms makes its thread late
hit() {
	rm -f hit.json
	timerlat top -q -c 1 -T $((amount / 2)) -d 30 --counters --json hit.json "$@" >said 2>err &
	measures=$!
	eventually is_measuring_or_ended $measures
	sleep 1
	echo "preempt_off 1 0 ${amount}000" >$inject
	wait $measures
	[ $? = 2 ] || { cat said err; return 1; }
}

# counted NAME: print the number that JSON has for NAME, or null
counted() { jq ".stop.analysis.counters.$1" hit.json; }

# per_us NAME LEAST MOST: succeed if NAME grew by so much in each us
per_us() { awk -v n="$(counted "$1")" -v ns="$(counted ns)" -v least="$2" -v most="$3" '
	BEGIN { rate = n * 1000 / ns; printf "%s: %d in %d ns, %.2f per us\n", "'"$1"'", n, ns, rate
		exit !(rate >= least && rate <= most) }'; }

# The shell itself is no noise of the CPU that is measured.
taskset -p -c 0 $$ >/dev/null
modprobe rtla_inject
test_that "a spin of 40 ms is a hit with counters, of a process that measures" hit -u
# Another thread may run between the timer's interrupt and the process.
test_that "a process that measures has the switch to it counted" between "$(counted context_switches)" 1 3
test_that "a spin of 40 ms is a hit with counters" hit -k
grep -A 3 "From the timer's interrupt" said
jq -c .stop.analysis.counters hit.json
test_that "the counters reach from the timer's interrupt to the sample" \
	between "$(counted ns)" $((amount * 1000 * 9 / 10)) $((amount * 1000 * 11 / 10))
test_that "the one switch to the measuring thread is counted" same "$(counted context_switches)" 1
case $(uname -m) in
aarch64)
	test_that "an emulated CPU of 1 GHz counts 1000 cycles in each us" per_us cycles 990 1010
	test_that "each instruction of the emulated CPU is counted, which takes 16 ns" \
		per_us instructions 62.4 62.6
	test_that "the text has cycles, instructions and their ratio" \
		file_has said 'instructions [0-9]* (IPC 0.06), context switches 1'
	;;
*)
	test_that "a CPU without hardware counters has no cycles" same "$(counted cycles)" null
	test_that "the text says that there are no hardware counters" \
		file_has said 'no hardware counters'
	;;
esac
if grep -qw timerlat $tracefs/available_tracers; then
	exits "the kernel's own tracer refuses counters" 4 timerlat top -c 1 -T 1000 -d 1 --counters --tracer kernel
	test_that "the refusal says why" err_has 'reads no counters'
fi
test_that "nothing is left" nothing_left
