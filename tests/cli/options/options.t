#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: what the options of the measurement do.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
online=$(cat /sys/devices/system/cpu/online)
last=$(sed 's/.*[-,]//' /sys/devices/system/cpu/online)

# ---- what reaches the tracer: each line is GROUP|WORDS|LINE OF THE LOG

while IFS='|' read -r group words line; do
	calls_of "$group"
	for call in "${calls[@]}"; do
		SIM=arm=0 run $call -c 0 $words
		called "$call $words: $line" "$line"
	done
done <<'END'
timerlat||start cpus=0 period=1000000 stack=0 priority=0:0:0:0:0:0
timerlat||arm irq=0 thread=0
timerlat|-p 100|start cpus=0 period=100000 stack=0 priority=0:0:0:0:0:0
timerlat|-T 9 -s 7|start cpus=0 period=1000000 stack=7000 priority=0:0:0:0:0:0
timerlat|-P f:80|start cpus=0 period=1000000 stack=0 priority=1:1:0:80:0:0
timerlat|-P fifo:80|start cpus=0 period=1000000 stack=0 priority=1:1:0:80:0:0
timerlat|-P RR:1|start cpus=0 period=1000000 stack=0 priority=1:2:0:1:0:0
timerlat|-P other:5|start cpus=0 period=1000000 stack=0 priority=1:0:5:0:0:0
timerlat|-P deadline:100us:1ms|start cpus=0 period=1000000 stack=0 priority=1:6:0:0:100000:1000000
timerlat|-P r:1|start cpus=0 period=1000000 stack=0 priority=1:2:0:1:0:0
timerlat|-P o:-20|start cpus=0 period=1000000 stack=0 priority=1:0:-20:0:0:0
timerlat|-P d:100us:1ms|start cpus=0 period=1000000 stack=0 priority=1:6:0:0:100000:1000000
timerlat|-i 5|arm irq=5000 thread=0
timerlat|-T 5|arm irq=0 thread=5000 user=5000
timerlat|-a 5|arm irq=5000 thread=5000 user=5000
timerlat|-a 5|start cpus=0 period=1000000 stack=5000 priority=0:0:0:0:0:0
timerlat|-p 0.25ms|start cpus=0 period=250000 stack=0 priority=0:0:0:0:0:0
timerlat|-i 5us|arm irq=5000 thread=0
timerlat|-T 50US|arm irq=0 thread=50000 user=50000
timerlat|-a 1ms|arm irq=1000000 thread=1000000 user=1000000
timerlat|-T 9 -s 7000ns|start cpus=0 period=1000000 stack=7000 priority=0:0:0:0:0:0
timerlat|-A 0.5ms|start align=500000
timerlat|-A 0|start align=0
timerlat|-A 500|start align=500000
timerlat|-u|start no threads
timerlat|-U|start no threads
timerlat||start no threads
timerlat||start no noise
timerlat|-T 9|start hit ends
timerlat|-s 7|start cpus=0 period=1000000 stack=0 priority=0:0:0:0:0:0
timerlat hist||start stats entries=256 bucket=1000 distribution=0 block=0
osnoise hist|-E 10 -b 2|start stats entries=10 bucket=2000 distribution=0 block=0
osnoise hist|-E 10 -b 2us|start stats entries=10 bucket=2000 distribution=0 block=0
timerlat hist|-n -b 500ns|start stats entries=256 bucket=500 distribution=0 block=0
timerlat hist|-b 9us -b 3|start stats entries=256 bucket=3000 distribution=0 block=0
timerlat top||start stats entries=0 bucket=0 distribution=0 block=0
timerlat top|--aa-only 5|arm irq=5000 thread=5000 user=5000
osnoise||start cpus=0 period=1000000000 stack=0 priority=0:0:0:0:0:0
osnoise||start osnoise runtime=1000000000 noise=0 irqs_off=0 preempt_off=0
osnoise|-p 500000|start cpus=0 period=500000000 stack=0 priority=0:0:0:0:0:0
osnoise|-p 500000|start osnoise runtime=500000000 noise=0 irqs_off=0 preempt_off=0
osnoise|-r 900000|start osnoise runtime=900000000 noise=0 irqs_off=0 preempt_off=0
osnoise|-p 0.5s|start osnoise runtime=500000000 noise=0 irqs_off=0 preempt_off=0
osnoise|-T 5|start osnoise runtime=1000000000 noise=5000 irqs_off=0 preempt_off=0
osnoise|--preempt-off|start osnoise runtime=1000000000 noise=0 irqs_off=0 preempt_off=1
osnoise|--irqs-off|start osnoise runtime=750000000 noise=0 irqs_off=1 preempt_off=0
osnoise|-a 5|start osnoise runtime=1000000000 noise=1000 irqs_off=0 preempt_off=0
hwnoise||start cpus=0 period=1000000000 stack=0 priority=0:0:0:0:0:0
hwnoise||start osnoise runtime=750000000 noise=0 irqs_off=1 preempt_off=0
hwnoise|-p 1000|start osnoise runtime=750000 noise=0 irqs_off=1 preempt_off=0
hwnoise|-r 900000|start osnoise runtime=900000000 noise=0 irqs_off=1 preempt_off=0
noise|-s 5|arm irq=0 thread=0 single=5000
noise|-S 5|arm irq=0 thread=0 total=5000
noise|-a 5|arm irq=0 thread=0 single=5000
noise|-P f:1|start cpus=0 period=1000000000 stack=0 priority=1:1:0:1:0:0
analysing|--panic-on-stop -a 5|start panic
overheads|--panic-on-stop -T cxs=5us|start panic
bound|--panic-on-stop -T poid=5us|start panic
bound||start cpus=0 period=50000 stack=0 priority=0:0:0:0:0:0
bound|--probe 20us -s poid=60us|start cpus=0 period=20000 stack=60000 priority=0:0:0:0:0:0
bound|-T poid=5|arm irq=0 thread=0 poid=5000
bound|--probe 20|start cpus=0 period=20000 stack=0 priority=0:0:0:0:0:0
bound|-T poid=5us -T observed=1ms|arm irq=0 thread=0 poid=5000 observed=1000000
measuring|--source trace|create samples cpus=0
END
SIM=arm=0 run timerlat top -a 5
! grep -q panic "$SIM_LOG"
ok "no panic unless it is asked for"
SIM=arm=0 run timerlat top -k
! grep -q "no threads" "$SIM_LOG"
ok "-k has the kernel's threads"

