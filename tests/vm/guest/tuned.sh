#!/bin/bash
# Measures on a machine that is set up for real time (run --tuned), on which
# something else is busy, too. Beside each such disturbance, a measurement
# begins, has samples of each CPU, reports a hit, and ends.
#
#	tuned.sh [ours|upstream] [all|N] [DISTURBANCE...]
#
# With "all", the default, each end of each workload is tried beside each
# disturbance. With a number N from 0 to 7, every eighth of these cases is
# tried, other ones for each N, and in any case the hits beside FIFO threads
# that never sleep and are not throttled.
#
# Each line of the result has times in seconds of the guest: "told" is the time
# from the hit to the action at the hit, and "ended" the time from what ends the
# measurement to the end of the command. For a measurement with a duration,
# which is one second, "took" is the time that it took with its start and its
# end. The hits of upstream's command cannot be seen from outside: their times
# begin when its threads are there. The results of upstream's command are only
# printed, and are no tests.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

# explain: print what went wrong in a case, and the last messages of the command
explain() {
	printf '%s\n' "${result#; }"
	sed 's/^/err: /' err | tail -n 5
}
whose=ours
case ${1:-} in
ours | upstream)
	whose=$1
	shift
	;;
esac
some=all
case ${1:-} in
all | [0-7])
	some=$1
	shift
	;;
esac
wanted=" $* "

# CPUs 2 and 3 are measured; most disturbances are on CPU 2.
cpu=2
told_most=200 end_most=2000	# ms
start_most=4		# s, after which nobody waits for a measurement's threads
hit_most=4		# s, after which nobody waits for the end of one with a hit
patience=4		# s, after which what has not ended is killed
# Upstream's command executes 2 to 4 thousand million instructions before it
# measures, or, if it is to analyse a hit, before it looks for one. With the
# steady clock, that takes up to 70 s.
[ $whose = ours ] || start_most=80 hit_most=80 patience=20

# name | commands that start the disturbance | whether that is before or after
# the start of the measurement
disturbances='
none             | :                                   | before
fifo50           | throttling on; hog -f 50            | before
fifo99           | throttling on; hog -f 99            | before
deadline         | throttling on; deadline             | before
fifo80-periodic  | throttling on; periodic             | before
irqs             | echo "irq 2 200000" >$storm         | before
nmis             | echo "nmi 2 200000" >$storm         | before
offline-measured | come_and_go 2                       | after
offline-system   | come_and_go 1                       | after
fifo50-always    | throttling off; hog -f 50           | before
fifo99-always    | throttling off; hog -f 99           | before'

# name | command, without -c | options for a hit at once beside most
# disturbances; expect() changes them for the others
workloads='
timerlat -k | timerlat top -q -k             | -T 1
timerlat -u | timerlat top -q -u             | -T 1
osnoise     | osnoise top -q -p 100000 -r 50000 | -s 1
hwnoise     | hwnoise -q -p 100000 -r 50000  | -s 1 -T 1'

ends='hit duration int kill'

# ---- Disturbances --------------------------------------------------------------

storm=/sys/kernel/debug/rtla_storm
disturbers=

# throttling on|off: the kernel keeps some time for threads that are not
# real-time: it throttles real-time threads or, from 6.12 on, has a server for
# the others. The server stays on: when it is switched off for an isolated CPU,
# 6.12 warns about its own accounting (kernel/sched/deadline.c).
throttling() {
	case $1 in
	on) echo 950000 ;;
	off) echo -1 ;;
	esac >/proc/sys/kernel/sched_rt_runtime_us
}

hog() {
	chrt "$@" taskset -c $cpu sh -c 'while :; do :; done' &
	disturbers="$disturbers $!"
}

# A deadline task has to be allowed on each CPU of its domain, and the isolated
# CPUs are one domain. So there are two tasks, for both CPUs.
deadline() {
	for _ in 1 2; do
		taskset -c 2,3 chrt -d -T 3000000 -D 10000000 -P 10000000 0 sh -c 'while :; do :; done' &
		disturbers="$disturbers $!"
	done
}

periodic() {
	cyclictest -q -m -t 1 -a $cpu -p 80 -i 2000 -D 1000 >/dev/null 2>&1 &
	disturbers="$disturbers $!"
}

come_and_go() {
	while :; do
		echo 0 >/sys/devices/system/cpu/cpu"$1"/online
		sleep 0.5
		echo 1 >/sys/devices/system/cpu/cpu"$1"/online
		sleep 0.5
	done &
	disturbers="$disturbers $!"
}

