#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that report, compare, history and export read what other programs wrote: the files in
# tests/results, and others that are made of them.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
cp "$here"/../results/*.* .
rm README.md

# look WHAT PAGE...: prints something that is in a page, see report/page
look() { "$here/report/page" "$@"; }

# line CPU CONTEXT: prints what CSV has of these, from the number of samples on
line() { grep "\",$1,$2," "$work/out" | cut -d, -f7-; }

# reads FILE TRACER CPU CONTEXT LINE: it is read, by all four commands
reads() {
	local name=$1 file=$work/dir/$1

	run rtla export "$name"
	exits "$name: export" 0
	is "$name: the tracer is known" "$(sed -n 2p "$work/out" | cut -d, -f4)" "\"$2\""
	is "$name: the figures are exported" "$(line "$3" "$4")" "$5"
	run rtla export - <"$name"
	is "$name: from standard input" "$(line "$3" "$4")" "$5"
	run rtla report "$name" -o page.html
	exits "$name: report" 0
	test_that "$name: the page says that it has no settings" grep -q "settings and checks of the machine" page.html
	run rtla compare "$name" "$name"
	exits "$name: compare with itself" 1
	test_that "$name: one maximum each is not judged" has "$out" \
		"They have one maximum each, and no blocks of time: no test of maxima is possible"
	touch -d "2026-11-01T0$((++added)):00:00Z" "$name"
	run rtla history add farm "$name" --host board
	exits "$name: history add" 0
}
added=0

reads cyclictest_h.txt cyclictest 0 user "$(
	awk '/^# Min/ { min = $4 } /^# Avg/ { avg = $4 } /^# Max/ { max = $4 } /^# Total/ { total = $3 } /Overflows/ { over = $4 }
	     END { printf "%d,0,%d000,%d000,%d000", total + over, min, avg, max + 1 }' cyclictest_h.txt),71000,105000,,,,,,beyond the histogram: 152 samples >= 120000 ns"
is "cyclictest_h.txt: standard error has nothing" "$err" ""
reads cyclictest_H.txt cyclictest all user "1918,0,25000,125640,82629000,79000,97000,,,,,,beyond the histogram: 22 samples >= 150000 ns"
reads cyclictest_q.txt cyclictest 1 user "667,0,30000,83000,198000,,,,,,,,no histogram"
reads oslat.json oslat 0 single "62237929,0,1000,1000,4194000,1000,1000,1000,1000,1000,,,beyond the histogram: 921 samples >= 7000 ns"
reads oslat.txt oslat 1 single "61551940,0,1000,1001,4061000,1000,1000,1000,1000,1000,,,beyond the histogram: 841 samples >= 31000 ns"
reads jitterdebugger.json jitterdebugger 1 user "989,0,18000,32060,96000,31000,42000,,,,,,too few samples"
reads jitterdebugger_ns.json jitterdebugger 0 user "987,0,18080,29425,1855527,24063,33535,,,,,,too few samples: 1 samples >= 1000000 ns"
reads upstream_timerlat_hist.txt timerlat 0 thread "1872,0,1000,5000,318000,2000,3000,4000,,,,,too few samples: 17 samples >= 18000 ns"
reads rteval_summary.xml cyclictest 3 user "150,0,3000,4693,13000,4000,9000,,,,,,too few samples"
reads rteval_timerlat.xml "rteval timerlat" 3 user "300,0,0,1200,18000,2000,3000,,,,,,too few samples"
cp hwlatdetect.txt hwlatdetect_copy.txt
added=0
reads upstream_osnoise_hist.txt osnoise 1 single "706763,0,0,1440,12451000,50000,50000,50000,50000,,,,beyond the histogram: 337 samples >= 101000 ns"
reads upstream_timerlat_top.txt timerlat 2 irq "1990,0,14007,60001,903699,,,,,,,,no histogram"
reads hwlatdetect.txt hwlatdetect 0 single "3,0,14000,17333,22000,,,,,,,,too few samples"

run rtla history show farm
exits "history show" 0
is "all runs are in the history" "$(grep -c '^20..-..-' "$work/out")" 13
is "a file that does not tell when it was measured has its own date" \
	"$(grep -A3 '^board, oslat' "$work/out" | grep -o '2026-11-01T0[45]:[0-9:]*Z' | sort -u | wc -l)" 1

run rtla export hwlatdetect_none.txt
is "hwlatdetect that has found nothing has no figures" "$status $(wc -l <"$work/out")" "0 1"
run rtla report hwlatdetect_none.txt -o none.html
is "the page of hwlatdetect without a gap says so" "$(grep -o 'only gaps over the threshold of 10 µs are there, and it has found none' none.html | sort -u)" \
	"only gaps over the threshold of 10 µs are there, and it has found none"
sed '0,/^ts:/s//cpu:1 ts:/; s/^cpu:1 \(ts:.*\)/\1, cpu:1/' hwlatdetect.txt >with_cpu.txt
run rtla export with_cpu.txt
is "hwlatdetect that tells CPUs" "$(line 1 single | cut -d, -f1,5)" 1,22000

# ---- One that is worse

run rtla compare upstream_timerlat_hist_whole.txt upstream_timerlat_hist.txt
exits "upstream's histograms: one whose largest latencies are beyond the last bucket" 2
test_that "latencies beyond the last bucket are a worsening" grep -Eq '^all +user p99 +5.00 us +>= 18.00 us .* worse$' "$work/out"
test_that "what its figures are is told" has "$out" "upstream's timerlat hist's figures are compared as latencies of timerlat:"
awk '/^[0-9]/ && NF == 3 { $1 = sprintf("%06d", $1 * 2) } { print }' cyclictest_h.txt |
	sed 's/^# Max Latencies: .*/# Max Latencies: 01812 02313/' >slower.txt
