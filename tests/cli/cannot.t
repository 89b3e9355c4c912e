#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Command lines that are right, on a machine without the module: exit 4, one
# line that says what to do, nothing left.

. "$(dirname "$0")/lib.sh"
PATH=$work/bin:$PATH

if [ -e /dev/rtla ]; then
	echo "1..0 # SKIP the module is loaded"
	exit 0
fi

message="rtla: /dev/rtla: no such device: load the module with 'modprobe rtla'"
instances=$(ls /sys/kernel/tracing/instances 2>/dev/null)
affinity=$(grep Cpus_allowed_list /proc/self/status)

# accepted WORD...
accepted() {
	run "$@"
	[ $status -eq 4 ] && [ -z "$out" ] && [ "$err" = "$message" ]
	ok "$(basename "$1") ${*:2}"
}

for call in "timerlat" "timerlat top" "rtla timerlat" "rtla timerlat top" \
	    "$work/bin/timerlat" "../bin/rtla timerlat top"; do
	accepted $call
	accepted $call -q -d 1
done

for words in "-a 30" -a30 -a=30 "--auto 30" --auto=30 "--au 30" \
	     "-c 0" -c0 --cpus=0 "--cpus 0-0" "-d 5" -d5s "-d 5S" -d1m "-d 1H" \
	     "--duration 1d" --dur=3 -D --debug "-i 20" "--irq=20" "-i 0" \
	     "-T 20" --thread=20 "-T 0" "-s 20" --stack=20 "-s 0" \
	     -t "-t file" -tfile -t=file --trace "--trace file" --trace=file \
	     "-t -q" "-p 100" -p100 "-p 1000000" --period=100 "--period 100" \
	     "-P o:-20" "-P o:19" "-P O:0" "-P r:1" "-P f:99" "-P F:99" \
	     "-P d:100us:1ms" "-P D:1000ns:1S" "--prio f:5" \
	     "-H 0" --house-keeping=0 -n --nano -q --quiet -k --kernel-threads \
	     "--dma-latency 0" --dma-latency=10000 --no-aa "--aa-only 5" \
	     "--aa-only=5" "--aa-o 5" "--warm-up 0" "--warm-up 3" -qkn -qp100 \
	     "-qp 100" "-a 3600000000" "-i 5 -a 10" "-a 10 -i 5" \
	     --no-period --no-auto --no-cpus --no-duration --no-irq --no-thread \
	     --no-stack --no-trace --no-priority --no-house-keeping --no-nano \
	     --no-quiet --no-kernel-threads --no-dma-latency --no-aa-only \
	     --no-warm-up --no-debug "--no-aa --aa" "--aa-only 5 --no-aa-only" \
	     "--no-aa --aa-only 5 --no-aa-only" "--"; do
	accepted timerlat top $words
done

is "no instance is left" "$(ls /sys/kernel/tracing/instances 2>/dev/null)" \
	"$instances"
is "no file is left" "$(ls)" ""
is "the shell's affinity is its own" \
	"$(grep Cpus_allowed_list /proc/self/status)" "$affinity"

if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	run setpriv --reuid=65534 --regid=65534 --clear-groups \
		"$work/bin/timerlat" top -a 30 -d 1
	[ $status -eq 4 ] && [ -z "$out" ] && [ "$err" = "$message" ]
	ok "other users are told the same"
else
	skip "other users are told the same" "not root, or no setpriv"
fi

finish
