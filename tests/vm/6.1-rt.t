#!/bin/sh
# The module and the command on Debian's kernel 6.1-rt, or the parts of them that are named; TAP.
exec "$(dirname "$0")/guest-tests" 6.1-rt "$@"
