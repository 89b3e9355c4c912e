#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests what commands that read results say of the misses of cycles: compare judges which part
# of the cycles they are, history shows them over time, export has columns of them, and the
# report a table.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH

SIM=cpus=2 run cycle -q -d 2 --deadline 17us --period 1ms --json one.json
cycles=$(jq '[.threads[].latencies.response.count] | add' one.json)
misses=$(jq '[.threads[].cycles.misses] | add' one.json)
is "some cycles of the simulation are misses" "$((misses > 0 && misses < cycles))" 1

# missed FILE N: a result like the first one, of which every Nth cycle is a miss
missed() {
	jq --argjson n "$2" '.threads[].cycles.misses = 0 |
		.threads[1].cycles.misses = (.threads[1].latencies.response.count / $n | floor)' one.json >"$1"
}
missed few.json 100
missed many.json 4

# ---- Comparison

# of_misses FILE FILE...: what the comparison says of the figure
of_misses() {
	run rtla compare "$@" --json compared.json
	jq -c '.comparisons[].figures[] | select(.figure == "miss rate")' compared.json >misses.json
}

of_misses few.json many.json
as_documented compared.json
ok "a comparison of misses is as documented"
json_is misses.json "more misses are worse" '.verdict' worse \
	"the comparison has the misses and cycles of both results" '[.base, .new | .misses, .cycles]' \
	"$(jq -cs '[.[] | ([.threads[].cycles.misses] | add), ([.threads[].latencies.response.count] | add)]' few.json many.json)" \
	"misses are those of all CPUs" '.cpu' null
is "the table has the part of the cycles that are misses" \
	"$(awk '/^all miss rate/ { print ($4 + 0 < 1) ($6 + 0 > 10) $NF; exit }' "$work/out")" \
	11worse
of_misses many.json few.json
json_is misses.json "fewer misses are better" '.verdict' better
of_misses few.json few.json
json_is misses.json "as many misses are no difference" '.verdict' "no difference seen"
jq '.configuration.cycle.deadline_ns = 18000' few.json >other.json
of_misses few.json other.json
json_is misses.json "misses of other deadlines are not compared" '[.verdict, .reason]' '["not comparable","other deadlines"]'
jq '.configuration.cycle.deadline_ns = null' few.json >none.json
of_misses none.json none.json
is "a comparison without a deadline has no misses" "$(cat misses.json)" ""
mkdir before
for i in 1 2 3 4 5; do
	missed "before/$i.json" $((96 + i))
done
missed most.json 1
of_misses --base before most.json
json_is misses.json "more misses than in several runs are worse" '.verdict' worse

# ---- History, export, report

# add N FILE: adds a result to the history as that of day N
add() {
	jq --arg day "2026-01-0${1}T00:00:00Z" '.started_at = $day' "$2" >"day$1.json"
	rtla history add all "day$1.json" >"$work/out" 2>&1
}
add 1 few.json
add 2 many.json
add 3 none.json
run rtla history show all --context response
is "a history shows misses, deadline and period of each run" \
	"$(sed -n 's/.*2026-01-0[1-9]T[^ ]* *//p' "$work/out" | awk '{ $1 = $2 = $3 = ""; print }' | sed 's/^ *//; s/ pass.*\| measured.*//')" \
	"$(jq -r '[.threads[].cycles.misses] | add' few.json) ($(jq -r '100 * ([.threads[].cycles.misses] | add) / ([.threads[].latencies.response.count] | add)' few.json | awk '{ printf "%.3g", $1 }') %) 17.00 1000.00
$(jq -r '[.threads[].cycles.misses] | add' many.json) ($(jq -r '100 * ([.threads[].cycles.misses] | add) / ([.threads[].latencies.response.count] | add)' many.json | awk '{ printf "%.3g", $1 }') %) 17.00 1000.00
- - 1000.00"
run rtla history show all --json all.json -o all.html
as_documented all.json
ok "a history with misses is as documented"
json_is all.json "a history as JSON has the numbers" '[.runs[].numbers | [.misses, .deadline_ns, .period_ns]]' \
	"[[$(jq '[.threads[].cycles.misses] | add' few.json),17000,1000000],[$(jq '[.threads[].cycles.misses] | add' many.json),17000,1000000],[null,null,1000000]]"
run rtla export --format csv few.json
is "an export has columns of misses, deadline and period" "$(head -n 1 "$work/out" | cut -d, -f 20-)" "misses,deadline_ns,period_ns"
is "an export has misses in the line of all responses only" \
	"$(tail -n +2 "$work/out" | awk -F, '{ print $5 "," $6 ":" $(NF - 2) "," $(NF - 1) "," $NF }' | grep -v ':,,$')" \
	"all,response:$(jq '[.threads[].cycles.misses] | add' few.json),17000,1000000"
run rtla report few.json -o few.html
is "the report has a row of each thread with its misses" \
	"$(sed -n '/Cycles that took longer/,/<\/table>/p' few.html | grep -c '<th scope="row">worker/')" 2
is "the report has what threads waited for" \
	"$(sed -n '/What threads waited for/,/<\/table>/p' few.html | grep -oE 'blocked|preempted|futex[^<]*|hog[^<]*' | sort | uniq -c | xargs)" \
	"2 blocked 1 futex until a timer 1 futex until logger:78 2 hog:77 2 preempted"
run rtla report none.json -o none.html
is "the report of a run without a deadline has no table of misses" "$(grep -c 'Cycles that took longer' none.html)" 0
jq '.threads[0].cycles.misses = 1e9 | .threads[0].cycles.misses |= floor' few.json >wrong.json
status_wanted=1
fails "more misses than cycles" 'wrong.json: $.threads[0].cycles: misses: there are more than cycles: give a file that --json wrote' rtla report wrong.json -o wrong.html
finish
