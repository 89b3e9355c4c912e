#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla bound": the bound of the scheduling latency of each CPU, alone, beside other
# sessions, while CPUs go and come; gates; and what is left when it is interrupted, killed,
# or has no module. On a machine as slow as the guest, a probe that came every 50 us would
# take all of its time, so it comes seldom here. The clock is not that of instructions: the
# host may stop the guest's CPU anywhere, and then a run may show a latency over the bound.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
cd /tmp || exit 1
# shellcheck source=tests/vm/guest/bound_results.sh
. /tests/bound_results.sh

# six_columns: succeed if the output has six columns for each CPU
six_columns() {
	same "$(grep -cE '^  (No interrupts|Worst single interrupt|Single \(worst\) of each interrupt|Sporadic|Sliding window|Sliding window with oWCET) +[0-9.-]+ ' /tmp/out)" \
		$((6 * cpus))
}

# holds: succeed if the last run has found that the bound of each CPU holds
holds() { of_cpus .holds; }

exits_once holds "a bound" 0 rtla bound -q -d 4 --probe 1ms --json /tmp/r.json --gate 'bound.none<=1s' --gate 'psd.count>=100'
sed 's/^/# /' /tmp/out
test_that "the bound has six columns for each CPU" six_columns
test_that "the scheduler is measured exactly" \
	of_cpus '.variables | [.psd, .dst | .lower_ns > 0 and .lower_ns == .upper_ns] + [.dst.method == "exact"] | all'
# Before 6.14, no tracepoint tells where a call of the scheduler ends that does not switch.
case $(uname -r) in
6.1.* | 6.12.*) method=switches ;;
*) method=exact ;;
esac
test_that "the figure of psd says of which calls" of_cpus ".variables.psd.method == \"$method\""
test_that "no call with a switch is longer than all calls" \
	of_cpus '.variables | .dst.lower_ns <= .psd.lower_ns'
test_that "preemption off lies between two numbers" \
	of_cpus '.variables.poid | .method == "bracket" and .lower_ns <= .upper_ns'
test_that "the longest window is no shorter than the distance of probes" \
	of_cpus '.variables.poid.upper_ns >= .probe.longest_gap_ns'
in_time "the probe comes 1000 to 2000 times a second" \
	of_cpus '.probe.count >= 3000 and .probe.count <= 8100'
test_that "the timer is among the interrupts" \
	of_cpus "[.interrupts[] | select(.name == \"$(timer_irq | cut -d : -f 1)\" and .owcet_ns > 0)] | length == 1"
test_that "the entry of interrupts is known" of_cpus '.irq_entry_ns | .count > 0 and .average > 0 and .max >= .average'
test_that "each column is at least as high as that without interrupts" \
	of_cpus '.columns | .none as $none | [.[] | .upper_ns == null or .upper_ns >= $none.upper_ns] | all'
test_that "no lower end is above the upper one" \
	of_cpus '.columns | [.[] | .upper_ns == null or .lower_ns <= .upper_ns] | all'
test_that "what was observed lies under the bound" \
	of_cpus '.holds and .observed.thread_ns <= ([.columns.each.upper_ns, .columns.window.upper_ns // 1e12] | max)'
test_that "no event was lost" jq -e '.losses | .lost_events == 0 and (.lost_more | not)' /tmp/r.json
exits_once holds "a histogram" 0 rtla bound hist -d 3 -b 5 -E 100 --probe 1ms --json /tmp/r.json
test_that "the histogram has a column for each variable, and what was observed" out_has '^Index *poid *paie *dst *psd *idle *observed'
test_that "the histogram has the six columns below it" six_columns
modprobe rtla_inject || exit 1
# Windows that the probe cannot miss
for _ in 1 2 3 4 5 6 7 8; do
	sleep 0.7
	echo "preempt_off 0 0 20000000" >/sys/kernel/debug/rtla_inject
done &
exits_once holds "stacks" 0 rtla bound -q -d 3 --probe 1ms -s poid=10us --columns each,window -n --json /tmp/r.json
test_that "each window that the probe met has a stack" \
	jq -e '[.cpus[].bound.variables.poid.stack | length] | max > 0' /tmp/r.json
wait $!
rmmod rtla_inject
exits_once holds "cases" 0 rtla bound -q -d 2 --probe 1ms --cases --json /tmp/r.json
test_that "the cases are shown for each CPU" same "$(grep -c '^  ii-b ' /tmp/out)" "$cpus"
test_that "no case takes longer than all without interrupts" \
	of_cpus '.columns.none.upper_ns as $none | [.cases[].upper_ns <= $none] | all'
rtla bound -q -d 1 --probe 1ms --no-idle --json /tmp/r.json >/tmp/out 2>/tmp/err
test_that "idle is left out" of_cpus '.without_idle'

# ---- A process ends

