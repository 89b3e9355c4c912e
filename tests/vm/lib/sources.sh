# shellcheck shell=bash
# Kernels that are built here, from Debian's kernel source: they have options
# that no package has, like lock checking. Their configuration contains only
# what is named in configs/, so that a build is short. The cache entry is laid
# out like that of a fetched kernel. Its name contains a key of the
# configuration, so that a kernel is built again if its configuration changes,
# and only then.

# Count this up when a change of source_build() changes what it makes.
source_recipe=1

# source_options PARTS : prints the options in these files of configs/, without
# comments.
source_options() {
	local part
	for part in ${1//,/ }; do
		[ -f "$VM/configs/$part" ] || die "configs/$part: no such file: see the table in tests/vm/kernels"
		grep '^CONFIG_' "$VM/configs/$part"
	done
}

# source_key VERSION PARTS : prints the key of a kernel. If the kernel has the
# module in its source, the key also changes with each change of the module.
source_key() {
	local options module=''
	options=$(source_options "$2") || exit
	! has_rtla <<<"$options" || module=$(cd "$TOP" && cat Makefile Kconfig kernel/Kbuild kernel/*.[ch] kernel/*/*.[ch] include/*/rtla.h include/trace/events/* | sha256sum)
	printf '%s\n' "$source_recipe $1" "$options" ${module:+"$module"} | sha256sum
}

# has_rtla : succeeds if the kernel configuration on stdin contains the module.
has_rtla() { grep -q '^CONFIG_RTLA='; }

source_ready() {
	root_ready trixie
	ensure "linux-source-$1.tar.xz" source_fetch "$1"
}

# source_fetch FILE VERSION : fetches the kernel source, as Debian packs it, to
# FILE.
source_fetch() {
	local file=$1 package=linux-source-$2 dir=$1.deb
	host_ready
	need_root "$package"
	need_space 400 "$package"
	mkdir -p "$dir"
	fetching "$package" trixie "$CACHE/$package.log" \
		fetch_packages trixie "$dir" "$package" "$CACHE/$package.log" "$package"
	dpkg-deb --fsys-tarfile "$dir"/*.deb | tar -xO --wildcards '*.tar.xz' >"$file" ||
		die "$package: is not laid out as expected: see lib/sources.sh"
	rm -r "$dir"
}

# source_make DIR ARCHITECTURE MAKE-ARGUMENT... : runs make in the source in DIR/linux.
# The source is seen below /usr/src, where its headers will be, and make gives way
# to anything else that the host does.
source_make() {
	local dir=$1 arch=$2
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator
	shift 2
	architecture "$arch"
	# shellcheck disable=SC2046 # words
	enter "$compilers" --bind "$dir" /usr/src --chdir /usr/src/linux -- \
		nice -n 19 make $(kernel_arguments "$arch") "$@" </dev/null
}

# source_refused TREE : prints the options that the configuration did not
# accept, because they are misspelt, or need other options.
source_refused() {
	local line
	while read -r line; do
		case $line in
		*=n) ! grep -q "^${line%n}" "$1/.config" || echo "$line" ;;
		*) grep -qxF -- "$line" "$1/.config" || echo "$line" ;;
		esac
	done <"$1/.options"
}

# source_build DIR NAME : builds the kernel of this name in the table, in DIR.
source_build() {
	local dir=$1 name=$2 log=$CACHE/kernel-$2.log tree=$1/linux suffix=-${2#*-} refused release arch image
	# shellcheck disable=SC2034 # set by kernel_row
	local version flavour root tests
	host_ready
	need_root "kernel $name"
	need_space 4000 "kernel $name"
	kernel_row "$name"
	arch=$(kernel_architecture "$name")
	image=$(kernel_image "$arch")
	say "building kernel $name (takes 10 to 20 minutes on two CPUs, 2 GB meanwhile, 100 MB kept; the log is $log)"
	mkdir -p "$tree"
	tar -xJf "$CACHE/linux-source-$version.tar.xz" -C "$tree" --strip-components=1 ||
		die "kernel $name: its source cannot be unpacked: remove $CACHE/linux-source-$version.tar.xz and run again"
	source_options "${flavour#*:}" >"$tree/.options"
	! has_rtla <"$tree/.options" || make -s -C "$TOP" intree LINUX="$tree" >>"$log" 2>&1 ||
		die "kernel $name: the module cannot be put into its source: see $log"
	quietly "$log" source_make "$dir" "$arch" -s KCONFIG_ALLCONFIG=.options allnoconfig ||
		die "kernel $name: cannot be configured: see above"
	refused=$(source_refused "$tree")
	[ -z "$refused" ] || die "kernel $name: not possible, of configs/:" $refused
	quietly "$log" source_make "$dir" "$arch" -j "$(nproc)" LOCALVERSION="$suffix" "${image##*/}" modules ||
		die "kernel $name: does not compile: see above, all of it in $log"
	release=$(cat "$tree/include/config/kernel.release")
	source_stage "$dir" "$arch" "$release" "$image" >>"$log" 2>&1 ||
		die "kernel $name: cannot be put together: see $log"
}

# source_stage DIR ARCHITECTURE RELEASE IMAGE : keeps the image, its configuration, the module
# if it is loadable, and the part of the source that modules are built with; removes the
# rest. The programs of that part run here, also if the kernel is for another architecture:
# install-extmod-build would make them for that one if its compiler were not HOSTCC.
source_stage() {
	local dir=$1 arch=$2 release=$3 image=$4
	cp "$dir/linux/$image" "$dir/vmlinuz" &&
		cp "$dir/linux/.config" "$dir/config" &&
		echo "$release" >"$dir/release" &&
		{ [ ! -e "$dir/linux/kernel/trace/rtla/rtla.ko" ] || cp "$dir/linux/kernel/trace/rtla/rtla.ko" "$dir/"; } &&
		mkdir -p "$dir/usr/src" "$dir/usr/lib/linux-kbuild-$release" &&
		source_make "$dir" "$arch" -s run-command \
			KBUILD_RUN_COMMAND="+HOSTCC=\$(CC) scripts/package/install-extmod-build /usr/src/usr/src/linux-headers-$release" ||
		return 1
	rm -rf "$dir/linux"
}
