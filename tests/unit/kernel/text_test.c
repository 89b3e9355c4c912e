// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of text that start sessions (kernel/session/text.c, with the words
 * of the kinds): what each word sets, what is refused and why, and a million
 * lines of random words, which the address sanitizer watches in "make
 * check-all".
 *
 *	TEXT_SEED	the seed of all random numbers; it is printed
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "repetitions.h"
#include "test.h"
#include "seed.h"
#include "session/text.c"
#include "osnoise/osnoise_text.c"
#include "timerlat/timerlat_text.c"

const struct text_words *const rtla_words[] = {
	&rtla_timerlat_words, &rtla_osnoise_words, NULL
};

/* A line in memory of its own, so that each byte too many is noticed. */
static char *line;
static size_t line_length;
static struct text_request request;

static int parse(const char *text, size_t length)
{
	free(line);
	line = malloc(length + 1);
	assert_non_null(line);
	memcpy(line, text, length);
	line[length] = '\0';
	line_length = length;
	return rtla_text_parse(line, length, &request);
}

static int parse_text(const char *text)
{
	return parse(text, strlen(text));
}

static void test_defaults(void **state)
{
	assert_int_equal(parse_text("timerlat\n"), 0);
	assert_int_equal(request.start.size, sizeof(request.start));
	assert_int_equal(request.start.workload, RTLA_TIMERLAT);
	assert_int_equal(request.start.flags, 0);
	assert_int_equal(request.start.timerlat.period_ns, 1000000);
	assert_int_equal(request.start.timerlat.align_ns, 0);
	assert_null(request.cpus);
	assert_true(request.tracing_off);
	assert_int_equal(parse_text("osnoise"), 0);
	assert_int_equal(request.start.workload, RTLA_OSNOISE);
	assert_int_equal(request.start.osnoise.period_ns, 1000000000);
	assert_int_equal(request.start.osnoise.runtime_ns, 1000000000);
	assert_int_equal(parse_text("osnoise period_us=5000000"), 0);
	assert_int_equal(request.start.osnoise.runtime_ns, 1000000000);
	assert_int_equal(parse_text("osnoise period_us=500000"), 0);
	assert_int_equal(request.start.osnoise.runtime_ns, 500000000);
	assert_int_equal(parse_text("hwnoise"), 0);
	assert_int_equal(request.start.flags, RTLA_START_IRQS_OFF);
	assert_int_equal(request.start.osnoise.runtime_ns, 750000000);
	assert_int_equal(parse_text("osnoise OSNOISE_IRQ_DISABLE period_us=1000"), 0);
	assert_int_equal(request.start.osnoise.runtime_ns, 750000);
}

static void test_words(void **state)
{
	assert_int_equal(parse_text(" timerlat\tcpus=0-3,7  period_us=200 stop_tracing_us=1 stop_tracing_total_us=2 print_stack=3 TIMERLAT_ALIGN_US=4 PANIC_ON_STOP tracing_off=0 \n"), 0);
	assert_string_equal(request.cpus, "0-3,7");
	assert_int_equal(request.start.timerlat.period_ns, 200000);
	assert_int_equal(request.start.timerlat.stop_ns[RTLA_CONTEXT_IRQ],
			 1000);
	assert_int_equal(request.start.timerlat.stop_ns[RTLA_CONTEXT_THREAD],
			 2000);
	assert_int_equal(request.start.timerlat.stack_ns, 3000);
	assert_int_equal(request.start.timerlat.align_ns, 4000);
	assert_int_equal(request.start.flags,
			 RTLA_START_ALIGN | RTLA_START_PANIC);
	assert_false(request.tracing_off);
	assert_int_equal(parse_text("osnoise stop_tracing_us=1 stop_tracing_total_us=2 tracing_threshold=3 runtime_us=4 OSNOISE_PREEMPT_DISABLE tracing_off=1"), 0);
	assert_int_equal(request.start.osnoise.stop_ns[0], 1000);
	assert_int_equal(request.start.osnoise.stop_ns[1], 2000);
	assert_int_equal(request.start.osnoise.noise_ns, 3000);
	assert_int_equal(request.start.osnoise.runtime_ns, 4000);
	assert_int_equal(request.start.flags, RTLA_START_PREEMPT_OFF);
	assert_true(request.tracing_off);
}

static void refused(const char *text, int error, const char *word,
		    const char *reason)
{
	assert_int_equal(parse_text(text), error);
	assert_string_equal(request.bad ?: "", word ?: "");
	assert_string_equal(request.reason, reason);
}

