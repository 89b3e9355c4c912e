#!/bin/bash
# Measurements side by side, and what each of them owns.
# shellcheck source=tests/vm/guest/tap.sh
. /tests/lib/tap.sh
cd /tmp || exit 1

osnoise top -q -c 0 -p 200000 -r 100000 >osnoise.out 2>&1 &
osnoise=$!
soon recording $osnoise
exits "timerlat beside osnoise" 0 timerlat top -q -k -c 1 -d 2
is "measures its CPU" out_has '^  1 #[1-9]'
is "and no other" out_lacks '^  0 #'
exits "a CPU of the other one is busy" 4 timerlat hist -c 0-1 -d 1
is "is named" err_has 'CPU 0: busy'
kill -INT $osnoise
wait $osnoise
is "osnoise ends well" same $? 0
is "it measured its CPU" has osnoise.out '^  0 #[1-9]'
is "and no other" lacks osnoise.out '^  1 #'

timerlat hist -u -c 0 -d 3 >hist.out 2>&1 &
hist=$!
soon recording $hist
exits "hwnoise beside timerlat hist -u" 0 hwnoise -q -c 1 -p 200000 -r 100000 -d 2
is "measures its CPU" out_has '^  1 #[1-9]'
wait $hist
is "timerlat ends well" same $? 0
is "it measured its CPU" has hist.out '^Index .*IRQ-000'

# hwnoise runs with interrupts off: none, and no softirq or thread, can be in it.
local_timers() { awk '/^ *LOC:/ { print $3 }' /proc/interrupts; }
watch osnoise_sample
background hwnoise -q -c 1 -p 1000000 -r 900000
before=$(local_timers)
sleep 3
is "under hwnoise there are few timer interrupts" between $(($(local_timers) - before)) 0 450
interrupted
is "none of them while it looks" sh -c "grep -q osnoise_sample: $watch/trace && ! grep osnoise_sample: $watch/trace | grep -v 'irq_count=0 nmi_count=0 softirq_count=0 thread_count=0'"
# But NMIs can. The rig's are for CPU 0.
background hwnoise -q -c 0 -r 1000000 -p 1000000 -T 20
vm-nmi 5
sleep 2.5
interrupted
# One may come between two periods, which nobody counts.
is "NMIs are counted" between "$(top_field 0 9)" 4 5
is "nothing is left" nothing_left
