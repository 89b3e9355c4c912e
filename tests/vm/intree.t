#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Tests the module as part of a kernel: "make intree" puts it into Debian's
# source, of which one kernel is built with the module built in, and one with
# the module loadable; both are booted. This takes about 15 minutes the first
# time, and again whenever the module changes.

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/lib/tap.sh
. "$top/tests/lib/tap.sh"

# intree DIR: puts the module into the kernel source in DIR
intree() {
	make -s --no-print-directory -C "$top" intree LINUX="$1"
}

exits "a folder without a kernel is refused" 2 intree "$work/nowhere"
is "stderr says that the folder has no kernel" "$(head -n 1 "$work/err")" \
	"make intree: LINUX='$work/nowhere': no kernel source tree: give the directory that contains kernel/trace, like LINUX=/usr/src/linux"
mkdir -p "$work/linux/kernel/trace" "$work/linux/include/uapi" "$work/linux/include/trace/events"
printf 'if FTRACE\n\nendif # FTRACE\n' >"$work/linux/kernel/trace/Kconfig"
: >"$work/linux/kernel/trace/Makefile"
exits "a tree gets the module" 0 intree "$work/linux"
cp -a "$work/linux" "$work/once"
exits "a tree gets the module twice" 0 intree "$work/linux"
test_that "the second time changes nothing" diff -r "$work/once" "$work/linux"
is "the module is among the tracers" "$(cat "$work/linux/kernel/trace/Kconfig")" "if FTRACE

source \"kernel/trace/rtla/Kconfig\"

endif # FTRACE"

# measures KERNEL RUN-OPTION: tests that the commands measure in this kernel.
# The output is the number of loaded modules that are called rtla, and
# "measured".
measures() {
	exits "$1: a measurement" 0 "$top/tests/vm/run" -k "$1" $2 -- sh -c '
		grep -c "^rtla " /proc/modules
		timerlat hist -k -c 0 -d 2 | grep -q "^count: *[1-9][0-9][0-9]" && osnoise top -q -c 1 -d 2 >/dev/null &&
		hwnoise -q -c 1 -d 2 >/dev/null && echo measured'
}

measures 6.12-intree --no-module
is "the kernel itself has the module" "$(cat "$work/out")" "0
measured"
measures 6.12-rt-intree ''
is "the kernel has it as a module" "$(cat "$work/out")" "1
measured"

finish
