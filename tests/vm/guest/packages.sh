#!/bin/sh
# The init of a machine of tests/vm/packages, in which both packages were installed while
# it was off: it measures, and removes them.
. /root/steps.sh
begin
step module modprobe rtla
# An emulator is slower than this threshold.
step timerlat timerlat top -q -a 30 -d 60
step doctor sh -c 'rtla doctor --all | grep "  ok .* module  *"'
modprobe -r rtla
step purge dpkg --purge rtla rtla-dkms
step command sh -c 'command -v rtla timerlat osnoise hwnoise'
step gone modprobe rtla
end
