#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla compare": verdicts, exit statuses, the table, and whether the JSON matches
# its schema. Its statistics are tested in tests/unit.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# make NAME WORD...: writes a made-up result to NAME.json; the words are arguments of
# make_result.py
make() {
	make_result "$1.json" bare "${@:2}"
}

# first LINE: tests that LINE is the first line of the output, but for the headline that a
# difference has
first() {
	is "the first line says: $1" "$(head -n 2 "$work/out" | grep -v ' -> ' | head -n 1)" "$1"
}

# of FILE EXPRESSION: prints the time in ns to which jq evaluates EXPRESSION, in us with
# two decimals
of() {
	jq "$2" "$1" | awk '{ printf "%.2f", $1 / 1000 }'
}

# valid FILE: returns whether FILE is as documented
valid() { as_documented "$1" >"$work/out" 2>"$work/err"; }

make base
make same seed=2
make worse seed=3 percent=130 environment.checks.0.value='"6.13.0"'
make noise osnoise=1
make noisy osnoise=1 seed=2 irqs=1000 percent=110

out_has_others() { grep -qxF '     and 19988 more that differ: see --json' "$work/out"; }

# ---- how many blocks of time a result may have

# blocks NUMBER: makes of base.json a result that has so many, most of them without a sample
blocks() { jq -c --argjson number "$1" '.cpus[0].latencies.thread.block_max_ns |= . + [range($number - length) | 0]' base.json >many.json; }

blocks 1024
run rtla compare base.json many.json
exits "a result with 1024 blocks is compared" 0
for number in 1025 100000; do
	blocks $number
	run rtla compare base.json many.json
	is "a result with $number blocks is refused" "$status $err" \
		"1 rtla: many.json: \$.cpus[0].latencies.thread.block_max_ns: more than 1024: give a file that --json wrote"
done

# ---- verdicts, and the table

run_wrapped rtla compare base.json same.json
exits "no difference exits with 0" 0
first "Verdict: no difference seen: of 48 figures 0 worse, 0 better, 22 not comparable"
is "stderr is silent" "$err" ""
run_wrapped rtla compare base.json base.json
exits "a result beside itself is no difference" 0
run_wrapped rtla compare worse.json base.json
exits "better exits with 0" 0
is "the headline tells the largest difference" "$(head -n 1 "$work/out")" \
	"Thread latency is 23.6 % shorter on all CPUs (p90 5.21 us -> 3.98 us)"
first "Verdict: better: of 48 figures 0 worse, 12 better, 22 not comparable"
run rtla compare base.json worse.json
exits "worse exits with 2" 2
is "the table is the one expected" "$out" "$(<"$here/compare/compare_timerlat.txt")"
is "no line is wider than 80" "$(grep -cE '.{81}' "$work/out")" 0
! grep -q $'\033' "$work/out"
ok "there are no colours"
jq -c '(.all, .cpus[]).latencies.thread.block_max_ns |= sort' base.json >drift.json
run_wrapped rtla compare base.json drift.json
test_that "a run that changed is told" grep -qE '^     thread: this run changed: the median of block maxima was [0-9.]+ us in its first quarter, and [0-9.]+ us in its last one$' "$work/out"
is "no other change of a run is told" "$(grep -c 'this run changed' "$work/out")" 1
make lonely
make crowded other_sessions=2
run_wrapped rtla compare lonely.json crowded.json
exits "other sessions beside a run make it no other run" 0
has "$out" '     other_sessions: (none) -> 2'
ok "other sessions are told"
many_checks() {
	jq -c --arg value "$1" '.environment.checks = [range(20000) | {group: "g", name: "c\(.)", value: $value}]' base.json
}
many_checks a >many.json
many_checks b >others.json
run_wrapped prlimit --cpu=8 rtla compare many.json others.json
exits "20000 checks that differ take no time" 0
test_that "checks that differ are told" out_has_others
run rtla compare noise.json noisy.json
exits "more noise exits with 2" 2
is "the table of noise is the one expected" "$out" "$(<"$here/compare/compare_osnoise.txt")"
is "no line of it is wider than 80" "$(grep -cE '.{81}' "$work/out")" 0
run_wrapped rtla compare noisy.json noise.json
exits "less noise exits with 0" 0

