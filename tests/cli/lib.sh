# SPDX-License-Identifier: GPL-2.0
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

work=$(mktemp -d)
chmod 755 "$work"
mkdir "$work/bin" "$work/dir"
chmod 777 "$work/dir"
cp "$RTLA" "$work/bin/rtla"
cp "$SIMULATED" "$work/bin/simulated"
for name in timerlat osnoise hwnoise; do
	ln -s rtla "$work/bin/$name"
done
mkdir "$work/simulated"
for name in rtla timerlat; do
	cp "$SIMULATED" "$work/simulated/$name"
done
export SIM_LOG="$work/sim.log"
cd "$work/dir" || exit 1
trap 'cd /; rm -rf "$work"' EXIT

tests=0

# ok NAME: reports the status of the command before it.
ok() {
	local good=$?

	tests=$((tests + 1))
	if [ $good -eq 0 ]; then
		echo "ok $tests - $1"
	else
		echo "not ok $tests - $1"
		show
	fi
	return $good
}

# skip NAME REASON
skip() {
	tests=$((tests + 1))
	echo "ok $tests - $1 # SKIP $2"
}

# is NAME GOT EXPECTED
is() {
	[ "$2" = "$3" ]
	ok "$1" && return
	diff <(printf '%s\n' "$3") <(printf '%s\n' "$2") | sed 's/^/# /'
}

# show what the last run came to, for people
show() {
	echo "# command: $command"
	echo "# status: $status"
	sed 's/^/# stdout: /' "$work/out"
	sed 's/^/# stderr: /' "$work/err"
}

# run WORD...: sets status, out and err
run() {
	command="$*"
	rm -f "$SIM_LOG"
	"$@" >"$work/out" 2>"$work/err"
	status=$?
	out=$(cat "$work/out")
	err=$(cat "$work/err")
}

# exits NAME STATUS
exits() {
	[ "$status" = "$2" ]
	ok "$1"
}

# refused MESSAGE WORD...: the usage is wrong, and said to be in one line
refused() {
	local message=$1
	local hint

	shift
	run "$@"
	hint=$(tail -n 1 "$work/err")
	[ $status -eq 129 ] && [ -z "$out" ] &&
		[ "$(head -n 1 "$work/err")" = "rtla: $message" ] &&
		[ "$(wc -l <"$work/err")" -eq 2 ] &&
		[[ $hint = "Try '"*"--help'." ]]
	ok "$(basename "$1") ${*:2}: $message"
}

# has TEXT LINE: is LINE a line of TEXT?
has() {
	printf '%s\n' "$1" | grep -qxF -- "$2"
}

# What follows is for runs on the simulated machine.

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

finish() {
	echo "1..$tests"
}
