#!/bin/sh
# The module and the command on a kernel 6.12 that looks for data races; TAP.
exec "$(dirname "$0")/guest-tests" 6.12-kcsan "$@"
