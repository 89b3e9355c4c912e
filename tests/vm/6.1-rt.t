#!/bin/sh
# The module and the command on Debian's kernel 6.1-rt; TAP.
exec "$(dirname "$0")/guest-tests" 6.1-rt
