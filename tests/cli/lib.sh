# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for the tests of the command line, which are bash scripts and print TAP. RTLA
# is the path of the command, SIMULATED that of the same command on a simulated machine;
# 'make -C tests/cli all' builds both.

here=$PWD
cd "${BASH_SOURCE[0]%/*}" && here=$PWD && cd "$OLDPWD" || exit 1
RTLA=${RTLA:-$here/../../build/cli/without_bpf}
SIMULATED=${SIMULATED:-$here/../../build/cli/simulated}
for program in "$RTLA" "$SIMULATED"; do
	[ -x "$program" ] && continue
	echo "Bail out! $program is missing: run 'make -C tests/cli all'"
	exit 1
done

# shellcheck source=tests/lib/tap.sh
. "$here/../lib/tap.sh"
[[ $RTLA -ef $here/../../build/cli/without_bpf ]] ||
	tap_alone="RTLA=${RTLA#"$tap_top/"} SIMULATED=${SIMULATED#"$tap_top/"} $tap_alone"
[[ $RTLA = /* ]] || RTLA=$PWD/$RTLA
chmod 755 "$work"
mkdir "$work/bin" "$work/dir" "$work/seen" "$work/simulated"
chmod 777 "$work/dir"
# Links of the same files take no time, but the folders may be on different disks.
cp -lL "$RTLA" "$work/bin/rtla" 2>/dev/null || cp "$RTLA" "$work/bin/rtla"
cp -lL "$SIMULATED" "$work/simulated/rtla" 2>/dev/null || cp "$SIMULATED" "$work/simulated/rtla"
# One process makes all names: "ln" makes one at a time.
perl -e 'for (@ARGV) { symlink "rtla", $_ or die "$_: $!\n" }' \
	"$work"/{bin,simulated}/{timerlat,osnoise,hwnoise,wakeup,overheads,bound,cycle} || exit 1
export SIM_LOG="$work/sim.log"
cd "$work/dir" || exit 1

# read_text VARIABLE FILE: sets a variable to the text of FILE, without NULs; it is empty if
# there is no file. A command substitution would start a process.
read_text() {
	local IFS='' parts=()
	[ ! -e "$2" ] || mapfile -d '' -t parts <"$2"
	printf -v "$1" %s "${parts[*]}"
}

# run WORD...: runs a command, and sets status, out and err
run() {
	[ ! -e "$SIM_LOG" ] || : >"$SIM_LOG"
	tap_run "$@"
	read_text out "$work/out"
	read_text err "$work/err"
	# How soon the processes of a workload get a CPU depends on the host.
	while [[ $err =~ (^|$'\n')("rtla: CPU "[0-9]+": waiting for its workload to start"[^$'\n']*$'\n') ]]; do
		err=${err/"${BASH_REMATCH[2]}"/}
	done
	out=${out%"${out##*[!$'\n']}"}
	err=${err%"${err##*[!$'\n']}"}
}

# run_wrapped WORD...: runs a command, and sets widest to the length of its longest line;
# sentences that it has wrapped are then in one line each, in out and in $work/out
# shellcheck disable=SC2034
run_wrapped() {
	run "$@"
	widest=$(wc -L <"$work/out")
	awk '
		function indent(line) { match(line, /^ */); return RLENGTH }
		function wraps(line) {
			match(line, /^ *(\047[^\047]*\047[^ ]*|[^ ]*( (us|ms|ns|s|%)[^ ]*)?)/)
			return length(last) + 1 + RLENGTH - begin - 2 > 80 && indent(line) == begin + 2
		}
		NR > 1 && wraps($0) { last = $0; sub(/^ */, " "); whole = whole $0; next }
		NR > 1 { print whole }
		{ whole = last = $0; begin = indent($0) }
		END { print whole }' "$work/out" >"$work/unwrapped"
	mv "$work/unwrapped" "$work/out"
	read_text out "$work/out"
	out=${out%"${out##*[!$'\n']}"}
}

# In the functions below, the argument of ok must not contain a command substitution:
# ok would report the status of that, not the status of the test.

# refused MESSAGE WORD...: tests that a command line is refused as wrong usage, with
# status 129, MESSAGE and a hint at --help
refused() {
	local message=$1

	shift
	run "$@"
	[[ $status -eq 129 && -z $out &&
	   $err = "rtla: $message"$'\n'"Try '"*" --help'." ]]
	ok "${1##*/} ${*:2}: refused: $message"
}

# fails NAME MESSAGE COMMAND...: tests that COMMAND exits with $status_wanted, that
# MESSAGE is the first line on stderr, and that nothing is printed on stdout
fails() {
	local name=$1 message=$2

	shift 2
	run "$@"
	# shellcheck disable=SC2154 # Each test that calls this assigns it.
	exits "$name" "$status_wanted"
	is "$name: stderr says why" "${err%%$'\n'*}" "rtla: $message"
	is "$name: nothing is printed" "$out" ""
}

