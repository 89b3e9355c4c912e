#!/bin/bash
# A machine that is set up for real time (run --tuned), on which something else is
# busy, too: whatever that is, a measurement begins, has samples of each CPU, tells
# of a hit, and ends.
#
#	tuned.sh [ours|upstream] [all|N] [DISTURBANCE...]
#
# Each end of each workload is tried beside each disturbance, which is "all", the
# default; or, with a number N from 0 to 7, every eighth of them, another one for each
# N, and the hits beside threads that never sleep.
#
# Each line of the result has its times, in guest's seconds: from the hit to what
# is done at it ("told"), and from what ends the measurement to its end; of one that
# lasts a second, how long it took with its start and end. Of upstream's command,
# whose hits cannot be seen from outside, "told" is from when its threads are there.
# It only prints, its results are no tests.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

# explain: what went wrong in a case, and what the command said of it.
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

# CPUs 2 and 3 are measured; CPU 2 is where it is disturbed.
cpu=2
told_most=200 end_most=2000	# ms
start_most=4		# s, after which nobody waits for a measurement's threads
hit_most=4		# s, after which nobody waits for the end of one with a hit
patience=4		# s, after which what has not ended is killed
# Upstream's has 2 to 4 thousand million instructions to do before it measures, or,
# if it is to analyse a hit, before it looks for one, which with the steady clock are
# up to 70 s.
[ $whose = ours ] || start_most=80 hit_most=80 patience=20

# name of the disturbance | what starts it | whether before the measurement
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

# name | command for all CPUs | what makes it hit at once, beside "none" and most
workloads='
timerlat -k | timerlat top -q -k             | -T 1
timerlat -u | timerlat top -q -u             | -T 1
osnoise     | osnoise top -q -p 100000 -r 50000 | -s 1
hwnoise     | hwnoise -q -p 100000 -r 50000  | -s 1 -T 1'

ends='hit duration int kill'

# ---- What disturbs -------------------------------------------------------------

storm=/sys/kernel/debug/rtla_storm
disturbers=

# The kernel keeps some time for threads that are not real-time: it throttles those
# that are, or, from 6.12 on, it has a server for the others. That one stays as it
# is: 6.12 warns of its own account (kernel/sched/deadline.c) when it is switched off
# for a CPU that is isolated.
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

# A deadline task has to be free to go to each CPU of its domain: those that are
# isolated are one. So there are two, for both of them.
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

# The kernel's clock of events is behind the time of day by this, to 10 ms.
read -r up _ </proc/uptime
now_ms
boot=$((now - ${up/./} * 10))

# begin COMMAND...: in the background, where Ctrl-C is as in the foreground; its
# process is in $run
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

# over SECONDS: sets $status and $ended, in ms; fails if it goes on
over() {
	read -r -t "$1" -u 7 status ended || return
	ended=$((ended / 1000))
}

# measuring CPUS: until its threads are there, of this list of CPUs
measuring() {
	local commas=${1//[^,]/}
	for ((pause = 0; pause < start_most * 20; pause++)); do
		[ "$(pgrep -c '^(timerlat|timerlatu|osnoise)/[23]')" -le ${#commas} ] || return 0
		[ -d /proc/"$run" ] || return 0
		sleep 0.05
	done
}

# What cannot be ended even so is a defect that the rest would trip over.
get_rid() {
	kill -KILL "$run" 2>/dev/null
	over $((end_most / 1000)) && return
	result="$result; cannot be killed beside that"
	calm
	over 10 && return
	echo "Bail out! $case: cannot be killed, and is there without a disturbance, too"
	false
	ok "$case: can be killed"
	exit 1
}

# ---- Its ends --------------------------------------------------------------------
# Each sets $result, which is empty if all is well, and $times.

# late WHAT MS MOST
late() { [ "$2" -le "$3" ] || result="$result; $1 after $(seconds "$2") s, not within $(seconds "$3") s"; }

# went EXPECTED-STATUS... -- SINCE: how it ended
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

# It may say what it waits for, if it can be killed meanwhile.
goes_on() {
	said=$(grep -m 1 -i 'wait' err)
	now_ms
	[ -n "$said" ] || result="; goes on after $patience s, and does not say why"
	get_rid
	times=", killed, gone after $(seconds $((ended - now))) s${said:+, said: $said}"
}

# The moment of the hit, in ms, by the module's own event.
hit_at() {
	case $whose in
	ours) awk -v boot="$boot" '{ for (i = 1; i < NF; i++) if ($(i + 1) == "stop:") { sub(":", "", $i); printf "%d\n", boot + $i * 1000; exit } }' $watch/trace ;;
	upstream) echo "$there" ;;
	esac
}

can_hit() {
	case "$workload $disturbance" in
	# Nothing of what they measure runs on that CPU, so the other one hits.
	osnoise*-always | hwnoise*-always | *fifo99* | *offline*) hit_cpus=2,3 ;;
	*) hit_cpus=$cpu ;;
	esac
}

