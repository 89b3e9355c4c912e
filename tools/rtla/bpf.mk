# SPDX-License-Identifier: GPL-2.0
#
# The programs of the tracer by BPF, compiled with CLANG to object files, which the command
# contains, packed. They are the same for all architectures: BPF_OBJECTS names a folder where they are
# already, and "make -f bpf.mk BUILD=/abs/dir" makes nothing else. NO_CLANG=1 leaves them out, as
# does a build without libbpf.

BPF_SOURCES	:= $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
BPF_NAMES	:= recorder wakeups overheads cycles
ifndef NO_CLANG
CLANG		?= $(firstword $(foreach c,clang $(addprefix clang-,21 20 19 18 17 16 15 14),$(shell \
			command -v $(c))))
endif

ifeq ($(BPF_OBJECTS)$(if $(CLANG),,none),)
BPF_OBJECTS	:= $(BUILD)/tracer/bpf

bpf_programs: $(BPF_NAMES:%=$(BPF_OBJECTS)/%.bpf.o.gz)

# Debian has asm/types.h where only its own compilers look. Where the sources are is no part of
# the object, which is then the same for all checkouts.
$(BPF_OBJECTS)/%.bpf.o.gz: $(BPF_SOURCES)tracer/bpf/programs/bpf_%.c \
		$(wildcard $(BPF_SOURCES)tracer/bpf/*.h $(BPF_SOURCES)tracer/bpf/programs/*.h)
	@echo '  BPF     $@'
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) -O2 -g -gno-column-info -target bpf -Wall -Wextra -Wno-unused-parameter -Werror -I$(BPF_SOURCES) \
		-ffile-prefix-map=$(BPF_SOURCES)= -ffile-prefix-map=$(CURDIR)=. \
		$(patsubst %,-idirafter %,$(firstword $(wildcard /usr/include/*-linux-gnu*))) -c -o $(@:.gz=) $<
	$(Q)gzip -9 -n -f $(@:.gz=)
endif

ifneq ($(and $(BPF_OBJECTS),$(filter libbpf,$(NAMES))),)
$(BUILD)/tracer/bpf/bpf_programs.o: RTLA_CFLAGS += -DHAVE_BPF_PROGRAMS -DBPF_OBJECTS_FOLDER='"$(BPF_OBJECTS)"'
$(BUILD)/tracer/bpf/bpf_programs.o: $(BPF_NAMES:%=$(BPF_OBJECTS)/%.bpf.o.gz)
endif
