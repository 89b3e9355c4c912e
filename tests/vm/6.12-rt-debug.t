#!/bin/sh
# The module and the command on a kernel 6.12 with PREEMPT_RT that checks its locks and its memory; TAP.
exec "$(dirname "$0")/guest-tests" 6.12-rt-debug "$@"
