#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Sessions from the shell: a line of text that is written to /dev/rtla starts
# one, and reading returns the hit. The first two parts type what a talk on the
# osnoise and timerlat tracers types, with the device in place of
# current_tracer, and expect the same lines.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
# shellcheck disable=SC2154 # It is assigned in lib.sh.
cd "$tracefs" || exit 1
modprobe rtla_inject || exit 1
# Reading the trace takes a while, so the buffers are small.
echo 64 >buffer_size_kb
events() { grep -v '^#' "${1:-trace}"; }
# Another CPU may write an event before it notices that the trace is off.
last_event() { events per_cpu/cpu1/trace | grep -v '^ =>' | tail -n 1; }
# hit: print the hit of the session; it comes soon, or never
hit() { timeout 60 cat <&9; }
# fresh: empty the trace, and switch it on again after a hit
fresh() { echo >trace && echo 1 >tracing_on; }
no_hooks() { same "$(cat /sys/module/rtla/refcnt)" 0 && rmmod rtla && modprobe rtla; }
told() { dmesg | grep -F "rtla: a line of text starts nothing: $1"; }

section "the timerlat tracer"

# Any hit of a session of text may have stopped the trace before.
fresh
exec 9<>/dev/rtla
test_that "a line starts a session" sh -c 'echo timerlat >&9'
echo 1 >events/rtla/enable
sleep 0.3
events | head -n 300 >/tmp/calm
test_that "the trace has the latency of an interrupt, as in the slides" grep -qE '^ +[^ ]+-[0-9]+ +\[00[01]\] .* timerlat_sample: #[0-9]+ +context +irq timer_latency +[0-9]+ ns' /tmp/calm
test_that "the trace has the latency of a thread, as in the slides" grep -qE '^ +timerlat/[01]-[0-9]+ +\[00[01]\] .* timerlat_sample: #[0-9]+ +context thread timer_latency +[0-9]+ ns' /tmp/calm
test_that "both CPUs are measured" same "$(pgrep -c '^timerlat/')" 2
exec 9<&-
test_that "closing the file ends the session" eventually no_workloads

fresh
exec 9<>/dev/rtla
test_that "a line with thresholds starts a session" sh -c 'echo "timerlat cpus=0-1 period_us=1000 stop_tracing_total_us=50000 print_stack=50000" >&9'
exits "reading waits for a hit" 124 sh -c 'timeout 1 cat <&9'
sleep 0.3
echo "preempt_off 1 0 100000000" >/sys/kernel/debug/rtla_inject
hit >/tmp/line
# The stack has a line for each function, and activations go on until the session has ended.
tail -n 200 per_cpu/cpu1/trace >/tmp/hit
cat /tmp/line
test_that "the hit is one line" same "$(wc -l </tmp/line)" 1
test_that "the line of the hit says all about it" grep -qE '^hit cpu 1 thread [0-9]+ ns threshold 50000000 ns #[0-9]+ t_w [0-9]+$' /tmp/line
test_that "the file ends after the line of the hit" same "$(hit)" ""
test_that "the trace of the hit has the interrupts, as in the slides" grep -qE "irq_noise: $(timer_irq) start [0-9]+\.[0-9]{9} duration [0-9]+ ns" /tmp/hit
test_that "the trace of the hit has the interrupt's latency" grep -qE 'timerlat_sample: #[0-9]+ +context +irq timer_latency +[0-9]+ ns' /tmp/hit
test_that "the trace of the hit has the thread that was in the way" grep -qE 'thread_noise: +inject/1:[0-9]+ .*start [0-9]+\.[0-9]{9} duration [0-9]+ ns' /tmp/hit
test_that "the trace of the hit has the thread's latency" grep -qE 'timerlat/1-[0-9]+ .* context thread timer_latency +[0-9]{8,9} ns' /tmp/hit
test_that "the stack follows the thread's latency" grep -q '<stack trace>' /tmp/hit
# The injector reads the clock in a loop, by an indirect call. The kernel cannot walk on from
# the code that such calls go through on x86: a stack that was taken there has nothing else.
injected='^ => (ktime_get|__x86_(indirect|return)_thunk|.*\[rtla_inject\])'
test_that "the stack is of what kept preemption off" grep -qE "$injected" /tmp/hit
grep -qE "$injected" /tmp/hit && grep -q 'thread_noise: *inject/1:' /tmp/hit || sed 's/^/# trace: /' /tmp/hit
latency=$(sed 's/.* thread \([0-9]*\) ns .*/\1/' /tmp/line)
number=$(sed 's/.*#\([0-9]*\) .*/\1/' /tmp/line)
test_that "the line has the numbers of the event" grep -qE "#$number +context thread timer_latency +$latency ns t_w=$(sed 's/.* t_w //' /tmp/line) " /tmp/hit
test_that "the trace is off" same "$(cat tracing_on)" 0
test_that "the last event of the trace is the hit" grep -qE 'stop: session [0-9]+ #'"$number " <(last_event)
cat trace >/tmp/trace.txt
exits "the command explains that trace" 0 rtla analyze /tmp/trace.txt
test_that "the command names the cause" out_has "inject/1"
test_that "the session goes on" workloads
exec 9<&-
test_that "the session goes on until the file is closed" eventually no_workloads

