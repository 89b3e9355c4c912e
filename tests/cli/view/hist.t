#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: histograms. CPU 0 has latencies of 2, 5 and 8 us, or
# noises of 1.5 and 7 us; on each further CPU they are 1 us longer.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2

# expect NAME <<OUTPUT: tests that the last run exited with 0 and printed OUTPUT, where C
# stands for any count, as counts vary
expect() {
	exits "$1" 0
	is "$1 has its output" "$(on_time | sed -E 's/( {6})[1-9][0-9] /\1 C /g
		s/( {5})[1-9][0-9]{2} /\1  C /g
		/^([0-9]|over:|count:)/s/( {7})[1-9] /\1C /g')" "$(cat)"
}

# ---- timerlat

run timerlat hist -k -d 1
expect "timerlat hist measures" <<END
# RTLA timerlat histogram
# Time unit is microseconds (us)
# Duration:   0 00:00:01
Index   IRQ-000   Thr-000   IRQ-001   Thr-001
2             C         0         0         0 
3             0         0         C         0 
5             0         C         0         0 
6             0         0         0         C 
over:         0         0         0         0 
count:        C         C         C         C 
min:          2         5         3         6 
avg:          2         5         3         6 
max:          2         5         3         6 
ALL:        IRQ       Thr
count:        C         C 
min:          2         5 
avg:          2         5 
max:          3         6 
END
is "stderr is silent" "$err" ""
undone "all is undone"
run timerlat hist -k -d 1 -c 1 -b 5 -E 10 -n
expect "buckets of nanoseconds, not enough of them" <<END
# RTLA timerlat histogram
# Time unit is nanoseconds (ns)
# Duration:   0 00:00:01
Index   IRQ-001   Thr-001
over:         C         C 
count:        C         C 
min:       3000      6000 
avg:       3000      6000 
max:       3000      6000 
ALL:        IRQ       Thr
count:        C         C 
min:       3000      6000 
avg:       3000      6000 
max:       3000      6000 
END
run timerlat hist -k -d 1 -c 0 -b 3 -E 10 --with-zeros --no-header --no-summary
expect "a line for every bucket" <<END
0             C         0 
3             0         C 
6             0         0 
9             0         0 
12            0         0 
15            0         0 
18            0         0 
21            0         0 
24            0         0 
27            0         0 
over:         0         0 
END
run timerlat hist -k -d 1 -c 0 --no-irq --no-header
expect "a histogram without interrupts" <<END
5             C 
over:         0 
count:        C 
min:          5 
avg:          5 
max:          5 
ALL:        Thr
count:        C 
min:          5 
avg:          5 
max:          5 
END
run timerlat hist -k -d 1 -c 0 --no-thread --no-index --with-zeros -E 10 --no-header
expect "a histogram without index and threads" <<END
        0 
        0 
        C 
        0 
        0 
        0 
        0 
        0 
        0 
        0 
        0 
        C 
        2 
        2 
        2 
      IRQ
        C 
        2 
        2 
        2 
END
run timerlat hist -d 1 -c 0 --no-header
expect "user space has a column" <<END
2             C         0         0 
5             0         C         0 
8             0         0         C 
over:         0         0         0 
count:        C         C         C 
min:          2         5         8 
avg:          2         5         8 
max:          2         5         8 
ALL:        IRQ       Thr       Usr
count:        C         C         C 
min:          2         5         8 
avg:          2         5         8 
max:          2         5         8 
END
SIM=$SIM,silent=1 run timerlat hist -k -d 1
exits "CPUs without samples have no columns" 1
is "the row of them has dashes" "$(on_time)" "$(cat <<END
# RTLA timerlat histogram
# Time unit is microseconds (us)
# Duration:   0 00:00:01
Index
over: 
count:
min:  
avg:  
max:  
ALL:        IRQ       Thr
count:        0         0 
min:          -         - 
avg:          -         - 
max:          -         - 
CPU 0-1: nothing was measured: measure for longer, or keep other threads from having the CPU all the time
END
)"
run timerlat hist -k -d 1 -c 0 -n -b 1 -E 9999999 --no-header
expect "a histogram with as many buckets as there may be" <<END
2000          C         0 
5000          0         C 
over:         0         0 
count:        C         C 
min:       2000      5000 
avg:       2000      5000 
max:       2000      5000 
ALL:        IRQ       Thr
count:        C         C 
min:       2000      5000 
avg:       2000      5000 
max:       2000      5000 
END

# ---- osnoise

run osnoise hist -d 1
expect "osnoise hist measures" <<END
# RTLA osnoise histogram
# Time unit is microseconds (us)
# Duration:   0 00:00:01
Index   CPU-000   CPU-001
1             C         0 
2             0         C 
7             C         0 
8             0         C 
over:         0         0 
count:        C         C 
min:          1         2 
avg:       4.25      5.25 
max:          7         8 
END
called "the tracer counts single noises" "start stats entries=256 bucket=1000 distribution=0 block=0"
run osnoise hist -d 1 --source trace
called "the command counts single noises from a trace" "collect gaps in samples, freeze"
run osnoise hist -d 1 -c 1 -b 2 --no-index --with-zeros --no-header -E 10
expect "a histogram with wider buckets, without index" <<END
        0 
        C 
        0 
        0 
        C 
        0 
        0 
        0 
        0 
        0 
        0 
        C 
        2 
     5.25 
        8 
