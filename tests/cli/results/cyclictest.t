#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla compare" and "rtla report" with results of cyclictest. The files in
# cyclictest/ are those of cyclictest 2.6, in whole us with a histogram, in ns, and with a
# histogram that is too short.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

cp "$here"/results/cyclictest/*.json .
make_result timerlat.json full
make_result kernel_threads.json bare

# slower PERCENT...: prints the file whole_us.json with latencies that are so much longer, in
# one line for each
slower() {
	jq -c '($ARGS.positional[] | tonumber) as $of |
		def us: . * $of / 100 | floor;
		.thread |= map_values(.histogram |= (to_entries |
			group_by(.key | tonumber | us) |
			map({ key: (.[0].key | tonumber | us | tostring), value: (map(.value) | add) }) | from_entries) |
			.min |= us | .max |= us |
			.avg = ([.histogram | to_entries[] | (.key | tonumber) * .value] | add) / .cycles)' \
		whole_us.json --args "$@"
}

# The averages and maxima in us of both files that have histograms, as tables have them: the
# maximum is rounded up. p50 is found by counting in the histogram of CPU 0, and lost are the
# latencies beyond the histogram that is too short.
average='([.thread[] | .avg * .cycles] | add) / ([.thread[].cycles] | add)'
json_ask whole_us.json "$average" '[.thread[].max] | max + 1' '.thread["0"] | .cycles as $n |
	[.histogram | to_entries[] | .key as $us | range(.value) | $us | tonumber] | sort | .[($n / 2 | ceil) - 1] + 1'
whole_average=${found[0]} whole_max=${found[1]}.00 p50=${found[2]}.00
json_ask short_histogram.json "$average" '[.thread[].max] | max + 1' '[.thread[] | .cycles - ([.histogram[]] | add // 0)] | add'
short_average=${found[0]} short_max=${found[1]}.00 lost=${found[2]}

# row NAME: prints the row of the table for all CPUs together, with single spaces
row() { sed -En "s/^all +user $1 *//p" "$work/out" | tr -s ' '; }

# look WHAT PAGE...: prints something that is in a page, see report/page
look() { "$here/report/page" "$@"; }

valid() { as_documented "$1" >"$work/seen/valid" 2>&1; }

whole="cut to whole us: min and average are up to 1 us low, max and percentiles rounded up"

# ---- compare: one run each

run_wrapped rtla compare whole_us.json short_histogram.json --json one.json
exits "two files of cyclictest" 1
test_that "the command lines differ" grep -q '^     cmdline: cyclictest -q .* -> cyclictest -q ' "$work/out"
is "the verdict is that no test is possible" "$(head -n 1 "$work/out")" \
	"Verdict: not comparable: one run each, without blocks of time: no test is possible; see --base"
test_that "the end of its latency is told" has "$out" \
	"     the thread reads the clock in user space, first thing after clock_nanosleep() has returned"
test_that "the head says what cyclictest does not tell" has "$out" \
	"Its files do not tell period, priority and other settings: give results that are alike in them"
test_that "the head says that maxima cannot be judged" has "$out" \
	"They have one maximum each, and no blocks of time: no test of maxima is possible"
test_that "the head says that percentiles cannot be judged with one run" has "$out" \
	"Nor can averages and percentiles be judged with one run of BASE: give several, see --base"
is "both results were cut to whole us" "$(grep -cxF "     $whole" "$work/out")" 2
test_that "a histogram that is too short is told" has "$out" \
	"     $lost latencies were beyond the histogram, >= 90.000 us: give a larger --histogram=US"
is "percentiles beyond it have its edge as a lower bound" "$(row p99.9 | grep -o '>= [0-9.]* us' | head -n 1)" ">= 90.00 us"
is "the averages are those of the files" "$(row 'run avg' | awk '{ printf "%.1f %.1f", $1, $3 }')" \
	"$(LC_ALL=C printf '%.1f %.1f' "$whole_average" "$short_average")"
