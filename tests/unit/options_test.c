// SPDX-License-Identifier: GPL-2.0
/*
 * Forms of options, on a table of their own.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "capture.h"
#include "cpus.h"
#include "options.h"
#include "values.h"

#define WORDS_MAX	16

struct config {
	bool quiet;
	bool no_aa;
	bool no_irq;
	int64_t period;
	int64_t stop;
	int64_t duration;
	int64_t both[2];
	struct cpus cpus;
	struct priority priority;
	const char *file;
};

#define FIELD(member)	offsetof(struct config, member)

static void set_both(void *to, int64_t value)
{
	struct config *config = to;

	config->both[0] = value;
	config->both[1] = value;
}

static const struct option_row first_rows[] = {
	{ .name = "quiet", .letter = 'q', .type = OPTION_FLAG,
	  .help = "say less", .field = FIELD(quiet) },
	{ .name = "period", .letter = 'p', .type = OPTION_NUMBER,
	  .arg = "US", .help = "wake up", .unit = "us", .min = 100,
	  .max = 1000000, .scale = 1000, .field = FIELD(period) },
	{ .name = "priority", .letter = 'P', .type = OPTION_PRIORITY,
	  .arg = "PRIO", .help = "of threads", .field = FIELD(priority) },
	{ .name = "cpus", .letter = 'c', .type = OPTION_CPUS,
	  .arg = "LIST", .help = "where", .field = FIELD(cpus) },
	{ .name = NULL }
};

static const struct option_row second_rows[] = {
	{ .name = "irq", .letter = 'i', .type = OPTION_NUMBER,
	  .arg = "US", .help = "stop", .min = 0, .max = 10,
	  .field = FIELD(stop) },
	{ .name = "no-irq", .type = OPTION_FLAG, .help = "hide it",
	  .field = FIELD(no_irq) },
	{ .name = "auto", .letter = 'a', .type = OPTION_NUMBER,
	  .arg = "US", .help = "both", .min = 1, .max = 10, .scale = 1000,
	  .set = set_both },
	{ .name = "no-aa", .type = OPTION_FLAG, .help = "less",
	  .field = FIELD(no_aa) },
	{ .name = "duration", .letter = 'd', .type = OPTION_DURATION,
	  .arg = "TIME", .help = "how long", .min = 1, .max = 86400,
	  .field = FIELD(duration) },
	{ .name = "trace", .letter = 't', .type = OPTION_FILE,
	  .arg = "FILE", .help = "save", .fallback = "default.txt",
	  .field = FIELD(file) },
	{ .name = "help", .letter = 'h', .type = OPTION_HELP, .help = "this" },
	{ .name = "version", .type = OPTION_VERSION, .help = "which" },
	{ .name = NULL }
};

static const struct option_group first = { "First", first_rows };
static const struct option_group second = { "Second", second_rows };
static const struct option_group *const groups[] = { &first, &second, NULL };
static const struct config defaults = { .period = 1000000, .stop = 3 };

static const struct option_set set = {
	.command = "test command",
	.groups = groups,
	.defaults = &defaults,
	.size = sizeof(defaults),
};

static struct config config;
static const char *said;

/* Parse the words of @line, split at blanks; an empty word is written ''. */
static enum options_result parse(const char *line)
{
	char words[256];
	char *argv[WORDS_MAX];
	char *rest = words;
	char *word;
	static struct capture capture;
	enum options_result result;
	int argc = 0;

	snprintf(words, sizeof(words), "%s", line);
	while ((word = strsep(&rest, " ")) && argc < WORDS_MAX)
		argv[argc++] = strcmp(word, "''") ? word : word + 2;
	if (!*line)
		argc = 0;
	capture_begin(&capture);
	result = options_parse(&set, &config, argc, argv);
	said = capture_end(&capture);
	return result;
}

static void good(const char *line)
{
	if (parse(line) != OPTIONS_OK)
		fail_msg("\"%s\" was refused: %s", line, said);
	assert_string_equal(said, "");
}

