#!/bin/sh
# Runs in a guest with one CPU whose clock counts instructions: measures the bound with
# "rtla bound" while something is injected, and on the idle machine, and prints
#
#	run: NAME			this follows of it:
#	status: N			the command's
#	bound: JSON			"bound" of the CPU in its results
#	timerlat: NS			the largest latency that timerlat has seen beside it, if it was there
#	cyclictest: NS			the same of cyclictest
#	sent: CPU PID SENT BEGIN END	an interrupt that was sent, as rtla_send.ko says
#	irq: KIND START DURATION NAME	an interrupt that the module has seen, in ns; KIND is irq, nmi or
#					softirq, and NAME is NAME:VECTOR
#
#	bound_sound.sh short|long
#
# "quiet N" are the runs in which nothing is injected. Interrupts are only printed of runs
# whose name begins with "send".
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
modprobe -a rtla_window rtla_send rtla_sched rtla_inject || exit 1
debug=/sys/kernel/debug
case $1 in
short) repeat=30 quiet=3 both_pauses='' seconds=1 ;;
long) repeat=100 quiet=20 both_pauses='sleep busy' seconds=2 ;;
esac

# results STATUS: print what the command has found
results() {
	echo "status: $1"
	echo "bound: $(jq -c '.cpus[0].bound' r.json)"
	rm -f r.json
}

# beside NAME COMMAND...: have COMMAND inject something while the bound is measured
beside() {
	echo "run: $1"
	shift
	rtla bound -q --json r.json >out 2>err &
	beside_run=$!
	until pgrep '^bound/0' >/dev/null || [ ! -d /proc/$beside_run ]; do sleep 0.02; done
	sleep 0.05
	"$@" || echo "failed: $?"
	kill -INT $beside_run
	wait $beside_run
	results $?
}

# ---- What else measures

# with_timerlat_and_cyclictest LOAD: let both measure in turn, for $seconds s, while LOAD runs
with_timerlat_and_cyclictest() {
	setsid sh -c "$1" >/dev/null 2>&1 &
	with_load=$!
	timerlat top -q -k -d $seconds --json t.json >/dev/null
	echo "timerlat: $(jq '.all.latencies.thread.max_ns' t.json)"
	cyclictest -q -m -t1 -a0 -p95 -i1000 -D $seconds --json=c.json >/dev/null
	echo "cyclictest: $(jq '[.thread[].max] | max * 1000' c.json)"
	kill -KILL -- -$with_load
	wait $with_load
	true
}

# ---- What is injected

# with_timerlat COMMAND...: the probe has no latency where interrupts are off, as its own one is
# late; timerlat has
with_timerlat() {
	timerlat top -q -k -p 300 --json t.json >/dev/null &
	with_run=$!
	until pgrep '^timerlat/0' >/dev/null || [ ! -d /proc/$with_run ]; do sleep 0.02; done
	"$@"
	kill -INT $with_run
	wait $with_run
	echo "timerlat: $(jq '.all.latencies.thread.max_ns' t.json)"
}

# window KIND PAUSE
window() { echo "$1 $2 0 0 $repeat 5000 300000 100000 150000" >$debug/rtla_window; }

# spin KIND
spin() {
	echo "$1 0 200000 $repeat 1000000" >$debug/rtla_sched && echo run >$debug/rtla_sched &&
		echo clear >$debug/rtla_sched
}

# send OFFSET+SPIN...
send() { echo "0 0 $repeat 2000000 $*" >$debug/rtla_send; }

# inside WINDOW: have interrupts and NMIs come in a window of 200 us
inside() {
	for _ in 1 2 3 4; do
		echo "$1,irq_work@50000+30000,irq_work@90000+20000,irq@130000+20000,nmi@160000+30000 0 0 200000 0" \
			>$debug/rtla_inject || return
	done
}

# at_once COMMAND...: do all of them at the same time; each is one word
at_once() {
	at_once_runs=
	for at_once_command; do
		$at_once_command &
		at_once_runs="$at_once_runs $!"
	done
	for at_once_run in $at_once_runs; do wait "$at_once_run" || return; done
}
spin_both() { spin sched_out && spin sched_in; }
window_held() { window preempt_off busy; }
window_both() { window both sleep; }
inside_held() { inside preempt_off; }
send_bursts() { send 0+20000 0+10000 0+10000 100000+30000; }

# seen NAME COMMAND...: like beside, and print which interrupts were sent and seen
seen() {
	echo >$watch/trace
	beside "$@"
	sed 's/^/sent: /' $debug/rtla_send
	watched | sed -nE 's/.* (irq|nmi|softirq)_noise: (.*) start ([0-9]*)\.([0-9]*) duration ([0-9]*) ns$/irq: \1 \3\4 \5 \2/p'
}

beside "idle" with_timerlat_and_cyclictest 'sleep 60'
beside "a thread that never sleeps" with_timerlat_and_cyclictest 'while :; do :; done'
beside "pipes and files" with_timerlat_and_cyclictest \
	'hackbench -l 1000000 & while :; do dd if=/dev/zero of=io bs=4k count=200 conv=fsync; done'
for pause in ${both_pauses:-sleep}; do beside "irqs_off $pause" with_timerlat window irqs_off "$pause"; done
for pause in ${both_pauses:-busy}; do beside "preempt_off $pause" window preempt_off "$pause"; done
for pause in ${both_pauses:-sleep}; do beside "both $pause" window both "$pause"; done
for pause in ${both_pauses:-busy}; do beside "paie $pause" window paie "$pause"; done
beside sched_out spin sched_out
beside sched_in spin sched_in
beside "interrupts inside irqs_off" inside irqs_off
beside "preempt_off with interrupts inside" inside preempt_off
beside "mixture of windows, spins and bursts" at_once window_held spin_both send_bursts
beside "mixture of windows, spins and interrupts in windows" at_once window_both spin_both inside_held
watch irq_noise nmi_noise softirq_noise
seen "send, apart" send 0+4000 60000+3000 90000+2000 400000+3000
seen "send, bursts" send_bursts
for run in $(seq $quiet); do
	echo "run: quiet $run"
	rtla bound -q -d 1 --json r.json >out 2>err
	results $?
done
echo end
