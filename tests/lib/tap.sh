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
#	section [NAME]			names what the tests after it are about, for scripts
#					in which few tests are about a command
#	finish				prints the plan, and fails if any test failed
#
# Each test returns its status. $work is a folder for the script, which is removed at its
# end. A script that already has such a folder sets TAP_WORK to it; it is not removed then.
#
# What a test is called says alone what failed, so a NAME gets its case in front: the
# script, and the command that was run last, or the section:
#
#	cli/run/hit: SIM=hit=200 timerlat top -q -T 100 -d 5: a hit exits with 2
#
# A NAME begins with what the test is about, and does not go on with the sentence of the test
# before it, as "and is told" does: tests/lint/test_names finds those in the sources.
#
# No process is started for a test that passes: there are thousands of them.

# What tests compare is the same for every user: characters are UTF-8's, and texts are English.
# Guests have no locales.
case $0 in
/tests/*) ;;
*) export LC_ALL=C.UTF-8 ;;
esac

tap_number=0 tap_failed=0 tap_command='' status=''
tap_section='' tap_case='' tap_plain='' tap_new=''
work=${TAP_WORK:-}
if [ -z "$work" ]; then
	work=$(mktemp -d) || exit
	trap 'cd /; rm -rf --one-file-system "$work"' EXIT
fi
: >"$work/out"
: >"$work/err"

# tap_find_script WORD...: sets tap_top to the checkout's folder, tap_script to the script's
# path in tests/ as it is in names, and tap_alone to the command that runs it alone, with
# the script's arguments. In a guest all.sh knows these, so they are empty.
tap_find_script() {
	tap_top='' tap_script='' tap_alone='' tap_was=$PWD
	# A script may have changed its folder since $0 was right.
	tap_path=$0
	[ -e "$tap_path" ] || tap_path=${OLDPWD:-}/$0
	case $tap_path in
	/tests/*) return ;;
	*/*) cd "${tap_path%/*}" || return ;;
	esac
	tap_path=$PWD/${tap_path##*/}
	cd "$tap_was" || return
	tap_top=${tap_path%/tests/*}
	tap_alone=${tap_path#"$tap_top"/}${1+ $*}
	tap_script=${tap_path##*/tests/}
	[ "$tap_top" != "$tap_path" ] || tap_top='' tap_script=${tap_path##*/}
	tap_script="${tap_script%.t}: "
}
tap_find_script "$@"

# tap_cut TEXT MOST: sets tap_text to the first line of TEXT. If it has more than MOST
# characters, which are pattern ??????????..., and 20 more, its middle is left out.
tap_20='????????????????????' tap_newline='
'
tap_40=$tap_20$tap_20 tap_80=$tap_20$tap_20$tap_20$tap_20
tap_cut() {
	tap_text=${1%%"$tap_newline"*}
	[ ${#tap_text} -gt $((${#2} + 23)) ] || return 0
	# shellcheck disable=SC2295 # These are patterns.
	tap_text=${tap_text%"${tap_text#$2}"}...${tap_text#"${tap_text%$tap_20}"}
}

# tap_replace OLD NEW: replaces OLD by NEW in tap_text, wherever it is
tap_replace() {
	tap_before=''
	while :; do
		case $tap_text in
		*"$1"*) tap_before=$tap_before${tap_text%%"$1"*}$2 tap_text=${tap_text#*"$1"} ;;
		*) break ;;
		esac
	done
	tap_text=$tap_before$tap_text
}

# tap_about COMMAND...: makes COMMAND the case of the tests that follow. It is named as it
# is in every run and checkout. SIM says what machine is simulated: see tests/cli.
tap_about() {
	tap_command="${SIM:+SIM=$SIM }$*"
	tap_text=${1##*/}
	shift
	tap_text="$tap_text${1+ $*}"
	tap_replace "$work/" ''
	[ -z "$tap_top" ] || tap_replace "$tap_top/" ''
	tap_replace ".$$" .PID
	tap_replace "pid=$$" pid=PID
	[ -z "$!" ] || tap_replace "=$!" =PID
	case $tap_text in
	*[![:print:]]*) tap_text=$(printf %s "$tap_text" | tr '\n\t' ' ' | LC_ALL=C tr -c ' -~' '?') ;;
	esac
	tap_plain=$tap_text
	tap_cut "${SIM:+SIM=$SIM }$tap_text" "$tap_40"
	tap_case="$tap_section$tap_text: " tap_new=yes
}

section() {
	tap_section="${1:+$1: }"
	tap_about_section
}

# tap_about_section: makes the section the case, and no command
tap_about_section() { tap_case=$tap_section tap_command='' tap_plain=''; }

# tap_called NAME [END]: sets tap_text to the whole name of a test, with END. In a section, a
# command is the case of the first test after it only.
tap_called() {
	[ -z "$tap_section" ] || [ -n "$tap_new" ] || tap_about_section
	tap_new=''
	case $1 in
	"${tap_plain:- }"*)
		tap_cut "$1" "$tap_80$tap_40"
		tap_text=$tap_script$tap_text${2:-}
		;;
	*)
		tap_cut "$1" "$tap_80"
		tap_text=$tap_script$tap_case$tap_text${2:-}
		;;
	esac
}

# tap_shown LABEL FILE: prints the end of FILE, each line with LABEL in front
tap_shown() {
	tap_left=$(($(wc -l <"$2") - 40))
	[ "$tap_left" -le 0 ] || echo "$1: ($tap_left lines before these are left out)"
	tail -n 40 "$2" | sed "s/^/$1: /; s/^\(.\{500\}\).*/\1.../"
}

tap_as_comments() { sed 's/^/# /'; }

# tap_line: prints the lines of the script that led to the test, which only bash knows
tap_line() {
	[ -n "${BASH_VERSION:-}" ] || return 0
	# shellcheck disable=SC2016 # Other shells cannot read this.
	eval 'tap_left=
	for tap_frame in "${!BASH_SOURCE[@]}"; do
		[ "${BASH_SOURCE[tap_frame]}" != "$0" ] ||
			tap_left="${tap_left:+$tap_left, called from }line ${BASH_LINENO[tap_frame - 1]}"
	done'
	[ -z "$tap_left" ] || echo "$tap_left"
}

# explain: prints details about a test that failed. A script may define its own function
# of this name.
explain() {
	[ -n "$tap_command" ] || return 0
	printf 'command: %s\nstatus: %s\n' "$tap_command" "$status"
	tap_shown stdout "$work/out"
	tap_shown stderr "$work/err"
}

# tap_result NAME STATUS [END]: prints the result of a test, which passed if STATUS is 0;
# returns STATUS
tap_result() {
	tap_number=$((tap_number + 1))
	tap_called "$1" "${3:-}"
	if [ "$2" -eq 0 ]; then
		printf 'ok %s - %s\n' $tap_number "$tap_text"
	else
		printf 'not ok %s - %s\n' $tap_number "$tap_text"
		[ -z "$tap_alone" ] || printf '# run it alone: %s\n' "$tap_alone"
		tap_line | tap_as_comments
		explain | tap_as_comments
		tap_failed=1
	fi
	return "$2"
}

ok() { tap_result "$1" $?; }

# tap_take FILE STATUS: the tests in FILE, what a program printed that ended with STATUS, become
# tests of this file, with the same numbers; it has none of its own before
tap_take() {
	grep -v '^1\.\.' "$1"
	tap_number=$(grep -cE '^(not )?ok ' "$1")
	[ "$2" = 0 ] || tap_failed=1
}

skip() {
	tap_number=$((tap_number + 1))
	tap_called "$1"
	printf 'ok %s - %s # SKIP %s\n' $tap_number "$tap_text" "$2"
}

# tap_compared GOT EXPECTED: prints two texts, and how they differ
tap_compared() {
	printf '%s\n' "$1" >"$work/tap_got"
	printf '%s\n' "$2" >"$work/tap_expected"
	tap_shown expected "$work/tap_expected"
	tap_shown "got     " "$work/tap_got"
	case $1,$2 in
	*"$tap_newline"*,*"$tap_newline"*) ;;
	*) return ;;
	esac
	diff -U 1 "$work/tap_expected" "$work/tap_got" | sed 1,2d >"$work/tap_differ"
	tap_shown differ "$work/tap_differ"
}

