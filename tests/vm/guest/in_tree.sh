#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The commands without the module, measured by the kernel's own tracers timerlat and osnoise:
# figures, gates, causes, refusals, and what a killed run leaves.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
cd /tmp || exit 1
if ! grep -qw timerlat $tracefs/available_tracers; then
	skip "the kernel's own tracers" "this kernel has none"
	exit
fi
modprobe rtla_inject || exit 1
without_module
few_symbols
inject=/sys/kernel/debug/rtla_inject
has() { [ -e $tracefs/osnoise/"$1" ]; }

# Settings that are not what they are by default, as somebody else may have left them.
changed() {
	! has options || for word in OSNOISE_WORKLOAD NO_OSNOISE_WORKLOAD; do echo $word >$tracefs/osnoise/options; done
	# A runtime that is longer than the period is refused, whatever there was before.
	echo 100 >$tracefs/osnoise/runtime_us
	echo 888000 >$tracefs/osnoise/period_us
	echo 777000 >$tracefs/osnoise/runtime_us
	echo 2000 >$tracefs/osnoise/timerlat_period_us
	echo 1 >$tracefs/osnoise/cpus
	echo 3333 >$tracefs/osnoise/stop_tracing_us
	echo 4444 >$tracefs/osnoise/stop_tracing_total_us
	echo 5555 >$tracefs/osnoise/print_stack
	echo 7 >$tracefs/tracing_thresh
}
settings() { (cd $tracefs && grep -H '' osnoise/*_us osnoise/cpus osnoise/options osnoise/print_stack tracing_thresh current_tracer 2>/dev/null); }
changed
settings >before
same_settings() { settings | diff before -; }
undone() { same_settings && cleaned; }
nothing_changed() { test_that "$1: settings, threads and instances are as before" undone; }

# ---- Figures -----------------------------------------------------------------------------

exits "timerlat top -k" 0 timerlat top -q -k -d 2
test_that "timerlat top -k has all samples of CPU 0" between "$(top_field 0 2)" 1800 2001
test_that "timerlat top -k has all samples of CPU 1" between "$(top_field 1 2)" 1800 2001
nothing_changed "timerlat"
exits "timerlat top" 0 timerlat top -q -d 2 --json user.json
test_that "timerlat top has all samples of CPU 1" between "$(top_field 1 2)" 1900 2001
if has per_cpu/cpu0/timerlat_fd; then
	test_that "processes measure by default" jq -e '.configuration.threads == "user" and .all.latencies.user.count > 3800' user.json
else
	test_that "kernel threads measure by default, where there can be no processes" jq -e '.configuration.threads == "kernel"' user.json
	exits "processes" 4 timerlat top -q -u -d 1
	test_that "stderr says that processes cannot measure" err_has '^rtla: --tracer kernel: processes of user space cannot measure .* -k$'
fi
exits "another period, warm-up and one CPU" 0 timerlat hist -k -c 1 -p 500 -d 2 --warm-up 1 --json hist.json --percentiles
test_that "stderr says what measures, and why" err_has "^rtla: this kernel's own tracer, timerlat, measures: the module is not loaded, and modprobe's configuration blacklists it$"
test_that "the samples are those of all of the duration" jq -e '.cpus | length == 1 and (.[0] | .latencies.thread.count + .skipped_periods | . > 3990 and . < 4002)' hist.json
test_that "the results say what has measured" jq -e '.measured_by == "kernel" and .configuration.period_ns == 500000' hist.json
exits "osnoise top" 0 osnoise top -q -p 100000 -r 80000 -d 2 --json noise.json
test_that "the results of osnoise have the periods" jq -e '[.cpus[].periods | .count, .runtime_ns / 80000000] | all(. > 17 and . < 22)' noise.json
test_that "the results of osnoise have single noises" jq -e '.all.latencies.single.count > 0 and .measured_by == "kernel"' noise.json
nothing_changed "osnoise"
test_that "the results of osnoise say that it is not known what took time" jq -e 'all(.cpus[]; has("causes") and .causes == null)' noise.json
exits "causes that were asked for" 0 timerlat top -q -k -d 1 --top-causes --json causes.json
test_that "stderr says that no causes are counted" err_has "^rtla: --top-causes: nothing will be counted: .* does not tell what took time: load the module with 'modprobe rtla'$"
test_that "the results of timerlat say that it is not known what took time" jq -e 'all(.cpus[]; has("causes") and .causes == null)' causes.json
exits "osnoise hist" 0 osnoise hist -p 100000 -r 80000 -d 2 -T 50 -b 100 -E 20
test_that "the histogram of osnoise has counts" out_has '^count: *[1-9]'
if has options; then
	exits "hwnoise" 0 hwnoise -q -p 100000 -r 50000 -d 2
	test_that "the table of hwnoise has the periods" between "$(top_field 1 2)" 17 22
	nothing_changed "hwnoise"
else
	exits "hwnoise" 4 hwnoise -q -d 2
	test_that "stderr says that hwnoise is not possible" err_has '^rtla: --tracer kernel: .* with interrupts off, .* Linux 6.3 on: load the module, or take osnoise$'
fi
if has timerlat_align_us; then
	exits "aligned timers" 0 timerlat top -q -k -A 100 -d 1
else
	exits "aligned timers" 4 timerlat top -q -k -A 100 -d 1
	test_that "stderr says that timers cannot be aligned" err_has '^rtla: --tracer kernel: .* align .* Linux 7.2 on: load the module, or leave out --aligned$'
fi
background timerlat top -q -k -c 1 -P f:33
test_that "timerlat has the priority that was asked for" same "$(policy "$(pgrep -x timerlat/1)")" "SCHED_FIFO 33"
interrupted
background osnoise top -q -c 1 -P f:1
test_that "osnoise has the priority that was asked for" same "$(policy "$(pgrep -x osnoise/1)")" "SCHED_FIFO 1"
test_that "osnoise with FIFO leaves time for others" same "$(cat $tracefs/osnoise/runtime_us)" 999000
interrupted
mkdir /sys/fs/cgroup/theirs
if has per_cpu/cpu0/timerlat_fd; then
	background timerlat top -q -k -c 1 -C /theirs
	in_theirs() { [ "$(cgroup_of "$(pgrep -x timerlat/1)")" = /theirs ]; }
	test_that "the threads are in the cgroup that was asked for" eventually in_theirs
	interrupted
else
	exits "a cgroup, to which no thread of this kernel can be moved" 4 timerlat top -q -k -c 1 -C /theirs -d 1
	test_that "stderr says that the threads cannot be moved" err_has "^rtla: --cgroup: this kernel's tracer binds its threads .*: load the module, or leave out --cgroup$"
fi
rmdir /sys/fs/cgroup/theirs
exits "a cgroup that is not there" 4 timerlat top -q -k -d 1 -C /nowhere
if has per_cpu/cpu0/timerlat_fd; then
	background timerlat hist -U -c 1
	# Each read, which returns nothing, ends with the next period.
	taskset -c 1 bash -c "exec 3<$tracefs/osnoise/per_cpu/cpu1/timerlat_fd; for i in {1..200}; do read -r _ <&3; done; true"
	kill -INT $run
	wait $run
	test_that "a workload of another program is measured" between "$(awk '/^count:/ { print $4; exit }' out)" 195 201
fi
nothing_changed "a signal"

rtla doctor -c 1 --all --json doctor.json >out 2>&1
test_that "the doctor finds what measures" jq -e '.environment.checks[] | select(.name == "tracer") | .value | test("^the kernel.s own, not for (hwnoise, )?wakeup, overheads, bound and cycle; without .*own work")' doctor.json

# ---- Gates, and what cannot be ----------------------------------------------------------------

exits "a gate passes" 0 timerlat hist -k -d 2 --gate 'thr.max<=9s' --gate 'irq.count>=1000@each' --tracer kernel
exits "a gate fails" 2 timerlat hist -k -d 2 --gate 'thr.max<=1ns'
# preempt_off MS: cause a latency on CPU 1 when a command measures
preempt_off() { while_measuring sh -c "echo 'preempt_off 1 0 ${1}000000' >$inject"; }
preempt_off 100
exits "skipped periods" 2 timerlat hist -k -c 1 -d 3 --gate 'skipped<=10' --gate 'thr.p98<=50ms' --json skipped.json
test_that "the results count skipped periods" jq -e '.losses.skipped_periods as $skipped | (.measured_ns / 1000000) as $periods
	| $skipped > 95 and (.all.latencies.thread.count + $skipped - $periods | . > -10 and . < 2)' skipped.json
test_that "the results say how late skipped periods were" jq -e '.all.latencies.thread | .corrected.skipped > 95 and .corrected.avg_ns > .avg_ns' skipped.json
wait
while_measuring sh -c 'echo 0 >/sys/devices/system/cpu/cpu1/online'
exits "a CPU that vanishes" 1 timerlat hist -k -d 4 --gate 'thr.max<=9s' --json vanished.json
test_that "the results say that the CPU is offline" jq -e '.cpus[1] | .state == "offline"' vanished.json
wait
exits "a CPU that is offline" 4 timerlat top -q -k -d 1 -c 1
test_that "stderr names the offline CPU" err_has '^rtla: CPU 1: offline: '
echo 1 >/sys/devices/system/cpu/cpu1/online
changed
exits "--tracer module without the module" 4 timerlat top -q --tracer module
test_that "stderr asks for the module" err_has "^rtla: /dev/rtla: no such device: .* blacklists it: load the module with 'modprobe rtla'$"
exits "the tracer's own statistics" 4 timerlat top -q --source stats
test_that "stderr has one line about the statistics" err_lines 1
nothing_changed "refusals"

# ---- Causes -----------------------------------------------------------------------------------

preempt_off 300
exits "a stop" 2 timerlat top -q -k -c 1 -T 250000 -s 250000 -d 60 -t stop.txt --json stop.json
test_that "the analysis names the cause" out_has ' % of .* us: inject/1:[0-9]* .*preemption off'
test_that "the results name the cause, and that adds up" jq -e '.stop | .context == "thread" and (.analysis | .tracer == "kernel" and ([.parts[].ns] | add) + .unexplained_ns == .latency_ns and .unexplained_ns < 10000000)' stop.json
test_that "nothing is lost" out_lacks 'missed\|incomplete'
exits "the saved trace" 0 rtla analyze stop.txt
test_that "the saved trace has the same cause" out_has ' % of .* us: inject/1:[0-9]* .*preemption off'
wait
preempt_off 300
exits "a stop, saved for KernelShark" 2 timerlat top -q -k -c 1 -T 250000 -s 250000 -d 60 -t stop.dat
exits "the trace for KernelShark can be analysed" 0 rtla analyze stop.dat
test_that "the trace for KernelShark has the same cause" out_has ' % of .* us: inject/1:[0-9]* .*preemption off'
wait
if has per_cpu/cpu0/timerlat_fd; then
	preempt_off 300
	exits "a stop of processes" 2 timerlat top -q -c 1 -a 250000 -d 60 --tracer kernel
	test_that "the analysis of a stop of processes names the cause" out_has 'inject/1:[0-9]*  *[0-9]'
	wait
fi
if [ -e /sys/kernel/btf/vmlinux ]; then
	preempt_off 300
	exits "a stop, by the tracer that explains more" 2 timerlat hist -c 1 -a 250000 -d 60 --json bpf.json
	test_that "BPF programs explain a stop without being asked for" jq -e '.measured_by == "bpf" and .stop.analysis.tracer == "bpf"' bpf.json
	test_that "stderr says why it is not the kernel's own tracer" err_has "^rtla: BPF programs measure: the module .*, and they tell more of a hit than this kernel's own tracer$"
	test_that "the analysis by the tracer that explains more names the cause" out_has ' % of .* us: inject/1:[0-9]* .*preemption off'
	wait
fi
while_measuring sh -c "echo 'irqs_off 1 0 300000000' >$inject"
exits "a stop in the interrupt" 2 timerlat hist -k -c 1 -i 250000 -d 60 -s 250000
test_that "the analysis of a stop in the interrupt names the cause" out_has 'inject/1:[0-9]* kept interrupts off'
wait
while_measuring sh -c "echo 'irqs_off 1 0 300000000' >$inject"
rm -f timerlat_trace.txt
exits "a hit of the interrupt, with -a" 2 timerlat top -q -k -c 1 -a 250000 -d 60 --json both.json
test_that "the hit of the interrupt is told as before" out_has '^rtla timerlat hit stop tracing$'
test_that "the trace of the hit of the interrupt has the name that it had" [ -s timerlat_trace.txt ]
test_that "the report of the hit of the interrupt has the IRQ latency" out_has '^  IRQ latency:  *[0-9.]* us$'
test_that "the report of the hit of the interrupt ends with the thread latency" out_has '^  Thread latency:  *[0-9.]* us (100%)$'
test_that "the cause of the hit of the interrupt is named" out_has 'inject/1:[0-9]* kept interrupts off'
test_that "the stack of the interrupt is there" out_has '^ *-> run_irqs_off \[rtla_inject\]$'
test_that "the stop is that of the thread" jq -e '.stop | .context == "thread" and .latency_ns > 290000000' both.json
wait
# A program of a higher priority is woken meanwhile, and gets the CPU when the interrupts are on
# again, so that the thread does not run for as long as the program spins.
mkfifo go
cat >spinner <<'X'
read -r _ <go
look() { read -r up _ </proc/uptime && now=${up%.*}${up#*.}; }
look
end=$((now + 80))
while look && [ "$now" -lt $end ]; do :; done
X
# It must not be woken before: while it spins, the thread sets no timer that could be late. Its
# interrupts come each ms, so that there are none if none has come for a while.
cat >starve <<X
ticks() { awk '/LOC:|arch_timer/ { print \$3; exit }' /proc/interrupts; }
echo 'irqs_off 1 0 600000000' >$inject &
until before=\$(ticks) && sleep 0.05 && [ "\$before" = "\$(ticks)" ]; do :; done
echo >go
X
chrt -f 97 taskset -c 1 sh spinner &
while_measuring taskset -c 0 sh starve
exits "a hit of the interrupt, with -a, whose thread does not run" 2 timerlat top -q -k -c 1 -a 250000 -d 60 --json starved.json
test_that "the stop is that of the interrupt if its thread does not run" jq -e '.stop | .context == "irq" and .latency_ns > 250000000' starved.json
test_that "the report ends with the IRQ latency if its thread does not run" out_has '^     IRQ latency:  *[0-9.]* us (100%)$'
test_that "the trace of a hit whose thread does not run has its sample" sh -c \
	"rtla analyze timerlat_trace.txt | grep -q '^     IRQ latency: .* (100%)\$'"
wait
while_measuring sh -c "echo 'irq_work 1 0 40000000' >$inject"
exits "a stop of osnoise" 2 osnoise top -q -c 1 --tracer kernel -p 200000 -r 200000 -s 30000 -d 60 --json single.json
# arm64 calls all interrupts that CPUs send to each other by one name.
test_that "the results of a stop of osnoise name the cause" jq -e '.stop | .context == "single" and any(.analysis.parts[].causes[]?; (.name | . == "irq_work" or . == "IPI") and .ns > 35000000)' single.json
wait
# Each step of osnoise is a hit here, so that some are recorded before the instances are on.
for turn in 1 2 3; do
	exits "noise all of the time, $turn" 2 timeout 20 osnoise top -q -s 1 --tracer kernel
done
# shellcheck disable=SC2016
exits "what an action sees" 2 timerlat top -q -k -c 1 -T 1 --on-threshold \
	shell,command="pgrep -x timerlat/1 >seen; cat $tracefs/osnoise/stop_tracing_total_us >>seen; ps -o comm= --ppid \$PPID >children"
test_that "an action sees the measuring thread, and the threshold" same "$(sed '1s/^[0-9]*$/thread/' seen | paste -sd ' ')" "thread 1"
test_that "an action sees no child of the command that does not measure" same "$(grep -cvE '^(sh|bash|ps)$' children)" 0
exits "osnoise for less than two periods" 0 osnoise top -q -d 1
while_measuring sh -c "for i in 1 2 3; do echo 'preempt_off 1 0 300000000' >$inject; sleep 0.5; done"
exits "hits that are kept" 0 timerlat top -q -k -c 1 -T 250000 -d 5 --keep 2 --json kept.json
test_that "the longest hits are kept" jq -e '.kept | length == 2 and all(.[]; .latency_ns > 290000000)' kept.json
test_that "each hit that is kept has its cause" out_has '^  [0-9]* % of .* us: inject/1:'
test_that "the measurement goes on between them" jq -e '.all.latencies.thread.count + .losses.skipped_periods + .losses.unwatched_ns / 1000000 > 4500' kept.json
wait
nothing_changed "hits"

# ---- One at a time ----------------------------------------------------------------------------

background timerlat top -q -k
exits "a second run" 4 osnoise top -q -d 1
test_that "stderr says which process measures" err_has "^rtla: tracefs: instance rtla.$run.kernel: process $run measures with the kernel's own tracer"
interrupted "the first run"
mkdir $tracefs/instances/foreign
echo osnoise >$tracefs/instances/foreign/current_tracer
exits "somebody else's tracer" 4 timerlat top -q -d 1
test_that "stderr names the instance of somebody else's tracer" err_has "^rtla: tracefs: instance foreign has the kernel's own tracer on"
mkdir $tracefs/instances/left
echo osnoise >$tracefs/instances/left/current_tracer
exits "doctor, where two have been left" 2 rtla doctor --json doctor.json
test_that "the doctor says to remove both instances" jq -e '.environment.checks[] | select(.name == "tracer") | .status == "failure" and (.remedy | test("rmdir .*/foreign .*/left|rmdir .*/left .*/foreign"))' doctor.json
rm doctor.json
rmdir $tracefs/instances/foreign $tracefs/instances/left
nothing_changed "several runs"

# ---- The recipe for LAVA ----------------------------------------------------------------------

# shellcheck source=tests/vm/guest/lava.sh
. /tests/lava.sh
lava 'thr.max<=9s'
test_that "the recipe for LAVA passes without the module" same "$(lava_passed)" \
	"thr.max__9s --result pass --measurement N --units us;rtla-verdict --result pass"
test_that "the recipe for LAVA uses what measures here" jq -e '.measured_by == "kernel" and .configuration.duration_ns == 3000000000' /tmp/lava.out/rtla.json
lava 'thr.max<=1ns'
test_that "the recipe for LAVA fails without the module" same "$(grep -o 'result [a-z]*' /tmp/lava | paste -s -d ' ')" "result fail result fail"
nothing_changed "the recipe"

# ---- Recorded by others -----------------------------------------------------------------------

# Threads of the kernel have to measure, and only their latency ends the recording.
! has options || echo OSNOISE_WORKLOAD >$tracefs/osnoise/options
echo 0 >$tracefs/osnoise/stop_tracing_us
echo 5000 >$tracefs/osnoise/stop_tracing_total_us
echo 5000 >$tracefs/osnoise/print_stack
# The stack ends early where the injector is interrupted in a thunk, whose caller the kernel does
# not find.
in_spin() { rtla analyze others.dat | grep -q 'inject/1:[0-9]* .* in spin'; }
exits_once in_spin "trace-cmd record" 0 trace-cmd record -p timerlat -e osnoise -o others.dat \
	sh -c "sleep 1; echo 'preempt_off 1 0 30000000' >$inject; sleep 1"
trace-cmd reset
trace-cmd record -p timerlat -e osnoise --date -o others-date.dat \
	sh -c "sleep 1; echo 'preempt_off 1 0 30000000' >$inject; sleep 1" >/dev/null
trace-cmd reset
changed
trace-cmd report -i others.dat --ts-offset 5000000000000 >others-offset.txt
trace-cmd report -t others-date.dat >others-date.txt
trace-cmd report others.dat >others.txt
trace-cmd report -l others.dat >others-l.txt
trace-cmd report -t others.dat >others-t.txt
trace-cmd report others.dat | gzip >others.txt.gz
cause_or_cut() {
	out_has '^  [0-9]* % of .* us: inject/1:[0-9]* .* in ' &&
		{ out_has ' in spin' || err_has 'prints only the 8 innermost functions of a stack'; }
}
exits "analysis of others.dat" 0 rtla analyze others.dat
test_that "the analysis of others.dat names the cause" out_has '^  [0-9]* % of .* us: inject/1:[0-9]* .* in spin'
for file in others.txt others-l.txt others-t.txt others.txt.gz others-offset.txt others-date.dat others-date.txt; do
	exits "analysis of $file" 0 rtla analyze $file
	test_that "the analysis of $file names the cause, or says that the stack is cut" cause_or_cut
done
exits "analysis of a trace with a date" 0 rtla analyze others-date.dat
test_that "trace-cmd record --date has shifted its times" err_has 'later than those in its events: they are read without that'
rtla analyze others.txt >unshifted.report 2>/dev/null
exits "analysis of a trace with an offset" 0 rtla analyze others-offset.txt
test_that "a trace with an offset has the report of the one without" same "$(cat out)" "$(cat unshifted.report)"
nothing_changed "a recording of trace-cmd"

# ---- Killed -------------------------------------------------------------------------------------

for command in "timerlat top -q -k" "timerlat hist" "osnoise top -q" "timerlat top -q -k -a 900000 -e sched:sched_switch --dump-tasks"; do
	# shellcheck disable=SC2086
	background $command
	kill -KILL $run
	wait $run 2>/dev/null
	test_that "$command, killed: nothing is left" eventually undone
done
for delay in 0 0.2 0.4; do
	timerlat top -q >out 2>&1 &
	sleep $delay
	kill -KILL $!
	wait $! 2>/dev/null
	test_that "a run killed after $delay s leaves nothing" eventually undone
done
background timerlat top -q -k
kill -KILL "$(pgrep -x latency-guard)" $run
wait $run 2>/dev/null
test_that "a run killed with its guard leaves threads" workloads
exits "the next run" 0 osnoise top -q -d 1 -p 100000
test_that "stderr says what the next run restores" err_has "^rtla: /run/rtla/[0-9]*: that run and its guard were killed: restored [0-9]* settings of the kernel's tracers$"
nothing_changed "the next run"
all_symbols
eventually rmmod rtla_inject 2>/dev/null
with_module