run_wrapped rtla compare base.json worse.json --all-cpus
is "--all-cpus has all 48 figures, and 6 maxima that are not judged" \
	"$(grep -cE '^ *(all|[01]) ' "$work/out") $(grep -cE '^ *(all|[01]) (irq|thread) run max .*not judged$' "$work/out")" "54 6"
is "the figures that are worse come first" \
	"$(sed -n '/^CPU/,$p' "$work/out" | sed 1d | head -n 12 | awk '{ print $NF }' | sort | uniq -c | xargs)" "12 worse"
is "the largest change of them before the others" \
	"$(grep ' worse$' "$work/out" | grep -oE '\+[0-9.]+' | awk 'NR % 3 == 1' | sort -rn)" \
	"$(grep ' worse$' "$work/out" | grep -oE '\+[0-9.]+' | awk 'NR % 3 == 1')"
is "the maximum of a run is that of the results" \
	"$(grep 'all thread run max ' "$work/out" | awk '{ print $5, $7 }')" \
	"$(of base.json .all.latencies.thread.max_ns) $(of worse.json .all.latencies.thread.max_ns)"
run_wrapped rtla compare base.json worse.json --tolerance 100
exits "nothing is worse with a tolerance of 100 %" 0
run_wrapped rtla compare base.json worse.json --tolerance 0,10000
exits "nothing is worse with a tolerance of 10 us" 0
run_wrapped rtla compare base.json worse.json --tolerance 2.5,10 --alpha 0.1
exits "a small tolerance finds it, and hardly raises a false alarm" 2
grep -qE '^CPU +Figure +BASE +NEW +Change +99.9 % interval +Verdict$' "$work/out"
ok "the tolerance is in the table"

run_wrapped rtla compare - worse.json <base.json
exits "BASE from standard input" 2
run_wrapped rtla compare base.json - <worse.json
exits "NEW from standard input" 2

# ---- maxima over equal numbers of samples

make few overheads=1000
make many overheads=3100 seed=2
make alike overheads=1005 seed=3
make worst overheads=1000 percent=500
run_wrapped rtla compare few.json many.json --all-cpus
exits "three times as many samples are no difference" 0
has "$out" "Blocks: sched 66 and 200 of about 620 samples (300 ms and 100 ms),
        cxs 66 and 200 of about 620 samples (300 ms and 100 ms)"
ok "blocks have equal numbers of samples"
has "$out" "Numbers of samples differ: max of N is the median of the maximum of N samples drawn at random"
ok "the head says that the numbers of samples differ"
# Of the 124000 samples of 'many', 40000 are drawn: in half of all draws, the second
# largest one is the maximum, or a larger one, as (1 - 40000/124000)^2 is 0.46.
drawn=$(jq '.all.latencies.cxs.histogram | [.upper_ns, .count] | transpose | reverse
	| reduce .[] as [$upper, $count] ({left: 2};
		if .left > 0 then {left: (.left - $count), upper: $upper} else . end)
	| .upper' many.json)
is "the maximum of the run with fewer samples is beside that of so many of the other one" \
	"$(grep 'all cxs max of 40000 ' "$work/out" | awk '{ print $6, $8, $NF }')" \
	"$(of few.json .all.latencies.cxs.max_ns) $(jq -n "[$drawn, $(jq .all.latencies.cxs.max_ns many.json)] | min" | awk '{ printf "%.2f", $1 / 1000 }') judged"
is "there is one for each context" "$(grep -c ' max of 40000 .* not judged$' "$work/out")" 2
run_wrapped rtla compare many.json few.json --json equal.json
exits "fewer samples are no difference" 0
has "$out" "Blocks: sched 200 and 66 of about 620 samples (100 ms and 300 ms),"
ok "the numbers are told in the other order, too"
valid equal.json
ok "the JSON is as its schema says"
is "the JSON has the numbers of samples, and the lengths of blocks" \
	"$(jq -c '.comparisons[0] | [(.blocks.cxs | .samples |= floor), (.figures[] | select(.context == "cxs" and .cpu == null) |
		if .figure == "block maximum" then [(.samples | floor), .base.block_ns, .new.block_ns]
		elif .figure == "maximum of drawn samples" then [.samples, .base.count, .new.count]
		else empty end)]' equal.json)" \
	'[{"length_ns":null,"base":200,"new":66,"samples":620},[40000,124000,40000],[620,100000000,300000000]]'
