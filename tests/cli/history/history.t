#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla history": where results are put, that none is ever overwritten, the table, the
# page, and the verdict on a new result. The statistics are those of "rtla compare".

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# make NAME DAY WORD...: writes a made-up result of the machine "board" to NAME.json, which
# was started on this day of January; the words are arguments of make_result.py
make() {
	make_result "$1.json" bare "started_at=\"2026-01-${2}T03:04:05Z\"" \
		'host={"name":"board","machine_id":null,"cpu_model":"A CPU","board":"A board"}' \
		'environment.checks.0.name="kernel_release"' \
		'environment.checks.0.value="6.12.1-rt x86_64"' "${@:3}"
}

# valid FILE: returns whether FILE is as documented
valid() { as_documented "$1" >"$work/out" 2>"$work/err"; }

# first LINE: tests that LINE is the first line of the output
first() {
	is "the first line says: $1" "$(head -n 1 "$work/out")" "$1"
}

# nothing_else FOLDER: returns whether it has only files *.json in folders, none hidden
nothing_else() {
	[ -z "$(find "$1" -type f ! -name '[!.]*.json' ! -name .rtla-index)" ]
}

for day in 01 02 03 04 05 06; do
	make "r$day" $day seed="$day" percent=$((96 + 2 * ${day#0})) 'labels={"rack":"7"}'
done

# ---- adding

run rtla history add all r01.json r02.json
exits "results are added" 0
at=all/board/timerlat/2026-01
is "stdout says where they are" "$out" "${at}-01T03-04-05Z_6.12.1-rt.json
${at}-02T03-04-05Z_6.12.1-rt.json"
is "nothing else is said" "$err" ""
cmp -s r01.json ${at}-01T03-04-05Z_6.12.1-rt.json
ok "the file is the same, byte by byte"
nothing_else all
ok "nothing is left beside it but the index"
run rtla history add all r01.json
exits "the same result again is no error" 0
is "stdout says where it is" "$out" "${at}-01T03-04-05Z_6.12.1-rt.json"
is "stderr says that it is there already" "$err" "rtla: ${at}-01T03-04-05Z_6.12.1-rt.json: it is there already"
make twin 01 seed=77
run rtla history add all twin.json
is "another result of the same second has a number" "$out" "${at}-01T03-04-05Z_6.12.1-rt_2.json"
cmp -s r01.json ${at}-01T03-04-05Z_6.12.1-rt.json && cmp -s twin.json ${at}-01T03-04-05Z_6.12.1-rt_2.json
ok "neither of two results of the same second is overwritten"
for ((i = 3; i <= 101; i++)); do
	: >"${at}-01T03-04-05Z_6.12.1-rt_$i.json"
done
rm ${at}-01T03-04-05Z_6.12.1-rt_2.json
run rtla history add all twin.json
is "a free number is taken" "$out" "${at}-01T03-04-05Z_6.12.1-rt_2.json"
make twin 01 seed=78
run rtla history add all twin.json
is "there may be more than a hundred" "$out" "${at}-01T03-04-05Z_6.12.1-rt_102.json"
rm ${at}-01T03-04-05Z_6.12.1-rt_*.json

mkdir -p busy/board/timerlat
mkfifo busy/board/timerlat/2026-01-01T03-04-05Z_6.12.1-rt.json
run timeout 20 rtla history add busy r01.json
is "a pipe in its place is no result" "$status $out" "0 busy/board/timerlat/2026-01-01T03-04-05Z_6.12.1-rt_2.json"

# many: adds 20 results of the same second at the same time
many() {
	for i in $(seq 20); do
		make "many$i" 09 seed="$i" seconds=1
		rtla history add crowd "many$i.json" >"many$i.out" &
	done
	wait
}

many 2>/dev/null
is "20 that are added at the same time are all there" \
	"$(sha256sum crowd/board/timerlat/*.json | cut -d' ' -f1 | sort)" \
	"$(sha256sum many*.json | cut -d' ' -f1 | sort)"
is "each where it is said to be" "$(cat many*.out | sort -u | xargs sha256sum | wc -l)" 20
rm many*

echo '{}' >none.json
run rtla history add all none.json r03.json nowhere.json
exits "what is no result is refused" 1
is "stderr says why it is none" "$err" "rtla: none.json: $.format: missing: give a file that --json wrote
rtla: nowhere.json: No such file or directory: give a file that --json wrote"
is "the others are added" "$out" "${at}-03T03-04-05Z_6.12.1-rt.json"
make nobody 07 host=null
status_wanted=1
fails "a result without a machine" "nobody.json: it does not tell the machine that it is of: measure without --no-host, or name the machine with --host" \
	rtla history add all nobody.json
run rtla history add all nobody.json --host '../rack 3/b'
is "a machine that is named becomes one folder" "$out" "all/_._rack_3_b/timerlat/2026-01-07T03-04-05Z_6.12.1-rt.json"
rm -r all/_*
make ill 07 'started_at="../../../../x"'
fails "a result without a time" "ill.json: started_at: it does not tell when it was measured: give a file that --json wrote" \
	rtla history add all ill.json
mkfifo pipe
fails "a pipe" "pipe: no regular file: give a file that --json wrote" rtla history add all pipe
fails "a history in a file" "none.json/board: Not a directory: name a folder that can be made and written" \
	rtla history add none.json r01.json
mkdir some
cp r04.json r05.json r06.json some
run rtla history add all some "$here/results/cyclictest/whole_us.json"
is "a folder stands for the results in it, and cyclictest's are results" "$out" "${at}-04T03-04-05Z_6.12.1-rt.json
${at}-05T03-04-05Z_6.12.1-rt.json
${at}-06T03-04-05Z_6.12.1-rt.json
all/vm/cyclictest/2026-11-25T23-24-58Z_6.18.44.json"

# ---- showing

run rtla history show all --host board
exits "a table" 0
is "the table has a row for each run, the oldest first" \
	"$(awk 'NR > 3 { print $1, $2, $(NF - 1), $NF }' "$work/out")" \
	"$(for day in 01 02 03 04 05 06; do echo "2026-01-${day}T03:04:05Z 10000 measured rack=7"; done)"
is "kernel and CPUs that all runs have are told once" "$(grep kernel "$work/out")" "kernel 6.12.1-rt, CPUs 0-1:"
is "the table has the figures of the results, in us" \
	"$(awk 'NR == 4 { print $3, $4, $5, $6 }' "$work/out")" \
	"$(jq -r '.all.latencies | [.irq, .thread][] | .max_ns, (.percentiles[] | select(.percentile == "99.9").value_ns) | . / 1000' r01.json |
		xargs printf '%.2f %.2f %.2f %.2f')"
first "board, timerlat: 6 runs, times in us"
run rtla history show all
is "machines and tracers have a table each" "$(grep ' times in us' "$work/out")" \
"board, timerlat: 6 runs, times in us
vm, cyclictest: 1 run, times in us"
run rtla history show all --context thread --percentile p99.9999
is "a percentile without enough samples is not shown" \
	"$(sed -n '2p; 4p' "$work/out" | awk '{ print $3, $4, $5 }')" "thread max p99.9999
$(jq -r .all.latencies.thread.max_ns r01.json | awk '{ printf "%.2f", $1 / 1000 }') - measured"
make other 10 'environment.checks.0.value="6.13.0-rt x86_64"' 'labels={"rack":"8"}'
rtla history add all other.json >"$work/out"
run rtla history show all --kernel '6.13.*'
is "runs of a kernel" "$(grep kernel "$work/out")" "kernel 6.13.0-rt, CPUs 0-1:"
run rtla history show all --label rack=7
is "runs with a label" "$(awk 'NR > 3 { print $NF }' "$work/out" | uniq -c | xargs)" "6 rack=7"
fails "none" "all: no run of this machine, kernel and label is in it: add some with 'rtla history add', or ask for others" \
	rtla history show all --label rack=9
fails "no folder" "nowhere: No such file or directory: give the folder to which 'rtla history add' adds results" \
	rtla history show nowhere

run rtla history show all -o page.html --json all.json
exits "a page and JSON" 0
first "board, timerlat: 7 runs, times in us"
is "all tags of the page are closed" "$("$here/report/page" open page.html)" ""
is "the page needs nothing else" \
	"$(grep -oE '<(script|link|img|iframe|object)|src=|url\(|@import|https?:' page.html)" ""
is "the page refers to its results only" "$(grep -oE 'href="[^#][^"]*' page.html | cut -d'"' -f2 | sort)" \
	"$(find all -name '*.json' | sort)"
is "the page has a chart of each context" \
	"$(grep -oE '<svg id="[^"]*"' page.html | cut -d'"' -f2 | paste -sd ' ')" "trend-0-irq trend-0-thread trend-1-user"
is "a chart has a dot for the maximum of each run" \
	"$("$here/report/page" chart page.html trend-0-irq | grep -oE '<circle class="dot s0"' | wc -l)" 7
is "a dot tells its run, and its time as people read it" \
	"$("$here/report/page" chart page.html trend-0-irq | grep -oE '<circle class="dot s0"[^>]*><title>[^<]*' | cut -d'>' -f3 | head -n 1)" \
	"2026-01-01T03:04:05Z, 6.12.1-rt: $(jq -r '.all.latencies.irq.max_ns / 1000 | round' r01.json) µs"
is "a chart has a line where the kernel changes" \
	"$("$here/report/page" chart page.html trend-0-irq | grep -oE 'kernel" d="[^>]*><title>[^<]*' | cut -d'>' -f3)" "6.12.1-rt
6.13.0-rt"
valid all.json
ok "the JSON is as its schema says"
json_is all.json "the JSON has the runs" '[.runs[] | [.host, .started_at[8:10], .labels.rack]]' \
	'[["board","01","7"],["board","02","7"],["board","03","7"],["board","04","7"],["board","05","7"],["board","06","7"],["board","10","8"],["vm","25",null]]' \
	"the JSON has the figures of the runs" '.runs[0].latencies.irq | [.count, .max_ns]' \
	"$(jq -c '.all.latencies.irq | [.count, .max_ns]' r01.json)"
run rtla history show all -o -
is "the page on standard output has nothing else" "$(head -n 1 "$work/out") $(tail -n 1 "$work/out")" \
	"<!DOCTYPE html> </body></html>"
run rtla history show all --json -
cmp -s all.json "$work/out"
ok "JSON on standard output has nothing else"
make_result hostile.json full text='<b>&\u001b[31m'
rtla history add bad hostile.json >"$work/out"
mv bad/* $'bad/<i>\033[31m'
run rtla history show bad -o bad.html
! grep -q $'\033' "$work/out"
ok "no escape sequence of a file reaches the terminal"
run rtla history show bad
is "a control character of a name is visible in the history" "$(head -n 1 "$work/out")" '<i>\x1b[31m, timerlat: 1 run, times in us'
is "no text becomes a tag of the page" "$("$here/report/page" open bad.html)$(grep -cE '<b>|<i>' bad.html)" 0
is "a run that failed is marked" "$(grep -oE 'class="mark failed"' bad.html | wc -l)" 3
echo '{' >all/board/timerlat/2026-01-08.json
run rtla history show all --host board
exits "a file that cannot be read is an error" 1
is "the others are shown" "$(grep -c 2026- "$work/out")" 7
is "stderr says how many files cannot be read" "$(tail -n 1 "$work/err")" "rtla: all: files that cannot be read: 1: repair or remove them"
rm all/board/timerlat/2026-01-08.json

# ---- a verdict on a new result

make new 11 seed=9 percent=101
make worse 11 seed=9 percent=200
run rtla history check all new.json
exits "a result like those before it" 0
first "Verdict: no difference seen: of 48 figures 0 worse, 0 better, 22 not comparable"
is "the base is told" "$(sed -n '/^History/,$p' "$work/out")" \
"History: 7 of 7 runs of this machine and tracer are the base:
     from 2026-01-01T03:04:05Z (6.12.1-rt) to 2026-01-10T03:04:05Z (6.13.0-rt)"
sed '/^History/,$d' "$work/out" >checked
rtla compare --base all/board/timerlat new.json >compared
is "the comparison is that of 'rtla compare'" "$(<checked)" "$(<compared)"
run_wrapped rtla history check all worse.json --json worse_check.json
exits "a result that is worse" 2
test_that "the table says which figures are worse" grep -qE '^all +thread p50 .* worse$' "$work/out"
valid worse_check.json
ok "the JSON is as its schema says"
is "the JSON has the base" "$(jq -c '[.verdict, .exit_code, (.base | length), (.comparison.comparisons | length), .base[6].kernel]' worse_check.json)" \
	'["worse",2,7,1,"6.13.0-rt"]'
run_wrapped rtla history check all worse.json --tolerance 200
exits "--tolerance is that of compare" 0
run_wrapped rtla history check all new.json --same-within 300%,p90
exits "--same-within, too" 0
run_wrapped rtla history check all new.json --last 5
is "the last five" "$(grep -A 2 ^History "$work/out")" \
"History: 5 of 7 runs of this machine and tracer are the base:
     from 2026-01-03T03:04:05Z (6.12.1-rt) to 2026-01-10T03:04:05Z (6.13.0-rt)
     2 older"
run_wrapped rtla history check all r04.json
exits "too few runs are no pass" 1
is "too few runs have no comparison" "$out" \
"Verdict: cannot tell: of 5 comparable runs that are needed, the history has 3
History: 3 of 7 runs of this machine and tracer are the base:
     from 2026-01-01T03:04:05Z (6.12.1-rt) to 2026-01-03T03:04:05Z (6.12.1-rt)
     3 left out: later than the result
     1 left out: the result itself"
run_wrapped rtla history check all r04.json --least 3 --json few.json
exits "three runs are a pass if they are asked for" 0
run_wrapped rtla history check all r04.json --json few.json
valid few.json
ok "the JSON without a comparison is as the schema says"
is "the JSON says what is left out" "$(jq -c '[.verdict, .exit_code, .comparison, .left_out[0].count]' few.json)" \
	'["cannot tell",1,null,3]'
run_wrapped rtla history check all new.json --label rack=7 --kernel '6.12.*'
is "a base with a label and a kernel" "$(grep -A 2 ^History "$work/out" | tail -n 1)" \
	"     1 left out: another kernel or label than asked for"
make stranger 11 'host.name="elsewhere"'
run_wrapped rtla history check all stranger.json
exits "another machine has no history" 1
is "stdout says that it has none" "$out" \
"Verdict: cannot tell: of 5 comparable runs that are needed, the history has 0
History: no run of this machine and tracer"

# apart REASON WORD...: tests that the runs of a result that is made with these words are
# left out of the base of new.json, with this reason
apart() {
	make apart 10 "${@:2}"
	rm -rf apart
	rtla history add apart r01.json r02.json r03.json r04.json r05.json apart.json >"$work/out"
	run_wrapped rtla history check apart new.json
	is "a run is left out, and the check says: $1" "$status $(grep 'left out' "$work/out")" "0      1 left out: $1"
}

apart "configuration.period_ns differs: 1000000, not 4000000" configuration.period_ns=1000000
apart "configuration.priority differs: o:0, not f:95" 'configuration.priority="o:0"'
apart "configuration.dma_latency_ns differs: 0, not null" configuration.dma_latency_ns=0
apart "configuration.cpus differs: 0, not 0-1" cpus=1 'configuration.cpus="0"'
apart "measured_by differs: kernel, not module" 'measured_by="kernel"'
apart "load.command differs: stress, not none" 'load={"command":"stress"}'
apart "host.cpu_model differs: Another, not A CPU" 'host.cpu_model="Another"'
apart "not to be trusted" \
	'verdict={"outcome":"untrusted","exit_code":1,"trusted":false,"reasons":["7 events were lost"]}'
apart "the run is too short: the maxima of 20 blocks of 100 ms are needed, a run of 2 s" seconds=1
make apart 10 'configuration.thresholds={"thread_ns":90000}' 'labels={"commit":"x"}'
rm -rf apart
rtla history add apart r01.json r02.json r03.json r04.json apart.json >"$work/out"
run_wrapped rtla history check apart new.json
exits "a threshold and labels make no difference" 0
make lost 11 'verdict={"outcome":"untrusted","exit_code":1,"trusted":false,"reasons":["7 events were lost"]}'
run_wrapped rtla history check all lost.json
exits "a result that is not to be trusted" 1
is "a result that is not to be trusted is not judged" "$out" "Verdict: not comparable: NEW cannot be trusted: 7 events were lost"
run_wrapped rtla history check all nowhere.json --json few.json
exits "no result" 1
[ ! -e few.json ]
ok "a check without a result leaves no JSON of another time"

# ---- the command line

refused "rtla history: no mode given: give one that 'rtla history --help' shows" rtla history
run rtla history --help
exits "help of the command exits with 0" 0
is "help of the command shows its four modes" "$(sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p' "$work/out" | xargs)" "add show farm check"
run rtla history sho
is "a mode that there is not" "$(head -n 1 "$work/err")" "rtla: unknown command 'history sho'; did you mean 'history show'?"
refused "DIR and RESULT missing: name the folder of the history, and results to add to it" rtla history add
refused "RESULT missing: name the folder of the history, and results to add to it" rtla history add all
refused "-: standard input is no file that can be copied: name a file" rtla history add all -
refused "DIR missing: name the folder of a history" rtla history show
refused "RESULT missing: name the folder of the history, and the result to judge" rtla history check all
refused "--least 5: more than --last 3: give less, or a larger --last" rtla history check all new.json --last=3
refused "--last 2: out of range [3, 1000]: give 3 to 1000" rtla history check all new.json --last=2
for value in 0 100 x 99x -1 99.9.9 99.99999999 1e1; do
	refused "--percentile $value: not a percentile: give one above 0 and below 100, like 99.9, with at most six decimals" \
		rtla history show all --percentile=$value
done
refused "--context thr: not a context: give one that 'latencies' of a result has, like thread" \
	rtla history show all --context=thr
refused "--label x: not a label: give KEY=VALUE, where KEY is letters, digits and _" \
	rtla history check all new.json --label=x

finish
