#!/bin/sh
# The third quarter of the tests on Debian's kernel 6.12, or the parts of them that are named; TAP.
[ $# != 0 ] || set -- files
exec "$(dirname "$0")/guest-tests" 6.12 "$@"
