#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that the pages of Documentation that are made from the tables of the command and the
# texts around them are what these make, and that nothing in the texts is left out unnoticed.

. "$(dirname "$0")/../lib.sh"
export PATH=$work/bin:$PATH
top=$(readlink -f "$here/../..")
texts=$top/Documentation/man/options.md.in

# make_page TEXTS: makes the page of these texts
make_page() {
	tap_run /usr/bin/python3 -B "$top/tools/manual/options_page" "$RTLA" "$1"
}

# results_page TEXT: makes the page of the figures of results, or their schema
results_page() {
	tap_run /usr/bin/python3 -B "$top/tools/manual/results_page" "$RTLA" "$1"
}

make_page "$texts"
exits "the page is made" 0
is "Documentation/options.md is this page, as 'make man' writes it" \
	"$(diff "$top/Documentation/options.md" "$work/out")" ""

# The tables before the first of options show how a command line is read.
is "the page has all options" \
	"$(sed -nE '/^## Which threads/,$s/^\| (`-.`, )?`--([a-z-]+).*/\2/p' "$work/out" | sort -u)" \
	"$(rtla help --json | jq -r '.commands[].titles[].options[].name' | sort -u)"

# refused NAME MESSAGE SED: tests that texts that SED has changed make no page, for the reason
# MESSAGE
refused() {
	sed "$3" "$texts" >"$work/texts"
	make_page "$work/texts"
	[[ $status = 1 && $(<"$work/err") = "$2" ]]
	ok "$1"
}

refused "options without a table are found" \
	"titles without a table: Checks: add <!-- options: TITLE -->" '/^<!-- options: Checks -->/d; /^| --\(all\|fix-script\|root\) /d'
refused "a table of no options is found" \
	"no options are left of the title Chekcs: take one that the help has" 's/^<!-- options: Checks/<!-- options: Chekcs/'
refused "options with two tables are found" \
	"no options are left of the title Bound: take one that the help has" 's/^<!-- options: Checks/<!-- options: Bound/'
refused "a note about an option that is not in the table is found" \
	"a note is about no option: --rooot, all" 's/^| --root /| --rooot /'
refused "a note about an option that other commands have is found" \
	"a note is about no option: --auto, wakeup top" 's/^| --auto, wakeup /| --auto, wakeup top /'
refused "a second note is found" \
	"a second note about the same option: | --root | DIR has DIR/proc, DIR/sys and so on. | |" '/^| --root /p'
refused "a line of a table that is no note is found" \
	"no note about an option: | root | x | |" 's/^| --root .*/| root | x | |/'

for page in results.md results.schema.json tracers.md; do
	results_page "$top/Documentation/man/$page.in"
	is "Documentation/$page is this page, as 'make man' writes it" \
		"$(diff "$top/Documentation/$page" "$work/out")" ""
done

# wrong_figures NAME MESSAGE SED: the same of the text about results
wrong_figures() {
	sed "$3" "$top/Documentation/man/results.md.in" >"$work/texts"
	results_page "$work/texts"
	[[ $status = 1 && $(<"$work/err") = "$2" ]]
	ok "$1"
}

wrong_figures "figures of a place that results do not have are found" \
	"no figures are of the place cpsu: take one that 'rtla help --json' has" 's/^<!-- figures: cpus/<!-- figures: cpsu/'
wrong_figures "a note about a figure that is not there is found" \
	"no note about a figure, or a second one: | stael_ns | x |" 's/^| steal_ns |.*/| stael_ns | x |/'

# Test that the ranges in options/ranges, which other tests use, are those of the help.
rtla help --json | jq -r '.commands[] | ([.tool, .mode // empty] | join(" ")) as $command |
	.titles[].options[] | [$command, .name, .text] | join("|")' >"$work/texts"
while IFS='|' read -r group option min max unit _; do
	[[ $group = \#* ]] && continue
	calls_of "$group"
	for call in "${calls[@]}"; do
		grep -qE "^$call\|$option\|.*; $min to $max${unit:+ $unit}(, default|\$)" "$work/texts"
		ok "$call: --$option is tested from $min to $max"
	done
done <"$here/options/ranges"
is "all of measuring commands that have a number are" \
	"$(grep -E '; -?[0-9]+ to [0-9]+' "$work/texts" | grep -cvE '^(agree|analyze|history check|record run|tune)\|')" \
	"$(while IFS='|' read -r group _; do
		[[ $group = \#* ]] && continue
		calls_of "$group"
		printf '%s\n' "${calls[@]}"
	done <"$here/options/ranges" | wc -l)"

finish