is "the maxima are rounded up" "$(row 'run max' | awk '{ print $1, $3 }')" \
	"$whole_max $short_max"
is "nothing is judged" "$(grep -E '^all ' "$work/out" | grep -vcE ' (not judged|not comparable: needs .*)$')" 0
json_is one.json "there is no p value" '[.comparisons[].figures[].ranks | select(.)] | length' 0
valid one.json
ok "the JSON is as its schema says"
[[ $widest -le 80 ]]
ok "no line is wider than 80"

run_wrapped rtla compare whole_us.json timerlat.json --all-cpus
exits "cyclictest and timerlat" 1
test_that "the head says that they differ in the tool, which is no obstacle" has "$out" "     tracer: cyclictest -> timerlat"
is "only user latency is compared" "$(grep -E '^ +[0-9]+ ' "$work/out" | awk '{ print $2 }' | sort -u)" user
is "a percentile is the end of its whole us" "$(sed -En 's/^ *0 +user p50 *//p' "$work/out" | awk '{ print $1 }')" "$p50"
run_wrapped rtla compare timerlat.json whole_us.json
exits "the other way round, too" 1
run_wrapped rtla compare whole_us.json kernel_threads.json
exits "timerlat without user latency" 1
is "the verdict is that it cannot be compared" "$(head -n 1 "$work/out")" \
	"Verdict: not comparable: no user latency beside cyclictest's: measure with 'rtla timerlat hist -u'"
make_result noise.json full tracer=osnoise
run_wrapped rtla compare whole_us.json noise.json
is "osnoise cannot be compared" "$status $(head -n 1 "$work/out")" \
	"1 Verdict: not comparable: tracer differs: cyclictest, osnoise"
run_wrapped rtla compare ns.json ns.json
is "there are averages and maxima without a histogram" "$(grep -E '^all ' "$work/out" | tr -s ' ' | cut -d' ' -f2-4)" \
	$'user run avg\nuser run max'
is "no latency was cut with --nsecs" "$(grep -c 'whole us' "$work/out") $(row 'run max' | cut -d' ' -f1)" \
	"0 $(jq '[.thread[].max] | max' ns.json | awk '{ printf "%.2f", $1 / 1000 }')"
test_that "the head says how to have percentiles" has "$out" \
	"     no percentiles: cyclictest made no histogram: give it --histogram=US"
run_wrapped rtla compare - whole_us.json <ns.json
exits "a result of cyclictest from standard input" 1

# ---- compare: several runs of BASE

mkdir base
slower 100 101 102 103 104 200 | split -l 1 -d - slower.
for i in 0 1 2 3 4; do
	mv slower.0$i base/10$i.json
done
mv slower.05 twice.json
run_wrapped rtla compare base twice.json
is "a folder with files of cyclictest is several NEW" "$(grep -c ^Verdict: "$work/out")" 1
bases=()
for file in base/*; do
	bases+=(--base "$file")
done
run_wrapped rtla compare "${bases[@]}" twice.json --json several.json
exits "twice as long is worse" 2
test_that "the spread says so" has "$out" \
	"BASE is the mean of 5 runs: only what is outside of their spread is called different"
is "averages and percentiles are worse" "$(grep -E '^all .* worse$' "$work/out" | awk '{ print $3, $4 }' | sed 's/ [0-9].*//' | sort | xargs)" \
	"p50 p90 p99 run avg"
valid several.json
ok "the JSON is as its schema says"
run_wrapped rtla compare "${bases[@]}" base/102.json
exits "a result of the same kind is not worse" 1
is "the verdict says that no test of maxima is possible" "$(head -n 1 "$work/out")" \
	"Verdict: not comparable: one maximum of each run: no test is possible"
run_wrapped rtla compare "${bases[@]}" base/102.json --same-within 1000
is "a result of the same kind is not called the same" "$status $(head -n 1 "$work/out")" \
	"1 Verdict: not comparable: one maximum of each run: no test is possible"

