# shellcheck shell=bash
# Build roots: small Debian installations with the compilers that made the
# kernels. They are entered with bwrap, read-only, so that their content stays
# as their recipe says. The trixie root also has QEMU, and the programs and
# libraries for guests. The root "cross" has the compilers for other
# architectures, and QEMU for these; it runs on this machine. What it compiles
# with, and the programs for guests, come from a root of that architecture, whose
# packages are unpacked, but not installed.
#
# The root "host" is this machine itself, whose compiler made its Debian's kernels: what
# needs no other root is there in a minute, and in a container that may not make namespaces.

# shellcheck disable=SC2034 # named by root_packages and root_make
packages_trixie='gcc,ccache,make,libc6-dev,pkgconf,libtracefs-dev,libtraceevent-dev,libproc2-dev,libtracecmd-dev,libjansson-dev,libkmod-dev
	libncurses-dev,libbpf-dev,gcc-bpf,libelf-dev,flex,bison,bc,sparse,shellcheck,qemu-system-x86,cpio,kmod,busybox-static,rsync
	bash,mawk,procps,util-linux,bsdutils,mount,iproute2,stress-ng,rt-tests,trace-cmd,jq
	rtla/trixie-backports,libcpupower1/trixie-backports'
# shellcheck disable=SC2034
packages_bookworm='gcc-12,ccache,make,libelf1'
# shellcheck disable=SC2034
packages_cross='gcc,ccache,libc6-dev,flex,bison,bc,rsync,gcc-aarch64-linux-gnu,gcc-arm-linux-gnueabihf,gcc-riscv64-linux-gnu,make,perl,pkgconf,sparse
	qemu-system-arm,qemu-user'
# What the command is built with.
packages_command='libc6-dev,libtracefs-dev,libtraceevent-dev,libproc2-dev,libtracecmd-dev,libjansson-dev,libkmod-dev
	libncurses-dev,libbpf-dev'
# What compiles it on this machine.
packages_compile=$packages_command',gcc,clang,make,pkg-config,zlib1g-dev,libelf-dev,ccache'
# shellcheck disable=SC2034
packages_host=$packages_compile',qemu-system-x86
	busybox-static,mount,util-linux,bsdutils,kmod,procps,iproute2,jq,mawk'
# base-files has the link /lib, which the linker needs.
# shellcheck disable=SC2034
packages_armhf=$packages_command,base-files packages_riscv64=$packages_command,base-files
# What guests have of the architecture is there, too: stress-ng is not among it, as
# it would bring graphics drivers.
# shellcheck disable=SC2034
packages_arm64=$packages_command',busybox-static
	bash,dash,coreutils,grep,sed,mawk,findutils,tar,gzip,diffutils,kmod
	procps,util-linux,bsdutils,mount,iproute2,rt-tests,trace-cmd,jq'
# Kernels of Debian 11 are looked up and fetched with its own apt; nothing is compiled there.
# shellcheck disable=SC2034
packages_bullseye='apt,base-files,coreutils,dash,dpkg,gpgv'
# shellcheck disable=SC2034
megabytes_trixie=700 megabytes_bookworm=400 megabytes_cross=700 megabytes_arm64=200 megabytes_armhf=150 megabytes_riscv64=200 megabytes_bullseye=140

# root_suite NAME : sets suite, the Debian that a root is of; architectures, of
# which its lists have packages; variant, how mmdebstrap makes it; and released,
# which is set if it has only what the suite was released with. What only compiles
# the command needs no more, and a list that cannot be fetched cannot stop it.
root_suite() {
	suite=trixie architectures=amd64 variant=apt released=
	case $1 in
	bookworm) suite=bookworm ;;
	bullseye) suite=bullseye variant=extract ;;
	cross) architectures=amd64,arm64 ;;
	arm64) architectures=$1 variant=extract ;;
	armhf | riscv64) architectures=$1 variant=extract released=1 ;;
	esac
}

# Files that are never used here: documentation, translations, and graphics
# drivers that stress-ng's dependencies bring along.
root_excludes=('/usr/share/doc/*' '/usr/share/man/*' '/usr/share/locale/*'
	'/usr/share/i18n/*' '/usr/share/info/*' '/usr/lib/x86_64-linux-gnu/libLLVM*'
	'/usr/lib/x86_64-linux-gnu/libgallium*' '/usr/lib/x86_64-linux-gnu/dri/*')

# package_list TEXT : prints the packages in it, which blanks or commas divide, as a
# list with commas.
package_list() {
	printf '%s\n' "$1" | tr -s ' \t\n' ',' | sed 's/,$//'
}

root_packages() {
	local var=packages_$1
	[ -n "${!var:-}" ] || die "build root '$1': unknown: there are host, trixie, bookworm, bullseye, cross, arm64, armhf and riscv64"
	package_list "${!var}"
}

# root_entry NAME : prints the root's name in the cache, which changes with its
# recipe.
root_entry() {
	local key
	key=$(printf '%s %s' "$(root_packages "$1")" "${root_excludes[*]}" | sha256sum)
	printf 'root-%s-%.8s\n' "$1" "$key"
}

root_path() {
	if [ "$1" = host ]; then echo /; else printf '%s/%s\n' "$CACHE" "$(root_entry "$1")"; fi
}

# host_compilers_ready : installs what compiles the command in the root "host", which needs
# more to become ready.
host_compilers_ready() {
	# shellcheck disable=SC2046 # words
	packages_ready $(package_list "$packages_compile" | tr , ' ')
}

