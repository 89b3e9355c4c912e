#!/bin/sh
# Traces: which events are recorded, how much of them is kept, and which files
# are saved.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
rm -f -- *.txt

trace() { echo $tracefs/instances/rtla.$run.trace; }
event() { cat "$(trace)/events/$1"; }

# ---- Recorded events -------------------------------------------------------------

background timerlat top -q -k -c 1 -T 9000000 -t --trace-buffer-size 100 \
	-e irq -e sched:sched_switch --filter 'prev_pid > 3' \
	-e sched:sched_wakeup --trigger 'stacktrace if pid == 1'
test_that "-t records all of our events" same "$(event rtla/enable)" 1
test_that "-e SYSTEM: all of its events" same "$(event irq/enable)" 1
test_that "-e SYSTEM:EVENT: the event is enabled" same "$(event sched/sched_switch/enable)" 1
test_that "-e SYSTEM:EVENT: no other of the system is enabled" same "$(event sched/sched_migrate_task/enable)" 0
test_that "--filter is of the event before it" same "$(event sched/sched_switch/filter)" 'prev_pid > 3'
test_that "--filter is not of another event" same "$(event sched/sched_wakeup/filter)" none
test_that "--trigger is of the event before it" sh -c "grep 'stacktrace:.* if pid == 1' $(trace)/events/sched/sched_wakeup/trigger"
test_that "--trace-buffer-size is that of the trace" between "$(cat "$(trace)/buffer_size_kb")" 100 108
interrupted
test_that "a trace that was not hit is not saved" [ ! -e timerlat_trace.txt ]

background timerlat top -q -k -c 1 -T 9000000 -e sched:sched_switch
test_that "all of our events are recorded without -t" same "$(event rtla/enable)" 1
test_that "none of other events are recorded without -t" same "$(event sched/enable)" 0
interrupted
exits "an event that does not exist ends it" 1 timerlat top -q -d 1 -t -e no:such
test_that "stderr names the event" err_has 'no:such'
test_that "stderr has one line about the event" err_lines 1
exits "a filter that makes no sense ends it" 1 timerlat top -q -d 1 -t -e sched:sched_switch --filter 'nonsense > 1'
test_that "stderr names the filter" err_has 'nonsense'
test_that "nothing is left" nothing_left

# ---- Saved files -------------------------------------------------------------------

# ends_with_stop FILE: succeed if the stop is the last event of its CPU. Another
# CPU may be in the middle of an event at the stop, and record that event later.
ends_with_stop() {
	stop_cpu=$(grep ' stop: ' "$1" | grep -o '\[[0-9]*\]') &&
		grep -F "$stop_cpu" "$1" | tail -n 1 | grep ' stop: '
}
# in_order FILE: succeed if each event of a trace is not earlier than the one before it,
# whichever CPU that was on, and there are some
in_order() {
	awk '!/^#/ && match($0, / [0-9]+\.[0-9]+: /) {
			at = substr($0, RSTART, RLENGTH - 2) + 0
			if (at < last) { print before; print; bad = 1 }
			last = at; before = $0; n++
		}
		END { exit bad || n < 2 }' "$1"
}
saved_by_default() {
	file=$1
	shift
	rm -f "$file"
	exits "$* -t" 2 "$@" -t
	test_that "stdout says where the trace goes" out_has "^  Saving trace to $file$"
	test_that "the trace is there" [ -s "$file" ]
	test_that "the trace can be read by everybody" same "$(stat -c %a "$file")" 644
	test_that "the stop is the last event of its CPU" ends_with_stop "$file"
	test_that "the trace is in the order of time" in_order "$file"
}
saved_by_default timerlat_trace.txt timerlat top -q -k -T 1
saved_by_default timerlat_trace.txt timerlat hist -u -T 1
saved_by_default osnoise_trace.txt osnoise top -q -s 1
saved_by_default osnoise_trace.txt osnoise hist -S 1 -r 100000 -p 100000
saved_by_default osnoise_trace.txt hwnoise -q -S 1 -T 1 -r 100000 -p 200000 --on-end shell,command=true

# From 6.10 on, the analysis maps the pages of the ring buffer, and so leaves the events
# there: then the report does not wait for the trace.
mapped() { [ "$(printf '6.10\n%s\n' "$(uname -r)" | sort -V | head -n 1)" = 6.10 ]; }
exits "a trace that is analysed and saved" 2 timerlat top -q -k -T 1 -t both.txt
said=$(grep -n '^  Saving trace to both.txt$' /tmp/out | cut -d: -f1)
if mapped; then
	test_that "the trace is saved after the report" same "$said" "$(wc -l </tmp/out)"
