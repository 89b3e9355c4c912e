#!/bin/sh
# The module and the command on Debian's kernel 6.12, the first quarter, or the parts of them that are named; TAP.
exec "$(dirname "$0")/guest-tests" 6.12 "$@"
