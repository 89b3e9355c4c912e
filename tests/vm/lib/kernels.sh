# shellcheck shell=bash
# Debian's kernels are found in a root's package lists, fetched, and unpacked
# beside each other; they are never installed. Each name in the table has a
# cache entry:
#
#   release      the kernel's release, as uname -r prints it
#   vmlinuz      the image
#   config       its configuration
#   usr/         headers, kbuild and modules, where the packages put them; modules
#                alone, if only the image is fetched

kernel_names() {
	awk '/^[0-9]/ { print $1 }' "$VM/kernels"
}

# Prints the names of the kernels that `make vm` tests the module on, without those that are
# built here for their checks, and those that only "make arm64" tests.
kernel_names_tested() {
	awk '/^[0-9]/ && $5 != "-" && $5 !~ /^(check|debug|arm64-|image)/ { print $1 }' "$VM/kernels"
}

# Prints the names of the kernels that `make vm` tests without the module.
kernel_names_alone() {
	awk '/^[0-9]/ && $5 == "image" { print $1 }' "$VM/kernels"
}

# Prints the name of the kernel that is there soonest: that of this machine's own Debian,
# if it has one; else one with a build root.
kernel_soonest() {
	local here=6.12-cloud
	if [ "$(dpkg --print-architecture 2>/dev/null)" != amd64 ]; then
		here=6.12
	elif [ ! -e "$(kernel_path $here)" ] && [ -z "$(kernel_releases host 6.12 cloud-amd64)" ]; then
		# The package lists may be missing, as in a container.
		mkdir -p "$CACHE"
		unlocked "$CACHE/lists.log" apt-get "${apt_options[@]:?}" -q update || true
		[ -n "$(kernel_releases host 6.12 cloud-amd64)" ] || here=6.12
	fi
	echo $here
}

# Prints the names of the kernels for arm64.
kernel_names_arm64() {
	awk '/^[0-9]/ && $5 ~ /^arm64/ { print $1 }' "$VM/kernels"
}

# Prints the names of the debug kernels, which are built here.
kernel_names_debug() {
	awk '/^[0-9]/ && $5 ~ /^debug/ { print $1 }' "$VM/kernels"
}

# kernel_row NAME : sets version, flavour, root and tests from the table of
# kernels.
kernel_row() {
	local row
	row=$(awk -v name="$1" '$1 == name { print $2, $3, $4, $5 }' "$VM/kernels")
	[ -n "$row" ] ||
		die "kernel '$1': unknown: the names are $(kernel_names | paste -sd ' ')"
	read -r version flavour root tests <<<"$row"
}

# kernel_entry NAME : prints the kernel's name in the cache. If the kernel is
# built here, this name changes with its configuration.
kernel_entry() {
	local version flavour root tests
	kernel_row "$1"
	case $flavour in
	config:*) printf 'kernel-%s-%.8s\n' "$1" "$(source_key "$version" "${flavour#*:}")" ;;
	*) printf 'kernel-%s\n' "$1" ;;
	esac
}

kernel_path() {
	local entry
	entry=$(kernel_entry "$1") || exit
	printf '%s/%s\n' "$CACHE" "$entry"
}

kernel_ready() {
	local version flavour root tests entry
	entry=$(kernel_entry "$1") || exit
	kernel_row "$1"
	# Modules are built in this root, also if the kernel is there.
	root_ready "$root"
	if [ ! -e "$CACHE/$entry" ]; then
		case $flavour in
		config:*)
			source_ready "$version"
			ensure "$entry" source_build "$1"
			;;
		*) ensure "$entry" kernel_make "$1" ;;
		esac
	fi
	[ -e "$CACHE/$entry/vmlinux" ] || kernel_unpacked "$entry"
}

# kernel_unpacked ENTRY : makes vmlinux there from vmlinuz, if that is an image for x86, which an
# emulated CPU would need 3 s to unpack at each boot. Where in the image the kernel is, is in
# Linux' Documentation/arch/x86/boot.rst: setup_sects, payload_offset and payload_length. Its
# last four bytes are its size, as of gzip, and unknown to the programs that unpack it.
kernel_unpacked() {
	local image=$CACHE/$1/vmlinuz sectors offset length unpack
	[ "$(dd if="$image" bs=1 skip=514 count=4 status=none)" = HdrS ] || return 0
	read -r sectors < <(od -An -tu1 -j 497 -N 1 "$image")
	read -r offset length < <(od -An -tu4 -j 584 -N 8 "$image")
	offset=$((512 * (sectors + 1) + offset))
	case $(od -An -tx1 -j $offset -N 4 "$image") in
	' 28 b5 2f fd') unpack=zstd ;;
	' fd 37 7a 58') unpack=xz ;;
	*) return 0 ;;
	esac
	host_ready
	ensure "$1/vmlinux" kernel_unpack "$image" $unpack $offset $((length - 4))
}

# kernel_unpack FILE IMAGE UNPACKER OFFSET LENGTH
kernel_unpack() {
	local file=$1 image=$2 unpack=$3 offset=$4 length=$5
	dd if="$image" iflag=skip_bytes,count_bytes bs=1M skip="$offset" count="$length" status=none |
		"$unpack" -dc >"$file" || die "$image: $unpack cannot unpack it: remove ${image%/*}, and run again"
}