calm() {
	case $start in
	*storm) echo off >$storm ;;
	esac
	for calm_pid in $disturbers; do
		kill -KILL "$calm_pid"
		wait "$calm_pid"
	done 2>/dev/null
	disturbers=
	for calm_cpu in 1 2; do
		read -r online </sys/devices/system/cpu/cpu$calm_cpu/online
		[ "$online" = 1 ] || echo 1 >/sys/devices/system/cpu/cpu$calm_cpu/online
	done
}

# ---- A measurement, and when it ended --------------------------------------------

now_ms() { now=$((${EPOCHREALTIME/./} / 1000)); }
seconds() {
	[ "$1" -ge 0 ] || printf -
	printf '%d.%02d' $((${1#-} / 1000)) $((${1#-} % 1000 / 10))
}

# The clock of the events is $boot ms behind the time of day, to 10 ms.
read -r up _ </proc/uptime
now_ms
boot=$((now - ${up/./} * 10))

# begin COMMAND...: start COMMAND in the background, but with SIGINT as in the
# foreground; its process is $run
begin() {
	rm -f told pid
	now_ms
	began=$now
	{
		env --default-signal=INT "$@" >out 2>err 7>&- &
		echo $! >pid
		wait $!
		echo "$? ${EPOCHREALTIME/./}" >&7
	} 2>/dev/null &
	until [ -s pid ]; do sleep 0.02; done
	read -r run <pid
}

# over SECONDS: wait up to SECONDS for the end of the command, and set $status
# and $ended (time of day in ms); fail if the command goes on
over() {
	read -r -t "$1" -u 7 status ended || return
	ended=$((ended / 1000))
}

# measuring CPUS: wait until there are as many measuring threads as CPUs in this
# list, or the command has ended, or $start_most s are over
measuring() {
	local commas=${1//[^,]/}
	for ((pause = 0; pause < start_most * 20; pause++)); do
		[ "$(pgrep -c '^(timerlat|timerlatu|osnoise)/[23]')" -le ${#commas} ] || return 0
		[ -d /proc/"$run" ] || return 0
		sleep 0.05
	done
}

# get_rid: kill the command. If that does not end it even without the
# disturbance, this is a defect that would make the cases after it fail, so the
# script ends.
get_rid() {
	kill -KILL "$run" 2>/dev/null
	over $((end_most / 1000)) && return
	result="$result; cannot be killed beside that"
	calm
	over 10 && return
	echo "Bail out! $case: cannot be killed, and is there without a disturbance, too"
	false
	ok "$case: the run can be killed"
	exit 1
}

# ---- Ends of a measurement -------------------------------------------------------
#
# Each function run_END sets $result, which stays empty if all is well, and
# $times.

# late WHAT MS MOST: add to $result that WHAT came after MS, if that is more
# than MOST
late() { [ "$2" -le "$3" ] || result="$result; $1 after $(seconds "$2") s, not within $(seconds "$3") s"; }

# went EXPECTED-STATUS... -- SINCE: add to $times how long after SINCE (time of
# day in ms) the command ended, and to $result if that was late or the status is
# another one
went() {
	went_ok=
	while [ "$1" != -- ]; do
		[ "$1" != "$status" ] || went_ok=1
		shift
	done
	[ -n "$went_ok" ] || result="$result; status $status: $(tail -n 1 err)"
	times="$times, ended after $(seconds $((ended - $2))) s"
	late "ended" $((ended - $2)) $this_end_most
}

# goes_on: deal with a command that has not ended in time. That is no failure if
# the command has said what it waits for, and can be killed meanwhile.
goes_on() {
	said=$(grep -m 1 -i 'wait' err)
	now_ms
	[ -n "$said" ] || result="; goes on after $patience s, and does not say why"
	get_rid
	times=", killed, gone after $(seconds $((ended - now))) s${said:+, said: $said}"
}

# hit_at: print the time of day of the hit, in ms, by the module's event "stop";
# for upstream's command, print when its threads were there
hit_at() {
	case $whose in
	ours) awk -v boot="$boot" '{ for (i = 1; i < NF; i++) if ($(i + 1) == "stop:") { sub(":", "", $i); printf "%d\n", boot + $i * 1000; exit } }' $watch/trace ;;
	upstream) echo "$there" ;;
	esac
}

can_hit() {
	case "$workload $disturbance" in
	# On CPU 2 the measuring thread may get no time, or the CPU may be
	# offline, so CPU 3 is measured, too, and can hit.
	osnoise*-always | hwnoise*-always | *fifo99* | *offline*) hit_cpus=2,3 ;;
	*) hit_cpus=$cpu ;;
	esac
}

# provoke: cause a hit on CPU 3, which is to have none before; hwnoise hits by
# itself. For osnoise, the cause has to begin in the half of a period in which
# osnoise measures: one of two tries does, whatever the pause between them
# really is.
provoke() {
	for try in {1..20}; do
		[ "$workload" != hwnoise ] || break
		echo "fifo 3 0 60000000" >/sys/kernel/debug/rtla_inject
		sleep 0.1$((try * 7 % 10))
		[ ! -s told ] || break
	done
}

run_hit() {
	can_hit
	[ $whose != ours ] || watch stop
	# shellcheck disable=SC2086
	begin $command -c $hit_cpus $hit --on-threshold signal,num=10,pid=$listener
	if [ "$whose $when" != 'ours before' ]; then
		measuring $hit_cpus
		now_ms
		there=$now
	fi
	if [ "$when" = after ]; then
		disturb
		sleep 0.5
		provoke
	fi
	if over $hit_most; then
		at=$(hit_at)
		if [ -s told ] && [ -n "$at" ]; then
			read -r told <told
			told=$((told / 1000 - at))
			times=", told after $(seconds $told) s"
			[ $whose != ours ] || late told $told $told_most
		else
			result="; not told"
		fi
		[ -n "$at" ] || at=$began
		went 2 -- "$at"
		grep -qE '^## CPU [23] hit stop tracing|(osnoise|hwnoise) hit stop tracing' out || result="$result; no analysis"
	else
		goes_on
	fi
}

run_duration() {
	# shellcheck disable=SC2086
	begin $command -c 2,3 -d 1
	measuring 2,3
	now_ms
	there=$now
	[ "$when" = before ] || disturb
	if over $((1 + patience)); then
		went $well -- $((there + 1000))
		# The command may have ended before this script saw it measure,
		# so its whole time is printed instead.
		times=", took $(seconds $((ended - began))) s"
		for row in 2 3; do
			[ "$(top_field $row $samples out)" -gt 0 ] 2>/dev/null || [ "$row$starved" = 2yes ] ||
				[ "$row$disturbance" = 2offline-measured ] || result="$result; no samples of CPU $row"
		done
	else
		goes_on
	fi
}

run_int() {
	# shellcheck disable=SC2086
	begin $command -c 2,3
	measuring 2,3
	[ "$when" = before ] || disturb
	sleep 0.3
	kill -INT "$run"
	now_ms
	interrupted=$now
	if over $patience; then went $well -- $interrupted; else goes_on; fi
}

# run_kill: kill the command: its threads end, and the module is unloaded
run_kill() {
	# shellcheck disable=SC2086
	begin $command -c 2,3
	measuring 2,3
	[ "$when" = before ] || disturb
	sleep 0.3
	kill -KILL "$run"
	now_ms
	killed=$now
	over $patience || get_rid
	while workloads >/dev/null; do
		now_ms
		[ $((now - killed)) -lt $((patience * 1000)) ] || break
		sleep 0.05
	done
	now_ms
	times=", ended after $(seconds $((now - killed))) s"
	late ended $((now - killed)) $end_most
	case $whose in
	upstream)
		if workloads >/dev/null; then result="$result; threads are left"; fi
		;;
	ours) unload ;;
	esac
}

