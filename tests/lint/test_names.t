#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Tests that no test has a name that needs the one before it, and that tests/lint/test_names
# finds such names, in each language, and takes others.

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/lib/tap.sh
. "$top/tests/lib/tap.sh"
made=$work/made
mkdir -p "$made/tests/vm/abi" "$made/tests/lint"

exits "names of the sources can be read alone" 0 "$top/tests/lint/test_names"

# finds FILE LINE [NAME]: tests that NAME, if any, is a wrong name in a file with this line
finds() {
	printf '%s\n' "#!/bin/sh" "$2" >"$made/tests/$1"
	tap_run "$top/tests/lint/test_names" "$made"
	is "$1 with: $2" "$(sed -n 's/^# tests/tests/p' "$work/out")" "${3:+tests/$1:2: $3}"
	rm "$made/tests/$1"
}

finds vm/abi/made.c '	check(!stats.count, "and is measured again");' "and is measured again"
finds vm/abi/made.c '	check(ok, named("%s: which does", name));' "%s: which does"
finds vm/abi/made.c '	check(ok, "a thread ends with its session");'
finds lint/made.t '	SIM=cpus=2 exits "one that fails" 2 false' "one that fails"
finds lint/made.t "true; ok \"\$suite: it is installed\"" '$suite: it is installed'
finds lint/made.t 'test_that "has no row" false' "has no row"
finds lint/made.t 'is "--hist is taken" "$status" 0; echo "and told"'
finds lint/made.t 'is "too many CPUs are refused, and those are named" 1 1'
finish
