#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests results with latencies beyond the end of their histogram: what lies below it is exact,
# and above it is a lower bound.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# make_cyclictest BUCKETS [US COUNT...]: prints a file of cyclictest with two threads, whose latencies
# are 1 us to 9 us; and COUNT of US, which are in the histogram if that has so many BUCKETS
make_cyclictest() {
	/usr/bin/python3 - "$@" <<'END'
import json, sys
buckets, *more = map(int, sys.argv[1:])
values = {1: 100000, 2: 2800000, 3: 99000, 9: 900} | dict(zip(more[::2], more[1::2]))
thread = {"histogram": {str(us): count for us, count in values.items() if us < buckets},
          "cycles": sum(values.values()), "min": 1, "max": max(values),
          "avg": round(sum(us * count for us, count in values.items()) / sum(values.values()), 2)}
json.dump({"file_version": 1, "cmdline:": f"cyclictest -t 2 -a 6-7 -h {buckets} --json=c.json",
           "rt_test_version:": "2.80", "start_time": "Fri, 28 Aug 2026 00:00:00 +0000",
           "end_time": "Fri, 28 Aug 2026 00:10:00 +0000", "return_code": 0,
           "sysinfo": {"nodename": "b", "release": "7.0"}, "num_threads": 2, "resolution_in_ns": 0,
           "thread": {str(i): thread | {"cpu": 6 + i, "node": 0} for i in range(2)}}, sys.stdout)
END
}
make_cyclictest 400 >good.json
make_cyclictest 400 900 60 3800 40 >worse.json
make_cyclictest 5000 900 60 3800 40 >longer.json
make_cyclictest 400 900 300000 3800 40 >much_worse.json

# row NAME: prints the row of the table for all CPUs together, with single spaces
row() { grep -E "^all +user $1 " "$work/out" | tr -s ' '; }

run_wrapped rtla compare good.json worse.json --json cut.json
exits "a percentile that has left the histogram" 2
is "the verdict counts what is known" "$(grep '^Verdict' "$work/out")" "Verdict: worse: of 6 figures 3 worse, 0 better, 3 not comparable"
is "the percentile has the end of the histogram as a lower bound" "$(row p99.999)" \
	"all user p99.999 10.00 us >= 400.00 us >=+3900% +3900 to +42209 worse"
is "percentiles below the end are exact" "$(row p99.99 | cut -d' ' -f4-7)" "10.00 us 10.00 us"
is "how many latencies were beyond is told" "$(grep -c '200 latencies were beyond the histogram, >= 400.000 us: give a larger --histogram=US$' "$work/out")" 1
as_documented cut.json >"$work/seen/valid" 2>&1
ok "the JSON is as its schema says"
json_is cut.json "the JSON says that it is a lower bound" \
	'[.comparisons[0].figures[] | select(.cpu == null and .percentile == "99.999") | .base.at_least, .new.at_least, .new.value_ns]' '[false,true,400000]'

run_wrapped rtla compare worse.json good.json
exits "a percentile that has come back into the histogram" 0
is "a percentile that has come back is better" "$(grep '^Verdict' "$work/out")" "Verdict: better: of 6 figures 0 worse, 3 better, 3 not comparable"
run_wrapped rtla compare worse.json worse.json
exits "a percentile that is beyond both histograms" 1
is "a percentile that is beyond both histograms is not comparable" "$(grep -A1 "user p99.999 " "$work/out" | xargs)" "all user p99.999 >= 400.00 us >= 400.00 us not comparable: needs a longer histogram"
run_wrapped rtla compare worse.json longer.json
is "a lower bound below an exact value decides nothing" "$(row p99.999 | grep -o 'not judged')" "not judged"
run_wrapped rtla compare --base good.json --base good.json --base good.json much_worse.json
exits "several runs of BASE" 2
is "a lower bound is enough to be outside of their spread" "$(row p99 | grep -o 'worse$')" worse

run rtla report worse.json -o page.html
exits "report" 0
is "the page shows the lower bound" "$(grep -o '≥ 400.00' page.html | sort -u)" "≥ 400.00"
run rtla export worse.json
is "CSV says why a percentile is empty" "$(sed -n 2p "$work/out" | cut -d, -f16-)" \
	"10000,,,beyond the histogram: 200 samples >= 400000 ns"
run rtla export longer.json
is "CSV says what too few samples lack" "$(sed -n 2p "$work/out" | cut -d, -f17-)" "3801000,,too few samples"
run rtla export worse.json --format rt-tests -o again.json
exits "rt-tests" 0
is "the histogram that is exported ends where the other one did" \
	"$(jq -c '.thread["0"] | [.cycles, ([.histogram[]] | add)]' again.json)" "[3000000,2999900]"
run rtla history add farm worse.json
exits "history add" 0
run rtla history show farm --percentile 99.999
is "a history shows the lower bound" "$(grep -c ' >= 400.00 ' "$work/out")" 1

finish
