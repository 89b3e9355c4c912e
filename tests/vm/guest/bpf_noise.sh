#!/bin/sh
# Osnoise by BPF programs: processes look for noise, and programs tell what it was, without the
# module; what a process cannot do is refused; nothing is left.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/bpf_injected.sh
. /tests/bpf_injected.sh
# The way from an interrupt to the process is in each noise, and a reading of the clock by a
# process takes the guest more than the 1 us that is noise by default.
# shellcheck disable=SC2034
tool=osnoise unexplained=6

exits "osnoise measures by BPF" 0 osnoise top --tracer bpf -q -c 1 -d 3 -T 50 --json result.json
sed 's/^/# /' /tmp/out
test_that "the table of osnoise by BPF has a row of its CPU" out_has '^  1 #[0-9]'
test_that "the result of osnoise by BPF says what has measured" \
	jq -e '.measured_by == "bpf" and .configuration.threads == "user"' result.json
test_that "osnoise by BPF counts interrupts" jq -e '.cpus[0].periods.irq > 100' result.json
test_that "the noise of osnoise by BPF is a part of the runtime" \
	jq -e '.cpus[0].periods | .noise_ns > 0 and .noise_ns < .runtime_ns / 2' result.json
exits "a histogram of noise by BPF" 0 osnoise hist --tracer bpf -c 1 -d 3 -T 50 -E 1000
test_that "the histogram of noise by BPF has buckets" out_has '^[0-9]*  *[1-9][0-9]*'

# RT has no softirqs of its own: threads run them.
causes='irq softirq fifo'
case $(uname -v) in *PREEMPT_RT*) causes='irq fifo' ;; esac
for kind in $causes; do
	case $kind in
	irq) what='the interrupt rtla_inject:[0-9]+' ;;
	softirq) what='the softirq TASKLET:6' ;;
	fifo) what='inject/1:[0-9]+' ;;
	esac
	judge "noise of $kind by BPF" "$kind" "$what"
done
exits "the noise of a period by BPF can be a hit" 2 osnoise top --tracer bpf -q -c 1 -d 10 -T 50 -S 1

exits "interrupts off are refused by BPF" 4 hwnoise --tracer bpf -q -c 1 -d 1
test_that "the refusal of interrupts off says what to do" err_has 'cannot switch interrupts off: measure osnoise, or load the module$'
exits "preemption off is refused by BPF" 4 osnoise top --tracer bpf --preempt-off -q -c 1 -d 1

background osnoise top --tracer bpf -q -c 1
eventually pgrep -x osnoiseu/1 >/dev/null
kill -9 $run
test_that "no program is left of osnoise that is killed" eventually no_programs
test_that "no process is left of osnoise that is killed" eventually sh -c '! pgrep osnoiseu/'

without_module
grep -qw osnoise $tracefs/available_tracers || {
	exits "BPF programs stand in where there is no tracer of osnoise" 0 osnoise top -q -c 1 -d 2 -T 50 --json result.json
	test_that "BPF programs have measured the noise" jq -e '.measured_by == "bpf"' result.json
}
with_module
test_that "nothing is left after osnoise by BPF" nothing_left
test_that "no program of osnoise is left" no_programs
