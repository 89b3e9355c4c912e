# shellcheck shell=bash
# Builds the project from the checkout, so that a guest always runs what the
# sources say: the modules for each kernel in build/vm/KERNEL/, the command in
# build/vm/tool/, and for another architecture in build/vm/tool-ARCHITECTURE/. Each
# of these folders has
#
#   stamp    the fingerprint of the sources that it was built from
#   log      the output of the last build
#   lock     held while something there changes
#
# and a kernel's folder also has src/, a copy of the sources with the objects,
# and modules/, which goes to /lib/modules in guests.

module_sources='Kconfig kernel include tests/vm/inject'
tool_sources='tools/rtla include'

# fingerprint PATH... : prints a checksum that changes whenever a file in these
# paths of the checkout changes its name, time or size.
fingerprint() {
	(cd "$TOP" && find "$@" -type f -printf '%p %T@ %s\n' 2>/dev/null |
		LC_ALL=C sort | sha256sum)
}

in_checkout() {
	local name=$1
	shift
	enter "$name" --bind "$TOP" "$TOP" --chdir "$TOP" -- "$@"
}

# build DIR FINGERPRINT BUILDER [ARG...] : runs BUILDER unless DIR is up to
# date. A build with warnings leaves no stamp, so that the next build warns
# again.
build() {
	local dir=$1 want=$2
	shift 2
	mkdir -p "$dir" || die "$dir: cannot be created: is the checkout writable?"
	[ "$(cat "$dir/stamp" 2>/dev/null)" != "$want" ] || return 0
	(
		exec 9>"$dir/lock"
		flock 9
		[ "$(cat "$dir/stamp" 2>/dev/null)" != "$want" ] || exit 0
		rm -f "$dir/stamp"
		"$@" && echo "$want" >"$dir/stamp"
	)
}

# no_warnings LOG : shows the warnings in a build's log; fails if there are any.
no_warnings() {
	! grep -iE -A 8 'warning[: ]' "$1" >&2
}

# All modules of a kernel share 8192 bytes for their static variables of a CPU; rtla.ko leaves
# most of them to others.
per_cpu_most=1024

# few_per_cpu MODULE SIZE-COMMAND... : prints a warning if the module has more than that
few_per_cpu() {
	local module=$1 bytes
	shift
	bytes=$("$@" -A "$module" | awk '$1 == ".data..percpu" { print $2 }')
	[ -n "$bytes" ] && [ "$bytes" -le $per_cpu_most ] ||
		echo "kernel: warning: rtla.ko has ${bytes:-an unknown number of} bytes of static variables of a CPU, at most $per_cpu_most are wanted: get them at the start of a session, see kernel/session/cpu_memory.h"
}

build_modules() {
	local name=$1 werror=${2:-} dir=$BUILD/$1 release status=0
	mkdir -p "$dir"
	: >>"$dir/lock"
	[ -z "$werror" ] || [ "$werror" = --werror ] || die "build: '$werror': unknown: there is --werror"
	if [ ! -e "$TOP/kernel/Kbuild" ] && [ ! -e "$TOP/kernel/Makefile" ]; then
		say "no kernel/Kbuild: guests get no module"
		return 0
	fi
	if kernel_is_alone "$name"; then
		[ -z "$werror" ] || die "build: '$name': only the image of this kernel is fetched, without headers"
		return 0
	fi
	release=$(cat "$(kernel_path "$name")/release")
	# shellcheck disable=SC2086
	build "$dir" "$(built_for "$name" "$release") $(fingerprint $module_sources tests/vm/lib/build.sh)" make_modules "$name" "$release" || status=$?
	case $status in
	0) ;;
	1) [ -z "$werror" ] || die "modules for $name: warnings, and --werror: see above" ;;
	*) exit "$status" ;;
	esac
}