run_wrapped rtla compare many.json worst.json --all-cpus
exits "a real difference is found" 2
grep -qE '^all (sched|cxs) block max p50 .* worse$' "$work/out"
ok "the difference is found in the maxima, too"
run_wrapped rtla compare few.json alike.json --json alike_numbers.json
exits "numbers that hardly differ need none of this" 0
has "$out" "Blocks: sched 66 and 66 of 300 ms, cxs 66 and 66 of 300 ms"
ok "blocks have equal lengths"
is "no maximum is of drawn samples" "$(grep -c ' max of ' "$work/out") $(grep -c '"samples"' alike_numbers.json)" "0 0"
run_wrapped rtla compare --base few.json --base many.json alike.json --json runs.json
has "$out" "Blocks: sched 66 and 66 of about 620 samples,
        cxs 66 and 66 of about 620 samples"
ok "blocks of several runs of BASE have the same number of samples"
valid runs.json
ok "the JSON of several runs is as its schema says"
is "the maximum of drawn samples is of all runs of BASE" \
	"$(jq -c '.comparisons[0].figures[] | select(.figure == "maximum of drawn samples" and .cpu == null and .context == "cxs") |
		[.samples, .base.count, .new.count]' runs.json)" '[40200,164000,40200]'
make short overheads=1000 seconds=4
run_wrapped rtla compare short.json many.json
exits "a run with few samples can be too short" 1
first "Verdict: not comparable: the run is too short: the maxima of 20 blocks of 300 ms are needed, a run of 6 s"

# ---- several NEW results

run_wrapped rtla compare base.json same.json worse.json base.json
exits "several: the worst counts" 2
is "first that of all, then each has its verdict" "$(head -n 1 "$work/out") $(grep -c ^Verdict: "$work/out")" \
	"Overall verdict: worse 3"
run_wrapped rtla compare base.json same.json nowhere.json
exits "a result that cannot be read exits with 1" 1
is "stderr says which one cannot be read" "$err" "rtla: nowhere.json: No such file or directory: give a file that --json wrote"
is "the others are compared" "$(grep ^Verdict "$work/out")" \
"Verdict: no difference seen: of 48 figures 0 worse, 0 better, 22 not comparable
Verdict: not comparable: NEW cannot be read"
run_wrapped rtla compare base.json nowhere.json worse.json
exits "worse is worse than that" 2

run_wrapped rtla compare base.json same.json worse.json --json -
is "the chance of a false alarm is shared: what differs leaves its part to the others (Holm)" \
	"$(jq -c '[.comparisons[] | [.verdict, .alpha]]' "$work/out")" \
	'[["no difference seen",0.05],["worse",0.025]]'
run_wrapped rtla compare base.json base.json same.json base.json --json -
is "all comparisons have the same part without a difference" \
	"$(jq -c '[.comparisons[].alpha]' "$work/out")" '[0.0166667,0.0166667,0.0166667]'

# ---- whether they are the same

run_wrapped rtla compare base.json same.json --same-within 100%,p90 --json same_within.json
exits "what is the same exits with 0" 0
test_that "the verdict says within what they are the same" grep -qE '^Verdict: same: 6 of 6 figures are within 100 %, all of them within [0-9.]+ %$' "$work/out"
within=$(sed -n 's/^Verdict: .* all of them within \([0-9.]*\) %$/\1/p' "$work/out")
test_that "the head says how sure intervals are" grep -qE '^CPU +Figure .* 90 % interval ' "$work/out"
[[ $widest -le 80 ]]
ok "no line is wider than 80"
valid same_within.json
ok "the JSON is as its schema says"
is "the JSON has what was asked, and the answer" \
	"$(jq -c '[.same.within == 1, .same.percentiles_up_to, .same.alpha, .verdict, .exit_code, .comparisons[0].within <= 1]' same_within.json)" \
	'[true,"90",0.05,"same",0,true]'
