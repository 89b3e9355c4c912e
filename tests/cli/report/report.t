#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla report": pages and pictures about results. tests/browser tests how they
# look.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# look WHAT PAGE...: prints something that is in a page, see report/page
look() {
	"$here/report/page" "$@"
}

# of FILE EXPRESSION...: prints what jq makes of a JSON file
of() {
	jq -r "${@:2}" "$1"
}

make_result one.json full
make_result two.json full scale=1.5 outcome=pass seconds=10
make_result noise.json full tracer=osnoise kept=3

# ---- one result

run rtla report one.json -o one.html
exits "a page about a result" 0
is "nothing is said" "$out$err" ""
is "the page is HTML" "$(head -n 1 one.html)" "<!DOCTYPE html>"
is "all tags are closed" "$(look open one.html)" ""
is "the page refers to nothing else" \
	"$(grep -oE '<(script|link|img|iframe|object)|src=|url\(|@import|https?:|href="[^#][^"]*' one.html)" ""
is "the page is not allowed to refer to anything else" \
	"$(grep -c "Content-Security-Policy\" content=\"default-src 'none'" one.html)" 1
is "identifiers are there once" \
	"$(grep -oE ' id="[^"]*"' one.html | sort | uniq -d)" ""
is "the page has all sections" \
	"$(grep -oE '<section id="[a-z]*"' one.html | cut -d'"' -f2 | paste -sd ' ')" \
	"stops gates figures distributions heatmaps maxima cpus losses environment configuration"
is "the page leads to each section" \
	"$(grep -oE '^(<nav.*)?<li><a href="#[a-z]*"' one.html | grep -oE '#.*' | cut -d'#' -f2 | tr -d '"' | paste -sd ' ')" \
	"stops gates figures distributions heatmaps maxima cpus losses environment configuration"
is "the texts are as expected" \
	"$(look words one.html gates figures stops losses environment configuration)" \
	"$(cat "$here/report/report.expected")"
is "the verdict, machine, labels, kernel and preemption model come first" \
	"$(look verdicts one.html | head -n 19 | paste -sd '|')" \
	"one.json|&#10007;|fail|exit code 2|thr.max&lt;=50us: 63.3 µs|Host|box|CPU model|A CPU|Board|A board|rack|7|Kernel|6.12.0-test|Preemption|voluntary|Measured|timerlat"

# Test that each picture has a name and a description, and is not empty.
is "all pictures tell what they show" \
	"$(grep -c '<svg id=' one.html)" \
	"$(grep -oE '<title id="[^"]*-t">[^<]+</title><desc id="[^"]*-d">[^<]+' one.html | wc -l)"
is "pictures" "$(grep -oE '<svg id="[^"]*"' one.html | cut -d'"' -f2 | paste -sd ' ')" \
	"reading-timerlat stop-0-parts stop-0-time counts-all share-all heat-irq-0 heat-thread-0 heat-user-0 maxima-irq maxima-thread maxima-user"
is "a heat map has a row for each CPU, with its maximum" \
	"$(look chart one.html heat-thread-0 | grep -oE '<title>CPU [0-9]+: max [0-9.]+' |
		grep -oE '[0-9.]+$')" \
	"$(of one.json '.cpus[].latencies.thread.max_ns / 1000' | xargs printf '%#.3g\n' | sed 's/\.$//')"
is "the threshold is drawn into the maxima" \
	"$(look chart one.html maxima-thread | grep -c 'threshold 50 µs')" 1

# ---- times as people read them

jq '.stop |= (.latency_ns = 29791420 | .threshold_ns = 29790000 | .analysis |= (.latency_ns = 29791420 |
	.cause = "99 % of 29791.42 us: x ran")) |
	.gates[0].value.ns = 50010 | .verdict.reasons = ["gate thr.max<=50us: failed: 50.010 us, the limit is 50.000 us"]' \
	one.json >late.json
