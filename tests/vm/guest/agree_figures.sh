#!/bin/sh
# Lets timerlat and cyclictest measure in turn, on an idle guest, under hackbench, and while
# preemption is turned off for 500 us about every 70 ms. Prints for each, in us:
#
#	figures: NAME STATUS DIFFERENCE LOW HIGH AVERAGE1 AVERAGE2 MAX1 MAX2
#
# which are the mean difference of the averages with its interval, and the figures of
# timerlat and cyclictest.
cd /tmp || exit 1
modprobe rtla_inject
cat >inject.sh <<'END'
while :; do
	echo "preempt_off 0 0 500000 0" >/sys/kernel/debug/rtla_inject
	sleep 0.02
done
END

# compared NAME WORD...
compared() {
	name=$1
	shift
	rtla agree -c 0 --json a.json "$@" >out 2>err
	status=$?
	cat out
	jq -r --arg name "$name" --arg status $status '[$name, $status] +
		([.averages.difference_ns, .averages.low_ns, .averages.high_ns,
		  .tools[].figures.average_ns, .tools[].figures.max_ns] |
		 map(. / 10 | round / 100)) | "figures: " + join(" ")' a.json || cat err
}
compared idle -d 12 --rounds 6
compared sched -d 12 --rounds 6 --load 'rtla load sched'
compared injected -d 100 --rounds 10 --load 'sh /tmp/inject.sh' --within 1.1
