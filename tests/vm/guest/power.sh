#!/bin/sh
# Options that keep CPUs awake: --dma-latency and --deepest-idle-state.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
cpus=/sys/devices/system/cpu

if [ ! -d $cpus/cpu1/cpuidle/state1 ]; then
	exits "--deepest-idle-state ends a run without idle states" 4 timerlat top -q -d 1 --deepest-idle-state 0
	test_that "stderr has one line about idle states" err_lines 1
	test_that "nothing is left" nothing_left
fi
modprobe rtla_idle || exit 1

disabled() { cat $cpus/cpu"$1"/cpuidle/state?/disable | paste -s -d ''; }
# usage CPU STATE...: print how many times CPU has entered these idle states, in
# all
usage() {
	usage_cpu=$1
	shift
	for usage_state; do cat $cpus/cpu"$usage_cpu"/cpuidle/state"$usage_state"/usage; done |
		awk '{ n += $1 } END { print n }'
}
# not_entered CPU STATE...: succeed if CPU enters none of these states for a
# second, though it is idle
not_entered() {
	before=$(usage "$@")
	sleep 1
	same "$(usage "$@")" "$before"
}
entered() { ! not_entered "$@" >/dev/null; }
holds_dma_latency() { readlink /proc/"$1"/fd/* | grep -x /dev/cpu_dma_latency; }
idle_threads() { exec timerlat top -q -k -c 1 -p 20000 "$@"; }

test_that "the deepest state is used" entered 1 3
for command in "timerlat top -q -k" "timerlat hist -u"; do
	# shellcheck disable=SC2086
	background $command -c 1 -p 20000 --dma-latency 0
	test_that "$command --dma-latency 0 holds the latency" holds_dma_latency $run
	test_that "no state that takes time to leave is entered" not_entered 1 1 2 3
	interrupted
done
test_that "states that take time to leave are entered again after the run" entered 1 3
background idle_threads --dma-latency 15
test_that "a latency that allows for the first two states keeps off others" not_entered 1 2 3
test_that "a latency that allows for the first two states lets them be entered" entered 1 1
interrupted

for command in "timerlat top -q -k" "timerlat hist -u"; do
	# shellcheck disable=SC2086
	background $command -c 1 -p 20000 --deepest-idle-state 1
	test_that "$command --deepest-idle-state 1 disables the others" same "$(disabled 1)" 0011
	test_that "$command --deepest-idle-state 1 disables none of CPU 0" same "$(disabled 0)" 0000
	test_that "$command --deepest-idle-state 1 keeps the others from being entered" not_entered 1 2 3
	interrupted
	test_that "no state is disabled after $command --deepest-idle-state 1" same "$(disabled 1)" 0000
done
background idle_threads --deepest-idle-state -1
test_that "--deepest-idle-state -1 disables all" same "$(disabled 1)" 1111
kill -TERM $run
test_that "SIGTERM ends a run that disables states" ended 0
test_that "SIGTERM enables all states again" same "$(disabled 1)" 0000
echo 1 >$cpus/cpu1/cpuidle/state2/disable
background idle_threads --deepest-idle-state 0
test_that "a state that was disabled before is disabled" same "$(disabled 1)" 0111
interrupted
test_that "a state that was disabled before stays disabled" same "$(disabled 1)" 0010
echo 0 >$cpus/cpu1/cpuidle/state2/disable
exits "a hit restores idle states" 2 timerlat top -q -k -T 1 --deepest-idle-state 0
test_that "the idle states of all CPUs are restored by a hit" same "$(disabled 0) $(disabled 1)" "0000 0000"
test_that "nothing is left" nothing_left
