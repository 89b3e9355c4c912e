#!/bin/sh
# Tests a busy machine that is set up for real time, on Debian's kernel 6.12: an
# eighth of the cases, and the hits beside threads that never sleep. Prints TAP.
exec "$(dirname "$0")/tuned" 6.12 0
