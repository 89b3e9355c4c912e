# SPDX-License-Identifier: GPL-2.0
# Buildroot: package/rtla-latency/rtla-latency.mk of an external tree, with the archive of
# 'make dist-source' in dl/rtla-latency/. Not tried: make has only read it.
RTLA_LATENCY_VERSION = 0.1
RTLA_LATENCY_SOURCE = rtla-$(RTLA_LATENCY_VERSION).tar.gz
RTLA_LATENCY_LICENSE = GPL-2.0
RTLA_LATENCY_LICENSE_FILES = COPYING
RTLA_LATENCY_DEPENDENCIES = host-pkgconf jansson kmod libtracefs libtraceevent trace-cmd procps-ng ncurses zlib libxcrypt
define RTLA_LATENCY_BUILD_CMDS
	$(TARGET_MAKE_ENV) $(MAKE) $(TARGET_CONFIGURE_OPTS) -C $(@D)/tools/rtla PREFIX=/usr
endef
define RTLA_LATENCY_INSTALL_TARGET_CMDS
	$(TARGET_MAKE_ENV) $(MAKE) $(TARGET_CONFIGURE_OPTS) -C $(@D)/tools/rtla install DESTDIR=$(TARGET_DIR) PREFIX=/usr
endef
$(eval $(generic-package))
