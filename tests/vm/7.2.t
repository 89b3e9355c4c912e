#!/bin/sh
# The module and the command on Debian's kernel 7.2; TAP.
exec "$(dirname "$0")/guest-tests" 7.2
