#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla export": that the file for rt-tests is like one that cyclictest has written,
# and that JUnit and CSV have the figures and verdicts of the result.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

make_result full.json full
make_result pass.json full outcome=pass segments=0
make_result noise.json full tracer=osnoise
make_result bare.json bare

# ---- rt-tests

# shape FILE: prints each member of a file of cyclictest with its type; threads and buckets
# are called alike
shape() {
	jq -r 'paths(true) as $p | "\($p | map(if type == "string" and test("^[0-9]+$") then "N" else . end) | join(".")): \(getpath($p) | type)"' "$1" |
		LC_ALL=C sort -u
}

run rtla export --format rt-tests pass.json -o us.json
exits "a file as of cyclictest" 0
is "nothing is said" "$out$err" ""
is "the file has the members and types of one that cyclictest has written" \
	"$(shape us.json)" "$(shape "$here/results/cyclictest/whole_us.json")"
json_is us.json "the file has its members in the same order" 'keys_unsorted, (.thread["0"] | keys_unsorted)' \
	"$(jq -c 'keys_unsorted, (.thread["0"] | keys_unsorted)' "$here/results/cyclictest/whole_us.json")" \
	"each CPU is a thread, with its user latencies cut to whole us" \
	'.num_threads, (.thread[] | [.cpu, .cycles, .min, .max])' \
	"$(jq -c '(.cpus | length), (.cpus[] | .cpu as $cpu | .latencies.user | [$cpu, .count, (.min_ns / 1000 | floor), (.max_ns / 1000 | floor)])' pass.json)" \
	"all of them are in the histogram, from minimum to maximum" \
	'[.thread[] | .cycles == ([.histogram[]] | add) and (.min | tostring) == (.histogram | keys_unsorted[0]) and (.max | tostring) == (.histogram | keys_unsorted[-1])] | unique' '[true]' \
	"the average is that of the histogram" \
	'[.thread[] | .avg - ([.histogram | to_entries[] | (.key | tonumber) * .value] | add) / .cycles | fabs < 0.006] | unique' '[true]' \
	"the file has the command line and times of the run" '[.file_version, .["cmdline:"], .start_time, .end_time, .return_code, .sysinfo.nodename, .sysinfo.release]' \
	'[1,"rtla timerlat hist -d 20 -t trace","Fri, 02 Jan 2026 03:04:05 +0000","Fri, 02 Jan 2026 03:04:25 +0000",0,"box","6.12.0-test"]'
run rtla compare pass.json us.json
has "$out" "NEW  us.json: cyclictest, CPUs 0-3, 20 s"
ok "'rtla compare' reads it as cyclictest's"
is "'rtla compare' finds the same percentiles, to a us" \
	"$(sed -nE 's/^all +user p(50|90|99) +([0-9.]+) us +([0-9.]+) us.*/\2 \3/p' "$work/out" | awk '{ print ($2 - $1 >= 0 && $2 - $1 <= 1) }' | uniq -c | xargs)" "3 1"
run rtla export --format rt-tests full.json
is "the exit status is that of the run" "$(jq .return_code "$work/out")" 2
run rtla export --format rt-tests bare.json
is "thread latencies are written where there are no user latencies" "$(jq '.thread["0"].max' "$work/out")" \
	"$(jq '.cpus[0].latencies.thread.max_ns / 1000 | floor' bare.json)"
run rtla export --format rt-tests bare.json --context irq
is "thread latencies are not written if others are asked for" "$(jq '.thread["1"].max' "$work/out")" \
	"$(jq '.cpus[1].latencies.irq.max_ns / 1000 | floor' bare.json)"
make_result quotes.json full 'text="'
run rtla export --format rt-tests quotes.json
is "a quote does no harm" "$(jq -r '.["cmdline:"]' "$work/out")" 'rtla timerlat hist -d 20 -t trace"'
run rtla export --format rt-tests "$here/results/cyclictest/whole_us.json"
is "what cyclictest has written can be written again" "$(jq -c '[.thread[] | [.cpu, .cycles]]' "$work/out")" '[[0,1000],[1,999]]'
status_wanted=1
fails "osnoise has no such latency" "noise.json: no user and no thread latency in it: say with --context what is to be exported" \
	rtla export --format rt-tests noise.json
run rtla export --format rt-tests noise.json --context single
is "single noises of osnoise are written" "$(jq '.thread["0"].cycles' "$work/out")" "$(jq '.cpus[0].latencies.single.count' noise.json)"
fails "no such context" "bare.json: no samples of 'user': give --context one that its 'latencies' have" \
	rtla export --format rt-tests bare.json --context user