unload() {
	now_ms
	begun=$now
	begin rmmod rtla
	if ! over $patience; then
		result="$result; rmmod goes on after $patience s"
		calm
		over 20 || get_rid
	fi
	times="$times, unloaded after $(seconds $((ended - begun))) s"
	late unloaded $((ended - begun)) $end_most
	[ "$status" = 0 ] || result="$result; rmmod: status $status: $(tail -n 1 err)"
	calm
	modprobe rtla
}

# sweep: remove what upstream's command leaves when it is killed
sweep() {
	for sweep_instance in $tracefs/instances/{timerlat,osnoise}_*; do
		[ ! -d "$sweep_instance" ] || { echo nop >"$sweep_instance/current_tracer"; rmdir "$sweep_instance"; }
	done
	for sweep_file in stop_tracing_us stop_tracing_total_us; do echo 0 >$tracefs/osnoise/$sweep_file; done
} 2>/dev/null

# ---- All cases ----------------------------------------------------------------------

disturb() { eval "$start"; } 2>/dev/null

# expect: set what is expected of the workload beside this disturbance. $samples
# is the column of the table that is over 0 if there are samples, $well are the
# exit statuses that are right, $starved says whether the workload may get no
# time on CPU 2 at all, and $this_end_most is the time in ms within which it has
# to end. $hit may change, too.
expect() {
	samples=2 starved=no well=0 this_end_most=$end_most
	case "$workload $disturbance" in
	osnoise*fifo[59]* | hwnoise*fifo[59]*)
		# Threads of SCHED_OTHER get no time. If the kernel throttles,
		# or has a server for them, they get 50 ms in a second, but
		# those may come only after the measurement.
		starved=yes well="0 1"
		;;
	*offline-measured) well="0 1" ;;
	# With -k the latencies of the timer interrupts are still measured; with
	# -u the measuring process may not even start, and the command says so.
	"timerlat -k "*fifo99*) starved=yes ;;
	"timerlat -u "*fifo99*) starved=yes well="0 1" ;;
	esac
	# A measuring thread that a FIFO 99 thread keeps off the CPU has no hit,
	# but its timer interrupt has.
	case "$workload $disturbance" in
	timerlat*fifo99*) hit="-i 1 -T 1" ;;
	# The first hit is to come when CPUs have come and gone: see provoke().
	timerlat*offline*) hit="-T 30000" ;;
	# The end takes longer here: the measuring threads go on while the
	# events until the hit are analysed, and the emulator's CPUs share one
	# CPU of the host.
	osnoise*offline*) hit="-s 20000" this_end_most=$((2 * end_most)) ;;
	esac
	case $workload in
	timerlat*) samples=3 ;;
	esac
}

