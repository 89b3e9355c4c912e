#!/bin/sh
# The last third of the tests on Debian's kernel 6.12-rt; TAP.
exec "$(dirname "$0")/guest-tests" 6.12-rt rest
