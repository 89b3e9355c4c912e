#!/bin/sh
# A little of the torture, on Debian's kernel 6.12 for real time; TAP.
export RUN=run
exec "$(dirname "$0")/torture" 6.12-rt 15
