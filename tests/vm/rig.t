#!/bin/bash
# The rig itself: streams and statuses come through, and trouble in the guest's
# kernel is a failure. TAP.
run=$(dirname "$(readlink -f "$0")")/run
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
number=0

check() {
	local name=$1
	shift
	number=$((number + 1))
	if "$@"; then
		echo "ok $number - $name"
	else
		echo "not ok $number - $name"
		sed 's/^/# /' "$tmp/out" "$tmp/err" | head -n 60
	fi
}

# guest OPTION... -- COMMAND...: its status in $status
guest() {
	"$run" "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
}

# What has to be built first is told on stderr.
"${run%run}setup" boot 6.12 >/dev/null

seq 100000 >"$tmp/in"
guest sh -c 'cat; echo talk >&2; exit 3' <"$tmp/in"
check "the command's status is the run's" [ $status = 3 ]
check "stdin and stdout come through, all of it" cmp -s "$tmp/in" "$tmp/out"
check "and stderr, apart" [ "$(cat "$tmp/err")" = talk ]

guest sh -c 'exit 255' </dev/null
check "up to status 255" [ $status = 255 ]

guest sh -c 'modprobe rtla_inject && echo warning 0 0 0 >/sys/kernel/debug/rtla_inject' </dev/null
check "a kernel warning fails a command that did not" [ $status = 253 ]
check "and the log is shown" grep -q 'a warning, as asked for' "$tmp/err"

guest sh -c 'echo c >/proc/sysrq-trigger' </dev/null
check "a panic fails" [ $status = 253 ]
check "and the log is shown" grep -q 'Kernel panic' "$tmp/err"

guest -t 15 sleep 1000 </dev/null
check "a command that hangs fails" [ $status = 124 ]
check "and shows where the CPUs are" grep -q 'CPU: 1' "$tmp/err"
echo "1..$number"
