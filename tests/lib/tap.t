#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the libraries that print TAP, with made-up tests: the name of a test says alone what
# failed, and a failure shows the command, what it said, and how the test is run alone.

. "$(dirname "$0")/../cli/lib.sh"
made=$work/dir/checkout/tests/made
mkdir -p "$made" "$made/../lib"
ln -s "$here/../lib/tap.sh" "$here/../lib/tap.py" "$made/../lib"

# write FILE: makes a script of tests from stdin, without those of the text's tabs that make
# this file readable
write() {
	sed 's/^\t//' >"$made/$1"
	chmod +x "$made/$1"
}

# ---- Shell

write shell.t <<'X'
	cd "${0%/*}"
	. ../lib/tap.sh
	ok "nothing has run"
	echo one >"$work/file"
	exits "a file" 0 cat "$work/file"
	is "the file is read" "$(cat "$work/out")" one
	exits "no file" 0 cat "$work/none"
	test_that "stderr says why" grep Permission "$work/err"
	SIM=cpus=2 tap_run sh -c 'seq 50; exit 3'
	is "the lines" "$(tail -n 2 "$work/out")" "49
	51"
	is "cat file: its name has the command" a b
	skip "the other lines" "there is no reason"
	section "other things"
	false
	ok "a short one"
	test_that "a condition" test 1 = 2
	exits "a command" 0 true
	ok "the section goes on"
	section
	ok "no section"
	finish
X
for shell in dash bash; do
	run $shell "$made/shell.t"
	exits "$shell: failed tests" 1
	is "$shell: printed names have the script, and the command or the section" "$(grep -E '^(not )?ok|^1\.\.' "$work/out")" \
"ok 1 - made/shell: nothing has run
ok 2 - made/shell: cat file: a file (ends with 0)
ok 3 - made/shell: cat file: the file is read
not ok 4 - made/shell: cat none: no file (ends with 0)
not ok 5 - made/shell: cat none: stderr says why
not ok 6 - made/shell: SIM=cpus=2 sh -c seq 50; exit 3: the lines
not ok 7 - made/shell: SIM=cpus=2 sh -c seq 50; exit 3: cat file: its name has the command
ok 8 - made/shell: SIM=cpus=2 sh -c seq 50; exit 3: the other lines # SKIP there is no reason
not ok 9 - made/shell: other things: a short one
not ok 10 - made/shell: other things: a condition
ok 11 - made/shell: other things: true: a command (ends with 0)
ok 12 - made/shell: other things: the section goes on
ok 13 - made/shell: no section
1..13"
	# explained N: prints the comments after test N that failed
	explained() { sed -n "/^not ok $1 /,/^\(not \)\?ok [^$1]/p" "$work/out" | grep '^#' | grep -v '^# line'; }
	is "$shell: a wrong status comes with the command, and what it said" "$(explained 4)" \
"# run it alone: tests/made/shell.t
# command: cat $(sed -n 's/^# command: cat \(.*\)\/none/\1/p' "$work/out" | head -n 1)/none
# status: 1
# stderr: cat: $(sed -n 's/^# command: cat \(.*\)\/none/\1/p' "$work/out" | head -n 1)/none: No such file or directory"
	is "$shell: a condition comes with its command" "$(explained 5 | sed -n 's@/[^ ]*/@@; /tested/p')" \
		"# tested with: grep Permission err"
	is "$shell: the end of a long output is shown" "$(explained 6 | sed -n '/stdout/p' | sed '3,$d')" \
"# stdout: (10 lines before these are left out)
# stdout: 11"
	is "$shell: both texts are, and how they differ" "$(explained 6 | grep -A 9 '^# expected')" \
"# expected: 49
# expected: 51
# got     : 49
# got     : 50
# differ: @@ -1,2 +1,2 @@
# differ:  49
# differ: -51
# differ: +50"
	is "$shell: a section has no command" "$(explained 9)" "# run it alone: tests/made/shell.t"
done
is "bash knows the line" "$(grep -A 2 '^not ok 9' "$work/out" | tail -n 1)" "# line 16"
run bash "$made/shell.t" with words
is "arguments of a script are told" "$(grep -m 1 -o 'run it alone: .*' "$work/out")" "run it alone: tests/made/shell.t with words"

write long.t <<'X'
	cd "${0%/*}"
	. ../lib/tap.sh
	exits "a long command" 0 true $(seq 1000)
	ok "$(seq -s ' ' 1000)
	and a second line"
	finish
X
run dash "$made/long.t"
is "a long name is cut in its middle" "$(cat "$work/out")" \
"ok 1 - made/long: true 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15...996 997 998 999 1000: a long command (ends with 0)
ok 2 - made/long: true 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15...996 997 998 999 1000: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30...996 997 998 999 1000
1..2"

# ---- Python

write python.py <<'X'
	import os, pathlib, sys
	sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[1] / "lib"))
	sys.dont_write_bytecode = True
	import tap
	tap.test("a right one", [], "1 us")
	tap.test("a wrong one", ["one", "two\nlines"], "2 us")
	tap.skip("a test elsewhere", "there is no reason")
	tap.test("a command", range(42), command="this --command")
	tap.test("settings", ["three"], command=tap.alone("SETTING", "NONE"))
	sys.exit(tap.finish())
X
SETTING=$work/dir/checkout/build run /usr/bin/python3 "$made/python.py" -k 6.12
exits "Python: failed tests" 1
is "Python: printed names have the program, and failures what runs it alone" "$(sed '/^# 2$/,/^# 38$/d' "$work/out")" \
"ok 1 - made/python.py: a right one
# measured: 1 us
not ok 2 - made/python.py: a wrong one
# run it alone: tests/made/python.py -k 6.12
# one
# two
# lines
# 2 us
ok 3 - made/python.py: a test elsewhere # SKIP there is no reason
not ok 4 - made/python.py: a command
# run it alone: this --command
# 0
# 1
# 39
# (2 lines more are left out)
not ok 5 - made/python.py: settings
# run it alone: SETTING=build tests/made/python.py -k 6.12
# three
1..5"

finish