# Returns 1 if there were warnings.
make_modules() {
	local name=$1 release=$2 dir=$BUILD/$1 folder
	# shellcheck disable=SC2034 # set by kernel_row
	local version flavour root tests
	kernel_row "$name"
	say "building the modules for $name (takes about 10 s the first time)"
	copy_sources "$dir" "$(built_for "$name" "$release")"
	: >"$dir/log"
	if has_rtla <"$(kernel_path "$name")/config"; then
		stage_modules "$dir" "$name" "$release" "$(kernel_path "$name")"
		return 0
	fi
	for folder in kernel tests/vm/inject; do
		if [ -e "$TOP/$folder/Kbuild" ] || [ -e "$TOP/$folder/Makefile" ]; then
			kbuild "$name" "$root" "$release" "$folder" >>"$dir/log" 2>&1 </dev/null || {
				grep -vE '^ *(CC|LD|MODPOST|AR|BTF) ' "$dir/log" | tail -n 40 >&2
				die "modules for $name: $folder does not compile: see above, all of it in $dir/log"
			}
		fi
	done
	stage_modules "$dir" "$name" "$release" "$dir/src"
	no_warnings "$dir/log" && return 0
	find "$dir/src" -name '*.o' -delete
	return 1
}

# built_for KERNEL RELEASE: prints which kernel modules are for. A kernel that is built here
# keeps its release when its configuration changes, but not its folder.
built_for() { echo "$2 $(basename "$(kernel_path "$1")")"; }

# copy_sources DIR KERNEL: compares files by content, not by time: only those that differ
# are compiled again, or all of them for another kernel.
copy_sources() {
	local dir=$1 kernel=$2
	[ "$(cat "$dir/release" 2>/dev/null)" = "$kernel" ] || rm -rf "$dir/src" "$dir/src.headers"
	mkdir -p "$dir/src"
	# shellcheck disable=SC2046,SC2086
	(cd "$TOP" && rsync -rlp --relative --checksum --delete --exclude='.*' --exclude='*.o' \
		--exclude='*.ko' --exclude='*.mod' --exclude='*.mod.c' --exclude=Module.symvers \
		--exclude=modules.order $(find $module_sources -maxdepth 0 2>/dev/null) "$dir/src/") ||
		die "modules: the sources cannot be copied to $dir/src: see above"
	echo "$kernel" >"$dir/release"
}

# link_headers FROM TO : copies a kernel's headers by links, or whole to another disk. TO is
# complete or absent.
link_headers() {
	rm -rf "$2.new"
	cp -al "$1" "$2.new" 2>/dev/null || { rm -rf "$2.new" && cp -a "$1" "$2.new"; }
	rm -rf "$2"
	mv "$2.new" "$2"
}

# kbuild KERNEL ROOT RELEASE FOLDER [MAKE-ARGUMENT...]
#
# The copy is compiled as /checkout, so that ccache has it for all checkouts; messages name the
# file that one edits. There is no debug information, as guests get modules
# without it: that makes a quarter of the time to compile. Without BTF the root
# needs no pahole and no Python, and kbuild does not compare versions of pahole.
# The headers of a kernel of another architecture name its compiler, but not if the kernel
# was built here. In the root "host", the copy is compiled where it is, with links to the
# headers beside it, as ccache looks at where these are from each other.
kbuild() {
	local kernel root=$2 release=$3 folder=$4 dir=$BUILD/$1/src tools at=/checkout headers
	local -a arguments inside=() ccache_options
	kernel=$(kernel_path "$1")
	read -ra arguments < <(kernel_arguments "$(kernel_architecture "$1")") || true
	shift 4
	if [ "$root" = host ]; then
		at=$dir headers=$dir.headers/src/linux-headers-$release
		[ -e "$headers" ] || link_headers "$kernel/usr" "$dir.headers"
	else
		tools=$(basename "$kernel"/usr/lib/linux-kbuild-*) headers=/usr/src/linux-headers-$release
		mkdir -p "$(root_path "$root")/usr/lib/$tools"
		ccache_options "$root"
		inside=(enter "$root" --ro-bind "$kernel/usr/src" /usr/src
			--ro-bind "$kernel/usr/lib/$tools" "/usr/lib/$tools" --bind "$dir" "$at" "${ccache_options[@]}" --)
	fi
	[ "$folder" = kernel ] || arguments+=("KBUILD_EXTRA_SYMBOLS=$at/kernel/Module.symvers")
	"${inside[@]}" env CCACHE_DEPEND=1 make -C "$headers" M="$at/$folder" -j "$(nproc)" \
		CONFIG_DEBUG_INFO= CONFIG_DEBUG_INFO_BTF_MODULES= PAHOLE_VERSION="\$(CONFIG_PAHOLE_VERSION)" \
		DEBIAN_KERNEL_USE_CCACHE=1 W=1 "${arguments[@]}" "$@" modules 2>&1 | sed -u "s|$at/|$TOP/|g"
}

