# shellcheck shell=dash
# For the init of machines with a disk, which are started for some steps. The machine has
# this file as /root/steps.sh.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root

# begin: makes the machine ready for the steps
begin() {
	mount -t proc proc /proc
	mount -t sysfs sysfs /sys
	mount -t devtmpfs dev /dev 2>/dev/null
	mount -t tmpfs run /run
	mount -t tmpfs tmp /tmp
	/usr/lib/systemd/systemd-udevd --daemon
	udevadm trigger && udevadm settle
}

# step NAME COMMAND...: runs COMMAND and prints its exit status
step() {
	name=$1
	shift
	"$@"
	echo "step $name: $?"
}

# end: prints the log of the kernel, and turns the machine off
end() {
	dmesg
	sync
	mount -o remount,ro /
	echo o >/proc/sysrq-trigger
	sleep 60
}