# kernel_releases ROOT VERSION FLAVOUR : prints the releases in the package
# lists, the newest first.
kernel_releases() {
	local root=$1 version=$2 flavour=${3#image:} kind=headers
	[ "$flavour" = "$3" ] || kind=image
	root_apt "$root" / apt-cache pkgnames "linux-$kind-$version." |
		sed -n -E "s/^linux-$kind-([0-9.]+(-[0-9]+)?([+~][a-z0-9.]+)*-$flavour)\$/\1/p" |
		sort -rV
}

# kernel_is_alone NAME : succeeds if only the image of a kernel is fetched, so that no module
# can be built for it.
kernel_is_alone() {
	# shellcheck disable=SC2034 # set by kernel_row
	local version flavour root tests
	kernel_row "$1"
	[ "${flavour#image:}" != "$flavour" ]
}

# kernel_packages ROOT RELEASE [ALONE] : prints the packages to fetch, those of the image if
# there is a third argument; fails if there is no image. Up to 6.12, the image is one package; later, it is split into three
# (and one without content of its own). Signed images are published some time
# after the headers, so an unsigned image is also accepted.
kernel_packages() {
	local root=$1 release=$2 alone=${3:-} known image
	known=$(root_apt "$root" / apt-cache pkgnames linux- | sort)
	has() { grep -qxF -- "$1" <<<"$known"; }
	for image in "linux-binary-$release" "linux-binary-unsigned-$release" \
		"linux-image-$release" "linux-image-$release-unsigned" ''; do
		[ -z "$image" ] || ! has "$image" || break
	done
	[ -n "$image" ] || return 1
	echo "$image"
	case $image in
	linux-binary-*) printf '%s\n' "linux-modules-$release" "linux-base-$release" ;;
	esac
	[ -z "$alone" ] || return 0
	echo "linux-headers-$release"
	root_apt "$root" / apt-cache show "linux-headers-$release" |
		sed -n '/^Depends:/p' | grep -oE 'linux-(headers|kbuild)-[^ ,]+' | sort -u
}

# kernel_download DIR ROOT VERSION FLAVOUR NAME LOG
kernel_download() {
	local dir=$1 root=$2 version=$3 flavour=$4 name=$5 log=$6 release alone=
	local -a packages
	! kernel_is_alone "$name" || alone=yes
	for release in $(kernel_releases "$root" "$version" "$flavour"); do
		mapfile -t packages < <(kernel_packages "$root" "$release" $alone)
		[ ${#packages[@]} != 0 ] || continue
		printf '%s\n' "$release" >"$dir/release"
		fetch_packages "$root" "$dir/debs" "kernel $name" "$log" "${packages[@]}"
		return
	done
	echo "there is no $version kernel of flavour $flavour in the package lists" >"$log"
	return 1
}

kernel_make() {
	local dir=$1 name=$2 log=$CACHE/kernel-$2.log release
	# shellcheck disable=SC2034 # set by kernel_row
	local version flavour root tests
	host_ready
	kernel_row "$name"
	# Only a build root belongs to root.
	[ "$root" = host ] || need_root "kernel $name"
	need_space 600 "kernel $name"
	mkdir -p "$dir/debs"
	fetching "kernel $name" "$root" "$log" kernel_download "$dir" "$root" "$version" "$flavour" "$name" "$log"
	unpack_packages "$dir/debs" "$dir" "kernel $name"
	rm -rf "$dir/debs" "${dir:?}/usr/share"
	release=$(cat "$dir/release")
	kernel_tidy "$dir" "$release" || die "kernel $name: $release is not laid out as expected: see lib/kernels.sh"
}

# kernel_tidy DIR RELEASE : moves files to the same places for all releases, as
# their packages put them in different places. Only those modules are kept that
# an emulated machine may use.
kernel_tidy() {
	local dir=$1 release=$2 file
	local modules=$dir/usr/lib/modules/$release
	if [ -d "$dir/lib" ]; then
		mkdir -p "$dir/usr/lib"
		cp -al "$dir/lib/." "$dir/usr/lib/"
		rm -rf "${dir:?}/lib"
	fi
	for file in "$dir/boot/vmlinuz-$release" "$modules/vmlinuz" "$modules/vmlinuz.unsigned"; do
		[ ! -f "$file" ] || ln -f "$file" "$dir/vmlinuz"
	done
	for file in "$dir/boot/config-$release" "$modules/config"; do
		[ ! -f "$file" ] || ln -f "$file" "$dir/config"
	done
	find "$modules/kernel" -mindepth 1 -maxdepth 1 ! -name drivers ! -name kernel ! -name lib \
		-exec rm -rf {} +
	find "$modules/kernel/drivers" -mindepth 1 -maxdepth 1 ! -name char ! -name net ! -name virtio \
		-exec rm -rf {} +
	find "$modules/kernel/drivers/net" -type f ! -name 'veth.ko*' -delete
	[ -f "$dir/vmlinuz" ] && [ -f "$dir/config" ] && [ -d "$modules/kernel" ] || return 1
	# The headers name each other by where their packages would be installed.
	[ ! -d "$dir/usr/src" ] ||
		sed -i -E 's|^include /usr/src/([^/]+)/|include $(realpath ../\1)/|' "$dir"/usr/src/*/Makefile
	# Some of the modules that remain need modules that were removed:
	# depmod's complaints about this do not matter.
	depmod -b "$dir/usr" "$release" 2>/dev/null
}