# root_host_ready [PACKAGE...] : installs what the root "host" needs, and these packages.
# shellcheck disable=SC2120 # setup passes them
root_host_ready() {
	# shellcheck disable=SC2046 # words
	host_ready $(root_packages host | tr , ' ') "$@"
}

root_ready() {
	local entry
	if [ "$1" = host ]; then
		root_host_ready
		return
	fi
	entry=$(root_entry "$1")
	ensure "$entry" root_make "$1"
}

root_make() {
	local dir=$1 name=$2 megabytes=megabytes_$2 pattern suite architectures variant released
	local -a options=()
	host_ready bubblewrap mmdebstrap
	need_root "build root $name"
	need_space "$((${!megabytes} * 2))" "build root $name"
	bwrap --bind / / true 2>/dev/null ||
		die "build root $name: bwrap may not make namespaces here: run outside the container or give it CAP_SYS_ADMIN"
	for pattern in "${root_excludes[@]}"; do options+=("--dpkgopt=path-exclude=$pattern"); done
	say "making build root $name (takes about 40 s, ${!megabytes} MB)"
	root_suite "$name"
	# The package lists are kept, because kernels are looked up in them.
	debian_lean "$suite" "$dir" "build root $name" "$(root_packages "$name")" \
		--skip=cleanup/apt/lists --aptopt='Acquire::Languages "none"' "${options[@]}"
	sweep "root-$name-*" "$(root_entry "$name")"
}

# debian SUITE DIR WHAT PACKAGES [MMDEBSTRAP-OPTION...] : makes a Debian with
# these packages in DIR, from the mirrors that this host uses. Messages call it
# WHAT. Unless root_suite() has set otherwise, it is one that can be entered, of amd64,
# with updates and backports.
debian() {
	local suite=$1 dir=$2 what=$3 packages=$4 log=$CACHE/root-${3##* }.log line
	local -a options=() sources
	shift 4
	sources=("deb $(mirror "$suite") $suite main")
	[ -n "${released:-}" ] || sources+=("deb $(security_mirror) $suite-security main")
	[ -n "${released:-}" ] || [ "$suite" != trixie ] || sources+=("deb $(mirror "$suite") $suite-backports main")
	while read -r line; do options+=("--aptopt=$line"); done < <(host_apt_options)
	# What it mounts in the new root is gone with it, also if it is killed; and so are the
	# processes that it has started.
	quietly "$log" unshare --mount --pid --fork --kill-child --mount-proc mmdebstrap --mode=root --variant="${variant:-apt}" \
		--architectures="${architectures:-amd64}" --dpkgopt=force-unsafe-io "${options[@]}" "$@" \
		--include="$packages" "$suite" "$dir" "${sources[@]}" ||
		die "$what: could not be made ($log): check network and apt sources, run again"
}

# debian_lean ... : the same, with no packages but these and what they need.
debian_lean() {
	debian "$@" --aptopt='APT::Install-Recommends "false"' --aptopt='APT::Sandbox::User "root"'
}

# machine_make SUITE DIR : makes the smallest Debian that boots, with git, in
# DIR.
machine_make() {
	host_ready bubblewrap mmdebstrap
	need_root "machine $1"
	say "making a machine with Debian $1 (takes about 90 s, 600 MB)"
	debian "$1" "$2" "machine $1" linux-image-amd64,initramfs-tools,udev,mount,iproute2,git,ca-certificates
}

# enter NAME [BWRAP-OPTION...] -- COMMAND... : runs COMMAND in a root, without
# network.
enter() {
	local root
	[ "$1" != host ] || die "root host: is this machine itself, and is not entered"
	root=$(root_path "$1")
	shift
	bwrap --ro-bind "$root/usr" /usr --ro-bind "$root/etc" /etc --ro-bind "$root/var" /var \
		--symlink usr/bin /bin --symlink usr/sbin /sbin \
		--symlink usr/lib /lib --symlink usr/lib64 /lib64 \
		--dev /dev --proc /proc --tmpfs /tmp --tmpfs /run --tmpfs /root \
		--unshare-pid --unshare-ipc --unshare-net --die-with-parent --clearenv \
		--setenv PATH /usr/sbin:/usr/bin:/sbin:/bin --setenv HOME /root \
		--setenv LANG C.UTF-8 "$@"
}

# ccache_options NAME : sets ccache_options to what enter() needs for ccache.
ccache_options() {
	local dir=$CACHE/ccache-$1
	mkdir -p "$dir"
	ccache_options=(--bind "$dir" /ccache --setenv CCACHE_DIR /ccache --setenv CCACHE_BASEDIR "$TOP"
		--setenv CCACHE_NOHASHDIR 1 --setenv CCACHE_MAXSIZE 1G)
}

# root_apt NAME DIR COMMAND... : runs an apt command in a root, which is
# writable and has the network then, with DIR as its working folder.
root_apt() {
	local root dir=$2 name
	local -a proxies=()
	if [ "$1" = host ]; then
		(cd "$dir" && "${@:3}")
		return
	fi
	root=$(root_path "$1")
	shift 2
	for name in http_proxy https_proxy no_proxy; do
		[ -z "${!name:-}" ] || proxies+=(--setenv "$name" "${!name}")
	done
	bwrap --bind "$root" / --dev /dev --proc /proc --tmpfs /tmp \
		--ro-bind "$(readlink -f /etc/resolv.conf)" /etc/resolv.conf \
		--bind "$dir" /mnt --chdir /mnt --unshare-pid --die-with-parent --clearenv "${proxies[@]}" \
		--setenv PATH /usr/sbin:/usr/bin:/sbin:/bin --setenv LANG C.UTF-8 -- "$@"
}
