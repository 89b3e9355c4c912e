// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what is said of a hit that the tracer could not see.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/unseen.h"
#include "files.h"
#include "host/machine.h"
#include "test.h"

#define CALLBACKS "  Not seen here: callbacks of RCU and stop_machine(), as this kernel has no event of them: load the module, which sees them.\n"
#define NMIS "  Not seen here: NMIs, as this kernel has no event of them: load the module, which sees them.\n"

static void expect(const struct analysis *analysis,
		   const struct machine *machine, const char *expected)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	unseen_print(out, analysis, machine);
	assert_int_equal(fclose(out), 0);
	assert_string_equal(text, expected);
	free(text);
}

/* A hit of 100 us by one item of a part. */
static struct analysis made_hit(enum part_id id, struct part_item *item)
{
	struct analysis analysis = {
		.latency = 100000, .recorder = RECORDED_BY_BPF,
		.stack_pid = -1,
	};

	item->ns = 100000;
	analysis.part[id] = (struct part) {
		.ns = 100000, .item = item, .items = 1,
	};
	return analysis;
}

static void test_carriers(void **state)
{
	struct part_item item = { .type = EVENT_SOFTIRQ, .name = "RCU", .id = 9 };
	struct analysis analysis = made_hit(PART_SOFTIRQ, &item);
	const struct event carried = { .type = EVENT_CALLBACK };

	(void)state;
	expect(&analysis, NULL, CALLBACKS);
	item.carried.event = &carried;
	expect(&analysis, NULL, "");
	item.carried.event = NULL;
	analysis.stack_count = 1;
	expect(&analysis, NULL, "");
	analysis.stack_count = 0;
	analysis.recorder = RECORDED_BY_MODULE;
	expect(&analysis, NULL, "");
	analysis.recorder = RECORDED_BY_BPF;
	strcpy(item.name, "NET_RX");
	expect(&analysis, NULL, "");
}

/* The types of a kernel that has no names, and so no tracepoints. */
static const char types[25] = "\x9f\xeb\1\0\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1";

/* A gap that only some kernels have is only told of this machine. */
static void test_machines(void **state)
{
	struct analysis analysis = {
		.latency = 100000, .recorder = RECORDED_BY_BPF,
		.unexplained = 100000, .stack_pid = -1,
	};
	struct machine machine;

	(void)state;
	machine_init(&machine, files_root, NULL);
	expect(&analysis, NULL, "");
	expect(&analysis, &machine, "");
	files_put_bytes("sys/kernel/btf/vmlinux", 0, types, sizeof(types));
	expect(&analysis, &machine, NMIS);
	analysis.recorder = RECORDED_BY_MODULE;
	expect(&analysis, &machine, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_carriers),
		cmocka_unit_test(test_machines),
	};

	return cmocka_run_group_tests_name("unseen", tests, files_begin, files_end);
}
