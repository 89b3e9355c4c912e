#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests timerlat by processes alone (--tracer process), which really measure on this machine:
# that they take the user latency alone, of each CPU, and touch nothing of the kernel; what
# tables, histograms and results have; thresholds and gates; and what is refused.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
# alone MODE WORD...: measures by processes alone. Without a real-time priority, nobody is refused.
alone() { run timerlat "$1" --tracer process -P o:0 "${@:2}"; }
# numbers FILE QUERY: prints what jq finds in a result
numbers() { jq -c "$2" "$1"; }

alone top -q -d 1 --json "$work/top.json"
exits "processes measure without any tracer" 0
is "nothing is said on stderr" "$err" ""
is "the table has a row for each CPU, and one for all" \
	"$(grep -cE '^ *[0-9]+ #[1-9]' "$work/out")" "$(nproc)"
is "no interrupt and no switch to a thread is seen, and the user latency is" \
	"$(awk '$1 == 0 && /#/ { print $4, $7, $9, $12, ($15 > 0) }' "$work/out")" "- - - - 1"
is "the result names the tracer" "$(numbers "$work/top.json" .measured_by)" '"process"'
is "the result has the user latency alone" \
	"$(numbers "$work/top.json" '[.cpus[].latencies | keys[]] | unique')" '["user"]'
is "about one sample comes in each period" \
	"$(numbers "$work/top.json" '.cpus[0] | .latencies.user.count + (.skipped_periods // 0) | . > 500 and . < 1100')" true
as_documented "$work/top.json"
ok "the result is as documented"

alone hist -d 1 -c 0 -b 1000 -E 10 --matrix --with-zeros --no-header
exits "a histogram" 0
is "a histogram has a column for the user latency of the CPU, and no other" \
	"$(awk '/^over/ { exit } { print NF }' "$work/out" | sort -u)" 2

# ---- Stops and gates

alone top -q -T 1 -d 20
exits "a latency at the threshold stops" 2
is "the stop is told" "$(grep 'hit stop' "$work/out")" "rtla timerlat hit stop tracing"
alone hist -d 1 --gate 'user.max<=100s'
exits "a gate on the user latency is judged" 0
refused "--gate irq.max<=1s: --tracer process takes the user latency alone: leave it out" \
	timerlat hist --tracer process --gate 'irq.max<=1s'

# ---- What is refused

status_wanted=4
fails "interrupts are not seen" \
	"--tracer process: it sees no interrupts and takes no stacks: give --thread instead of -a, -i and -s, or load the module" \
	timerlat top --tracer process -i 10
fails "a hit is not explained" \
	"a trace: processes alone record no events: load the module, or leave out -a, -t, --keep and --perfetto" \
	timerlat top --tracer process -a 10
fails "threads of the kernel do not measure" \
	"--tracer process: it measures with processes of user space only: leave out --kernel-threads, or load the module" \
	timerlat top --tracer process -k
fails "noise is not looked for" \
	"--tracer process: it does not measure osnoise: leave it out" \
	osnoise top --tracer process

# ---- What it touches

if command -v strace >/dev/null; then
	strace -f -o "$work/calls" -e trace=bpf,perf_event_open,mount,init_module,finit_module,openat \
		"$RTLA" timerlat hist --tracer process -P o:0 -d 1 >/dev/null
	is "no program is loaded, and no module" \
		"$(grep -cE ' (bpf|perf_event_open|mount|f?init_module)\(' "$work/calls")" 0
	is "no file of the kernel is written" \
		"$(grep -E '"/(sys|proc)/' "$work/calls" | grep -cE 'O_WRONLY|O_RDWR')" 0
else
	skip "no program is loaded, and no module" "there is no strace here"
	skip "no file of the kernel is written" "there is no strace here"
fi
finish
