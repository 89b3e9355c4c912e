#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla analyze": saved traces, and what is none.

. "$(dirname "$0")/lib.sh"
PATH=$work/bin:$PATH

# ---- recorded traces, each with the report that is expected of it

for trace in "$here"/../analysis/*.txt; do
	name=${trace##*/}
	run rtla analyze "$trace"
	exits "$name can be analysed" 0
	is "$name: the report is the one expected" "$(cat "$work/out")" \
		"$(cat "${trace%.txt}.report")"
	is "$name: nothing else is said" "$(cat "$work/err")" ""
done

# ---- what cannot be analysed

refused() {
	local what=$1 message=$2
	shift 2
	run rtla analyze "$@"
	exits "$what" "$status_wanted"
	is "$what: is told" "$(head -n 1 "$work/err")" "rtla: $message"
}
status_wanted=129
refused "no file" "no FILE given: name a saved trace"
refused "two files" "b: stray word: there is one FILE, a" a b
refused "an option of others" "-q: unknown option" -q x
status_wanted=1
refused "a file that is not there" "nowhere: No such file or directory" nowhere
refused "a folder" ".: Is a directory" .
echo "no trace" >other
refused "another file" \
	"other: no event of rtla.ko in it: a trace is saved by --trace" other
echo "  worker-7  [000] d.... 1.000001: timerlat_sample: timer_latency=5 seqnum=1 context=0 t_w=1000000" >calm
refused "a trace without a hit" \
	"calm: no stop in it: nothing hit a threshold, or the trace is of another tracer" calm
run rtla analyze --help
exits "help" 0
is "says how to call it" "$(head -n 1 "$work/out")" \
	"Usage: rtla analyze [OPTION]... FILE"

finish
