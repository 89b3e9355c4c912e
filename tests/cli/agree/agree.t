#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla agree" on the simulated machine, where timerlat's user latency is 8.5 us on
# average, and at most 9 us. A script stands for cyclictest: its results have the form of
# those of rt-tests 2.6, and figures that each test chooses.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2 TMPDIR=$work/tmp SEEN=$work/seen/cyclictest OWN=$$
mkdir "$work/tmp" "$work/programs" "$work/nothing"

# The script takes the averages of its rounds, in ns, from AVERAGES, and what it does from
# MODE. Each thread has the same figures, on the CPUs of ON.
cat >"$work/programs/cyclictest" <<'END'
#!/bin/bash
echo "cyclictest $*" >>"$SIM_LOG"
echo run >>"$SEEN"
echo "# /dev/cpu_dma_latency set to 0us"
json=$*
json=${json##*--json=}
average=$(cut -d ' ' -f "$(wc -l <"$SEEN")" <<<"$AVERAGES")
case $MODE in
fails) echo "FATAL: no timers" >&2; exit 1 ;;
sleeps) sleep "1003.$OWN" & wait ;;
esac
{
	cat <<-JSON
		{
		  "file_version": 1,
		  "cmdline:": "${MODE:+$MODE }cyclictest $*",
		  "rt_test_version:": "2.60",
		  "start_time": "Wed, 25 Nov 2026 19:25:56 +0000",
		  "end_time": "Wed, 25 Nov 2026 19:25:58 +0000",
		  "return_code": 0,
		  "sysinfo": {
		    "sysname": "Linux",
		    "nodename": "vm",
		    "release": "6.12.117+deb13-rt-amd64",
		    "version": "#1 SMP PREEMPT_RT Debian 6.12.117-1",
		    "machine": "x86_64",
		    "realtime": 1
		  },
		  "num_threads": $(wc -w <<<"${ON:-0 1}"),
		  "resolution_in_ns": ${RESOLUTION:-1},
		  "thread": {
	JSON
	number=0
	for cpu in ${ON:-0 1}; do
		[ $number = 0 ] || echo "    },"
		cat <<-JSON
			    "$number": {
			      "histogram": {      },
			      "cycles": 1000,
			      "min": 1000,
			      "max": $((${average%.*} + 10000)),
			      "avg": $average,
			      "cpu": $cpu,
			      "node": 0
		JSON
		number=$((number + 1))
	done
	printf '    }\n  }\n}\n'
} >"$json"
END
chmod +x "$work/programs/cyclictest"
without=$PATH
PATH=$work/programs:$PATH
usual="8300.25 8350.00 8250.50"

# measured [WORD...]: runs the command, with averages from AVERAGES
measured() {
	: >"$SEEN"
	AVERAGES=${AVERAGES:-$usual} run_wrapped rtla agree -d 6 --rounds 3 "$@"
}
# nothing_is_left NAME: tests that no process and no file of a run is left
nothing_is_left() {
	test_that "$1: no folder is left" eventually folder_is_gone
	test_that "$1: no process is left" eventually processes_are_gone
}
folder_is_gone() { [ -z "$(ls "$TMPDIR")" ]; }
processes_are_gone() { ! pgrep -f "sleep 100[3-5].$OWN|^cyclictest |^/bin/bash $work/programs"; }
order() { grep -oE '^(open|cyclictest)' "$SIM_LOG" | paste -s -d ' '; }

# ---- The command line -----------------------------------------------------------------

both="--priority: not a policy of both tools: give f:PRIO or r:PRIO"
refused "$both" rtla agree -P o:0
refused "$both" rtla agree --priority d:1ms:10ms
refused "--duration: each of the 20 runs would be shorter than 1 s: give 20 s or more, or fewer --rounds" \
	rtla agree -d 19
for value in 2 1001; do
	refused "--rounds $value: out of range [3, 1000]: give 3 to 1000" rtla agree --rounds $value
done
for value in 99 1000001; do
	refused "--period $value: out of range [100, 1000000]: give 100 to 1000000 us, or with a unit like 30us" \
		rtla agree --period $value
done
for us in 0 -1 x 1e3 0x5 1000001 5kg; do
	refused "--within $us: not a time: give more than 0, up to 1000000 us, like 0.5 or 500ns" \
		rtla agree --within "$us"
done
if [ -z "$(PATH=$without command -v cyclictest)" ]; then
	PATH=$without run "$work/simulated/rtla" agree
	is "cyclictest that is missing is named" "$status $err" \
		"4 rtla: cyclictest: not installed: install it, on Debian with 'apt-get install rt-tests'"
else
	skip "cyclictest that is missing is named" "this machine has it"
fi
AVERAGES=$usual run "$RTLA" agree -d 6 --rounds 3 -c 0
is "the module that is missing is named" "$status $(head -n 1 <<<"$err" | cut -d : -f 1-3)" "4 rtla: /dev/rtla: no such device"
nothing_is_left "a run without the module"
TMPDIR=/nowhere measured
is "a folder that is missing is named" "$status $err" \
	"1 rtla: /nowhere: No such file or directory: the results of all runs need a folder there: set TMPDIR to a folder that can be written"

# ---- Rounds and verdicts --------------------------------------------------------------

measured --json a.json
is "averages that are 0.2 us apart agree" "$status $err" "0 "
is "the first line says that they agree" "$(head -n 2 "$work/out")" \
	"Verdict: agree: averages differ by +0.20 us, 95 % interval +0.08 to +0.32 us, within +-1.00 us
CPUs 0-1, period 1000 us, priority f:95, 3 rounds of 1 s with each tool, load: none"
[[ $widest -gt 40 && $widest -le 80 ]]
ok "no line of the text is wider than 80"
is "a row for each tool" "$(grep -E '^ (timerlat|cyclictest) .*[0-9]$' "$work/out" | tr -s ' ' |
	sed -E 's/(-u) [0-9 ]*( 8.00)/\1\2/')" " timerlat -u 8.00 8.50 9.00
 cyclictest 2.60 6000 1.00 8.30 18.35"
is "both tools have their clocks and end points" "$(grep -cE ' (clock   CLOCK_MONOTONIC|begins  .*t(ime|_w)|ends    .* reads the clock in user space)' "$work/out")" 6
is "the order is A B B A A B" "$(order)" "open cyclictest cyclictest open open cyclictest"
is "cyclictest is called alike" "$(grep -m 1 ^cyclictest "$SIM_LOG" | sed "s@$work@@; s@agree\.......@agree@")" \
	"cyclictest -q -N -m -d 0 -t 2 -a 0-1 -i 1000 --policy=fifo -p 95 -D 1 --json=/tmp/rtla-agree/cyclictest.json"
nothing_is_left "after a run"
test_that "JSON is as documented" as_documented a.json
json_is a.json "the JSON has the rounds" '[.rounds[] | .first, .cyclictest.average_ns]' \
	'["timerlat",8300.25,"cyclictest",8350,"timerlat",8250.5]' \
	"the JSON has the verdict" '[.verdict, .exit_code, .within_ns, .averages.difference_ns, .maxima]' \
	'["agree",0,1000,199.75,null]'

measured -c 1 -p 500 -P r:10 -D
is "CPUs that were not asked for are refused" "$status $(tail -n 1 <<<"$err")" \
	"1 rtla: cyclictest 2.60: thread 0 has measured CPU 0, not one CPU of 1: give --cpus that it can be bound to"
ON=1 measured -c 1 -p 500 -P r:10 -D
is "other settings are measured" "$status" 0
called "timerlat gets the CPU, the period and the priority" "start cpus=1 period=500000 stack=0 priority=1:2:0:10:0:0"
test_that "cyclictest gets the CPU, the period and the priority" grep -qE '^cyclictest -q -N -m -d 0 -t 1 -a 1 -i 500 --policy=rr -p 10 -D 1 ' "$SIM_LOG"
is "--debug shows all calls" "$(grep -cE '^rtla: running (.*/rtla timerlat top -q -u -c 1|cyclictest -q -N) ' "$work/err")" 6

measured --within 0.05
is "more than the limits is no agreement" "$status $(head -n 1 "$work/out")" \
	"2 Verdict: disagree: averages differ by +0.20 us, 95 % interval +0.08 to +0.32 us, outside of +-0.05 us"
measured --within 0.2 --json -
is "an interval across a limit says neither" "$status $(jq -r .verdict "$work/out")" "1 cannot tell"
test_that "JSON on stdout is all there is" as_documented "$work/out"
# shellcheck disable=SC2016 # jq has variables, too.
is "the JSON says whether more rounds would tell" "$(jq '.averages.needed_rounds | . == null or . > 3' "$work/out")" true
AVERAGES="7900 8300 9000" measured --within 0.9
is "the text says how many rounds would tell" "$status $(head -n 1 "$work/out")" \
	"1 Verdict: cannot tell: averages differ by +0.10 us, 95 % interval -1.28 to +1.48 us, partly within +-0.90 us; about 5 rounds would tell"

: >"$SEEN"
AVERAGES=$(printf '%s ' 8{400..409}) run rtla agree -d 20 --json a.json
is "ten rounds" "$status $(head -n 1 "$work/out" | cut -d: -f2)" "0  agree"
is "judge maxima" "$(grep '^Maxima' "$work/out" | sed 's/ (.*//')" "Maxima of the rounds: they differ"
is "a difference of maxima is not in the verdict" "$(jq -c '[.verdict, .maxima.u, .maxima.differ]' a.json)" '["agree",0,true]'
test_that "the JSON with maxima is as documented" as_documented a.json

# ---- osnoise and oslat ----------------------------------------------------------------

# Each CPU of the simulated machine has 9.5 us of interruptions per second. Of this oslat,
# each has one of NOISE us in its one second, beside a million turns of at most 1 us, and
# BEYOND is the one that is beyond its histogram, or 0.
cat >"$work/programs/oslat" <<'END'
#!/bin/bash
echo "oslat $*" >>"$SIM_LOG"
json=$*
json=${json##*--json=}
thread() {
	local more=
	[ "${BEYOND:-0}" = 0 ] || more=', "256": 1'
	printf '{ "cpu": %d, "freq": 2597, "min": 1, "avg": %.6f, "max": %d, "duration": 1.000, "histogram": { "1": 1000000, "5": 3, "%d": 1%s } }' \
		"$1" "$(awk "BEGIN { print (1000000 + 15 + $NOISE + ${BEYOND:-0}) / (1000004 + (${BEYOND:-0} > 0)) }" OFMT=%.6f)" \
		"$((${BEYOND:-0} > NOISE ? BEYOND : NOISE))" "$NOISE" "$more"
}
cat >"$json" <<JSON
{ "file_version": 1, "cmdline:": "oslat $*", "rt_test_version:": "2.60", "return_code": 0,
  "start_time": "Sun, 29 Nov 2026 14:06:10 +0000", "num_threads": 2,
  "thread": { "0": $(thread 0), "1": $(thread ${SECOND:-1}) } }
JSON
END
chmod +x "$work/programs/oslat"

NOISE=10 measured --with oslat --json a.json
is "osnoise and oslat agree" "$status $err" "0 "
is "the first line says that osnoise and oslat agree" "$(head -n 1 "$work/out" | cut -d , -f 1 | sed 's/[0-9.]*[0-9] us/N us/')" \
	"Verdict: agree: the time of interruptions differs by +N us per second"
is "oslat is called for the same CPUs and time" "$(grep -m 1 ^oslat "$SIM_LOG" | sed "s@$work@@; s@agree\.......@agree@")" \
	"oslat -q -c 0-1 -b 256 -D 1 --json=/tmp/rtla-agree/oslat.json"
is "the table has interruptions" "$(grep -E '^ (Interruptions|oslat 2.60)' "$work/out" | tr -s ' ')" " Interruptions, us Count Min Per second Max
 oslat 2.60 6 10.00 $(sed -nE 's/^ oslat 2.60 .* ([0-9.]+) +[0-9.]+$/\1/p' "$work/out") 10.00"
test_that "short turns of oslat are no interruptions" [ "$(jq '.tools[1].figures.average_ns | . > 7500 and . < 10500' a.json)" = true ]
test_that "JSON of osnoise and oslat is as documented" as_documented a.json
nothing_is_left "after oslat"
NOISE=10 BEYOND=70000 measured --with oslat --json a.json
is "what is beyond the histogram of oslat counts" "$status $(jq '.tools[1].figures | .max_ns, (.average_ns / 1000000 | round)' a.json | paste -s -d ' ')" \
	"2 70000000 70"
NOISE=10 measured --with oslat --above 11 -P f:7 --json a.json
is "interruptions that are shorter than asked for do not count" "$(jq -c '[.tools[1].figures.count, .configuration.above_ns]' a.json)" "[0,11000]"
test_that "oslat gets the priority" grep -q '^oslat .* -f 7 --json=' "$SIM_LOG"
called "osnoise gets the priority and the CPUs" "start cpus=0-1 period=1000000000 stack=0 priority=1:1:0:7:0:0"
called "osnoise gets the threshold" "start osnoise runtime=1000000000 noise=11000 irqs_off=0 preempt_off=0"
SECOND=0 NOISE=10 measured --with oslat
is "a CPU that oslat has measured twice" "$status $(grep -c 'another thread has the same CPU' <<<"$err")" "1 1"
SECOND=3 NOISE=10 measured --with oslat
is "a CPU that oslat has not measured" "$status $err" \
	"1 rtla: oslat 2.60: it has not measured CPU 1: give --cpus without it"
refused "--priority: not a policy of both tools: give f:PRIO" rtla agree --with oslat -P r:5
refused "--period: oslat has no timer: leave it out, or give --with cyclictest" rtla agree --with oslat -p 1000
refused "--above: cyclictest counts no interruptions: leave it out, or give --with oslat" rtla agree --above 5
if oslat=$(PATH=$without command -v oslat); then
	rm "$work/programs/oslat"
	measured --with oslat --json a.json
	test_that "the real oslat is read" [ "$(jq '.rounds | length' a.json)" = 3 ]
else
	skip "the real oslat is read" "it is not installed: ${oslat:-rt-tests}"
fi

# ---- Faults ---------------------------------------------------------------------------

echo old >a.json
MODE=fails measured --json a.json
is "cyclictest that fails" "$status $err" "1 # /dev/cpu_dma_latency set to 0us
FATAL: no timers
rtla: cyclictest: exit status 1: see the lines above, and --debug for its command line"
is "a failure of cyclictest leaves no old JSON" "$(ls a.json 2>&1)" "ls: cannot access 'a.json': No such file or directory"
ON=0 measured
is "a CPU that it has not measured" "$status $err" \
	"1 rtla: cyclictest 2.60: it has not measured CPU 1: give --cpus without it"
ON="0 0" measured
is "a CPU that it has measured twice" "$status $err" \
	"1 rtla: cyclictest 2.60: thread 1 has measured CPU 0, not one CPU of 0-1: give --cpus that it can be bound to"
RESOLUTION=0 measured
is "whole us" "$status $err" \
	"1 rtla: cyclictest 2.60: it has measured in whole us, in spite of --nsecs: install another version"
MODE='"' measured
is "a quote in its command line" "$status $(sed "s@$work@@; s@agree\.......@agree@" <<<"$err")" \
	"1 rtla: /tmp/rtla-agree/cyclictest.json: line 3, column 27: '}' expected near 'cyclictest': give a whole file that 'cyclictest --json' wrote, with no quote or backslash in its command line"
nothing_is_left "after a fault"

# ---- The load, and signals ------------------------------------------------------------

measured --load "echo \$\$ >>$work/loads; sleep 1005.$OWN" --json a.json
is "under load" "$status $(jq -c .load.ended a.json)" '0 "stopped"'
is "there is one load for all rounds" "$(wc -l <"$work/loads")" 1
nothing_is_left "after a load"
measured --load "exit 3"
is "a load that ends by itself" "$status $err" \
	"1 rtla: --load exit 3: it ended before the measurement did, exit status 3: give a command that keeps running"

# begin: runs the command with a load until cyclictest sleeps; $pid is its process
begin() {
	: >"$SEEN"
	rm -f "$SIM_LOG"
	MODE=sleeps AVERAGES=$usual rtla agree -d 6 --rounds 3 --load "sleep 1004.$OWN" >"$work/out" 2>"$work/err" &
	pid=$!
	eventually grep -qs . "$SEEN"
}
for signal in INT TERM HUP KILL; do
	begin
	kill -$signal $pid
	wait $pid 2>/dev/null
	is "$signal ends it" $? "$([ $signal = KILL ] && echo 137 || echo 1)"
	nothing_is_left "$signal"
done
begin
kill -INT $pid
wait $pid
is "a run without a complete round cannot tell" "$(head -n 1 "$work/out") $(<"$work/err")" \
	"Verdict: cannot tell: rounds complete: 0, needed: 3 rtla: interrupted: only 0 of 3 rounds are complete"

finish
