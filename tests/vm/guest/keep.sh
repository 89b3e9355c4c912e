#!/bin/bash
# --keep keeps the worst hits: which hits are kept, and for how long after each
# of them no other hit can be noticed.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
rm -f -- *.txt done.*
modprobe rtla_inject

# inject MS: turn preemption off on CPU 1 for MS, and return when that is over
inject() { echo "preempt_off 1 0 ${1}000000" >/sys/kernel/debug/rtla_inject; }
# hits: print the number of hits; the action of each has added a line to done.1
hits() { wc -l <done.1; }
had() { [ "$(hits)" -ge "$1" ]; }
# us_kept: print the latency of each kept hit, in us; the worst comes first
us_kept() { sed -n 's/^# Spike . of .: \([0-9.]*\) us.*/\1/p' /tmp/out; }
# kept_are MS...: succeed if the latencies of the kept hits are these, in this
# order; each may be up to 1 ms shorter or 5 ms longer
kept_are() {
	us_kept | awk -v wanted="$*" '{ n = split(wanted, ms, " "); d = $1 / 1000 - ms[NR]; if (d < -1 || d > 5) bad = 1 }
		END { exit bad || NR != n }' || { us_kept; return 1; }
}
ends_with_stop() { tail -n 1 "$1" | grep ' stop: ' || { tail -n 5 "$1"; return 1; }; }
# has_same_cause FILE: succeed if the run told the cause that a trace has. A trace does
# not tell that it is of a guest, which the run knows, so it cannot name the host.
has_same_cause() {
	local said
	said=$(rtla analyze "$1" | grep '^  [0-9]* % of ') || return
	said=${said/hardware, firmware or a hypervisor/hardware or firmware, or the host had this CPU}
	grep -F -- "$said" /tmp/out || { echo "$said"; return 1; }
}
note_hit="echo \$RTLA_LATENCY_NS >>done.1"

section "one hit at a time"

# The third injection is no hit, because two longer hits are kept already.
: >done.1
timerlat top -q -k -c 1 -T 8000 -d 60 -t done.txt --keep 2 --json done.json \
	--on-threshold shell,command="$note_hit" >/tmp/out 2>/tmp/err &
run=$!
eventually anybody_is_measuring
count=0
for ms in 20 40 15 60; do
	inject $ms
	[ $ms = 15 ] || count=$((count + 1))
	test_that "the run had $count hits after one of $ms ms" eventually had $count
	# The command has dealt with a hit when its file is there. The next
	# injection comes after that, so that it does not disturb the command.
	eventually [ -s done-$count.txt ]
	sleep 1
done
kill -INT $run
test_that "--keep ends well" ended 0
test_that "an activation that would not be kept is no hit" same "$(hits)" 3
test_that "the worst are kept" kept_are 60 40
worst=$(us_kept | head -n 1)
# The table cuts to whole us, and the other one rounds to hundredths.
test_that "the table's maximum is the worst hit" between "${worst%.*}" "$(top_field 1 10)" $(($(top_field 1 10) + 1))
unwatched=$(jq .losses.unwatched_ns done.json)
echo "# unwatched: $((unwatched / 3000)) us of guest time for each hit"
test_that "no hit could be noticed for less than 10 ms after each hit" between "$((unwatched / 3))" 1 10000000
rm -f done-*.txt

section "hits that come while another is dealt with"

: >done.1
timerlat top -q -k -c 1 -T 8000 -d 60 -t done.txt --keep 3 \
	--on-threshold shell,command="$note_hit; sleep 2" >/tmp/out 2>/tmp/err &
run=$!
eventually anybody_is_measuring
inject 40
test_that "a hit of 40 ms is noticed" eventually had 1
inject 60
test_that "no hit is noticed while something is done at another" same "$(hits)" 1
test_that "the hit that comes meanwhile is noticed afterwards" eventually had 2
kill -INT $run
test_that "the run that keeps hits ends well" ended 0
test_that "both hits are kept" kept_are 60 40
test_that "each hit that is kept is explained" same "$(grep -c '^## CPU 1' /tmp/out)" 2
test_that "each hit that is kept has its cause" same "$(grep -c '^  [0-9]* % of [0-9.]* us: inject/1:[0-9]* kept preemption off' /tmp/out)" 2
rm -f done-*.txt

section "hits without end"

rm -f done.*
exits "each activation hits" 0 timerlat top -q -k -c 1 -T 1 -d 4 -t done.txt --keep 2 \
	--on-threshold shell,command='echo "$RTLA_CPU $RTLA_CONTEXT $RTLA_LATENCY_NS $RTLA_CAUSE" >>done.1'
test_that "the run goes on, to the next hits" [ "$(hits)" -ge 2 ]
test_that "the action is told each hit, and its cause" same "$(grep -cvE '^1 (thread|irq) [0-9]+ [0-9]+ % of [0-9.]+ us: .+' done.1)" 0
test_that "two hits are kept, each explained" same "$(grep -c '^## CPU 1' /tmp/out)" 2
test_that "the worst is kept first" sh -c 'echo "$1" | sort -rnc' sh "$(us_kept)"
test_that "the two that are kept are the worst of all" same "$(us_kept)" \
	"$(cut -d ' ' -f 3 done.1 | sort -rn | head -n 2 | awk '{ printf "%.2f\n", $1 / 1000 }')"
test_that "the two that are kept have their traces" same "$(echo done-*.txt | wc -w)" 2
for file in done-*.txt; do
	test_that "the kept trace $file ends with the stop" ends_with_stop "$file"
	test_that "the kept trace $file can be analysed elsewhere" rtla analyze $file
	test_that "the kept trace $file has the same cause" has_same_cause "$file"
done
test_that "nothing is left" nothing_left
