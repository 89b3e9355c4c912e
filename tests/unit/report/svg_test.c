// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of scales, of the marks of axes, and of quantities as people read them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "report/svg.h"
#include "test.h"

#define SECOND	1000000000ULL
#define US	" \302\265s"
#define THIN	"\342\200\257"

static void check_near(double got, double expected)
{
	assert_true(fabs(got - expected) < 1e-6);
}

static void test_scales(void **state)
{
	const struct scale line = { 10, 20, 100, 300, false };
	const struct scale turned = { 1, 1000, 260, 20, true };
	const struct scale empty = { 5, 5, 1, 2, true };

	(void)state;
	check_near(scale_at(&line, 15), 200);
	check_near(scale_at(&line, 0), 100);
	check_near(scale_at(&line, 99), 300);
	check_near(scale_at(&turned, 1), 260);
	check_near(scale_at(&turned, 10), 180);
	check_near(scale_at(&turned, 1000), 20);
	check_near(scale_at(&turned, 0), 260);
	check_near(scale_at(&turned, -1), 260);
	check_near(scale_at(&empty, 5), 1);
}

static void test_steps(void **state)
{
	(void)state;
	assert_int_equal(svg_elapsed_step(0), 1);
	assert_int_equal(svg_elapsed_step(5), 1);
	assert_int_equal(svg_elapsed_step(79790), 20000);
	assert_int_equal(svg_elapsed_step(20 * SECOND), 5 * SECOND);
	assert_int_equal(svg_elapsed_step(600 * SECOND), 120 * SECOND);
	assert_int_equal(svg_elapsed_step(86400 * SECOND), 14400 * SECOND);
	for (uint64_t length = 1; length < INT64_MAX / 3;
	     length += length / 2 + 1) {
		uint64_t step = svg_elapsed_step(length);

		assert_in_range(length / step, length < 2 ? 1 : 2, 6);
	}
	assert_in_range(INT64_MAX / svg_elapsed_step(INT64_MAX), 1, 6);
}

static void test_marks(void **state)
{
	const struct frame frame = {
		.x = { 1000, 100000, 0, 100, true },
		.y = { 0.5, 20000, 100, 0, true },
	};
	static const char *const marks[] = {
		">1" US "<", ">2" US "<", ">5" US "<", ">10" US "<",
		">20" US "<", ">50" US "<", ">100" US "<", ">1<", ">10<",
		">100<", ">1" THIN "000<", ">10" THIN "000<", ">&lt;name&gt;<",
	};
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);
	int texts = 0;

	(void)state;
	svg_x_times(out, &frame, "<name>");
	svg_y_counts(out, &frame, "samples");
	fclose(out);
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		assert_non_null(strstr(got, marks[i]));
	for (const char *at = got; (at = strstr(at, "<text")); at++)
		texts++;
	assert_int_equal(texts, sizeof(marks) / sizeof(marks[0]) + 1);
	free(got);
}

static void test_from_zero(void **state)
{
	const struct frame frame = {
		.x = { 0, 21000, 0, 100, false }, .y = { 0, 1, 50, 0, false },
	};
	static const char *const marks[] = {
		">0<", ">5" US "<", ">10" US "<", ">15" US "<", ">20" US "<",
	};
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);
	int texts = 0;

	(void)state;
	svg_x_from_zero(out, &frame);
	fclose(out);
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		assert_non_null(strstr(got, marks[i]));
	for (const char *at = got; (at = strstr(at, "<text")); at++)
		texts++;
	assert_int_equal(texts, sizeof(marks) / sizeof(marks[0]));
	free(got);
}

static void expect_part(double width, const char *expected)
{
	const struct svg_part part = {
		.style = 4, .x = 1.5, .width = width, .y = 2, .height = 26,
		.name = "<T>", .amount = "5 us", .label = "&",
	};
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	svg_part(out, &part);
	fclose(out);
	assert_string_equal(got, expected);
	free(got);
}