# accepted WORD...: tests that the usage is right: the command only fails because there
# is no module on this machine, and no tracer of the kernel's own where that could be used
accepted() {
	local whole

	run "$@"
	read_text whole "$work/err"
	[[ $status -eq 4 && -z $out && $whole = "$err"$'\n' && $err != *$'\n'* ]] &&
		[[ $err = "rtla: /dev/rtla: no such device: this kernel, "*", cannot load modules: "* ||
		   $err = "rtla: /dev/rtla: no such device: the module is not "*": "*"modprobe rtla"* ||
		   $err = "rtla: /dev/rtla: no such device: the module is not "*": "*"make install"* ||
		   ${*:1:2} = *cycle* && $err = "rtla: --tracer bpf: "*": build it where clang and libbpf are" ]]
	ok "${1##*/} ${*:2}"
}

# calls_of GROUP: sets calls to the commands that have a group of options
# shellcheck disable=SC2034
calls_of() {
	case $1 in
	all) calls=("timerlat top" "timerlat hist" "osnoise top" "osnoise hist" hwnoise
		    "wakeup top" "wakeup hist" "overheads top" "overheads hist" "bound top" "bound hist"
		    "cycle top" "cycle hist") ;;
	analysing) calls=("timerlat top" "timerlat hist" "osnoise top" "osnoise hist" hwnoise
			  "wakeup top" "wakeup hist") ;;
	measuring_tables) calls=("timerlat top" "osnoise top" hwnoise) ;;
	measuring) calls=("timerlat top" "timerlat hist" "osnoise top" "osnoise hist" hwnoise) ;;
	tables) calls=("timerlat top" "osnoise top" hwnoise "wakeup top" "overheads top" "bound top" "cycle top") ;;
	without_habits) calls=("osnoise top" hwnoise "wakeup top" "overheads top" "bound top" "cycle top") ;;
	histograms) calls=("timerlat hist" "osnoise hist" "wakeup hist" "overheads hist" "bound hist" "cycle hist") ;;
	wakeup) calls=("wakeup top" "wakeup hist") ;;
	overheads) calls=("overheads top" "overheads hist") ;;
	cycle) calls=("cycle top" "cycle hist") ;;
	bound) calls=("bound top" "bound hist") ;;
	timerlat) calls=("timerlat top" "timerlat hist") ;;
	osnoise) calls=("osnoise top" "osnoise hist") ;;
	noise) calls=("osnoise top" "osnoise hist" hwnoise) ;;
	*) calls=("$1") ;;
	esac
}

# has TEXT LINE: returns whether LINE is a line of TEXT
has() {
	[[ $'\n'$1$'\n' = *$'\n'"$2"$'\n'* ]]
}