for run in 1 2 3 4; do cp cyclictest_h.txt "base$run.txt"; done
run rtla compare --base base1.txt --base base2.txt --base base3.txt --base base4.txt slower.txt
exits "cyclictest's text: twice as long" 2
run rtla compare jitterdebugger.json cyclictest_h.txt
is "user latencies of two programs can be compared" "$(grep -c ' user p50 ' "$work/out")" 1
run rtla compare oslat.txt cyclictest_h.txt
exits "a noise and a latency cannot" 1

# ---- What may be around and in a text

{ echo "$ rtla timerlat hist"; sed 's/$/\r/' upstream_timerlat_hist.txt; } >crlf.txt
run rtla export crlf.txt
is "CRLF, and a line before" "$(line 0 irq)" "$(rtla export upstream_timerlat_hist.txt | grep '",0,irq,' | cut -d, -f7-)"
{ printf '\033c'; sed 's/#1996/#1/' upstream_timerlat_top.txt; printf '\033c\033[2;37;40m'; cat upstream_timerlat_top.txt; } >screens.txt
run rtla export screens.txt
is "the last one of several tables counts" "$(line 0 irq | cut -d, -f1)" 1996
sed '/^---/,$d' upstream_timerlat_top.txt >old_top.txt
run rtla export old_top.txt
is "an older table has no line for all CPUs" "$status $(line 2 irq | cut -d, -f1)" "0 1990"
{ sed -n '1,/^Index/p' upstream_timerlat_hist.txt; sed -n '/^Index/,/^max/p' upstream_timerlat_hist.txt | sed 1d |
	sed 's/^\([0-9]*\) /\1000 /; s/^0000/0/'; } >wide.txt
sed -i 's/^max:.*/max:      20000     20000     20000     20000     20000     20000/' wide.txt
run rtla export wide.txt
is "buckets have the width that divides all indexes" "$(line 0 irq | cut -d, -f6-7)" "1000000,2000000"

# ---- What rteval tells of its run

run rtla export rteval_summary.xml
is "rteval's summary tells when the run began" "$(sed -n 2p "$work/out" | cut -d, -f1-3)" '"2026-11-29T10:00:00Z","vm","6.12.1-rt"'
sed 's/ seconds="30">/ seconds="30" date="2026-11-28" time="23:00:00"\/>/; /<date>/,/<\/run_info>/d' rteval_summary.xml >attributes.xml
run rtla export attributes.xml
is "the time is read from attributes, too" "$(sed -n 2p "$work/out" | cut -d, -f1)" '"2026-11-28T23:00:00Z"'
sed 's/rteval version="3.7"/rteval version="3.2"/; s|<system |<abort_report reason="breaktrace"><breaktrace latency_threshold="30" measured_latency="31"/></abort_report>&|' \
	rteval_summary.xml >abort.xml
