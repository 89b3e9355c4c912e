#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla compare" with results of the bound: the table of its variables and columns,
# their JSON, and what is judged.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# make NAME WORD...: writes a made-up result to NAME.json; the words are arguments of
# make_result.py
make() {
	make_result "$1.json" bare bound=1 "${@:2}"
}

# rows: prints the rows of the table of the bound, in one line each, with single blanks
rows() {
	sed -n '/^CPU  *Bound, us/,/^ *Both ends/p' "$work/out" | tr '\n' '\r' |
		sed 's/\r      / /g' | tr '\r' '\n' | tr -s ' '
}

ends='(absent|no end|[0-9.]+( to [0-9.]+| to no end)?)'

# row CPU NAME: prints the difference in a row of that table
row() {
	rows | grep -E "^ ?$1 $2 " | sed -E "s/^ ?$1 $2 $ends $ends //"
}

# valid FILE: returns whether FILE is as documented
valid() { as_documented "$1" >"$work/out" 2>"$work/err"; }

make base
make same seed=2
make longer cpus.1.bound.variables.psd.lower_ns=9100 cpus.1.bound.variables.psd.upper_ns=9100 \
	'cpus.1.bound.columns.sporadic={"lower_ns":70000,"upper_ns":180000,"converged":true,"because":null}' \
	'cpus.0.bound.columns.sporadic={"lower_ns":70000,"upper_ns":180000,"converged":true,"because":null}' \
	'cpus.0.bound.columns.window={"lower_ns":130000,"upper_ns":170000,"converged":true,"because":null}' \
	'cpus.0.bound.columns.window_owcet={"lower_ns":140000,"upper_ns":null,"converged":false,"because":"local_timer:236"}'

valid base.json
ok "the made-up results are as documented"

# ---- one run of BASE

run_wrapped rtla compare base.json base.json
exits "a bound does not differ from itself" 0
is "exact figures are equal, and brackets the same" "$(rows)" \
"CPU Bound, us BASE NEW Difference
all poid 22.40 to 50.00 22.40 to 50.00 no difference can be told
all paie 0.30 0.30 no difference
all dst 6.10 6.10 no difference
all psd 6.20 6.20 no difference
all idle 9.80 9.80 no difference
all bound.none 28.90 to 56.50 28.90 to 56.50 no difference can be told
all bound.single 42.90 to 70.50 42.90 to 70.50 no difference can be told
all bound.each 54.80 to 82.40 54.80 to 82.40 no difference can be told
all bound.sporadic no end no end neither converges: virtio1-req:26
all bound.window 67.00 to 108.60 67.00 to 108.60 no difference can be told
all bound.window_owcet 68.80 to 110.40 68.80 to 110.40 no difference can be told
 CPUs 0-1: no differences beyond the tolerance; see --all-cpus
 Both ends of what was observed: not judged, as one run of BASE does not tell how runs differ"
run rtla compare base.json base.json --all-cpus
is "--all-cpus has a row for each variable and column of each CPU" \
	"$(rows | grep -cE '^ ?(all|[01]) ')" 33
run_wrapped rtla compare base.json longer.json --json longer.js
exits "one run of BASE does not make a longer bound worse" 0
is "the longest of all CPUs counts" "$(row all psd) | $(row all bound.window) | $(row all bound.sporadic)" \
	"longer by 2.90 us | longer by 21.40 us at least | converges now"
is "a column that does not converge any more is told, with the vector" "$(row all bound.window_owcet)" \
	"converges no more: local_timer:236"
is "the lower end of such a column is shown" "$(rows | grep -oE '^all bound.window_owcet .* 140.00 to no end')" "all bound.window_owcet 68.80 to 110.40 140.00 to no end"
is "rows of each CPU are only those that differ" "$(rows | grep -E '^ ?[01] ' | sed -E "s/ $ends $ends / /")" \
" 0 bound.sporadic converges now
 0 bound.window longer by 21.40 us at least
 0 bound.window_owcet converges no more: local_timer:236
 1 psd longer by 2.90 us
 1 bound.sporadic converges now"
is "figures of the bound are in no other table" \
	"$(sed -n '/^CPU Figure/,$p' "$work/out" | grep -c 'bound\|poid')" 0