#define PART(width, label) \
	"<g><title>&lt;T&gt;: 5 us</title><rect class=\"p4\" x=\"1.5\" y=\"2\" width=\"" \
	width "\" height=\"26\"/>" label "</g>\n"

/* The label is left out where there is no room for it. */
static void test_part(void **state)
{
	(void)state;
	expect_part(41, PART("41.0", "<text class=\"on p4t\" x=\"22.0\" y=\"20\" text-anchor=\"middle\">&amp;</text>"));
	expect_part(40, PART("40.0", ""));
}

/*
 * Return how many lines a hatched rectangle has; each is at 45 degrees, and
 * within it.
 */
static int count_lines(double x, int y, double width, int height)
{
	double from_x, from_y, to_x, to_y;
	char *got = NULL, *at;
	size_t size;
	FILE *out = open_memstream(&got, &size);
	int lines = 0, read, numbers;

	svg_hatched(out, x, y, width, height);
	fclose(out);
	at = strstr(got, " d=\"");
	assert_non_null(at);
	for (at += strlen(" d=\""); *at == 'M'; at += read) {
		numbers = sscanf(at, "M%lf %lfL%lf %lf%n", &from_x, &from_y, &to_x, &to_y,
				 &read);
		assert_int_equal(numbers, 4);
		assert_true(from_x >= x && to_x > from_x &&
			    to_x <= x + width + 1e-6);
		assert_true(from_y <= y + height && to_y >= y);
		check_near(to_x - from_x, from_y - to_y);
		lines++;
	}
	assert_string_equal(at, "\"/>");
	free(got);
	return lines;
}

/* A line begins every 6 units of the lower edge, and left of it. */
static void test_hatched(void **state)
{
	(void)state;
	assert_int_equal(count_lines(10, 20, 36, 14), 8);
	assert_int_equal(count_lines(10, 20, 4, 14), 2);
	assert_int_equal(count_lines(0, 0, 1000, 14), 168);
}

static void test_quantities(void **state)
{
	char text[QUANTITY_LEN];

	(void)state;
	assert_string_equal(time_text(850, text), "850 ns");
	assert_string_equal(time_text(79790, text), "79.79" US);
	assert_string_equal(time_text(26229000, text), "26229.00" US);
	assert_string_equal(time_text(123456789, text), "123.46 ms");
	assert_string_equal(time_text(200 * SECOND, text), "200.00 s");
	assert_string_equal(time_tick(500, text), "500 ns");
	assert_string_equal(time_tick(20000, text), "20" US);
	assert_string_equal(time_tick(5e6, text), "5 ms");
	assert_string_equal(duration_text(0, text), "0 s");
	assert_string_equal(duration_text(100000000, text), "100 ms");
	assert_string_equal(duration_text(2500000000, text), "2.5 s");
	assert_string_equal(duration_text(20 * SECOND, text), "20 s");
	assert_string_equal(duration_text(333 * SECOND, text), "5 min 33 s");
	assert_string_equal(duration_text(7200 * SECOND, text), "2 h");
	assert_string_equal(duration_text(100000 * SECOND, text), "1 d 3 h");
	assert_string_equal(count_text(0, text), "0");
	assert_string_equal(count_text(999, text), "999");
	assert_string_equal(count_text(1234567, text),
			    "1" THIN "234" THIN "567");
	assert_true(strlen(count_text(UINT64_MAX, text)) < QUANTITY_LEN);
	assert_string_equal(ppb_text(1000000000, text), "100.00000 %");
	assert_string_equal(ppb_text(999999999, text), "99.99999 %");
	assert_string_equal(ppb_text(5, text), "0.00000 %");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scales),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_from_zero),
		cmocka_unit_test(test_part),
		cmocka_unit_test(test_hatched),
		cmocka_unit_test(test_quantities),
	};

	return cmocka_run_group_tests_name("svg", tests, NULL, NULL);
}
