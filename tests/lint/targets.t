#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Tests that "make -C tests help" lists each target of tests/Makefile, that each works in the
# folder above as well, and that the documents name only targets that there are.

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/lib/tap.sh
. tests/lib/tap.sh
# The make that runs this test has no part in what make prints here.
unset MAKEFLAGS MFLAGS MAKELEVEL

# prints TARGET COMMAND: tests what "make TARGET" would run last
prints() {
	tap_run make -n "$1"
	[ "$status" = 0 ] && [ "$(tail -n 1 "$work/out")" = "$2" ]
	ok "$tap_command is $2"
}

make -C tests --no-print-directory help >"$work/help"
for target in $(sed -n 's/^\.PHONY: //p' tests/Makefile); do
	[ "$target" != help ] || continue
	grep -qE "^  ([a-z-]+ )?$target( |\$)" "$work/help"
	ok "make -C tests help lists $target"
	tap_run make -n "$target"
	[ "$status" = 0 ] && [ "$(sed 1d "$work/out")" = "$(make -C tests --no-print-directory -n "$target")" ]
	ok "make $target is that of tests/Makefile"
done
prints truth "./check truth-all"
prints upstream-tests "vm/upstream-tests 6.12-rt"
export KERNEL=7.2 SEED=3
prints torture "vm/torture 7.2 600 3"
unset KERNEL SEED

# "make menuconfig" is the kernel's.
grep -hoE '(`|^    )make [a-z][a-z0-9-]*' README.md CONTRIBUTING.md Documentation/*.md Documentation/*/*.md tests/*/README.md |
	sed 's/.*make //' | grep -vx menuconfig | sort -u >"$work/named"
[ "$(wc -l <"$work/named")" -gt 10 ]
ok "the documents name targets"
sed -n 's/^[[:blank:]]*\.PHONY: //p' Makefile tests/Makefile | tr ' ' '\n' >"$work/targets"
is "all that they name are there" "$(grep -vxFf "$work/targets" "$work/named")" ""

finish