# stage_modules DIR KERNEL RELEASE FOLDER : puts all modules in FOLDER into
# DIR/modules.
stage_modules() {
	local dir=$1 release=$3 from=$4 new=$1/new
	local modules=$new/lib/modules
	local -a inside=()
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator
	architecture "$(kernel_architecture "$2")"
	[ "$target" = "$(uname -m)-linux-gnu" ] || inside=(enter "$compilers" --bind "$new" "$new" --)
	rm -rf "$new"
	mkdir -p "$modules/$release/extra"
	find "$from" -name '*.ko' -exec cp {} "$modules/$release/extra/" \;
	: >"$modules/$release/modules.order"
	: >"$modules/$release/modules.builtin"
	: >"$modules/$release/modules.builtin.modinfo"
	{
		"${inside[@]}" find "$modules" -name '*.ko' -exec "$target-strip" -g {} + &&
			depmod -b "$new" "$release"
	} || die "modules: cannot be put together in $new: see above"
	[ ! -e "$modules/$release/extra/rtla.ko" ] ||
		few_per_cpu "$modules/$release/extra/rtla.ko" "${inside[@]}" "$target-size" >>"$dir/log"
	rm -rf "$dir/modules"
	mv "$modules" "$dir/modules"
	rm -r "$new"
}

# tool_folder ARCHITECTURE : prints the folder of the command.
tool_folder() {
	case $1 in
	native) echo "$TOP/build/tool" ;;
	amd64) echo "$BUILD/tool" ;;
	*) echo "$BUILD/tool-$1" ;;
	esac
}

# build_tool ARCHITECTURE [MAKE-ARGUMENT...]
build_tool() {
	local arch=$1 dir
	shift
	dir=$(tool_folder "$arch")
	mkdir -p "$dir"
	: >>"$dir/lock"
	if [ ! -e "$TOP/tools/rtla/Makefile" ]; then
		say "no tools/rtla/Makefile: guests get no rtla command"
		return 0
	fi
	# shellcheck disable=SC2086
	build "$dir" "$(built_in "$arch") $* $(fingerprint $tool_sources tests/vm/lib/build.sh)" make_tool "$dir" "$arch" "$@" || [ $? = 1 ] || exit 125
}

# bpf_objects : makes the programs of the tracer by BPF, and prints their folder. No root has
# clang, and what it makes is the same for all of them.
bpf_objects() {
	local dir=$BUILD/bpf
	mkdir -p "$dir"
	(
		exec 9>"$dir/lock"
		flock 9
		make -s -f "$TOP/tools/rtla/bpf.mk" BUILD="$dir" Q=@ >"$dir/log" 2>&1 </dev/null || {
			tail -n 40 "$dir/log" >&2
			die "rtla: the BPF programs do not compile: see above, all of it in $dir/log"
		}
	) || exit
	echo "$dir/tracer/bpf"
}

# built_in ARCHITECTURE : prints the roots that the command is built in.
built_in() {
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator
	architecture "$1"
	root_entry "$compilers"
	[ "$compilers" = "$libraries" ] || root_entry "$libraries"
}

# Returns 1 if there were warnings.
make_tool() {
	local dir=$1 arch=$2 objects=
	local -a inside=() ccache_options
	shift 2
	host_ready clang libbpf-dev
	objects=$(bpf_objects) || exit
	# make does not see that its arguments have changed.
	if [ "$(cat "$dir/arguments" 2>/dev/null)" != "$*" ]; then
		find "$dir" -name '*.o' -delete
		echo "$*" >"$dir/arguments"
	fi
	if [ "$arch" != native ]; then
		# shellcheck disable=SC2034 # set by architecture
		local target compilers libraries emulator
		architecture "$arch"
		ccache_options "$compilers"
		inside=(enter_for "$arch" --ro-bind "$TOP" "$TOP" --bind "$dir" "$dir" "${ccache_options[@]}" --)
	fi
	# shellcheck disable=SC2046
	"${inside[@]}" make -C "$TOP/tools/rtla" -j "$(nproc)" BUILD="$dir" BPF_OBJECTS="$objects" $(cross_arguments "$arch") "$@" >"$dir/log" 2>&1 </dev/null || {
		tail -n 40 "$dir/log" >&2
		die "rtla: tools/rtla does not compile: see above, all of it in $dir/log"
	}
	no_warnings "$dir/log"
}
