# SPDX-License-Identifier: GPL-2.0
# Yocto: into recipes-devtools/rtla-latency/ of a layer, with the archive of 'make dist-source' in
# files/. Without BPF. Not tried: no tool has read it.
SUMMARY = "Timer latency and operating system noise, with their causes"
LICENSE = "GPL-2.0-only"
LIC_FILES_CHKSUM = "file://COPYING;md5=b234ee4d69f5fce4486a80fdaf4a4263"
SRC_URI = "file://rtla-${PV}.tar.gz"
S = "${WORKDIR}/rtla-${PV}"
DEPENDS = "jansson kmod libtracefs libtraceevent trace-cmd procps ncurses zlib libxcrypt"
inherit pkgconfig
do_compile() {
	oe_runmake -C tools/rtla PREFIX=${prefix}
}
do_install() {
	oe_runmake -C tools/rtla install DESTDIR=${D} PREFIX=${prefix}
}
