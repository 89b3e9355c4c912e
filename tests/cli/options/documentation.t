#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that Documentation/options.md has a row for every option of every command, and
# no other rows, with the letter, the range and the default that the help has.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
page=$here/../../Documentation/options.md
measuring=("timerlat top" "timerlat hist" "osnoise top" "osnoise hist" hwnoise
	   "wakeup top" "wakeup hist" "overheads top" "overheads hist" "bound top" "bound hist")
others=(agree analyze compare doctor export load report "history add" "history show" "history check")
commands=("${measuring[@]}" "${others[@]}")
for other in "${others[@]}"; do
	other=${other% *}
	eval "$other() { rtla $other \"\$@\"; }"
done

# commands_of WHO: prints the commands that a row is about; WHO is the column of the page
# that names them
commands_of() {
	local who

	while read -r who; do
		case $who in
		all) printf '%s\n' "${measuring[@]}" ;;
		every) printf '%s\n' "${commands[@]}" ;;
		timerlat) printf 'timerlat %s\n' top hist ;;
		osnoise) printf 'osnoise %s\n' top hist ;;
		wakeup) printf 'wakeup %s\n' top hist ;;
		overheads) printf 'overheads %s\n' top hist ;;
		bound) printf 'bound %s\n' top hist ;;
		top | hist) printf '%s\n' "timerlat $who" "osnoise $who" "wakeup $who" \
			"overheads $who" "bound $who" ;;
		*) printf '%s\n' "$who" ;;
		esac
	done <<<"${1//, /$'\n'}"
}

# Write the file rows, with a line for each command of each row of the page:
# COMMAND|OPTION|LETTER|ARGUMENT|RANGE|DEFAULT
pattern='^\| (`-(.)`, )?`--([a-z-]+)` \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|'
while IFS= read -r line; do
	[[ $line =~ $pattern ]] || continue
	who=${BASH_REMATCH[7]# }
	while read -r command; do
		printf '%s|%s|%s|%s|%s|%s\n' "$command" "${BASH_REMATCH[3]}" \
			"${BASH_REMATCH[2]}" "${BASH_REMATCH[4]}" \
			"${BASH_REMATCH[5]}" "${BASH_REMATCH[6]}"
	done < <(commands_of "${who% }")
done <"$page" | sed -E 's/ *\| */|/g; s/ *$//' >"$work/rows"

is "rows are of commands that there are" \
	"$(cut -d'|' -f1 "$work/rows" | sort -u)" \
	"$(printf '%s\n' "${commands[@]}" | sort)"
is "no row is there twice" "$(cut -d'|' -f1,2 "$work/rows" | sort | uniq -d)" ""

for call in "${commands[@]}"; do
	is "every option of $call has a row, and every row is an option" \
		"$(sed -n "s/^$call|\([^|]*\).*/\1/p" "$work/rows" | sort)" \
		"$($call --list-opts | tr ' ' '\n' | sed 's/^--//' | sort)"
done

# Write the help of each command to the file help.COMMAND, each option in one line.
for call in "${commands[@]}"; do
	rtla $call --help | sed -nE '/^  (    |-., )--/,/^$/p' |
		sed -E 's/^  (    |-., )--/\n\0/' | tr -s ' ' |
		awk -v RS= '{ $1 = $1; print }' >"$work/help.$call"
done

# help_of COMMAND OPTION: prints the line of an option in the help
help_of() {
	grep -E "^(-., )?--$2( |\[|\$)" "$work/help.$1"
}

# The help has no default that takes several words, and no range of a value that is no
# number.
said_default=', default ([0-9a-z]+)$'
while IFS='|' read -r call option letter argument range default; do
	text=$(help_of "$call" "$option")
	[[ $text = "${letter:+-$letter, }--$option"* ]]
	ok "$call: --$option has the letter '$letter'"
	name=${argument%%[, ]*}
	rest=${text#*--"$option"}
	case $argument in
	"") [[ $rest = " "[!A-Z]* ]] ;;
	*"or nothing") [[ $rest = "[=$name]"* ]] ;;
	*) [[ $rest = " $name"* ]] ;;
	esac
	ok "$call: --$option takes '$argument'"
	case $range in
	[-0-9]*" to "*) [[ $argument = TIME* || $text = *"; $range"* ]] ;;
	*) [[ $text != *"; "[-0-9]*" to "* ]] ;;
	esac
	ok "$call: --$option has the range '$range'"
	if [[ $text =~ $said_default && $text != *"; default"* ]]; then
		is "$call: --$option has the default" "$default" \
			"${BASH_REMATCH[1]}"
	fi
done <"$work/rows"

# Test that the ranges in options/ranges, which other tests use, are those of the page.
while IFS='|' read -r group option min max unit _; do
	[[ $group = \#* ]] && continue
	calls_of "$group"
	for call in "${calls[@]}"; do
		unit=${unit/us/µs}
		grep -qE "^$call\|$option\|.?\|[A-Z]+${unit:+, $unit}\|$min to $max\|" "$work/rows"
		ok "$call: --$option is tested from $min to $max"
	done
done <"$here/options/ranges"
is "all of measuring commands that have a number are" \
	"$(grep -cE '\|-?[0-9]+ to [0-9]+\|' <(grep -vE '\|TIME, s\||^(agree|history check)\|' "$work/rows"))" \
	"$(while IFS='|' read -r group _; do
		[[ $group = \#* ]] && continue
		calls_of "$group"
		printf '%s\n' "${calls[@]}"
	done <"$here/options/ranges" | wc -l)"

finish