run_wrapped rtla compare base.json same.json --same-within "$within,p90"
exits "within that they are still the same" 0
run_wrapped rtla compare same.json base.json --same-within "$within,p90"
exits "the other order gives the same answer" 0
run_wrapped rtla compare base.json same.json --same-within 1
exits "what cannot be told exits with 1" 1
test_that "the verdict is not 'the same'" grep -qE '^Verdict: cannot tell: [0-7] of 8 figures are within 1 %, all of them within ' "$work/out"
run_wrapped rtla compare base.json same.json --same-within 1000,p99.99
exits "a percentile with too few samples exits with 1" 1
test_that "the verdict says that others need more samples" grep -qE '^Verdict: cannot tell: [0-9]+ of 12 figures are within 1000 %, others need more samples$' "$work/out"
run_wrapped rtla compare base.json worse.json --same-within 5 --json -
exits "what is different exits with 2" 2
is "the JSON says that it is different" "$(jq -c '[.verdict, ([.comparisons[0].figures[].verdict] | unique)]' "$work/out")" \
	'["different",["cannot tell","not comparable","not judged","worse"]]'
run_wrapped rtla compare worse.json base.json --same-within 5
exits "what is better is different, too" 2
test_that "the verdict says by how much it is better" grep -qE '^Verdict: different: of 48 figures 0 worse, [0-9]+ better by more than 5 %, 22 not comparable$' "$work/out"
run_wrapped rtla compare base.json same.json worse.json --same-within 5
exits "a different one of several counts most" 2
first "Overall verdict: different"
run_wrapped rtla compare base.json same.json base.json --same-within 100,p90
first "Overall verdict: same"
run_wrapped rtla compare base.json base.json noise.json --same-within 100,p90
exits "a result of something else is not the same" 1
first "Overall verdict: not comparable"
run_wrapped rtla compare noise.json noise.json --same-within 100,p90 --all-cpus
exits "osnoise: the same" 0
test_that "sources without an event are not judged" grep -qE '^all nmi rate +0/s +0/s .* not judged$' "$work/out"

# ---- several runs of BASE

# Runs of one system, 4 % apart.
mkdir boots
for run in 1 2 3 4 5; do
	make boots/$run seed=1$run percent=$((88 + 4 * run))
done
make boot seed=7 percent=108
make slow seed=8 percent=200
run_wrapped rtla compare boots/3.json boot.json --tolerance 1,0
exits "a difference between boots is worse with one run of BASE" 2
has "$out" "BASE is one run: differences between boots, of a few per cent, cannot be told from it: see --base"
ok "what it cannot tell is said"
run_wrapped rtla compare --base boots/1.json --base boots/2.json --base boots/3.json --base boots/4.json --base boots/5.json boot.json --tolerance 1,0
exits "a difference between boots is none with five runs of BASE" 0
is "each run is listed" "$(grep -c '^BASE boots/[1-5].json: timerlat' "$work/out")" 5
grep -qxF "BASE is the mean of 5 runs: only what is outside of their spread is called different" "$work/out"
ok "the head says what is called a difference"
[[ $widest -le 80 ]]
ok "no line is wider than 80"
cp "$work/out" named
run_wrapped rtla compare --base boots boot.json --tolerance 1,0
cmp -s named "$work/out"
ok "a folder stands for the results in it"
run_wrapped rtla compare boots boot.json --tolerance 1,0
cmp -s named "$work/out"
ok "a folder can be the first operand, too"
run_wrapped rtla compare --base boots slow.json --json boots.json
exits "what is outside of the spread is worse" 2
test_that "the figure is larger by the factor that it has" grep -qE '^all +thread p50 .* \+(9[0-9]\.[0-9]|10[0-9])% .* worse$' "$work/out"
valid boots.json
ok "the JSON is as its schema says"
json_is boots.json "the JSON names the runs" '[.base, .bases[4], (.bases | length)]' '["boots/1.json","boots/5.json",5]' \
	"the JSON has the spread of a figure" \
	'[.comparisons[0].figures[] | select(.figure == "percentile" and .percentile == "50" and .cpu == null) | .spread > 0.05 and .spread < 0.08] | all' true \
	"each interval contains its change" \
	'[.comparisons[0].figures[].change | select(. and .low and .high) | .low <= .value + 1e-6 and .value <= .high + 1e-6] | all' true
run_wrapped rtla compare slow.json boots --json -
is "a folder of NEW is that many" "$(jq -c '[.comparisons[].new]' "$work/out")" \
	'["boots/1.json","boots/2.json","boots/3.json","boots/4.json","boots/5.json"]'

