#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests what took time, by name, on a simulated machine: below the tables, and in results.
# There, with "causes=N", each CPU has N interrupts of 2 us, 1 us longer on CPU 1, half as many
# softirqs of 3 us, and a thread of its own, 1000 + CPU, that runs for 40 us.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH

# ---- The tables

SIM=cpus=2,causes=1000 run osnoise top -q -d 1 --json r.json
exits "osnoise top tells what took time" 0
is "below the table are the largest sums of all CPUs, in us, with what they ran the longest" "$(sed -n '/^What took/,$p' "$work/out")" \
	"What took the most time, on all CPUs (us; CPU: where the longest was)
Kind    Name                                 Count          Sum    Longest  CPU
irq     local_timer:236                       2000         5000          3    1
softirq TIMER:1                               1000         3000          3    0
thread  worker:1000                              1           40         40    0
        ran simulated_work [drv]
thread  worker:1001                              1           40         40    1
        ran simulated_work [drv]
thread  other threads                            2           20         10    0"
is "no line of the causes is wider than a narrow window" \
	"$(sed -n '/^What took/,$p' "$work/out" | awk 'length > 80')" ""
SIM=cpus=2,causes=10 run hwnoise -q -d 1
has "$out" "irq     local_timer:236                         20           50          3    1"
ok "hwnoise tells what took time"
SIM=cpus=2 run osnoise top -q -d 1
[[ $status -eq 0 && $out != *"What took"* ]]
ok "nothing is below the table of osnoise if nothing took time"
SIM=cpus=2,causes=10 run timerlat top -k -q -d 1 --json t.json
[[ $status -eq 0 && $out != *"What took"* ]]
ok "timerlat does not tell what took time unless it is asked for"
is "the result of timerlat does not tell what took time unless it is asked for" "$(jq -c '[.cpus[] | has("causes")]' t.json)" '[false,false]'
grep -q '^start no noise$' "$SIM_LOG" && ! grep -q '^start causes$' "$SIM_LOG"
ok "timerlat counts no causes unless they are asked for"
SIM=cpus=2,causes=10 run timerlat top -k -q -d 1 --top-causes --nano --json t.json
exits "timerlat --top-causes" 0
has "$out" "irq     local_timer:236                         20        50000       3000    1"
ok "timerlat --top-causes tells what took time, in ns with --nano"
! grep -q '^start no noise$' "$SIM_LOG" && grep -q '^start causes$' "$SIM_LOG"
ok "timerlat --top-causes lets the tracer count causes, and report noise"
SIM=cpus=2,causes=10 run timerlat top -k -q -d 1 --top-causes --source trace --json s.json
is "causes are counted also if the samples are read from a trace" \
	"$(jq -c '[.cpus[].causes[0].name]' s.json)" '["worker","worker"]'
SIM=cpus=2,causes=10 run osnoise hist -d 1 --source trace --json s.json
is "causes of osnoise are counted also if the samples are read from a trace" "$(jq -c '[.cpus[].causes | length]' s.json)" '[5,5]'

# ---- Gates and monitoring

SIM=cpus=2,causes=10 run osnoise top -q -d 1 --gate 'noise[local_timer:236].max<=3us' \
	--gate 'noise[local_timer].max<=2us' --openmetrics m.prom
exits "a gate on a cause fails" 2
has "$out" "ok 1 noise[local_timer:236].max<=3us # 3.000 us, limit 3.000 us"
ok "a gate on a cause passes by its name and number"
has "$out" "not ok 2 noise[local_timer].max<=2us # 3.000 us, limit 2.000 us"
ok "a gate on a cause fails by its name"
is "OpenMetrics have the causes" "$(grep '^rtla_cause.*cpu="1".*local_timer' m.prom)" \
	'rtla_cause_seconds_total{cpu="1",kind="irq",name="local_timer:236"} 0.000030000
rtla_cause_noises_total{cpu="1",kind="irq",name="local_timer:236"} 10
rtla_cause_longest_seconds{cpu="1",kind="irq",name="local_timer:236"} 0.000003000'
is "OpenMetrics have the function of each cause that only carried something" \
	"$(grep '^rtla_cause_function' m.prom)" \
	'rtla_cause_function_seconds{cpu="0",kind="thread",name="worker:1000",function="simulated_work [drv]"} 0.000035000
rtla_cause_function_seconds{cpu="1",kind="thread",name="worker:1001",function="simulated_work [drv]"} 0.000035000'
refused "--gate noise[sh].max<=2us: noise is measured by osnoise: leave it out" \
	timerlat top --gate 'noise[sh].max<=2us'

# ---- The result

is "a result has the causes of each CPU, the largest sum first" \
	"$(jq -c '[.cpus[].causes[0]]' r.json)" \
	'[{"kind":"irq","id":236,"name":"local_timer","function":null,"count":1000,"sum_ns":2000000,"max_ns":2000,"at_ns":1000,"function_ns":0},{"kind":"irq","id":236,"name":"local_timer","function":null,"count":1000,"sum_ns":3000000,"max_ns":3000,"at_ns":1000,"function_ns":0}]'
is "a cause that only carried something has its function" \
	"$(jq -c '.cpus[1].causes[] | select(.function) | [.name, .function, .function_ns]' r.json)" \
	'["worker","simulated_work [drv]",35000]'
is "all others of a kind, and NMIs, have no number and no name" \
	"$(jq -c '[.cpus[0].causes[] | select(.name == null) | [.kind, .id, .count]]' r.json)" \
	'[["thread",null,1],["nmi",null,1]]'
run rtla report r.json -o r.html
exits "a result with causes is read again" 0
jq -c 'del(.cpus[].causes)' r.json >old.json
is "the report has those that took the most time" \
	"$(grep -m1 '<th scope="row">local_timer:236' r.html | sed $'s/\u202f//g; s/<[^>]*>/ /g; s/  */ /g')" \
	" local_timer:236 irq 2000 5000.00 3.00 1 "
is "the report has the function that a cause ran the longest" \
	"$(grep -m1 '<th scope="row">worker:1001' r.html | sed $'s/\u202f//g; s/<[^>]*>/ /g; s/  */ /g')" \
	" worker:1001 thread 1 40.00 40.00 1 simulated_work [drv] "
run rtla report old.json -o r.html
exits "a result of an older version without causes is read" 0
jq -c 'del(.cpus[].causes[] | .function, .function_ns)' r.json >older.json
run rtla report older.json -o r.html
exits "a result whose causes have no functions is read" 0
jq -c '.cpus[].causes = null' r.json >null.json
run rtla report null.json -o r.html
exits "a result whose tracer did not tell the causes is read" 0

# spoilt FILTER MESSAGE: tests that a result is refused that FILTER has changed
spoilt() {
	local status_wanted=1

	jq -c "$1" r.json >bad.json
	fails "a result with $1" "bad.json: $2" rtla report bad.json -o r.html
}

spoilt '.cpus[1].causes = 3' '$.cpus[1].causes: not an array: give a file that --json wrote'
spoilt '.cpus[1].causes[2] = 3' '$.cpus[1].causes[2]: not an object: give a file that --json wrote'
spoilt '.cpus[0].causes[0].kind = "hardware"' \
	'$.cpus[0].causes[0]: kind: unknown: give a file that --json wrote'
spoilt '.cpus[0].causes[0].id = 4294967296' \
	'$.cpus[0].causes[0]: id: too large: give a file that --json wrote'
spoilt '.cpus[0].causes[0].max_ns = 2000001' \
	'$.cpus[0].causes[0]: max_ns is larger than sum_ns: give a file that --json wrote'
rm ./*.json r.html m.prom

finish