# A hit of CPU 3, where there is to be none before. That of osnoise is to begin in
# the half of its period in which it measures: one of two does, whatever the pause.
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
		# It may have ended before it was seen to measure.
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

# And the module is unloaded.
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

# What upstream's command leaves when it is killed.
sweep() {
	for sweep_instance in $tracefs/instances/{timerlat,osnoise}_*; do
		[ ! -d "$sweep_instance" ] || { echo nop >"$sweep_instance/current_tracer"; rmdir "$sweep_instance"; }
	done
	for sweep_file in stop_tracing_us stop_tracing_total_us; do echo 0 >$tracefs/osnoise/$sweep_file; done
} 2>/dev/null

# ---- Each with each -----------------------------------------------------------------

disturb() { eval "$start"; } 2>/dev/null

# Of what the workload is: which column of the table counts its samples, what is
# its status where all is well, and whether it has no time on CPU 2 at all.
expect() {
	samples=2 starved=no well=0 this_end_most=$end_most
	case "$workload $disturbance" in
	osnoise*fifo[59]* | hwnoise*fifo[59]*)
		# Threads of SCHED_OTHER have nothing; or, where the kernel throttles, or
		# has a server for them, 50 ms in a second, which may begin after it.
		starved=yes well="0 1"
		;;
	*offline-measured) well="0 1" ;;
	# Its timers are measured, or what measures cannot even start, and it says so.
	"timerlat -k "*fifo99*) starved=yes ;;
	"timerlat -u "*fifo99*) starved=yes well="0 1" ;;
	esac
	# A thread that a FIFO 99 one keeps off has no hit; its timer has.
	case "$workload $disturbance" in
	timerlat*fifo99*) hit="-i 1 -T 1" ;;
	# The first hit is to come when CPUs have come and gone.
	timerlat*offline*) hit="-T 30000" ;;
	# Its threads go on while what they had to trace until then is analysed, and the
	# emulator's CPUs share one of the host.
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

# fields LINE: its columns, into the array $field
fields() {
	IFS='|' read -r -a field <<<"$1"
	for i in "${!field[@]}"; do read -r "field[i]" <<<"${field[i]}"; done
}

# chosen END-NUMBER: whether this end is one of those to be tried
chosen() {
	case "$some $end $disturbance" in
	all* | *' hit fifo'*'-always') return 0 ;;
	esac
	[ $(((number + 2 * $1 + some) % 8)) = 0 ]
}

# Who is told of a hit: a shell that begins for each takes as long as all else here.
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
# What the kernel has reserved for deadline threads, of each CPU.
reserved() { awk '/total_bw/ { print $NF }' /sys/kernel/debug/sched/debug | paste -s -d ' '; }
reserves() { [ "$(reserved)" = "$1" ]; }
if [ $whose = ours ]; then
	reserved=$(reserved)
	exits "deadline threads measure isolated CPUs" 0 timerlat top -q -k -c 2,3 -P d:100us:1ms -d 1
	test_that "their deadlines reserve nothing any more" eventually reserves "$reserved"
fi
# The next one removes what those that were killed have left.
[ $whose = upstream ] || exits "afterwards all is well" 0 timerlat top -q -k -c 2,3 -d 1
test_that "nothing is left" nothing_left
