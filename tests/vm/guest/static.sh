#!/bin/sh
# The init of a machine that has nothing but busybox, the command as one file, and a module that
# causes latencies: tests/vm/static.t boots it. The file measures there, once more in a
# container without privileges, but three capabilities, which /tools makes, and once more in
# /other, whose libraries end any command that opens one.
# shellcheck shell=dash
export PATH=/bin
/bin/busybox mkdir -p /proc /sys /dev /tmp
/bin/busybox --install -s /bin
mount -t devtmpfs dev /dev
exec </dev/null >/dev/console 2>&1
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t debugfs debugfs /sys/kernel/debug
inject=/sys/kernel/debug/rtla_inject
insmod /rtla_inject.ko

# step NAME COMMAND...: runs COMMAND and prints its exit status
step() {
	name=$1
	shift
	"$@"
	echo "step $name: $?"
}

# hit COMMAND...: has a thread on CPU 1 keep preemption off for 40 ms as soon as COMMAND, which
# measures there, has its process
hit() {
	(
		until pidof timerlatu/1 >/dev/null; do sleep 0.1; done
		sleep 0.5
		echo preempt_off 1 0 40000000 >$inject
	) &
	"$@" timerlat top -q -c 1 -d 30 -a 20000 </dev/null
}

# contained CAPABILITY,... COMMAND...: runs COMMAND as a container does that has these
# capabilities beyond podman's own: with its own processes, mounts, network and names, and no
# way to gain rights. /box is all that it sees.
podman=chown,dac_override,fowner,fsetid,kill,net_bind_service,setfcap,setgid,setpcap,setuid,sys_chroot
contained() {
	list=$podman$1
	shift
	unshare -m -p -n -i -u -f /bin/sh -c '
		mount -t proc proc /box/proc && mount -t sysfs -o ro sysfs /box/sys && list=$1 && shift &&
		exec /tools/loader --library-path /tools /tools/setpriv --nnp --inh-caps=-all --bounding-set="-all,+$(echo "$list" | sed "s/,/,+/g")" chroot /box "$@"' contained "$list" "$@"
}

read -r begun _ </proc/uptime
step version rtla --version
step named hit rtla
read -r ended _ </proc/uptime
echo "seconds to the first named cause: $begun $ended"
mkdir -p /box/proc /box/sys /box/dev /box/tmp
cp /bin/rtla /box/
step contained hit contained ,bpf,perfmon,sys_nice /rtla
step refused contained '' /rtla timerlat top -q -c 1 -d 1
# table WORD...: has the file show a live table on the console
table() { setsid cttyhack "$@" timerlat top -c 1 -d 2 </dev/console >/dev/console; }
export TERM=linux
step table table rtla
mkdir /other/proc /other/sys /other/dev /other/tmp
mount -t proc proc /other/proc
mount --bind /sys /other/sys
mount --bind /dev /other/dev
export LC_ALL=de_DE
step locale table chroot /other /rtla
step other hit chroot /other /rtla
dmesg
echo o >/proc/sysrq-trigger
sleep 60
