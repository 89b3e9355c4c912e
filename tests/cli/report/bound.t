#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the section of "rtla report" about the bound of the scheduling latency: its
# charts, their picture, its tables, and latencies that the model excludes.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# make NAME WORD...: writes a made-up result to NAME.json; the words are arguments of
# make_result.py
make() {
	make_result "$1.json" bare "${@:2}"
}

# look WHAT PAGE...: prints something that is in a page, see report/page
look() {
	"$here/report/page" "$@"
}

# bars CHART: prints what the pointer shows over each bar of a chart
bars() {
	look chart "$1" "$2" | grep -oE '<g><title>[^<]*' | sed 's/<g><title>//'
}

# table PAGE CAPTION: prints the rows of a table, the cells of each with | between them
table() {
	look section "$1" bound | sed -n "/<caption>$2/,/<\/table>/p" | grep '^<tr>' |
		sed -E $'s/\u202f/ /g; s/<\\/t[hd]>/|/g; s/<[^>]*>//g; s/\\|$//'
}

bound=(bound=1 cpus=2)
make bound "${bound[@]}"
make timerlat seed=2 cpus=1 percent=10
make none

# ---- one result

run rtla report bound.json -o bound.html
exits "a page about a bound" 0
is "nothing is said" "$out$err" ""
is "all tags are closed" "$(look open bound.html)" ""
is "the page refers to nothing else" \
	"$(grep -oE '<(script|link|img|iframe|object)|src=|url\(|@import|https?:|href="[^#][^"]*' bound.html)" ""
is "identifiers are there once" "$(grep -oE ' id="[^"]*"' bound.html | sort | uniq -d)" ""
is "the bound has a section" "$(grep -c '<section id="bound"><h2>Bound of the scheduling latency</h2>' bound.html)" 1
run rtla report none.json -o none.html
is "results of other tracers have none" "$(grep -c 'id="bound' none.html)" 0
is "each CPU has a chart" "$(grep -oE '<svg id="bound-[^"]*"' bound.html | paste -sd ' ')" \
	'<svg id="bound-0-0" <svg id="bound-0-1"'
is "a chart has a bar for each column, from the lower to the upper end, and for the probe" \
	"$(bars bound.html bound-0-0)" \
"No interrupts: 27.90 to 56.50 µs
Worst single interrupt: 41.90 to 70.50 µs
Single (worst) of each interrupt: 53.80 to 82.40 µs
Sporadic: does not converge: virtio1-req:26
Sliding window: 66.00 to 108.60 µs
Sliding window with oWCET: 67.80 to 110.40 µs
Observed by the probe: 31.00 µs"
is "each text is in the chart, too" \
	"$(look chart bound.html bound-0-0 | grep -cE '^<text[^>]*>([0-9.]+ to [0-9.]+ µs|31.00 µs|does not converge: virtio1-req:26)<')" 7
is "what is not sure is hatched, and nothing else" \
	"$(look chart bound.html bound-0-0 | grep -o '<rect class="hatch"' | wc -l)" 5
# lengths CHART: prints where the solid bars of a chart end, in parts of that of the probe
lengths() {
	look chart "$1" "$2" | grep -oE '<rect class="p[0-9]+" x="208.0" y="[0-9]+" width="[0-9.]+' |
		awk -F'"' '{ width[NR] = $NF } END { for (i = 1; i <= NR; i++) printf "%.1f ", width[i] / width[NR] }'
}
is "bars are as long as they say: 27.90, 41.90, 53.80, no, 66.00, 67.80 and 31.00" \
	"$(lengths bound.html bound-0-0)" "0.9 1.4 1.7 0.0 2.1 2.2 1.0 "
is "no bar is cut" "$(grep -c 'class="cut"' bound.html)" 0

# ---- tables

is "the table has the same figures" "$(table bound.html 'The bound')" \
"0|&#10003; holds|31.00|27.90 to 56.50|41.90 to 70.50|53.80 to 82.40|does not converge: virtio1-req:26|66.00 to 108.60|67.80 to 110.40
1|&#10003; holds|31.00|28.90 to 56.50|42.90 to 70.50|54.80 to 82.40|does not converge: virtio1-req:26|67.00 to 108.60|68.80 to 110.40"
is "variables have their method, ends, and where they were" "$(table bound.html 'The variables' | head -n 5)" \
"0|poid|bracket|21.40|50.00|0.00|5 000|fio:3321|812.331204|blk_mq_submit_bio ← submit_bio ← io_submit
0|paie|exact|0.30|0.30|0.00|5 000|swapper:0|812.331204|–
0|dst|exact|6.10|6.10|0.00|5 000|rcu_sched:40|812.331204|–
0|psd|exact|6.20|6.20|0.00|5 000|rcu_sched:40|812.331204|–
0|idle|exact|9.80|9.80|0.00|5 000|swapper:0|812.331204|–"
is "interrupts have their extremes" "$(table bound.html Interrupts | head -n 2)" \
"0|virtio1-req:26|8 121|14.00|9.70|oWCET is longer than oMIAT
0|local_timer:236|60 012|11.90|1002.10|"
is "the probe says which sections it has met with 95 %" "$(table bound.html 'The probe' | head -n 1)" \
	"0|50.00|533 000|49.90|0.60|12|25 µs: 6 times|10 µs: 15 times|0.35|0.40"
is "two CPUs are not folded" "$(grep -c '<details open><summary>Variables, interrupts and probe' bound.html)" 1
make unknown "${bound[@]}" \
	'cpus.0.bound.variables.psd={"method":"absent","lower_ns":null,"upper_ns":null,"margin_ns":null,"count":0,"at_ns":null,"pid":null,"comm":null,"function":null,"stack":[]}' \
	'cpus.0.bound.interrupts.1.omiat_ns=null' \
	'cpus.0.bound.irq_entry_ns={"average":null,"max":null,"count":0}' \
	'cpus.0.bound.observed={"count":0,"thread_ns":null}'
run rtla report unknown.json -o unknown.html
is "unknown figures are dashes" \
	"$(table unknown.html 'The variables' | sed -n 4p; table unknown.html Interrupts | sed -n 2p
		table unknown.html 'The probe' | head -n 1; table unknown.html 'The bound' | cut -d'|' -f3 | head -n 1)" \
"0|psd|absent|–|–|–|–|–|–|–
0|local_timer:236|60 012|11.90|–|
0|50.00|533 000|49.90|0.60|12|25 µs: 6 times|10 µs: 15 times|–|–
–"
is "a probe that has observed nothing has no bar" "$(bars unknown.html bound-0-0 | grep -c Observed)" 0

# ---- bars that are cut, and bars without an end

make long "${bound[@]}" cpus.0.bound.columns.window_owcet.upper_ns=801000 \
	'cpus.1.bound.columns.window_owcet={"lower_ns":70000,"upper_ns":null,"converged":false,"because":"local_timer:236"}'
run rtla report long.json -o long.html
is "a bar that is far longer is cut, and says how long it is" \
	"$(look chart long.html bound-0-0 | grep -o 'class="cut"' | wc -l) $(bars long.html bound-0-0 | grep oWCET)" \
	"1 Sliding window with oWCET: 67.80 to 801.00 µs"
is "the others are as long as without it" "$(lengths long.html bound-0-0)" "$(lengths bound.html bound-0-0)"
is "a bar without an upper end has its lower one" "$(lengths long.html bound-0-1 | cut -d' ' -f6)" "2.3"
is "a bar without an upper end says why" "$(bars long.html bound-0-1 | grep oWCET)" \
	"Sliding window with oWCET: does not converge: local_timer:236"
is "a row without an upper end says why" "$(table long.html 'The bound' | cut -d'|' -f9 | tail -n 1)" \
	"70.00, does not converge: local_timer:236"

# ---- other results beside it, and latencies that the model excludes

run rtla report timerlat.json bound.json -o both.html --plot both.svg
exits "timerlat beside it" 0
is "all tags are closed, of both" "$(look open both.html both.svg)" ""
thread=$(jq '.all.latencies.thread.max_ns / 1000' timerlat.json | xargs printf '%.2f')
is "timerlat's maximum on the same CPU is a bar" "$(bars both.html bound-1-0 | tail -n 1)" "A: Thread latency: $thread µs"
is "a CPU that it has not measured has none" "$(bars both.html bound-1-1 | grep -c latency)" 0
is "the picture has the same charts" "$(look chart both.svg bound-1-0)" "$(look chart both.html bound-1-0)"
is "nothing is longer than the bound" "$(grep -c 'the model does not hold' both.html)" 0

excluded="longer than the bound with a single (worst) of each interrupt, and than that with the sliding window"
make beyond "${bound[@]}" cpus.1.bound.observed.thread_ns=108601 cpus.1.bound.holds=false
make far seed=2 cpus=1 percent=100
run rtla report beyond.json far.json -o beyond.html
far=$(jq '.all.latencies.thread.max_ns / 1000' far.json | xargs printf '%.2f')
is "what is longer than the bound is told" \
	"$(look section beyond.html bound | sed -n 's/<p class="warning">\(.*\)<\/p>/\1/p')" \
"A, CPU 0: B: Thread latency is up to $far µs, $excluded: if both were measured at the same time, the model does not hold.
A, CPU 1: the model does not hold: the probe has observed 108.60 µs, $excluded."
is "the table says so" "$(table beyond.html 'The bound' | cut -d'|' -f3,4)" \
"&#10003; holds|31.00
&#10007; does not hold|108.60"
make at "${bound[@]}" cpus.1.bound.observed.thread_ns=108600
run rtla report at.json -o at.html
is "a latency that is as long as the bound is no excess" "$(grep -c 'the model does not hold' at.html)" 0

# ---- many CPUs

make many bound=1 cpus=20 seconds=2 cpus.3.bound.columns.window.upper_ns=500000 cpus.19.bound.columns.window.upper_ns=400000
run rtla report many.json -o many.html
# Of made-up results, the bound of CPUs from 9 on is longer.
is "16 CPUs have charts, those with the longest bounds among them" \
	"$(grep -oE '<svg id="bound-0-[0-9]+"' many.html | grep -oE '[0-9]+"' | tr -d '"' | paste -sd ' ')" \
	"0 1 2 3 4 9 10 11 12 13 14 15 16 17 18 19"
is "the page says that there are more CPUs" \
	"$(look words many.html bound | grep -c '^Drawn are the 16 CPUs of each result with the longest bounds (sliding window). The tables have the other 4, too.$')" 1
is "the tables have all CPUs" "$(table many.html 'The bound' | wc -l) $(table many.html 'The variables' | wc -l)" "20 100"
is "the details of CPUs are folded" "$(grep -c '<details><summary>Variables, interrupts and probe' many.html)" 1

# ---- texts that are not to be trusted

# hostile NAME TEXT: makes a result with TEXT as the name of a thread, of functions and of
# an interrupt
hostile() {
	make "$1" "${bound[@]}" "cpus.0.bound.variables.poid.comm=\"$2\"" \
		"cpus.0.bound.variables.poid.function=\"$2\"" \
		"cpus.0.bound.variables.poid.stack=[\"$2\"]" \
		"cpus.0.bound.interrupts.0.name=\"$2\"" \
		"cpus.0.bound.columns.sporadic.because=\"$2:26\""
}
hostile hostile "<b id=x>'&amp;"
hostile harmless harmless
run rtla report hostile.json -o page.html
exits "hostile names" 0
cp page.html hostile.html
cp harmless.json hostile.json
run rtla report hostile.json -o page.html
is "hostile names change nothing of the tags" "$(look shape hostile.html)" "$(look shape page.html)"
is "hostile names are all there" "$(grep -o "&lt;b id=x&gt;&#39;&amp;amp;" hostile.html | wc -l)" \
	"$(grep -o harmless page.html | wc -l)"

finish
