#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: the workloads that measure.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=3

# family PID: prints the names of the workloads that are children of PID
family() {
	pgrep -l -P "$1" timerlatu | cut -d' ' -f2 | sort
}

has_family() { [ "$(family $!)" ]; }

# started: waits until the command that was started last has workloads, and measures
started() {
	eventually has_family && begun
}

# ---- workloads that are processes of the command

run timerlat top -q -T 100 -d 5 -c 0,2
called "the tracer makes no threads by default" "start no threads"
called "a process measures on each CPU" "attach 0"
called "each measured CPU has a process" "attach 2"
is "no other CPU has a process" "$(grep -c ^attach "$SIM_LOG")" 2
called "bound to it" "bind timerlatu/2 to 2"
called "a process has FIFO 95" "schedule timerlatu/2 policy=1 priority=95"
is "a process has its priority before it is bound, and then attaches" \
	"$(grep -E 'timerlatu/2|attach 2' "$SIM_LOG" | cut -d' ' -f1)" \
"schedule
bind
attach"
[ "$(grep -n ^attach "$SIM_LOG" | tail -n 1 | cut -d: -f1)" -lt \
  "$(grep -n ^on "$SIM_LOG" | head -n 1 | cut -d: -f1)" ]
ok "all before samples are collected"
grep -q 'Ret user Timer Latency' "$work/out"
ok "user latencies are shown"
undone "all is undone"

run timerlat top -q -d 1 -u -P o:5
called "-u is the default, -P sets the priority" \
	"schedule timerlatu/1 policy=0 priority=0"
run timerlat hist -d 1 -P r:7
called "-P sets the priority in histograms, too" "schedule timerlatu/1 policy=2 priority=7"

SIM=cpus=2,hit=100 run timerlat top -q -T 100 -d 5 \
	--on-threshold shell,command='pgrep -P $PPID timerlatu || echo nobody'
has "$out" nobody
ok "the processes are gone when something is done at a hit that ends it"
SIM=cpus=2,hit=100,hits=1 run timerlat top -q -T 100 -d 1 \
	--on-threshold shell,command='pgrep -l -P $PPID timerlatu | sort -k2' --on-threshold continue \
	--on-end shell,command='pgrep -P $PPID timerlatu || echo nobody'
is "the processes are there when something is done at a hit that goes on" \
	"$(sed '/Timer Latency/,$d; s/.* //' "$work/out")" \
"timerlatu/0
timerlatu/1"
has "$out" nobody
ok "the processes are gone when actions of the end are done"

# ---- other workloads

run timerlat top -q -d 1 -k
! grep -qE 'timerlatu|attach|no threads' "$SIM_LOG"
ok "-k: the tracer makes threads"
! grep -q 'Ret user' "$work/out"
ok "there are no user latencies"
run timerlat top -q -d 1 -U
called "-U: the tracer makes none" "start no threads"
! grep -qE 'timerlatu|attach' "$SIM_LOG"
ok "-U: the command makes none"
run osnoise top -q -d 1
! grep -qE 'timerlatu|attach|no threads' "$SIM_LOG"
ok "osnoise measures with threads of the kernel"

# ---- periods that CPUs take in turn

run timerlat top -q -d 1 -c 0-2 -p 1000,1500,2ms --json r.json
is "CPUs take several periods in turn" "$(sed -n 's/^start periods //p' "$SIM_LOG" | paste -sd ' ')" \
	"1000000 1500000 2000000"
json_is r.json "results have the periods, and the longest" '.configuration | [.period_ns, .periods_ns]' \
	"[2000000,[1000000,1500000,2000000]]"
run timerlat top -q -d 1 -p 1000,1500 --no-period --json r.json
json_is r.json "--no-period leaves one period for all" '.configuration | [.period_ns, .periods_ns]' "[1000000,null]"
rm r.json
refused "--period 99: out of range [100, 1000000]: give 100 to 1000000 us, or with a unit like 30us" \
	timerlat -p 1000,99
refused "--period : not a number: give 100 to 1000000 us, or with a unit like 30us" timerlat -p 1000,
refused "--period: too many numbers: give up to 64" timerlat -p "$(seq -s , 1000 1064)"

# ---- errors at the start

# fails SETTING MESSAGE WORD...: tests that a run with these options, on a machine that is
# simulated with SETTING, exits with 4 and prints MESSAGE only
fails() {
	SIM=cpus=2,$1 run timerlat top -q -d 5 -c 1 "${@:3}"
	is "$1: a message, and nothing is measured" "$status $err$out" "4 rtla: $2"
	undone "all is undone"
}

fails bind=22 "CPU 1: its workload cannot run there: Invalid argument: is it online, and in the cpuset?"
fails schedule=1 "CPU 1: the priority of its workload: Operation not permitted: run as root, or with CAP_SYS_NICE, or choose another --priority"
fails schedule=1 "CPU 1: the priority of its workload: Operation not permitted: a deadline thread of user space may not be bound to a CPU: use -k" \
	-P d:100us:1ms
fails attach=16 "CPU 1: its workload cannot measure: Device or resource busy: another workload measures it: end that"
fails attach=19 "CPU 1: its workload cannot measure: No such device: it is offline: bring it online, or leave it out with --cpus"
fails attach=1 "CPU 1: its workload cannot measure: Operation not permitted: measure with kernel threads, -k"

# ---- errors during the measurement

SIM=cpus=2,broken=1 run timerlat top -q -d 1 -c 1
exits "a workload that ends by itself exits with 1" 1
is "stderr says why it ended" "$err" \
	"rtla: CPU 1: its workload ended: Bad file descriptor: it is not measured any more"

rm -f "$SIM_LOG"
timerlat top -q >"$work/out" 2>"$work/err" &
started
pkill -KILL -P $! -x timerlatu/1
eventually test -s "$work/err"
is "a workload that is killed is told of at once" "$(cat "$work/err")" \
	"rtla: CPU 1: its workload ended by signal 9: it is not measured any more"
is "the others go on" "$(family $! | tr '\n' ' ')" "timerlatu/0 timerlatu/2 "
kill -TERM $!
wait $!
status=$?
exits "a workload that was killed exits with 1 in the end" 1
is "stderr says once that it was killed" "$(wc -l <"$work/err")" 1
undone "all is undone"

rm -f "$SIM_LOG"
env --default-signal=INT setsid timerlat top -q >"$work/out" 2>"$work/err" &
started
pid=$(pgrep -P $! -x timerlatu/0 >/dev/null && echo $! || pgrep -x timerlat -n)
kill -INT -- "-$pid"
wait $!
status=$?
[ $status -eq 0 ] && [ ! -s "$work/err" ]
ok "a signal to all of them is for the tool only"
undone "all is undone"

rm -f "$SIM_LOG"
timerlat top -q >"$work/out" 2>"$work/err" &
started
children=$(pgrep -d, -P $! -x 'timerlatu/.')
kill -KILL $!
{ wait $!; } 2>/dev/null
is "there were three" "$(tr -cd , <<<"$children")" ,,
# Zombies do not count: another process has to wait for these, and may not have done so.
are_gone() { ! ps -o stat= -p "$children" | grep -qv Z; }
eventually are_gone
ok "workloads die with the tool"

is "no file is left" "$(ls)" ""
finish