# noises NAME IRQS WORD...: makes a result with so many interrupts a second, whose
# number varies like that of independent events
noises() {
	local squares

	squares="{\"hardware\":0,\"nmi\":0,\"irq\":$((2 * $2 * $2 + 20 * $2)),\"softirq\":2400,\"thread\":1200}"
	make "$1" osnoise=1 irqs="$2" cpus.0.periods.squares="$squares" cpus.1.periods.squares="$squares" "${@:3}"
}

mkdir noises
for run in 1 2 3 4 5; do
	noises noises/$run $((244 + 2 * run)) seed=2$run
done
noises usual 250 seed=9
noises more 375 seed=3
run_wrapped rtla compare --base noises usual.json
exits "a rate within those of BASE is no difference" 0
run_wrapped rtla compare --base noises more.json
exits "a rate that is 50 % more is a difference" 2
test_that "the rate is called by its name" grep -qE '^all irq rate .* \+[45][0-9]\.[0-9]% .* worse$' "$work/out"

mkdir empty
run_wrapped rtla compare empty base.json
exits "a folder without results" 1
is "stderr says that the folder has none" "$err" "rtla: empty: this folder has no file *.json: name another one, or files"
make boots/6 'verdict={"outcome":"untrusted","exit_code":1,"trusted":false,"reasons":["7 events were lost"]}'
run_wrapped rtla compare boots base.json
exits "a run of BASE that is not to be trusted" 1
first "Verdict: not comparable: boots/6.json: BASE cannot be trusted: 7 events were lost"
rm boots/6.json

# ---- not comparable

# not_comparable NAME REASON WORD...: tests that base.json and a result that is made with
# these words are not comparable, with this reason
not_comparable() {
	make other "${@:3}"
	run_wrapped rtla compare base.json other.json
	exits "$1 exits with 1" 1
	first "Verdict: not comparable: $2"
}

not_comparable "another tracer" "tracer differs: timerlat, osnoise" osnoise=1
not_comparable "measured by the kernel's own tracer" "measured_by differs: module, kernel" 'measured_by="kernel"'
not_comparable "another period" "configuration.period_ns differs: 4000000, 1000000" \
	configuration.period_ns=1000000
not_comparable "another priority" "configuration.priority differs: f:95, o:0" \
	'configuration.priority="o:0"'
not_comparable "other threads" "configuration.threads differs: kernel, user" \
	'configuration.threads="user"'
not_comparable "other CPUs" "the results have no CPU in common" cpus.0.cpu=7 cpus.1.cpu=8
not_comparable "a run that is not to be trusted" \
	"NEW cannot be trusted: 7 events were lost" \
	'verdict={"outcome":"untrusted","exit_code":1,"trusted":false,"reasons":["7 events were lost"]}'
not_comparable "a run that could not run" "NEW cannot be trusted: it says so itself" \
	'verdict={"outcome":"cannot run","exit_code":4,"trusted":false,"reasons":[]}'
not_comparable "a run that is too short" \
	"the run is too short: the maxima of 20 blocks of 100 ms are needed, a run of 2 s" \
	seconds=1
run_wrapped rtla compare other.json base.json
exits "BASE that is too short exits with 1, too" 1
make fewer cpus=1
run_wrapped rtla compare base.json fewer.json
exits "fewer CPUs are compared one by one" 0
has "$out" "The totals over all CPUs are not compared: the sets of CPUs differ."
ok "stderr says that they are compared one by one"
make unknown 'verdict={"outcome":"untrusted","exit_code":1,"trusted":true,"reasons":["gate p99: too short"]}'
run_wrapped rtla compare base.json unknown.json
exits "a gate that cannot be told is nothing to a comparison" 0
make failed 'verdict={"outcome":"fail","exit_code":2,"trusted":true,"reasons":["a gate"]}'
run_wrapped rtla compare base.json failed.json
exits "a gate that failed is nothing to a comparison" 0
run_wrapped rtla compare nowhere.json base.json
exits "a comparison without BASE exits with 1" 1
is "no table is printed without BASE" "$out" ""
mkdir folder
cp same.json folder
mkfifo folder/pipe.json
ln -s /dev/zero folder/zero.json
run timeout 20 rtla compare base.json folder
exits "a pipe and a device in a folder are no results" 0
is "the results in that folder are compared" "$(grep -c '^NEW ' "$work/out")" 1
rm folder/same.json
run timeout 20 rtla compare base.json folder
is "a pipe and a device alone are no results" "$status $err" "1 rtla: folder: this folder has no file *.json: name another one, or files"
run_wrapped rtla compare base.json /dev/zero
[[ $status = 1 && $err = "rtla: /dev/zero: line 1, column 1: "* ]]
ok "a device that is named is no result"
echo '{' >broken.json
run_wrapped rtla compare broken.json base.json
exits "a broken BASE" 1
is "stderr says where BASE is broken" "$err" "rtla: broken.json: line 2, column 0: string or '}' expected near end of file: give a whole file that --json wrote, and cyclictest only with no quote or backslash in its command line"