run rtla report late.json -o late.html
is "a late hit is told in ms, and apart from its threshold" \
	"$(look words late.html stops | sed -n '2,3p' | paste -sd '|')" \
	"Thread latency of 29.791 ms on CPU 1, threshold 29.79 ms|99 % of 29.8 ms: x ran"
is "a value is told apart from its limit" \
	"$(look words late.html gates | grep µs | paste -sd ' ')" "50.01 µs 50 µs"
is "a value is told apart from its limit in the reasons of the verdict" "$(look verdicts late.html | grep '^gate')" \
	"gate thr.max&lt;=50us: failed: 50.01 µs, the limit is 50 µs"

# ---- figures that share a cell

# together PAGE: prints what follows a text without any space, though on a line of its own
together() {
	grep -oE '[^> ]<(small|dd|span class="code")[^a-z]' "$1" | sort | uniq -c
}

SIM=cpus=2,skipped=400 "$work/simulated/rtla" timerlat hist -k -d 1 -p 10000 --json skipped.json >"$work/out"
run rtla report skipped.json -o skipped.html
is "the share of skipped periods is told below the samples of all CPUs, and of each" \
	"$(look words skipped.html figures cpus | grep -c '^[0-9.]* % skipped$')" \
	"$(of skipped.json '[.all, .cpus[] | .latencies[] | select(.corrected)] | length')"
is "texts that share a cell do not run together" "$(together skipped.html; together one.html)" ""
is "what is small in a cell has its own line" \
	"$(grep -c '^td small { display: block }$' skipped.html)" 1

# ---- how to read the page

# reading PAGE: prints the words of "How to read this page"
reading() { sed -n '/^<details class="reading">/,/<.dl><.details>/p' "$1" | sed 's/<[^>]*>/\n/g' | grep -v '^ *$'; }

is "How to read this page: the part is folded" "$(grep -c '^<details class="reading"><summary>How to read this page</summary>$' one.html)" 1
is "How to read this page: each latency has its begin and end" \
	"$(reading one.html | grep -A 1 -xE '(IRQ|Thread|User) latency' | grep -o '^From when the timer was to expire until[^:]*' | sed 's/.*until //' | paste -sd '|')" \
	"its interrupt begins|the thread that it wakes runs|the thread is in user space"
is "How to read this page: a picture has the latencies" "$(look chart one.html reading-timerlat | grep -oE 't" x[^>]*>[^<]+' | cut -d'>' -f2 | paste -sd '|')" \
	"IRQ latency|Thread latency|User latency"
is "How to read this page: each section has its sentence" "$(sed -n '/^<details class="reading">/,/<.dl><.details>/p' one.html | grep -oE '<dt><a href="#[a-z]*">[^<]*</a></dt> <dd>.' | grep -oE '#[a-z]*' | paste -sd ' ')" \
	"$(grep -oE '<section id="[a-z]*"' one.html | cut -d'"' -f2 | sed 's/^/#/' | paste -sd ' ')"
cp "$here/../results/cyclictest_h.txt" .
run rtla report cyclictest_h.txt -o cyclictest.html
is "How to read this page: cyclictest has the user latency only" \
	"$(look chart cyclictest.html reading-timerlat | grep -oE 't" x[^>]*>[^<]+' | cut -d'>' -f2 | paste -sd '|')" "User latency"
is "How to read this page: cyclictest has no words on other latencies" "$(reading cyclictest.html | grep -cxE '(IRQ|Thread) latency|Single noise')" 0
run rtla report noise.json -o noise.html
is "How to read this page: osnoise has a picture of its own" "$(grep -oE '<svg id="reading-[a-z]*"' noise.html)" '<svg id="reading-osnoise"'
is "How to read this page: the sections of osnoise have sentences" "$(sed -n '/^<details class="reading">/,/<.dl><.details>/p' noise.html | grep -oE '<dt><a href="#[a-z]*">[^<]*</a></dt> <dd>.' | grep -oE '#[a-z]*' | paste -sd ' ')" \
	"$(grep -oE '<section id="[a-z]*"' noise.html | cut -d'"' -f2 | sed 's/^/#/' | paste -sd ' ')"
