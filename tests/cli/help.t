#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Help and version, by every name of the command, for anybody.

. "$(dirname "$0")/lib.sh"
PATH=$work/bin:$PATH

# told NAME FIRST WORD...: exit 0, on stdout, beginning with FIRST
told() {
	local name=$1 first=$2

	shift 2
	run "$@"
	[ $status -eq 0 ] && [ -z "$err" ] &&
		[ "$(head -n 1 "$work/out")" = "$first" ]
	ok "$name"
}

list="usage: rtla COMMAND [OPTION]..."
told "rtla -h" "$list" rtla -h
told "rtla --help" "$list" rtla --help
told "rtla help" "$list" rtla help
grep -q '^  timerlat top ' "$work/out"
ok "the list has timerlat top"

run rtla
[ $status -eq 129 ] && [ -z "$out" ] && [ "$(head -n 1 "$work/err")" = "$list" ]
ok "rtla alone tells the same, as an error"

for words in "timerlat top --help" "timerlat top -h" "timerlat --help" \
	     "timerlat -h" "timerlat top -q --he" "timerlat top -qh" \
	     "timerlat top -d 1 -h -z"; do
	told "$words" "usage: timerlat top [OPTION]..." $words
done
for words in "rtla timerlat top --help" "rtla timerlat -h" \
	     "rtla help timerlat" "rtla help timerlat top"; do
	told "$words" "usage: rtla timerlat top [OPTION]..." $words
done
told "by a path" "usage: timerlat top [OPTION]..." "$work/bin/timerlat" -h
told "by a relative path" "usage: timerlat top [OPTION]..." ../bin/timerlat -h
cp "$work/bin/rtla" "$work/bin/other"
told "any other name is rtla" "$list" other --help

version=$(sed -n 's/.*RTLA_VERSION\t"\(.*\)"/\1/p' "$here/../../tools/rtla/version.h")
for words in "rtla --version" "timerlat --version" "timerlat top --version" \
	     "rtla timerlat top --vers"; do
	told "$words" "rtla version $version" $words
done

timerlat top --help >"$work/help"
for option in auto cpus duration debug irq thread stack trace period priority \
	      house-keeping nano quiet kernel-threads dma-latency no-aa aa-only \
	      warm-up help version; do
	grep -q -- " --$option\>" "$work/help"
	ok "the help has --$option"
done
for letter in a c d D i T s t p P H n q k h; do
	grep -q -- "^  -$letter, --" "$work/help"
	ok "the help has -$letter"
done
grep -q "100 to *$" "$work/help" && grep -q "1000000 us, default 1000$" "$work/help"
ok "the help has range, unit and default of the period"
[ "$(wc -L <"$work/help")" -le 80 ]
ok "the help fits in 80 columns"

if [ -w /dev/full ]; then
	timerlat --help >/dev/full 2>"$work/err"
	is "help that cannot be written is an error" "$?" 1
	is "and that is said" "$(cat "$work/err")" \
		"rtla: standard output: No space left on device: the results are lost"
fi

if [ "$(id -u)" -ne 0 ]; then
	nobody=
elif command -v setpriv >/dev/null; then
	nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
if [ -n "${nobody+x}" ]; then
	told "help for other users" "usage: timerlat top [OPTION]..." \
		$nobody "$work/bin/timerlat" -h
	told "version for other users" "rtla version $version" \
		$nobody "$work/bin/rtla" --version
else
	skip "help for other users" "no setpriv"
fi

finish