# Escape sequences in a file must not reach the terminal.
make strange 'environment.checks.0.value="\u001b[31m\nred"'
run_wrapped rtla compare base.json strange.json
! grep -q $'\033' "$work/out"
ok "no escape sequences of a file"
[[ $out = *'\x1b[31m'* ]]
ok "a control character of a file is visible in a comparison"

# ---- JSON output

run_wrapped rtla compare base.json worse.json same.json nowhere.json --json all.json
exits "--json has the same status" 2
[ -n "$out" ]
ok "--json has the same table"
valid all.json
ok "what it writes is as the schema says"
json_is all.json "the JSON has the verdict of all, and of each" \
	'[.verdict, .exit_code, .comparisons[].verdict]' \
	'["worse",2,"worse","no difference seen","not comparable"]' \
	"all figures" '.comparisons[0].figures | length' 54 \
	"the maximum of a run is one, in ns" \
	'.comparisons[0].figures[] | select(.figure == "maximum" and .cpu == 1 and .context == "irq") | [.verdict, .base.max_ns, .new.max_ns]' \
	"$(jq -cn '["not judged"] + [inputs.cpus[1].latencies.irq.max_ns]' base.json worse.json)" \
	"what differs" '.comparisons[0].differences[0] | [.name, .new]' '["kernel","6.13.0"]' \
	"the tolerance" '[.tolerance, .tolerance_ns]' "[0.05,100]"
run_wrapped rtla compare noise.json noisy.json --json noise_all.json
valid noise_all.json
ok "the JSON of osnoise is as its schema says"
run_wrapped rtla compare base.json worse.json --json -
exits "--json - has the same status" 2
cp "$work/out" first.json
valid first.json
ok "standard output is as the schema says"
run_wrapped rtla compare base.json worse.json --json -
cmp -s first.json "$work/out"
ok "the same results, the same bytes"
run_wrapped rtla compare base.json same.json --json nowhere/all.json
exits "a file of --json that cannot be written" 1
is "stderr says why it is not written" "$err" "rtla: --json nowhere/all.json: No such file or directory: it is not written"
run rtla compare base.json same.json
rtla compare base.json same.json --json nowhere/all.json 2>&1 | cat >together
is "a message follows the table in the same pipe" "$(<together)" \
	"$out"$'\n'"rtla: --json nowhere/all.json: No such file or directory: it is not written"
echo '{}' >none.json
run_wrapped rtla compare nowhere.json base.json --json none.json
[ ! -e none.json ]
ok "nothing is written without BASE, and nothing left of another time"
run_wrapped rtla compare base.json $'b\377d.json' --json bytes.json
valid bytes.json
ok "a name that is no text does no harm"

# ---- the command line

refused "BASE and NEW missing: name two results or more, BASE first" rtla compare
refused "NEW missing: name two results or more, BASE first" rtla compare base.json
refused "NEW missing: name one result or more beside --base" rtla compare --base base.json
refused "--base: empty value: give PATH" rtla compare --base= base.json
refused "--json ./base.json: this file is to be read: give another name" \
	rtla compare --base base.json same.json --json ./base.json
refused "-: standard input can be read only once: leave one out" rtla compare - -
refused "--json ./base.json: this file is to be read: give another name" \
	rtla compare same.json base.json --json ./base.json
