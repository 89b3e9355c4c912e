#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Runs on a simulated machine: what the options of the measurement do.

. "$(dirname "$0")/lib.sh"
PATH=$work/simulated:$PATH
online=$(cat /sys/devices/system/cpu/online)
last=$(sed 's/.*[-,]//' /sys/devices/system/cpu/online)

# ---- options of the measurement

run timerlat top -q -d 1 -c 0 -p 100 -s 7 -n
called "-c and -p and -s reach the tracer" \
	"start cpus=0 period=100000 stack=7000 priority=0:0:0:0:0:0"
called "-c limits the instance" "create samples cpus=0"
[[ $out = *"IRQ Timer Latency (ns)"* && $out = *" 2000 "* ]]
ok "-n shows nanoseconds"

while read -r given expected; do
	run timerlat top -q -d 1 -c 0 -P $given
	called "-P $given" \
		"start cpus=0 period=1000000 stack=0 priority=$expected"
done <<'END'
f:80 1:1:0:80:0:0
r:1 1:2:0:1:0:0
o:-20 1:0:-20:0:0:0
d:100us:1ms 1:6:0:0:100000:1000000
END

before=$(date +%s%N)
run timerlat top -q -d 1 --warm-up 1
took=$((($(date +%s%N) - before) / 1000000))
[ $took -ge 2000 ] && [ $took -lt 4000 ]
ok "--warm-up comes before the duration"
count=$(sed -n 's/^  0 #\([0-9]*\) .*/\1/p' "$work/out")
[ "$count" -le 60 ]
ok "and what is measured in it does not count"
grep -q '^  0 00:00:01 ' "$work/out"
ok "nor does its time"

run timerlat top -q -d 1 -k
exits "-k changes nothing" 0
run timerlat top -q -d 1 -D
[[ $err = "rtla: "* ]]
ok "-D says something on stderr"

if [ -w /dev/cpu_dma_latency ]; then
	timerlat top -q -d 2 --dma-latency 3 >/dev/null &
	sleep 0.5
	ls -l /proc/$!/fd | grep -q /dev/cpu_dma_latency
	ok "--dma-latency is held during the measurement"
	[ "$(od -An -td4 -N4 /dev/cpu_dma_latency | tr -d ' ')" = 3 ]
	ok "with the value"
	wait
else
	run timerlat top -q -d 1 --dma-latency 3
	exits "--dma-latency needs permission" 4
	[[ $err = "rtla: /dev/cpu_dma_latency: "*": run as root, or leave --dma-latency out" ]]
	ok "which is said"
	undone "and nothing is left"
fi

# affinity WORD...: of a run
affinity() {
	timerlat top -q -d 1 "$@" >/dev/null &
	sleep 0.5
	sed -n 's/^Cpus_allowed_list:\t//p' /proc/$!/status
	wait
}
is "-H sets the affinity" "$(affinity -H 0)" 0
if [ "$online" = "0-1" ]; then
	is "without -H the tool leaves the measured CPUs" "$(affinity -c 1)" 0
	is "if it can" "$(affinity -c 0-1)" 0-1
fi
is "-H and -c may overlap" "$(affinity -H "$last" -c "$last")" "$last"

finish