[[ $widest -le 80 ]]
ok "no line of the table is wider than 80"
run_wrapped rtla compare longer.json base.json
is "the other order shows what is shorter" "$(row all psd) | $(row all bound.window) | $(row all bound.sporadic) | $(row all bound.window_owcet)" \
	"shorter by 2.90 us | shorter by 21.40 us at least | converges no more: virtio1-req:26 | converges now"
run_wrapped rtla compare base.json longer.json --tolerance 50
is "what is within the tolerance is shown only of all CPUs" "$(row all psd) | $(row 1 psd)" "longer by 2.90 us | "
make absent 'cpus.1.bound.variables.idle={"method":"absent","lower_ns":null,"upper_ns":null,"margin_ns":null,"count":0,"at_ns":null,"pid":null,"comm":null,"function":null,"stack":[]}'
run_wrapped rtla compare base.json absent.json --json absent.js
is "what one of them has not measured cannot be compared" "$(rows | grep -E '^all idle')" \
	"all idle 9.80 absent not comparable"

# ---- JSON

valid longer.js
ok "the JSON is as the schema says"
valid absent.js
ok "the JSON of what is absent is as its schema says"
json_is longer.js "the JSON has both ends of a variable, and by how much they differ" \
	'.comparisons[0].figures[] | select(.figure == "bound variable" and .cpu == 1 and .context == "psd") |
		[.base.method, .base.lower_ns, .base.upper_ns, .new.upper_ns, .difference.change, .difference.at_least_ns, .difference.at_most_ns, .verdict]' \
	'["exact",6200,6200,9100,"longer",2900,2900,"not judged"]' \
	"the JSON has both ends of a column" \
	'[.comparisons[0].figures[] | select(.figure == "bound column" and .cpu == null) |
		[.column, .base.upper_ns, .new.upper_ns, .difference.change, .new.because // .base.because]][-3:][]' \
'["sporadic",null,180000,"converges now","virtio1-req:26"]
["window",108600,170000,"longer",null]
["window_owcet",110400,null,"converges no more","local_timer:236"]'
is "what is absent is null" \
	"$(jq -c '.comparisons[0].figures[] | select(.figure == "bound variable" and .cpu == null and .context == "idle") |
		[.new, .difference.change, .verdict]' absent.js)" \
	'[{"lower_ns":null,"upper_ns":null,"method":"absent"},"not comparable","not comparable"]'

# ---- several runs of BASE

mkdir runs
for run in 1 2 3 4 5 6; do
	make runs/$run seed=1$run percent=$((94 + 2 * run))
done
make usual seed=7 percent=103
make worse seed=8 percent=300
run_wrapped rtla compare --base runs usual.json
exits "a bound within those of several runs is no difference" 0
is "the brackets of BASE span all runs" "$(rows | grep -E '^all psd')" \
	"all psd 5.95 to 6.57 6.39 no difference can be told"
run_wrapped rtla compare --base runs worse.json --json worse.js
exits "a bound far beyond those of several runs is worse" 2
is "the variable that is the reason is worse" "$(row all psd)" "worse: longer by 12.03 us at least"
is "columns of which both ends are beyond are worse" "$(row all bound.each)" "worse: longer by 80.06 us at least"
valid worse.js
ok "the JSON is as its schema says"
is "the JSON has the same verdicts" \
	"$(jq -c '.comparisons[0].figures[] | select(.figure == "bound variable" and .cpu == null and .context == "psd") |
		[.verdict, .difference.at_least_ns, .spread < 0.1]' worse.js)" '["worse",12028,true]'
run_wrapped rtla compare --base runs usual.json --same-within 1000,p90
exits "whether it is the same, the distributions say" 0

# ---- what makes results not comparable

make_result timerlat.json bare
run_wrapped rtla compare base.json timerlat.json
exits "a bound and a result of another tracer" 1
is "the verdict is 'not comparable'" "$(head -n 1 "$work/out")" "Verdict: not comparable: tracer differs: bound, timerlat"
make other_probe configuration.period_ns=100000
run_wrapped rtla compare base.json other_probe.json
exits "two probes with different periods cannot be compared" 1

finish