refused "-q: unknown option" rtla compare -q a b
for value in x -1 1e3 0x5 1001 "5," 5,x 5,1.5 5,1000000001 5,100,1 5% . 1.2.3; do
	refused "--tolerance $value: not PERCENT[,NS]: give up to 1000 percent, and up to 1000000000 ns" \
		rtla compare --tolerance=$value a b
done
for value in x 0 1001 -1 10,99 10,p 10,p100 10,p0 10,p99x 10%%; do
	refused "--same-within $value: not PERCENT[,pN]: give up to 1000 percent, and a percentile below 100, like 10 or 10,p99.9" \
		rtla compare --same-within=$value a b
done
for value in 0 51 x 5% 1,2 -5; do
	refused "--alpha $value: not a chance: give 0.001 up to 50 percent" \
		rtla compare --alpha=$value a b
done
refused "--json: value missing: give FILE" rtla compare a b --json
# ---- what took time, by name

# causes NAME ROW...: writes NAME.json, noise.json with these causes on each CPU; a ROW is
# "KIND ID NAME COUNT", each noise of which took 2 us
causes() {
	local name=$1 row

	shift
	for row; do echo "$row"; done | jq -Rc 'split(" ") | {kind: .[0], id: (.[1] | tonumber? // null), name: (if .[2] == "-" then null else .[2] end),
		count: (.[3] | tonumber), sum_ns: (2000 * (.[3] | tonumber)), max_ns: 2000, at_ns: 1}' | jq -sc . >"$work/rows"
	jq -c --slurpfile rows "$work/rows" '.cpus[].causes = $rows[0]' noise.json >"$name.json"
}

# by_name FILE NAME: prints what the first comparison in FILE says of NAME
by_name() { jq -r --arg name "$2" '.comparisons[0].causes[] | select(.name == $name) | .verdict' "$1"; }

causes before 'irq 236 local_timer 5000' 'irq 27 nvme0q3 200' 'thread 12 kworker/0:1 400' 'irq 99 eth0 4000'
causes after 'irq 236 local_timer 5000' 'irq 27 nvme0q3 4000' 'thread 812 kworker/1:7 400' 'irq 31 usb 4000' 'thread null - 7'
run_wrapped rtla compare before.json after.json --json names.json
exits "names that differ have no effect on the verdict" 0
is "the names that differ are told" "$(sed -n '/^What took time/,$p' "$work/out" | tr -s ' ')" \
"What took time, by name: 3 of 5 differ, which is no part of the verdict
irq eth0 200/s 400 us/s none vanished
irq usb none 200/s 400 us/s appeared
irq nvme0q3 10/s 20 us/s 200/s 400 us/s grew"
valid names.json
ok "JSON with names is as documented"
is "a name that is the same is no difference" "$(by_name names.json local_timer)" "no difference seen"
is "all kworkers are one name" "$(by_name names.json kworker)" "no difference seen"
is "others that may be of a name are told" \
	"$(jq -c '[.comparisons[0].causes[] | select(.name == "kworker") | .base.others, .new.others]' names.json)" "[0,14]"
run_wrapped rtla compare before.json before.json
is "no name of the same result differs" "$(grep '^What took' "$work/out")" "What took time, by name: 0 of 4 differ"
run_wrapped rtla compare before.json noise.json --json none.json
is "a result without names has none to compare" "$(grep -c 'What took' "$work/out") $(jq -c '.comparisons[0].causes' none.json)" "0 null"
jq -c '.cpus[].causes = [{kind: "irq", id: 27, name: "nvme0q3", count: 900, sum_ns: 9000, max_ns: 10, at_ns: 1}]' base.json >some.json
run_wrapped rtla compare base.json some.json
is "an older BASE has no names" "$(grep -c 'What took' "$work/out")" 0
jq -c '.cpus[].causes = []' base.json >empty.json
run_wrapped rtla compare empty.json some.json --json unjudged.json
exits "names of timerlat make no difference" 0
is "names of timerlat are not judged with one run of BASE" "$(by_name unjudged.json nvme0q3) $(grep '^What took' "$work/out")" \
	"not judged What took time, by name: 0 of 1 differ; with one run of BASE it is not known what is chance: see --base"

run rtla compare --help
exits "help" 0
is "help says how to call it" "$(head -n 1 "$work/out")" \
	"Usage: rtla compare [OPTION]... [BASE] NEW..."

finish
