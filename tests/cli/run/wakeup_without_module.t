#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla wakeup --no-module" on a simulated machine: what it asks tracefs for, its
# tables and its histogram, and what it refuses.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2
label="wake to switch only; stale wakings may be in it: a thread that is woken while it runs leaves one"

run wakeup -q -d 1 --no-module --comm a
exits "a table" 0
is "the table says what it is" "$(head -n 1 "$work/out")" "Wake-ups (us), $label"
is "the table has threads, on whatever CPU, and all" "$(sed -n '4,$p' "$work/out" | sed 's/  */ /g')" \
	" 12 a } hitcount: 1 4 | 102.0 400.5"$'\n'" 15 other 2 | 1.5 2.0"$'\n'"$(sed -n 6p "$work/out")"$'\n'" ALL 6 | 68.5 400.5"
is "the module is not opened" "$(grep -c -e ^start -e ^open "$SIM_LOG")" 0
is "an instance, an event, and three triggers" "$(grep -v ^bind "$SIM_LOG" | head -n 5)" \
	"create wakeup cpus=0-1
synthetic u64 lat; pid_t pid; char comm[16] in wakeup
trigger sched:sched_waking hist:keys=pid:rtla_waking=common_timestamp:size=4096:clock=mono if comm == \"a\" in wakeup
trigger sched:sched_switch hist:keys=next_pid:rtla_lat=common_timestamp-\$rtla_waking:size=4096:clock=mono:onmatch(sched.sched_waking).trace(rtla_1_wakeup,\$rtla_lat,next_pid,next_comm) if next_comm == \"a\" in wakeup
trigger synthetic:rtla_1_wakeup hist:keys=common_cpu,pid,comm:vals=lat:rtla_max=lat:size=16384:onmax(\$rtla_max).save(pid) in wakeup"
is "the instance ends with the run" "$(tail -n 1 "$SIM_LOG")" "destroy wakeup"
run wakeup -q -d 1 --no-module -n --by cpu
is "CPUs, in ns" "$(awk '$1 ~ /^[01]$/ && /[|]/ { print $1, $2, $4, $5 }' "$work/out")" \
	"0 3 2500 2700"$'\n'"1 3 134500 400500"
run wakeup -q -d 1 --no-module -c 1 --all
grep -qF 'next_comm) if ((CPU >= 1 && CPU <= 1)) in wakeup' "$SIM_LOG"
ok "some CPUs"

run wakeup hist -d 1 --no-module -E 10
exits "a histogram" 0
is "the histogram says what it is" "$(head -n 1 "$work/out")" "# $label"
is "the histogram has one column, and what is beyond it" "$(grep -v '^#' "$work/out" | sed 's/  */ /g')" \
	"Index wake->switch 
2 3 
over: 1 
count: 4 
min: 2 
avg: 102.00 
max: 400 "
grep -q 'keys=common_cpu,lat.buckets=1000:vals=lat:' "$SIM_LOG"
ok "the histogram has buckets of the kernel"
run wakeup hist -d 1 --no-module -E 10 -b 100 -n
grep -q 'lat.buckets=100:' "$SIM_LOG"
ok "buckets are as wide as is wanted"

SIM=cpus=2,refuse=1 status_wanted=4
export SIM
fails "a kernel without histograms" "tracefs: trigger of sched:sched_waking: Field not found: is the kernel built with CONFIG_HIST_TRIGGERS? If not, load the module" \
	wakeup -q -d 1 --no-module
is "nothing of it stays" "$(tail -n 1 "$SIM_LOG")" "destroy wakeup"
export SIM=cpus=2

hit="only the module can stop at a wake-up: leave one of them out"
trace="only the module has events of wake-ups to save or explain: leave one of them out"
figures="results need percentiles and parts of wake-ups, which only the module has: leave one of them out"
for option in "-T 100" "--segment wait=50us" "-a 100"; do
	# shellcheck disable=SC2086 # An option and its value.
	refused "--no-module: --threshold, --segment, --auto: $hit" wakeup --no-module $option
done
refused "--no-module: --stack: $hit" wakeup --no-module -s 50
refused "--no-module: --on-threshold: $hit" wakeup --no-module --on-threshold continue
refused "--no-module: --keep: $hit" wakeup --no-module --keep 5
refused "--no-module: --dump-tasks: $hit" wakeup --no-module --dump-tasks
refused "--no-module: --panic-on-stop: $hit" wakeup --no-module --panic-on-stop
refused "--no-module: --trace: $trace" wakeup hist --no-module -t
refused "--no-module: --event: $trace" wakeup --no-module -e sched:sched_switch
refused "--no-module: --trace-buffer-size: $trace" wakeup --no-module --trace-buffer-size 64
refused "--no-module: --on-end trace: $trace" wakeup --no-module --on-end trace
refused "--no-module: --perfetto: $trace" wakeup --no-module --perfetto ui.json
refused "--no-module: --json: $figures" wakeup --no-module --json r.json
refused "--no-module: --stream: $figures" wakeup --no-module --stream s
refused "--no-module: --openmetrics: $figures" wakeup --no-module --openmetrics m
refused "--no-module: --junit: $figures" wakeup --no-module --junit j --gate 'total.max<5us'
refused "--no-module: --percentiles: $figures" wakeup --no-module --percentiles
refused "--no-module: --confidence: $figures" wakeup --no-module --confidence 99
refused "--no-module: --gate: $figures" wakeup --no-module --gate 'total.max<5us'
refused "--no-module: --by waker: only the module sees who wakes a thread: leave one of them out" \
	wakeup --no-module --by waker
refused "--no-module: --children: only the module sees which threads a thread creates: leave one of them out" \
	wakeup --no-module --pid 1 --children
refused "--no-module: --: only the module sees which threads a program creates: leave one of them out" \
	wakeup --no-module -- true
finish
