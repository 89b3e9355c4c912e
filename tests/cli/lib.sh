# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests of the command line have in common. They are bash, and say
# TAP. RTLA is the command, SIMULATED the same on a simulated machine; both are
# made by 'make -C tests/cli all'.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
RTLA=${RTLA:-$here/../../build/cli/tool/rtla}
SIMULATED=${SIMULATED:-$here/../../build/cli/simulated}
for program in "$RTLA" "$SIMULATED"; do
	[ -x "$program" ] && continue
	echo "Bail out! $program is missing: run 'make -C tests/cli all'"
	exit 1
done

# shellcheck source=tests/lib/tap.sh
. "$here/../lib/tap.sh"
chmod 755 "$work"
mkdir "$work/bin" "$work/dir" "$work/seen"
chmod 777 "$work/dir"
cp "$RTLA" "$work/bin/rtla"
cp "$SIMULATED" "$work/bin/simulated"
for name in timerlat osnoise hwnoise; do
	ln -s rtla "$work/bin/$name"
done
mkdir "$work/simulated"
for name in rtla timerlat osnoise hwnoise; do
	cp "$SIMULATED" "$work/simulated/$name"
done
export SIM_LOG="$work/sim.log"
cd "$work/dir" || exit 1

# run WORD...: sets status, out and err
run() {
	rm -f "$SIM_LOG"
	tap_run "$@"
	out=$(<"$work/out")
	err=$(<"$work/err")
}

# A name must not be made by a command here: its status would be the one that
# ok reports.

# refused MESSAGE WORD...: the usage is wrong, and said to be in one line
refused() {
	local message=$1

	shift
	run "$@"
	[[ $status -eq 129 && -z $out &&
	   $err = "rtla: $message"$'\n'"Try '"*" --help'." ]]
	ok "${1##*/} ${*:2}: $message"
}

# fails NAME MESSAGE COMMAND...: exits with $status_wanted, and says only MESSAGE
fails() {
	local name=$1 message=$2

	shift 2
	run "$@"
	exits "$name" "$status_wanted"
	is "$name: is told" "$(head -n 1 "$work/err")" "rtla: $message"
	is "$name: nothing is printed" "$out" ""
}

# accepted WORD...: the usage is right, but there is no module here
accepted() {
	local message="rtla: /dev/rtla: no such device: load the module with 'modprobe rtla'"

	run "$@"
	[[ $status -eq 4 && -z $out && $err = "$message" ]]
	ok "${1##*/} ${*:2}"
}

# calls_of GROUP: sets calls to the commands that have a group of options
# shellcheck disable=SC2034
calls_of() {
	case $1 in
	all) calls=("timerlat top" "timerlat hist" "osnoise top" "osnoise hist" hwnoise) ;;
	tables) calls=("timerlat top" "osnoise top" hwnoise) ;;
	histograms) calls=("timerlat hist" "osnoise hist") ;;
	timerlat) calls=("timerlat top" "timerlat hist") ;;
	osnoise) calls=("osnoise top" "osnoise hist") ;;
	noise) calls=("osnoise top" "osnoise hist" hwnoise) ;;
	*) calls=("$1") ;;
	esac
}

# has TEXT LINE: is LINE a line of TEXT?
has() {
	printf '%s\n' "$1" | grep -qxF -- "$2"
}

# What follows is for runs on the simulated machine.

# begun [CALL]: what was started last, in the background, measures, or has come
# to this call of the tracer; SIM_LOG was to be removed before
begun() {
	eventually grep -qs "^${1:-arm}" "$SIM_LOG"
}

# on_time: what was printed, of a run that ends after a second at the earliest
on_time() {
	sed -E 's/( 0 00:00:0)[1-9]/\11/' "$work/out"
}

# called NAME LINE: was the tracer, or an instance, called so?
called() {
	grep -qxF -- "$2" "$SIM_LOG"
	ok "$1"
}

# undone NAME: everything that was made is gone, the tracer first
undone() {
	[ "$(grep -c ^open "$SIM_LOG")" = "$(grep -c ^close "$SIM_LOG")" ] &&
		[ "$(grep ^create "$SIM_LOG" | cut -d' ' -f2 | sort)" = \
		  "$(grep ^destroy "$SIM_LOG" | cut -d' ' -f2 | sort)" ]
	ok "$1"
}

# tables: how many the output has
tables() {
	grep -c '^ *Timer Latency *$' "$work/out"
}

# What follows is for runs on a terminal, see "terminal".

# see SIZE COMMAND... <<ACTIONS: sets status; out is all that was printed
see() {
	tap_command="${*:2}"
	rm -f "$SIM_LOG" "$work/out" "$work"/seen/*
	"$here/view/terminal" "$1" "$work/seen" "${@:2}" 2>"$work/err"
	status=$?
	cp "$work/seen/last" "$work/out" 2>/dev/null || : >"$work/out"
	out=$(cat "$work/out")
}

# line NAME N: of what was shown as NAME
line() {
	sed -n "$2p" "$work/seen/$1"
}

# cpus NAME: the first figure of each row
cpus() {
	grep -o '^ *[0-9]* #' "$work/seen/$1" | tr -d ' #' | paste -sd ' '
}

# on_terminal: commands measure a simulated machine with 20 CPUs, on a terminal
on_terminal() {
	PATH=$work/simulated:$PATH
	export TERM=xterm SIM=cpus=20
	unset NO_COLOR
}

# restored NAME: the terminal is as it was
restored() {
	is "$1" "$(cat "$work/seen/state" || echo unknown)" ""
}

# plain NAME: no escape sequence was written
plain() {
	! grep -q $'\033' "$work/seen/raw"
	ok "$1"
}
