#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that names of threads and functions, texts of results, and words of the command line
# cannot command the terminal on which they are shown, by whatever command.

. "$(dirname "$0")/../lib.sh"

# Colours; a C1 character as UTF-8, with which colours begin, too; the same as a byte.
text=$'\e[31m\u009b31m'
hostile=$text$'\x9b31m'

# harmless NAME [FORM]: tests that what was printed last shows the name of which FORM[31m is
# left, and has no control character; people see which it was
harmless() {
	[[ $out$err = *"${2-\\x1b}[31m"* ]] &&
		! LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|(?<![\xc2-\xf4\x80-\xbf])[\x80-\xbf]' \
			"$work/out" "$work/err"
	ok "$1"
}

# ---- names of threads and functions

PATH=$work/simulated:$PATH
SIM=cpus=2,escapes=1 run wakeup top -q --all -d 1
harmless "names of threads, in a table"
is "names of threads have one line each, and other characters as they are" \
	"$(awk '$1 ~ /^100/ { print $1, $2 }' "$work/out")" $'1001 \\x1b[31m\\u009b\\x0aµ\n1000 \\x1b[31m\\u009b\\x0aµ'
SIM=hit=100,escapes=1 run timerlat top -q -k -T 100 -d 5
harmless "names in the analysis of a hit"
[[ $out = *$'\n  97 % of 150.00 us: \\x1b[31m\\u009b?µ:77 '* ]]
ok "names that are a part of a line"
sed "s/kworker.0:1/k${hostile}/g; s/decay_pcp_high/${hostile}/" \
	"$here/../traces/6.12-irq-thread.txt" >trace.txt
run rtla analyze trace.txt
harmless "names and frames of a saved trace"
[[ $out = *'-> \x1b[31m'* && $out = *'k\x1b[31m\u009b31m\x9b'* ]]
ok "names and frames are both shown, and which characters they have"
is "pictures have names with control characters in their columns" \
	"$(grep -c '^.\{22\} |' "$work/out")" 3
run rtla analyze trace.txt --json -
harmless "names of a saved trace in JSON" "?"

# ---- texts of results

make_result hostile.json full "text=$text"
make_result base.json full
run rtla compare base.json hostile.json
harmless "a comparison"
run rtla export --format csv hostile.json
harmless "CSV" "?"
run rtla history add all hostile.json
run rtla history show all
harmless "a history"

# ---- words of the command line

run timerlat top --gate "thr.max<=${hostile}us"
harmless "a gate that is wrong"
run timerlat top --gate-file "$hostile"
harmless "a file of gates that is not there"
cp base.json "$hostile.json"
run rtla compare base.json "$hostile.json"
harmless "the name of a result"
run rtla compare base.json "no$hostile.json"
harmless "the name of a file that is not there"
SIM=hit=100 run timerlat top -q -k -T 100 -d 5 -t "$hostile"$'\x7f'
harmless "the name of a trace that is saved"
SIM=hit=100 run timerlat top -q -k -T 100 -d 5 -t $'a\nb'
is "the name of a trace that is saved has one line" "$(grep Saving "$work/out")" '  Saving trace to a\x0ab'
SIM=hit=100 run timerlat top -q -k -T 100 -d 5 -t $'a\nb' --keep 1
[[ $out = *', its trace is in a\x0ab-1'$'\n'* ]]
ok "the name of a trace that is kept has one line"
run timerlat top -q -d 1 --json "nowhere/$hostile"$'\x7f'
harmless "the name of a file that cannot be written"
run timerlat top "--$hostile"
harmless "an option that there is not"
run wakeup "$hostile"
harmless "a program without --"
run rtla "$hostile"
harmless "a command that there is not"
run timerlat top -q -d 1 --label $'of=?[31m\u009b' --json -
harmless "a label, in JSON on standard output" "?"

# ---- on a terminal

export TERM=xterm SIM=cpus=2,escapes=1
see 12x100 wakeup top --all <<END
match 00:00:0[1-9]
show table
key q
END
[[ $(<"$work/seen/table") = *'\x1b[31m\u009b\x0aµ'* ]]
ok "names of threads on a screen"

finish
