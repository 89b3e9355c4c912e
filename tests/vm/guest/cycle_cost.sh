#!/bin/sh
# Runs in a guest with one CPU whose clock counts instructions: prints what watching cycles
# costs. "cost: NAME N" is what takes N ns, that is N instructions: "switch" a switch between
# two threads, "wakeup" a wake-up and the switch to the thread; of "cycle", that is a cycle, too.
# The second word says what is watched.
#
#	cycle_cost.sh [NAME...]		default: all
set -u
cd /tmp || exit 1
rounds=20000

# cost NAME COMMAND...: run COMMAND, whose output has a line with a number only
cost() {
	name=$1
	shift
	case " $names " in
	"  " | *" $name "*) echo "cost: $name $("$@" 2>/dev/null | grep -x '[0-9]*')" ;;
	esac
}

# beside PROGRAM WORD...: print what PROGRAM takes while rtla watches others
beside() {
	program=$1
	shift
	rtla cycle -q -d 600 "$@" >/dev/null &
	until grep -qs '^link_type:' /proc/$!/fdinfo/*; do sleep 0.1; done
	sleep 2
	/root/"$program" $rounds
	kill -INT $!
	wait $!
}
# watched PROGRAM WORD...: print what PROGRAM takes while rtla watches it
watched() {
	program=$1
	shift
	rtla cycle -q "$@" -- /root/"$program" $rounds
}

names=$*
# The first run has its files to read.
/root/pingpong 100 >/dev/null
/root/yielding 100 >/dev/null
rtla cycle -q -d 1 >/dev/null
sleep 600 &
for what in switch:yielding wakeup:pingpong; do
	program=${what#*:} what=${what%:*}
	cost ${what}_nobody /root/$program $rounds
	cost ${what}_others beside $program --tid $!
	cost ${what}_names beside $program --comm nobody
	cost ${what}_others_traced beside $program --tid $! -T 1000000
	cost ${what}_watched watched $program --wait clock_nanosleep
	cost ${what}_watched_traced watched $program --wait clock_nanosleep -T 1000000
done
cost cycle_watched watched pingpong --wait read
cost cycle_watched_threads watched pingpong --wait read --json r.json
cost cycle_watched_traced watched pingpong --wait read -T 1000000
kill $!