else
	test_that "the trace is saved before the table" same "$said" 1
fi
test_that "the saved trace has all of the latency" out_lacks 'are missing'
test_that "the analysis of the saved trace is that of the report" sh -c "rtla analyze both.txt | grep ' %) *\$\|(100%)' >both.1; grep -F -f both.1 /tmp/out | diff both.1 -"
test_that "the analysis of the saved trace has parts" [ "$(wc -l <both.1)" -gt 3 ]

exits "-e and -t" 2 timerlat top -q -k -T 1 -t=other.txt -e sched:sched_switch
test_that "the trace has the other events, too" file_has other.txt 'sched_switch:'
exits "hist -t FILE" 2 osnoise hist -s 1 -t osnoise.txt
test_that "the trace of a histogram is there" file_has osnoise.txt 'sample_threshold:'

# ---- Functions and probes

echo 'p:rtla_test/entered do_nanosleep' >$tracefs/kprobe_events
exits "calls of functions" 2 timerlat top -q -k -c 1 -T 1 -t functions.txt \
	-e ftrace:function --filter 'hrtimer_* tick_*'
test_that "the functions are in the trace" file_has functions.txt ': hrtimer_[a-z_]* <-'
test_that "no other functions are in the trace" sh -c "! grep ' <-' functions.txt | grep -v ': \\(hrtimer\\|tick\\)_'"
test_that "the analysis is as ever" out_lacks 'are missing'
for _ in 1 2 3 4 5 6 7 8 9; do sleep 0.3; done &
exits "a kprobe" 0 timerlat top -q -k -d 1 -e rtla_test:entered --on-end trace,file=probe.txt
test_that "a trace that is saved while it is recorded is in the order of time" in_order probe.txt
test_that "the kprobe is in the trace" file_has probe.txt ': entered: (do_nanosleep'
test_that "no function is traced any more" same "$(grep -c hrtimer_ $tracefs/enabled_functions)" 0
echo >$tracefs/kprobe_events

# ---- A flood of events ------------------------------------------------------------------

# The flood is on the measured CPU, but does not take all of its time: the
# emulator's CPUs share one CPU of the host.
flood() { while :; do taskset 2 hackbench -g 1 -f 2 -l 100 >/dev/null; sleep 0.2; done; }
flood &
flood=$!
flooded() { "$@" -k -c 1 -e sched -e irq -e timer --trace-buffer-size 100; }
exits "a flood of other events" 0 flooded timerlat hist -T 9000000 -t -d 2
test_that "a flood of other events loses no sample" out_lacks 'missed'
modprobe rtla_inject
flooded_over() { awk '/entries-written/ { split($3, n, "/"); exit !(n[1] < n[2]) }' flood.txt; }
# hit_late COMMAND...: run COMMAND, and cause a latency 3 s after its start.
# Something else may hit before the flood has come: then the run is repeated. In
# a slow emulator the flood leaves little time on that CPU, and the injected
# thread has to wait for it, too.
hit_late() {
	(sleep 3; echo "preempt_off 1 0 200000000" >/sys/kernel/debug/rtla_inject) &
	injector=$!
	"$@"
	late_status=$?
	wait $injector
	return $late_status
}
few_symbols
exits_once flooded_over "a hit in a flood" 2 hit_late flooded timerlat top -q -p 5000 -T 150000 -d 120 -t flood.dat \
	--on-threshold trace,file=flood.txt --perfetto flood.json
test_that "a hit in a flood loses no sample" out_lacks 'missed'
test_that "a hit in a flood is explained by all of its events" out_lacks 'are missing'
test_that "the trace has the other events of the flood" [ "$(grep -cE 'sched_|hrtimer_' flood.txt)" -gt 100 ]
test_that "the trace was overwritten by other events" flooded_over
test_that "the trace has what led to the stop" ends_with_stop flood.txt
test_that "the trace has what led to the stop from the timer on" sh -c "t_w=\$(sed -n 's/.* stop: .* t_w \([0-9]*\) .*/\1/p' flood.txt) && grep \"timerlat_sample: .* context    irq .* t_w=\$t_w \" flood.txt"
test_that "the trace of a flood can be analysed elsewhere" sh -c "rtla analyze flood.txt | grep '^  [0-9]* % of ' | grep -F -f - /tmp/out"
test_that "the trace of a flood on two CPUs is in the order of time" in_order flood.txt
trace-cmd report flood.dat >flood.report 2>/dev/null
test_that "trace-cmd opens the flood as trace.dat" same "$(grep -c ' stop: ' flood.report)" 1
test_that "trace-cmd finds what led to the stop" same "$(grep -c 'sched_\|hrtimer_' flood.report)" \
	"$(grep -c 'sched_\|hrtimer_' flood.txt)"
