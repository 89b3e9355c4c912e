#!/bin/sh
# "rtla analyze" with traces of the kernel's own tracers timerlat and osnoise, of latencies
# with a known cause: as tracefs, as trace-cmd and as upstream's command save them.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
if ! grep -qw timerlat $tracefs/available_tracers; then
	skip "traces of the kernel's own tracers" "this kernel has none"

	exit
fi
settings=$tracefs/osnoise inject=/sys/kernel/debug/rtla_inject instance=$tracefs/instances/kernel
modprobe rtla_inject && mkdir $instance || exit 1
few_symbols
echo 1 >$settings/cpus
echo 1000 >$settings/timerlat_period_us
# osnoise does not sleep between periods, so that all of the cause is noise.
echo 200000 >$settings/runtime_us
echo 200000 >$settings/period_us

# The cause lasts for many periods, so that a timer expires in it whenever it begins, at the
# latest a period later. Nothing else comes near the threshold, also when they begin.
cause_us=40000 threshold_us=25000

# set_stops SETTING...: set these settings of the tracers to the threshold, and no others
set_stops() {
	for setting in stop_tracing_us stop_tracing_total_us print_stack; do echo 0 >$settings/$setting; done
	for setting; do echo $threshold_us >$settings/$setting; done
}
# cause KIND: cause a latency on CPU 1
cause() { echo "$1 1 0 ${cause_us}000 0" >$inject; }
# has_samples DIR: succeed if the tracer has recorded anything in this instance
has_samples() { grep -q '^entries: [1-9]' "$1/per_cpu/cpu1/stats"; }
is_off() { [ "$(cat "$1/tracing_on")" = 0 ]; }

# record TRACER KIND SETTING...: have TRACER record a latency by KIND, in $instance
record() {
	record_tracer=$1 record_kind=$2
	shift 2
	# While osnoise runs, a threshold that was 0 is a hit by any noise.
	set_stops "$@"
	echo 1 >$instance/events/osnoise/enable
	echo 1 >$instance/tracing_on
	echo "$record_tracer" >$instance/current_tracer
	eventually has_samples $instance
	cause "$record_kind"
	eventually is_off $instance
	cat $instance/trace >saved.txt
	echo nop >$instance/current_tracer
}

# explains NAME FILE: test that the report names the time of the cause
explains() {
	exits "$1: the trace can be analysed" 0 rtla analyze "$2" --json report.json
	test_that "$1: the analysis says who recorded the trace" out_has "^  Recorded by the kernel's own tracer"
	test_that "$1: the analysis is complete" out_lacks 'are missing'
	test_that "$1: the analysis adds up" jq -e '.hits | length == 1 and all(.analysis | ([.parts[].ns] | add) + .unexplained_ns == .latency_ns)' report.json
	test_that "$1: the analysis knows nearly all of the latency" jq -e '.hits[0].analysis | .unexplained_ns < .latency_ns / 20' report.json
}
# blames PART NAME: test that one cause of a PART took what the injector did, less the
# interrupts meanwhile
blames() {
	test_that "the cause was $2, for the right time" jq -e --arg part "$1" --arg name "$2" --argjson us $cause_us \
		'([.hits[0].analysis.parts[] | select(.part_id != $part and (.part_id | IN("timer_irq", "irq", "nmi"))) | .ns] | add // 0) as $interrupts
		 | [.hits[0].analysis.parts[] | select(.part_id == $part) | .causes[] | select(.name == $name) | .ns]
		 | length == 1 and .[0] + $interrupts > ($us - 1500) * 1000 and .[0] < ($us + 1500) * 1000' report.json
}

# names_function KEPT [WHY]: test that the sentence says where the thread KEPT the CPU. The kernel
# finds no way out of a thunk for indirect calls, and where its stack ends in one, there is no
# function to name.
names_function() {
	names_sentence=" % of .* us: inject/1:[0-9]* $1"
	out_has "$names_sentence in [a-z_]*$2" || { out_has '-> __x86_indirect_thunk_array$' && out_has "$names_sentence$2"; }
}

section "a trace as tracefs shows it"

record timerlat preempt_off stop_tracing_total_us print_stack
explains "preemption off" saved.txt
blames blocking inject/1
test_that "the sentence says where preemption was off" names_function 'ran on' ', with preemption off or a higher priority[.]$'
record timerlat irqs_off stop_tracing_total_us print_stack
explains "interrupts off" saved.txt
blames delay inject/1
test_that "the sentence says where interrupts were off" names_function 'kept interrupts off' ', or hardware'
record timerlat irqs_off stop_tracing_us stop_tracing_total_us print_stack
explains "interrupts off, a hit in the interrupt" saved.txt
blames delay inject/1
test_that "the own time of the timer's interrupt is not known" jq -e '.hits[0] | .context == "irq" and (.analysis.lacks | index("timer_irq"))' report.json
record timerlat irq_work stop_tracing_total_us print_stack
explains "an interrupt" saved.txt
blames delay irq_work
record osnoise irq_work stop_tracing_us
explains "osnoise" saved.txt
blames irq irq_work
test_that "the hit is a noise" jq -e '.hits[0].context == "single"' report.json
rmdir $instance

section "a trace as trace-cmd saves it"

recorded_by_trace_cmd() { has_samples $tracefs && [ "$(cat $tracefs/current_tracer)" = timerlat ]; }
set_stops
trace-cmd record -q -p timerlat -e osnoise -e sched:sched_switch -o saved.dat sleep 3 >trace-cmd.log 2>&1 &
eventually recorded_by_trace_cmd
set_stops stop_tracing_total_us print_stack
cause preempt_off
test_that "trace-cmd records the trace" wait $!
explains "trace.dat" saved.dat
blames blocking inject/1
test_that "the sentence knows that the thread has a lower priority" out_has ' % of .* us: inject/1:[0-9]* kept preemption off\( in [a-z0-9_]*\)*[.]$'
head -c $(($(stat -c %s saved.dat) * 3 / 4)) saved.dat >cut.dat
exits "a trace.dat that was cut" 1 rtla analyze cut.dat
test_that "stderr says that trace.dat is damaged" err_has 'cut.dat: .*damaged'

section "a trace as upstream's command saves it"

upstream_saved() { [ -f timerlat_trace.txt ] || { cat upstream.log; return 1; }; }
upstream=/opt/upstream-rtla/rtla
if [ -x $upstream ]; then
	set_stops
	$upstream timerlat top -q -k -c 1 -d 20 -a $threshold_us >upstream.log 2>&1 &
	# Nobody knows when it has prepared all.
	while [ -d /proc/$! ]; do
		sleep 1
		cause preempt_off
	done
	test_that "upstream's command saves its trace" upstream_saved
	explains "upstream's trace" timerlat_trace.txt
	blames blocking inject/1
fi
all_symbols
set_stops
echo nop >$tracefs/current_tracer

