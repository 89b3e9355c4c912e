# SPDX-License-Identifier: GPL-2.0
#
# The libraries that the command is made of: LIBRARY_CFLAGS and LIBRARY_LIBS.
# NO_LIBBPF=1 leaves out the optional one.

PKG_CONFIG	?= pkg-config

# Library, and where Debian has it.
LIBRARIES	:= libtracefs:libtracefs-dev libtraceevent:libtraceevent-dev \
		   ncursesw:libncurses-dev libtracecmd:libtracecmd-dev \
		   libproc2:libproc2-dev jansson:libjansson-dev zlib:zlib1g-dev \
		   libcrypt:libcrypt-dev libkmod:libkmod-dev
NAMES		:= $(foreach l,$(LIBRARIES),$(firstword $(subst :, ,$(l))))

ifeq ($(filter clean,$(MAKECMDGOALS)),)
ifeq ($(shell command -v $(PKG_CONFIG)),)
$(error $(PKG_CONFIG) is missing: install it, on Debian with 'apt-get install pkg-config')
endif
$(foreach l,$(LIBRARIES),$(if $(shell $(PKG_CONFIG) --exists \
	$(firstword $(subst :, ,$(l))) && echo yes),,$(error \
	$(firstword $(subst :, ,$(l))) is missing: install it, on Debian \
	with 'apt-get install $(lastword $(subst :, ,$(l)))')))
endif

# For --bpf-action; on Debian it is in libbpf-dev.
ifeq ($(if $(NO_LIBBPF),,$(shell $(PKG_CONFIG) --exists libbpf && echo yes)),yes)
NAMES		+= libbpf
LIBRARY_CFLAGS	:= -DHAVE_LIBBPF
endif

# libkmod is opened when it is needed: see doctor/installed_module.c.
LIBRARY_CFLAGS	+= $(shell $(PKG_CONFIG) --cflags $(NAMES))
LIBRARY_LIBS	:= $(shell $(PKG_CONFIG) --libs $(filter-out libkmod,$(NAMES))) -lm
