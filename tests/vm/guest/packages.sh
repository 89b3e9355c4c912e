#!/bin/sh
# The init of a machine of tests/vm/packages, on which the packages are installed. It is booted
# twice, and the kernel's parameter "stage" says what is due: "readme", the packages measure as
# the README says, and a newer kernel is installed; "newer", they measure on that kernel, the
# old one is removed, and they are removed as well. Before, without a boot, "packages list"
# notes which files and packages there are.
export LC_ALL=C

# timed NAME COMMAND...: does a step, and prints how many seconds it took
timed() {
	start=$(cut -d . -f 1 /proc/uptime)
	step "$@"
	echo "seconds $1: $(($(cut -d . -f 1 /proc/uptime) - start))"
}

# apt WORD...: there is no network; everything that apt needs has been fetched
apt() { DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 "$@"; }

autoremove() {
	apt -o APT::AutoRemove::RecommendsImportant=false -o APT::AutoRemove::SuggestsImportant=false autoremove --purge
}

# files: prints all files of the machine, but those that any use of apt leaves, the
# folder with the key of DKMS, which DKMS keeps, and this test's own
files() {
	find / -xdev \( -path /root -o -path /run -o -path /tmp -o -path /proc -o -path /sys -o -path /dev \
		-o -path /var/lib/apt -o -path /var/cache -o -path /var/log -o -path /var/lib/dpkg \
		-o -path '/var/lib/dkms/mok.*' \) -prune -o -print | grep -vx -e /var/lib/dkms -e /lost+found | sort
}

packages() { dpkg-query -W -f '${Package} ${db:Status-Abbrev}\n' | sort; }

# built KERNEL: succeeds if DKMS has built, signed and installed the module for this kernel
built() {
	dkms status | grep -q "^rtla/.*, $1, x86_64: installed" &&
		modinfo -k "$1" -F filename rtla | grep "^/lib/modules/$1/updates/dkms/rtla\.ko" &&
		modinfo -k "$1" -F vermagic rtla | grep "^$1 " &&
		modinfo -k "$1" -F signer rtla | grep .
}

if [ "${1:-}" = list ]; then
	cd /root && files >before && packages >packages-before
	exit
fi

. /root/steps.sh
begin
cd /root || exit
stage=$(sed -n 's/.* stage=\([a-z]*\).*/\1/p' /proc/cmdline)
kernel=$(uname -r)

# of_kernel KERNEL: prints which packages are of this kernel alone
of_kernel() { packages | sed -n "s/^\(linux-[^ ]*${1%-amd64}[^ ]*\) ii.*/\1/p"; }

# left: prints which packages and files are there that were not there before the packages were,
# apart from those of the new kernel
left() {
	packages | comm -13 packages-before - | grep -vxFf kernel-packages | grep -v '^linux-'
	# A list may name a file by a link to its folder.
	cat /var/lib/dpkg/info/*.list | sed -E 's,^/(lib|bin|sbin|lib64)/,/usr/\1/,' | sort -u >owned
	# These are made when a kernel is installed.
	name=$(printf '%s' "$kernel" | sed 's/[.+]/\\&/g')
	files | comm -13 before - | comm -23 - owned |
		grep -vxE "/boot/(config|vmlinuz|initrd\.img)-$name|/var/lib/initramfs-tools/$name|/usr/lib/modules/$name/modules\.[a-z.]*"
}

case $stage in
readme)
	step module modprobe rtla
	number=0
	while read -r line; do
		number=$((number + 1))
		timed line$number sh -c "$line" </dev/null
	done <lines
	step page grep -q '</html>' r.html
	step doctor sh -c 'rtla doctor --all | grep "  ok .* module  *"'
	echo "$kernel" >old
	packages >packages-then
	# shellcheck disable=SC2046
	timed upgrade apt install $(cat upgrade)
	packages | comm -13 packages-then - >kernel-packages
	new=$(cd /lib/modules && printf '%s\n' * | sort -V | tail -n 1)
	step newer [ "$new" != "$kernel" ]
	step built built "$new"
	step kept built "$kernel"
	cp "/boot/vmlinuz-$new" vmlinuz
	cp "/boot/initrd.img-$new" initrd
	;;
newer)
	old=$(cat old)
	step newer [ "$kernel" != "$old" ]
	# An emulator is slower than this threshold.
	step timerlat timerlat top -q -a 30 -d 60
	step doctor sh -c 'rtla doctor --all | grep "  ok .* module  *"'
	# shellcheck disable=SC2046
	timed old apt purge $(of_kernel "$old")
	step oldgone sh -c '! ls -d /lib/modules/"$1" 2>/dev/null && ! dkms status | grep -F "$1"' - "$old"
	step kept built "$kernel"
	step stays test -e /sys/module/rtla
	timed remove apt remove rtla rtla-dkms
	step loaded test -e /sys/module/rtla
	step command sh -c 'command -v rtla timerlat osnoise hwnoise'
	step gone modprobe rtla
	timed purge dpkg --purge rtla rtla-dkms
	timed autoremove autoremove
	step dkms sh -c 'ls -d /var/lib/dkms/rtla* /lib/modules/*/updates /usr/src/rtla* 2>/dev/null'
	left | sed 's/^/left: /'
	;;
esac
end
