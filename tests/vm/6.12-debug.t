#!/bin/sh
# The module and the command on a kernel 6.12 that checks its locks and its memory; TAP.
exec "$(dirname "$0")/guest-tests" 6.12-debug "$@"
