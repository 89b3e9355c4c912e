#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: how they end, and which losses make their results
# doubtful.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
last=$(sed 's/.*[-,]//' /sys/devices/system/cpu/online)

# ---- losses, and whether they make a result doubtful

# Samples can only be lost on the way through a trace.

SIM=lost=1000 run timerlat top --source trace -k -q -d 1 -c 0
exits "lost events exit with 1" 1
grep -qE '^1000 \([0-9.]+%\) events missed, results might not be accurate$' "$work/out"
ok "the output says how many events are lost"
SIM=gap=15 run timerlat top --source trace -k -q -d 1 -c 0
exits "samples that are missing without a word exit with 1" 1
grep -qE '^30 \([0-9.]+%\) events missed, results might not be accurate$' "$work/out"
ok "missing samples of both contexts are told"
SIM=unseen=50 run timerlat top --source trace -k -q -d 1 -c 0
[ $status -eq 1 ] &&
	grep -qE '^100 \([0-9.]+%\) events missed, results might not be accurate$' "$work/out"
ok "missing samples at the end are told"
SIM=unseen=50,hit=200 run timerlat top --source trace -q -T 100 -d 5
! grep -q missed "$work/out"
ok "missing samples after a hit are not told"
SIM=lost=1000,hit=200 run timerlat top --source trace -q -d 5 -T 100
exits "a hit with lost events exits with 2" 2
SIM=offline=1 run timerlat top -q -d 1
exits "a CPU that went offline exits with 1" 1
has "$out" "CPU $last went offline, results are incomplete"
ok "the output says that the results are incomplete"
SIM=skipped=7 run timerlat top -q -d 1
exits "skipped periods are no error" 0
has "$out" "7 periods skipped: CPU $last (7)"
ok "the output says how many periods are skipped"

SIM=sessions=3 run timerlat top -k -q -d 1 --gate 'thread.max<1s'
exits "other sessions are no error, also with gates" 0
has "$out" "2 other sessions of rtla.ko ran beside this one; a session adds up to some hundred instructions to each latency or noise of the others: see Documentation/performance.md"
ok "the output says how many sessions there were"
for sessions in 1 0; do
	SIM=sessions=$sessions run timerlat top -k -q -d 1
	! grep -q session "$work/out"
	ok "no other session, or an unknown number of them, is not told (sessions=$sessions)"
done

SIM=cpus=2,untraced=412 run timerlat top -k -q -d 1
exits "interrupts that no event tells of are no loss" 0
has "$out" "412 interrupts without a tracepoint (HVS) are counted as hardware or unexplained: CPU 1 (412)"
ok "the output says how many interrupts that were"
SIM=cpus=2,untraced=412 run osnoise top -q -d 1 -c 0
! grep -q tracepoint "$work/out"
ok "interrupts of other CPUs are not told"

SIM=gap=15 run timerlat top --source trace -q -d 1 -c 0
grep -qE '^45 \([0-9.]+%\) events missed' "$work/out"
ok "missing samples of three contexts are told, with user space"
SIM=suspended=2 run timerlat top -k -q -d 1
exits "a suspend is no loss" 0
has "$out" "system suspended 2 times, nothing was measured until it resumed"
ok "the output says that the machine was suspended"
SIM=cpus=2,steal=12300000 run timerlat top -k -q -d 1 --json r.json --openmetrics m.prom
exits "time that a hypervisor took is no loss" 0
has "$out" "CPU 0-1: up to 12300.00 µs went to the hypervisor: latencies and noise may contain it: give this guest CPUs of its own"
ok "the output says how long a hypervisor had the CPUs"
is "the result says it, from the beginning of the measurement" "$(jq -c '[.cpus[].steal_ns]' r.json)" '[12300000,12300000]'
is "OpenMetrics says it" "$(grep -c '^rtla_steal_seconds_total{cpu="[01]"} 0.012300000$' m.prom)" 2
rm r.json m.prom
SIM=cpus=2 run timerlat top -k -q -d 1
exits "nothing is said without a hypervisor" 0
[[ $out != *hypervisor* ]]
ok "the output does not name a hypervisor that took nothing"

