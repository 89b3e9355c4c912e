# SPDX-License-Identifier: GPL-2.0
#
# Builds, installs and tests rtla.ko and the command rtla. "make help" lists the targets.

KERNELRELEASE	?= $(shell uname -r)
KERNELDIR	?= /lib/modules/$(KERNELRELEASE)/build
PREFIX		?= /usr/local
KERNEL		?= 6.12
ARGS		?=
# The key that signs the module, and its certificate in DER: see packaging/sign-module.
MODULE_SIG_KEY	?=
MODULE_SIG_CERT	?=

Q	= $(if $(V),,@)
SUB	= $(MAKE) --no-print-directory
RUN	= tests/vm/run -k $(KERNEL)
INSTALLED_MODULE	= $(DESTDIR)/lib/modules/$(KERNELRELEASE)/extra/rtla.ko

.PHONY: all help module tool manual man install install-module uninstall deb rpm dkms-source clean demo setup
.PHONY: check check-all unit cli browser vm truth compare bench bench-bpf stressors style warnings soak architectures arm64 kernels agree in-tree upstream-tests torture fuzz pictures packages secure-boot recipe statistics
.PHONY: debug-kernels intree intree-kernels

all: module tool manual

help:
	@echo 'On a machine that can load modules (its kernel headers installed):'
	@echo '  make                 the module and the command'
	@echo '  make man             its manual pages and the completion of bash and zsh'
	@echo '  make install         all of these, PREFIX=$(PREFIX)'
	@echo '  make install-module  the module alone, signed if there is a key: Documentation/secure-boot.md'
	@echo '  make uninstall'
	@echo '  make deb             Debian packages, rtla and rtla-dkms, in build/deb'
	@echo '  make rpm             RPM packages of the same, in build/rpm'
	@echo '  make intree LINUX=DIR    put the module into a kernel source tree'
	@echo 'On any Debian 12 or newer, as root, in emulated machines:'
	@echo '  make demo            timerlat top -a on a stock kernel, and a named cause'
	@echo '  make demo ARGS="timerlat top -d 20" KERNEL=6.12-rt'
	@echo '  make check           the tests; parts of them:'
	@echo '       unit cli        on this machine, in seconds; also sanitized'
	@echo '       style warnings  checkpatch, sparse; modules for all kernels'
	@echo '       browser         pages of rtla report, in Chromium'
	@echo '       vm              the module and the command on real kernels'
	@echo '  make check-all       all of them, with all that vm has, as CI does'
	@echo '  make truth           causes injected / causes named, all amounts, with the module and without'
	@echo '  make compare         the same causes, named by us and by the in-tree tool'
	@echo '  make bench           what a measurement costs: ours, the in-tree tool, cyclictest'
	@echo '  make bench-bpf       the same, with upstream'"'"'s command built with BPF, on 7.2-rt'
	@echo '  make stressors       what of it is our own, under 44 loads: an hour'
	@echo '  make torture         everything at once, by chance: KERNEL=6.12 SECONDS=600 SEED=N'
	@echo '  make kernels         all smoke tests on 6.1, 6.1-rt, 7.2 and 7.2-rt: 8 minutes'
	@echo '  make agree           whether cyclictest finds the same, under loads: 5 minutes'
	@echo '  make architectures   the command for armhf and riscv64, compiled and run: 3 minutes'
	@echo '  make arm64           more tests on all kernels for arm64: 15 minutes, and'
	@echo '                       once up to 20 to build one of them'
	@echo '  make in-tree         the commands without the module on 6.1-rt and 7.2-rt, and causes on 6.12-rt: 8 minutes'
	@echo '  make upstream-tests  upstream'"'"'s own tests of its command, on this one: KERNEL=6.12-rt, 7 minutes'
	@echo '  make soak            10 minutes of osnoise on each kernel'
	@echo '  make pictures        those in README, from runs in a guest'
	@echo '  make packages        the packages, built, installed and removed on Debian 12 and 13'
	@echo '  make secure-boot     the module on Debian 13 with Secure Boot, signed and not'
	@echo '  make recipe          from git clone to verdicts, on bare Debian 12 and 13'
	@echo '  make intree-kernels  the module as part of a kernel, built and booted: 20 minutes'
	@echo '  make debug-kernels   kernels that check themselves, for tests/check debug: an hour'
	@echo '  make statistics      how often verdicts on made-up runs are right, 15 minutes'
	@echo '  make fuzz SECONDS=60 hostile inputs, guided by coverage; needs clang'
	@echo '  make setup           fetch and build all that check needs'
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
	+$(Q)$(SUB) -C tools/manual strict

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
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,rtla timerlat osnoise hwnoise)
	$(Q)$(SUB) -C tools/manual uninstall PREFIX=$(PREFIX)