SIM=cpus=2 "$work/simulated/rtla" wakeup top -q --all -d 1 --json wakeup.json >"$work/out"
run rtla report wakeup.json -o wakeup.html
is "wake-ups have one with their parts" "$(look chart wakeup.html reading-wakeup | grep -oE 't" x[^>]*>[^<]+' | cut -d'>' -f2 | paste -sd '|')" \
	"timer|irq|queue|wait|pick|switch|total, of a timer|total, of another waker"

# ---- what is exceeded once in a day

# levels PAGE: prints what the section of maxima says of it
levels() {
	look words "$1" maxima | sed -n '/exceeded once in a day/,$p'
}

is "a short run says nothing of a day" "$(levels one.html)" \
	"What is exceeded once in a day, or in a year, is only estimated from runs of 2 h 24 min, or 36 d 12 h, at least."
jq '.measured_ns = 12000000000000 | .block_ns = 60000000000' one.json >hours.json
run rtla report hours.json -o hours.html
is "all tags are closed, of hours" "$(look open hours.html)" ""
is "hours say something of a day, not of a year" "$(levels hours.html | sed -n '2,22p' |
		sed -E 's/^[0-9.]+( µs)?$/N\1/' | paste -sd '|')" \
	"Maximum|Once in a|Exceeds|95 % from|to|p of the fit|Not estimated, because|IRQ latency|day|N µs|N µs|N µs|N|IRQ latency|year|–|–|–|–|the run is too short to tell of a year: measure for at least 36 d 12 h|Thread latency"
run rtla report hours.json one.json hours.json -o three.html
is "each of several results has its rows" "$(levels three.html | grep -xE '[ABC]' | paste -sd ' ')" \
	"A A B B C C A A B B C C A A B B C C"

run rtla report one.json -o again.html
cmp -s one.html again.html
ok "the same input gives the same bytes"
run rtla report one.json -o -
is "- is standard output" "$out" "$(cat one.html)"
rtla report - -o stdin.html <one.json
is "- is standard input" "$(sed 's/one\.json/-/g' one.html)" "$(cat stdin.html)"

mkdir folder
cp one.json folder/
cp one.json folder/plain
run rtla report folder/one.json
exits "a report without -o" 0
is "stderr says where the page is" "$err" "rtla: folder/one.html is written"
is "the page is beside the result" "$(sed 's/folder\///g' folder/one.html)" "$(cat one.html)"
run rtla report folder/plain two.json
is "a name without .json gets .html as well" "$err" "rtla: folder/plain.html is written"
is "nothing else is there" "$(ls folder | paste -sd ' ')" "one.html one.json plain plain.html"

make_result calm.json full segments=0 outcome=measured
run rtla report calm.json -o calm.html
is "there is no analysis without a stop" "$(grep -c 'id="stops"' calm.html)" 0

make_result kernel.json bare 'measured_by="kernel"'
run rtla report kernel.json -o kernel.html
is "the kernel's own tracer is told" \
	"$(look verdicts kernel.html | grep -A 3 '^Measured$' | paste -sd '|')" "Measured|timerlat|By|the kernel&#39;s own tracer"
make_result unseen.json bare 'measured_by="bpf"' 'not_seen=[{"id": "nmis", "what": "NMIs", "why": "no <event>"}, {"id": "calls", "what": "calls", "why": "none"}]'
run rtla report unseen.json -o unseen.html
is "what the tracer could not see is told with the reason" \
	"$(look verdicts unseen.html | grep -A 2 '^Not seen$' | paste -sd '|')" "Not seen|NMIs: no &lt;event&gt;|calls: none"