# incomplete NAME SIM OPTION MESSAGE: tests that a run exits with 1 and prints MESSAGE
# because the last CPU was not measured completely
incomplete() {
	SIM=$2 run timerlat top "$3" -q -d 1
	exits "$1" 1
	has "$out" "CPU $last: $4"
	ok "the output says why the results are incomplete"
}
incomplete "a thread that was moved away exits with 1" state=4 -k \
	"measuring thread lost, results are incomplete: do not change its affinity or cpuset"
incomplete "a workload that left exits with 1" detached=1 -u \
	"user-space workload ended early, results are incomplete: do not kill or move it"
incomplete "a workload that never came exits with 1" state=2 -u \
	"no user-space workload, nothing was measured: measure with kernel threads, -k"
SIM=state=2,detached=1 run timerlat top -U -q -d 1
exits "workloads of others may come and go" 0
is "workloads of others that are missing are not told" "$(tail -n 1 "$work/out" | cut -c1-5)" "ALL #"

# ---- signals

for signal in INT TERM HUP; do
	rm -f "$SIM_LOG"
	# A shell starts background jobs with SIGINT ignored, which env takes back.
	env --default-signal=INT timerlat top -q >"$work/out" 2>"$work/err" &
	pid=$!
	begun
	kill -$signal $pid
	wait $pid
	status=$?
	out=$(cat "$work/out")
	exits "SIG$signal ends a measurement like its duration" 0
	is "the table is there after SIG$signal" "$(tables)" 1
	undone "all is undone after SIG$signal"
done

# While user-space workloads start, a signal is an error, so there are none.
rm -f "$SIM_LOG"
env --default-signal=INT timerlat top -k -q --warm-up 60 >"$work/out" 2>"$work/err" &
begun start
kill -INT $!
wait $!
status=$?
exits "a signal also ends the warm-up" 0
undone "all is undone"

# The command is stopped, so it finds both signals at once when it continues: the second
# one is there before the command has read the rest of the samples.
rm -f "$SIM_LOG"
env --default-signal=INT timerlat top --source trace -q >"$work/out" 2>"$work/err" &
begun
kill -STOP $!
kill -INT $!
kill -TERM $!
kill -CONT $!
wait $!
status=$?
exits "a second signal gives up reading the rest" 1
is "stderr says that samples were discarded" "$(cat "$work/err")" \
	"rtla: interrupted twice: buffered samples were discarded, the result is incomplete: press Ctrl-C only once"
is "after that there is still a table" "$(tables)" 1

# ---- output that cannot be written

run bash -c 'timerlat top -d 5 >/dev/full'
exits "a full disk is an error" 1
is "stderr says it once" "$err" \
	"rtla: standard output: No space left on device: the results are lost: send them where they can be written"
undone "all is undone"
run bash -c 'timerlat top -d 5 --json r.json >&-'
is "closed output is told, and not written into another file" "$status $err" \
	"1 rtla: standard output: Bad file descriptor: the results are lost: send them where they can be written"
undone "all is undone"
grep -q '"outcome":"untrusted"' r.json
ok "the results are untrusted, too"
rm -f r.json
run bash -c 'timerlat top -q -k -d 1 --json r.json <&- >/dev/full 2>&-'
exits "a full disk with no descriptor open is an error" 1
[ "$(head -c 1 r.json)" = '{' ]
ok "the results are whole"
rm -f r.json
run bash -c 'timerlat top | true; exit ${PIPESTATUS[0]}'
exits "a closed pipe is an error" 1
is "stderr says that the results are lost" "$err" "rtla: standard output: Broken pipe: the results are lost: send them where they can be written"
undone "all is undone"

is "no file is left" "$(ls)" ""
finish