section "the osnoise tracer"

fresh
echo 0 >events/rtla/enable
exec 9<>/dev/rtla
echo rtla:osnoise_sample >set_event
test_that "osnoise without any number starts a session" sh -c 'echo osnoise >&9'
sleep 2.5
events | head -n 300 >/tmp/calm
exec 9<&-
eventually no_workloads >/dev/null
test_that "osnoise has a summary of a period" grep -qE 'osnoise/[01]-[0-9]+ .* osnoise_sample: runtime_ns=1[0-9]{9} noise_ns=[0-9]+ max_sample_ns=[0-9]+ hw_count=[0-9]+ irq_count=[0-9]+ nmi_count=[0-9]+ softirq_count=[0-9]+ thread_count=[0-9]+ ' /tmp/calm
fresh
exec 9<>/dev/rtla
echo rtla >set_event
test_that "osnoise with a threshold starts a session" sh -c 'echo "osnoise period_us=200000 runtime_us=150000 stop_tracing_us=50000" >&9'
# The loop sees nothing of what begins while it pauses, for 50 ms of each period. So the
# injection is repeated, each time at another place of the period, until there is a hit. Its
# thread must not have to wait for that pause to run.
rm -f /tmp/line
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	sleep 0.27
	[ ! -s /tmp/line ] || break
	echo "fifo 1 0 100000000" >/sys/kernel/debug/rtla_inject
done &
hit >/tmp/line
wait $!
events per_cpu/cpu1/trace >/tmp/hit
cat /tmp/line
test_that "a single noise that hits is a line" grep -qE '^hit cpu 1 (single|total) [0-9]+ ns threshold 50000000 ns #[0-9]+ t_w [0-9]+$' /tmp/line
test_that "the trace of the noise has an interrupt, as in the slides" grep -qE "irq_noise: $(timer_irq) start [0-9]+\.[0-9]{9} duration [0-9]+ ns" /tmp/hit
test_that "the trace of the noise has a thread" grep -qE 'thread_noise: +inject/1:[0-9]+ .*start [0-9]+\.[0-9]{9} duration [0-9]+ ns' /tmp/hit
test_that "the trace has the noise that contains interrupt and thread" grep -qE 'osnoise/1-[0-9]+ .* sample_threshold: start [0-9]+\.[0-9]{9} duration [0-9]{8,9} ns interference [0-9]+' /tmp/hit
test_that "the trace of the noise ends with the stop" grep -q 'stop: session' <(last_event)
exec 9<&-
eventually no_workloads >/dev/null
fresh
# The other events would soon replace those of the periods.
echo rtla:osnoise_sample >set_event
exec 9<>/dev/rtla
test_that "hwnoise starts a session" sh -c 'echo "hwnoise cpus=1 period_us=200000" >&9'
test_that "hwnoise has its runtime, and nothing but the hardware" eventually grep -qE 'osnoise_sample: runtime_ns=15[0-9]{7} .* irq_count=0 .*softirq_count=0 thread_count=0 ' trace
exec 9<&-
eventually no_workloads >/dev/null

section "how a hit is read"

