#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs in a guest with one CPU whose clock counts instructions: prints what a cycle between marks
# takes. "cost: NAME N" is what it takes in thousandths of a ns, that is of an instruction, more than
# a turn of a loop without.
set -u
cd /tmp || exit 1

# costs LOOP: print what a turn of LOOP takes more than a plain one, as the program on stdin says
costs() { awk -v loop="$1" '{ of[$1] = $2 } END { print of[loop] - of["plain"] }'; }
# measured NAME LOOP OPTION...: print what it takes while rtla measures it
measured() {
	name=$1 loop=$2
	shift 2
	rtla cycle -q "$@" -- /root/marks_cost 4000 >out 2>/dev/null
	echo "cost: $name $(costs "$loop" <out)"
}

# The first run has its files to read.
/root/marks_cost 1000 >/dev/null
rtla cycle -q -d 1 >/dev/null
echo "cost: unused $(/root/marks_cost 600000 | costs marks)"
echo "cost: call $(/root/marks_cost 600000 | costs function)"
measured marks marks --mark cost
measured marks_threads marks --mark cost --json r.json
measured marks_traced marks --mark cost -T 1000000
measured function function --function /root/marks_cost:called
sleep 600 &
rtla cycle -q -d 600 --mark /root/marks_cost:cost --tid $! >/dev/null &
until grep -qs '^link_type:' /proc/$!/fdinfo/*; do sleep 0.1; done
sleep 3
echo "cost: others $(/root/marks_cost 4000 | costs marks)"
kill -INT $!
wait $!
kill %1