# flood.json has the cause sentence, with which the analysis text ends, and what
# only this file has: slices of the latency and of its parts.
test_that "the file for Perfetto has the same cause" sh -c "grep -o '\"cause\":\"[^\"]*\"' flood.json | cut -d '\"' -f 4 | grep -F -f - /tmp/out"
test_that "the file for Perfetto has the latency and its parts" same "$(grep -o '"name":"thread latency [0-9]\|"part":"blocking thread"' flood.json | sort -u | wc -l)" 2
test_that "the file for Perfetto has threads that ran, of the run itself" grep -q '"threads that ran"' flood.json
test_that "the file for Perfetto has arrows from wakers to where threads run, of the run itself" same \
	"$(grep -o '"ph":"[sf]","name":"wakes","cat":"sched"' flood.json | sort -u | wc -l)" 2
# libtraceevent knows functions of a trace.dat without their module.
test_that "the analysis of trace.dat is the same" sh -c "rtla analyze flood.txt | sed 's/ \[rtla\]$//' >flood.1; rtla analyze flood.dat --perfetto flood.json | diff flood.1 -"
# A binary trace has the wake-ups of the flood, too.
test_that "the file for Perfetto has threads that ran" sh -c "grep -o '\"threads that ran\"' flood.json"
test_that "the file for Perfetto has arrows from wakers to where threads run" same \
	"$(grep -o '"ph":"[sf]","name":"wakes","cat":"sched"' flood.json | sort -u | wc -l)" 2
kill $flood
pkill hackbench
wait $flood 2>/dev/null

# ---- Print formats --------------------------------------------------------------------

# What a stack waits for is known: the injector.
cat >kinds.sh <<'X'
(sleep 3; echo "preempt_off 1 0 20000000" >/sys/kernel/debug/rtla_inject) &
timerlat top -q -k -c 1 -T 15000 -s 50 -d 20 --counters
(for _ in 1 2 3 4 5 6 7; do sleep 0.5; vm-nmi 1; done) &
osnoise top -q -c 0 -p 200000 -r 190000 -d 3
rtla wakeup top -q -d 1 -- cyclictest -q -m -l 100 -i 2000 -p 80 -t 1
rtla overheads top -q -d 1 -- cyclictest -q -m -l 100 -i 2000 -p 80 -t 1
rtla bound -q -d 1
X
injected() { trace-cmd report kinds.dat 2>kinds.err >kinds.report && grep ' stack: .*=> run_preempt_off ' kinds.report; }
exits_once injected "trace-cmd records all kinds" 0 trace-cmd record -q -e rtla -o kinds.dat sh kinds.sh
test_that "trace-cmd can print all events" file_lacks kinds.report FAILED
test_that "trace-cmd has no complaint about a format" [ ! -s kinds.err ]
for event in "$tracefs"/events/rtla/*/; do
	event=${event%/}
	test_that "trace-cmd prints the event ${event##*/}" grep -m 1 " ${event##*/}: *[a-zA-Z0-9<#]" kinds.report
done
test_that "trace-cmd names the functions of a stack" grep ' stack: .* pid=[0-9]* =>.* => run_preempt_off => inject_thread => kthread => ret_from_fork' kinds.report
all_symbols
test_that "trace-cmd prints no stack without a frame" sh -c "! grep ' stack: ' kinds.report | grep -v ' pid=[0-9]* => [a-z_]'"

# ---- Histograms of events ------------------------------------------------------------

exits "a hist trigger" 0 timerlat top -q -k -d 1 -t -e rtla:irq_noise --trigger 'hist:keys=desc'
test_that "stdout says where the histogram goes" out_has '^  Saving event rtla:irq_noise hist to rtla_irq_noise_hist.txt$'
test_that "the histogram of a trigger counts" file_has rtla_irq_noise_hist.txt 'hitcount: *[1-9]'
exits "a hist trigger of osnoise" 0 osnoise top -q -d 2 -p 200000 -t -e sched:sched_switch --trigger 'hist:keys=next_comm'
test_that "the histogram of osnoise's trigger counts" file_has sched_sched_switch_hist.txt 'hitcount: *[1-9]'
test_that "nothing is left" nothing_left
