#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that "make dist-source" makes an archive of what is committed, always of the same bytes, and
# that the command builds from it, and its packages do not lack a file.

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/lib/tap.sh
. tests/lib/tap.sh
# The make that runs this test has no part in these.
unset MAKEFLAGS MFLAGS MAKELEVEL
# How small the archive is does not matter here, and the smallest takes 3 s.
export XZ_OPT=-0
version=$(sed -n 's/.*RTLA_VERSION\t"\(.*\)"/\1/p' include/rtla_version.h)
name=rtla-$version
export HOME=$work GIT_CONFIG_NOSYSTEM=1

if ! command -v git >/dev/null; then
	skip "make dist-source" "git is not installed"
	finish
	exit
fi

# commit: makes a repository of this checkout's files in the current folder
commit() {
	tar -C "$top" --exclude=./.git --exclude=./build -c . | tar -x
	git init -q && git add -A &&
		git -c user.name=test -c user.email=test@localhost commit -q --date=@1000000000 -m all
}

top=$PWD
mkdir "$work/first" "$work/second" "$work/unpacked"
cd "$work/first" || exit 1
GIT_COMMITTER_DATE=@1000000000 test_that "the files of this checkout are committed" commit
exits "make dist-source" 0 make -s dist-source
cd build/dist || exit 1
is "the files" "$(echo *)" "SHA256SUMS $name.tar.xz"
test_that "the checksum is right" sha256sum -c SHA256SUMS
is "all that is committed is in it" "$(tar -tf "$name.tar.xz" | grep -v '/$')" \
	"$(git -C "$work/first" ls-files | sed "s|^|$name/|" | LC_ALL=C sort)"
is "owners and times are the same for all" \
	"$(TZ=UTC0 tar -tvf "$name.tar.xz" --full-time | awk '{ print $2, $4, $5 }' | sort -u)" "root/root 2001-09-09 01:46:40"

# Another clone, at another time, whose files have other rights.
(umask 077 && git clone -q "$work/first" "$work/second/clone")
exits "make dist-source in another clone" 0 make -s -C "$work/second/clone" dist-source
cmp "$name.tar.xz" "$work/second/clone/build/dist/$name.tar.xz"
ok "the other clone makes the same bytes"
echo >>"$work/second/clone/README.md"
exits "changes that are not committed are no archive" 2 make -s -C "$work/second/clone" dist
grep -q "^make dist: there are changes that are not committed: commit them" "$work/err"
ok "stderr says what to do with the changes"

tar -C "$work/unpacked" -xf "$name.tar.xz"
cd "$work/unpacked/$name" || exit 1
exits "make dist in what is unpacked" 2 make -s dist
grep -q "^make dist: this is no clone of the repository: clone it" "$work/err"
ok "stderr says what to do without a clone"
# It is compiled as that of the checkout was, so that ccache has it already.
export CCACHE_BASEDIR=$PWD
unset SANITIZE
exits "the command builds from it" 0 make -s "-j$(nproc)" tool
is "the command has the version" "$(build/tool/rtla --version)" "rtla version $version"
exits "the source for DKMS is made from it" 0 make -s dkms-source DESTDIR="$work/dkms"
# "make deb" and "make rpm" begin with a copy of these.
# shellcheck disable=SC2046 # a list of files is meant
test_that "the packages lack no file" ls -d $(sed -n 's/^\tcp -a \(COPYING .*\) \$(1)\/ && \\$/\1/p' Makefile) \
	$(cat debian/rtla.docs) debian/rules packaging/rpm/rtla.spec

finish
