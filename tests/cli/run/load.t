#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla load": which programs make which load, on which CPUs, and that nothing is
# left of them. The programs are made up.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')

# shown SCENARIO COMMAND: tests that --show prints COMMAND, bound to one CPU
shown() {
	run rtla load "$1" --show -c "$cpu"
	is "$1" "$status $out" "0 taskset -c $cpu $2"
}
shown idle "sleep infinity"
shown cpu "stress-ng --quiet --cpu 1"
shown cache "stress-ng --quiet --cache 1 --stream 1"
shown sched "hackbench -g 1 -l 1000000000"
run rtla load cpu --show
is "as many CPUs as may be used have a load without -c" "$out" "stress-ng --quiet --cpu $(nproc)"
run rtla load memory --show -c "$cpu"
test_that "memory" grep -qE "^taskset -c $cpu stress-ng --quiet --vm 1 --vm-bytes [1-9][0-9]+ --vm-keep$" "$work/out"
run rtla load io --show -c "$cpu"
is "io has a folder for its files" "$out" "cd \"\$(mktemp -d)\" && taskset -c $cpu stress-ng --quiet --temp-path . --hdd 1 --hdd-bytes 64M --iomix 1 --iomix-bytes 64M --sock 1 --udp 1 --fork 1"

# words SCENARIO: prints the programs that the shown line of a scenario has
words() {
	rtla load "$1" --show | grep -owE 'stress-ng|hackbench|httpd|wget|gcc|fio|bonnie\+\+' |
		sort -u | paste -s -d ' '
}
is "compile" "$(words compile)" "gcc"
is "net" "$(words net)" "httpd wget"
is "rteval is sched and compile" "$(words rteval)" "gcc hackbench"
is "litmus-io is hackbench, bonnie++ and downloads" "$(words litmus-io)" "bonnie++ hackbench httpd wget"
is "ecrts-io is fio, stress-ng and a build" "$(words ecrts-io)" "fio gcc stress-ng"
is "a list" "$(words sched,io)" "hackbench stress-ng"
is "nothing is there twice" "$(rtla load sched,rteval,sched --show | grep -o hackbench)" hackbench
is "two runs have different ports" "$(for _ in 1 2 3 4; do
	rtla load net --show | grep -oE 'port=[0-9]+' | sort -u
done | sort -u | wc -l)" 4
is "net with another machine exchanges packets with it" \
	"$(rtla load net --show --peer 192.0.2.1 | grep -oE 'httpd|busybox ping .* 192.0.2.1')" "busybox ping -q -A -w 60 192.0.2.1"
for scenario in io net "net --peer ::1" compile rteval litmus-io ecrts-io sched,net; do
	# shellcheck disable=SC2086 # words
	rtla load $scenario --show -c "$cpu" >"$work/line"
	test_that "a shell can read the line of $scenario" sh -n "$work/line"
done

# These programs write how they were called, on which CPUs they may run, and where, then
# their process and that of a child, and run on.
mkdir "$work/programs" "$work/tmp"
for program in stress-ng hackbench busybox gcc fio bonnie++; do
	cat >"$work/programs/$program" <<-'END'
		#!/bin/sh
		sleep 1000 &
		{
			echo "${0##*/} $*"
			taskset -cp $$ | sed 's/.*: //'
			pwd
			echo "pid $$ $!"
		} >>"$SEEN.tmp.$$"
		cat "$SEEN.tmp.$$" >>"$SEEN"
		wait
	END
	chmod +x "$work/programs/$program"
done
export SEEN=$work/programs.seen TMPDIR=$work/tmp
with_programs=$work/programs:$PATH

# begin COUNT WORD...: runs "rtla load WORD..." in the background, as $load, and waits
# until COUNT of the programs run
begin() {
	local count=$1

	shift
	rm -f "$SEEN"*
	touch "$SEEN"
	PATH=$with_programs rtla load "$@" >"$work/out" 2>"$work/err" &
	load=$!
	for _ in {1..100}; do
		[ "$(grep -c '^pid' "$SEEN")" -ge "$count" ] && return
		sleep 0.1
	done
	return 1
}

