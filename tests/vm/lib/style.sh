# shellcheck shell=bash
# Checks of style, with the kernel's own tools checkpatch, which is taken from
# Debian's kernel source package, and sparse, from the build root. The scripts
# are checked with shellcheck, also from the build root.

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
	fetching "$source, for checkpatch" trixie "$log" fetch_packages trixie "$dir" "$source" "$log" "$source"
	dpkg-deb --fsys-tarfile "$dir"/*.deb |
		tar -xO --wildcards '*.tar.xz' |
		tar -xJ -C "$dir" --strip-components=2 --wildcards '*/scripts/checkpatch.pl' \
			'*/scripts/spelling.txt' '*/scripts/const_structs.checkpatch' ||
		die "checkpatch: $source is not laid out as expected: see lib/style.sh"
	rm -f "$dir"/*.deb
}

# Checks that do not apply to the command: those that expect the kernel's own
# headers, and guesses about strings, whose blanks and words are those of
# upstream's command.
not_for_tools=ARRAY_SIZE,STRCPY,STRNCPY,PREFER_DEFINED_ATTRIBUTE_MACRO,MEMORY_BARRIER
not_for_tools+=,STATIC_CONST_CHAR_ARRAY,EMBEDDED_FUNCTION_NAME,QUOTED_WHITESPACE_BEFORE_NEWLINE

# passed WORD... : prints the name of a mark in the cache, which is there if a check has found
# nothing. The words, and what is read from standard input, are all that the check sees.
passed() {
	local sum
	sum=$({ echo "$*" && cat; } | sha256sum)
	echo "$CACHE/checkpatch-passed/${sum%% *}"
}

# pass MARK... : makes these marks, and removes those of 30 days ago
pass() {
	mkdir -p "$CACHE/checkpatch-passed"
	touch "$@"
	find "$CACHE/checkpatch-passed" -type f -mtime +30 -delete
}

# checkpatch FILE...: prints what checkpatch reports; fails if it reports
# anything. Files in which it has found nothing are left out, as it
# takes 0.4 s for each. The module is judged with --strict. There is no kernel
# tree, by which FILE_PATH_CHANGES and the like could judge. The macros of trace
# events have a layout of their own and may be lists of arguments, and comparing
# kernel versions is the purpose of compat.h. Files with the same options are judged
# in one run, which takes half the time.
checkpatch() {
	local file judge mark status=0 tool=() module=() new=()
	judge=$(cat "$TOP/tests/vm/lib/style.sh" "$CACHE/checkpatch/checkpatch.pl" | sha256sum)
	for file; do
		[ -e "$file" ] || die "checkpatch: $file: no such file: give paths from $TOP"
		mark=$(passed "$file" "$judge" <"$file")
		[ ! -e "$mark" ] || continue
		new+=("$mark")
		case $file in
		include/trace/*) checkpatch_run --strict --ignore \
			"OPEN_ENDED_LINE,PARENTHESIS_ALIGNMENT,SPACING,COMPLEX_MACRO,MACRO_ARG_REUSE" "$file" || status=1 ;;
		kernel/compat.h) checkpatch_run --strict --ignore \
			"LINUX_VERSION_CODE,CONSTANT_COMPARISON" "$file" || status=1 ;;
		tools/* | tests/unit/* | tests/cli/* | tests/fuzz/* | tests/statistics/* | \
			tests/vm/abi/* | tests/vm/programs/*) tool+=("$file") ;;
		*) module+=("$file") ;;
		esac
	done
	[ ${#tool[@]} = 0 ] || checkpatch_run --ignore "$not_for_tools" "${tool[@]}" || status=1
	[ ${#module[@]} = 0 ] || checkpatch_run --strict "${module[@]}" || status=1
	[ $status != 0 ] || [ ${#new[@]} = 0 ] || pass "${new[@]}"
	return $status
}

# checkpatch_run OPTION... FILE...
checkpatch_run() {
	perl "$CACHE/checkpatch/checkpatch.pl" --no-tree --terse --no-summary \
		--quiet --file "$@"
}

# sparse_check KERNEL : prints what sparse reports about kernel/, include/ and
# tests/vm/inject/; fails if it reports anything. It and the compiler read the module's files
# one by one here, which shows that each of them includes all that it needs. That takes half
# a minute, so it is left out where nothing was found in the same sources.
sparse_check() {
	# shellcheck disable=SC2034
	local version flavour root tests release folder alone mark log=$BUILD/$1/sparse.log
	kernel_row "$1"
	mark=$(cd "$TOP" && find kernel include tests/vm/inject tests/vm/lib/{style,build}.sh -type f -print0 |
		LC_ALL=C sort -z | xargs -0 sha256sum |
		passed sparse "$(cat "$(kernel_path "$1")/release")" "$(root_entry "$root")")
	[ ! -e "$mark" ] || return 0
	build_modules "$1"
	release=$(cat "$(kernel_path "$1")/release")
	: >"$log"
	alone=$(cd "$TOP/kernel" && find . -name '*.c' ! -name 'build_*' ! -name '*_arm64.c' ! -name '*.mod.c' -printf '%P\n' |
		LC_ALL=C sort | sed 's/c$/o/' | paste -sd ' ')
	for folder in kernel tests/vm/inject; do
		kbuild "$1" "$root" "$release" $folder "rtla-y=$alone" C=2 CHECK='sparse -Wno-shift-count-overflow' \
			>>"$log" 2>&1 </dev/null || die "sparse: the build failed: see $log"
	done
	# Messages about the kernel's own headers are ignored.
	! grep -E "^($TOP/)?(kernel|include|tests/vm/inject)/.*(warning|error):" "$log" && pass "$mark"
}

# sourced FILE : prints FILE, and the scripts that shellcheck reads with it.
sourced() {
	local other
	echo "$1"
	sed -n 's/^[[:space:]]*# shellcheck source=//p' "$1" | while read -r other; do sourced "$other"; done
}

# shell_check FILE...: prints what shellcheck reports; fails if it reports
# anything. It takes 0.6 s for each, so those in which it has found nothing are left out.
shell_check() {
	local file mark judge status=0 new=() marks=()
	judge="$(sha256sum <"$VM/lib/style.sh") $(root_entry trixie)"
	for file; do
		mark=$(cd "$TOP" && sourced "$file" | xargs cat | passed shellcheck "$file" "$judge")
		[ ! -e "$mark" ] || continue
		new+=("$file")
		marks+=("$mark")
	done
	[ ${#new[@]} = 0 ] || {
		in_checkout trixie shellcheck -x -P SCRIPTDIR -S warning "${new[@]}" && pass "${marks[@]}"
	} || status=1
	return $status
}
