#!/bin/sh
# Measures with each tool, and writes the metrics of it to /out, where monitoring.t has them read.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

# Each of them has causes or gates, so that all metrics are there.
exits "timerlat writes metrics" 0 timerlat top -q -d 2 --top-causes --gate 'thr.max<=9s' --label board=rack3 --openmetrics /out/timerlat.prom
exits "osnoise writes metrics" 0 osnoise top -q -c 1 -p 100000 -d 2 --openmetrics /out/osnoise.prom
# Otherwise no real-time thread may be woken.
cyclictest -q -m -p 80 -i 10000 -D 1000 &
running=$!
exits "wakeup writes metrics" 0 rtla wakeup -q --rt -d 2 --openmetrics /out/wakeup.prom
exits "overheads write metrics" 0 rtla overheads -q --all-threads -d 2 --openmetrics /out/overheads.prom
exits "bound writes metrics" 0 rtla bound -q -c 1 -d 2 --openmetrics /out/bound.prom
exits "cycle writes metrics" 0 rtla cycle -q -d 2 --deadline 1 --openmetrics /out/cycle.prom -- cyclictest -q -m -p 80 -i 10000 -D 3
exits "record writes metrics" 0 rtla record --rt -o recording --segment 3 --overlap 1 -d 5 --openmetrics /out/record.prom
kill $running
finish
