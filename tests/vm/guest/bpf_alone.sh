#!/bin/sh
# The tracer by BPF programs on a kernel for which there is no module: it measures by itself, and
# names what programs of users cause, of which each tells or counts how much that was.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
# shellcheck source=tests/vm/guest/bpf_hits.sh
. /tests/bpf_hits.sh
cd /tmp || exit 1
calm_memory
# The shell itself does not run where it is measured.
taskset -p -c 0 $$ >/dev/null

# named WHAT KIND COUNT: succeed if what disturbs CPU 1 is put down to WHAT
named() {
	hit_by sh -c "/root/disturb $2 1 $3 >told" && names "$1"
}
# kept_alive: prints how many packets were sent to keep connections alive
kept_alive() {
	awk '$1 == "TcpExt:" { for (i = 1; i <= NF; i++) if ($i == "TCPKeepAlive") field = i; n = $field } END { print n }' /proc/net/netstat
}

exits "BPF programs measure where there is no module" 0 timerlat top -q -c 1 -d 1 --json result.json
test_that "the result without a module is measured by bpf" jq -e '.measured_by == "bpf"' result.json
# The kernel itself tells which events it has.
expected=
for pair in nmis:nmi_handler tasklets:tasklet_entry calls:csd_queue_cpu; do
	grep -q "btf_trace_${pair#*:}" /sys/kernel/btf/vmlinux || expected="$expected${pair%:*} "
done
test_that "the result tells which events this kernel does not have" \
	same "$(jq -r '.not_seen[].id' result.json | paste -s -d ' ')" "${expected}callbacks causes own_work"
rtla doctor -c 1 --all >doctored
test_that "the doctor tells likewise" sh -c "tr -s '\n ' ' ' <doctored | grep -q 'BPF programs, not for hwnoise and bound; without .*callbacks of RCU'"
test_that "the timer, the switch and the user latency come in this order where there is no module" in_order result.json

exits "BPF programs look for noise where there is no module" 0 osnoise top -q -c 1 -d 3 -T 50 --json result.json
test_that "noise is told by its sources where there is no module" \
	jq -e '.measured_by == "bpf" and .cpus[0].periods.irq > 100' result.json
chrt -f 50 sh -c 'while sleep 0.01; do :; done' &
other=$!
exits "BPF programs watch wake-ups where there is no module" 0 rtla wakeup -q -d 2 --pid $other --children --json result.json
test_that "wake-ups have their parts where there is no module" jq -e '[.threads[] | select(.comm == "sleep").latencies |
	select(.timer.count > 0)] | length > 10 and all(.total.avg_ns >= .timer.avg_ns + .irq.avg_ns + .queue.avg_ns)' result.json
test_that "the result of wake-ups tells that their switch is not seen" \
	jq -e '.not_seen | any(.id == "switch") and all(.id != "own_work")' result.json
exits "BPF programs stop at a wake-up where there is no module" 2 rtla wakeup -q -d 10 --rt -a 1
test_that "the wake-up is explained where there is no module" out_has '^ Wake-up latency: '
exits "BPF programs measure overheads where there is no module" 0 rtla overheads top -q -d 2 --json result.json
test_that "overheads have tracepoints where there is no module" jq -e '.overheads | [."release-latency", .release, .sched,
	.cxs, .wake] | all(.method == "exact" and .count > 30 and .own_ns > 0)' result.json
kill $other
wait $other 2>/dev/null

disturber='disturb:[0-9]+'
test_that "a real-time thread is named" named "$disturber ran.*, with real-time priority 98" fifo $amount
test_that "a real-time thread adds up" adds_up
test_that "a real-time thread has its time" close
test_that "a real-time thread: the saved trace tells the same" read_again
test_that "a stack does not begin with a program" sh -c '! sed -n "/stack trace/{n;p}" said | grep "\["'
# Other kernels let a system call be preempted.
case $(uname -v) in
*PREEMPT*) ;;
*)
	test_that "a long system call is named" named "$disturber kept preemption off in .*, in poll\\(\\)" poll 20000
	test_that "a long system call adds up" adds_up
	test_that "a long system call has its time" close
	;;
esac
test_that "the interrupt that runs many timers is named" named 'the (timer.s interrupt|interrupt local_timer:[0-9]+)(, which)?.* ran posix_timer_fn' timers 4000
test_that "the interrupt adds up" adds_up
# Its first connection makes the kernel's random numbers for all others.
/root/disturb keepalive 0 1 >/dev/null
before=$(kept_alive)
# Timers of seconds expire together, or, if they are set just then, in two softirqs a quarter of a
# second apart: the longer one takes 30 ms at least, so that either is a hit.
amount=20000
test_that "a softirq is named" named "the softirq TIMER:1" keepalive 1400
test_that "a softirq adds up" adds_up
test_that "the softirq has sent the packets" same "$(($(kept_alive) - before))" 1400

if [ "$(prlimit --pid $$ --memlock --output SOFT --noheadings --raw)" = 65536 ]; then
	exits "a user who may lock little memory does not measure" 4 as_nobody ,+bpf,+perfmon,+sys_nice
	test_that "the message names the limit" err_has 'counts the memory of BPF programs as locked, of which this user may have 64 KiB: let root raise that limit'
fi
prlimit --pid $$ --memlock=unlimited
exits "three capabilities are enough" 0 as_nobody ,+bpf,+perfmon,+sys_nice
exits "another user without capabilities does not measure" 4 as_nobody ''
test_that "the message names the missing capabilities" err_has 'this user lacks CAP_BPF and CAP_PERFMON: run as root, or with CAP_BPF, CAP_PERFMON and CAP_SYS_NICE'

exits "BPF programs measure in a namespace of processes" 0 unshare --pid --fork --mount-proc timerlat top --tracer bpf -q -c 1 -d 1 --json inner.json
test_that "the timer, the switch and the user latency come in this order in a namespace" in_order inner.json

if [ "$(uname -r | cut -d. -f1,2)" = 5.10 ]; then
	exits "cycles are refused where programs cannot see where a thread sleeps" 4 rtla cycle -q -d 1 --all
	test_that "the refusal of cycles names the kernel that can" err_has 'does not tell BPF programs where a thread sleeps: boot Linux 5.15 or later$'
fi

background timerlat top --tracer bpf -q -c 1
eventually pgrep -x timerlatu/1 >/dev/null
kill -9 $run
test_that "nothing is left of a run that is killed" eventually no_programs
test_that "no process of a run that is killed is left" eventually no_workloads