is() {
	[ "$2" = "$3" ]
	tap_result "$1" $? && return
	tap_compared "$2" "$3" | tap_as_comments
	return 1
}

test_that() {
	tap_name=$1
	shift
	"$@" >"$work/test_said" 2>&1
	tap_result "$tap_name" $? && return
	{
		printf 'tested with: %s\n' "$*"
		tap_shown said "$work/test_said"
	} | tap_as_comments
	return 1
}

# tap_run COMMAND...: runs a command with stdout in $work/out and stderr in $work/err; sets
# status
tap_run() {
	tap_about "$@"
	"$@" >"$work/out" 2>"$work/err"
	status=$?
}

exits() {
	tap_name=$1 tap_expected=$2
	shift 2
	[ $# = 0 ] || tap_run "$@"
	[ "$status" = "$tap_expected" ]
	tap_result "$tap_name" $? " (ends with $tap_expected)"
}

# eventually COMMAND...: repeats COMMAND until it succeeds; fails after about a minute
eventually_pause=0.05 eventually_tries=1200
# tap_pause: waits for $eventually_pause seconds, in bash by reading what nobody writes: a process
# for each look at something takes the time from what is looked at
tap_pause() {
	if [ -z "${BASH_VERSION:-}" ]; then
		sleep "$eventually_pause"
		return
	fi
	[ -p "$work/pause" ] || mkfifo "$work/pause"
	# shellcheck disable=SC3045 # It is bash.
	! read -r -t "$eventually_pause" _ <>"$work/pause"
}
eventually() {
	tap_left=$eventually_tries
	until "$@"; do
		[ $((tap_left -= 1)) -gt 0 ] || return 1
		tap_pause
	done
}

finish() {
	echo "1..$tap_number"
	return $tap_failed
}
