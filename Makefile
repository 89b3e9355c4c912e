# SPDX-License-Identifier: GPL-2.0
#
# Builds, installs and tests rtla.ko and the command rtla. "make help" lists the targets.

KERNELRELEASE	?= $(shell uname -r)
KERNELDIR	?= /lib/modules/$(KERNELRELEASE)/build
PREFIX		?= /usr/local
ARGS		?=
# The key that signs the module, and its certificate in DER: see packaging/sign-module.
MODULE_SIG_KEY	?=
MODULE_SIG_CERT	?=

Q	= $(if $(V),,@)
SUB	= $(MAKE) --no-print-directory
INSTALLED_MODULE	= $(DESTDIR)/lib/modules/$(KERNELRELEASE)/extra/rtla.ko

.PHONY: all help module tool manual man install install-module uninstall deb rpm dist dist-source dkms-source clean
.PHONY: demo setup quick check check-all intree

all: module tool manual

help:
	@echo 'On a machine that can load modules (its kernel headers installed):'
	@echo '  make                 the module and the command'
	@echo '  make man             its manual pages, the completion of bash and zsh, and pages of Documentation'
	@echo '  make install         all of these, PREFIX=$(PREFIX)'
	@echo '  make install-module  the module alone, signed if there is a key: Documentation/secure-boot.md'
	@echo '  make uninstall'
	@echo '  make deb             Debian packages, rtla and rtla-dkms, in build/deb'
	@echo '  make rpm             RPM packages of the same, in build/rpm'
	@echo '  make dist-source     an archive of the source, with its checksum, in build/dist'
	@echo '  make intree LINUX=DIR    put the module into a kernel source tree'
	@echo 'On any Debian 12 or newer, as root, in emulated machines:'
	@echo '  make demo            timerlat top -a on a stock kernel, and a named cause'
	@echo '  make demo ARGS="timerlat top -d 20" KERNEL=6.12-rt'
	@echo '  make quick           the command, and the tests of what has changed: seconds'
	@echo '  make check           unit and command line tests, and each command in one guest: minutes'
	@echo '  make check-all       all tests, as CI does; "make -C tests help" lists parts of them, and others'
	@echo '  make dist            dist-source, and the command as one static file for x86-64 and arm64'
	@echo '  make setup           fetch and build all that check-all needs'
	@echo '  make clean           what was built; fetched things stay cached'

# ---- This machine --------------------------------------------------------------

module:
	$(Q)if [ ! -d $(KERNELDIR) ]; then \
		echo "rtla.ko: $(KERNELDIR): no such directory: install the headers of the kernel, on Debian with 'apt-get install linux-headers-$(KERNELRELEASE)', or use 'make demo'" >&2; \
		exit 1; \
	fi
	$(Q)$(SUB) -C $(KERNELDIR) M=$(CURDIR)/kernel modules

tool:
	+$(Q)$(SUB) -C tools/rtla

# What this machine can make of them. A command for another machine does not run here.
manual: tool
	$(Q)if [ -n "$(CROSS_COMPILE)" ]; then \
		echo "manual pages: the command is for another machine, so they are not made: use 'make -C tools/manual RTLA=COMMAND' with one for this machine" >&2; \
	else \
		$(SUB) -C tools/manual; \
	fi

man: tool
	+$(Q)$(SUB) -C tools/manual strict made-pages

install: install-module tool manual
	$(Q)$(SUB) -C tools/rtla install PREFIX=$(PREFIX)
	$(Q)$(SUB) -C tools/manual install PREFIX=$(PREFIX)

# A module that an older kernel package has compressed in another way would stay beside it.
# The kernel's own build would sign with a key that only its distribution has.
install-module: module
	$(Q)rm -f $(INSTALLED_MODULE)*
	$(Q)$(SUB) -C $(KERNELDIR) M=$(CURDIR)/kernel INSTALL_MOD_DIR=extra CONFIG_MODULE_SIG_ALL= \
		$(if $(DESTDIR),INSTALL_MOD_PATH=$(DESTDIR)) modules_install
	$(Q)MODULE_SIG_KEY='$(MODULE_SIG_KEY)' MODULE_SIG_CERT='$(MODULE_SIG_CERT)' \
		packaging/sign-module $(KERNELDIR) $(INSTALLED_MODULE)*
	$(Q)depmod $(if $(DESTDIR),-b $(DESTDIR)) $(KERNELRELEASE)

