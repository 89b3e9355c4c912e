#!/bin/sh
# The tracer by BPF programs: it measures without the module, names injected causes as the
# module does, needs three capabilities and no tracefs, and leaves nothing behind.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
cd /tmp || exit 1
amount=40000	# us; a slow machine's own noise is far below half of it
modprobe rtla_inject
calm_memory
# The shell itself does not run where it is measured.
taskset -p -c 0 $$ >/dev/null

# programs: prints the programs that are loaded, as the list of functions has them
programs() { grep -o 'bpf_prog_[0-9a-f]\{16\}_[a-z_]*' /proc/kallsyms; }
no_programs() { ! programs; }

# hit KIND [OPTION...]: have KIND on CPU 1 while timerlat measures; the report is in "said"
hit() {
	hit_kind=$1
	shift
	rm -f saved.txt
	timerlat top --tracer bpf -q -c 1 -d 30 -T $((amount / 2)) -s 5000 -tsaved.txt "$@" >said 2>&1 &
	measures=$!
	eventually pgrep -x timerlatu/1 >/dev/null
	sleep 1
	echo "$hit_kind 1 0 ${amount}000" >$inject
	wait $measures
	cat said
}
# named KIND WHAT: succeed if the latency is put down to WHAT, a regular expression
named() { hit "$1"; grep -Eq "^  [0-9]+ % of [0-9.]+ us: $2" said; }
# adds_up: the parts of the last hit add up, and nearly all is explained
adds_up() { jq -e '.hits[0].analysis | ([.parts[].ns] | add) + .unexplained_ns == .latency_ns and .unexplained_ns < .latency_ns / 50' report.json; }
# read_again: the saved trace tells the same as the run did
read_again() {
	rtla analyze saved.txt --json report.json >again || return 1
	grep '^  .* us: ' said >told && grep '^  .* us: ' again | diff told -
}
# close: the cause took as long as the injector says: from its begin, or from when the timer
# was to expire, to its end; the tick interrupts some causes, and the stack was taken in them
close() {
	read -r _ _ _ begin finish _ <$inject
	awk '$0 ~ / stop: / { for (i = 1; i < NF; i++) if ($i == "t_w") print $(i + 1) }' saved.txt >t_w
	[ "$begin" -gt "$(cat t_w)" ] || begin=$(cat t_w)
	jq -e --argjson whole $((finish - begin)) '.hits[0].analysis | [.parts[].causes[].ns] | max |
		. > $whole * 0.97 and . < $whole * 1.03' report.json
}

test_that "no program is loaded before" no_programs
exits "timerlat measures by BPF" 0 timerlat top --tracer bpf -q -c 1 -d 1
test_that "the table has a row of its CPU" out_has '^  1 #[0-9]'
exits "a result tells what has measured" 0 timerlat hist --tracer bpf -c 0-1 -d 1 --json result.json
test_that "the result is measured by bpf" jq -e '.measured_by == "bpf"' result.json
test_that "the result has all three latencies of both CPUs" \
	jq -e '[.cpus[].latencies | .irq.count, .thread.count, .user.count] | length == 6 and all(. > 100)' result.json

# RT has no softirqs of its own: threads run them.
causes='preempt_off irqs_off irq softirq fifo'
held='inject/1:[0-9]+ kept preemption off in spin'
case $(uname -v) in *PREEMPT_RT*) causes='preempt_off irqs_off irq fifo' ;; esac
for kind in $causes; do
	case $kind in
	preempt_off) what=$held ;;
	irqs_off) what='inject/1:[0-9]+ kept interrupts off in run_irqs_off' ;;
	irq) what='the interrupt rtla_inject:[0-9]+ held off' ;;
	softirq) what='the softirq TASKLET:6' ;;
	fifo) what='inject/1:[0-9]+ ran in spin .*, with real-time priority 99' ;;
	esac
	test_that "$kind by BPF is named" named "$kind" "$what"
	test_that "$kind by BPF: the saved trace tells the same" read_again
	test_that "$kind by BPF adds up" adds_up
	test_that "$kind by BPF has its time" close
done
test_that "the analysis says that BPF programs have recorded it" jq -e '.hits[0].analysis.tracer == "bpf"' report.json

background timerlat top --tracer bpf -q -c 1
eventually pgrep -x timerlatu/1 >/dev/null
test_that "programs are loaded while it measures" programs
kill -9 $run
test_that "nothing is left of a run that is killed" eventually no_programs
test_that "no process of a run that is killed is left" eventually no_workloads

exits "kernel threads are refused" 4 timerlat top --tracer bpf -k -q -c 1 -d 1
test_that "the refusal names the reason" err_has 'it measures with processes of user space only'
exits "an event of tracefs is refused" 4 timerlat top --tracer bpf -q -c 1 -T 9000 -t -e sched -d 1
test_that "the refusal names tracefs" err_has '^rtla: --event: the tracer by BPF programs uses no tracefs'

# as_nobody CAPABILITIES: measure as another user than root
as_nobody() {
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps="-all$1" --ambient-caps="-all$1" \
		timerlat top --tracer bpf -q -c 1 -d 1
}
exits "three capabilities are enough" 0 as_nobody ,+bpf,+perfmon,+sys_nice
test_that "the table of another user has its row" out_has '^  1 #[0-9]'
exits "another user without capabilities does not measure" 4 as_nobody ''
test_that "the message names the capabilities" err_has 'run as root, or with CAP_BPF, CAP_PERFMON and CAP_SYS_NICE$'

without_module
exits "BPF programs stand in for the module" 0 timerlat top -q -c 1 -d 1
grep -qw timerlat $tracefs/available_tracers ||
	test_that "a note tells that they measure" sh -c 'timerlat top -c 1 -d 1 2>&1 >/dev/null </dev/null | grep "^rtla: BPF programs measure: "'
with_module
test_that "nothing is left after BPF" nothing_left
test_that "no program is left" no_programs