run rtla report abort.xml -o abort.html
test_that "a latency that has stopped cyclictest below rteval is told" grep -q "it was stopped by a latency of 31 µs" abort.html
test_that "an rteval that does not count what is beyond its buckets is told" grep -q "rteval does not count latencies that were beyond its buckets" abort.html
run rtla report rteval_summary.xml -o counts.html
is "an rteval that counts it is not said to lack it" "$(grep -c "rteval does not count" counts.html)" 0
run rtla report rteval_timerlat.xml -o mixed.html
test_that "rteval's timerlat: what its figures are is told" grep -q "rteval counts the IRQ, thread and user latencies of a period as three" mixed.html
run rtla compare rteval_timerlat.xml upstream_timerlat_hist.txt
test_that "rteval's timerlat is not compared with timerlat" grep -q "tracer differs: rteval timerlat, timerlat" "$work/out"

# ---- Forms of cyclictest's and hwlatdetect's text

sed '/^# Histogram$/d' cyclictest_h.txt >form.txt
printf '%s\n' "# SMIs: 00001 00002" "# Thread Ids: 01234 01235" "# Break thread: 1234" "# Break value: 471" >>form.txt
run rtla export form.txt
is "cyclictest's histogram without its head" "$(line 0 user)" "$(rtla export cyclictest_h.txt | grep '",0,user,' | cut -d, -f7-)"
run rtla report form.txt -o form.html
test_that "a latency that has stopped cyclictest is told" grep -q "it was stopped by a latency of 471 µs" form.html
test_that "SMIs that cyclictest has counted are told" grep -q "3 SMIs, interrupts of the firmware, occurred during the run" form.html
sed '/^00[0-9]* 000000.000000$/d; /^# Total/d' cyclictest_h.txt >form.txt
run rtla export form.txt
is "a newer cyclictest leaves out rows without samples" "$(line 1 user | cut -d, -f1-7)" "$(rtla export cyclictest_h.txt | grep '",1,user,' | cut -d, -f7-13)"
sed 's/Act: *\([0-9]*\) Avg: *\([0-9]*\) Max: *\([0-9]*\)/Act:   \1000 Avg:   \2000 Max: \3000/; s/Min: *\([0-9]*\)/Min: \1000/' cyclictest_q.txt >form.txt
run rtla export form.txt
is "cyclictest --nsecs is known by the wider fields of its lines" "$(line 1 user)" "667,0,30000,83000,197000,,,,,,,,no histogram"
jq '.["cmdline:"] |= . + " -W 100" | .thread[] |= (.min = 63 | .max *= 1000 | .histogram |= {"0.100": ."1", "0.200": ."2", "0.800": ."8"})' oslat.json >form.json
run rtla export form.json
is "oslat with buckets of 100 ns" "$(line 0 single)" "62236210,0,63,1000,4194000,100,100,100,100,100,,,beyond the histogram: 921 samples >= 700 ns"
jq '.["cmdline:"] |= . + " --bucket-width=2000" | .thread[] |= (.histogram |= {"2": ."1", "4": ."2", "16": ."8"})' oslat.json >form.json
run rtla export form.json
is "oslat with buckets of 2 us" "$(line 0 single)" "62236210,0,1000,1000,4194000,2000,2000,2000,2000,2000,,,beyond the histogram: 921 samples >= 14000 ns"
awk '/\(us\):/ { $1 = sprintf("    %.3f", $1 / 10); if (++row > 1 && row < 31) next } /Minimum|Maximum/ { $2 = "0.0" $2; $3 = $3 ".000" } { print }' oslat.txt >form.txt
run rtla export form.txt
is "oslat's text with buckets of 100 ns, and without empty ones" "$(line 1 single | cut -d, -f1,3,5,6,13)" \
	"61550409,1000,4061000,100,beyond the histogram: 841 samples >= 3100 ns"
