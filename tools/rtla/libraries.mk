# SPDX-License-Identifier: GPL-2.0
#
# What the command and its tests are compiled with: CCACHE, CC, and the libraries that the
# command is made of, LIBRARY_CFLAGS and LIBRARY_LIBS.
# NO_LIBBPF=1 leaves out the optional one. STATIC=DIR links all of them into the command: DIR
# has libkmod.a and libtracecmd.a, which no package of Debian has.

PKG_CONFIG	?= pkg-config

# ccache, where it is installed, takes from its store what it has compiled before, also for
# another checkout.
CCACHE		?= $(shell command -v ccache)

# For another machine: CROSS_COMPILE is the beginning of the names of its compiler, like
# aarch64-linux-gnu-. SYSROOT is where its libraries are, if they are not installed beside
# those of this machine.
ifdef CROSS_COMPILE
TARGET		:= $(patsubst %-,%,$(notdir $(CROSS_COMPILE)))
CC		:= $(CROSS_COMPILE)gcc $(if $(SYSROOT),--sysroot=$(SYSROOT))
PKG_CONFIG	:= PKG_CONFIG_SYSROOT_DIR=$(SYSROOT) \
	PKG_CONFIG_LIBDIR=$(SYSROOT)/usr/lib/$(TARGET)/pkgconfig:$(SYSROOT)/usr/share/pkgconfig \
	$(PKG_CONFIG)
endif

# Library, and where Debian has it.
LIBRARIES	:= libtracefs:libtracefs-dev libtraceevent:libtraceevent-dev \
		   ncursesw:libncurses-dev libtracecmd:libtracecmd-dev \
		   libproc2:libproc2-dev jansson:libjansson-dev zlib:zlib1g-dev \
		   libcrypt:libcrypt-dev libkmod:libkmod-dev
NAMES		:= $(foreach l,$(LIBRARIES),$(firstword $(subst :, ,$(l))))

ifeq ($(filter clean,$(MAKECMDGOALS)),)
ifeq ($(shell command -v $(lastword $(PKG_CONFIG))),)
$(error $(lastword $(PKG_CONFIG)) is missing: install it, on Debian with 'apt-get install pkg-config')
endif
$(foreach l,$(LIBRARIES),$(if $(shell $(PKG_CONFIG) --exists \
	$(firstword $(subst :, ,$(l))) && echo yes),,$(error \
	$(firstword $(subst :, ,$(l))) is missing: install it, on Debian \
	with 'apt-get install $(lastword $(subst :, ,$(l)))')))
endif

# For --bpf-action and the tracer by BPF (bpf.mk); on Debian it is in libbpf-dev, which brings
# libelf-dev, too.
ifeq ($(if $(NO_LIBBPF),,$(shell $(PKG_CONFIG) --exists libbpf && echo yes)),yes)
NAMES		+= libbpf libelf
LIBRARY_CFLAGS	:= -DHAVE_LIBBPF
endif

# Times and sizes of files have 64 bits on machines of 32, too, as Debian's have anyway.
LIBRARY_CFLAGS	+= -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
LIBRARY_CFLAGS	+= $(shell $(PKG_CONFIG) --cflags $(NAMES))
# libkmod is opened when it is needed: see host/libkmod.h. A static command has it in it.
ifdef STATIC
LIBRARY_CFLAGS	+= -DRTLA_STATIC
LIBRARY_LIBS	:= -L$(STATIC) $(shell $(PKG_CONFIG) --static --libs $(NAMES)) -leu -lm
else
LIBRARY_LIBS	:= $(shell $(PKG_CONFIG) --libs $(filter-out libkmod,$(NAMES))) -lm
endif