# ---- JUnit

run rtla export --format junit full.json
exits "JUnit" 0
/usr/bin/python3 - "$work/out" >cases <<'END'
import sys
import xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()
print(*(suite.get(name) for name in ("name", "tests", "failures", "errors", "hostname")))
for case in suite.iter("testcase"):
    verdict = case.find("failure"), case.find("error")
    print(case.get("name"), *(one.tag + ": " + one.get("message") for one in verdict if one is not None))
END
is "JUnit has the run and its gates" "$(<cases)" \
"timerlat hist 4 2 1 box
run failure: thread: $(jq '.stop.latency_ns' full.json | awk '{ printf "%.2f", $1 / 1000 }') us on CPU 1, the threshold is 50.00 us
thr.max<=50us failure: 63.310 us, limit 50.000 us, CPU 1
irq.rate(>100us)<=1/h error: the run is too short
avail>=99.99%"
make_result lost.json full outcome=untrusted
run rtla export --format junit lost.json
is "what is not to be trusted is an error" "$(grep -c '<error message="it says so itself"/>' "$work/out")" 4
run rtla export --format junit bare.json
is "a run without gates is one case" "$(grep -c '<testcase' "$work/out") $(grep -c '<failure\|<error' "$work/out")" "1 0"
make_result gate.json full 'text=x'
fails "a gate that is unknown" "gate.json: \$.gates[0]: thr.max<=50usx: $(rtla timerlat hist --gate 'thr.max<=50usx' 2>&1 | sed -n '1s/.*thr.max<=50usx: //p')" \
	rtla export --format junit gate.json

# The same text comes from a run, but for the case of the run itself, which a run with a
# --junit of its own does not have.
SIM=cpus=2 run "$work/simulated/timerlat" hist -k -d 2 --gate 'thr.max<=6us' --gate 'irq.p90<=1ns@each' \
	--gate 'thr.p99.9<=1ms@95%' --gate 'skipped<=3' --label rack=7 --junit run.xml --json run.json
exits "a run on a simulated machine, with gates" 2
rtla export --format junit run.json |
	sed -e '/<testcase .* name="run">/,/<\/testcase>/d' -e '2s/tests="5"/tests="4"/' >exported.xml
is "JUnit is what --junit has written" "$(<exported.xml)" "$(<run.xml)"

# ---- CSV

run rtla export full.json
exits "CSV" 0
/usr/bin/python3 - "$work/out" full.json >figures <<'END'
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1])))
result = json.load(open(sys.argv[2]))
of = {str(cpu["cpu"]): cpu["latencies"] for cpu in result["cpus"]} | {"all": result["all"]["latencies"]}
for row in rows:
    latency = of[row["cpu"]][row["context"]]
    for name in ("count", "min_ns", "avg_ns", "max_ns"):
        assert row[name] == str(latency[name]), (row, name)
    for percentile in latency["percentiles"]:
        expected = str(percentile["value_ns"]) if percentile["supported"] else ""
        assert row[f"p{percentile['percentile']}_ns"] == expected, (row, percentile)
print(len(rows), rows[0]["host"], rows[0]["kernel"], rows[0]["started_at"], rows[0]["tracer"])
END
is "CSV has the figures of each CPU and context, and of all CPUs" "$(<figures)" \
	"15 box 6.12.0-test 2026-01-02T03:04:05Z timerlat"
make_result comma.json full $'text=,"\n'
run rtla export comma.json
is "a text with commas, quotes and line ends is one cell" \
	"$(/usr/bin/python3 -c 'import csv, sys; print({(len(row), row[1]) for row in list(csv.reader(sys.stdin))[1:]})' <"$work/out")" \
	"{(19, 'box,\"?')}"
sed 's/"box"/"=1+1"/' full.json >formula.json
run rtla export formula.json
is "a text that begins like a formula is none" "$(sed -n 2p "$work/out" | cut -d, -f2)" "\"'=1+1\""
run rtla export full.json --output full.csv
cmp -s full.csv <(rtla export --format csv - <full.json)
ok "a file, and from standard input"

# ---- the command line

refused "no RESULT given: name a file that --json wrote" rtla export
refused "--context: only rt-tests has one context alone: add --format rt-tests, or leave it out" \
	rtla export full.json --context irq
refused "--format xml: unknown: give csv, junit or rt-tests" rtla export full.json --format=xml
refused "--output ./full.json: this file is to be read: give another name" rtla export full.json -o ./full.json
fails "no result" "none.json: No such file or directory: give a file that --json wrote" rtla export none.json -o kept.csv
[ ! -e kept.csv ]
ok "a failed export leaves no file"

finish
