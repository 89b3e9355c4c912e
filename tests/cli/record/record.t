#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla record" on a simulated machine: what it keeps, what it makes of faults, and what
# "rtla record show" tells. Disks that are full, sleep and real latencies are in tests/vm.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
short=(-o rec --segment 2 --overlap 1 --keep 3)

# record [WORD...]: records into the folder rec
record() { run rtla record "${short[@]}" "$@"; }
# shown: prints what "show" says of rec, a sentence in a line
shown() { rtla record show rec | tr -s ' \n' ' '; }
tells() {
	[[ $(shown) = *"$2"* ]]
	ok "$1" || rtla record show rec | sed 's/^/# /'
}

# ---- The command line -----------------------------------------------------------------

refused "--overlap: not shorter than a segment: give less, or a longer --segment" rtla record --segment 5
refused "--rt: --comm names the threads: leave one of them out" rtla record --rt --comm a
status_wanted=1
fails "a folder that cannot be made" "--output /proc/rec: No such file or directory: name a folder that can be made and written" \
	rtla record -o /proc/rec
fails "nothing is recorded there" "$work/dir/recording.json: No such file or directory: name the folder of a recording" \
	rtla record show "$work/dir"
is "nothing is left" "$(ls)" ""

# ---- What it keeps --------------------------------------------------------------------

export SIM=cpus=2,hit=100,grow=5000
record -d 5 --openmetrics rec.prom
exits "a recording ends with its duration" 0
is "nothing is to be told" "$err" ""
is "the worst are kept, the longest first" \
	"$(jq -c '[.watches.wakeup.worst[] | .latency_ns] | length, (. == (sort | reverse))' rec/recording.json | paste -s)" "3	true"
is "each of the worst has its cause, in words of fixed lists" \
	"$(jq -r '.watches.wakeup.worst[] | .cause, .part, .kind' rec/recording.json | sort | uniq -c | tr -s ' ')" \
	" 3 97 % of 150.00 us: culprit:77 kept preemption off.
 3 blocking
 3 thread"
is "the traces of the worst are there, and no others" "$(find rec/worst -type f | LC_ALL=C sort)" \
	"$(jq -r '.watches.wakeup.worst[] | "rec/" + .trace' rec/recording.json | LC_ALL=C sort)"
results=$(find rec/history -name '*.json' | wc -l)
test_that "segments have results" [ "$results" -ge 2 ]
is "the recording knows of them" "$(jq '.counts.segments, (.results | length)' rec/recording.json | paste -s)" "$results	$results"
is "the worst name theirs" "$(jq -r '.watches.wakeup.worst[].result' rec/recording.json | sort -u | xargs -I@ find rec/@ | wc -l)" \
	"$(jq -r '.watches.wakeup.worst[].result' rec/recording.json | sort -u | wc -l)"
rtla history show rec/history >"$work/out" 2>&1
test_that "history reads the results" [ $? = 0 ]
tells "the page has the worst" "97 % of 150.00 us: culprit:77 kept preemption off. rtla analyze $work/dir/rec/worst/wakeup-0000"
tells "the page says that nobody records" "now no recorder runs"
is "monitoring has the worst by bounded labels" \
	"$(sed -n 's/^\(rtla_record_worst_seconds{.*}\) .*/\1/p' rec.prom)" \
	'rtla_record_worst_seconds{tracer="wakeup",thread="worker/0",part="blocking",kind="thread"}'
is "monitoring has how many segments there are" "$(sed -n 's/^rtla_record_segments_total //p' rec.prom)" "$results"
run rtla record show nowhere
is "no page of a folder that is not there" "$status" 1

as_documented rec/recording.json
ok "the recording is as documented"

# ---- It goes on -----------------------------------------------------------------------

