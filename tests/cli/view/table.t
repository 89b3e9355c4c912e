#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: tables as plain text.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
online=$(cat /sys/devices/system/cpu/online)
title='                                     Timer Latency                                              '

# ---- a run without special options

run timerlat top -k -q -d 1
exits "a measurement without hit exits with 0" 0
is "stderr is silent" "$err" ""
is "one table is printed with -q" "$(tables)" 1
is "title" "$(sed -n 1p "$work/out")" "$title"
is "heads" "$(on_time | sed -n 2,3p)" \
"  0 00:00:01   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)
CPU COUNT      |      cur       min       avg       max |      cur       min       avg       max"
grep -qE '^  0 #[0-9]+ +\|        2         2         2         2 \|        5         5         5         5$' "$work/out"
ok "the row of CPU 0"
grep -qE '^ALL #[0-9]+ +e0 \|                  2 ' "$work/out"
ok "the row of all CPUs"
is "the calls, where the tracer counts" "$(cat "$SIM_LOG")" \
"open
start cpus=$online period=1000000 stack=0 priority=0:0:0:0:0:0
start stats entries=0 bucket=0 distribution=0 block=0
start no noise
start hit ends
count until 1000 ms
arm irq=0 thread=0
disarm
count until 1000 ms
end
close"
run timerlat top -k -q -d 1 --source trace
exits "a measurement from a trace exits with 0" 0
grep -qE '^  0 #[0-9]+ +\|        2         2         2         2 \|        5         5         5         5$' "$work/out"
ok "a measurement from a trace has the same row of CPU 0"
is "the calls of a measurement from a trace" "$(cat "$SIM_LOG")" \
"open
create samples cpus=$online
start cpus=$online period=1000000 stack=0 priority=0:0:0:0:0:0
start no noise
collect latencies in samples, freeze
on samples
arm irq=0 thread=0
disarm
off samples
end
close
destroy samples"

# ---- tables in a pipe

run timerlat -d 4
exits "top is the default" 0
# On a slow machine some seconds may be missing.
times=$(grep -o '^  0 00:00:[0-9]*' "$work/out")
[ "$(tables)" -gt 1 ] && [ "$(tables)" = "$(sort -u <<<"$times" | wc -l)" ]
ok "a table each second, and the last not twice"
[[ ${times##*$'\n'} > "  0 00:00:03" ]]
ok "the last is of the end"
! grep -q $'\033' "$work/out"
ok "no escape sequences in a pipe"
SIM=silent=1 run timerlat -k -d 1
is "a table without samples has no rows" "$(grep -c '#' "$work/out")" 1
grep -qxF 'ALL #0      e0 |                  -         -         - |                  -         -         -' "$work/out"
ok "a table without samples has dashes for all CPUs"

# ---- with user latencies

run timerlat top -q -d 1
exits "user space is the default" 0
is "there is room for a third latency" "$(on_time | sed -n 1,3p)" \
"                                     Timer Latency                                                                                       
  0 00:00:01   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)      |    Ret user Timer Latency (us)
CPU COUNT      |      cur       min       avg       max |      cur       min       avg       max |      cur       min       avg       max"
grep -qE '^  0 #[0-9]+ +\|        2         2         2         2 \|        5         5         5         5 \|        8         8         8         8$' "$work/out"
ok "the third latency is there"
grep -qE '^ALL #[0-9]+ +e0 \|                  2 .* \|                  5 .* \|                  8 ' "$work/out"
ok "the third latency is there for all CPUs"
SIM=silent=1 run timerlat top -U -q -d 1
exits "nobody has to come to a measurement of others" 0
is "heads and the row of all CPUs are there without it" \
	"$(wc -l <"$work/out") $(sed -n 5p "$work/out")" \
	"6 ALL #0      e0 |                  -         -         - |                  -         -         - |                  -         -         -"
is "the last line says that nobody came, and what to do" "$(tail -n 1 "$work/out")" \
	"no workload has come, so nothing was measured: start one, or leave out -U"
run timerlat top -k -n -q -d 1 -c 0
grep -q 'IRQ Timer Latency (ns)  .* Thread Timer Latency (ns)$' "$work/out" &&
	grep -qE '^  0 #[0-9]+ +\|     2000 ' "$work/out"
ok "nanoseconds"
[ "$(grep -c '^ *[0-9]* #' "$work/out")" = 1 ]
ok "rows of -c only"

# ---- noise

run osnoise top -q -d 1
exits "osnoise measures" 0
is "title and heads" "$(on_time | sed -n 1,3p)" \
"                                          Operating System Noise                                                                          
duration:   0 00:00:01 | time is in us
CPU Period       Runtime        Noise  % CPU Aval   Max Noise   Max Single          HW          NMI          IRQ      Softirq       Thread"
# Each simulated period has a runtime of one second, and 1 % of noise.
count=$(sed -n 's/^  0 #\([0-9]*\) .*/\1/p' "$work/out")
is "the row of CPU 0" "$(grep '^  0 ' "$work/out")" "$(printf \
	'%3d #%-6d %12d %12d  %10s%12d %12d%12d %12d %12d %12d %12d' \
	0 "$count" $((count * 1000000)) $((count * 10000)) 99.00000 10000 5000 \
	"$count" \
	$((count * 2)) $((count * 3)) $((count * 4)) $((count * 5)))"
run osnoise top --source trace -q -d 1
grep -qx 'collect periods in samples, freeze' "$SIM_LOG"
ok "the periods of osnoise are those of the trace"
SIM=gap=1 run osnoise top --source trace -q -d 1 -c 0
exits "periods that are missing without a word exit with 1" 1
grep -qE '^1 \([0-9.]+%\) events missed, results might not be accurate$' "$work/out"
ok "the output says that periods are missing"
SIM=silent=1 run osnoise top -q -d 1
is "before the first period there are only heads" \
	"$status $(wc -l <"$work/out")" "1 4"
grep -qE '^CPU [0-9,-]+: nothing was measured: measure for longer, or keep other threads from having the CPU all the time$' "$work/out"
ok "the output says that nothing was measured"

run hwnoise -q -d 1
exits "hwnoise measures" 0
is "hwnoise has its title and heads" "$(on_time | sed -n 1,3p)" \
"                                          Hardware-related Noise                                   
duration:   0 00:00:01 | time is in us
CPU Period       Runtime        Noise  % CPU Aval   Max Noise   Max Single          HW          NMI"
count=$(sed -n 's/^  0 #\([0-9]*\) .*/\1/p' "$work/out")
is "the row of CPU 0, with a blank" "$(grep '^  0 ' "$work/out")" "$(printf \
	'%3d #%-6d %12d %12d  %10s%12d %12d%12d %12d ' \
	0 "$count" $((count * 1000000)) $((count * 10000)) 99.00000 10000 5000 \
	"$count" $((count * 2)))"
run osnoise -d 4
[ "$(grep -c '^duration: ' "$work/out")" -gt 1 ]
ok "a table each second"
! grep -q $'\033' "$work/out"
ok "no escape sequences in a pipe"

finish