static void bad(const char *line, const char *message)
{
	char expected[512];

	if (parse(line) != OPTIONS_WRONG)
		fail_msg("\"%s\" was taken", line);
	snprintf(expected, sizeof(expected),
		 "rtla: %s\nTry 'test command --help'.\n", message);
	assert_string_equal(said, expected);
}

static void test_none(void **state)
{
	(void)state;
	good("");
	assert_memory_equal(&config, &defaults, sizeof(config));
	good("--");
}

static void test_value_forms(void **state)
{
	static const char *const lines[] = {
		"-p200", "-p 200", "-p=200", "--period=200", "--period 200",
		"--per=200", "--pe 200", "-qp200", "-qp 200", "-q -p 200",
		"-p 100 -p 200", "--"
	};

	(void)state;
	for (size_t i = 0; strcmp(lines[i], "--"); i++) {
		good(lines[i]);
		assert_int_equal(config.period, 200000);
		assert_int_equal(config.quiet, !!strchr(lines[i], 'q'));
	}
}

static void test_ranges(void **state)
{
	(void)state;
	good("-p 100");
	good("-p 1000000");
	bad("-p 99", "--period 99: out of range: give 100 to 1000000 us");
	bad("-p 1000001",
	    "--period 1000001: out of range: give 100 to 1000000 us");
	bad("--period=abc",
	    "--period abc: not a number: give 100 to 1000000 us");
	bad("-p -100", "--period -100: not a number: give 100 to 1000000 us");
	bad("--period=", "--period : not a number: give 100 to 1000000 us");
	bad("-p 99999999999999999999",
	    "--period 99999999999999999999: too large: give 100 to 1000000 us");
	bad("-p", "--period: value missing: give US");
	bad("-i 11", "--irq 11: out of range: give 0 to 10");
}

static void test_long_names(void **state)
{
	(void)state;
	bad("--p 200",
	    "--p: ambiguous option: it could be --period or --priority");
	bad("--bogus", "--bogus: unknown option");
	bad("--periods 200", "--periods: unknown option");
	bad("-z", "-z: unknown option");
	bad("-qz", "-z: unknown option");
	bad("--quiet=1", "--quiet=1: takes no value");
	bad("--=5", "--=5: unknown option");
}

static void test_stray(void **state)
{
	(void)state;
	bad("extra", "extra: stray word: options start with '-'");
	bad("-q extra", "extra: stray word: options start with '-'");
	bad("-", "-: stray word: options start with '-'");
	bad("-- -q", "-q: stray word: options start with '-'");
	bad("-- --", "--: stray word: options start with '-'");
	bad("''", ": stray word: options start with '-'");
}

static void test_negation(void **state)
{
	(void)state;
	good("-q --no-quiet");
	assert_false(config.quiet);
	good("-p 200 --no-period");
	assert_int_equal(config.period, 1000000);
	good("-p 200 --no-peri");
	assert_int_equal(config.period, 1000000);
	good("-a 5");
	assert_int_equal(config.both[0], 5000);
	assert_int_equal(config.both[1], 5000);
	good("-a 5 --no-auto");
	assert_int_equal(config.both[0], 0);
	good("-c 0 --no-cpus");
	assert_true(cpus_empty(&config.cpus));
	good("-P f:5 --no-priority");
	assert_false(config.priority.given);
	good("-t x --no-trace");
	assert_null(config.file);
	bad("--no-period=200", "--no-period=200: takes no value");
	bad("--no-help", "--no-help: unknown option");
	bad("--no-no-aa", "--no-no-aa: unknown option");
	bad("--no-p",
	    "--no-p: ambiguous option: it could be --no-period or --no-priority");
}

/* An option that is called "no-..." is one, and undone without the "no-". */
static void test_named_no(void **state)
{
	(void)state;
	good("--no-aa");
	assert_true(config.no_aa);
	good("--no-aa --aa");
	assert_false(config.no_aa);
	good("--no-irq");
	assert_true(config.no_irq);
	assert_int_equal(config.stop, 3);
	good("--no-ir");
	assert_true(config.no_irq);
	good("--no-irq --irq 5");
	assert_true(config.no_irq);
	assert_int_equal(config.stop, 5);
}

