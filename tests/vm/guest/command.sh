#!/bin/sh
# The command on a real kernel with two CPUs; its effects are seen from outside.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

# ---- The names of the command ----------------------------------------------

exits "rtla timerlat top measures" 0 rtla timerlat top -d 1 -q
test_that "the table has a row for each CPU" out_has '^  1 #[0-9]'
test_that "the table has a row for all CPUs" out_has '^ALL #[0-9]* *e0 |'
test_that "the table has no escape sequence" out_lacks "$(printf '\033')"
exits "timerlat top measures" 0 timerlat top -d 1 -q
exits "timerlat alone is timerlat top" 0 timerlat -d 1 -q -c 1
test_that "CPUs that -c does not name have no row" out_lacks '^  0 #'
exits "timerlat by its path measures" 0 /usr/bin/timerlat -d 1 -q
exits "timerlat hist measures" 0 rtla timerlat hist -d 1
test_that "the histogram has columns for each CPU" out_has '^Index  *IRQ-000  *Thr-000  *Usr-000  *IRQ-001  *Thr-001  *Usr-001'
test_that "the histogram has no escape sequence" out_lacks "$(printf '\033')"
exits "osnoise alone is osnoise top" 0 osnoise -q -p 200000 -d 1
test_that "the table of osnoise has a row for each CPU" out_has '^  1 #[0-9]'
test_that "below the table of osnoise, the timer is among what took time" \
	out_has '^irq  *[a-z_]*timer[a-z_]*:[0-9].* [01]$'
exits "timerlat counts what took time" 0 rtla timerlat top -k -q -d 1 --top-causes --json causes.json
test_that "below the table of timerlat, the timer is among what took time" \
	out_has '^irq  *[a-z_]*timer[a-z_]*:[0-9].* [01]$'
test_that "the result of timerlat has the timer of each CPU" \
	same "$(grep -o '"name":"[a-z_]*timer[a-z_]*","function":[^,]*,"count":[1-9]' causes.json | wc -l)" 2
exits "osnoise hist measures" 0 rtla osnoise hist -p 200000 -T 50 -d 1
test_that "the histogram of osnoise has a column for each CPU" out_has '^Index  *CPU-000  *CPU-001'
exits "hwnoise measures" 0 rtla hwnoise -q -p 200000 -r 100000 -d 1
test_that "the table of hwnoise has a row for each CPU" out_has '^  1 #[0-9]'
test_that "nothing is left" nothing_left

# ---- Effects on the system during a run ---------------------------------------

background timerlat top -c 1 -q
test_that "there is no trace without a threshold" no_instances
kill -INT $run
test_that "no trace is left at the end of a run without a threshold" ended 0
background timerlat top -c 1 -q -T 9000000
test_that "one trace is there with a threshold" [ "$(instances | wc -l)" = 1 ]
test_that "the trace has the clock of the latencies" sh -c "grep -L '\[mono\]' $tracefs/instances/rtla.*/trace_clock | wc -l | grep -qx 0"
test_that "the trace that is analysed has all of the events" grep -x 1 $tracefs/instances/rtla.$run.trace/events/rtla/enable
test_that "the trace is recording" grep -x 1 $tracefs/instances/rtla.$run.trace/tracing_on
test_that "the trace is of the measured CPU" grep -x 2 $tracefs/instances/rtla.$run.trace/tracing_cpumask
kill -INT $run
test_that "SIGINT ends the run, with results" ended 0
test_that "the results are printed at SIGINT" out_has '^  1 #[1-9]'
test_that "nothing is left" nothing_left

for signal in TERM HUP; do
	background timerlat top -q
	kill -$signal $run
	test_that "SIG$signal ends the run, with results" ended 0
	test_that "the results are printed at SIG$signal" out_has '^  1 #[1-9]'
done
test_that "nothing is left" nothing_left

# ---- A hit -----------------------------------------------------------------------