run rtla export hwlatdetect.txt
is "the date of hwlatdetect's run is that of its first gap" "$(sed -n 2p "$work/out" | cut -d, -f1)" '"2016-12-05T13:35:17Z"'
sed 's/^ts: \([0-9.]*\), inner:\([0-9]*\), outer:\([0-9]*\)/\1\t\2\t\3/' hwlatdetect.txt >form.txt
run rtla export form.txt
is "the samples of an old hwlatdetect have no names" "$(cut -d, -f4- "$work/out")" "$(rtla export hwlatdetect.txt | cut -d, -f4-)"
sed 's/^ts:.*/&, cpu:0, count:2/; /^Samples exc/a 1 SMIs occured on cpu 0\nSMIs during run: 1' hwlatdetect.txt >form.txt
run rtla report form.txt -o form.html
test_that "SMIs that hwlatdetect has counted are told" grep -q "1 SMIs, interrupts of the firmware, occurred during the run" form.html
test_that "gaps that are no sample of their own are told" grep -q "6 gaps were over the threshold, of which each sample has the longest" form.html

cat >unbound.json <<'X'
{ "file_version": 1, "cmdline:": "cyclictest -t2 -l 200 -q --json unbound.json", "rt_test_version:": "2.60",
  "start_time": "Mon, 30 Nov 2026 00:19:24 +0000", "end_time": "Mon, 30 Nov 2026 00:19:24 +0000", "return_code": 0,
  "num_threads": 2, "resolution_in_ns": 0, "thread": {
  "0": { "histogram": {}, "cycles": 200, "min": 63, "max": 107, "avg": 64.77, "cpu": -1, "node": 0 },
  "1": { "histogram": {}, "cycles": 141, "min": 49, "max": 106, "avg": 59.92, "cpu": -1, "node": 0 } } }
X
run rtla export unbound.json
is "cyclictest's threads that were bound to no CPU stand for the CPUs of their numbers" \
	"$status $(cut -d, -f4-7,9-11 "$work/out" | tail -n 2)" '0 "cyclictest",0,user,200,63000,64770,108000
"cyclictest",1,user,141,49000,59920,107000'
run rtla report unbound.json -o form.html
test_that "the page says that they may have been on any CPU" grep -q "the threads were bound to no CPU, and may have been on any" form.html

# ---- Forms of upstream's text

# same WHAT FILE: it is read, and has the figures of upstream's histogram
whole=$(rtla export upstream_timerlat_hist_whole.txt | cut -d, -f4-)
same() {
	run rtla export "$2"
	is "$1" "$status $(cut -d, -f4- "$work/out")" "0 $whole"
}
sed 's/^/  /' upstream_timerlat_hist_whole.txt >form.txt
same "upstream's histogram that is indented, as in a manual page" form.txt
{ echo "On Sunday they wrote:"; sed 's/^/> > /' upstream_timerlat_hist_whole.txt; echo "What is this?"; } >form.txt
same "upstream's histogram that a mail quotes" form.txt
sed 's/^/2026-11-29T10:00:00.1234567Z /' upstream_timerlat_hist_whole.txt >form.txt
same "upstream's histogram in a log with the time of each line" form.txt
sed 's/^/+/' upstream_timerlat_hist_whole.txt >form.txt
same "upstream's histogram in a patch" form.txt
{ printf '\xef\xbb\xbf'; sed 's/  /\xc2\xa0 /g; s/$/\r/' upstream_timerlat_hist_whole.txt; } >form.txt
same "upstream's histogram with the mark of UTF-8, no-break spaces and CRLF" form.txt
{ printf 12; cat upstream_timerlat_hist_whole.txt; } >form.txt
same "upstream's histogram behind what an action printed without the end of a line" form.txt
{ cat upstream_timerlat_hist_whole.txt; printf '%s\n' "rtla timerlat hit stop tracing" "## CPU 3 hit stop tracing, analyzing it ##" \
	"                1password:1234          3.50 us (0.12 %)" "12 (0.50%) events missed, results might not be accurate"; } >form.txt