static void test_optional_file(void **state)
{
	static const char *const named[] = {
		"-t x.txt", "-tx.txt", "-t=x.txt", "--trace x.txt",
		"--trace=x.txt", "--tr x.txt", "-qt x.txt", "--"
	};

	(void)state;
	for (size_t i = 0; strcmp(named[i], "--"); i++) {
		good(named[i]);
		assert_string_equal(config.file, "x.txt");
	}
	good("-t");
	assert_string_equal(config.file, "default.txt");
	good("-t -q");
	assert_string_equal(config.file, "default.txt");
	assert_true(config.quiet);
	good("--trace --quiet");
	assert_string_equal(config.file, "default.txt");
	good("--trace=-x");
	assert_string_equal(config.file, "-x");
	bad("--trace=",
	    "--trace: empty file name: give one, or none for default.txt");
	bad("-t x.txt y",
	    "y: stray word: options start with '-'");
}

static void test_durations(void **state)
{
	(void)state;
	good("-d 5");
	assert_int_equal(config.duration, 5 * NS_PER_SEC);
	good("-d1D");
	assert_int_equal(config.duration, 86400 * NS_PER_SEC);
	bad("-d 0", "--duration 0: out of range: give seconds, or a number followed by s, m, h or d");
	bad("-d 2d", "--duration 2d: out of range: give seconds, or a number followed by s, m, h or d");
	bad("-d 1x", "--duration 1x: unknown unit: give seconds, or a number followed by s, m, h or d");
}

static void test_cpus(void **state)
{
	(void)state;
	good("-c 0");
	assert_true(cpus_has(&config.cpus, 0));
	assert_int_equal(cpus_count(&config.cpus), 1);
	bad("-c abc", "--cpus abc: not a list of CPUs: give one like 0-3,5");
	bad("-c -1", "--cpus -1: not a list of CPUs: give one like 0-3,5");
	assert_int_equal(parse("-c 8191"), OPTIONS_WRONG);
	assert_non_null(strstr(said, "--cpus 8191: no such CPU: this machine has 0"));
}

static void test_priority(void **state)
{
	(void)state;
	good("-P f:95");
	assert_int_equal(config.priority.priority, 95);
	bad("-P f:100",
	    "--priority f:100: out of range, a real-time priority is 1 to 99: give o:NICE, r:PRIO, f:PRIO or d:RUNTIME:PERIOD");
}

static void test_help(void **state)
{
	(void)state;
	assert_int_equal(parse("--help"), OPTIONS_HELP);
	assert_int_equal(parse("-h"), OPTIONS_HELP);
	assert_int_equal(parse("-qh"), OPTIONS_HELP);
	assert_int_equal(parse("--he -z"), OPTIONS_HELP);
	assert_int_equal(parse("--version"), OPTIONS_VERSION);
	assert_int_equal(parse("-z --help"), OPTIONS_WRONG);
	bad("--help=x", "--help=x: takes no value");
}

/* Every row is in the text, with its range, unit and default. */
static void test_help_text(void **state)
{
	static const char expected[] =
		"\nFirst:\n"
		"  -q, --quiet                 say less\n"
		"  -p, --period US             wake up; 100 to 1000000 us, default 1000\n"
		"  -P, --priority PRIO         of threads\n"
		"  -c, --cpus LIST             where\n"
		"\nSecond:\n"
		"  -i, --irq US                stop; 0 to 10, default 3\n"
		"      --no-irq                hide it\n"
		"  -a, --auto US               both; 1 to 10\n"
		"      --no-aa                 less\n"
		"  -d, --duration TIME         how long\n"
		"  -t, --trace[=FILE]          save; FILE is default.txt if left out\n"
		"  -h, --help                  this\n"
		"      --version               which\n";
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	assert_non_null(out);
	options_help(out, &set);
	fclose(out);
	assert_int_equal(strncmp(text, expected, strlen(expected)), 0);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_value_forms),
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_stray),
		cmocka_unit_test(test_negation),
		cmocka_unit_test(test_named_no),
		cmocka_unit_test(test_optional_file),
		cmocka_unit_test(test_durations),
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_priority),
		cmocka_unit_test(test_help),
		cmocka_unit_test(test_help_text),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