before=$(jq '.watches.wakeup.next' rec/recording.json)
SIM+=,latency=100000 record -d 2
is "the next recorder goes on with other names" "$(jq ".watches.wakeup.next > $before, .counts.starts" rec/recording.json | paste -s)" "true	2"
is "what is shorter takes no place among the worst" \
	"$(find rec/worst -type f | LC_ALL=C sort)" "$(jq -r '.watches.wakeup.worst[] | "rec/" + .trace' rec/recording.json | LC_ALL=C sort)"
record -d 3 --max-size 1
is "results go for their size, but not those of the worst" \
	"$(jq -r '.results[].path' rec/recording.json | sort)" "$(jq -r '.watches.wakeup.worst[].result' rec/recording.json | sort -u)"
is "the files of results that go are removed" "$(cd rec && find history -name '*.json' | sort)" "$(jq -r '.results[].path' rec/recording.json | sort)"
echo broken >rec/recording.json
record -d 2
is "a damaged recording is put aside, and begun anew" "$status $(cat rec/recording.json.damaged) $(jq .counts.starts rec/recording.json)" "0 broken 1"
rm -r rec rec.prom

# ---- Two watches ----------------------------------------------------------------------

record -d 3 --cycle
as_documented rec/recording.json
ok "a recording with cycles is as documented"
is "cycles have worst of their own" "$(jq -c '.watches | keys' rec/recording.json)" '["cycle","wakeup"]'
rm -r rec

# ---- Faults ---------------------------------------------------------------------------

# begin: records in the background, until a segment runs, whose process is $segment
begin() {
	rtla record "${short[@]}" --segment 600 >"$work/out" 2>"$work/err" &
	recorder=$!
	test_that "a segment runs" eventually segment_runs
}
segment_runs() { segment=$(pgrep -P "$recorder" -f "wakeup top"); }
begin_of_next() { segment_runs && [ "$segment" != "$old" ]; }
is_gone() { ! kill -0 "$1" 2>/dev/null; }

begin
run rtla record "${short[@]}"
is "a second recorder for the folder is refused" "$status $err" \
	"1 rtla: $work/dir/rec: another recorder writes there, rtla (process $recorder): end it, or name another folder with --output"
tells "the page says who records" "now rtla (process $recorder) records"
# Of a simulated machine there are no real traces, so a segment gets one of another machine.
cp "$here/../traces/6.1-munmap-thread.txt" "rec/worst/wakeup-000001-9999.txt"
is_explained() { [[ $(shown) = *" 0 segments that ended "*"munmap"*"rtla analyze $work/dir/rec/worst/wakeup-000001-9999.txt "* ]]; }
test_that "the page has a cause before its segment has ended" eventually is_explained
old=$segment
kill -9 "$old"
test_that "the next segment begins when one was killed" eventually begin_of_next
kill -9 "$recorder"
wait "$recorder" 2>/dev/null
test_that "no segment is left of a recorder that was killed" eventually is_gone "$segment"
begin
read_text err "$work/err"
[[ $err = "rtla: wakeup: the recorder before this one was cut off, soon after "*": of 1 of its segments the figures are lost, and "*" traces were taken up"* ]]
ok "the next recorder says what was lost" || sed 's/^/# /' "$work/err"
kill -TERM "$recorder"
wait "$recorder"
is "a signal ends a recorder" "$?" 0
is "the result of the running segment is kept" "$(find rec/history -name '*.json' | wc -l)" 1
tells "the page has the segment that was killed" "a segment has ended without a result, and is tried again: ended by signal 9"
is "all are counted" "$(jq -c '.counts | [.starts, .segments, .failed, .lost]' rec/recording.json)" "[2,1,1,1]"
rm -r rec

SIM+=,arm=0 record -d 4
is "what ends at once is told once, and tried again after pauses" \
	"$status $(grep -c "^rtla: wakeup: a segment has ended too early, and is tried again: " "$work/err") $(jq '.counts.segments | . >= 2 and . <= 4' rec/recording.json)" "0 1 true"
is "the time without a measurement is told" "$(jq '.counts.unwatched_ns > 1000000000' rec/recording.json)" true

finish