# Another part may have left one.
rm -f timerlat_trace.txt
exits "a hit of -T exits with 2" 2 timerlat top -q -c 1 -T 1
test_that "the output says that -T hit" out_has '^rtla timerlat hit stop tracing$'
test_that "the hit of -T is analysed" out_has '^## CPU 1 hit stop tracing, analyzing it ##$'
test_that "the analysis of -T ends with the latency" out_has "^ *\(Thread\|User\) latency: .* us (100%)$"
test_that "no trace is saved" [ ! -e timerlat_trace.txt ]
exits "a hit of -i exits with 2" 2 timerlat top -q -c 1 -i 1 -s 1
test_that "the IRQ latency is the total of the analysis" out_has '^     IRQ latency: .* us (100%)$'
test_that "the stack of what was interrupted is there" out_has '^ *-> [a-z_]'
exits "--no-aa leaves out the analysis" 2 timerlat top -q -c 1 -T 1 --no-aa
test_that "the hit is told with --no-aa" out_has '^rtla timerlat hit stop tracing$'
test_that "--no-aa prints no analysis" out_lacks '^##'
exits "--aa-only prints the analysis" 2 timerlat top -c 1 --aa-only 1
test_that "the analysis of --aa-only is there" out_has '^## CPU 1'
test_that "the table of --aa-only is not there" out_lacks '^CPU COUNT'
exits "--aa-only without a hit" 0 timerlat top -c 1 --aa-only 9000000 -d 1
test_that "the maximum is told by --aa-only without a hit" out_has '^  Max latency was [0-9]* ns$'
exits "-a saves the trace" 2 timerlat top -q -c 1 -a 1
test_that "the trace of -a is in the current folder" [ -s timerlat_trace.txt ]
test_that "the trace of -a can be read by everybody" sh -c "stat -c %a timerlat_trace.txt | grep -x 644"
test_that "the last event of the trace of -a is the stop" sh -c "tail -n 1 timerlat_trace.txt | grep ' stop: '"
test_that "the trace of -a has stacks by their names" grep -E '^ => [a-z_]' timerlat_trace.txt
exits "-t FILE saves it there" 2 timerlat top -q -c 1 -T 1 -t other.txt
test_that "the trace of -t FILE is there" [ -s other.txt ]
exits "-t saves nothing without a hit" 0 timerlat top -q -c 1 -T 9000000 -d 1 -t never.txt
test_that "the trace of -t without a hit is not there" [ ! -e never.txt ]
exits "a trace that cannot be saved is refused" 1 timerlat top -q -c 1 -T 1 -t /nowhere/x
test_that "stderr names the trace that cannot be saved" err_has '/nowhere/x'
hits_explained() {
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		timerlat top -q -T 100 -i 100 >/tmp/out 2>/tmp/err
		out_has '^## CPU' && err_lines 0 || return
	done
}
test_that "however soon the hit comes, it is explained" hits_explained
exits "a threshold counts after the warm-up only" 2 timerlat top -q -c 1 -T 1 --warm-up 1
test_that "nothing is left" nothing_left

# ---- CPUs and users that cannot measure -----------------------------------------

background timerlat top -q -c 1
exits "a busy CPU exits with 4" 4 timerlat top -q -c 0-1 -d 1
test_that "stderr names the busy CPU" err_has '^rtla: CPU 1: busy'
test_that "stderr has one line about the busy CPU" err_lines 1
test_that "nothing else is started" [ "$(workloads | wc -l)" = 1 ]
exits "the CPU beside the busy one is free" 0 timerlat top -q -c 0 -d 1
kill -INT $run
ended 0

echo 0 >/sys/devices/system/cpu/cpu1/online
exits "an offline CPU exits with 4" 4 timerlat top -q -c 1 -d 1
test_that "stderr names the offline CPU" err_has '^rtla: CPU 1: .*offline'
test_that "stderr has one line about the offline CPU" err_lines 1
exits "CPUs that are online are measured by default" 0 timerlat top -q -d 1
test_that "CPU 1, which is offline, is not measured" out_lacks '^  1 #'
echo 1 >/sys/devices/system/cpu/cpu1/online

background timerlat top -q
echo 0 >/sys/devices/system/cpu/cpu1/online
sleep 0.5
kill -INT $run
test_that "a CPU that goes offline makes the run exit with 1" ended 1
test_that "the CPU that went offline is named" grep -h 'CPU 1' /tmp/out /tmp/err
echo 1 >/sys/devices/system/cpu/cpu1/online

