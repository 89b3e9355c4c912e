#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Each command is killed or interrupted at one of its system calls, chosen at
# random, or that call fails. The command then ends with a status that it may
# end with, its files are whole, and nothing is left within 2 s.
#
#	syscalls.sh [ROUNDS [SEED [kill]]]
#
# The default is always the same few: 8 rounds with seed 1. With "kill",
# commands are only killed.
#
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
cd /tmp || exit 1
rounds=${1:-8} seed=${2:-1} only=$3
RANDOM=$((seed % 32768))
echo "# $rounds rounds, seed $seed"
modprobe rtla_idle

commands=(
	"timerlat top -q -k -d 1 --json result.json"
	"timerlat top -q -k -c 1 -a 1 -t trace.txt --json result.json"
	"timerlat hist -u -d 1 --json result.json --deepest-idle-state 0"
	"timerlat hist -k -c 1 -T 1 --on-threshold trace,file=trace.txt --on-end shell,command=true --json result.json"
	"osnoise top -q -p 100000 -r 50000 -d 1 --json result.json"
	"osnoise hist -p 100000 -r 50000 -s 1 -t trace.txt --json result.json"
	"hwnoise -q -p 100000 -r 50000 -d 1 --json result.json"
)
declare -A errno=([ENOENT]=2 [EINTR]=4 [EIO]=5 [EBADF]=9 [EAGAIN]=11 [ENOMEM]=12 [EACCES]=13 [EBUSY]=16 [EINVAL]=22 [EMFILE]=24 [ENOSPC]=28)
errors=("${!errno[@]}")

# why_not STATUS: print what is wrong with a command that ended with STATUS, or
# with its files; nothing if all is well
why_not() {
	case $kind,$1 in
	*,126 | kill,137) ;;
	kill,*) echo "status $1 of one that was killed" ;;
	*,0) [ -s result.json ] || echo "status 0 without a result" ;;
	*,2) ;;
	# Losses are printed with the results, not as an error.
	*,[14]) [ -s err ] || grep -qE 'results might not be accurate|nothing was measured' out || echo "status $1 without a word" ;;
	# The command could not even be loaded.
	E*,127) [ -s err ] || echo "status $1 without a word" ;;
	int,130 | term,143) ;;
	*) echo "status $1" ;;
	esac
	[ ! -e result.json ] || jq -e '.format and .command' result.json >/dev/null 2>jq || echo "part of a result: $(tail -n 1 jq)"
	[ ! -e trace.txt ] || [ "$1" = 137 ] || grep -q ' stop: \|sample_threshold:' trace.txt || echo "part of a trace"
}

# measured: succeed if a measurement is as good as ever
measured() { timerlat top -q -k -d 2 >out 2>err && between "$(top_field 1 2)" 500 2100; }

declare -A calls
failures=0
declare -A done_of
for ((round = 1; round <= rounds; round++)); do
	command=${commands[RANDOM % ${#commands[@]}]}
	if [ -z "${calls[$command]}" ]; then
		# shellcheck disable=SC2086
		/root/at_syscall count count $command >/dev/null 2>&1
		read -r "calls[$command]" <count
		cleaned >/dev/null
	fi
	at=$(((RANDOM * 32768 + RANDOM) % calls[$command] + 1))
	case ${only:-$((RANDOM % 6))} in
	0 | 1 | kill) kind=kill what=9 ;;
	2) kind=int what=2 ;;
	3) kind=term what=15 ;;
	*)
		kind=${errors[RANDOM % ${#errors[@]}]}
		what=-${errno[$kind]}
		;;
	esac
	rm -f result.json trace.txt
	# shellcheck disable=SC2086
	timeout -s KILL 60 /root/at_syscall $at $what $command >out 2>err
	status=$?
	why=$(why_not $status)
	# If the call that failed was to undo something, the command prints how
	# to do that by hand.
	for file in $(sed -n 's/^rtla: \(.*\): [^:]*: write 0 there to undo .*/\1/p' err); do
		echo 0 >"$file"
	done
	cleaned >/dev/null || why="$why; left: $(left | paste -s -d ' ')"
	((round % 25)) || measured || why="$why; the next run: $(tail -n 1 err)"
	[ $status != 126 ] || kind="nothing, for it ended before"
	done_of[$kind]=$((done_of[$kind] + 1))
	[ -z "$why" ] && continue
	failures=$((failures + 1))
	echo "# $kind at call $at of ${calls[$command]} of '$command': $why: $(tail -n 1 err)"
	pkill -KILL -x 'rtla|timerlat|osnoise|hwnoise' && sleep 2
done
for kind in "${!done_of[@]}"; do echo "# $kind: ${done_of[$kind]}"; done
test_that "$rounds times something happens at a system call, and all is well" same "$failures" 0
test_that "a measurement is as good as ever, of each CPU" measured
test_that "nothing is left" nothing_left
test_that "nobody uses the module" same "$(cat /sys/module/rtla/refcnt)" 0
