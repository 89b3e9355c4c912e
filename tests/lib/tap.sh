# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Functions with which all tests that are shell scripts print TAP, on this machine and in
# guests. They only need a POSIX shell. A script sources this file, runs tests, and calls
# finish; in a guest, where scripts follow each other, all.sh numbers the tests and prints
# the plan instead.
#
#	test_that NAME COMMAND...	tests that COMMAND succeeds
#	exits NAME STATUS [COMMAND...]	tests that COMMAND, or the last one, ends with STATUS
#	is NAME GOT EXPECTED		tests that two texts are the same
#	ok NAME				tests that the command before it succeeded
#	skip NAME REASON		reports a test as skipped
#	finish				prints the plan, and fails if any test failed
#
# Each test returns its status. $work is a folder for the script, which is removed at its
# end. A script that already has such a folder sets TAP_WORK to it; it is not removed then.

tap_number=0 tap_failed=0 tap_command='' status=''
work=${TAP_WORK:-}
if [ -z "$work" ]; then
	work=$(mktemp -d) || exit
	trap 'cd /; rm -rf --one-file-system "$work"' EXIT
fi
: >"$work/out"
: >"$work/err"

# explain: prints details about a test that failed. A script may define its own function
# of this name.
explain() {
	[ -n "$tap_command" ] || return 0
	echo "command: $tap_command"
	echo "status: $status"
	sed 's/^/stdout: /' "$work/out"
	sed 's/^/stderr: /' "$work/err"
}

# tap_result NAME STATUS: prints the result of a test, which passed if STATUS is 0; returns
# STATUS
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

# tap_run COMMAND...: runs a command with stdout in $work/out and stderr in $work/err; sets
# status
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

# eventually COMMAND...: repeats COMMAND until it succeeds; fails after about a minute
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
