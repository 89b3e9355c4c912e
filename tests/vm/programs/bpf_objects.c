// SPDX-License-Identifier: GPL-2.0
/*
 * Tells which BPF objects there are, and has some of its own:
 *
 *	bpf_objects
 *		prints the ids of all programs, maps and links
 *	bpf_objects TRACEPOINT...
 *		counts these tracepoints by a program, and prints on one line how
 *		often each was hit whenever it reads a line
 */
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

static int bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

static void check(const char *what, int failed)
{
	if (failed) {
		perror(what);
		exit(1);
	}
}

static void list(const char *what, int next)
{
	union bpf_attr attr = { 0 };

	printf("%s:", what);
	while (!bpf(next, &attr)) {
		printf(" %u", attr.next_id);
		attr.start_id = attr.next_id;
	}
	putchar('\n');
}

static int new_map(void)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 8,
		.max_entries = 1,
	};
	int map = bpf(BPF_MAP_CREATE, &attr);

	check("map", map < 0);
	return map;
}

/* Load what adds 1 to the value of the map. */
static int new_program(int map)
{
	const struct bpf_insn code[] = {
		{ BPF_ST | BPF_MEM | BPF_W, BPF_REG_10, 0, -4, 0 },
		{ BPF_ALU64 | BPF_MOV | BPF_X, BPF_REG_2, BPF_REG_10, 0, 0 },
		{ BPF_ALU64 | BPF_ADD | BPF_K, BPF_REG_2, 0, 0, -4 },
		{ BPF_LD | BPF_DW | BPF_IMM, BPF_REG_1, BPF_PSEUDO_MAP_FD, 0, map },
		{ 0 },
		{ BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem },
		{ BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_0, 0, 2, 0 },
		{ BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_1, 0, 0, 1 },
		{ BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_0, BPF_REG_1, 0, BPF_ADD },
		{ BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, 0 },
		{ BPF_JMP | BPF_EXIT, 0, 0, 0, 0 },
	};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = (uintptr_t)code, .insn_cnt = COUNT(code),
		.license = (uintptr_t)"GPL",
	};
	int program = bpf(BPF_PROG_LOAD, &attr);

	check("program", program < 0);
	return program;
}

static void attach(int program, const char *tracepoint)
{
	union bpf_attr attr = {
		.raw_tracepoint = { .name = (uintptr_t)tracepoint,
				    .prog_fd = program },
	};

	check(tracepoint, bpf(BPF_RAW_TRACEPOINT_OPEN, &attr) < 0);
}

static unsigned long long hits(int map)
{
	uint64_t value = 0;
	uint32_t key = 0;
	union bpf_attr attr = {
		.map_fd = map, .key = (uintptr_t)&key,
		.value = (uintptr_t)&value,
	};

	check("lookup", bpf(BPF_MAP_LOOKUP_ELEM, &attr));
	return value;
}

int main(int argc, char *argv[])
{
	int map[16];
	char line[16];

	if (argc == 1) {
		list("programs", BPF_PROG_GET_NEXT_ID);
		list("maps", BPF_MAP_GET_NEXT_ID);
		list("links", BPF_LINK_GET_NEXT_ID);
		return 0;
	}
	for (int i = 1; i < argc && i <= (int)COUNT(map); i++) {
		map[i - 1] = new_map();
		attach(new_program(map[i - 1]), argv[i]);
	}
	setlinebuf(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		for (int i = 1; i < argc && i <= (int)COUNT(map); i++)
			printf("%llu ", hits(map[i - 1]));
		putchar('\n');
	}
	return 0;
}