run timerlat top -q -d 1 -c 0 -n
[[ $out = *"IRQ Timer Latency (ns)"* && $out = *" 2000 "* ]]
ok "-n shows nanoseconds"

SIM=cpus=2,arm=0 run timerlat top -c 0 -c all
called "-c all measures all CPUs" "start cpus=0-1 period=1000000 stack=0 priority=0:0:0:0:0:0"

SIM=cpus=2,hit=100 run timerlat top -q -T 100 -d 5 -t ./1
[ -s 1 ]
ok "a trace file may have a number as its name if it is written as a path"

before=$(date +%s%N)
run timerlat top -q -d 1 --warm-up 1
took=$((($(date +%s%N) - before) / 1000000))
[ $took -ge 2000 ] && [ $took -lt 10000 ]
ok "--warm-up comes before the duration"
count=$(sed -n 's/^  0 #\([0-9]*\) .*/\1/p' "$work/out")
[ "$count" -le 80 ]
ok "samples of the warm-up do not count"
on_time | grep -q '^  0 00:00:01 '
ok "the time of the warm-up does not count"

run timerlat top -q -d 1 -D
[[ $err = "rtla: "* ]]
ok "-D says something on stderr"

rm -f "$SIM_LOG"
timerlat top -q --dma-latency 3 >/dev/null &
begun
device=$(find "/proc/$!/fd" -lname '*cpu_dma_latency*')
[ "$device" ]
ok "--dma-latency is held during the measurement"
is "--dma-latency writes its value" "$(od -An -td4 -N4 "$device" | tr -d ' ')" 3
kill -TERM $!
wait
SIM=$SIM,dma_latency=13 run timerlat top -q -d 1 --dma-latency 3
exits "--dma-latency needs permission" 4
is "stderr says that it needs permission" "$err" "rtla: /dev/cpu_dma_latency: Permission denied: run as root, or omit --dma-latency"
undone "nothing is left of a refused --dma-latency"
SIM=$SIM,dma_latency=2 run timerlat top -q -d 1 --dma-latency 3
is "--dma-latency needs the device, which a container may not have" "$status $err" \
	"4 rtla: /dev/cpu_dma_latency: this machine or container has no such device: omit --dma-latency"

# affinity WORD...: prints the CPUs on which the command itself may run during a run
affinity() {
	rm -f "$SIM_LOG"
	timerlat top -q "$@" >/dev/null &
	begun
	sed -n 's/^Cpus_allowed_list:\t//p' /proc/$!/status
	kill -TERM $!
	wait
}
is "-H sets the affinity" "$(affinity -H 0)" 0
if [ "$online" = "0-1" ]; then
	is "the tool leaves the measured CPUs without -H" "$(affinity -c 1)" 0
	is "the tool stays where it is if all CPUs are measured" "$(affinity -c 0-1)" 0-1
fi
is "-H and -c may overlap" "$(affinity -H "$last" -c "$last")" "$last"

finish