END
SIM=$SIM,quiet=1 run osnoise hist -d 1
expect "no noise is a result, too" <<END
# RTLA osnoise histogram
# Time unit is microseconds (us)
# Duration:   0 00:00:01
Index
over: 0
count: 0
min: 0
avg: 0
max: 0
END

# ---- bars

export LC_ALL=C
run timerlat hist -k -d 1 --bars all
is "bars of all CPUs together" "$(sed -E 's/ (4.|50|9.|100) (#| )/ C \2/g' "$work/out")" \
	"timerlat hist, 2 CPUs (0-1), after  0 00:00:01; bars are logarithmic

 from - below us       irq                          thread                      
           2 - 3        C #####################                                
           3 - 5        C #####################                                
           5 - 7                                       C #####################

us          count     min      avg      max      p50      p99    p99.9   p99.99
irq           C    2.00     2.50     3.00     2.01        -        -        -
thread        C    5.00     5.50     6.00     5.02        -        -        -

Thread latency: the longest took 6.00 us, on CPU 1; 50 % took at most 5.02 us.
Add --matrix for a column of each CPU, or --bars CPU for the bars of one."
run timerlat hist -k -d 1 --bars 1 --no-irq -n
[[ $out = "timerlat hist, 1 CPU (1), "*"5000 - 7000 "*"Thread latency: the longest took 6000 ns, on CPU 1; 50 % "* &&
	! $out =~ irq ]]
ok "bars of one CPU, in nanoseconds, and without interrupts"
run osnoise hist -d 1 --bars 0
[[ $out = *" 1.5 - 2 "*"#"*$'\n'*" 7 - 10 "*" ##"*"Single noise: the longest took 7.00 us, on CPU 0; "* ]]
ok "bars of single noises"
run timerlat hist -k -d 1 -c 0 --bars 1
[[ $out = *$'\n'"Nothing was measured." ]]
ok "bars of a CPU that is not measured say so"
SIM=$SIM,skipped=400 run timerlat hist -k -d 1 -p 10000 --bars all
[[ $out = *$'\n'"400 of these 500 "* ]]
ok "bars tell of skipped periods"
[[ $(grep -c ' - ' "$work/out") -le 15 && $out = *"400000 us, on CPU 1;"* ]]
ok "bars of latencies from microseconds to seconds fit 24 lines"
for option in --matrix --no-header --no-summary --with-zeros "--with-zeros --no-index"; do
	# shellcheck disable=SC2086
	run timerlat hist -k -d 1 --bars all $option
	[[ $status = 129 && $err = "rtla: --bars: no matrix is shown: "* ]]
	ok "--bars with $option is refused"
done
unset LC_ALL
if [ -c /dev/ptmx ]; then
	for size in 24x80 50x200; do
		for cpus in 4 64 512; do
			SIM=cpus=$cpus see $size timerlat hist -k -d 1 </dev/null
			[[ $out = "timerlat hist, $cpus CPUs (0-"*" #"*"Thread latency: the longest took "* ||
				$out = "timerlat hist, $cpus CPUs (0-"*" █"*"Thread latency: the longest took "* ]]
			ok "a terminal of $size shows bars of $cpus CPUs"
			[[ $(LC_ALL=C.UTF-8 wc -L <"$work/out") -le ${size#*x} && $(wc -l <"$work/out") -le 22 ]]
			ok "bars of $cpus CPUs fit $size"
		done
	done
	SIM=cpus=64 see 24x80 timerlat hist -k -d 1 --matrix </dev/null
	is "a terminal shows a matrix in parts with as many CPUs as fit" \
		"$(grep ^Index "$work/out" | tr -s ' ' | sed -n '2p;$p')" \
		"Index IRQ-003 Thr-003 IRQ-004 Thr-004 IRQ-005 Thr-005
Index IRQ-063 Thr-063"
	is "a matrix in parts has each latency once" \
		"$(awk '/^[0-9]/ { for (i = 2; i <= NF; i++) all += $i } END { print all }' "$work/out")" \
		"$(awk '/^count/ { for (i = 2; i <= NF; i++) all += $i } END { print all / 2 }' "$work/out")"
	is "a matrix in parts has one summary of all CPUs" "$(grep -c ^ALL "$work/out")" 1
	LC_ALL=C see 24x80 osnoise hist -d 1 </dev/null
	[[ $out = "osnoise hist, 2 CPUs "*" ##"* && ! $out =~ [^[:print:][:space:]] ]]
	ok "bars of noises are plain ASCII where the locale is"
	for option in --matrix --no-summary --with-zeros; do
		see 24x80 timerlat hist -k -d 1 $option </dev/null
		[[ $out != *"#####"* && $out != *█* ]]
		ok "a terminal shows a matrix with $option"
	done
fi

# ---- how it ends

SIM=$SIM,hit=500 run timerlat hist -k -T 100 -d 9 --no-header
exits "a hit ends a histogram" 2
has "$out" "rtla timerlat hit stop tracing"
ok "a hit is told after the histogram"
[ "$(grep -n '^over: ' "$work/out" | cut -d: -f1)" -lt \
	"$(grep -n 'hit stop' "$work/out" | head -n 1 | cut -d: -f1)" ]
ok "after the histogram"
SIM=$SIM,lost=1000 run timerlat hist --source trace -k -d 1
exits "lost events exit with 1" 1

finish