# Without PREEMPT_RT, the call of the scheduler behind its end frees its memory, and is not
# over before.
# shellcheck disable=SC2154 # It is assigned in lib.sh.
trace=$tracefs/instances/bound
mkdir "$trace"
case $(uname -m) in
x86_64) caller='+0($stack)' ;;
*) caller=%x30 ;;
esac
echo "p:freed __mmdrop from=$caller:symbol" >>"$tracefs/kprobe_events"
# The numbers are those of enum rtla_context.
echo 'context == 23' >"$trace/events/rtla/bound_window/filter"
# record 1|0: record these events, or no more
record() {
	for event in kprobes/freed sched/sched_switch rtla/bound_window; do
		echo "$1" >"$trace/events/$event/enable"
	done
}
background rtla bound -q -d 60 --probe 1ms
record 1
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do /bin/true; done
kill -INT "$run"
wait "$run"
record 0
cat "$trace"/per_cpu/cpu*/trace >/tmp/ends
rmdir "$trace"
echo '-:freed' >>"$tracefs/kprobe_events"
read -r freed late <<end
$(awk '/ sched_switch: / { over = 0 }
	/ bound_window: .* dst / { over = 1 }
	/ freed: .* from="?finish_task_switch/ { freed++; late += over }
	END { print freed + 0, late + 0 }' /tmp/ends)
end
echo "# $freed switches have freed memory, $late of them behind their end"
test_that "calls of the scheduler end behind what they free" same "$late" 0
case $(uname -v) in
*PREEMPT_RT*) ;;
*) test_that "some calls of the scheduler have freed memory" test "$freed" -ge 5 ;;
esac

# ---- Gates

exits "a gate that no CPU can pass" 2 rtla bound -q -d 1 --probe 1ms --gate 'bound.none<=1ns'
test_that "stderr has the gate that failed" err_has 'gate bound.none<=1ns: failed: .* us, the limit is 0.001 us'
exits "a hit" 2 rtla bound -q -d 20 --probe 1ms -T psd=1ns
test_that "the output says that psd hit" out_has 'psd took .* us, the limit is 0.001 us'

# ---- Beside others

timerlat top -q -k -d 20 -p 2000 --json /tmp/t.json >/tmp/timerlat 2>&1 &
eventually anybody_is_measuring
exits_once holds "a bound beside timerlat" 0 rtla bound -q -d 3 --probe 1ms --json /tmp/r.json
kill -INT $!
wait $!
test_that "timerlat's latencies are there" jq -e '.all.latencies.thread.count > 1000' /tmp/t.json
test_that "the probe is no interrupt" of_cpus '[.interrupts[] | select(.name == "rtla_probe")] == []'
background rtla bound -q -d 60 --probe 1ms
exits "a second bound of the same CPUs" 4 rtla bound -q -d 1
test_that "stderr says that another session has the CPUs" err_has 'busy: another session measures it'
kill -INT "$run"
wait "$run"
test_that "Ctrl-C ends it with the figures" six_columns
test_that "nothing is left after Ctrl-C" eventually cleaned
test_that "no thread is left after Ctrl-C" no_workloads

exits "a bound around cyclictest" 0 rtla bound -q --probe 1ms --json /tmp/r.json -- cyclictest -q -m -t 1 -a 0 -p 95 -i 2000 -D 3
grep -E 'Observed|cyclictest' /tmp/out | sed 's/^/# /'
test_that "the bound ends with cyclictest" jq -e '.ended_by == "program"' /tmp/r.json
test_that "the largest latency of cyclictest is beside the bound of its CPU" \
	jq -e '.cpus[0].bound.cyclictest | .count > 500 and .max_ns > 0' /tmp/r.json
exits "a bound that ends cyclictest" 0 rtla bound -q -d 2 --probe 1ms --json /tmp/r.json -- cyclictest -q -m -t 1 -a 0 -p 95 -i 2000
test_that "cyclictest that is stopped tells its latencies" jq -e '.cpus[0].bound.cyclictest.count > 300' /tmp/r.json

# ---- CPUs that go, commands that are killed, and no module

if [ "$cpus" -gt 1 ]; then
	cat >away <<-'end'
		cpu1=/sys/devices/system/cpu/cpu1/online
		sleep 1 && echo 0 >$cpu1 && sleep 1 && echo 1 >$cpu1
	end
	exits "a CPU that goes and comes" 1 rtla bound -q -d 5 --probe 1ms --load 'sh away; sleep 60' --json /tmp/r.json
	test_that "the output says that the CPU went offline" out_has 'CPU 1 went offline, results are incomplete'
	test_that "the time without the CPU is no window" \
		of_cpus '[.variables[].upper_ns | values] | max < 500000000'
fi
background rtla bound -q -d 60 --probe 1ms
kill -KILL "$run"
wait "$run" 2>/dev/null
test_that "a command that is killed leaves nothing" eventually cleaned
test_that "no thread is left by a command that is killed" eventually no_workloads
without_module
exits "a bound without the module" 4 rtla bound -q -d 1
test_that "stderr says what to do without the module" err_has "no such device: .*: load the module with 'modprobe rtla'"
with_module
