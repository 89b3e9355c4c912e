#!/bin/bash
# CPUs come and go, and the system sleeps, while a command measures.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
online=/sys/devices/system/cpu/cpu1/online

on_cpu1() { pgrep '^(timerlat|timerlatu|osnoise)/1$'; }
gone() { ! on_cpu1; }

# A kernel that was built here has no BTF.
by_bpf=
[ ! -e /sys/kernel/btf/vmlinux ] || by_bpf="timerlat top -q --tracer bpf -u"

alone="timerlat top -q --tracer process -u"

for command in "timerlat top -q -k" "timerlat top -q -u" "timerlat hist -u" ${by_bpf:+"$by_bpf"} "$alone" "osnoise top -q -p 200000 -r 150000" "hwnoise -q -p 200000 -r 100000"; do
	# shellcheck disable=SC2086
	background $command
	test_that "$command: CPU 1 is measured" on_cpu1
	echo 0 >$online
	# With -u, the process that measures CPU 1 stays, and waits for it.
	case $command in
	*-u) ;;
	*) test_that "$command: CPU 1 is not measured offline" eventually gone ;;
	esac
	test_that "$command: CPU 0 is measured meanwhile" workloads
	echo 1 >$online
	test_that "$command: CPU 1 is measured again when it is back" eventually on_cpu1
	sleep 1
	kill -INT $run
	test_that "$command: the run exits with 1" ended 1
	test_that "$command: the run says which CPU was offline" sh -c "cat /tmp/out /tmp/err | grep 'CPU 1.*offline'"
done

# ---- Sleep ------------------------------------------------------------------------

if [ -w /sys/power/pm_test ]; then
	# Where a slow machine alone may be over it, it would end the run.
	threshold=
	! keeps_time || threshold="-T 800000"
	# Processes alone know of a sleep by clocks.
	clocks_stop || alone=
	for command in "timerlat top -q -k" "timerlat top -q -u" ${by_bpf:+"$by_bpf"} ${alone:+"$alone"} "osnoise top -q -p 200000 -r 150000"; do
		# shellcheck disable=SC2086
		background $command $threshold
		test_that "$command: the system sleeps" system_sleeps
		sleep 1
		test_that "$command: the run goes on measuring" [ "$(workloads | wc -l)" = 2 ]
		kill -INT $run
		wait $run
		in_time "$command: the sleep is no latency" out_lacks 'hit stop tracing'
		# The largest thread latency, or user latency.
		column=10
		[ "$command" != "$alone" ] || column=14
		longest=$(top_field 1 $column)
		in_time "$command: no maximum as long as the sleep is shown" [ "${longest:-0}" -lt 800000 ]
	done
fi
test_that "nothing is left" nothing_left
