# shellcheck shell=bash
# Upstream's command with BPF, for the bench. Debian builds it without, as it builds
# nothing of a kernel with clang. So it is built here, from the kernel source that the
# package has its command from.

# The kernel whose source it is, in Debian's backports. A guest needs a kernel whose
# tracer has the event osnoise:timerlat_sample, which it attaches to: 7.2 and later.
upstream_kernel=7.3
upstream_packages="gcc,make,pkgconf,clang-19,bpftool,libc6-dev,libelf-dev,libbpf-dev,libtracefs-dev,libtraceevent-dev
	libcpupower-dev/trixie-backports,libcpupower1/trixie-backports,xz-utils,linux-source-$upstream_kernel/trixie-backports"

upstream_entry() {
	printf 'upstream-rtla-bpf-%.8s\n' "$(sha256sum <<<"$upstream_packages")"
}

# upstream_ready : builds it if it is missing, and prints where it is.
upstream_ready() {
	ensure "$(upstream_entry)" upstream_make
	printf '%s/rtla\n' "$CACHE/$(upstream_entry)"
}

upstream_make() {
	local dir=$1 log=$CACHE/upstream-rtla-bpf.log what="upstream's command with BPF"
	local source=linux-source-$upstream_kernel
	host_ready
	need_root "$what"
	need_space 3000 "$what"
	say "building $what (takes about 2 minutes, 2 GB meanwhile, 2 MB kept; the log is $log)"
	mkdir -p "$dir"
	debian_lean trixie "$dir/root" "$what" "$(package_list "$upstream_packages")"
	# For BPF, clang does not look where Debian has asm/types.h.
	quietly "$log" bwrap --bind "$dir/root" / --dev /dev --proc /proc --tmpfs /tmp --unshare-pid --unshare-net \
		--die-with-parent --clearenv --setenv PATH /usr/lib/llvm-19/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		--setenv C_INCLUDE_PATH /usr/include/x86_64-linux-gnu --chdir /usr/src -- \
		bash -euc "tar -xJf $source.tar.xz $source/tools $source/scripts $source/Makefile
			make -j2 -C $source/tools/tracing/rtla feature-bpftool-skeletons=1" ||
		die "$what: does not compile: see above, all of it in $log"
	mv "$dir/root/usr/src/$source/tools/tracing/rtla/rtla" "$dir/rtla"
	rm -rf "$dir/root"
	# Without what it needs, it is built all the same, but has no BPF.
	grep -qF timerlat_bpf "$dir/rtla" || die "$what: was built without BPF: see $log"
}

# upstream_tests_ready : fetches upstream's tests of its command if they are missing, and
# prints the folder that has their folder "tests".
upstream_tests_ready() {
	ensure "upstream-rtla-tests-$upstream_kernel" upstream_tests_fetch
	printf '%s\n' "$CACHE/upstream-rtla-tests-$upstream_kernel"
}

# Only those of the command line: the others are programs for upstream's source.
upstream_tests_fetch() {
	local dir=$1 source=$1.tar.xz
	root_ready trixie
	source_fetch "$source" "$upstream_kernel"
	mkdir -p "$dir"
	tar -xJf "$source" -C "$dir" --strip-components=4 --wildcards --exclude='*/tests/unit' --exclude='*/tests/bpf' \
		'*/tools/tracing/rtla/tests' || die "upstream's tests: are not where they were: see lib/upstream.sh"
	rm "$source"
}
