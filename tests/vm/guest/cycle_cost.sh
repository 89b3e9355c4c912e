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

# beside WORD...: print what pingpong takes while rtla watches others; $mode is its last word
beside() {
	rtla cycle -q -d 600 "$@" >/dev/null &
	until grep -qs '^link_type:' /proc/$!/fdinfo/*; do sleep 0.1; done
	sleep 2
	/root/pingpong $rounds $mode
	kill -INT $!
	wait $!
}
# watched WORD...: print what pingpong takes while rtla watches it
watched() { rtla cycle -q "$@" -- /root/pingpong $rounds $mode; }

names=$*
# The first run has its files to read.
/root/pingpong 100 >/dev/null
/root/pingpong 100 yield >/dev/null
rtla cycle -q -d 1 >/dev/null
sleep 600 &
for what in switch:yield wakeup:; do
	mode=${what#*:} what=${what%:*}
	cost ${what}_nobody /root/pingpong $rounds $mode
	cost ${what}_others beside --tid $!
	cost ${what}_names beside --comm nobody
	cost ${what}_others_traced beside --tid $! -T 1000000
	cost ${what}_watched watched --wait clock_nanosleep
	cost ${what}_watched_traced watched --wait clock_nanosleep -T 1000000
done
cost cycle_watched watched --wait read
cost cycle_watched_threads watched --wait read --json r.json
cost cycle_watched_traced watched --wait read -T 1000000
kill $!
