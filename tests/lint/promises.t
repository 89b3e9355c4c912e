#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that each line of Documentation/promises.md and security.md names tests, and that
# these tests exist: there is the file, and the name of the test is in it.

. "$(dirname "$0")/../cli/lib.sh"
top=$here/../..
test_of='`(tests/[^`]+)`: "([^"]+)"'

# rows PAGE: prints the rows of the tables in a page, without their heads
rows() { grep -E '^\|' "$top/Documentation/$1" | grep -vE '^\| (---|rule|promise|request) '; }

for page in promises security; do
	rows $page.md >"$work/$page"
	[ "$(wc -l <"$work/$page")" -ge 20 ]
	ok "$page.md has lines"
	is "each line of $page.md names a test" \
		"$(grep -vE "\\| $test_of(, $test_of)* \\|\$" "$work/$page")" ""
	while IFS=$'\t' read -r file name; do
		[ -f "$top/$file" ] && grep -qF -- "$name" "$top/$file"
		ok "$page.md: $file has '$name'"
	done < <(grep -oE "$test_of" "$work/$page" | sed -E "s@$test_of@\1\t\2@" | sort -u)
done

# The rows of the requests are those that are tested.
sed -nE 's/^\t\{ "([^"]+)", \w+, \w+, (\w+) \},$/\2 \1/p' "$top/tests/vm/abi/rights.c" |
	sed -E 's/^NOTHING (.*)/| \1 | no capability |/
		s/^CAP_PERFMON_OR_ADMIN (.*)/| \1 | CAP_PERFMON or CAP_SYS_ADMIN |/
		s/^CAP_ADMIN (.*)/| \1 | CAP_SYS_ADMIN |/' >"$work/tested"
test_that "requests are tested" [ "$(wc -l <"$work/tested")" -ge 20 ]
is "security.md says of each request what its test does" \
	"$(sed -nE 's/^(\| [^|]+ \| [^|]+ \|) `[^|]*rights.c`[^|]*\|$/\1/p' "$work/security")" "$(cat "$work/tested")"

# Test that the pattern above finds a line whose last column has more than tests.
echo '| A promise. | `tests/lint/promises.t`: "one", nothing |' >"$work/bad"
is "a line whose test is not named is found" \
	"$(grep -cvE "\\| $test_of(, $test_of)* \\|\$" "$work/bad")" 1

finish
