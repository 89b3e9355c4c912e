#!/bin/sh
# What the probe of "rtla bound" costs its CPU, and what it adds to the latencies of timerlat
# on the same CPU. Prints "cost: NAME FIGURE", in ns, which are instructions with the clock
# icount. bound_cost.t runs it in a guest with one CPU.

# of_timerlat NAME: measure for 2 s, and print the average and the largest thread latency
of_timerlat() {
	timerlat top -q -k -d 2 --json t.json >/dev/null
	jq -r --arg name "$1" '.all.latencies.thread |
		"cost: \($name)-average \(.avg_ns)", "cost: \($name)-max \(.max_ns)"' t.json
}

for period in 50 200; do
	/root/probe_cost 0 $period | awk -v period=$period '{ print "cost: probe-" period, $2 }'
done
of_timerlat alone
rtla bound -q -d 30 >/dev/null &
until pgrep '^bound/0' >/dev/null; do sleep 0.1; done
sleep 0.5
of_timerlat beside
kill -INT $!
wait $!