# ---- report

run rtla report whole_us.json timerlat.json -o both.html --plot both.svg
exits "a page about cyclictest and timerlat" 0
is "nothing is said" "$out$err" ""
is "all tags are closed" "$(look open both.html)" ""
is "the head says what was measured" "$(look verdicts both.html | grep -cxF \
	'user latency is what cyclictest measured: the thread reads the clock in user space, first thing after clock_nanosleep() has returned')" 1
is "the head says what is not in the file" "$(look verdicts both.html | grep -c '^cyclictest&#39;s file has no IRQ and thread latencies, standard deviations, maxima over time, losses,')" 1
is "the user latency of both is in one chart" "$(grep -o '<svg id="counts-user".*' both.html | wc -l)" 1
is "losses are not made up" "$(look words both.html losses | grep -A 2 -x 'Events lost' | tail -n 2 | xargs)" "– 0"
# Result, samples, minimum ...: the deviation is the sixth.
is "the standard deviation is not made up" "$(look words both.html figures | grep -A 7 -x 'User latency' | head -n 8 | tail -n 1)" "–"
run rtla report whole_us.json -o one.html
exits "a page about cyclictest alone" 0
is "a page about cyclictest alone has what the file has" "$(grep -oE '<section id="[a-z]*"' one.html | cut -d'"' -f2 | paste -sd ' ')" \
	"gates figures distributions heatmaps cpus environment configuration"
run rtla report ns.json -o ns.html --plot ns.svg
exits "a page without a histogram" 0
is "a page without a histogram has no distribution" "$(grep -oE '<section id="[a-z]*"' ns.html | cut -d'"' -f2 | paste -sd ' ')" \
	"gates figures cpus environment configuration"
is "a page without a histogram has dashes for percentiles" "$(look words ns.html figures | grep -A 12 -x 'User latency' | tail -n 7 | sort -u)" "–"

# ---- files that are refused

status_wanted=1
broken() {
	fails "$1: compare" "$3" rtla compare "$2" ns.json
	fails "$1: report" "$3" rtla report "$2" -o refused.html
	[ ! -e refused.html ]
	ok "$1: no page"
}
hint="give a whole file that --json wrote, and cyclictest only with no quote or backslash in its command line"
head -n 30 whole_us.json >cut.json
broken "a file that was cut" cut.json "cut.json: line 31, column 0: string or '}' expected near end of file: $hint"
sed 's/-p 95/-p "95"/' whole_us.json >quoted.json
broken "a quote in the command line" quoted.json "quoted.json: line 3, column 50: '}' expected near '95': $hint"
sed 's/-p 95/-p 9\\5/' whole_us.json >backslash.json
broken "a backslash in it" backslash.json "backslash.json: line 3, column 50: invalid escape: $hint"
jq -c '(.thread["1"].cpu = -1), (.thread["1"].cpu = 0), (.return_code = 1), (.thread["0"].cycles -= 1)' whole_us.json |
	split -l 1 -d - changed.
mv changed.00 free.json
mv changed.01 twice.json
mv changed.02 failed.json
mv changed.03 sum.json
broken "a thread that was bound to no CPU" free.json \
	"free.json: \$.thread.1: it was bound to no CPU: give cyclictest --affinity"
run rtla export twice.json
is "two threads on one CPU are taken together" "$(sed -n 2p "$work/out" | cut -d, -f5-7)" \
	"all,user,$(jq '[.thread[].cycles] | add' twice.json)"
run rtla report twice.json -o twice.html
test_that "threads that are taken together are told" grep -q "several threads were bound to one CPU, and are taken together" twice.html
broken "a run that has failed" failed.json \
	"failed.json: \$.return_code: not 0: cyclictest has failed: give a whole file that 'cyclictest --json' wrote"
broken "a histogram with more samples" sum.json \
	"sum.json: \$.thread.0: its histogram has more samples than cycles: give a whole file that 'cyclictest --json' wrote"

finish
