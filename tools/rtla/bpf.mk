# SPDX-License-Identifier: GPL-2.0
#
# The programs of the tracer by BPF, compiled with CLANG to an object file, which the command
# contains. It is the same for all architectures: BPF_OBJECT names one that is there already,
# and "make -f bpf.mk BUILD=/abs/dir" makes nothing else. NO_CLANG=1 leaves them out, as does a
# build without libbpf.

BPF_SOURCES	:= $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
ifndef NO_CLANG
CLANG		?= $(firstword $(foreach c,clang $(addprefix clang-,21 20 19 18 17 16 15 14),$(shell \
			command -v $(c))))
endif

ifeq ($(BPF_OBJECT)$(if $(CLANG),,none),)
BPF_OBJECT	:= $(BUILD)/tracer/bpf/recorder.bpf.o

# Debian has asm/types.h where only its own compilers look.
$(BPF_OBJECT): $(BPF_SOURCES)tracer/bpf/programs/bpf_recorder.c $(BPF_SOURCES)tracer/bpf/bpf_layout.h
	@echo '  BPF     $@'
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) -O2 -g -target bpf -Wall -Wextra -Wno-unused-parameter -Werror -I$(BPF_SOURCES) \
		$(patsubst %,-idirafter %,$(firstword $(wildcard /usr/include/*-linux-gnu*))) -c -o $@ $<
endif

ifneq ($(and $(BPF_OBJECT),$(filter libbpf,$(NAMES))),)
$(BUILD)/tracer/bpf/bpf_programs.o: RTLA_CFLAGS += -DHAVE_BPF_PROGRAMS -DBPF_OBJECT='"$(BPF_OBJECT)"'
$(BUILD)/tracer/bpf/bpf_programs.o: $(BPF_OBJECT)
endif
