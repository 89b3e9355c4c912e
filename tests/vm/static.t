#!/bin/bash
# Tests the command as one file, of which "make dist" makes one for each architecture: that it
# is small, asks for no library, says in bare Debian 11, 12 and 13 what the command of packages
# says, and measures and names a cause on a machine that has nothing but busybox, also in a
# container. Prints TAP.
cd "$(dirname "$(readlink -f "$0")")" || exit 1
# shellcheck source=tests/lib/tap.sh
. ../lib/tap.sh
# shellcheck source=tests/vm/lib/disks.sh
. lib/disks.sh
# shellcheck source=tests/vm/lib/package_tests.sh
. lib/package_tests.sh
most=5000000
# What an offline command reads, with what the command of packages makes of it beside it.
traces=$top/tests/traces

# build ARCHITECTURE: builds the file, which is then in $file
build() { file=$(./setup static "$1" 2>"$work/err"); }

# without WHAT PATTERN COMMAND...: succeeds if COMMAND succeeds, and prints no line like PATTERN
without() {
	tap_run "${@:2}"
	[ "$status" = 0 ] && [ -s "$work/out" ] && ! grep -E "$1" "$work/out" >>"$work/err"
}

# Functions of the C library that open plug-ins: they may be of another version than it.
plug_ins=' U (dlopen|iconv_open|getaddrinfo|gethostby.*|get(pw|gr|sp)(nam|uid|gid|ent).*|getgrouplist|initgroups)$'

test_file() {
	section "the file for $1"
	test_that "the file is built without a warning" build "$1" || return
	echo "# $1: $(stat -c %s "$file") bytes"
	test_that "the file is smaller than $most bytes" [ "$(stat -c %s "$file")" -lt $most ]
	test_that "the file asks for no loader" without INTERP readelf -lW "$file"
	test_that "the file asks for no library" without NEEDED readelf -dW "$file"
	test_that "the file does not tell where it was built" without "$top" strings "$file"
	test_that "nothing in the command opens a plug-in of the C library" without "$plug_ins" nm -u "${file%/*}/rtla.o"
}

