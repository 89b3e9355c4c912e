#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the terminal that the tests and the pictures have: which sequences it knows, and
# that it reports others, and what is left switched on.

. "$(dirname "$0")/../lib.sh"
on_terminal

# leaves NAME TEXT STATE: tests what the terminal says of its state after printf TEXT
leaves() {
	see 24x80 printf "$2" </dev/null
	is "$1" "$(tr '\n' ';' <"$work/seen/state")" "$3"
}

leaves "plain text leaves nothing" 'a\n' ""
leaves "the keypad is left to send sequences" 'a\033=' "keypad;"
leaves "the keypad is switched back" 'a\033=b\033>' ""
leaves "a sequence of one character is not known" 'a\033~' "Esc and a character;"
leaves "a sequence that begins with CSI is not known" 'a\033[5y' "5;"

# draws TEXT: makes a picture of a recording of script(1) with TEXT
draws() {
	printf 'Script started\n%b' "$1" >session
	echo "0.1 $(printf %b "$1" | wc -c)" >timing
	run "$here/../../tools/pictures/session" session timing 24x80 title description
}

draws 'seen\033=\033>'
[[ $status = 0 && $out = *seen* ]]
ok "a picture has what was seen"
draws 'seen\033~'
exits "a picture with an unknown sequence is not made" 1
is "stderr says which sequence is not known" "$err" "pictures: the terminal does not know ['Esc and a character']"

finish
