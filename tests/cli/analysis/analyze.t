#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla analyze" with saved traces, and with files that are none.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# ---- recorded traces, each with its expected analysis text, *.report

for trace in "$here"/../traces/*.txt; do
	name=${trace##*/}
	run rtla analyze "$trace"
	exits "$name can be analysed" 0
	is "$name: the report is the one expected" "$(cat "$work/out")" \
		"$(cat "${trace%.txt}.report")"
	is "$name: nothing else is said" "$(cat "$work/err")" ""
done

run rtla analyze "$here/../traces/6.12-irq-thread.txt" --perfetto ui.json
exits "--perfetto of a saved trace" 0
is "has the latency" "$(grep -o '"name":"thread latency [0-9.]* us"' ui.json)" \
	'"name":"thread latency 139.48 us"'
is "its parts, and all that was traced before" \
	"$(jq '[.traceEvents[] | select(.ph == "X")] | length' ui.json)" \
	"$(($(grep -cE '_noise:' "$here/../traces/6.12-irq-thread.txt") + 5))"
run rtla analyze "$here/../traces/6.12-irq-thread.txt" --perfetto nowhere/ui.json
exits "one that cannot be written" 1
is "is told" "$err" "rtla: --perfetto nowhere/ui.json: No such file or directory: it is not written"

# ---- damaged traces

# analyzed SED-SCRIPT: analyses a recorded trace that the script has changed
analyzed() {
	sed "$1" "$here/../traces/6.12-irq-thread.txt" >damaged
	run rtla analyze damaged
}

# Lines 72 to 92 of the trace are in the window of the latency.
analyzed '74s/duration.*/dur/'
exits "an event of the latency is damaged" 0
is "that is told" "$err" "rtla: damaged: line 74 is damaged and counts as a lost event"
[[ $out = *"Events are missing"* ]]
ok "and that the report may be wrong"
analyzed '71s/start.*//; 74s/prio.*/prio/'
is "two of them" "$err" \
	"rtla: damaged: 2 lines are damaged, the first of them line 71: they count as lost events"
analyzed '5,60s/start/stare/'
[[ $err = *" lines are damaged, "* && $out != *"Events are missing"* ]]
ok "what was before it is not missing"
analyzed '73{p; s/irq_noise.*/thread_noise: kworker:10 start 9.916310780 duration 11448 ns/}'
is "events of the in-tree tracer are others" "$err" ""
is "and are left out" "$(cat "$work/out")" \
	"$(cat "$here/../traces/6.12-irq-thread.report")"

# ---- files that cannot be analysed

refused() { fails "$1" "$2" rtla analyze "${@:3}"; }
status_wanted=129
refused "no file" "no FILE given: name a saved trace"
refused "two files" "b: stray word: there is one FILE, a" a b
refused "an option of others" "-q: unknown option" -q x
refused "its events in the place of the trace" \
	"--perfetto ./damaged: this file is to be read: give another name" damaged --perfetto ./damaged
status_wanted=1
refused "a file that is not there" "nowhere: No such file or directory" nowhere
refused "a folder" ".: Is a directory" .
echo "no trace" >other
refused "another file" \
	"other: it has no event of rtla.ko: give a trace that --trace saved" other
printf '# tracer\n  worker-7  [000] d.... 1.000001: timerlat_sample: #many\n' >odd
refused "an event that is none" \
	"odd: line 2: not an event as rtla.ko writes it: give a trace that --trace saved" odd
echo "  worker-7  [000] d.... 1.000001: timerlat_sample: #1     context    irq timer_latency         5 ns t_w=1000000 pid=7" >calm
refused "a trace without a hit" \
	"calm: the trace has no stop event: no threshold was hit, or another tracer recorded it" calm
run rtla analyze --help
exits "help" 0
is "says how to call it" "$(head -n 1 "$work/out")" \
	"Usage: rtla analyze [OPTION]... FILE"

finish