# as_documented FILE...: succeeds if these results, comparisons and so on are what
# Documentation/ says. results/check_results takes 0.3 s to begin, so one of its processes
# answers all questions of a script.
as_documented() {
	local file answer

	if [ "$BASHPID" != $$ ]; then
		"$here/results/check_results" "$@"
		return
	fi
	if [ -z "${CHECKER_PID:-}" ]; then
		coproc CHECKER { exec "$here/results/check_results" --answer 2>&1; }
		# It is none of those that a script waits for.
		disown
	fi
	for file; do
		[[ $file = /* ]] || file=$PWD/$file
		printf '%s\n' "$file"
	done >&"${CHECKER[1]}"
	echo >&"${CHECKER[1]}"
	while read -r answer <&"${CHECKER[0]}"; do
		case $answer in
		right) return 0 ;;
		wrong) return 1 ;;
		esac
		printf '%s\n' "$answer"
	done
	return 1
}

# make_result FILE WORD...: writes a made-up result to FILE; the words are arguments of
# results/make_result.py, of which one process makes all results of a script
make_result() {
	local file=$1 answer

	[[ $file = /* ]] || file=$PWD/$file
	if [ "$BASHPID" != $$ ]; then
		"$here/results/make_result.py" "${@:2}" >"$file"
		return
	fi
	if [ -z "${MAKER_PID:-}" ]; then
		# bash would warn that the other one, of as_documented, is there.
		{ coproc MAKER { exec "$here/results/make_result.py" --answer 2>&1; }; } 2>/dev/null
		disown
	fi
	printf '%s\0' "$file" "${@:2}" '' >&"${MAKER[1]}"
	while read -r answer <&"${MAKER[0]}"; do
		[ "$answer" != made ] || return 0
		printf '%s\n' "$answer"
	done
	return 1
}

# json_ask FILE FILTER...: sets found to what jq finds in a JSON file by each FILTER: a text as
# it is, other values as JSON, several values on a line each. One process of jq answers all,
# as it takes 30 ms to begin. What jq says of a wrong filter is found, too.
json_ask() {
	local file=$1 filter program=''

	shift
	for filter; do
		program+="${program:+, }([try ($filter) catch \"jq: \\(.)\"] | map(if type == \"string\" then . else tojson end) | join(\"\n\") + \"\u0000\")"
	done
	mapfile -d '' -t found < <(jq -j "$program" "$file" 2>&1)
}

# json_is FILE NAME FILTER EXPECTED [NAME FILTER EXPECTED]...: tests that jq finds in a JSON
# file by each FILTER what is expected
json_is() {
	local file=$1 i filters=()

	shift
	for ((i = 2; i <= $#; i += 3)); do filters+=("${!i}"); done
	json_ask "$file" "${filters[@]}"
	for i in "${!filters[@]}"; do
		is "$1" "${found[i]-no answer}" "$3"
		shift 3
	done
}

# The functions below are for runs on the simulated machine.

# cgroups: prints where cgroups of version 2 are mounted; nothing if they are not
cgroups() { awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts; }

# begun [CALL]: waits until the command that was started last, in the background,
# measures, or has made this CALL of the tracer. The caller has to remove SIM_LOG before
# it starts the command.
begun() {
	eventually log_has "${1:-arm}"
}

# log_has TEXT: returns whether a line of the log of the simulated machine begins with TEXT
log_has() {
	local log

	read_text log "$SIM_LOG"
	[[ $'\n'$log = *$'\n'"$1"* ]]
}

# eventually waits without a process of "sleep".
tap_pause() {
	[ -p "$work/never" ] || mkfifo "$work/never"
	read -rt "$eventually_pause" _ <>"$work/never" || :
}

# on_time: prints the output of a run of one second, with 1 s as its duration: on a slow
# machine a run may end later
on_time() {
	local text

	read_text text "$work/out"
	printf %s "${text// 0 00:00:0[1-9]/ 0 00:00:01}"
}

# called NAME LINE: tests that the log has LINE, a call of the tracer or of an instance
called() {
	local log

	read_text log "$SIM_LOG"
	has "$log" "$2"
	ok "$1"
}

# undone NAME: tests that the tracer was closed as often as it was opened, and that all
# instances that were created are destroyed
undone() {
	local call name open=0 lines=()
	local -A there=()

	[ ! -e "$SIM_LOG" ] || mapfile -t lines <"$SIM_LOG"
	for call in "${lines[@]}"; do
		name=${call#* }
		name=${name%% *}
		case $call in
		open*) open=$((open + 1)) ;;
		close*) open=$((open - 1)) ;;
		create*) there[$name]=$((${there[$name]:-0} + 1)) ;;
		destroy*) there[$name]=$((${there[$name]:-0} - 1)) ;;
		esac
	done
	[[ $open = 0 && ${there[*]} != *[!0\ ]* ]]
	ok "$1"
}

# tables: prints how many tables of timerlat the output has
tables() {
	local line lines count=0

	mapfile -t lines <"$work/out"
	for line in "${lines[@]}"; do
		[[ ! $line =~ ^\ *Timer\ Latency(\ *|,\ (period|stops\ at)\ .*)$ ]] || count=$((count + 1))
	done
	echo $count
}

# The functions below are for runs on a terminal, see view/terminal.

# see SIZE COMMAND... <<ACTIONS: runs COMMAND on a terminal, and does the actions there;
# sets status, and out to all that was printed on the terminal's main screen
see() {
	tap_about "${@:2}"
	rm -f "$SIM_LOG" "$work/out" "$work"/seen/*
	"$here/view/terminal" "$1" "$work/seen" "${@:2}" 2>"$work/err"
	status=$?
	read_text out "$work/seen/last"
	printf %s "$out" >"$work/out"
	out=${out%"${out##*[!$'\n']}"}
}

# line NAME N: prints line N of the screen that the action "show NAME" saved
line() {
	local lines

	mapfile -t -s $(($2 - 1)) -n 1 lines <"$work/seen/$1"
	printf '%s\n' "${lines[@]}"
}

# cpus NAME: prints the CPU of each row of the screen that "show NAME" saved
cpus() {
	local line lines row='^ *([0-9]*) #' all=

	mapfile -t lines <"$work/seen/$1"
	for line in "${lines[@]}"; do
		[[ ! $line =~ $row ]] || all+="${all:+ }${BASH_REMATCH[1]}"
	done
	echo "$all"
}

# on_terminal: lets all commands measure a simulated machine with 20 CPUs, on a terminal
on_terminal() {
	PATH=$work/simulated:$PATH
	export TERM=xterm SIM=cpus=20
	unset NO_COLOR
}

# restored NAME: tests that the terminal is as it was before the command
restored() {
	local state=unknown

	[ ! -e "$work/seen/state" ] || read_text state "$work/seen/state"
	is "$1" "$state" ""
}

# plain NAME: tests that no escape sequence was written to the terminal
plain() {
	local raw

	read_text raw "$work/seen/raw"
	[[ $raw != *$'\033'* ]]
	ok "$1"
}
