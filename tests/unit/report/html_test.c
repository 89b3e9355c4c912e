// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of how texts are written to a page.
 */
#include <stdlib.h>
#include <string.h>

#include "report/html.h"
#include "test.h"

#define REPLACED	"\357\277\275"

static void check_by(void (*print)(FILE *out, const char *text),
		     const char *text, const char *expected)
{
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	assert_non_null(out);
	print(out, text);
	assert_int_equal(fclose(out), 0);
	assert_string_equal(got, expected);
	free(got);
}

static void check(const char *text, const char *expected)
{
	check_by(html_text, text, expected);
}

static void test_markup(void **state)
{
	(void)state;
	check("", "");
	check("kworker/0:1-mm_percpu_wq", "kworker/0:1-mm_percpu_wq");
	check("<script>", "&lt;script&gt;");
	check("&lt;", "&amp;lt;");
	check("\" onload='x", "&quot; onload=&#39;x");
	check("a\tb\nc", "a\tb\nc");
}

/*
 * Characters of two, three and four bytes, among them the smallest of three and
 * four bytes, and the largest of each length that may be shown.
 */
static void test_utf8(void **state)
{
	(void)state;
	check("79.8 \302\265s", "79.8 \302\265s");
	check("\337\277\340\240\200\357\277\275", "\337\277\340\240\200\357\277\275");
	check("\360\220\200\200\364\217\277\275", "\360\220\200\200\364\217\277\275");
}

static void test_not_utf8(void **state)
{
	(void)state;
	check("a\377b", "a" REPLACED "b");
	check("\200", REPLACED);
	check("\303", REPLACED);			/* it ends too early */
	check("\342\202<", REPLACED REPLACED "&lt;");	/* so does this one */
	check("\300\274", REPLACED REPLACED);		/* '<', overlong */
	check("\340\200\274", REPLACED REPLACED REPLACED);
	check("\355\240\200", REPLACED REPLACED REPLACED);	/* surrogate */
	check("\364\220\200\200", REPLACED REPLACED REPLACED REPLACED);
	check("\370\210\200\200\200",
	      REPLACED REPLACED REPLACED REPLACED REPLACED);
}

static void test_not_shown(void **state)
{
	(void)state;
	check("\033[31m", REPLACED "[31m");
	check("\r\b\177", REPLACED REPLACED REPLACED);
	check("\302\205", REPLACED);			/* U+0085 */
	check("a\342\200\256b", "a" REPLACED "b");	/* right to left */
	check("\342\201\246", REPLACED);
	check("\357\277\276", REPLACED);		/* U+FFFE */
	check("\357\267\220", REPLACED);		/* U+FDD0 */
}

static void test_sentence(void **state)
{
	(void)state;
	check_by(html_sentence, "", "");
	check_by(html_sentence, "90 % of 66.57 us: a<b ran",
		 "90 % of 66.6 \302\265s: a&lt;b ran");
	check_by(html_sentence, "1 us, 2 us", "1 \302\265s, 2 \302\265s");
	check_by(html_sentence, "all of us: 5 users, x us, 3us",
		 "all of us: 5 users, x us, 3us");
	check_by(html_sentence, "\303 7 us", "\357\277\275 7 \302\265s");
	check_by(html_sentence, "99 % of 29791.42 us", "99 % of 29.8 ms");
	check_by(html_sentence, "0.85 us", "850 ns");
}

/* Times of one sentence have the digits that tell them apart. */
static void test_times_apart(void **state)
{
	(void)state;
	check_by(html_sentence, "failed: 50.012 us on CPU 1, the limit is 50.000 us",
		 "failed: 50.01 \302\265s on CPU 1, the limit is 50 \302\265s");
	check_by(html_sentence, "30000.5 us, not 30000.4 us, of 2 us",
		 "30.001 ms, not 30.000 ms, of 2 \302\265s");
}

/* Only the unit of what may be another number is written anew. */
static void test_other_numbers(void **state)
{
	(void)state;
	check_by(html_sentence, "x1234 us", "x1234 \302\265s");
	check_by(html_sentence, "1,234 us", "1,234 \302\265s");
	check_by(html_sentence, "1.2.3 us", "1.2.3 \302\265s");
	check_by(html_sentence, "-1234 us", "-1234 \302\265s");
	check_by(html_sentence, "1.2345 us", "1.2345 \302\265s");
	check_by(html_sentence, "1000000000000000 us",
		 "1000000000000000 \302\265s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_markup),
		cmocka_unit_test(test_utf8),
		cmocka_unit_test(test_not_utf8),
		cmocka_unit_test(test_not_shown),
		cmocka_unit_test(test_sentence),
		cmocka_unit_test(test_times_apart),
		cmocka_unit_test(test_other_numbers),
	};

	return cmocka_run_group_tests_name("html", tests, NULL, NULL);
}
