#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla matrix" on the simulated machine: what it measures, how it goes on after a
# boot, a crash or a signal, and which plans are refused. What boots is a script.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2
cd "$work" || exit 1
release=$(uname -r)
night=$work/night

# plan FILTER: writes a plan: this kernel and another one, two loads and a command, changed by
# a filter of jq
plan() {
	jq -n --arg night "$night" --arg release "$release" '{
		results: $night, kernels: { this: $release, other: "0.1.*" },
		loads: { idle: "", sleep: "sleep 1234" }, commands: { timerlat: "timerlat hist -c 0-1 -d 1" },
		boot: "echo \"$RTLA_KERNEL|$RTLA_ISOLATION|$RTLA_RELEASE|$RTLA_OPTIONS|$RTLA_CMDLINE\" >>boots" }
		| '"$1" >plan.json
}

# states: prints the state of each measurement, as "rtla matrix show" does, without reasons
states() { rtla matrix show plan.json | awk 'NR > 1 && /^[^ ]/ { print $1 "-" $2 "-" $3 "-" $4 ":" $5 }' | paste -sd ' '; }

# holds TEXT PART: returns whether PART is a part of TEXT
holds() { [[ $1 = *"$2"* ]]; }

# ---- A plan, across a boot

plan .
is "a plan is all measurements" "$(states)" \
	"this-none-idle-timerlat:left this-none-sleep-timerlat:left other-none-idle-timerlat:left other-none-sleep-timerlat:left"
run rtla matrix run plan.json
exits "what fits this kernel is measured, and the machine boots for the rest" 0
is "what does not fit is left" "$(states)" \
	"this-none-idle-timerlat:user this-none-sleep-timerlat:user other-none-idle-timerlat:left other-none-sleep-timerlat:left"
is "the boot is told kernel and command line" "$(cat boots)" \
	"other|none|||$(tr -s ' ' </proc/cmdline | sed 's/^ //; s/ $//')"
json_is "$night/this-none-sleep-timerlat.json" "results have the names as labels" .labels \
	'{"kernel":"this","isolation":"none","load":"sleep"}' \
	"a load runs while it is measured" .load.command "sleep 1234" \
	"the command is that of the plan" '.command[1:4]' '["timerlat","hist","-c"]'
json_is "$night/this-none-idle-timerlat.json" "no load runs without one" .load null
[ ! -e "$night/report.html" ]
ok "there is no report before the end"
run rtla matrix run plan.json
exits "a boot of another kernel than that of the plan fails" 1
holds "$(<"$work/err")" "other-none-idle-timerlat: the machine was booted for this, but $release runs, or "
ok "what was to be booted, and what runs, is told"
is "no machine boots twice for the same" "$(wc -l <boots)" 1
holds "$(rtla matrix show plan.json | tr -s ' \n' ' ')" "the machine was booted for this, but $release runs, or "
ok "the reason is shown later, too"
is "the report has what was measured" "$(grep -o 'this-none-[a-z]*-timerlat.json' "$night/report.html" | sort -u | paste -sd ' ')" \
	"this-none-idle-timerlat.json this-none-sleep-timerlat.json"
rm boots
run rtla matrix run --again plan.json
is "--again boots once more" "$(wc -l <boots)" 1
rm -r "$night" boots

# ---- Isolation

option=$(tr -s ' ' '\n' </proc/cmdline | grep -m 1 .)
plan '.kernels = {this: $release} | .isolation = {with: "'"$option"'", without: "", more: "'"$option"' isolcpus=1"}'
run rtla matrix run plan.json
exits "what fits this command line is measured" 0
is "only options that the machine runs with are measured" "$(states)" \
	"this-with-idle-timerlat:user this-with-sleep-timerlat:user this-without-idle-timerlat:left this-without-sleep-timerlat:left this-more-idle-timerlat:left this-more-sleep-timerlat:left"
is "options of other isolations are not in the command line of a boot" \
	"$(grep -cF -- "$option" <(cut -d '|' -f 5 boots | tr ' ' '\n')) $(cut -d '|' -f 2,4 boots)" "0 without|"
rm -r "$night" boots

# ---- What fails

plan '.kernels = {this: $release} | .loads = {idle: ""} | .commands = {wrong: "timerlat -p 7", gate: "rtla timerlat hist -d 1 --gate \u0027thr.max<=1us\u0027", timerlat: "timerlat -d 1"}'
run rtla matrix run plan.json
exits "a command that fails is told in the end" 1
is "a measurement that fails does not stop the others" "$(states)" \
	"this-none-idle-wrong:failed this-none-idle-gate:user this-none-idle-timerlat:user"
holds "$(<"$night/this-none-idle-wrong.log")" "--period 7: out of range"
ok "the output of what has failed is kept"
rm -r "$night"

plan '.kernels = {this: $release} | .loads = {idle: ""} | .commands = {timerlat: "timerlat hist -d 1 --cgroup nonesuch"}'
run rtla matrix run plan.json
is "a command that cannot measure on the machine has failed" "$(states) $(ls "$night"/*.json 2>/dev/null)" \
	"this-none-idle-timerlat:failed "
rm -r "$night"

plan '.kernels = {this: $release} | .loads = {idle: ""}'
mkdir "$night"
for times in 1 2; do
	echo $times >"$night/this-none-idle-timerlat.begun"
	run rtla matrix run plan.json
	exits "a machine that has gone down $times times" $((times - 1))
	rm -f "$night"/*.json
done
holds "$(<"$work/err")" "the machine has gone down each time that this was measured"
ok "the reason of giving up is told"
rm -r "$night"

plan '.kernels = {this: $release} | .loads = {idle: ""} | .commands = {timerlat: "timerlat hist -d 60"}'
rtla matrix run plan.json 2>"$work/said" &
begun_cell() { [ -e "$night/this-none-idle-timerlat.log" ]; }
eventually begun_cell
sleep 1
kill -TERM $!
wait $!
is "a signal ends it" "$? $(grep -c "interrupted: 'rtla matrix run $work/plan.json' goes on" "$work/said")" "1 1"
is "a measurement that was interrupted is left" "$(states)" this-none-idle-timerlat:left
is "to interrupt one is no crash" "$(ls "$night"/*.begun 2>/dev/null)" ""
rm -r "$night"

# ---- Plans that are refused

while IFS=@ read -r filter message; do
	plan "$filter"
	run rtla matrix run plan.json
	holds "$status $(<"$work/err")" "1 rtla: $work/plan.json: $message"
	ok "refused: $message"
	[ ! -e "$night" ]
	ok "nothing is begun: $message"
done <<END
del(.commands)@commands: no object with names and texts
.commands = {}@commands: no object with names and texts
.loads.idle = 3@loads.idle: no text
.loads = {"a-b": ""}@loads: "a-b" is no name
.loads = {"sixteen_letters_": ""}@loads: "sixteen_letters_" is no name
.results = "night"@results: no absolute path
.kernel = {}@kernel: unknown
[]@no object
.loads = ([range(40)] | map({key: "l\(.)", value: ""}) | from_entries) | .kernels = .loads@more than 1024 measurements
END
run rtla matrix run nonesuch.json
exits "a plan that is not there" 1
refused "PLAN missing: name the file with the plan" rtla matrix run

# ---- The unit

plan .
run rtla matrix unit plan.json
is "the unit goes on with the plan" "$(sed -n 's/^ExecStart=//p' "$work/out")" "$work/simulated/rtla matrix run $work/plan.json"
finish
