#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla cycle" on a simulated machine, on a terminal: whether 80 columns have all parts
# of the cycles, and what is shown of one thread.

. "$(dirname "$0")/../lib.sh"
on_terminal

SIM=cpus=4 see 24x80 cycle --period 17us <<END
match 00:00:0[2-9]
show table
key w
show all
key w
key down
key enter
show one
key q
END
exits "a table of cycles is shown" 0
[ "$(wc -L <"$work/seen/table")" -le 80 ] && [ "$(wc -L <"$work/seen/one")" -le 80 ]
ok "the table of cycles and a thread of it fit into 80 columns"
is "80 columns have the response and the maxima of all parts" "$(line table 3)" \
	"    TID COMM        COUNT |  avg   p99   max MISS |start   run  intr prmpt block"
is "the columns of parts are maxima" "$(line table 4 | cut -c 50-)" " |  4.0   5.0   6.0   7.0   8.0"
[[ $(line table 24) = *"  by response max, largest first  "* ]]
ok "the longest cycle comes first"
is "all columns of cycles can be shown" "$(line all 3 | cut -c 1-46)" \
	"    TID COMM                COUNT |   PERIOD |"
[[ $(line one 3) =~ ^"worker/2, thread 1002 of process 1000: SCHED_FIFO, priority 90" ]]
ok "Enter shows policy and priority of a thread with cycles"
is "Enter shows where a thread waits for its next period" "$(line one 4)" \
	"It waits for its next period in read of descriptor 6, as it was found there most"
has "$(<"$work/seen/one")" "From one release to the next, it took 3000.0 us on the average."
ok "Enter shows the period of a thread"
grep -qE '^([0-9]+) of \1 cycles took longer than 17.0 us. It was moved to another CPU$|^([0-9]+) of \2 cycles took longer than 17.0 us. It was moved to another CPU ' "$work/seen/one"
ok "Enter shows misses and migrations"
grep -qE '^us +avg +max +p50 +p99 +p99.9$' "$work/seen/one" && grep -qE '^response +25.0 +25.0 +25.0' "$work/seen/one"
ok "Enter shows the percentiles of each part of a cycle"

SIM=cpus=2 see 24x80 cycle --wait read <<END
match 00:00:0[2-9]
key enter
show one
key q
END
is "Enter shows that --wait says where" "$(line one 4)" \
	"It waits for its next period in read of descriptor 5, as --wait says."

SIM=cpus=4 see 24x80 cycle --by cpu <<END
match 00:00:0[2-9]
show table
key q
END
is "a table of CPUs has all parts of cycles, too" "$(line table 3)" \
	"CPU     COUNT |  avg   p99   max |start   run  intr prmpt block"
finish
