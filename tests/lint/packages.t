#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that what the packages repeat is what it is elsewhere: the version, the libraries,
# the kernels. tests/vm/packages builds and installs them.

. "$(dirname "$0")/../cli/lib.sh"
# The make that runs this test has its own jobs.
unset MAKEFLAGS MFLAGS MAKELEVEL
cd "$here/../.." || exit 1
version=$(sed -n 's/.*RTLA_VERSION\t"\(.*\)"/\1/p' include/rtla_version.h)

is "the changelog of the packages has the version" \
	"$(sed -n '1s/^rtla (1:\(.*\)) .*/\1/p' debian/changelog)" "$version"
is "the spec of the RPM packages has the version" "$(sed -n 's/^Version:\t*//p' packaging/rpm/rtla.spec)" "$version"
# Nobody has built with these: they are read as far as a tool here can.
recipes=packaging/recipes
is "the recipes have the version" "$(sed -nE 's/^(pkgver=| *version = "|RTLA_LATENCY_VERSION = )([^"]*)"?;?$/\2/p' $recipes/* | sort -u)
$(basename $recipes/*.bb .bb)" "$version
rtla-latency_$version"
for recipe in PKGBUILD APKBUILD; do
	bash -n $recipes/$recipe
	ok "a shell can read $recipe"
done
is "make can read the recipe of Buildroot" \
	"$(printf 'include %s\nall: ; @echo $(RTLA_LATENCY_SOURCE)' $recipes/rtla-latency.mk | make -s -f -)" "rtla-$version.tar.gz"
is "the recipe of Yocto has the licence" "$(sed -n 's/.*COPYING;md5=\(.*\)"/\1/p' $recipes/*.bb)" "$(md5sum <COPYING | cut -d ' ' -f 1)"
is "each recipe says that it was not tried" "$(grep -L '^# .*Not tried: ' $recipes/*)" ""
for library in $(sed -n '/^LIBRARIES/,/^NAMES/p' tools/rtla/libraries.mk | grep -oE '[a-z0-9]+:[a-z0-9]+-[a-z0-9-]+'); do
	grep -qx "BuildRequires:	pkgconfig(${library%:*})" packaging/rpm/rtla.spec
	ok "the RPM packages are built with ${library%:*}"
done
needs=$(sed -n '/^Build-Depends:/,/^[A-Z]/s/^ \([a-z0-9-]*\).*/\1/p' debian/control)
for library in $(sed -n '/^LIBRARIES/,/^NAMES/p' tools/rtla/libraries.mk | grep -oE ':[a-z0-9]+-[a-z0-9-]+'); do
	grep -qx "${library#:}" <<<"$needs"
	ok "the packages are built with ${library#:}"
done
is "each schema is beside the documents that name it" \
	"$(sed -n 's|.* usr/share/doc/rtla/\(.*\.schema\.json\)$|\1|p' debian/rtla.links | sort)" \
	"$(cd Documentation && printf '%s\n' *.schema.json)"

# With half of a key, or a key that is not there, nothing is installed unsigned without a word.
exits "a key without a certificate" 1 env MODULE_SIG_KEY=/k packaging/sign-module /none "$work/rtla.ko"
is "the message" "$(<"$work/err")" \
	"sign-module: MODULE_SIG_KEY is set, but MODULE_SIG_CERT is not: set it to the certificate, in DER"
exits "a certificate without a key" 1 env MODULE_SIG_CERT=/c packaging/sign-module /none "$work/rtla.ko"
exits "a key that cannot be read" 1 env MODULE_SIG_KEY=/k MODULE_SIG_CERT=/c packaging/sign-module /none "$work/rtla.ko"
is "the message" "$(<"$work/err")" \
	"sign-module: /k: cannot be read: give a key with MODULE_SIG_KEY and MODULE_SIG_CERT, as Documentation/secure-boot.md says"
touch "$work/key" "$work/cert"
exits "a kernel without its program that signs" 1 \
	env PATH="$work" MODULE_SIG_KEY="$work/key" MODULE_SIG_CERT="$work/cert" /bin/sh packaging/sign-module /none "$work/rtla.ko"
is "the message" "$(<"$work/err")" \
	"sign-module: /none/scripts/sign-file: is missing: install all headers of the kernel, on Ubuntu also sbsigntool"

# read_conf KERNEL ACTION: reads dkms.conf as DKMS does: in a function that may have
# another kernel in its variable; what it says goes to $work/err
read_conf() {
	tap_run bash -c 'kernel_source_dir=/k dkms_tree=/t kernelver=("$1") action=$2
		in_subshell() { ( . kernel/dkms.conf; echo "$AUTOINSTALL" ); }
		in_function() { local kernelver=$1; in_subshell; }
		in_function "$3"' conf "$1" "$2" "${3-$1}"
	grep -qE "$regex" <<<"$1" && echo builds || echo skips
}
regex=$(sed -n 's/^BUILD_EXCLUSIVE_KERNEL="\(.*\)"$/\1/p' kernel/dkms.conf)

first=$(sed -nE 's/^#if LINUX_VERSION_CODE < KERNEL_VERSION\(([0-9]+), ([0-9]+), 0\)$/\1.\2/p' kernel/compat.h | head -n 1)
last=$(sed -nE 's/^#define RTLA_KERNEL_MAX\tKERNEL_VERSION\(([0-9]+), ([0-9]+), 255\)$/\1.\2/p' kernel/compat.h)
end=${last%.*}.$((${last#*.} + 1))
for kernel in "$first" "$first.0-56-amd64" 6.9.1 6.10.2 "6.12.107+deb13-rt-amd64" "$last" "$last.4+deb13-amd64" "$last-rc1"; do
	is "the module can be built for $kernel" "$(read_conf "$kernel" build)" builds
	read_conf "$kernel" autoinstall 9.9 >/dev/null
	is "the module is built when $kernel is installed" "$(<"$work/out")$(<"$work/err")" yes
done
for kernel in "${first%.*}.0.19" 5.10.0-30-amd64 60.1.0 "$end.0" "${end}-rc1" "${last}0.1" 8.0.0; do
	is "the module cannot be built for $kernel" "$(read_conf "$kernel" build)" skips
	for other in "$kernel" "$first" ''; do
		read_conf "$kernel" autoinstall "$other" >/dev/null
		is "the module is not built when $kernel is installed on a machine with '$other'" "$(<"$work/out")" ""
	done
	is "the note" "$(<"$work/err")" \
		"rtla #MODULE_VERSION# knows Linux $first to $last: the module is skipped for $kernel: take a newer rtla for that"
	read_conf "$kernel" status >/dev/null
	is "no note comes when the module is built" "$(<"$work/err")" ""
done

section "where kernels are named"
is "DKMS of Debian 13 has the same limits" \
	"$(sed -n 's/^BUILD_EXCLUSIVE_KERNEL_M..="\(.*\)"/\1/p' kernel/dkms.conf | paste -sd ' ')" "$first $last.9999"

# kernels_named: prints each file that says for which kernels the module is, and which. Of NEWS.md
# only what is not released counts: a release keeps the kernels that it had.
kernels_named() {
	git ls-files -z -- . ':!tests' | /usr/bin/python3 -c '
import pathlib, re, sys
for name in sys.stdin.read().split("\0")[:-1]:
    text = pathlib.Path(name).read_bytes().decode(errors="replace")
    if name == "NEWS.md":
        text = re.split(r"(?m)^## .*[0-9]\)$", text)[0]
    for kernels in sorted(set(re.findall(r"(?<![\d.])%s\s+to\s+\d+\.\d+" % re.escape(sys.argv[1]), text))):
        print(name, " ".join(kernels.split()))
' "$first"
}
is "install.md and NEWS.md say for which kernels the module is, and nothing else does" "$(kernels_named)" \
	"$(printf "%s $first to $last\n" Documentation/install.md NEWS.md)"
is "the message of the build names the newest" \
	"$(sed -n 's/^#error "rtla.ko knows Linux up to \([0-9.]*\):.*/\1/p' kernel/compat.h)" "$last"

is "the README lists the kernels of tests/vm/kernels that make check-all tests" \
	"$(sed -n 's/^| Debian \(.*\) | .* | .* | .*/\1/p' README.md | sed 's/, arm64//' | grep -oE '[0-9]+\.[0-9]+' | sort -uV | paste -sd ' ')" \
	"$(awk '/^[0-9]/ && $3 !~ /^config:/ && $5 !~ /^-$|^image-more$/ { print $2 }' tests/vm/kernels | sort -uV | paste -sd ' ')"

finish
