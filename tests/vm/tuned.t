#!/bin/sh
# A machine that is set up for real time, and busy, on Debian's kernel 6.12; TAP.
# The disturbances that the command gets on with in all of the cases: tests/vm/tuned
# KERNEL has the others, too.
exec "$(dirname "$0")/tuned" 6.12 0 none fifo50 deadline fifo80-periodic irqs nmis offline-system
