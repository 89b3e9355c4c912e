// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of unpacking what gzip has packed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/gunzip.h"
#include "test.h"

/* The output of "printf hello | gzip -9 -n". */
static const unsigned char hello[] = {
	0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03,
	0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00,
	0x86, 0xa6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
};

static char *unpacked(const void *packed, size_t size, size_t most)
{
	size_t length = 0;
	char *text = gunzip(packed, size, most, &length);

	assert_true(!text || length == strlen(text));
	return text;
}

static void test_what_was_packed_comes_out(void **state)
{
	char *text = unpacked(hello, sizeof(hello), 5);

	(void)state;
	assert_string_equal(text, "hello");
	free(text);
}

static void test_more_than_allowed_is_refused(void **state)
{
	(void)state;
	assert_null(unpacked(hello, sizeof(hello), 4));
}

static void test_damage_is_refused(void **state)
{
	unsigned char damaged[sizeof(hello)];

	(void)state;
	for (size_t i = 0; i < sizeof(hello); i++) {
		memcpy(damaged, hello, sizeof(hello));
		damaged[i] ^= 0xff;
		/* The time, the flags and the system of the header do not matter. */
		if (i >= 4 && i < 10)
			continue;
		assert_null(unpacked(damaged, sizeof(damaged), 100));
	}
	for (size_t size = 0; size < sizeof(hello); size++)
		assert_null(unpacked(hello, size, 100));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_was_packed_comes_out),
		cmocka_unit_test(test_more_than_allowed_is_refused),
		cmocka_unit_test(test_damage_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
