#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests on a terminal, where the command asks for the characters of the user's language, that
# numbers do not get the decimal comma of that.

. "$(dirname "$0")/../lib.sh"
on_terminal

if ! localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" 2>"$work/err"; then
	skip "a language with a decimal comma" "no localedef, or no source of de_DE"
	finish
	exit
fi
export LOCPATH=$work
is "the language has a decimal comma" "$(LC_ALL=de_DE.UTF-8 locale decimal_point)" ,

LC_ALL=de_DE.UTF-8 SIM=cpus=2,spread=140000 see 24x80 timerlat top \
	--gate "thr.p99.9 < 0.5us" --json r.json <<END
match 00:00:0[2-9]
show table
key q
END
exits "a run" 2
is "blocks are its characters" "$(line table 4 | grep -c '[▁▂▃▄▅▆▇█]')" 1
is "no comma is in a number of table and gates" "$(grep -h '[0-9],[0-9]' "$work/seen/table" "$work/out")" ""
is "the gate is printed with a dot" "$(grep -o 'the limit is .*' "$work/out")" "the limit is 0.500 us"
as_documented r.json
ok "the result is as the schema says"
is "percentiles have a dot" "$(jq '.all.latencies.thread.percentiles[3].percentile' r.json)" '"99.9"'

finish
