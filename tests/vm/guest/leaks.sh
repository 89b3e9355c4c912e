#!/bin/sh
# Memory that the module has lost: after other tests, on kernels that have kmemleak.
# shellcheck source=tests/vm/guest/tap.sh
. /tests/lib/tap.sh

soon rmmod rtla
nothing_lost "the module has lost no memory"
is "it can be loaded again" modprobe rtla
