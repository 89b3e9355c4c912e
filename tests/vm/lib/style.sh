# shellcheck shell=bash
# The kernel's own style tools on the module: checkpatch, out of Debian's kernel
# source package, and sparse, out of the build root.

checkpatch_kernel=6.12

checkpatch_ready() {
	root_ready trixie
	ensure checkpatch checkpatch_make
}

checkpatch_make() {
	local dir=$1 log=$CACHE/checkpatch.log source=linux-source-$checkpatch_kernel
	host_ready
	need_root checkpatch
	need_space 400 checkpatch
	mkdir -p "$dir"
	say "fetching checkpatch (takes about 30 s, 150 MB to fetch, 1 MB kept)"
	quietly "$log" root_apt trixie "$dir" apt-get -q download "$source" || {
		say "refreshing the package lists of trixie first (takes about 10 s)"
		quietly "$log" root_apt trixie / apt-get -q update
		quietly "$log" root_apt trixie "$dir" apt-get -q download "$source" ||
			die "checkpatch: $source cannot be fetched ($log): check the network"
	}
	dpkg-deb --fsys-tarfile "$dir"/*.deb |
		tar -xO --wildcards '*.tar.xz' |
		tar -xJ -C "$dir" --strip-components=2 --wildcards '*/scripts/checkpatch.pl' \
			'*/scripts/spelling.txt' '*/scripts/const_structs.checkpatch' ||
		die "checkpatch: $source is not laid out as expected: see lib/style.sh"
	rm -f "$dir"/*.deb
}

# Of FILE_PATH_CHANGES and the like there is no kernel tree to judge by. The
# macros of trace events are laid out in a way of their own, and the versions
# in compat.h are what it is for.
checkpatch() {
	local file=$1 ignore=()
	case $file in
	include/trace/*) ignore=(--ignore "OPEN_ENDED_LINE,PARENTHESIS_ALIGNMENT,SPACING") ;;
	kernel/compat.h) ignore=(--ignore "LINUX_VERSION_CODE,CONSTANT_COMPARISON") ;;
	esac
	perl "$CACHE/checkpatch/checkpatch.pl" --no-tree --strict --terse --no-summary \
		--quiet "${ignore[@]}" --file "$file"
}

# sparse_check KERNEL : prints what sparse has to say of kernel/.
sparse_check() {
	# shellcheck disable=SC2034
	local version flavour root release log=$BUILD/$1/sparse.log
	kernel_row "$1"
	build_modules "$1"
	release=$(cat "$CACHE/kernel-$1/release")
	touch "$BUILD/$1"/src/kernel/*.c
	kbuild "$1" "$root" "$release" kernel C=1 CHECK='sparse -Wno-shift-count-overflow' \
		>"$log" 2>&1 </dev/null || die "sparse: the build failed: see $log"
	# The kernel's own headers are not ours to judge.
	! grep -E "^($TOP/)?(kernel|include)/.*(warning|error):" "$log"
}