static void test_refusals(void **state)
{
	static const char none[] = "is none of timerlat osnoise hwnoise";
	static const char other[] = "does not belong to this workload";
	static const char number[] = "has no number after '='";
	static const char large[] = "has too large a number";
	static const char twice[] = "is there twice";

	refused("", -EINVAL, NULL, "it is empty");
	refused("\n", -EINVAL, NULL, "it is empty");
	refused(" \t ", -EINVAL, NULL, "it is empty");
	refused("\n\n", -EINVAL, NULL, "it is not one line");
	refused("timerlat\nosnoise", -EINVAL, NULL, "it is not one line");
	refused("Timerlat", -EINVAL, "Timerlat", none);
	refused("timerlat=1", -EINVAL, "timerlat=1", none);
	refused("timerlat osnoise", -EINVAL, "osnoise", "is unknown");
	refused("timerlat =", -EINVAL, "=", "is unknown");
	refused("timerlat period=5", -EINVAL, "period=5", "is unknown");
	refused("timerlat cpus", -EINVAL, "cpus", "has no list of CPUs");
	refused("timerlat period_us", -EINVAL, "period_us", number);
	refused("timerlat period_us=", -EINVAL, "period_us=", number);
	refused("timerlat period_us=1=2", -EINVAL, "period_us=1=2", number);
	refused("timerlat period_us=0x10", -EINVAL, "period_us=0x10", number);
	refused("timerlat period_us=99999999999999999999", -ERANGE,
		"period_us=99999999999999999999", large);
	refused("timerlat period_us=18446744073709552", -ERANGE,
		"period_us=18446744073709552", large);
	refused("timerlat runtime_us=1", -EINVAL, "runtime_us=1", other);
	refused("timerlat OSNOISE_IRQ_DISABLE", -EINVAL, "OSNOISE_IRQ_DISABLE",
		other);
	refused("osnoise TIMERLAT_ALIGN_US=1", -EINVAL, "TIMERLAT_ALIGN_US=1",
		other);
	refused("osnoise PANIC_ON_STOP=1", -EINVAL, "PANIC_ON_STOP=1",
		"takes no value");
	refused("osnoise tracing_off", -EINVAL, "tracing_off", number);
	refused("osnoise tracing_off=2", -EINVAL, "tracing_off=2",
		"is neither 0 nor 1");
	refused("osnoise period_us=1 period_us=2", -EINVAL, "period_us=2", twice);
	refused("osnoise cpus=1 cpus=1", -EINVAL, "cpus=1", twice);
	refused("osnoise tracing_off=1 tracing_off=1", -EINVAL, "tracing_off=1",
		twice);
	assert_int_equal(parse("timerlat\0cpus=1", 15), -EINVAL);
	assert_string_equal(request.reason, "it is not one line");
}

static uint64_t random_state;

static uint32_t draw(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state >> 32;
}

static size_t add_word(char *text, size_t length)
{
	static const char *const words[] = {
		"timerlat", "osnoise", "hwnoise", "cpus", "period_us", "runtime_us",
		"stop_tracing_us", "stop_tracing_total_us", "print_stack",
		"tracing_threshold", "TIMERLAT_ALIGN_US", "PANIC_ON_STOP",
		"OSNOISE_PREEMPT_DISABLE", "OSNOISE_IRQ_DISABLE", "tracing_off",
		"", "=", "\n", "\t", "x", "period_us\200",
	};
	static const char *const values[] = {
		"", "=", "=0", "=1", "=1000", "=0-3", "=18446744073709551615",
		"=18446744073709551616", "=-1", "=+5", "=5\n", "=\377",
	};

	return length + sprintf(text + length, "%s%s%s", length ? " " : "",
				words[draw() % ARRAY_SIZE(words)],
				draw() % 3 ? values[draw() % ARRAY_SIZE(values)] : "");
}

static void expect_in_line(const char *at)
{
	assert_true(!at || (at >= line && at <= line + line_length));
}

/* Whatever is in a line, its request is one that the next checks can judge. */
static void test_random(void **state)
{
	static const char *const names[] = { "timerlat", "osnoise", "hwnoise" };
	size_t length, count, i, accepted = 0, lines = repetitions(1000000);
	char text[512];

	random_state = seed_of("TEXT_SEED") * 0x9e3779b97f4a7c15 | 1;
	for (i = 0; i < lines; i++) {
		int ret;

		/* Lines that begin with a workload get further. */
		length = draw() % 4 ? sprintf(text, "%s", names[draw() % 3]) : 0;
		for (count = draw() % 8; count; count--)
			length = add_word(text, length);
		for (count = draw() % 16 / 13; count && length; count--)
			text[draw() % length] = draw();
		ret = parse(text, length);
		expect_in_line(request.bad);
		expect_in_line(request.cpus);
		if (ret) {
			assert_true(ret == -EINVAL || ret == -ERANGE);
			assert_non_null(request.reason);
			continue;
		}
		accepted++;
		assert_null(request.bad);
		assert_true(request.start.workload == RTLA_TIMERLAT ||
			    request.start.workload == RTLA_OSNOISE);
		assert_int_equal(request.start.flags & ~RTLA_START_FLAGS, 0);
		assert_int_equal(request.start.limits, 0);
		assert_int_equal(request.start.stats, 0);
	}
	free(line);
	line = NULL;
	assert_true(accepted > lines / 100);
}

static void test_hit(void **state)
{
	struct rtla_hit hit = {
		.cpu = 3, .context = RTLA_CONTEXT_THREAD, .seqnum = 29800,
		.latency_ns = 859978, .threshold_ns = 500000,
		.t_w_ns = 200201939376,
	};
	char text[TEXT_HIT_SIZE];
	size_t length = rtla_text_hit(text, &hit);

	assert_int_equal(length, strlen(text));
	assert_string_equal(text, "hit cpu 3 thread 859978 ns threshold 500000 ns #29800 t_w 200201939376\n");
	hit = (struct rtla_hit) {
		.cpu = UINT32_MAX, .context = RTLA_CONTEXT_SINGLE,
		.seqnum = UINT32_MAX, .latency_ns = UINT64_MAX,
		.threshold_ns = UINT64_MAX, .t_w_ns = UINT64_MAX,
	};
	assert_true(rtla_text_hit(text, &hit) < sizeof(text));
	assert_non_null(strstr(text, " single "));
	assert_int_equal(text[strlen(text) - 1], '\n');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_hit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
