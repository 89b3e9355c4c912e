#!/bin/sh
# The init of a machine of tests/vm/recipe: it does what a test farm does, and
# prints the exit status of each step.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev 2>/dev/null
mount -t tmpfs run /run
mount -t tmpfs tmp /tmp
/usr/lib/systemd/systemd-udevd --daemon
udevadm trigger && udevadm settle
ip link set lo up
card=$(find /sys/class/net -name 'e*' -printf '%f\n')
# These addresses are those of QEMU's network for users.
ip link set "$card" up && ip address add 10.0.2.15/24 dev "$card" && ip route add default via 10.0.2.2
echo nameserver 10.0.2.3 >/etc/resolv.conf

# step NAME COMMAND...: run COMMAND and print its exit status
step() {
	name=$1
	shift
	"$@"
	echo "recipe: $name: $?"
}

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
rmmod rtla
step none $ci/run-gates loose.gates none
step again $ci/prepare
dmesg
sync
mount -o remount,ro /
echo o >/proc/sysrq-trigger
sleep 60