# begin_session WORD...: begin a session of timerlat, after the last one has ended
begin_session() {
	exec 9<&-
	eventually no_workloads
	fresh
	exec 9<>/dev/rtla
	echo "timerlat cpus=1 $*" >&9
}
# hit_at_once WORD...: begin a session whose first latency of the thread is the hit
hit_at_once() {
	begin_session "stop_tracing_total_us=1 $*"
}
echo rtla >set_event
hit_at_once tracing_off=0
read -r first <&9
test_that "the shell reads the hit byte by byte" grep -qE '^hit cpu 1 thread [0-9]+ ns .* t_w [0-9]+$' <(echo "$first")
test_that "the shell reads the end after the hit" same "$(hit)" ""
test_that "tracing_off=0 leaves the trace on" same "$(cat tracing_on)" 1
begin_session stop_tracing_us=1
test_that "the interrupt's latency may be the hit" grep -q '^hit cpu 1 irq ' <(hit)
hit_at_once stop_tracing_us=1
test_that "the thread's latency is the hit, where the interrupt's is over a limit, too" grep -q '^hit cpu 1 thread ' <(hit)
mkdir instances/shell
echo 1 >instances/shell/events/rtla/enable
hit_at_once
hit >/tmp/line
test_that "an instance goes on at the hit" same "$(cat instances/shell/tracing_on)" 1
echo traceoff >instances/shell/events/rtla/stop/trigger
hit_at_once
hit >/tmp/line
test_that "an instance that has a trigger ends at the hit" same "$(cat instances/shell/tracing_on)" 0
rmdir instances/shell
hit_at_once
sleep 0.3
test_that "a shell that does not read finds the trace off" same "$(cat tracing_on)" 0
test_that "a hit can still be read when the trace is off" grep -q '^hit ' <(hit)
test_that "a second line is refused" sh -c '! echo osnoise >&9'
test_that "the kernel's log says that the file is a session already" told "the file is a session already"
exec 9<&-
test_that "the session of that file ends" eventually no_workloads
exec 9<>/dev/rtla
test_that "a line needs no newline" sh -c 'printf "timerlat cpus=1" >&9'
test_that "a line without a newline measures the CPUs that it names" same "$(pgrep -l '^timerlat/' | sed 's/.* //')" timerlat/1
exec 9<&-
eventually no_workloads
fresh

# See Documentation/shell.md.
section "histograms"

echo >set_event
fresh
# trigger EVENT TEXT: set or remove a trigger, and test that the kernel takes it
trigger() { test_that "a trigger on $1 is taken" sh -c 'echo "$2" >>"events/rtla/$1/trigger"' sh "$1" "$2"; }
exec 9<>/dev/rtla
echo "timerlat cpus=1" >&9
trigger irq_noise 'hist:keys=desc,duration.log2'
test_that "a histogram counts interrupts by name and duration" eventually grep -qE "^\{ desc: $(timer_irq | cut -d : -f 1) +, duration: ~ 2\^[0-9]+ +\} hitcount: " events/rtla/irq_noise/hist
trigger irq_noise '!hist:keys=desc,duration.log2'
trigger timerlat_sample 'hist:keys=context:lat=timer_latency:onmax($lat).save(seqnum,t_w,pid)'
test_that "a histogram keeps the largest latency, and which it was" eventually grep -qE '^	max: +[0-9]+ +seqnum: +[0-9]+ +t_w: +[0-9]+ +pid: ' events/rtla/timerlat_sample/hist
trigger timerlat_sample '!hist:keys=context:lat=timer_latency:onmax($lat).save(seqnum,t_w,pid)'
echo 'worst u64 latency; u64 irq_latency; u64 irq; u64 thread; char comm[16]; u32 seqnum' >synthetic_events
irq='hist:keys=common_cpu:irq=duration'
thread='hist:keys=common_cpu:thread=duration,who=comm'
irq_latency='hist:keys=common_cpu:irq_latency=timer_latency if context == 0'
worst='hist:keys=common_cpu:latency=timer_latency,i=$irq,t=$thread,w=$who,l=$irq_latency,number=seqnum:onmax($latency).trace(worst,$latency,$l,$i,$t,$w,$number) if context == 1'
trigger irq_noise "$irq"
trigger thread_noise "$thread"
trigger timerlat_sample "$irq_latency"
trigger timerlat_sample "$worst"
echo 1 >events/synthetic/worst/enable
# A thread that is more urgent than timerlat's may run last: try it again, for longer.
for ns in 100000000 200000000 300000000 400000000; do
	echo "preempt_off 1 0 $ns" >/sys/kernel/debug/rtla_inject 9<&-
	sleep 0.3
	! grep -q ' worst: .* thread=[0-9]* comm=inject/1 ' trace || break
done
test_that "a new maximum is traced, with its parts" eventually grep -qE ' worst: latency=[0-9]{8,9} irq_latency=[0-9]+ irq=[0-9]+ thread=[0-9]{8,9} comm=inject/1 seqnum=[0-9]+$' trace
exec 9<&-
echo 0 >events/synthetic/worst/enable
trigger timerlat_sample "!$worst"
trigger timerlat_sample "!$irq_latency"
trigger thread_noise "!$thread"
trigger irq_noise "!$irq"
: >synthetic_events
test_that "triggers and synthetic events are removed again" sh -c '! cat events/rtla/*/trigger synthetic_events | grep -v "^#"'
eventually no_workloads >/dev/null