same "upstream's histogram before its analysis" form.txt
run rtla report form.txt -o form.html
test_that "a threshold that was hit is told" grep -q "it was stopped when a latency was over its threshold" form.html
test_that "events that upstream has missed are told" grep -q "12 (0.50%) events missed, results might not be accurate" form.html
awk '{ sub(/ *$/, "") } /^[0-9]|^over|^count/ { $7 = 0 } /^min/ { $7 = "18446744073709551615" } /^avg/ { $7 = "-" } /^max/ { $7 = 0 } { print }' \
	upstream_timerlat_hist_whole.txt >form.txt
run rtla export form.txt
is "a column without samples has no figures in any version of upstream" "$status $(line 0 user | wc -l) $(line 1 user | wc -l) $(line 1 thread | cut -d, -f1)" "0 1 0 1891"
sed '/^[0-9]/s/^[0-9]*/&0/; s/^00/0/; /^30/a 40        0         0         0         0         0         0' upstream_timerlat_hist.txt |
	sed '/^170/s/^170/50 /; s/^max: .*/max:        990      3170      4010       800      2910      3800/' >form.txt
run rtla export form.txt
is "a row without samples shows that all rows are there, so that the end of the histogram is known" "$(line 0 thread | cut -d, -f13)" \
	"too few samples: 17 samples >= 60000 ns"
sed '/^count/,$d' upstream_timerlat_hist_whole.txt >form.txt
run rtla export form.txt
is "--no-summary: the buckets tell the figures" "$(line 1 thread)" "1891,0,1000,1177,5000,2000,3000,5000,,,,,too few samples"
printf '%s\n' "# RTLA osnoise histogram" "# Time unit is microseconds (us)" "# Duration:   0 00:00:05" Index over: count: min: avg: max: >form.txt
run rtla export form.txt
is "upstream's osnoise hist without any noise has no figures" "$status $(wc -l <"$work/out")" "0 1"
sed '/^---/,$d' upstream_timerlat_top.txt | sed 's/^/  /; $s/$/ <--- a spike/' >form.txt
printf '%s\n' "  timerlat hit stop tracing" "  saving trace to timerlat_trace.txt" >>form.txt
run rtla export form.txt
is "upstream's table in a manual page, with what an older version prints below it" "$status $(line 2 irq | cut -d, -f5)" "0 903699"

# ---- Files that are refused

