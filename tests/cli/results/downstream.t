#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: the command lines of public test frameworks, and the
# figures that they take from the text. CPU 0 has latencies of 2, 5 and 8 us, or noises of
# 1.5 and 7 us; on each further CPU they are 1 us longer.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2

# read_as FRAMEWORK [WORD...]: sets figures to a file with what the framework reads in the
# last output
figures=$work/seen/figures.json
read_as() { "$here/results/downstream" "$@" <"$work/out" >"$figures"; }

# ---- LAVA: automated/linux/rtla of test-definitions ------------------------------------------

irq_histogram=(-e osnoise:irq_noise --trigger "hist:key=cpu,desc,duration.buckets=1000:sort=duration")
thread_histogram=(-e osnoise:thread_noise --trigger "hist:key=cpu,comm,duration.buckets=1000:sort=duration")
run rtla timerlat hist -k --dma-latency=0 -d 1s --no-header --trace "${irq_histogram[@]}" "${thread_histogram[@]}"
exits "LAVA's timerlat" 0
read_as lava timerlat
json_is "$figures" "LAVA finds timerlat's figures" '[.["irq 0", "thread 0", "irq 1", "thread 1"] | [.min, .avg, .max, .over]]' \
	"[[2,2,2,0],[5,5,5,0],[3,3,3,0],[6,6,6,0]]" \
	"each latency is in its bucket" '[.["irq 0", "thread 0", "irq 1", "thread 1"] |
	.count as $count | to_entries | map(select(.key | test("^[0-9]")) | select(.value > 0)) | length == 1 and .[0].value == $count] | all' true \
	"the summary of all CPUs, which it does not know, comes last" .stops_at ALL:
is "both histograms that LAVA moves away are there" "$(ls -- *_hist.txt)" "osnoise_irq_noise_hist.txt
osnoise_thread_noise_hist.txt"
run rtla timerlat hist --dma-latency=0 -d 1s --no-header
read_as lava timerlat
json_is "$figures" "LAVA takes the third column, of user space, for the next CPU" \
	'[.["irq 0", "thread 0", "irq 1"].max]' "[2,5,8]"
run rtla osnoise hist -P F:1 -r 900000 -d 1s --no-header --trace "${irq_histogram[@]}" "${thread_histogram[@]}" \
	-e osnoise:sample_threshold --trigger 'hist:key=cpu,duration.buckets=1000:sort=duration if interference == 0'
exits "LAVA's osnoise" 0
read_as lava osnoise
json_is "$figures" "LAVA finds osnoise's figures" '[.["0", "1"] | [.min, .over]]' "[[1,0],[2,0]]" \
	"an average is no whole number" .stops_at avg:

# ---- rteval: rteval/modules/measurement/timerlat.py -------------------------------------------

rteval=(rtla timerlat hist -p 1000 -P f:95 -u -c 0-1 -E 3500 --no-summary --no-aa --dma-latency=0)
run "${rteval[@]}" -d 1
exits "rteval's run" 0
read_as rteval 0,1
json_is "$figures" "the buckets of each CPU" '[.["0", "1"] | [.irq, .thr, .usr | keys[]]]' '[["2","5","8"],["3","6","9"]]' \
	"rteval has the buckets of all CPUs" '[.system.irq, .system.thr, .system.usr | keys[]]' '["2","3","5","6","8","9"]' \
	"rteval's loop understands every line" .odd "[]"
grep -q '"duration":"000:00:0' "$figures"
ok "the duration, in days and hours"
run rtla timerlat hist -p1000 -P f:95 -u -c0-1 -E3500 --no-summary --no-aa --dma-latency=0 -d 1
read_as rteval 0,1
json_is "$figures" "words that are attached, as earlier versions give them" "$status, [.[\"0\"].irq | keys[]]" $'0\n["2"]'
SIM=$SIM,hit=200 run "${rteval[@]}" -T 100 -t rteval.txt
exits "a stop" 2
read_as rteval 0,1
json_is "$figures" "rteval has the buckets in spite of a stop" '[.["1"] | .irq, .thr, .usr | keys[]]' '["3","6","9"]' \
	"rteval sees the stop, which has no parts without an analysis" '[.odd, .stop]' '[[],{}]'
