#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla wakeup" on a simulated machine, on a terminal: whether 80 columns have all
# parts of the wake-ups, and what is shown of one thread.

. "$(dirname "$0")/../lib.sh"
on_terminal

# widest NAME: prints the number of characters in the longest line of a screen
widest() {
	wc -L <"$work/seen/$1"
}

SIM=cpus=4 see 24x80 wakeup <<END
match 00:00:0[2-9]
show table
key <
show sorted
key w
show all
key w
key down
key enter
show one
key q
END
exits "a table is shown" 0
[ "$(widest table)" -le 80 ] && [ "$(widest one)" -le 80 ]
ok "the table and a thread of it fit into 80 columns"
is "80 columns have the maxima of all parts" "$(line table 3)" \
	"    TID COMM            COUNT |timer   irq queue  wait  pick switch |  avg   max"
is "the figures are maxima" "$(line table 4 | cut -c 30-)" \
	" |  4.0   5.0   6.0   7.0   8.0    9.0 | 39.0  39.0"
[[ $(line table 24) = *"  by total max, largest first  "* ]]
ok "the longest wake-up comes first"
[[ $(line sorted 24) = *"  by total avg, largest first  "* && $(line all 24) = *"  by total avg, largest first  "* ]]
ok "the order stays with all columns"
is "all columns can be shown" "$(line all 3 | cut -c 1-62)" \
	"    TID COMM                COUNT |        timer           irq"
[[ $out = *"COUNT |timer "* && $out != *IRQ_TIME* ]]
ok "the last table does not wrap, either"
[[ $(line one 3) =~ ^"worker/2, thread 1002 of process 1000: SCHED_FIFO, priority 90" ]]
ok "Enter shows policy and priority"
[[ $(line one 4) =~ ^"Woken "([0-9]+)" times: "([0-9]+)" by a timer, 0 by others; --by waker names them."$ ]]
ok "Enter shows who woke the thread"
is "Enter shows the percentiles of each part" "$(line one 6)" \
	"us                avg       max       p50       p99     p99.9"
is "percentiles of a thread have their figures" "$(line one 13 | cut -c1-41)" "total            33.0      33.0      33.0"
grep -q '^ *30 - 50 *[0-9]* █' "$work/seen/one"
ok "Enter shows the distribution of the thread"

SIM=cpus=4 LC_ALL=C see 24x80 wakeup <<END
match 00:00:0[2-9]
key enter
show one
key q
END
grep -q '^ *30 - 50 *[0-9]* #' "$work/seen/one" && ! LC_ALL=C grep -q '[^ -~]' "$work/seen/one"
ok "the distribution is in ASCII without UTF-8"

SIM=cpus=4 see 24x80 wakeup --by cpu <<END
match 00:00:0[2-9]
show table
key enter
show one
key q
END
is "a table of CPUs has all parts, too" "$(line table 3)" \
	"CPU COUNT |timer   irq queue  wait  pick switch |  avg   max"
grep -q '^total max  *21.0$' "$work/seen/one"
ok "Enter shows all figures of a CPU"

SIM=cpus=4 see 24x80 wakeup --by waker <<END
match 00:00:0[2-9]
show table
key q
END
is "a table of wakers has all parts, too" "$(line table 3)" \
	"WAKER   NAME            COUNT |timer   irq queue  wait  pick switch |  avg   max"
[[ $(line table 4) = "2000    feeder "* && $(line table 5) = "timer   hrtimer_wakeup "* ]]
ok "a waker that is a thread is shown by its id"

SIM=cpus=2 see 24x80 wakeup -n <<END
match 00:00:0[2-9]
show table
key q
END
is "times in ns fit, too" "$(line table 4 | cut -c 30-)" \
	" | 2000  3000  4000  5000  6000   7000 |27000 27000"

SIM=cpus=4,silent=1 see 24x80 wakeup <<END
match 00:00:0[1-9]
key q
END
exits "a run that the user ends may have nothing" 0
is "a run without a wake-up says so instead of an empty table" "$out" \
	"no watched thread was woken: name other threads, or measure for longer"
SIM=cpus=4,silent=1 see 24x80 timerlat top -U <<END
match 00:00:0[1-9]
key q
END
exits "workloads of others need not come" 0
is "a run without the workload of others says so instead of an empty table" "$out" \
	"no workload has come, so nothing was measured: start one, or leave out -U"

SIM=cpus=512 see 24x80 wakeup --by cpu <<END
match 00:00:0[2-9]
key end
show end
key q
END
[ "$(widest end)" -le 80 ] && grep -q "^511  *[0-9]* |" "$work/seen/end"
ok "the last of 512 CPUs can be seen on 80 columns"
finish
