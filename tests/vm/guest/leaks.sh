#!/bin/sh
# The module has lost no memory: a test that runs after others, on kernels that
# have kmemleak.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh

eventually rmmod rtla
nothing_lost "the module has lost no memory"
test_that "the module can be loaded again" modprobe rtla
