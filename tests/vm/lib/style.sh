# shellcheck shell=bash
# The kernel's own style tools: checkpatch, out of Debian's kernel source package,
# and sparse, out of the build root; and shellcheck, likewise, for scripts.

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
	fetching "$log" checkpatch root_apt trixie / apt-get -- \
		root_apt trixie "$dir" apt-get -q download "$source"
	dpkg-deb --fsys-tarfile "$dir"/*.deb |
		tar -xO --wildcards '*.tar.xz' |
		tar -xJ -C "$dir" --strip-components=2 --wildcards '*/scripts/checkpatch.pl' \
			'*/scripts/spelling.txt' '*/scripts/const_structs.checkpatch' ||
		die "checkpatch: $source is not laid out as expected: see lib/style.sh"
	rm -f "$dir"/*.deb
}

# Not for the tool: what takes the kernel's own headers, and guesses about
# strings, whose blanks and words are upstream's here.
not_for_tools=ARRAY_SIZE,STRCPY,STRNCPY,PREFER_DEFINED_ATTRIBUTE_MACRO,MEMORY_BARRIER
not_for_tools+=,STATIC_CONST_CHAR_ARRAY,EMBEDDED_FUNCTION_NAME,QUOTED_WHITESPACE_BEFORE_NEWLINE

# checkpatch FILE...: prints what checkpatch has to say; the module is judged
# strictly. Of FILE_PATH_CHANGES and the like there is no kernel tree to judge
# by. The macros of trace events are laid out in a way of their own, and the
# versions in compat.h are what it is for. Files that are judged alike are judged
# in one go, which takes half the time.
checkpatch() {
	local file status=0 tool=() module=()
	for file; do
		case $file in
		include/trace/*) checkpatch_run --strict --ignore \
			"OPEN_ENDED_LINE,PARENTHESIS_ALIGNMENT,SPACING" "$file" || status=1 ;;
		kernel/compat.h) checkpatch_run --strict --ignore \
			"LINUX_VERSION_CODE,CONSTANT_COMPARISON" "$file" || status=1 ;;
		tools/* | tests/unit/* | tests/cli/* | tests/fuzz/* | tests/vm/abi/* | \
			tests/vm/programs/*) tool+=("$file") ;;
		*) module+=("$file") ;;
		esac
	done
	[ ${#tool[@]} = 0 ] || checkpatch_run --ignore "$not_for_tools" "${tool[@]}" || status=1
	[ ${#module[@]} = 0 ] || checkpatch_run --strict "${module[@]}" || status=1
	return $status
}

# checkpatch_run OPTION... FILE...
checkpatch_run() {
	perl "$CACHE/checkpatch/checkpatch.pl" --no-tree --terse --no-summary \
		--quiet --file "$@"
}

# sparse_check KERNEL : prints what sparse has to say of kernel/.
sparse_check() {
	# shellcheck disable=SC2034
	local version flavour root tests release log=$BUILD/$1/sparse.log
	kernel_row "$1"
	build_modules "$1"
	release=$(cat "$(kernel_path "$1")/release")
	touch "$BUILD/$1"/src/kernel/*.c
	kbuild "$1" "$root" "$release" kernel C=1 CHECK='sparse -Wno-shift-count-overflow' \
		>"$log" 2>&1 </dev/null || die "sparse: the build failed: see $log"
	# The kernel's own headers are not ours to judge.
	! grep -E "^($TOP/)?(kernel|include)/.*(warning|error):" "$log"
}

# shell_check FILE...: prints what shellcheck has to say.
shell_check() {
	in_checkout trixie shellcheck -x -P SCRIPTDIR -S warning "$@"
}
