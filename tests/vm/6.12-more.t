#!/bin/sh
# The second half of the tests on Debian's kernel 6.12; TAP.
exec "$(dirname "$0")/guest-tests" 6.12 more