[ -s rteval.txt ]
ok "the trace of the stop is there"
SIM=$SIM,hit=200 run rtla timerlat hist -P f:95 -u -c0-1 -E3500 -T50 -t=early.txt
read_as rteval 0,1
json_is "$figures" "earlier versions of rteval read the parts of the latency at a stop" \
	'.stop | [.CPU, ."IRQ handler delay", ."IRQ latency", ."Blocking thread", .threads[0], ."Thread latency"]' \
	'["0",["1.00","0.67"],"1.50",["146.00","97.33"],["culprit:77","146.00"],["150.00","100"]]'
[ -s early.txt ]
ok "the trace of the stop is where earlier versions ask for it"

# The real one, where it is installed: it starts the command itself.
if /usr/bin/python3 -c 'import libxml2, rteval.modules.measurement.timerlat' 2>/dev/null; then
	run "$here/results/run_rteval" 1
	is "the real rteval has the samples of both CPUs" "$status $(grep -c '<core ' "$work/out") $(grep -c '<samples>0' "$work/out")" "0 2 0"
	SIM=$SIM,hit=200 run "$here/results/run_rteval" 60 stoptrace=50 trace=real.txt
	is "the real rteval has the parts of a stop" "$status $(grep -A1 '<Thread_latency>' "$work/out" | grep -o '>150.00<')" "0 >150.00<"
	[ -s real.txt ]
	ok "the real rteval gets its trace"
else
	skip "the real rteval has the samples of both CPUs" "rteval is not installed"
fi

# A busy machine needs a while until it measures.
run timeout -s INT 3 "${rteval[@]}"
read_as rteval 0,1
json_is "$figures" "an interrupt, with which rteval ends a run, leaves whole lines" '[.odd, (.["0"].thr | keys[])]' '[[],"5"]'

# ---- crucible: bench-timerlat -----------------------------------------------------------------

crucible=(rtla timerlat top --quiet --duration 1s --house-keeping 0 --cpus 1 --period 1000)
for more in "" -k "--priority f:95 --warm-up 1 -k --dma-latency 0"; do
	# shellcheck disable=SC2086
	run "${crucible[@]}" $more
	read_as crucible
	is "crucible's run ${more:-as it is}" "$status $(<"$figures")" "0 6"
done
SIM=$SIM,hit=200 run "${crucible[@]}" -T 100
read_as crucible
is "what a stop prints is not taken for a CPU" "$status $(<"$figures")" "2 6"
SIM=$SIM,silent=1 run "${crucible[@]}"
read_as crucible
is "a run without a sample has no maximum, and fails" "$status $(<"$figures")" "1 -1"

# ---- container-perf-tools: rtla/cmd.sh ----------------------------------------------------------
#
# It evaluates the line once more, with quotes around the trigger. hwnoise has no hist.

container() { eval "rtla $1 -c 1 -H 0 -d 1s $2 "; }
export -f container
own=
[ ! -w "$(cgroups)$(sed -n 's/^0:://p' /proc/self/cgroup)/cgroup.procs" ] || own=-C
[ "$own" ] || echo "# without -C: no cgroup version 2, or not for us"
run container "timerlat hist" "-u $own -e sched:sched_switch --trigger 'stacktrace if prev_pid==0' -a 20"
exits "container-perf-tools: timerlat" 0
run container hwnoise "-T 100"
exits "hwnoise" 0
run container "osnoise hist" "-a 20"
exits "osnoise" 0
export SIM=$SIM,hit=200
for command in "timerlat hist" "osnoise hist" hwnoise; do
	name=${command% hist}
	rm -f ./*_trace.txt
	run container "$command" "-a 20"
	exits "$name, which stops" 2
	is "$name has its trace where it is looked for" "$(ls -- *_trace.txt)" "${name/hwnoise/osnoise}_trace.txt"
done
finish