uninstall:
	rm -f $(INSTALLED_MODULE)*
	depmod $(if $(DESTDIR),-b $(DESTDIR)) $(KERNELRELEASE)
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,rtla timerlat osnoise hwnoise) $(DESTDIR)$(PREFIX)/include/rtla_cycle.h \
		$(DESTDIR)$(PREFIX)/lib/systemd/system/rtla-record.service
	$(Q)$(SUB) -C tools/manual uninstall PREFIX=$(PREFIX)

# copy_source FOLDER: copies what packages are built from
copy_source = mkdir -p $(1) && \
	cp -a COPYING CONTRIBUTING.md Documentation Kconfig Makefile NEWS.md README.md contrib debian include packaging tools $(1)/ && \
	cp -a --parents kernel/*.[ch] kernel/*/*.[ch] kernel/Kbuild kernel/dkms.conf $(1)/

# The packages are built from a copy, as they are put beside the folder that they are
# built in.
DEB	:= build/deb

deb:
	$(Q)dpkg-checkbuilddeps || { \
		echo "make deb: packages are missing: install them with 'apt-get build-dep ./'" >&2; \
		exit 1; \
	}
	$(Q)rm -rf $(DEB)
	$(Q)$(call copy_source,$(DEB)/rtla)
	$(Q)cd $(DEB)/rtla && DEB_BUILD_OPTIONS="noautodbgsym $$DEB_BUILD_OPTIONS" dpkg-buildpackage --build=binary --no-sign
	$(Q)rm -rf $(DEB)/rtla
	@ls $(DEB)/*.deb

VERSION	= $(shell sed -n 's/^\#define RTLA_VERSION\t"\(.*\)"/\1/p' include/rtla_version.h)
RPM	:= build/rpm

# On Debian, RPM does not know which packages are installed: there, the build itself says
# what is missing.
rpm:
	$(Q)command -v rpmbuild >/dev/null || { \
		echo "make rpm: rpmbuild is missing: install it, on Debian with 'apt-get install rpm'" >&2; \
		exit 1; \
	}
	$(Q)rm -rf $(RPM)
	$(Q)$(call copy_source,$(RPM)/rtla-$(VERSION))
	$(Q)mkdir $(RPM)/SOURCES
	$(Q)tar -C $(RPM) --owner=0 --group=0 -czf $(RPM)/SOURCES/rtla-$(VERSION).tar.gz rtla-$(VERSION)
	$(Q)rpmbuild --quiet -ba $(if $(wildcard /etc/debian_version),--nodeps) \
		--define '_topdir $(CURDIR)/$(RPM)' --define 'debug_package %{nil}' \
		--define '_buildhost localhost' packaging/rpm/rtla.spec
	$(Q)mv $(RPM)/RPMS/*/*.rpm $(RPM)/SRPMS/*.rpm $(RPM)/
	$(Q)cd $(RPM) && rm -rf BUILD BUILDROOT RPMS SRPMS SOURCES SPECS rtla-$(VERSION)
	@ls $(RPM)/*.rpm

# The same commit makes the same bytes: git archive gives each file the time of the commit, and
# root as its owner.
DIST	:= build/dist

dist-source:
	$(Q)[ -e .git ] && git rev-parse -q --verify HEAD >/dev/null || { \
		echo "make dist: this is no clone of the repository: clone it, as git makes the archive of what is committed" >&2; \
		exit 1; \
	}
	$(Q)git diff --quiet HEAD || { \
		echo "make dist: there are changes that are not committed: commit them, or put them aside with 'git stash'" >&2; \
		exit 1; \
	}
	$(Q)rm -rf $(DIST)
	$(Q)mkdir -p $(DIST)
	$(Q)git -c tar.umask=022 archive --prefix=rtla-$(VERSION)/ -o $(DIST)/rtla-$(VERSION).tar HEAD
	$(Q)xz -T1 $(DIST)/rtla-$(VERSION).tar
	$(Q)cd $(DIST) && sha256sum *.tar.xz >SHA256SUMS
	@ls $(DIST)/*

# The files need nothing but a kernel: see tests/vm/lib/static.sh.
dist: dist-source
	$(Q)for machine in amd64:x86_64 arm64:aarch64; do \
		file=$$(tests/vm/setup static $${machine%:*}) && cp $$file $(DIST)/rtla-$(VERSION)-$${machine#*:} || exit; \
	done
	$(Q)cd $(DIST) && sha256sum rtla-* >SHA256SUMS
	@ls $(DIST)/*

# The source of the module, as DKMS takes it. DKMS of Debian 12 has the kernel clean the whole
# folder, for which Kbuild has to be there.
DKMS_SOURCE	= $(DESTDIR)/usr/src/rtla-$(VERSION)

dkms-source:
	$(Q)install -d $(DKMS_SOURCE)
	$(Q)cp --parents kernel/*.[ch] kernel/*/*.[ch] kernel/Kbuild $(DKMS_SOURCE)/
	$(Q)install -m 644 Kconfig $(DKMS_SOURCE)/
	$(Q)cp -r include $(DKMS_SOURCE)/
	$(Q)echo 'obj-m := kernel/' >$(DKMS_SOURCE)/Kbuild
	$(Q)sed 's/#MODULE_VERSION#/$(VERSION)/' kernel/dkms.conf >$(DKMS_SOURCE)/dkms.conf