# copy_source FOLDER: copies what packages are built from
copy_source = mkdir -p $(1)/kernel && \
	cp -a COPYING CONTRIBUTING.md Documentation Kconfig Makefile README.md debian include packaging tools $(1)/ && \
	cp -a kernel/*.[ch] kernel/Kbuild kernel/dkms.conf $(1)/kernel/

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

# The source of the module, as DKMS takes it. DKMS of Debian 12 has the kernel clean the whole
# folder, for which Kbuild has to be there.
DKMS_SOURCE	= $(DESTDIR)/usr/src/rtla-$(VERSION)

dkms-source:
	$(Q)install -d $(DKMS_SOURCE)/kernel
	$(Q)install -m 644 kernel/*.[ch] kernel/Kbuild $(DKMS_SOURCE)/kernel/
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
	$(Q)cp kernel/*.[ch] include/rtla_version.h Kconfig "$(LINUX)/$(INTREE)/"
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

pictures:
	$(Q)tools/pictures/make

# Status 2 of the demo's command means a hit, which is no error here. make cannot pass on
# the exit status of the command: call tests/vm/run directly to get it.
demo:
	@echo 'demo: Debian $(KERNEL) in an emulated machine (booting takes about 8 s): $(or $(ARGS),timerlat top -a 100000, and after 6 s a thread that turns preemption off on CPU 1 for 250 ms)' >&2
	$(Q)$(RUN) $(if $(ARGS),$(ARGS),sh /tests/demo.sh) || [ $$? = 2 ]

setup:
	$(Q)tests/setup

# tests/check itself sets up the guests, beside the tests that need none.
check:
	$(Q)tests/setup host
	$(Q)tests/check

check-all:
	$(Q)tests/setup host
	$(Q)tests/check all

# These targets run parts of "make check". Of the layers, "make check" does not run unit,
# cli, vm and soak: see tests/check.
unit:
	$(Q)tests/check unit unit-sanitized

cli:
	$(Q)tests/check cli cli-sanitized

style warnings vm soak architectures arm64 kernels agree in-tree browser:
	$(Q)tests/check $@

statistics:
	$(Q)$(SUB) -C tests/statistics study

fuzz:
	$(Q)$(SUB) -C tests/fuzz fuzz SECONDS=$(or $(SECONDS),60)

truth:
	$(Q)tests/check truth-all

# The test in the guest prints TAP; tests/vm/run, which boots the guest, also checks the
# kernel's log.
torture:
	$(Q)tests/vm/torture $(KERNEL) $(or $(SECONDS),600) $(SEED)

compare:
	$(Q)tests/vm/compare

upstream-tests:
	$(Q)tests/vm/upstream-tests $(if $(filter file,$(origin KERNEL)),6.12-rt,$(KERNEL))

bench:
	$(Q)tests/vm/bench

bench-bpf:
	$(Q)tests/vm/bench --bpf

stressors:
	$(Q)tests/vm/stressors

recipe:
	$(Q)tests/vm/recipe

packages:
	$(Q)tests/vm/packages
	$(Q)tests/vm/rpm

secure-boot:
	$(Q)tests/vm/secure_boot

intree-kernels:
	$(Q)tests/vm/intree.t

debug-kernels:
	$(Q)tests/vm/setup debug-kernels
	$(Q)for kernel in $$(tests/vm/setup list debug); do tests/vm/breaks $$kernel || exit; done