section "lines that start nothing"

# refused LINE LOG: test that LINE starts nothing, and that the kernel's log says
# why; it shows ten of them in five seconds, so there are pauses. The shell itself
# would write a line for each newline, dd writes everything at once
refused() {
	dmesg -C
	printf %s "$1" >/tmp/refused
	test_that "'$(tr '\n' ' ' </tmp/refused)' is refused" \
		sh -c '! dd if=/tmp/refused of=/dev/rtla bs=4096 conv=notrunc status=none'
	test_that "'$(tr '\n' ' ' </tmp/refused)': the kernel's log says why" told "$2"
}
refused ' ' "it is empty"
refused $'\n' "it is empty"
refused 'timerlatt' "the word 'timerlatt' is none of timerlat osnoise hwnoise"
refused 'cpus=1 timerlat' "the word 'cpus=1' is none of"
refused 'timerlat cpu=1' "the word 'cpu=1' is unknown"
refused 'timerlat cpus=1 cpus=1' "the word 'cpus=1' is there twice"
refused $'timerlat cpus=1\nosnoise' "it is not one line"
refused $'timerlat \a!' "the word '\a!' is unknown"
refused 'timerlat period_us=' "the word 'period_us=' has no number after '='"
sleep 6
refused 'timerlat period_us=-5' "the word 'period_us=-5' has no number after '='"
refused 'timerlat period_us=1e3' "the word 'period_us=1e3' has no number after '='"
refused 'timerlat period_us=1' "a number is out of its range"
refused 'timerlat print_stack=18446744073709551615' "the word 'print_stack=18446744073709551615' has too large a number"
refused 'timerlat runtime_us=5' "the word 'runtime_us=5' does not belong to this workload"
refused 'osnoise print_stack=5' "the word 'print_stack=5' does not belong to this workload"
refused 'osnoise OSNOISE_IRQ_DISABLE=1' "the word 'OSNOISE_IRQ_DISABLE=1' takes no value"
sleep 6
refused 'osnoise tracing_off=2' "the word 'tracing_off=2' is neither 0 nor 1"
refused 'timerlat cpus=' "the word '' is no list of CPUs"
refused 'timerlat cpus=1,x' "the word '1,x' is no list of CPUs"
refused 'timerlat cpus=0-9999' "the word '0-9999' has a CPU that does not exist"
sleep 6
dmesg -C
for _ in {1..50}; do echo nothing >/dev/rtla; done 2>/dev/null
test_that "the log has only some of many refused lines" between "$(dmesg | grep -c nothing)" 1 20
test_that "none of the refused lines started anything" no_workloads
# padded LENGTH: write a line of LENGTH bytes at once
padded() { printf "%-${1}s" "timerlat cpus=1" >/tmp/padded && dd if=/tmp/padded bs="$1" status=none >&9; }
exec 9<>/dev/rtla
test_that "a line of 4097 bytes is too long" grep -q 'Argument list too long' <(padded 4097 2>&1)
test_that "a line of 4096 bytes is not too long" padded 4096
test_that "a line of 4096 bytes is one session" same "$(pgrep -c '^timerlat/')" 1
exec 9<&-

section "the death of the shell"

fresh
bash -c 'exec 9<>/dev/rtla; echo timerlat >&9; read -r line' < <(sleep 60) &
shell=$!
test_that "a shell measures" eventually workloads
kill -KILL $shell
wait $shell 2>/dev/null
pkill -x sleep
test_that "a shell that is killed leaves no thread after 2 s" cleaned
test_that "the shell that was killed leaves no hook" no_hooks
bash -c 'exec 9<>/dev/rtla; echo "osnoise period_us=100000 runtime_us=50000" >&9; cat <&9; echo ended >/tmp/ended' &
shell=$!
test_that "another shell waits in cat" eventually pgrep -x cat
eventually workloads >/dev/null
kill -KILL $shell
wait $shell 2>/dev/null
test_that "a shell that is killed leaves no thread, although cat has the file" cleaned
test_that "cat reaches the end when the shell is killed" eventually sh -c '! pgrep -x cat'
test_that "the shell that waited in cat leaves no hook" no_hooks
/bin/sh -c 'exec 9<>/dev/rtla; /bin/echo timerlat >&9; sleep 1; pgrep -c "^timerlat/" >/tmp/count'
test_that "the session goes on when the program that wrote the line ends" same "$(cat /tmp/count)" 2
test_that "the end of the shell ends the session of a program that has ended" cleaned
