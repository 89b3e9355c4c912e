#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A command runs while its surroundings fail: the disk is full, the folder
# cannot be written to, there is too little memory. The command prints the
# reason, ends with the right status, and leaves no part of a result that could
# be taken for a whole one.
#
#	faults.sh [ROUNDS [SEED]]
#
# ROUNDS is the number of runs without memory. The default is always the same
# few: 8 rounds with seed 2.
#
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
rounds=${1:-8} seed=${2:-2}
echo "# $rounds rounds without memory, seed $seed"
mkdir -p /tmp/disk
cd /tmp/disk || exit 1

# disk OPTIONS: mount an empty tmpfs with OPTIONS, and make it the current
# folder
disk() {
	cd /tmp || exit
	umount disk 2>/dev/null
	mount -t tmpfs -o "$1" disk disk && cd disk || exit
}
files() { find . -type f | sort | paste -s -d ' '; }

# ---- A full disk -----------------------------------------------------------------------

disk size=8k
exits "a trace that does not fit on the disk" 2 timerlat top -q -k -a 1 -t trace.txt
test_that "stderr says why the trace is not saved" err_has 'trace.txt: No space left on device'
test_that "no part of the trace is left" same "$(files)" ""
disk size=8k
few_symbols
exits "a trace for trace-cmd that does not fit on the disk" 2 timerlat top -q -k -a 1 -t trace.dat
test_that "stderr says why the trace for trace-cmd is not saved" err_has 'trace.dat: No space left on device: the trace is not saved'
test_that "no part of the trace for trace-cmd is left" same "$(files)" ""
all_symbols
disk size=4k
exits "results that do not fit" 1 timerlat top -q -k -d 1 --json result.json
test_that "stderr says why the results are not saved" err_has 'result.json: No space left on device'
test_that "no part of the results is left" same "$(files)" ""
disk size=32k
echo '{ "of": "the run before" }' >result.json
head -c 100k /dev/zero >rest 2>/dev/null
exits "results, where there were some before" 1 timerlat top -q -k -d 1 --json result.json
test_that "the results of the run before are gone" same "$(files)" "./rest"
disk size=1m
exits "a disk with room for everything" 2 timerlat top -q -k -a 1 -t trace.txt --json result.json
test_that "all is there" same "$(files)" "./result.json ./trace.txt"

# ---- A folder that cannot be written to ----------------------------------------------

disk size=1m,ro
for option in "--json r.json" "--gate thr.max<1s --junit r.xml" "--stream s.ndjson"; do
	# shellcheck disable=SC2086
	exits "$option, into a read-only folder" 1 timerlat top -q -k -d 1 $option
	test_that "stderr says why $option cannot be written" err_has ": Read-only file system"
	test_that "stderr has one line about $option" err_lines 1
done
exits "a trace into a read-only folder is refused" 1 timerlat top -q -k -a 1 -t trace.txt
test_that "stderr says why the trace cannot be written" err_has "trace.txt: Read-only file system"
test_that "nothing is left" cleaned
disk size=1m

# ---- No memory ---------------------------------------------------------------------------

# In each round, one of the run's requests for memory, chosen at random, is
# refused; in every second round so are all requests after that one.
RANDOM=$((seed % 32768))
run="timerlat hist -k -a 1 -t trace.txt --json result.json --gate thr.max<1s --junit junit.xml"
starved() {
	# shellcheck disable=SC2086
	timeout -s KILL 60 env LD_PRELOAD=/root/fail_malloc.so FAIL_MALLOC="$1" FAIL_MALLOC_COUNT=/tmp/requests $run
}
exits "a run whose requests for memory are counted" 2 starved 0
read -r requests </tmp/requests
unlike=0 refused=0
for ((round = 0; round < rounds; round++)); do
	which=$((RANDOM % requests + 1))
	[ $((round % 2)) = 0 ] || which=$which+
	rm -f -- *
	starved $which >/tmp/out 2>/tmp/err
	status=$?
	why=
	case $status in
	2) ;;
	1 | 4)
		[ -s /tmp/err ] || why="ends with $status without a word"
		refused=$((refused + 1))
		;;
	*) why="ends with $status" ;;
	esac
	[ ! -e result.json ] || jq -e .format result.json >/dev/null || why="$why, part of a result"
	[ ! -e junit.xml ] || tail -n 1 junit.xml | grep -q '</testsuites*>' || why="$why, part of a JUnit file"
	cleaned >/dev/null || why="$why, left $(left | paste -s -d ' ')"
	[ -n "$why" ] || continue
	unlike=$((unlike + 1))
	echo "# request $which of $requests: $why"
	tail -n 20 /tmp/err | sed 's/^/#   /'
done
test_that "$rounds times there is no memory, and all is well" same "$unlike" 0
test_that "the lack of memory ends the command in a third of $rounds times, or more" between "$refused" $((rounds / 3)) "$rounds"
cd /tmp && umount disk

# ---- No memory in the kernel -------------------------------------------------------------

# A kind of session gets what it needs on all CPUs when the first one starts: see
# cpu_memory.h. So the module is loaded again, and has none of it.
eventually rmmod rtla
modprobe rtla && modprobe rtla_starve || exit 1

# starved_kernel GRANTED COMMAND...: test that COMMAND is refused if only so many requests of
# the module are granted
starved_kernel() {
	granted=$1
	shift
	echo "$granted" >/sys/module/rtla_starve/parameters/granted
	exits "a session for which the kernel has memory $granted times" 4 "$@"
	test_that "stderr says that memory is missing" err_has 'Cannot allocate memory'
	test_that "all that the kernel grants was used" same "$(cat /sys/module/rtla_starve/parameters/granted)" 0
}
for command in "timerlat top -q -k" "osnoise top -q" "rtla wakeup -q" "rtla overheads top -q"; do
	# shellcheck disable=SC2086
	starved_kernel 0 $command -d 1
done
starved_kernel 1 timerlat top -q -u -d 1
starved_kernel 1 rtla overheads top -q -d 1
# The first request is for the windows of the session.
starved_kernel 1 rtla bound -q -d 1
rmmod rtla_starve
for command in "timerlat top -q -k" "timerlat top -q -u" "osnoise top -q" "rtla overheads top -q --all-threads" \
	"rtla bound -q" "rtla wakeup -q --all"; do
	# shellcheck disable=SC2086
	exits "the next session has what it needs" 0 $command -d 1
done
test_that "nobody uses the module" same "$(cat /sys/module/rtla/refcnt)" 0
