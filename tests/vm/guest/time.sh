#!/bin/bash
# Durations, units, periods, the alignment of timers (-A), and what histograms
# and tables show of the samples.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

now_ms() { awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime; }
# takes NAME FROM TO COMMAND...: test that COMMAND takes FROM to TO ms
takes() {
	local name=$1 from=$2 to=$3 began
	shift 3
	began=$(now_ms)
	"$@" >/tmp/out 2>/tmp/err
	test_that "$name" between $(($(now_ms) - began)) "$from" "$to"
}

# ---- Durations ----------------------------------------------------------------------

takes "-d 2 takes 2 s" 2000 15000 timerlat top -q -k -d 2
takes "-d 1 of user threads takes 1 s" 1000 15000 timerlat hist -u -d 1
takes "--warm-up comes on top of the duration" 3000 15000 timerlat top -q -k --warm-up 2 -d 1
test_that "samples of the warm-up do not count" between "$(top_field 0 2)" 1 1100
takes "--warm-up of osnoise comes on top of the duration" 3000 15000 osnoise top -q -p 100000 --warm-up 2 -d 1
test_that "periods of the warm-up do not count" between "$(top_field 0 2)" 1 11
takes "-d 1h ends at Ctrl-C" 0 15000 timeout --foreground -s INT 2 timerlat top -q -k -d 1h

# ---- Units ---------------------------------------------------------------------------

exits "microseconds" 0 timerlat top -q -k -d 1
test_that "the table says (us)" out_has '(us)'
us=$(top_field ALL 4)
exits "-n" 0 timerlat top -q -k -n -d 1
test_that "the table says (ns) with -n" out_has '(ns)'
test_that "the table shows nanoseconds with -n" [ "$(top_field ALL 4)" -gt "$((us * 50))" ]
exits "hist -n" 0 timerlat hist -k -n -b 100000 -E 10 -d 1
test_that "the histogram says nanoseconds with -n" out_has '^# Time unit is nanoseconds (ns)$'

# ---- Periods -------------------------------------------------------------------------

watch timerlat_sample
exits "-p 5000" 0 timerlat top -q -k -p 5000 -d 2
t_ws() { watched | grep -F "[00$1]" | grep ' context    irq ' | sed 's/.*t_w=\([0-9]*\).*/\1/'; }
test_that "expiries are whole periods apart" same "$(t_ws 1 | awk 'NR > 1 && ($1 - last) % 5000000 { odd++ } { last = $1 } END { print (NR > 100), odd + 0 }')" "1 0"

# apart PERIOD: print how much later the timer of CPU 1 expires than that of CPU
# 0, modulo PERIOD (in ns), in us
apart() { echo $((($(t_ws 1 | tail -n 1) - $(t_ws 0 | tail -n 1)) % $1 / 1000)); }
for threads in -k -u; do
	watch timerlat_sample
	exits "-A 300 $threads" 0 timerlat top -q $threads -A 300 -d 1
	test_that "the second CPU's timers are 300 us after the first one's" same $((($(apart 1000000) + 1000) % 1000)) 300
	watch timerlat_sample
	exits "-A 0 $threads" 0 timerlat hist $threads -A 0 -d 1
	test_that "the timers of both CPUs expire together with -A 0" same "$(apart 1000000)" 0
done

watch osnoise_sample sample_threshold
exits "osnoise -p -r -T" 0 osnoise top -q -p 300000 -r 100000 -T 50 -d 2
field() { sed -n "s/.*[ :]$1[= ]\([0-9]*\).*/\1/p"; }
test_that "osnoise runs as long as asked" sh -c "[ -n \"\$1\" ] && for r in \$1; do [ \$r -ge 100000000 ] || exit 1; done" sh "$(watched | field runtime_ns)"
# A sample that is late makes one distance longer, and the next one shorter,
# because the next sample is in time again: the median is not affected.
apart_ms() { grep '\[001\].*osnoise_sample:' $watch/trace | awk '{ sub(":", "", $4); if (NR > 1) print int(($4 - last) * 1000); last = $4 }' | sort -n; }
test_that "osnoise runs every 300 ms" between "$(apart_ms | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }')" 200 450
shortest=$(watched | field duration | sort -n | head -n 1)
test_that "osnoise counts no gap below the threshold" [ "${shortest:-50000}" -ge 50000 ]
watch sample_threshold
exits "a lower threshold" 0 osnoise hist -p 300000 -r 200000 -T 20 -d 2
test_that "osnoise finds shorter gaps with a lower threshold" between "$(watched | field duration | sort -n | head -n 1)" 20000 50000

# ---- Counts in histograms --------------------------------------------------------------

# counts FILE: succeed if in each column of the histogram the sum of all buckets
# and of "over" is "count"
counts() {
	awk '/^[0-9]+ +[0-9]/ { for (i = 2; i <= NF; i++) sum[i] += $i; rows++ }
		/^over:/ { for (i = 2; i <= NF; i++) sum[i] += $i }
		/^count:/ && !n { n = NF; for (i = 2; i <= NF; i++) if (sum[i] != $i) bad++; total = $2 }
		END { exit !(rows && n && total && !bad) }' "$1" || { cat "$1"; return 1; }
}
exits "timerlat hist" 0 timerlat hist -k -d 2
test_that "every sample is in a bucket, or over" counts /tmp/out
exits "a histogram with few buckets" 0 timerlat hist -u -d 2 -b 2 -E 10
test_that "every sample is in a bucket, or over" counts /tmp/out
test_that "some samples are over" out_has '^over: .*[1-9]'
test_that "the last bucket begins at 18" between "$(awk '/^[0-9]+ +[0-9]/ { last = $1 } END { print last }' /tmp/out)" 2 18
exits "osnoise hist" 0 osnoise hist -p 500000 -T 50 -d 2
test_that "every gap is in a bucket, or over" counts /tmp/out
exits "osnoise hist with few buckets" 0 osnoise hist -p 500000 -T 50 -d 2 -b 10 -E 10
test_that "every gap is in a bucket, or over" counts /tmp/out
exits "timerlat hist --no-irq" 0 timerlat hist -k -d 1 --no-irq
test_that "the histogram has no column of interrupts with --no-irq" out_lacks 'IRQ-'
test_that "every sample is in a bucket, or over" counts /tmp/out

# The table shows what the events say.
watch timerlat_sample
exits "a table" 0 timerlat top -q -k -n -c 1 -d 1
largest=$(watched | grep 'context thread' | sed 's/.*timer_latency *\([0-9]*\) ns.*/\1/' | sort -n | tail -n 1)
test_that "the maximum of the table is one of the events'" sh -c "grep -q 'timer_latency *$(top_field 1 10) ns' $watch/trace"
test_that "no event is much larger, but of the time around it" [ "${largest:-0}" -ge "$(top_field 1 10)" ]
test_that "nothing is left" nothing_left