# all_gone: waits until none of the processes of the programs is left
all_gone() {
	local pids

	read -ra pids < <(sed -n 's/^pid //p' "$SEEN" | paste -s -d ' ')
	[ ${#pids[@]} -ge 2 ] || return
	for _ in {1..50}; do
		kill -0 "${pids[@]}" 2>"$work/left"
		[ "$(wc -l <"$work/left")" = ${#pids[@]} ] && return
		sleep 0.1
	done
	return 1
}

# ended SIGNAL STATUS SCENARIO: tests that $load ends by a signal, and all of it
ended() {
	kill "-$1" "$load"
	wait "$load" 2>/dev/null
	is "$3: $1 ends the command" $? "$2"
	test_that "$3: $1 ends all processes" all_gone
	for _ in {1..50}; do
		[ -z "$(ls "$TMPDIR")" ] && break
		sleep 0.1
	done
	is "$3: $1 leaves no file" "$(ls "$TMPDIR")" ""
}

begin 1 cpu -c "$cpu"
is "a load runs the program, on these CPUs" "$(head -n 2 "$SEEN")" "stress-ng --quiet --cpu 1"$'\n'"$cpu"
is "a load runs where the command is" "$(sed -n 3p "$SEEN")" "$PWD"
ended TERM 0 cpu
begin 1 sched
is "a load runs on the CPUs of the command" "$(head -n 2 "$SEEN")" "hackbench -g $(nproc) -l 1000000000"$'\n'"$(taskset -cp $$ | sed 's/.*: //')"
ended INT 0 sched
begin 1 io
test_that "a folder for files" grep -qE "^$TMPDIR/rtla-load\.......$" "$SEEN"
ended HUP 0 io
begin 4 sched,io,net -c "$cpu"
is "a list runs all of it" "$(grep -oE '^(hackbench|stress-ng|busybox [a-z]+)' "$SEEN" | sort -u | paste -s -d ' ')" \
	"busybox httpd busybox wget hackbench stress-ng"
is "a list runs on these CPUs" "$(grep -xE '[0-9,-]+' "$SEEN" | sort -u)" "$cpu"
is "the client asks the server" "$(grep -oE '(127.0.0.1|10.255.255.2):[0-9]+' "$SEEN" | sort | uniq -c | wc -l)" 1
ended TERM 0 sched,io,net
begin 4 sched,io,net
ended KILL 137 sched,io,net

printf '#!/bin/sh\nexit 3\n' >"$work/programs/fio"
PATH=$with_programs run rtla load ecrts-io
is "a part of a load that ends by itself" "$status $err" "1 rtla: fio: it ended by itself, exit status 3: there is no such load any more"
test_that "a part that ends by itself ends the others" all_gone
TMPDIR=/nowhere PATH=$with_programs run rtla load io
is "a folder that is not there" "$status $err" \
	"1 rtla: /nowhere: No such file or directory: the load needs a folder for files there: set TMPDIR to a folder that can be written"
PATH=$with_programs run rtla load ecrts-io --verify 60
is "a part that ends by itself ends --verify" "$status $out $(tail -n 1 <<<"$err")" "1  rtla: fio: it ended by itself, exit status 3: there is no such load any more"

# The programs do nothing, which --verify has to notice; but in the second in which they are
# measured, others may switch tasks ten times as often as in the one before.
for _ in 1 2 3 4 5; do
	PATH=$with_programs run rtla load sched,memory --verify 1 --patience 1
	[[ $err != *"hackbench: context switches"* ]] || break
done
is "--verify fails" "$status" 1
test_that "--verify says which counts are missing" grep -qE '^rtla: sched,memory: hackbench: context switches: [0-9]+ per second under load, [0-9]+ without it: at least [0-9]+ are wanted, 10 times an idle machine.s: ' "$work/err"
test_that "--verify says which memory is missing" grep -qE '^rtla: sched,memory: stress-ng: a worker has [0-9]+ kB of memory, which is not more than the L2 cache, [0-9]+ kB: ' "$work/err"
test_that "--verify prints the counts, and how many are wanted" grep -qE '^context switches +[0-9]+ +[0-9]+ +[1-9][0-9]+$' "$work/out"
test_that "of counts that nothing is asked of, none are wanted" grep -qE '^page faults +[0-9]+ +[0-9]+$' "$work/out"
test_that "--verify prints the memory" grep -qE '^memory of a worker: [0-9]+ kB, L2 cache: [1-9][0-9]+ kB' "$work/out"
is "the table has all counts" "$(sed -n 's/  .*//p' "$work/out" | paste -s -d ,)" \
	"per second,context switches,interrupts,network softirqs,block softirqs,forks,page faults,sectors read,sectors written,its written bytes,device packets"
PATH=$with_programs run rtla load idle --verify 1s
is "idle has nothing to do" "$status $err" "0 rtla: measuring the machine without the load for 1 s
rtla: measuring the machine under load for 1 s"
PATH=$with_programs begin 1 cpu --verify 60
ended INT 1 "cpu --verify"
is "--verify that is interrupted says that it knows nothing" "$(tail -n 1 "$work/err")" "rtla: --verify: interrupted: what the load does is not known"

# The programs do not begin either.
PATH=$with_programs begin 1 memory --verify 60
ended INT 1 "memory --verify"
is "--verify that is interrupted while it waits says that it knows nothing" "$(tail -n 1 "$work/err")" "rtla: --verify: interrupted: what the load does is not known"
is "--verify that waits has not begun to measure" "$(grep -c 'under load' "$work/err")" 0
PATH=$with_programs begin 1 memory --verify 60
ended KILL 137 "memory --verify"

# Of the memory, the command knows which process has it, whatever else this machine does.
# This program has none until that is told, none again while it is measured, and then some.
# On a busy machine, it may take more than a second to see that it is measured.
cat >"$work/programs/stress-ng" <<-'END'
	#!/bin/sh
	# said COUNT TEXT: waits until the command has said that so often
	said() { until [ "$(grep -c "$2" "$SAID")" -ge "$1" ]; do sleep 0.1; done; }
	# hold COMMAND...: has 64 MB of memory while COMMAND runs
	hold() { { head -c 64M /dev/zero; "$@"; } | tail -c 64M >/dev/null; }
	said 1 waiting
	hold said 1 "under load"
	said 2 waiting
	hold sleep 1000
END
SAID=$work/err PATH=$with_programs run rtla load memory --verify 4
is "a program that begins late is waited for" "$status" 0
is "a program that begins late is measured then, and waited for again if that shows nothing" \
	"$(sed -E '1d; s/up to [0-9]+ s/up to N s/; s/: [0-9]+ kB, more than [1-9][0-9]+ kB/: N kB, more than N kB/' "$work/err")" \
	"rtla: waiting up to N s more for stress-ng: memory of a worker: N kB, more than N kB are wanted
rtla: measuring the machine under load for 4 s
rtla: waiting up to N s more for stress-ng: memory of a worker: N kB, more than N kB are wanted
rtla: measuring the machine under load for 4 s once more"
test_that "the memory of a worker is printed" grep -qE '^memory of a worker: [1-9][0-9]{4} kB' "$work/out"
printf '#!/bin/sh\nsleep 1000\n' >"$work/programs/stress-ng"
PATH=$with_programs run rtla load memory --verify 1 --patience 0
is "no program is waited for without patience" "$status $(grep -c waiting "$work/err")" "1 0"
printf '#!/bin/sh\nsleep 6\nexit 3\n' >"$work/programs/hackbench"
SECONDS=0
PATH=$with_programs run rtla load memory,sched --verify 60
is "a program that ends meanwhile ends the wait" "$status $out $(tail -n 1 <<<"$err")" \
	"1  rtla: hackbench: it ended by itself, exit status 3: there is no such load any more"
test_that "a program that ends meanwhile ends the wait at once" [ $SECONDS -lt 40 ]

# ---- What net and compile were once, and what they are ---------------------------------
#
# Others may use the devices of this machine, and write to its disk. So net is tried where
# no devices are, if that may be done here, and what compile does is seen in its folder.

mkdir "$work/toys"
cat >"$work/toys/make" <<-'END'
	#!/bin/sh
	find /usr/include/linux -name "*.h" | while read -r header; do
		gcc -w -fsyntax-only "$header" 2>/dev/null
		sleep 0.1
	done
END
printf '#!/bin/sh\nexit 1\n' >"$work/toys/unshare"
chmod +x "$work/toys/"*

# count NAME: prints what "--verify" has counted of it under load
count() { sed -nE "s/^$1 +[0-9]+ +([0-9]+).*/\1/p" "$work/out"; }

if ! command -v busybox >/dev/null; then
	skip "net over the loopback device is not enough" "no busybox here"
elif ! unshare --net ip link set lo up 2>/dev/null; then
	skip "net over the loopback device is not enough" "no network namespace may be made here"
else
	# shellcheck disable=SC2016 # for that shell
	run unshare --net sh -c 'ip link set lo up; PATH=$0:$PATH; exec "$@"' "$work/toys" \
		rtla load net -c "$cpu" --verify 1 --patience 1
	test_that "net over the loopback device is not enough" [ "$status" = 1 ]
	is "net over the loopback device has no packets of devices" "$(count "device packets")" 0
	test_that "net over the loopback device says so" grep -q '^rtla: load net: no network namespace may be made here: ' "$work/err"
	test_that "--verify says what net over the loopback device lacks" grep -q \
		'^rtla: net: busybox: device packets: [0-9]* per second under load, [0-9]* without it: at least [0-9]* are wanted, ' "$work/err"
fi
if unshare --net sh -c 'ip link add type veth' 2>/dev/null && command -v busybox >/dev/null; then
	# In the second in which the idle machine is measured, others may use its devices.
	for _ in 1 2 3; do
		run rtla load net --verify 1 --patience 20
		lacking=$(grep -c 'packets: .* wanted\|softirqs: .* wanted, 10' "$work/err")
		[ "$lacking" != 0 ] || break
	done
	test_that "net has thousands of packets of devices" [ "$(count "device packets")" -gt 1000 ]
	test_that "net has hundreds of softirqs" [ "$(count "network softirqs")" -gt 300 ]
	is "net lacks neither" "$lacking" 0
else
	skip "net has thousands of packets of devices" "no busybox, or no virtual Ethernet devices here"
fi

if [ -d /usr/include/linux ] && command -v gcc >/dev/null; then
	PATH=$work/toys:$PATH run rtla load compile --verify 2 --patience 2
	is "compilers that check headers are not enough" "$status" 1
	test_that "--verify says that compilers that check headers write nothing" grep -q \
		'^rtla: compile: gcc: its written bytes: [0-9]* per second under load, 0 without it: at least 163840 are wanted, .* set TMPDIR to a folder on a disk, ' "$work/err"
fi
# built: succeed if a part of the program is linked, in the folder of the load
built() { [ -n "$(find "$TMPDIR" -name part.so)" ]; }
nothing_is_made() { ! pgrep -f 'make -s -f \.\./Makefile'; }
if [ -e /usr/include/stdlib.h ] && command -v make >/dev/null && command -v gcc >/dev/null; then
	rtla load compile >"$work/out" 2>"$work/err" &
	load=$!
	test_that "compile links a part of a program" eventually built
	is "compile has 2000 sources" "$(find "$TMPDIR" -name 'source-*.c' | wc -l)" 2000
	# A part may be written, or removed, just now.
	makes_code() { find "$TMPDIR" -name part.so -exec nm -D {} + 2>/dev/null | grep -q ' T multiply'; }
	test_that "compile makes code" eventually makes_code
	kill -KILL $load
	wait $load 2>/dev/null
	for _ in {1..50}; do
		[ -z "$(ls "$TMPDIR")" ] && break
		sleep 0.1
	done
	is "compile leaves no file" "$(ls "$TMPDIR")" ""
	test_that "compile leaves no compiler" eventually nothing_is_made
	# How much that is, is a matter of the CPU time that others leave.
	run nice -n -10 rtla load compile --verify 4 --patience 30
	is "what compile writes is enough" "$(grep -c 'written bytes: .* wanted, 10' "$work/err")" 0
fi

refused "--verify 0: out of range [1, 315360000]: give seconds, or with a unit like 5min" rtla load idle --verify 0
refused "--patience -1: out of range [0, 315360000]: give seconds, or with a unit like 5min" rtla load idle --verify 1 --patience -1
for patience in 0 60; do
	refused "--patience: the load is not to be measured, so nothing waits for it: add --verify, or leave it out" \
		rtla load idle --patience $patience
done
run timeout 1 rtla load idle
exits "idle lasts until it is ended" 124

mkdir "$work/empty"
run env PATH="$work/empty" "$work/bin/rtla" load io
is "a load without its program" "$status $err" \
	"4 rtla: stress-ng: not installed, and the load needs it: install it, on Debian with 'apt-get install stress-ng'"
run env PATH="$work/empty" "$work/bin/rtla" load sched,net
is "a load without several programs" "$status $err" \
	"4 rtla: hackbench, busybox, ip, unshare, nsenter, yes, xargs: not installed, and the load needs them: install them, on Debian with 'apt-get install rt-tests busybox iproute2 util-linux coreutils findutils'"
refused "--peer: nothing of sched,cpu talks to another machine: add net, or leave it out" rtla load sched,cpu --peer ::1
# shellcheck disable=SC2016 # the shell must not see it
for peer in '$(true)' -f "a b"; do
	refused "--peer $peer: no name and no address of a machine: give one like 192.0.2.1" rtla load net "--peer=$peer"
done
names="idle, cpu, cache, memory, io, sched, net, compile, rteval, litmus-io or ecrts-io"
refused "no SCENARIO given: give $names, or several, like sched,net" rtla load
refused "disk: no such scenario: give $names" rtla load disk
refused "disk: no such scenario: give $names" rtla load sched,disk
refused ": no such scenario: give $names" rtla load sched,
refused "io: stray word: there is one SCENARIO, cpu" rtla load cpu io
refused "--cpus x: character 1: not a list of CPUs: give one like 0-3,5" rtla load cpu -c x

finish
