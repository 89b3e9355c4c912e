#!/bin/sh
# The module and the command on Debian's kernel 7.2-rt, or the parts of them that are named; TAP.
exec "$(dirname "$0")/guest-tests" 7.2-rt "$@"
