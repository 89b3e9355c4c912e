#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla overheads" by BPF programs: what they count, beside what the module does of the same
# program, what they cannot see, and that nothing of them is left, however a run ends.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
cd /tmp || exit 1
# count_of NAME: print how many samples of this overhead there are, by the table
count_of() { awk -v name="$1" '$1 == name { n += $2 + $3 } END { print n + 0 }' /tmp/out; }
probes() { wc -l </sys/kernel/debug/kprobes/list; }
# absent: print the overheads of r.json that are absent
absent() { jq -r '.overheads | to_entries[] | select(.value.method == "absent").key' r.json | paste -s -d ' '; }
# has_function NAME: succeed if the kernel has a function of this name, or of one made from it
has_function() { grep -qE " [tT] $1(\.[a-z]*\.0)?$" /proc/kallsyms; }
# has_event NAME: succeed if BTF tells that the kernel has this tracepoint
has_event() { grep -q "btf_trace_$1" /sys/kernel/btf/vmlinux; }

probes_before=$(probes)
test_that "no program is there before overheads are measured" no_programs

# ---- A program behind "--"

exits "cyclictest, by BPF" 0 rtla overheads top -q --tracer bpf --json r.json --csv r.csv \
	--gate 'sched.max<1s' --gate 'wake.p99<1s' -- cyclictest -q -m -l 700 -i 2000 -p 80 -t 2 -a
sed 's/^/# /' /tmp/out
sleeps=$(sed -n 's/^T: [01] .* C: *\([0-9]*\) .*/\1/p' /tmp/out | tail -n 2 | paste -s -d +)
sleeps=$((${sleeps:-0}))
test_that "cyclictest has slept beside BPF programs" between $sleeps 700 1400
for name in release-latency release wake; do
	test_that "BPF programs see a $name of each timer of cyclictest's threads" \
		between "$(count_of $name)" $((sleeps * 19 / 20)) $((sleeps * 8 / 5))
done
in_time "BPF programs see each choice of cyclictest's threads" \
	between "$(count_of sched)" $((sleeps * 19 / 20)) $((sleeps * 5))
test_that "BPF programs tell that they have measured overheads" jq -e '.measured_by == "bpf"' r.json
test_that "no interrupt came before it was sent, by BPF" jq -e '[.overheads[].negative] | add == 0' r.json
test_that "all that BPF programs count in comes with its distribution" jq -e \
	'[.overheads[] | select(.count > 0)] | length >= 4' r.json
expected=
has_function finish_task_switch || expected="$expected cxs"
has_event sched_exit_tp || expected="$expected sched2"
has_event ipi_send_cpu || expected="$expected ipi xcall"
test_that "BPF programs miss only what the kernel has no point for" same "$(absent)" "${expected# }"
test_that "the programs' own work is told of each overhead that comes from them" jq -e \
	'[.overheads[] | select(.method == "exact").own_ns] | length >= 5 and all(. > 0)' r.json
test_that "the file for scripts by BPF has a line for each overhead, and for each CPU" \
	[ "$(grep -c '^[a-z0-9-]*,' r.csv)" -ge 28 ]

# ---- Beside the module

# Each of both without its own work. What the kernel does to call the module's hooks is not known.
# The period is no part of a tick's: half of the timers could expire in ticks otherwise, and the
# median would be a matter of chance.
alone() {
	rtla overheads top -q -d 60 -c 0 --tracer "$1" --csv "$1.csv" -- \
		cyclictest -q -m -l 300 -i 1901 -p 80 -t 1 -a 0 >/dev/null
}
alone bpf
alone module
# net TRACER NAME: print the median of an overhead without the tracer's own work, in ns
net() { awk -F , -v name="$2" '$1 == name && $2 == "all" { print $8 - $13 }' "$1.csv"; }
# as_long NAME FIFTHS: test that an overhead takes FIFTHS of what it takes by the module at most by
# BPF, and that part of it at least
as_long() {
	by_bpf=$(net bpf "$1") by_module=$(net module "$1")
	echo "# $1: $by_bpf ns by BPF, $by_module ns by the module"
	in_time "$1 by BPF takes as long as by the module" \
		between "$by_bpf" $((by_module * 5 / $2)) $((by_module * $2 / 5))
}
for name in release-latency release sched cxs wake; do as_long $name 6; done
# A tick takes up to twice as long on the CPU that keeps the time for all; which one that is changes
# when CPUs idle.
as_long tick 12

