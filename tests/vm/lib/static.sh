# shellcheck shell=bash
# The command as one file that needs no library of its machine: "make dist". It is linked with
# the archives of Debian 13, glibc among them, as musl would need all of these libraries
# compiled. Four are compiled here, from the sources in Debian's archive: libkmod and
# libtracecmd are in no package as archives, that of libproc2 wants libsystemd, and that of
# libelf lacks one of its own files.

# Where the sources are, and their checksums. trace-cmd is of Debian's next release.
static_sources='k/kmod/kmod_34.2.orig.tar.xz 012d16e2099115486d8aa9f2c2a23d058d3d0cad83113a60512647d25d3869e8
t/trace-cmd/trace-cmd_3.4.orig.tar.gz 604085ab395cc2cb84397dc3d209ea0d0b15ae506f8ea91ff45c86e5a050213c
p/procps/procps_4.0.4.orig.tar.xz 22870d6feb2478adb617ce4f09a787addaf2d260c5a8aa7b17d889a962c5e42e
e/elfutils/elfutils_0.192.orig.tar.bz2 616099beae24aba11f9b63d86ca6cc8d566d968b802391334c91df54eab416b4'

# static_entry ARCHITECTURE : prints the name of its archives in the cache.
static_entry() {
	printf 'static-%s-%.8s\n' "$1" "$({ cat "$VM/lib/static.sh" && built_in "$1"; } | sha256sum)"
}

# static_tool ARCHITECTURE : builds the command as one file, and prints where it is.
static_tool() {
	local arch=$1 dir=$BUILD/static-$1 entry
	architecture_ready "$arch"
	entry=$(static_entry "$arch")
	ensure "$entry" static_archives "$arch"
	# shellcheck disable=SC2154 # of build.sh
	build "$dir" "$entry $(fingerprint $tool_sources tests/vm/lib/build.sh)" static_make "$dir" "$arch" "$CACHE/$entry" ||
		die "rtla: there are warnings: see above"
	echo "$dir/rtla"
}

static_make() {
	rm -rf "$1/archives"
	cp -r "$3" "$1/archives" && make_tool "$1" "$2" STATIC="$1/archives"
}

# static_archives DIR ARCHITECTURE : compiles the archives of these four libraries.
static_archives() {
	local dir=$1 arch=$2 log=$CACHE/static-$2.log path sum
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator
	architecture "$arch"
	say "compiling libraries for a static command, $arch (takes about 30 s, 14 MB are fetched)"
	mkdir -p "$dir/sources" "$CACHE/static-sources"
	while read -r path sum; do
		ensure "static-sources/${path##*/}" static_fetch "$path" "$sum"
		tar -xf "$CACHE/static-sources/${path##*/}" -C "$dir/sources" || die "${path##*/}: cannot be unpacked: see above"
	done <<<"$static_sources"
	# shellcheck disable=SC2016 # the inner shell expands these
	quietly "$log" enter_for "$arch" --bind "$dir" "$dir" --chdir "$dir/sources" --setenv OUT "$dir" --setenv TARGET "$target" \
		--setenv SYSROOT "$([ "$compilers" = "$libraries" ] && echo / || echo /sysroot)" \
		-- bash -euc "$(declare -f static_archive static_compile); static_compile" ||
		die "libraries for a static command: they do not compile: see above, all of it in $log"
	rm -r "$dir/sources"
	sweep "static-$arch-*" "$(static_entry "$arch")"
}

# static_fetch FILE PATH SHA256 : fetches a source of Debian's archive.
static_fetch() {
	quietly "$CACHE/static-fetch.log" /usr/lib/apt/apt-helper "${apt_options[@]:?}" download-file \
		"$(mirror trixie | sed 's|/*$||')/pool/main/$2" "$1" "SHA256:$3" ||
		die "${2##*/}: cannot be fetched: check the network; if the mirror has it no more, name a newer one in tests/vm/lib/static.sh"
}

# These two run in the root that has the compiler.

# static_archive NAME OPTION... -- FILE... : compiles files to libNAME.a.
static_archive() {
	local name=$1
	local -a options=()
	shift
	while [ "$1" != -- ]; do options+=("$1"); shift; done
	shift
	mkdir "$OUT/$name"
	printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -I {} sh -c 'file=$1 into=$2; shift 2; exec "$@" -o "$into/$(basename "$file" .c).o" "$file"' \
		compile {} "$OUT/$name" "$TARGET-gcc" "--sysroot=$SYSROOT" -c -Os -w -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables \
		-D_GNU_SOURCE "${options[@]}"
	"$TARGET-ar" rcsD "$OUT/lib$name.a" "$OUT/$name"/*.o
	rm -r "${OUT:?}/$name"
}

static_compile() {
	# What libtraceevent of Debian 13 does not have yet: it is for what trace-cmd 3.4 records
	# beyond events.
	(
		cd trace-cmd-*/lib/trace-cmd || exit
		rm trace-perf.c trace-timesync-kvm.c test.c
		static_archive tracecmd -I../../include -I../../include/trace-cmd -I../../tracecmd/include -Iinclude -Iinclude/private -DHAVE_ZLIB -DHAVE_ZSTD \
			'-Dtep_load_btf(...)=0' '-Dtep_load_modules(...)=0' '-Dtep_parse_last_boot_info(...)=0' \
			'-Dtep_btf_print_args(...)=0' -I=/usr/include/tracefs -I=/usr/include/traceevent -- *.c
	)
	# These are compiled as Debian does it, but that libproc2 asks neither systemd nor libnuma, and that
	# libkmod has no code for signatures by OpenSSL, and none for modules packed by xz, which
	# it lets the kernel unpack.
	(
		cd kmod-* || exit
		rm libkmod/libkmod-file-xz.c
		static_archive kmod -I. -DPACKAGE='"libkmod"' -DVERSION='"34"' -DKMOD_FEATURES='""' -DENABLE_LOGGING=1 \
			-DENABLE_DEBUG=0 -DENABLE_ELFDBG=0 -DENABLE_{ZSTD,ZLIB}=1 -DENABLE_{XZ,OPENSSL,{ZSTD,ZLIB,XZ}_DLOPEN}=0 \
			-DHAVE_{SECURE_GETENV,STRUCT_STAT_ST_MTIM,STATIC_ASSERT,NORETURN,DECL_BASENAME}=1 -DHAVE_DECL___XSTAT=0 \
			-DHAVE___BUILTIN_{CLZ,TYPES_COMPATIBLE_P,U{ADD,MUL}{,L,LL}_OVERFLOW}=1 \
			-DSYSCONFDIR='"/etc"' -DDISTCONFDIR='"/lib"' -DMODULE_DIRECTORY='"/lib/modules"' -- {libkmod,shared}/*.c
	)
	(
		cd procps-* || exit
		: >config.h
		static_archive proc2 -DNUMA_DISABLE -I. -Ilibrary/include -Ilibrary -Ilocal -DPACKAGE_NAME='"procps-ng"' -DPACKAGE_VERSION='"4"' \
			-DHAVE_{LANGINFO_H,PROGRAM_INVOCATION_NAME} -- library/*.c
	)
	cd elfutils-*/lib || exit
	static_archive eu -I. -- eu-search.c
}
