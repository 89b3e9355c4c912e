#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests right command lines on a machine without the module: the command exits with 4,
# prints in one line what to do, and leaves nothing.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
# The commands end at once: with sanitizers, a search for leaks would be a third of their time.
export ASAN_OPTIONS=detect_leaks=0

if [ -e /dev/rtla ] || modinfo -F filename rtla >/dev/null 2>&1; then
	echo "1..0 # SKIP the module is loaded, or a command would load it"
	exit 0
fi

instances=$(ls /sys/kernel/tracing/instances 2>/dev/null)
affinity=$(grep Cpus_allowed_list /proc/self/status)

# ---- names of the commands

for call in timerlat "timerlat top" "timerlat hist" osnoise "osnoise top" \
	    "osnoise hist" hwnoise; do
	for path in "" "rtla " "$work/bin/" "../bin/" "../bin/rtla "; do
		accepted $path$call
		accepted $path$call -d 1
	done
done

# ---- the kernel's own tracer

if grep -qsw timerlat /sys/kernel/tracing/available_tracers; then
	skip "this kernel has no tracer of its own" "it has one"
else
	for call in "timerlat top" "timerlat hist" "osnoise top" "osnoise hist" hwnoise; do
		status_wanted=4 tracer=${call%% *}
		tracer=${tracer/hwnoise/osnoise}
		fails "$call --tracer kernel" "--tracer kernel: this kernel has no such tracer, or not for this user: boot one with CONFIG_${tracer^^}_TRACER, and run as root" \
			$call --tracer kernel
		accepted $call --tracer module
	done
fi

# ---- numbers

while IFS='|' read -r group option min max _ with; do
	[[ $group = \#* ]] && continue
	calls_of "$group"
	for call in "${calls[@]}"; do
		accepted $call --$option "$min"
		accepted $call --$option="$max" $with
	done
done <"$here/options/ranges"

# ---- the other options; each line is GROUP|WORDS, the words quoted for the shell

given=()
while IFS='|' read -r group words; do
	eval "given=($words)"
	calls_of "$group"
	for call in "${calls[@]}"; do
		accepted $call "${given[@]}"
	done
done <<'END'
all|-c 0
all|-c0
all|-c=0
all|--cpus=0
all|--cpus 0-0,0
all|-H 0
all|--house-keeping=0
all|-d 5
all|-d5s
all|-d 5S
all|-d1m
all|-d 1H
all|--duration 1d
all|--dur=3
all|--warm-up 0
all|--warm-up 3
all|--warm-up=1m
measuring|-P o:-20
measuring|-P o:19
measuring|-P O:0
measuring|-P r:1
measuring|-P f:99
measuring|-P F:99
measuring|-P d:100us:1ms
measuring|-P D:1000ns:1S
measuring|--prio f:5
measuring|-C
measuring|-C name
measuring|-Cname
measuring|-C=/a.slice
measuring|--cgroup
measuring|--cgroup=name
measuring|-C -D
all|-t
all|-t file
all|-tfile
all|-t=file
all|--trace
all|--trace file
all|--trace=file
all|-t -D
all|-e sched
all|-e sched:sched_switch -e irq
all|--event=sched:sched_switch --filter 'prev_prio > 5 && next_comm ~ "a*"'
all|-e a:b --trigger hist:keys=x:sort=y --filter=z
all|--on-threshold trace
all|--on-threshold trace,file=x
all|--on-threshold=signal,num=10,pid=parent
all|--on-threshold signal,pid=0x10,num=012
all|--on-threshold "shell,command=echo a, b; exit 1" --on-threshold continue
all|--on-end trace --on-end "shell,command=true"
all|--trace-b 100
all|--panic-on-stop
all|-D
all|--debug
all|--
all|--no-cpus
all|--no-house-keeping
all|--no-duration
all|--no-warm-up
measuring|--no-priority
measuring|--no-cgroup
all|--no-trace
all|--no-trace-buffer-size
all|--keep 5 --no-keep
all|--no-panic-on-stop
measuring|--no-period
analysing|--no-auto
all|--no-debug
tables|-q
tables|--quiet
tables|--no-quiet
tables|-qD
measuring_tables|-qp100000
measuring_tables|-qp 100000
histograms|-b 5
histograms|-b5
histograms|-E 100
histograms|-E=100
histograms|--no-header
histograms|--no-summary
histograms|--with-zeros
histograms|--with-zeros --no-index
histograms|--no-index --index
histograms|--no-header --header
histograms|--no-summary --summary
histograms|--with-zeros --no-with-zeros
histograms|--no-bucket-size --no-entries
timerlat|-a 30
timerlat|-a30
timerlat|-a=30
timerlat|--auto 30
timerlat|--au 30
timerlat|-i 20
timerlat|-T 20
timerlat|-s 20
timerlat|-p 100
timerlat|-p100
timerlat|-A 500
timerlat|-A500
timerlat|-i 5 -a 10
timerlat|-a 10 -i 5
timerlat|-u
timerlat|--user-threads
timerlat|-k
timerlat|--kernel-threads
timerlat|-U
timerlat|--user-load
timerlat|-k --no-kernel-threads -u
timerlat|-n
timerlat|--nano --no-nano
timerlat|-a 5 --dump-tasks
timerlat|-a 5 --dump-task
timerlat|--no-dump-tasks
timerlat|--stack-format truncate
timerlat|--stack-format=skip
timerlat|--stack-f full --no-stack-format
analysing|--no-aa
analysing|--no-aa --aa
timerlat|--no-stack
timerlat|--no-aligned
timerlat|--no-dma-latency
timerlat|--no-deepest-idle-state
timerlat|--bpf-action x --no-bpf-action
timerlat top|--aa-only 5
timerlat top|--aa-only=5
timerlat top|--aa-o 5
timerlat top|--aa-only 5 --no-aa-only
timerlat top|--no-aa --aa-only 5 --no-aa-only
timerlat top|-qkn
timerlat hist|--no-irq
timerlat hist|--no-thread
timerlat hist|--no-irq -i 5
timerlat hist|--no-ir -i 3 -nk
timerlat hist|--no-thread -T 3 --thread=4
noise|-a 30
noise|-s 30
noise|--stop=30
noise|-S 100
noise|--stop-total 100
noise|--stop-t 100
noise|-T 5
noise|-T5
noise|--threshold=5
noise|-p 500000
noise|-p500000
noise|-r 500000
noise|--runtime=500000
noise|-p 100 -r 100
noise|-r 2000000 -p 2000000
noise|--no-runtime
noise|--no-threshold
osnoise|--preempt-off
osnoise|--irqs-off
osnoise|--preempt-off --irqs-off --no-preempt-off
END

# ---- what is left

is "no instance is left" "$(ls /sys/kernel/tracing/instances 2>/dev/null)" \
	"$instances"
is "no file is left" "$(ls)" ""
is "the shell's affinity is its own" \
	"$(grep Cpus_allowed_list /proc/self/status)" "$affinity"

if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	for call in "timerlat top" hwnoise; do
		accepted setpriv --reuid=65534 --regid=65534 --clear-groups \
			"$work/bin/"$call -a 30 -d 1
	done
else
	skip "other users are told the same" "not root, or no setpriv"
fi

finish