# ---- Whose overheads count

exits "all threads, by BPF" 0 rtla overheads top -q -d 2 --tracer bpf --all-threads --disturbed keep -- \
	sh -c 'for i in 1 2 3 4 5 6 7 8 9; do sleep 0.1; done'
test_that "all threads have overheads by BPF" between "$(count_of sched)" 9 1000000
exits "the distributions, by BPF" 0 rtla overheads hist -b 10 -E 100 --tracer bpf -- cyclictest -q -m -l 200 -i 2000 -p 80 -t 1
test_that "the distributions by BPF are there" out_has '^Index'
exits "two measurements of overheads by BPF at a time" 0 sh -c \
	'rtla overheads top -q -d 1 --tracer bpf --all-threads >/tmp/other & rtla overheads top -q -d 1 --tracer bpf --all-threads && wait $!'

# CPU 1 goes when the measurement has begun, and is back before it ends.
cat >away <<-'end'
	cpu1=/sys/devices/system/cpu/cpu1/online
	sleep 1 && echo 0 >$cpu1 && sleep 2 && echo 1 >$cpu1 && sleep 1 && echo back >back
end
exits "a CPU that goes and comes, by BPF" 0 rtla overheads top -q --tracer bpf --all-threads --json r.json -- sh away
test_that "the CPU is back beside BPF programs" test -e back
test_that "the CPU that went makes no overhead of two seconds by BPF" \
	jq -e '[.overheads[].max_ns | values] | max < 2000000000' r.json

# ---- A hit

exits "an overhead over its threshold, by BPF" 2 rtla overheads top -q -d 20 --tracer bpf -T wake=1ns -- \
	cyclictest -q -m -i 2000 -p 80 -t 1
test_that "the output by BPF says that wake hit" out_has 'wake took'
exits "BPF programs cannot panic the kernel" 4 rtla overheads top -q -d 1 --tracer bpf -T wake=1ns --panic-on-stop

# ---- Rights

# as_nobody CAPABILITIES: measure as another user than root
as_nobody() {
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps="-all$1" --ambient-caps="-all$1" \
		rtla overheads top -q -d 1 --tracer bpf --all-threads
}
exits "two capabilities are enough for overheads" 0 as_nobody ,+bpf,+perfmon
exits "another user without capabilities measures no overheads" 4 as_nobody ''
test_that "the message names the capabilities for overheads" err_has 'CAP_BPF'

# A kernel without BTF looks like that.
exits "no BPF program measures without BTF" 4 unshare --mount sh -c \
	'mount -t tmpfs none /sys/kernel/btf && rtla overheads top -q -d 1 --tracer bpf'
test_that "the message says what a kernel without BTF lacks" err_has \
	'^rtla: --tracer bpf: this kernel has no /sys/kernel/btf/vmlinux: boot a kernel with CONFIG_DEBUG_INFO_BTF$'

# ---- Nothing of it is left

for delay in 0 0.1 0.4 1; do
	rtla overheads top -q -d 60 --tracer bpf --all-threads >/dev/null 2>&1 &
	run=$!
	sleep $delay
	kill -KILL $run
	wait $run 2>/dev/null
	test_that "no program of overheads is left by a run that is killed $delay s after its start" eventually no_programs
done
test_that "no probe of overheads is left" same "$(probes)" "$probes_before"
without_module
exits "BPF programs stand in for the module where overheads are measured" 0 rtla overheads top -d 1 --all-threads
test_that "the message says that BPF programs measure overheads" err_has '^rtla: BPF programs measure: '
with_module
test_that "nothing is left of overheads by BPF" eventually cleaned
