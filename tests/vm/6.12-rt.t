#!/bin/sh
# The module and the command on Debian's kernel 6.12-rt, the first third; TAP.
exec "$(dirname "$0")/guest-tests" 6.12-rt
