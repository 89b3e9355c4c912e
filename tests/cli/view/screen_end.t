#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine, on a terminal: how they end, and whether they leave
# the terminal as it was.

. "$(dirname "$0")/../lib.sh"
on_terminal

# ---- how a run ends

for end in "signal TERM" "signal HUP" "signal INT" "signal QUIT" "key intr" "key quit"; do
	see 12x80 timerlat top -k <<-END
	match 00:00:0[1-9]
	$end
	END
	exits "the $end ends it" 0
	restored "the terminal is as it was"
	is "the table is there" "$(tables)" 1
	undone "all is undone"
done
# The hit and the duration below come late, so that even on a slow machine these runs do
# not end before the test has seen their screen.
SIM=cpus=20,hit=4000 see 12x80 timerlat top -k -a 100 <<END
match 00:00:0[1-9]
END
exits "a hit ends it" 2
restored "the terminal is as it was"
has "$out" "rtla timerlat hit stop tracing"
ok "the hit is told after the table"
has "$out" "  Saving trace to timerlat_trace.txt"
ok "the trace of the hit is told after the table"
rm -f timerlat_trace.txt
see 12x80 timerlat top -k -d 4 <<END
match 00:00:0[1-9]
END
exits "the duration ends it" 0
restored "the terminal is as it was"
see 12x80 timerlat top -k <<END
match 00:00:0[1-9]
hangup
END
exits "a run without a terminal has nobody to tell" 1
undone "all is undone"

# A shell with job control takes the terminal while the command is stopped.
see 20x80 bash -c 'set -m; timerlat top -k; echo "it stopped"; read -r; fg >/dev/null' <<END
match 00:00:0[1-9]
key susp
wait it stopped
show stopped
key enter
wait by CPU
key q
END
exits "the screen can be stopped, and goes on" 0
restored "the terminal is as it was after a stop"
grep -qx "it stopped" "$work/seen/stopped"
ok "the shell has its screen meanwhile"

finish
