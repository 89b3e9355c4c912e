#!/bin/bash
# Workloads of user space: the command's own (-u), and those of other programs
# (-U).
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

# ---- The command's own workload -----------------------------------------------------

exits "timerlat top -u" 0 timerlat top -q -u -d 1
test_that "the table has a third group of columns" out_has 'Ret user Timer Latency (us)'
test_that "the table has figures of user latency for each CPU" [ "$(top_field 1 14)" -gt 0 ]
exits "timerlat hist -u" 0 timerlat hist -u -d 1
test_that "the histogram has a third column" out_has ' Usr-001$'
exits "timerlat hist -k" 0 timerlat hist -k -d 1
test_that "the histogram has no third column with -k" out_lacks 'Usr-'

background timerlat top -q -u
victim=$(pgrep '^timerlatu/1$')
test_that "a workload has no page fault while it measures" stays_in_memory "$victim"
test_that "a workload gets no copy of the command's memory" copies_little "$victim"
kill -KILL "$victim"
eventually grep -q 'CPU 1' /tmp/err
kill -INT $run 2>/dev/null
test_that "a workload that is killed makes the run exit with 1" ended 1
test_that "the CPU of the killed workload is named" sh -c "cat /tmp/out /tmp/err | grep 'CPU 1'"
test_that "the other CPU was measured" [ "$(top_field 0 2)" -gt 100 ]
test_that "nothing is left" nothing_left

for view in "timerlat top -q -u" "timerlat hist -u" "osnoise top -q"; do
	# shellcheck disable=SC2086
	background $view
	kill -KILL $run
	wait $run 2>/dev/null
	test_that "$view, killed, leaves no thread" eventually no_workloads
	test_that "$view, killed, leaves no open session" eventually rmmod rtla
	modprobe rtla
done
test_that "nothing is left" eventually nothing_left

# ---- A group of users that may measure ------------------------------------------------

# They own the device, and get the capability when they log in, see "Without root" in
# Documentation/user-guide.md.
echo rtla:x:4711: >>/etc/group
chgrp 4711 /dev/rtla && chmod 660 /dev/rtla
someone() { setpriv --reuid=1234 --regid=1234 "$@"; }
may='--inh-caps=+sys_admin,+sys_nice --ambient-caps=+sys_admin,+sys_nice'
cd / || exit 1
# shellcheck disable=SC2086
exits "a user of the group measures" 0 someone --groups=4711 $may timerlat top -q -d 2
test_that "a user of the group gets the samples of CPU 0" between "$(top_field 0 2)" 1000 2001
test_that "a user of the group gets the samples of CPU 1" between "$(top_field 1 2)" 1000 2001
test_that "a user of the group gets user latencies" [ "$(top_field 1 14)" -gt 0 ]
test_that "a user of the group gets no complaint" err_lines 0
# shellcheck disable=SC2086
exits "a user of the group may have a gate" 0 someone --groups=4711 $may timerlat hist -k -d 1 --gate 'thr.max<=9s'
# shellcheck disable=SC2086
exits "a user of the group gets no trace" 4 someone --groups=4711 $may timerlat top -q -d 1 -T 1
test_that "stderr says that the trace needs root" err_has '^rtla: tracefs: .*root'
test_that "stderr has one line about the trace" err_lines 1
# shellcheck disable=SC2086
exits "a user with the capability, but not of the group" 4 someone --clear-groups $may timerlat top -q -d 1
test_that "stderr says that the group is missing" err_has '^rtla: /dev/rtla: permission denied: run as root, or as a member of group rtla$'
test_that "stderr has one line about the group" err_lines 1
exits "a user of the group without the capability" 4 someone --groups=4711 timerlat top -q -d 1
test_that "stderr says that the capability is missing" err_has '^rtla: /dev/rtla: not permitted: run as root, or with CAP_SYS_ADMIN$'
test_that "stderr has one line about the capability" err_lines 1
exits "CAP_PERFMON" 0 someone --groups=4711 --inh-caps=+perfmon --ambient-caps=+perfmon rtla wakeup -q -d 1 --all
test_that "CAP_PERFMON is enough to watch wake-ups" err_lines 0
chmod 600 /dev/rtla && chgrp 0 /dev/rtla
cd /tmp || exit 1
test_that "nothing is left" nothing_left

# ---- Workloads of other programs ---------------------------------------------------

# "sampled" looks into the trace instance of the samples.
background timerlat top -q -U -c 0-1 --source trace
test_that "-U starts nothing" no_workloads
/root/workload 1 300 >workload.out &
workload=$!
test_that "a workload of another program has a sample" eventually sampled 1
wait $workload
test_that "a workload of another program reads once per period" same "$(cat workload.out)" "300 reads"
kill -INT $run
wait $run
test_that "a workload of another program is measured" between "$(top_field 1 2)" 295 301
test_that "a workload of another program has user latencies" [ "$(top_field 1 14)" -gt 0 ]
test_that "a CPU without a workload is not measured" out_lacks '^  0 #'

background timerlat hist -U -c 1
/root/workload 1 200 300 >workload.out
kill -INT $run
wait $run
test_that "what the workload does is in the user latency" between "$(awk '/^min:/ { print $4; exit }' /tmp/out)" 300 100000
test_that "what the workload does is in no other latency" [ "$(awk '/^min:/ { print $3; exit }' /tmp/out)" -lt 300 ]

background timerlat top -q -U -c 1 --source trace
/root/workload 1 100000 >workload.out &
workload=$!
test_that "a workload measures" eventually sampled 1
test_that "a second workload for the same CPU is refused" sh -c '! timeout 10 /root/workload 1 1'
interrupted "the session"
wait $workload
test_that "the end of the session ends the workload's read" file_has workload.out 'No such device'

exits "-U and nobody comes" 0 timerlat top -q -U -d 1
test_that "a CPU to which nobody comes has no row" out_lacks '^  [01] #'
background timerlat top -q -U -c 1 -T 1
/root/workload 1 5000 >/dev/null &
test_that "a hit of somebody's workload" ended 2
test_that "the output says that somebody's workload hit" out_has '^rtla timerlat hit stop tracing$'
wait

# The workload works for 300 ms, which is more than any latency here.
background timerlat top -q -U -c 1 -p 1000000 -T 250000 -s 250000
/root/workload 1 3 300000 >/dev/null
test_that "a workload that takes too long is a hit" ended 2
test_that "the hit is of the user latency" out_has '^ *User latency: .* us (100%)$'
test_that "the workload is its largest part" out_has '^  Timerlat user workload: *[0-9.]* us ([89][0-9.]* %)$'
test_that "nothing is left" nothing_left
