#!/bin/sh
# Commands that measure by BPF are killed at any point: bpf_killed.sh [TIMES [SEED]]. Nothing is
# left, and a program of somebody else that is attached to the same tracepoints goes on.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
times=${1:-12} seed=${2:-1}
mount -t bpf bpf /sys/fs/bpf 2>/dev/null

# random FROM TO: print a number of this range; the same seed has the same numbers
random() {
	seed=$(((seed * 1103515245 + 12345) % 2147483648))
	echo $(($1 + seed / 65536 % ($2 - $1 + 1)))
}
objects() {
	/root/bpf_objects
	echo "pins: $(ls /sys/fs/bpf)"
}
# as_before: nothing that a command has made is left
as_before() {
	objects | diff before - && no_workloads
}

mkfifo ask
points="sched_switch hrtimer_expire_entry softirq_entry"
# shellcheck disable=SC2086
/root/bpf_objects $points <ask >counted &
exec 4>ask
# counts: print how often the other program has been called at each point
counts() {
	lines=$(wc -l <counted)
	echo >&4
	eventually more_lines && tail -n 1 counted
}
more_lines() { [ "$(wc -l <counted)" -gt "$lines" ]; }
first=$(counts)
objects >before
test_that "the program of somebody else is there" grep 'programs: [0-9]' before

# How long it takes until a run measures, in ms.
began=$(date +%s%3N)
background timerlat top --tracer bpf -q -T 900000 -s 500000
eventually pgrep -x timerlatu/1 >/dev/null
start=$(($(date +%s%3N) - began))
test_that "there are more programs while it measures" sh -c '! /root/bpf_objects | cmp -s - before'
kill -9 $run
test_that "nothing is left of a run that is killed while it measures" eventually as_before
echo "# it measures after $start ms"

killed=0 left=0
while [ $killed -lt "$times" ]; do
	case $(random 0 2) in
	0) set -- top -q ;;
	1) set -- top -q -T 900000 -s 500000 ;;
	2) set -- hist -a 900000 ;;
	esac
	timerlat "$@" --tracer bpf >out 2>&1 &
	after=$(random 0 $((start * 5 / 4)))
	sleep "$((after / 1000)).$(printf %03d $((after % 1000)))"
	kill -9 $!
	wait $! 2>/dev/null
	killed=$((killed + 1))
	eventually as_before >differs || {
		left=$((left + 1))
		echo "# left by 'timerlat $*', killed after $after ms: $(paste -s -d ' ' differs)"
	}
done
test_that "of $times runs that are killed at any point none leaves anything" same $left 0

# more FIRST LAST: each of these numbers has grown
more() { echo "$1 $2" | awk '{ for (i = 1; i <= NF / 2; i++) if ($(i + NF / 2) <= $i) exit 1 }'; }
second=$(counts)
test_that "the program of somebody else has counted on" more "$first" "$second"
sleep 0.2
test_that "the program of somebody else still counts" more "$second" "$(counts)"
exits "BPF programs measure after all that" 0 timerlat top --tracer bpf -q -c 1 -d 1
exec 4>&-
