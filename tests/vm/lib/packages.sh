# shellcheck shell=bash
# Roots for the packages of this project. Those of kind "build" have what
# debian/control says is needed for the build, and lintian; those of kind
# "machine" are small machines with a kernel and its headers; those of kind
# "firmware" have the firmware of a machine with Secure Boot, and write its
# variables; those of kind "bare" have what every Debian has, and the sources of
# locales. A root is not changed: it is the lower layer of an overlay.

# The packages of the fields Build-Depends, without versions.
package_needs() {
	sed -n '/^Build-Depends:/,/^[A-Z]/s/^ \([a-z0-9:-]*\).*/\1/p' "$TOP/debian/control" |
		sed 's/debhelper-compat/debhelper/; s/dh-sequence-dkms/dh-dkms/; s/:native//' | paste -sd ,
}

package_root_packages() {
	case $1 in
	build) printf 'build-essential,lintian,%s\n' "$(package_needs)" ;;
	machine) echo linux-image-amd64,linux-headers-amd64,initramfs-tools,systemd,udev,mount,procps,ca-certificates ;;
	bare) echo locales ;;
	firmware) echo ovmf,python3-virt-firmware,shim-signed,grub-efi-amd64-signed ;;
	esac
}

package_root_entry() {
	printf 'packages-%s-%s-%.8s\n' "$1" "$2" "$(package_root_packages "$1" | sha256sum)"
}

# package_root KIND SUITE : makes the root if it is missing, and prints where it
# is.
package_root() {
	local entry
	entry=$(package_root_entry "$1" "$2")
	ensure "$entry" package_root_make "$1" "$2"
	printf '%s/%s\n' "$CACHE" "$entry"
}

package_root_make() {
	local dir=$1 kind=$2 suite=$3
	host_ready
	need_root "root packages-$kind-$suite"
	need_space 2000 "root packages-$kind-$suite"
	if [ "$kind" = bare ]; then
		# shellcheck disable=SC2034 # read by debian
		local variant=essential released=1
		say "making a bare root of $suite (takes about 10 s, 100 MB)"
	else
		say "making the root $kind of $suite, for packages (takes about 90 s, 700 MB)"
	fi
	debian_lean "$suite" "$dir" "root packages-$kind-$suite" "$(package_root_packages "$kind")" \
		--skip=cleanup/apt/lists --aptopt='Acquire::Languages "none"'
	sweep "packages-$kind-$suite-*" "$(package_root_entry "$kind" "$suite")"
}

# overlay_mounted ROOT DIR COMMAND... : runs COMMAND on this machine, while DIR/merged is
# ROOT with the changes that are in DIR.
overlay_mounted() {
	local root=$1 dir=$2
	shift 2
	mkdir -p "$dir/upper" "$dir/work" "$dir/merged" "$dir/src"
	# shellcheck disable=SC2016 # the inner shell expands these
	unshare --mount sh -c '
		mount -t overlay packages -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$2/merged" &&
		shift 2 && exec "$@"' overlay "$root" "$dir" "$@"
}

# on_overlay ROOT DIR COMMAND... : runs COMMAND in a copy of ROOT whose changes
# are in DIR, with DIR/src as /src, as root and with the network.
on_overlay() {
	local root=$1 dir=$2
	shift 2
	overlay_mounted "$root" "$dir" bwrap --bind "$dir/merged" / --dev /dev --proc /proc --ro-bind /sys /sys \
		--tmpfs /tmp --tmpfs /run --ro-bind "$(readlink -f /etc/resolv.conf)" /etc/resolv.conf \
		--bind "$dir/src" /src --chdir /src --unshare-pid --die-with-parent --clearenv \
		--setenv PATH /usr/sbin:/usr/bin:/sbin:/bin --setenv LANG C.UTF-8 --setenv HOME /root \
		--setenv DEBIAN_FRONTEND noninteractive -- "$@"
}

# overlay_disk ROOT DIR DISK : makes the image of a disk with the same content.
overlay_disk() {
	truncate -s 4G "$3" && overlay_mounted "$1" "$2" mke2fs -q -F -t ext4 -d "$2/merged" "$3"
}
