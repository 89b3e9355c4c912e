#!/bin/sh
# The init of a machine of tests/vm/recipe: it does what a test farm does, and
# prints the exit status of each step.
. /root/steps.sh
begin
ip link set lo up
card=$(find /sys/class/net -name 'e*' -printf '%f\n')
# These addresses are those of QEMU's network for users.
ip link set "$card" up && ip address add 10.0.2.15/24 dev "$card" && ip route add default via 10.0.2.2
echo nameserver 10.0.2.3 >/etc/resolv.conf

cd /root || exit
ci=rtla/Documentation/ci
git clone -q rtla.bundle rtla
step prepare $ci/prepare
printf 'thr.max<1us\n' >strict.gates
printf 'thr.max<10s\nirq.p90<1s\n' >loose.gates
printf 'thr.p99.999<10s\n' >short.gates
RTLA_DURATION=10s step strict $ci/run-gates strict.gates strict
RTLA_CPUS=1 RTLA_DURATION=20s RTLA_LOAD="rtla load sched" step loose $ci/run-gates loose.gates loose
RTLA_DURATION=10s step short $ci/run-gates short.gates short
# The command would load it again.
rmmod rtla
echo blacklist rtla >/etc/modprobe.d/rtla.conf
step none $ci/run-gates loose.gates none
step again $ci/prepare
end