is "nothing is told where all was seen" "$(grep -c 'Not seen' kernel.html)" 0
make_result later.json bare 'measured_by="<later>"'
run rtla report later.json -o later.html
is "the tracer of a later version is told by its name" \
	"$(look verdicts later.html | grep -A 3 '^Measured$' | paste -sd '|')" "Measured|timerlat|By|&lt;later&gt;"

make_result crowded.json bare other_sessions=2
run rtla report crowded.json -o crowded.html
is "other sessions are told" \
	"$(look verdicts crowded.html | grep -A 1 '^Other sessions$' | paste -sd '|')" "Other sessions|2"

# ---- osnoise, and spikes that were kept

run rtla report noise.json -o noise.html
exits "a page about osnoise" 0
is "all tags are closed, of osnoise" "$(look open noise.html)" ""
is "pictures, of osnoise" \
	"$(grep -oE '<svg id="(counts|heat|maxima|noise)-[^"]*"' noise.html | cut -d'"' -f2 | paste -sd ' ')" \
	"counts-all heat-single-0 heat-total-0 maxima-single maxima-total noise-share noise-sources-0"
# noise_of PLACE: prints the largest noise and the largest single noise at PLACE of
# noise.json, in us
noise_of() {
	of noise.json "$1.periods | .max_noise_ns, .max_single_ns | . / 1000" |
		xargs printf '%.2f\n' | paste -sd '|'
}
is "noise of each CPU" \
	"$(look words noise.html noise | sed -n $'s/\u202f/ /g; /^Thread$/,$p' | sed 1d | head -n 24 | paste -sd '|')" \
	"All|80|1 min 20 s|20000.00|99.97500 %|$(noise_of .all)|6|0|20 000|2 400|160|0|20|20 s|2000.00|99.99000 %|$(noise_of '.cpus[0]')|0|0|5 000|600|40"
is "spikes that were kept have an analysis each" \
	"$(grep -oE '<article id="[^"]*"' noise.html | cut -d'"' -f2 | paste -sd ' ')" \
	"stop-0 kept-0-1 kept-0-2 kept-0-3"

# ---- a threshold, and gates

# badge PAGE: prints the mark, word and exit code of the first verdict
badge() { look verdicts "$1" | sed -n '2,4p' | paste -sd ' '; }

jq '.gates = [] | .ended_by = "threshold"' one.json >stopped.json
run rtla report stopped.json -o stopped.html
is "a run that stopped at its threshold has not failed" "$(badge stopped.html)" "! stopped at its threshold exit code 2"
jq '.gates[0].verdict = "pass" | .ended_by = "threshold"' one.json >passed.json
run rtla report passed.json -o passed.html
is "a run that stopped, and whose gates have passed, has not failed" "$(badge passed.html)" "! stopped at its threshold exit code 2"
jq '.ended_by = "threshold"' one.json >both.json
run rtla report both.json -o both.html
is "a run that stopped, with a gate that failed, has failed" "$(badge both.html)" "&#10007; fail exit code 2"
is "the page says which gate failed" "$(look words both.html gates | sed -n '/^thr.max/,/^fail/p' | paste -sd ' ')" "thr.max&lt;=50us &#10007; fail"
jq '.gates = []' one.json >went_on.json
run rtla report went_on.json -o went_on.html
is "a run that went on has hit its threshold" "$(badge went_on.html)" "! hit its threshold exit code 2"

run rtla report two.json stopped.json -o second.html
is "why several results stopped is first, too" "$(grep -oE '<section id="[a-z]*"' second.html | head -n 1)" '<section id="stops"'
is "several results that stopped are named, with what took long" "$(look words second.html stops | sed -n '2,8p' | paste -sd '|')" \
	"A|two.json: Thread latency of 66.2 µs on CPU 1, threshold 50 µs|most of 66.2 µs: kworker/u8:1:77 ran|Its parts, and what ran when|Its parts|Parts of the latency|A bar as long as the latency, cut into its parts; the table below has them with their shares."
is "the parts of several results that stopped are folded" "$(look section second.html stops | grep -c '^<details><summary>Its parts, and what ran when</summary>$')" 2

jq '.stop = null' noise.json >worst.json
run rtla report worst.json -o worst.html
is "hits that were kept did not stop the run" "$(grep -oE '<section id="(stops|hits)"|<article id="[^"]*"' worst.html | cut -d'"' -f2 | paste -sd ' ')" \
	"hits kept-0-1 kept-0-2 kept-0-3"
is "hits that were kept come after the figures" "$(grep -oE '<section id="[a-z]*"' worst.html | cut -d'"' -f2 | head -n 4 | paste -sd ' ')" \
	"gates figures hits distributions"

# ---- what to do

advice='{remedy: "x", text: "Do <this>", boot: "a=1", command: "echo 1 > /b", undo: "echo 0 > /b", sure: "likely", when: "now", check: "thing"}'
jq ".stop.analysis.advice = [$advice, {text: \"Ask\", boot: null, command: null, undo: null, sure: \"asks\", check: null}]" one.json >advised.json
run rtla report advised.json -o advised.html
exits "a page with advice" 0
is "all tags are closed, with advice" "$(look open advised.html)" ""
is "what to do, and how to undo it" "$(grep -A 3 '^<h4>What to do' advised.html)" '<h4>What to do</h4>
<ul class="advice">
<li>Do &lt;this&gt;; boot with <code>a=1</code>: <code>echo 1 &gt; /b</code>; to undo it: <code>echo 0 &gt; /b</code>; the doctor warns: <code>thing</code> <span class="kind">likely</span></li>
<li>Ask <span class="kind">asks</span></li>'
is "older results say nothing of it" "$(grep -c '<h4>What to do' noise.html)" 0

# ---- a hit with many segments

make_result long.json full segments=400
run rtla report long.json -o long.html
is "all segments of a long stop are drawn" \
	"$(look chart long.html stop-0-time | grep -c '^<rect')" \
	"$(of long.json '.stop.analysis.segments | length')"
is "the first 200 segments are listed" \
	"$(look words long.html stops | grep -c '^201 more segments are in the time line')" 1

# ---- several results

run rtla report one.json two.json noise.json -o several.html
exits "a page about several" 0
is "all tags are closed, of several" "$(look open several.html)" ""
is "identifiers are there once, of several" \
	"$(grep -oE ' id="[^"]*"' several.html | sort | uniq -d)" ""
is "each of several results has a letter and a verdict" \
	"$(grep -oE '<h2>[A-C] &#183; [a-z.]+</h2>' several.html | paste -sd '|')" \
	"<h2>A &#183; one.json</h2>|<h2>B &#183; two.json</h2>|<h2>C &#183; noise.json</h2>"
is "figures stand beside each other" \
	"$(look words several.html figures | grep -cxE '[ABC]')" 8
is "maxima are compared with the first" \
	"$(look words several.html figures | grep '^×' | paste -sd '|')" \
	"$(jq -nr '[inputs.all.latencies | .irq, .thread, .user | .max_ns] |
			range(3) as $i | 1, .[$i + 3] / .[$i]' one.json two.json |
		xargs printf '× %.2f\n' | paste -sd '|')"
is "a chart has a line for each" \
	"$(look chart several.html counts-thread | grep -oE 'line area s[0-9]' | paste -sd ' ')" \
	"line area s0 line area s1"
is "the page says what the results differ in" \
	"$(look section several.html configuration | sed -n 's/.*<th scope="row">\([^<]*\) <span class="differs">.*/\1/p' | tr '\n' '|')" \
	"command|tracer|measured|duration|period|threshold: thread|irqs off|noise threshold|preempt off|runtime|threshold: single|"
is "averages and maxima are side by side" \
	"$(grep -oE '<svg id="bars-[^"]*"' several.html | cut -d'"' -f2 | paste -sd ' ')" \
	"bars-irq bars-thread bars-user bars-single bars-total"
is "each of the results has its own, as numbers" \
	"$(look chart several.html bars-thread | grep -oE '[AB]</tspan> [a-z.]*|avg [^<]*' | paste -sd '|')" \
	"A</tspan> one.json|avg 3.85 µs, max 123 µs|B</tspan> two.json|avg 5.74 µs, max 76.2 µs"
make_result tenfold.json full scale=10
run rtla report one.json tenfold.json -o tenfold.html
# What is ten times as long is longer by the distance of two lines of the axis.
is "bars have a logarithmic scale" \
	"$(look chart tenfold.html bars-thread | grep -oE '(class="grid" d="M|<rect.* width=")[0-9.]+' | grep -oE '[0-9.]+$' |
		awk '{ at[NR] = $1 } END { by = at[2] - at[1]
			print (by > 10), int((at[NR - 1] - at[NR - 3]) / by * 50 + .5), int((at[NR] - at[NR - 2]) / by * 50 + .5) }')" \
	"1 50 50"
jq '.all.latencies.thread.avg_interval = {confidence_percent: 99, low_ns: 3000, high_ns: 5000, batches: 20}' \
	one.json >interval.json
run rtla report interval.json two.json -o interval.html
# From 3 to 5 us; 1 and 10 us are lines of the axis.
is "the interval of an average is where it should be on the scale" \
	"$(look chart interval.html bars-thread | tr '>' '\n' | awk -F '"' '
		/class="grid"/ { line[++lines] = substr($4, 2) + 0 }
		/class="interval"/ { split($4, at, /[MVH ]+/); by = line[2] - line[1]
			printf "%.2f %.2f\n", (at[2] - line[1]) / by, (at[7] - line[1]) / by }')" \
	"0.48 0.70"
mkdir -p boards/first_of_them boards/second_of_them
cp one.json boards/first_of_them/r.json
cp one.json boards/second_of_them/r.json
run rtla report boards/*/r.json -o paths.html
is "a long path is cut at its begin" \
	"$(look chart paths.html bars-irq | grep -oE '[AB]</tspan> [^<]*' | paste -sd '|')" \
	"A</tspan> …first_of_them/r.json|B</tspan> …econd_of_them/r.json"
for count in 12 13; do
	files=()
	for ((i = 0; i < count; i++)); do
		files+=(one.json)
	done
	run rtla report "${files[@]}" -o many.html
	exits "$count results" $((count > 12 ? 129 : 0))
done
is "each of 12 results has a bar, and a colour" \
	"$(look chart many.html bars-irq | grep -oE '[A-L]</tspan>|rect class="dot s[0-9]*' | sed 's/<.*//; s/.* s//' | paste -sd ' ')" \
	"$(for i in {0..11}; do printf '%b %d ' "\\x$(printf %x $((65 + i)))" "$i"; done | sed 's/ $//')"
is "each colour is defined" "$(grep -cE '^[.]s([0-9]|1[01]) [{]' many.html)" 12
is "equal thresholds have one line and label" "$(look chart many.html maxima-thread | grep -c 'class="threshold"\|>threshold 50 µs<')" 1

# ---- texts that are not to be trusted

hostile=$'<script>alert(1)</script><img src=x onerror=alert(2)>"\'`&amp;</title></style></svg>-->]]>\u202e\x1b[31m'
make_result hostile.json full kept=1 "text=$hostile"
make_result harmless.json full kept=1 text=harmless
file=$'<b onclick=x>\'"&\xff.json'
cp hostile.json "$file"
run rtla report "./$file" one.json -o hostile.html
exits "a page with hostile texts" 0
cp harmless.json "$file"
run rtla report "./$file" one.json -o harmless.html
is "hostile texts change nothing of its tags" "$(look shape hostile.html)" "$(look shape harmless.html)"
is "hostile texts are all there" "$(grep -o '&lt;script&gt;alert(1)&lt;/script&gt;' hostile.html | wc -l)" \
	"$(grep -o harmless harmless.html | wc -l)"
is "a name that is no UTF-8 is shown" "$(grep -c '&lt;b onclick=x&gt;&#39;&quot;&amp;�.json' hostile.html)" \
	"$(grep -c '&lt;b onclick=x&gt;' hostile.html)"
iconv -f UTF-8 -t UTF-8 hostile.html >/dev/null
ok "the page is UTF-8"
is "no character of control is in it" "$(LC_ALL=C grep -c $'[\x01-\x08\x0b-\x1f\x7f]\|\xe2\x80\xae' hostile.html)" 0

# ---- pictures

# charts FILE: prints the names of the charts in a page or picture
charts() {
	grep -oE '<svg id="(counts|share|heat|maxima)-[^"]*"' "$1" | cut -d'"' -f2 | paste -sd ' '
}

command -v rsvg-convert >/dev/null
ok "rsvg-convert is there: apt-get install librsvg2-bin"
run rtla report one.json --plot one.svg
exits "a picture, SVG" 0
is "nothing is said of it" "$out$err" ""
is "all of its tags are closed" "$(look open one.svg)" ""
is "the picture has the charts of the page" "$(charts one.svg)" "$(charts one.html)"
read -ra names < <(charts one.html)
look chart one.svg "${names[@]}" >in_picture
look chart one.html "${names[@]}" >in_page
mapfile -d '' -t in_picture <in_picture
mapfile -d '' -t in_page <in_page
for i in "${!names[@]}"; do
	is "${names[i]} is the same there" "${in_picture[i]}" "${in_page[i]}"
done
is "the picture has no variables, which not all viewers know" "$(grep -c 'var(' one.svg)" 0
is "the picture has the colours of the page" "$(grep -o '^\.s[0-7] { stroke: [#0-9a-f]*' one.svg | grep -o '#.*')" \
	"$(grep -oE -- '--s[0-7]: #[0-9a-f]{6}' one.html | head -n 8 | cut -d' ' -f2)"
is "the title of the picture is that of the page" "$(grep -c '<text class="title".*>timerlat on box, 6.12.0-test, 2026-01-02<' one.svg)" 1
run rtla report one.json two.json noise.json --plot several.png -o both.html
exits "a picture, PNG, of several" 0
is "the picture is PNG" "$(head -c 8 several.png | od -An -tx1)" " 89 50 4e 47 0d 0a 1a 0a"
rtla report one.json two.json noise.json --plot several.svg
is "the picture is of the size of the SVG" \
	"$(od -An -j16 -N8 -tu1 several.png | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')" \
	"$(sed -n '1s/.*viewBox="0 0 \([0-9 ]*\)".*/\1/p' several.svg)"
is "the picture of several results has the charts of the page" "$(charts several.svg)" "$(charts several.html)"
cmp -s both.html several.html
ok "the page beside it is the same"
for kind in svg png; do
	rtla report "./$file" noise.json --plot a.$kind
	rtla report "./$file" noise.json --plot b.$kind
	cmp -s a.$kind b.$kind
	ok "the same input gives the same bytes, $kind"
done
is "hostile texts change nothing of its tags either" \
	"$(cp hostile.json "$file"; rtla report "./$file" noise.json --plot c.svg; look shape c.svg)" "$(look shape a.svg)"
/usr/bin/python3 -S -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' c.svg
ok "a picture of hostile texts is XML"
is "a name that is no UTF-8 is shown there" "$(grep -c '&lt;b onclick=x&gt;&#39;&quot;&amp;�.json' c.svg)" 2

mkdir fake
export TMPDIR=$PWD/tmp
mkdir tmp
echo before >kept.png
run env PATH="$work/bin:$PWD/fake" rtla report one.json --plot kept.png
exits "no rsvg-convert" 4
is "stderr says that rsvg-convert is missing, and what to do" "$err" \
	"rtla: --plot kept.png: rsvg-convert: not found: install it, on Debian with 'apt-get install librsvg2-bin', or give a name that ends in .svg"
run env PATH="$work/bin:$PWD/fake" rtla report one.json --plot alone.svg
exits "SVG needs nothing" 0
# fake_converter LINE...: replaces rsvg-convert by a script with these lines, and runs
# "rtla report" with it
fake_converter() {
	printf '%s\n' '#!/bin/sh' "$@" >fake/rsvg-convert
	chmod +x fake/rsvg-convert
	run env PATH="$PWD/fake:$PATH" rtla report one.json --plot kept.png -o kept.html
}
fake_converter 'echo "no such thing" >&2; echo more >&2; exit 3'
exits "rsvg-convert fails" 1
is "stderr says what rsvg-convert said" "$err" \
	'rtla: --plot kept.png: rsvg-convert: exit status 3: no such thing: no picture is written'
fake_converter 'exit 0'
exits "rsvg-convert draws nothing" 1
is "stderr says that rsvg-convert said nothing" "$err" \
	'rtla: --plot kept.png: rsvg-convert: exit status 0: it said nothing: no picture is written'
# shellcheck disable=SC2016
fake_converter 'kill -9 $$'
is "rsvg-convert is killed" "$status $err" \
	'1 rtla: --plot kept.png: rsvg-convert: ended by signal 9: it said nothing: no picture is written'
is "what was there before is there still" "$(cat kept.png)" before
[ ! -e kept.html ]
ok "no page is written if rsvg-convert fails"
is "nothing is left" "$(ls tmp)" ""
unset TMPDIR

# ---- refused command lines, and files that cannot be read or written

refused() { fails "$1" "$2" rtla report "${@:3}"; }
rm -f new.*
status_wanted=129
refused "no result" "no RESULT given: name a file that --json wrote" -o new.html
refused "a page without a name" "the page has no name: give --output FILE, or - for standard output" - <one.json
for name in new.pdf new .svg; do
	refused "a picture called $name" \
		"--plot $name: unknown kind of picture: give a name that ends in .svg or .png" \
		one.json --plot $name
done
refused "a page in the place of a result" \
	"--output ./one.json: this file is to be read: give another name" two.json one.json -o ./one.json
ln one.json one.svg.json
ln -s one.json link.svg
refused "a picture in the place of a result" \
	"--plot link.svg: this file is to be read: give another name" one.json --plot link.svg
refused "a page in the place of a picture" \
	"--output, --plot: both new.svg: give two names" one.json -o new.svg --plot new.svg
refused "standard input twice" \
	"-: standard input can be read only once: leave one out" - - -o new.html
refused "an option of others" "-q: unknown option" -q one.json
status_wanted=1
refused "a file that is not there" \
	"nowhere.json: No such file or directory: give a file that --json wrote" \
	one.json nowhere.json -o new.html
echo '{ "format": "other" }' >other.json
refused "another file" \
	"other.json: \$: format: other: give a file that --json wrote" other.json -o new.html --plot new.svg
refused "a page that cannot be written" \
	"--output nowhere/new.html: No such file or directory: it is not written" one.json -o nowhere/new.html
refused "a picture that cannot be written" \
	"--plot nowhere/new.svg: No such file or directory: it is not written" one.json --plot nowhere/new.svg
[ -z "$(compgen -G 'new.*')" ]
ok "nothing is written by what is refused"
rtla report one.json -o - >/dev/full 2>"$work/err"
is "a page that does not get out" "$? $(cat "$work/err")" \
	"1 rtla: standard output: No space left on device: the results are lost: send them where they can be written"

rtla report one.json -o - --plot nowhere/x.svg 2>&1 | cat >together
is "a message follows the page in the same pipe" "$(tail -n 2 together)" \
	"</body></html>"$'\n'"rtla: --plot nowhere/x.svg: No such file or directory: it is not written"

run rtla report --help
exits "help" 0
is "help says how to call it" "$(head -n 1 "$work/out")" "Usage: rtla report [OPTION]... RESULT..."

finish
