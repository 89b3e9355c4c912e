#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla wakeup --no-module" on a machine that has no module: what it counts, and that
# nothing of it is left, however it ends.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
cd /tmp || exit 1
rmmod rtla_inject rtla 2>/dev/null

# events: print all synthetic events
events() { cat $tracefs/synthetic_events; }
no_events() { [ -z "$(events)" ] || { events; return 1; }; }
nothing() { cleaned && no_events; }
# counts TID: print how often a thread was woken, by the table
counts() { awk -v tid="$1" '$1 == tid { n += $3 } END { print n + 0 }' /tmp/out; }
# watches: succeed when a run of --no-module counts
watches() { grep -qs onmax $tracefs/instances/rtla.*.wakeup/events/synthetic/*/trigger; }
# watching WORD...: run rtla in the background, and return when it counts
watching() {
	rtla wakeup -q -d 60 --no-module "$@" >/tmp/out 2>/tmp/err &
	run=$!
	eventually watches
}
interrupt() {
	kill -INT $run
	test_that "$1" ended 0
}

test_that "there is no module" sh -c '! grep -q "^rtla " /proc/modules'

# ---- What it counts

# Cyclictest's first thread waits for the others; these sleep 500 times each.
watching --comm cyclictest
cyclictest -q -m -l 500 -i 2000 -d 0 -p 80 -t 2 -a >/tmp/cyclictest
interrupt "a program that is watched"
sed 's/^/# /' /tmp/out
for tid in $(sed -n 's/^T: *[0-9]* ( *\([0-9]*\)).*/\1/p' /tmp/cyclictest); do
	slept=$(sed -n "s/^T: *[0-9]* ( *$tid).* C: *\([0-9]*\) .*/\1/p" /tmp/cyclictest)
	test_that "each wake-up of cyclictest's thread $tid is counted" between "$(counts "$tid")" $((slept - 5)) $((slept + 20))
done
test_that "stdout says what --no-module does not know" out_has \
	'wake to switch only; stale wakings may be in it: a thread that is woken while it runs leaves one$'
test_that "nothing is left" nothing

chrt -f 50 sh -c 'while sleep 0.01; do :; done' &
other=$!
exits "a process by its id" 0 rtla wakeup -q -d 1 --no-module --pid $other
test_that "the process is there" between "$(counts $other)" 10 150
test_that "what the process starts is not there" out_lacks ' sleep '
exits "real-time threads" 0 rtla wakeup -q -d 1 --no-module
test_that "real-time threads include those that a process starts" out_has ' sleep '
exits "the histogram" 0 rtla wakeup hist -d 1 --no-module --all -c 0
test_that "the histogram has buckets" out_has '^[0-9]* *[1-9][0-9]* $'
exits "wake-ups of one CPU" 0 rtla wakeup -q -d 1 --no-module --all -c 1 --by cpu
test_that "the table of one CPU has one row" same "$(grep -cE '^ *[01] +[0-9]+ [|]' /tmp/out)" 1
exits "several runs at a time" 0 sh -c 'rtla wakeup -q -d 1 --no-module --all >/tmp/all & rtla wakeup -q -d 1 --no-module --all && wait'
kill $other
wait $other 2>/dev/null
exits "an id that there is not" 4 rtla wakeup -q -d 1 --no-module --tid 4194303
test_that "nothing is left" nothing

# ---- Nothing of it is left

echo 'others u64 x' >>$tracefs/synthetic_events
watching
kill -KILL $run
wait $run 2>/dev/null
only_others() { [ "$(events | wc -l)" = 1 ] && events | grep -q '^others'; }
test_that "nothing is left by a killed run" cleaned
test_that "the events of others are left by a killed run" only_others
for delay in 0 0.05 0.1 0.2; do
	rtla wakeup -q -d 60 --no-module --all >/dev/null 2>&1 &
	run=$!
	sleep $delay
	kill -KILL $run
	wait $run 2>/dev/null
	test_that "nothing is left by a run killed $delay s after its start" cleaned
	test_that "no event is left by a run killed $delay s after its start" only_others
done
watching
kill -KILL "$(pgrep -x latency-guard)" $run
wait $run 2>/dev/null
test_that "a run killed with its guard leaves an event" same "$(events | wc -l)" 2
exits "the next run" 0 sh -c 'cyclictest -q -l 10 -i 10000 -p 80 >/dev/null & rtla wakeup -q -d 1 --no-module --all'
test_that "the next run removes the event" only_others
test_that "the next run removes all else" cleaned
echo '!others' >>$tracefs/synthetic_events
test_that "users can remove their own events" no_events
modprobe rtla