# ---- A kernel tree ---------------------------------------------------------------

# The module's folder in a kernel source tree.
INTREE	:= kernel/trace/rtla

# "make intree" copies the module into the kernel source tree LINUX, and adds it to
# Kconfig and Makefile of kernel/trace there: "make menuconfig" then offers it among the
# tracers. A second run updates the copy.
intree:
	$(Q)if [ ! -f "$(LINUX)/kernel/trace/Kconfig" ]; then \
		echo "make intree: LINUX='$(LINUX)': no kernel source tree: give the directory that contains kernel/trace, like LINUX=/usr/src/linux" >&2; \
		exit 1; \
	fi
	$(Q)rm -rf "$(LINUX)/$(INTREE)"
	$(Q)mkdir "$(LINUX)/$(INTREE)"
	$(Q)into=$$(cd "$(LINUX)/$(INTREE)" && pwd) && cd kernel && cp --parents *.[ch] */*.[ch] "$$into/"
	$(Q)cp include/rtla_version.h Kconfig "$(LINUX)/$(INTREE)/"
	$(Q)cp kernel/Kbuild "$(LINUX)/$(INTREE)/Makefile"
	$(Q)cp include/uapi/rtla.h "$(LINUX)/include/uapi/"
	$(Q)cp include/trace/events/rtla.h "$(LINUX)/include/trace/events/"
	$(Q)grep -q '$(INTREE)/Kconfig' "$(LINUX)/kernel/trace/Kconfig" || \
		sed -i '$$s|^|source "$(INTREE)/Kconfig"\n\n|' "$(LINUX)/kernel/trace/Kconfig"
	$(Q)grep -q 'CONFIG_RTLA' "$(LINUX)/kernel/trace/Makefile" || \
		echo 'obj-$$(CONFIG_RTLA) += rtla/' >>"$(LINUX)/kernel/trace/Makefile"
	@echo 'The module is in $(LINUX)/$(INTREE): set CONFIG_RTLA=y or =m, and build that kernel.'

clean:
	rm -rf build
	find kernel tests/vm/inject \( -name '*.o' -o -name '*.ko' -o -name '*.mod*' \
		-o -name '.*.cmd' -o -name 'Module.symvers' -o -name modules.order \) -delete

# ---- Emulated machines ---------------------------------------------------------

# make cannot pass on the exit status of the command: call tests/vm/run directly to get it.
demo:
	$(Q)KERNEL='$(KERNEL)' tests/demo $(ARGS)

setup:
	$(Q)tests/setup

quick:
	$(Q)tests/quick

check:
	$(Q)tests/setup check
	$(Q)tests/check

# tests/check itself sets up the guests, beside the tests that need none.
check-all:
	$(Q)tests/setup host
	$(Q)tests/check all

# ---- Tests and studies ---------------------------------------------------------

# Those of tests/Makefile work here, too. Packages are built from a copy without tests.
ifneq ($(wildcard tests/Makefile),)
TESTS	:= $(filter-out help,$(shell sed -n 's/^\.PHONY://p' tests/Makefile))

.PHONY: $(TESTS)
$(TESTS):
	+$(Q)$(SUB) -C tests $@
endif