run_case() {
	case="$workload beside $disturbance: $end"
	result='' times=''
	[ "$when" != before ] || { disturb; sleep 0.1; }
	"run_$end"
	calm
	[ $whose = ours ] || sweep
	if [ $whose = upstream ]; then
		echo "# $case: ${result:-; well}$times"
	else
		[ -z "$result" ]
		ok "$case${times/, /: }"
	fi
}

# fields LINE: set the array $field to the columns of LINE
fields() {
	IFS='|' read -r -a field <<<"$1"
	for i in "${!field[@]}"; do read -r "field[i]" <<<"${field[i]}"; done
}

# chosen END-NUMBER: succeed if this end is one of those to be tried
chosen() {
	case "$some $end $disturbance" in
	all* | *' hit fifo'*'-always') return 0 ;;
	esac
	[ $(((number + 2 * $1 + some) % 8)) = 0 ]
}

# listen: note the time of each hit, at a signal that the command sends. A shell
# command as an action would not do: starting a shell takes as long as all that
# is measured here.
listen() {
	trap 'echo ${EPOCHREALTIME/./} >/tmp/told' USR1
	while :; do
		sleep 60 &
		wait $!
	done
}
listen >/dev/null 2>&1 &
listener=$!

mkfifo tuned.over
exec 7<>tuned.over
modprobe -a rtla_storm rtla_inject
if [ $whose = upstream ]; then rmmod rtla; fi
number=0
while read -r line; do
	[ -n "$line" ] || continue
	fields "$line"
	disturbance=${field[0]} start=${field[1]} when=${field[2]}
	number=$((number + 1))
	[ "$wanted" = '  ' ] || [[ $wanted == *" $disturbance "* ]] || continue
	while read -r line; do
		[ -n "$line" ] || continue
		fields "$line"
		workload=${field[0]} command=${field[1]} hit=${field[2]}
		[ $whose = ours ] || command="/opt/upstream-rtla/rtla $command"
		expect
		number=$((number + 1)) at_end=0
		for end in $ends; do
			if chosen $((at_end++)); then run_case; fi
		done
	done <<<"$workloads"
done <<<"$disturbances"
kill $listener
# reserved: print what share of each CPU the kernel has reserved for deadline
# threads
reserved() { awk '/total_bw/ { print $NF }' /sys/kernel/debug/sched/debug | paste -s -d ' '; }
reserves() { [ "$(reserved)" = "$1" ]; }
if [ $whose = ours ]; then
	reserved=$(reserved)
	exits "deadline threads measure isolated CPUs" 0 timerlat top -q -k -c 2,3 -P d:100us:1ms -d 1
	test_that "the deadlines of killed threads reserve nothing any more" eventually reserves "$reserved"
fi
# bound_beside PRIORITY: find the bound of CPU 2 beside a thread that never sleeps
bound_beside() {
	throttling off
	hog -f "$1"
	tap_run rtla bound -q -c 2 -d 1 --json r.json
	calm
}
bounded() { jq -e '.verdict.outcome == "measured" and .cpus[0].bound.probe.count > 1000' r.json; }
if [ $whose = ours ]; then
	# The host may stop the CPU anywhere, so that a latency may be over the bound.
	for _ in 1 2 3; do
		bound_beside 98
		! bounded >/dev/null || break
	done
	test_that "the bound is found beside a thread of FIFO 98 that never sleeps" bounded
	bound_beside 99
	[ "$status" = 1 ] && out_has 'CPU 2: the probe has never expired' >/dev/null
	ok "the command says that nothing is known beside a thread of FIFO 99"
fi
# The next run removes what the killed runs have left.
[ $whose = upstream ] || exits "timerlat measures well after all cases" 0 timerlat top -q -k -c 2,3 -d 1
test_that "nothing is left" nothing_left
