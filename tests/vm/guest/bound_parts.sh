#!/bin/sh
# Runs in a guest with one CPU whose clock counts instructions: injects windows, spins in the
# scheduler and interrupts while a session finds the bound, and prints what was injected and
# what the module has seen, in ns:
#
#	run: WHAT WORD...	this follows of it:
#	window: KIND CPU PID LENGTH BEGIN END NET INTERRUPTS	as rtla_window.ko says
#	sent: CPU PID SENT BEGIN END				as rtla_send.ko says
#	spins: KIND NS ROUNDS MISSED COUNT SUM PID		as rtla_sched.ko says
#	event: NAME START LOWER UPPER PID	a window of the variable NAME; those of other
#						threads than the injector's are left out
#	irq: START DURATION			an interrupt of the vector irq_work
#	other: START NAME DURATION		an interrupt or a softirq while windows are
#						injected; the probe's have no event
#	probe:, entry:, variable:		see programs/bound_session.c
#
# In the runs
#
#	windows KIND PAUSE T REPEAT SHORTEST LONGEST DISTANCE JITTER
#	spins KIND NS T ROUNDS
#	send T REPEAT PERIOD OFFSET+SPIN...
#
# where T is the period of the probe.
#
#	bound_parts.sh REPEAT		number of windows in each run
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
modprobe -a rtla_window rtla_send rtla_sched || exit 1
repeat=$1
debug=/sys/kernel/debug
window=$debug/rtla_window send=$debug/rtla_send sched=$debug/rtla_sched

# keeps FILTER: keep only these windows in the trace: those of others take their time, too. The
# numbers are those of enum rtla_context
keeps() { echo "$1" >$watch/events/rtla/bound_window/filter; }

# beside T FILE LINE: have an injector do what LINE says, beside a session whose probe has the
# period T, and print what the module has seen
beside() {
	echo >$watch/trace
	/root/bound_session 0 "$1" sh -c "echo '$3' >'$2'"
}

# events NAMES PID: print the windows of these variables ("dst|psd") and this thread
events() {
	watched | sed -nE "s/.* bound_window: .* ($1) start=([0-9]*) lower=([0-9]*) upper=([0-9]*) pid=($2)\$/event: \1 \2 \3 \4 \5/p"
}

# windows KIND PAUSE T REPEAT SHORTEST LONGEST DISTANCE JITTER
windows() {
	echo "run: windows $*"
	beside "$3" $window "$1 $2 0 0 $4 $5 $6 $7 $8" || echo "failed: $?"
	sed 's/^/window: /' $window
	events poid "$(awk '{ print $3; exit }' $window)"
	watched | sed -nE 's/.* (irq|softirq)_noise: *(.*) start ([0-9]*)\.([0-9]*) duration ([0-9]*) ns/other: \3\4 \2 \5/p'
}

# spins KIND NS T ROUNDS
spins() {
	echo "run: spins $*"
	echo "$1 0 $2 $4 1000000" >$sched
	beside "$3" $sched run || echo "failed: $?"
	read -r kind _ pid ns count sum _ _ missed _ <$sched
	echo "spins: $kind $ns $4 $missed $count $sum $pid"
	events 'dst|psd' "$pid"
	# The spin must not be in the window of the helper, whose number the injector does not tell.
	events poid '[0-9]+'
	echo clear >$sched
}

# interrupts T REPEAT PERIOD OFFSET+SPIN...
interrupts() {
	echo "run: send $*"
	interrupts_t=$1
	shift
	beside "$interrupts_t" $send "0 0 $*" || echo "failed: $?"
	sed 's/^/sent: /' $send
	watched | sed -nE 's/.* irq_noise: irq_work:[0-9]+ start ([0-9]*)\.([0-9]*) duration ([0-9]*) ns$/irq: \1\2 \3/p'
}

watch bound_window irq_noise softirq_noise
# The first run has its files to read.
beside 50000 $window 'irqs_off sleep 0 0 5 5000 5000 300000 0' >/dev/null
keeps 'context == 21'
for kind in irqs_off preempt_off both; do
	for t in 20000 50000 100000; do
		for pause in sleep busy; do
			windows $kind $pause $t "$repeat" 5000 500000 100000 150000
		done
	done
	windows $kind busy 100000 1000 50000 50000 100000 100000
done
for pause in sleep busy; do
	windows paie $pause 50000 "$repeat" 5000 500000 100000 150000
done
keeps 'context == 21 || context == 23 || context == 24'
for kind in sched_out sched_in; do
	for ns in 0 10000 50000 200000; do
		spins $kind $ns 1000000 50
	done
done
interrupts 50000 50 2000000 100000+20000 300000+50000 360000+10000 1000000+5000
rmmod rtla_window rtla_send rtla_sched
echo end
