// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what tracers lack on a machine: by its files, and by the names of
 * the types of its kernel.
 */
#include <stdint.h>
#include <string.h>

#include "files.h"
#include "host/machine.h"
#include "test.h"
#include "trace/capabilities.h"

static const struct capability *row_of(const char *id)
{
	const struct capability *row = capabilities;

	while (row->title && strcmp(row->id, id))
		row++;
	assert_non_null(row->title);
	return row;
}

static bool lacks(const char *id, enum recorder recorder)
{
	struct machine machine;
	struct capability_facts facts = { .machine = &machine };
	const char *why;

	machine_init(&machine, files_root, NULL);
	why = capability_lacks(row_of(id), recorder, &facts);
	capability_facts_free(&facts);
	assert_true(!why || *why);
	return why;
}

/*
 * The types of a kernel have these names, which begin @gap bytes behind the
 * header, and are @told bytes by that.
 */
static void put_types(const char *names, size_t size, uint32_t gap,
		      uint32_t told)
{
	struct {
		uint16_t magic;
		uint8_t version, flags;
		uint32_t length, types_at, types_size, names_at, names_size;
		char rest[256];
	} file = { 0xeb9f, 1, 0, 24, 0, gap, gap, told, "" };

	assert_true(gap + size <= sizeof(file.rest));
	memcpy(file.rest + gap, names, size);
	files_put_bytes("sys/kernel/btf/vmlinux", 0, &file, 24 + gap + size);
}

static void test_events(void **state)
{
	static const char some[] =
		"\0btf_trace_nmi_handler\0abtf_trace_tasklet_entry\0btf_trace_csd_queue_cpus";

	(void)state;
	/* Nothing is said to be missing of a kernel that does not tell. */
	assert_false(lacks("nmis", RECORDED_BY_BPF));
	files_put("sys/kernel/btf/vmlinux", "x");
	assert_false(lacks("nmis", RECORDED_BY_BPF));
	put_types("", 1, 0, 1);
	assert_true(lacks("nmis", RECORDED_BY_BPF));
	assert_false(lacks("nmis", RECORDED_BY_MODULE));
	assert_false(lacks("nmis", RECORDED_BY_KERNEL));
	for (uint32_t gap = 0; gap <= 24; gap += 8) {
		put_types(some, sizeof(some), gap, sizeof(some));
		assert_false(lacks("nmis", RECORDED_BY_BPF));
		assert_true(lacks("tasklets", RECORDED_BY_BPF));
		assert_true(lacks("calls", RECORDED_BY_BPF));
	}
	/* The file ends before its names do. */
	put_types("", 1, 0, UINT32_MAX);
	assert_false(lacks("nmis", RECORDED_BY_BPF));
}

static void test_files(void **state)
{
	(void)state;
	assert_true(lacks("hwnoise", RECORDED_BY_KERNEL));
	files_put("sys/kernel/tracing/osnoise/options", "");
	assert_false(lacks("hwnoise", RECORDED_BY_KERNEL));
	assert_true(lacks("aligned", RECORDED_BY_KERNEL));
	assert_false(lacks("aligned", RECORDED_BY_BPF));
	assert_true(lacks("hwnoise", RECORDED_BY_BPF));
}

/* Each row that is told has words for that. */
static void test_complete(void **state)
{
	(void)state;
	for (const struct capability *row = capabilities; row->title; row++) {
		assert_non_null(row->id);
		assert_true(row->lack || !(row->of || row->is_kind));
		for (int i = 0; i < RECORDERS; i++) {
			assert_non_null(row->cell[i].text);
			assert_true(row->cell[i].why || !(row->cell[i].event ||
							  row->cell[i].file));
		}
		for (const struct capability *other = capabilities;
		     other < row; other++)
			assert_string_not_equal(other->id, row->id);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_complete),
	};

	return cmocka_run_group_tests(tests, files_begin, files_end);
}
