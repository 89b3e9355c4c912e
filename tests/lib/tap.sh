# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# The voice of all tests that are shell scripts, on this machine and in guests: TAP.
# It is POSIX's shell. Source it, run tests, and call finish; in a guest, where
# scripts follow each other, all.sh numbers the tests and writes the plan.
#
#	test_that NAME COMMAND...	a test that COMMAND succeeds
#	exits NAME STATUS [COMMAND...]	a test that COMMAND, or the last one, ends with STATUS
#	is NAME GOT EXPECTED		a test that two texts are the same
#	ok NAME				a test that the command before it succeeded
#	skip NAME REASON
#	finish				the plan; its status is that of the tests
#
# Each of them has the status of its test. $work is a folder for the script, which is
# removed at its end; a script that has one already says so by TAP_WORK.

tap_number=0 tap_failed=0 tap_command='' status=''
work=${TAP_WORK:-}
if [ -z "$work" ]; then
	work=$(mktemp -d) || exit
	trap 'cd /; rm -rf --one-file-system "$work"' EXIT
fi
: >"$work/out" >"$work/err"

# explain: what is said about a test that failed; a script may have an explanation of
# its own.
explain() {
	[ -n "$tap_command" ] || return 0
	echo "command: $tap_command"
	echo "status: $status"
	sed 's/^/stdout: /' "$work/out"
	sed 's/^/stderr: /' "$work/err"
}

# tap_result NAME STATUS
tap_result() {
	tap_number=$((tap_number + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $tap_number - $1"
	else
		echo "not ok $tap_number - $1"
		explain | sed 's/^/# /'
		tap_failed=1
	fi
	return "$2"
}

ok() { tap_result "$1" $?; }

skip() {
	tap_number=$((tap_number + 1))
	echo "ok $tap_number - $1 # SKIP $2"
}

is() {
	[ "$2" = "$3" ]
	tap_result "$1" $? && return
	printf '%s\n' "$3" | sed 's/^/# expected: /'
	printf '%s\n' "$2" | sed 's/^/# got:      /'
	return 1
}

test_that() {
	tap_name=$1
	shift
	"$@" >"$work/test_said" 2>&1
	tap_result "$tap_name" $? && return
	sed 's/^/# /' "$work/test_said"
	return 1
}

# tap_run COMMAND...: sets status; output and messages are in $work/out and $work/err
tap_run() {
	tap_command=$*
	"$@" >"$work/out" 2>"$work/err"
	status=$?
}

exits() {
	tap_name=$1 tap_expected=$2
	shift 2
	[ $# = 0 ] || tap_run "$@"
	[ "$status" = "$tap_expected" ]
	tap_result "$tap_name" $?
}

# eventually COMMAND...: it succeeds, if not now, then within about a minute
eventually_pause=0.05 eventually_tries=1200
eventually() {
	tap_left=$eventually_tries
	until "$@"; do
		[ $((tap_left -= 1)) -gt 0 ] || return 1
		sleep $eventually_pause
	done
}

finish() {
	echo "1..$tap_number"
	return $tap_failed
}