# Samples of a CPU that goes offline must not count as samples of another CPU.
background timerlat top -q
for _ in 1 2 3 4 5 6; do
	echo 0 >/sys/devices/system/cpu/cpu1/online
	sleep 0.1
	echo 1 >/sys/devices/system/cpu/cpu1/online
	sleep 0.1
done
kill -INT $run
test_that "a CPU that comes and goes makes the run exit with 1" ended 1
test_that "the CPU that came and went confuses no other's samples" out_lacks 'events missed'

exits "another user exits with 4" 4 setpriv --reuid=65534 --clear-groups timerlat top -d 1
test_that "another user is told to be root" err_has '^rtla: .*root'
test_that "stderr has one line for another user" err_lines 1
test_that "nothing is left" nothing_left

# ---- Lost events ----------------------------------------------------------------

background timerlat top -q -k -c 1 -p 100 --source trace
echo 8 >$tracefs/instances/rtla.$run.samples/buffer_size_kb
kill -STOP $run
test_that "a run that does not read loses events" eventually overwritten 1
kill -CONT $run
sleep 0.5
kill -INT $run
test_that "a run that does not read loses events, and exits with 1" ended 1
test_that "events that are lost are counted" out_has 'events missed, results might not be accurate$'

# ---- A killed run ---------------------------------------------------------------

background timerlat top -q -T 9000000
kill -KILL $run
wait $run 2>/dev/null
test_that "no thread is left by SIGKILL" no_workloads
test_that "the guard of a killed run removes the instances" eventually no_instances
background timerlat top -q -T 9000000
kill -KILL "$(pgrep -x latency-guard)" $run
wait $run 2>/dev/null
test_that "instances are left if the guard is killed, too" instances
exits "the next run" 0 timerlat top -q -d 1
test_that "the next run removes the instances" no_instances

background timerlat top -q -c 0 -T 9000000
exits "another run beside a living one" 0 timerlat top -q -c 1 -d 1
test_that "the instances of the living run are there" instances
kill -INT $run
test_that "the living run ends well" ended 0
test_that "nothing is left" nothing_left

# Another program reads the samples instance, until shortly after the
# measurement.
background timerlat top -q -k -c 1 --source trace
exec 5<"$tracefs/instances/rtla.$run.samples/trace"
kill -INT $run
until [ "$(cat /sys/module/rtla/refcnt)" = 0 ]; do sleep 0.02; done
sleep 0.1
exec 5<&-
test_that "a run ends well beside somebody who reads its trace" ended 0
test_that "the instance is removed when its trace is read no more" nothing_left
test_that "the run beside a reader has nothing to say" [ ! -s /tmp/err ]

# ---- Without the module ---------------------------------------------------------

test_that "the module can be unloaded" rmmod rtla
exits "a command that measures nothing" 0 rtla help timerlat
test_that "a command that measures nothing does not load the module" [ ! -e /dev/rtla ]
exits "another user" 4 setpriv --reuid=65534 --clear-groups timerlat top -d 1
test_that "another user may not load the module" err_has "^rtla: /dev/rtla: no such device: the module is not loaded, and you may not load it: load the module with 'modprobe rtla' as root"
test_that "stderr has one line for another user without the module" err_lines 1
exits "root measures" 0 timerlat top -k -d 1 </dev/null
test_that "the command loads the module" err_has "^rtla: the module was not loaded: loaded it; "
test_that "stderr has one line about the loaded module" err_lines 1
rmmod rtla
exits "root measures with -q" 0 timerlat top -q -k -d 1
test_that "the command loads the module with -q, and does not say so" err_lines 0
without_module
without_bpf
exits "a module that the administrator blacklists" 4 timerlat top -d 1
test_that "the command does not load a module that is blacklisted" err_has "^rtla: /dev/rtla: no such device: the module is not loaded, and modprobe's configuration blacklists it: load the module with 'modprobe rtla'"
test_that "stderr has one line about the blacklist" err_lines 1
file=$(modinfo -F filename rtla)
mv "$file" "$file.away"
exits "a kernel that the module is not installed for" 4 timerlat top -d 1
test_that "the kernel without the module is named" err_has "^rtla: /dev/rtla: no such device: the module is not installed for this kernel, $(uname -r): "
mv "$file.away" "$file"
test_that "nothing is left" nothing_left
test_that "the module can be loaded again" with_module
with_bpf
