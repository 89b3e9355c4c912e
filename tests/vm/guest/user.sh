#!/bin/bash
# Workloads of user space: the command's own, and somebody else's.
# shellcheck source=tests/vm/guest/tap.sh
. /tests/lib/tap.sh
cd /tmp || exit 1

# ---- The command's own --------------------------------------------------------------

exits "timerlat top -u" 0 timerlat top -q -u -d 1
is "has a third group of columns" out_has 'Ret user Timer Latency (us)'
is "with figures for each CPU" [ "$(top_field 1 14)" -gt 0 ]
exits "timerlat hist -u" 0 timerlat hist -u -d 1
is "has a third column" out_has ' Usr-001$'
exits "with -k, neither" 0 timerlat hist -k -d 1
is "has it" out_lacks 'Usr-'

background timerlat top -q -u
victim=$(pgrep '^timerlatu/1$')
kill -KILL "$victim"
soon grep -q 'CPU 1' /tmp/err
kill -INT $run 2>/dev/null
is "a workload that is killed makes it exit with 1" ended 1
is "is named" sh -c "cat /tmp/out /tmp/err | grep 'CPU 1'"
is "the other CPU was measured" [ "$(top_field 0 2)" -gt 100 ]
is "nothing is left" nothing_left

for view in "timerlat top -q -u" "timerlat hist -u" "osnoise top -q"; do
	# shellcheck disable=SC2086
	background $view
	kill -KILL $run
	wait $run 2>/dev/null
	is "$view, killed, leaves no thread" soon no_workloads
	is "nor an open session" soon rmmod rtla
	modprobe rtla
done
is "nothing is left" soon nothing_left

# ---- Somebody else's ---------------------------------------------------------------

background timerlat top -q -U -c 0-1
is "-U starts nothing" no_workloads
/root/workload 1 300 >workload.out &
workload=$!
is "a workload of another program" soon sampled 1
wait $workload
is "reads once per period" same "$(cat workload.out)" "300 reads"
kill -INT $run
wait $run
is "is measured" between "$(top_field 1 2)" 295 301
is "in user space" [ "$(top_field 1 14)" -gt 0 ]
is "a CPU without one is not" out_lacks '^  0 #'

background timerlat hist -U -c 1
/root/workload 1 200 300 >workload.out
kill -INT $run
wait $run
is "what the workload does is in the user latency" between "$(awk '/^min:/ { print $4; exit }' /tmp/out)" 300 100000
is "and in no other" [ "$(awk '/^min:/ { print $3; exit }' /tmp/out)" -lt 300 ]

background timerlat top -q -U -c 1
/root/workload 1 100000 >workload.out &
workload=$!
is "a workload measures" soon sampled 1
is "a second one for the same CPU is refused" sh -c '! timeout 10 /root/workload 1 1'
interrupted "the session"
wait $workload
is "its end ends the workload's read" has workload.out 'No such device'

exits "-U and nobody comes" 0 timerlat top -q -U -d 1
is "no row" out_lacks '^  [01] #'
background timerlat top -q -U -c 1 -T 1
/root/workload 1 5000 >/dev/null &
is "a hit of somebody's workload" ended 2
is "is told" out_has '^timerlat hit stop tracing$'
wait

# 300 ms of work are more than any latency here.
background timerlat top -q -U -c 1 -p 1000000 -T 250000 -s 250000
/root/workload 1 3 300000 >/dev/null
is "a workload that takes too long is a hit" ended 2
is "of the user latency" out_has '^ *User latency: .* us (100%)$'
is "the workload is its largest part" out_has '^  Timerlat user workload: *[0-9.]* us ([89][0-9.]* %)$'
is "nothing is left" nothing_left