# test_suite SUITE: the file in a Debian that has only what every Debian has
test_suite() {
	local root
	section "$1"
	root=$(./setup package-root bare "$1" 2>"$work/err")
	ok "there is a bare root" || return
	mkdir -p "$work/$1/src"
	cp -r "$amd64" "$traces" "$work/$1/src/"
	tap_run ./setup overlay "$root" "$work/$1" sh -ec './rtla --version
		for name in traces/*.txt; do ./rtla analyze "$name" >"$name.said"; done'
	exits "the file runs" 0 || return
	is "the file has the version" "$(<"$work/out")" "rtla version $version"
	is "the file says of all traces what the command of packages says" "$(cd "$work/$1/src/traces" &&
		for name in *.txt; do cmp -s "$name.said" "${name%.txt}.report" || echo "$name"; done)" ""
}

# does STEP STATUS NAME: tests that a step of the machine ended with this status
does() {
	said "$1" "$2"
	ok "$3" || cp "$work/said" "$work/out"
}

# between FROM TO: prints what the machine said between these two steps
between() { sed -n "/^step $1: /,/^step $2: /p" "$work/said"; }

# names_cause STEP STEP WHAT: tests that the second step has named the cause
names_cause() {
	test_that "the cause is named" grep -Eq "% of .* us: inject/1:[0-9]+ $3" <(between "$1" "$2")
}

# make_other: makes a folder of libraries and plug-ins that end any command that opens one, and
# of what would have the C library open them: a locale whose characters are in a plug-in, and a
# source of users' names
make_other() {
	local oldest libraries=$work/other/lib/x86_64-linux-gnu name
	local arch=amd64 vm=$top/tests/vm file
	# shellcheck source=tests/vm/lib/programs.sh
	. lib/programs.sh
	program opened.so -shared -nostdlib -fPIC "$top/tests/vm/programs/opened.c" || return
	oldest=$(./setup package-root bare bullseye) || return
	mkdir -p "$work/locale/src" "$work/other/usr/lib/locale" "$work/other/etc" "$libraries/gconv" "$libraries/traceevent/plugins"
	ln -s ../../lib/x86_64-linux-gnu "$work/other/usr/lib/x86_64-linux-gnu"
	for name in libnuma.so libnuma.so.1 libkmod.so.2 libgpm.so.2 libnss_files.so.2 libnss_opened.so.2 gconv/ISO8859-1.so traceevent/plugins/opened.so; do
		cp "$programs/opened.so" "$libraries/$name" || return
	done
	printf '%s: opened\n' passwd group >"$work/other/etc/nsswitch.conf"
	cp "$oldest/usr/lib/x86_64-linux-gnu/gconv/gconv-modules" "$libraries/gconv/" && cp "$amd64" "$work/other/" || return
	tap_run ./setup overlay "$oldest" "$work/locale" localedef --no-archive -i de_DE -f ISO-8859-1 /src/de_DE
	cp -r "$work/locale/src/de_DE" "$work/other/usr/lib/locale/"
}

# make_initrd: makes the initial root of the machine, with busybox, the file, the module that
# causes latencies, what makes a container, and other libraries
make_initrd() {
	rig '
import job
archive = job.Archive()
for source, path in zip(sys.argv[2::2], sys.argv[3::2]):
    archive.copy(source, path)
archive.link("/bin/sh", "busybox")
open(sys.argv[1], "wb").write(archive.finish())' "$work/initrd" guest/static.sh /init "$root/usr/bin/busybox" /bin/busybox \
		"$amd64" /bin/rtla "$build/modules/$release/extra/rtla_inject.ko" /rtla_inject.ko \
		"$root/usr/lib64/ld-linux-x86-64.so.2" /tools/loader "$root/usr/bin/setpriv" /tools/setpriv \
		"$root/usr/lib/x86_64-linux-gnu/libc.so.6" /tools/libc.so.6 \
		"$root/usr/lib/x86_64-linux-gnu/libcap-ng.so.0" /tools/libcap-ng.so.0 "$work/other" /other
}

# test_boot: the file on a machine with the stock kernel, which has only that initial root
test_boot() {
	local kernel release build
	eval "$(./setup boot 6.12 | sed -n "s/^\(kernel\|release\|build\)=/\1=/p")"
	make_other && make_initrd || exit
	emulate_plain steady -kernel "$kernel/vmlinux" -initrd "$work/initrd" \
		-append 'console=ttyS0 quiet panic=-1 cryptomgr.notests initcall_blacklist=jent_mod_init,init_encrypted,crypto_kdf108_init'
	section "busybox alone"
	does version 0 "the file runs"
	does named 2 "the file measures, and stops at a hit"
	names_cause version named 'kept preemption off in spin \[rtla_inject\]'
	section "a container"
	does contained 2 "the file measures with three capabilities, and stops at a hit"
	# Names of functions are for those with CAP_SYSLOG.
	names_cause named contained 'kept preemption off\.$'
	does refused 4 "the file does not measure without these capabilities"
	test_that "the message names the capabilities" grep -q -e '--cap-add BPF,PERFMON,SYS_NICE' <(between contained refused)
	section "a terminal"
	does table 0 "the file runs on it"
	test_that "the table is a screen, also without terminfo" grep -q 'q quit  ? keys' <(between refused table)
	section "other libraries"
	does locale 0 "the file opens no plug-in for a locale of other characters"
	test_that "the table is a screen in that locale" grep -q 'q quit  ? keys' <(between table locale)
	does other 2 "the file opens no library to explain a hit"
	names_cause locale other 'kept preemption off in spin'
	section "the machine"
	test_that "the kernel has nothing to complain of" no_trouble
	sed -n 's/^seconds/# seconds/p' "$work/said"
}

for arch in arm64 amd64; do test_file $arch; done
amd64=$file
section "the file for arm64"
is "the file has the version" "$(./setup emulate arm64 build/vm/static-arm64/rtla --version)" "rtla version $version"
is "the file says what the command of packages says" \
	"$(./setup emulate arm64 build/vm/static-arm64/rtla analyze tests/traces/6.12-irq-thread.txt)" "$(<"$traces/6.12-irq-thread.report")"
section "the file for amd64"
test_that "the file reads a trace.dat" sh -c "RTLA=$amd64 python3 $top/tests/cli/analysis/host.t"
for suite in bullseye bookworm trixie; do test_suite $suite; done
root=$(./setup root trixie)
test_boot
finish
