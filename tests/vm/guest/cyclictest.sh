#!/bin/sh
# Two programs measure the same latency in turn: timerlat with a user-space
# workload, and cyclictest, at the same period and priority, on the last CPU.
#
#	cyclictest.sh ROUNDS SECONDS
#
# Prints the medians in us, one line for each round: timerlat's thread latency
# (measured in the kernel), cyclictest's, timerlat's user latency (measured when
# the workload asks for its next period).
rounds=$1 seconds=$2
cd /tmp || exit 1
cpu=$(($(nproc) - 1))

# median: print the median of a histogram; standard input has lines of "VALUE
# COUNT"
median() {
	awk '{ value[NR] = $1; n[NR] = $2; all += $2 }
		END { for (i = 1; i <= NR; i++) if ((sum += n[i]) * 2 >= all) { print value[i] + 0; exit } }'
}

for _ in $(seq "$rounds"); do
	timerlat hist -u -c $cpu -P f:95 -p 1000 -d "$seconds" -E 20000 >hist || exit 1
	cyclictest -m -t1 -a $cpu -p95 -i1000 -D "$seconds" -h 20000 -q >cyclic || exit 1
	awk '/^[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+ *$/ { print $1, $3 }' hist | median >thread
	awk '/^[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+ *$/ { print $1, $4 }' hist | median >user
	awk '/^[0-9]+ [0-9]+$/' cyclic | median >cyclictest
	echo "medians: $(cat thread cyclictest user | paste -s -d ' ')"
done