# refused WHAT FILE MESSAGE: no command reads it, and it says why
refused() {
	run rtla export "$2"
	exits "$1" 1
	is "$1: stderr says where, and the remedy" "$err" "rtla: $2: $3"
	run rtla report "$2" -o refused.html
	exits "$1: report" 1
	test_that "$1: no page" test ! -e refused.html
}
sed '/^# Max/d' cyclictest_h.txt >cut.txt
refused "cyclictest's text without maxima" cut.txt "line $(wc -l <cut.txt): the lines with minima, averages, maxima and overflows are not all there: give all that 'cyclictest -q --histogram=US' printed"
head -n 30 cyclictest_h.txt >cut.txt
refused "cyclictest's text that is cut" cut.txt "line 30: the lines with minima, averages, maxima and overflows are not all there: give all that 'cyclictest -q --histogram=US' printed"
echo "T: 0 (19233) P:80 C:   1997 Min:     13 Act:   14 Avg:   43 Max:    4620" >cut.txt
refused "the text of signaltest" cut.txt "line 1: it has no priority and interval: it is of another program than cyclictest: give all that 'cyclictest -q --histogram=US' printed"
echo "T: 0 (19233) A: 0 C:      1997 Min:        13 Avg:   43.11 Max:      4620" >cut.txt
refused "the text of jitterdebugger" cut.txt "line 1: it has no priority and interval: it is of another program than cyclictest: give all that 'cyclictest -q --histogram=US' printed"
sed 's/^over:/under:/' upstream_timerlat_hist.txt >cut.txt
refused "upstream's histogram without 'over:'" cut.txt "line 14: the rows 'over:', 'count:', 'min:', 'avg:' and 'max:' are not all there: give all that upstream's 'rtla timerlat hist' printed, without --no-header, --no-summary and --no-index"
sed '/^2 /d' upstream_timerlat_hist.txt >cut.txt
refused "upstream's histogram that lacks a row" cut.txt "line 13: a column has not as many samples in its buckets and over them as in all: rows are missing: give all that upstream's 'rtla timerlat hist' printed, without --no-header, --no-summary and --no-index"
no_header="the lines that name unit and columns are missing: give all that upstream's 'rtla timerlat hist' printed, without --no-header"
sed '1,4d' upstream_timerlat_hist.txt >cut.txt
refused "upstream's histogram of --no-header" cut.txt "line 16: $no_header, --no-summary and --no-index"
sed '/^count/,$d' upstream_timerlat_hist.txt >cut.txt
refused "upstream's histogram of --no-summary whose maxima are not known" cut.txt "line 10: latencies are over the last bucket, and the row that tells the longest is missing: give all that upstream's 'rtla timerlat hist' printed, without --no-header, --no-summary and --no-index"
cat upstream_timerlat_hist.txt upstream_timerlat_hist.txt >cut.txt
refused "two histograms of upstream" cut.txt "line 24: the columns are named twice: give the output of one run: give all that upstream's 'rtla timerlat hist' printed, without --no-header, --no-summary and --no-index"
sed 's/^  2 #1990 .*/  2 #1990 |  31002/' upstream_timerlat_top.txt >cut.txt
refused "upstream's table with a row that is cut" cut.txt "line 5: the row is not whole: give all that upstream's 'rtla timerlat top -q' printed"
sed '/Duration:/d' oslat.txt >cut.txt
refused "oslat's text without its end" cut.txt "line $(wc -l <cut.txt): the lines with minimum, average, maximum and duration are not all there: give all that oslat printed"
jq 'del(.thread["1"].cpu)' oslat.json >cut.json
refused "oslat's JSON without a CPU" cut.json "\$.thread.1: it has no CPU: give a whole file that 'oslat --json' wrote"
jq '.cpu["1"].count = 3' jitterdebugger.json >cut.json
refused "jitterdebugger's JSON with too small a count" cut.json "\$.cpu.1: its histogram has more samples than count: give a whole results.json that jitterdebugger wrote"
head -n 40 rteval_summary.xml >cut.xml
refused "rteval's summary that is cut" cut.xml "\$: the file is not whole: give a whole summary.xml of a run of rteval that measured with cyclictest or timerlat"
sed '/<core/,/<\/core>/d' rteval_summary.xml >cut.xml
timerlat="a whole summary.xml of a run of rteval that measured with cyclictest or timerlat"
sed '/<system/,/<\/system>/d; /<core/,/<\/core>/d; s/<stoptrace_invoked.*/<stoptrace_report CPU="0"><\/stoptrace_report>/' rteval_timerlat.xml >stop.xml
refused "rteval whose timerlat was stopped" stop.xml "\$.rteval.timerlat: it has no cores: rteval leaves them out if timerlat was stopped by a latency over its threshold: run it without --timerlat-stoptrace: give $timerlat"
sed '/<timerlat/,/<\/timerlat>/d' rteval_timerlat.xml >other.xml
refused "rteval that has not measured latencies" other.xml "\$.rteval: it has no figures of cyclictest or timerlat: give $timerlat"
sed 's/<timerlat/<cyclictest><\/cyclictest><cyclictest/; s/timerlat>/cyclictest>/' rteval_timerlat.xml >twice.xml
refused "rteval of two runs" twice.xml "\$.rteval.cyclictest: it is there twice: give the summary of one run: give $timerlat"
refused "rteval's summary without cores" cut.xml "\$.rteval.cyclictest: it has no cores: rteval leaves them out if a latency was beyond its buckets: give it more buckets: give a whole summary.xml of a run of rteval that measured with cyclictest or timerlat"
sed '/^ts:/d' hwlatdetect.txt >cut.txt
refused "hwlatdetect's text without its samples" cut.txt "line 15: there are not as many samples as were recorded: give all that hwlatdetect printed"
echo "nothing of this is a result" >cut.txt
refused "any other text" cut.txt "line 1, column 7: '[' or '{' expected near 'nothing': give a whole file that --json wrote, or all that another program printed which rtla-report(1) names"
sed 's/maximum unit="us">31</maximum unit="us">5000</' rteval_summary.xml >over.xml
run rtla export over.xml
is "rteval that does not tell how many were beyond its buckets has no percentiles" "$(line 0 user)" \
	"150,0,2000,4880,5001000,,,,,,,,no histogram"

finish
