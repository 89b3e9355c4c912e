#!/bin/sh
# Runs the torture for 15 s, on Debian's real-time kernel 6.12. Prints TAP.
export RUN=run
exec "$(dirname "$0")/torture" 6.12-rt 15
