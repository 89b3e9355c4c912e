// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of all forms of options, with a table of options of their own.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/parse.h"
#include "capture.h"
#include "options/options.h"
#include "test.h"

#define WORDS_MAX	16

enum colour { RED, GREEN, BLUE };

static const char *const colours[] = { "red", "green", "blue", NULL };

struct config {
	bool quiet;
	bool no_aa;
	bool no_irq;
	int64_t period;
	int64_t stop;
	int64_t duration;
	int64_t both[2];
	struct cpus cpus;
	bool cpus_chosen;
	struct priority priority;
	const char *file;
	const char *file_name;
	const char *group;
	const char *text;
	enum colour colour;
	const char *added[2];
	int64_t limit;
};

#define FIELD(member)	offsetof(struct config, member)

static void set_both(void *to, int64_t value)
{
	struct config *config = to;

	config->both[0] = value;
	config->both[1] = value;
}

static const char *add(void *to, const char *text)
{
	struct config *config = to;

	if (!strcmp(text, "bad"))
		return "of no use: give a good one";
	config->added[!!config->added[0]] = text;
	return NULL;
}

static void set_chosen(void *config, int64_t given)
{
	((struct config *)config)->cpus_chosen = given;
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
	  .arg = "LIST", .help = "where", .word = "auto", .set = set_chosen,
	  .field = FIELD(cpus) },
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
	{ .name = "duration", .letter = 'd', .type = OPTION_NUMBER,
	  .arg = "TIME", .help = "how long", .unit = "s",
	  .scale = NS_PER_SEC, .min = 1, .max = 86400,
	  .field = FIELD(duration) },
	{ .name = "trace", .letter = 't', .type = OPTION_TEXT, .optional = true,
	  .arg = "FILE", .help = "save", .fallback = FIELD(file_name),
	  .field = FIELD(file) },
	{ .name = "group", .letter = 'C', .type = OPTION_TEXT, .optional = true,
	  .arg = "NAME", .help = "move", .field = FIELD(group) },
	{ .name = "help", .letter = 'h', .type = OPTION_HELP, .yields = true,
	  .help = "this" },
	{ .name = "version", .type = OPTION_VERSION, .help = "which" },
	{ .name = NULL }
};

static const struct option_row third_rows[] = {
	{ .name = "text", .type = OPTION_TEXT, .arg = "TEXT", .help = "say",
	  .field = FIELD(text) },
	{ .name = "colour", .type = OPTION_CHOICE, .arg = "COLOUR",
	  .help = "paint", .choices = colours, .field = FIELD(colour) },
	{ .name = "event", .letter = 'e', .type = OPTION_PARSED,
	  .arg = "EVENT", .help = "watch", .parse = add },
	{ .name = "heavy", .type = OPTION_NUMBER, .no_undo = true,
	  .arg = "KG", .help = "lift", .min = -1, .max = 5,
	  .field = FIELD(limit) },
	{ .name = "prefix", .type = OPTION_FLAG, .yields = true,
	  .help = "begin", .field = FIELD(quiet) },
	{ .name = "list-opts", .type = OPTION_NAMES, .help = "names" },
	{ .name = NULL }
};

static const struct option_group first = { "First", first_rows };
static const struct option_group second = { "Second", second_rows };
static const struct option_group third = { NULL, third_rows };

static const struct option_group *const groups[] = {
	&first, &second, &third, NULL
};

static const struct config defaults = {
	.period = 1000000, .stop = 3, .file_name = "default.txt",
	.colour = GREEN,
};

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
	bad("-p 99", "--period 99: out of range [100, 1000000]: give 100 to 1000000 us, or with a unit like 30us");
	bad("-p 1000001",
	    "--period 1000001: out of range [100, 1000000]: give 100 to 1000000 us, or with a unit like 30us");
	bad("--period=abc",
	    "--period abc: not a number: give 100 to 1000000 us, or with a unit like 30us");
	bad("-p -100", "--period -100: out of range [100, 1000000]: give 100 to 1000000 us, or with a unit like 30us");
	bad("-p -q", "--period -q: not a number: give 100 to 1000000 us, or with a unit like 30us");
	bad("--period=", "--period: empty value: give US");
	bad("-p=", "--period: empty value: give US");
	bad("-p ''", "--period: empty value: give US");
	bad("-p 99999999999999999999",
	    "--period 99999999999999999999: too large: give 100 to 1000000 us, or with a unit like 30us");
	good("-p 0.5ms");
	assert_int_equal(config.period, 500 * NS_PER_US);
	bad("-p 2s", "--period 2s: out of range [100, 1000000]: give 100 to 1000000 us, or with a unit like 30us");
	bad("-p 10kB", "--period 10kB: unknown unit: give 100 to 1000000 us, or with a unit like 30us");
	bad("-p 500500ns", "--period 500500ns: not a whole number of the unit: give 100 to 1000000 us, or with a unit like 30us");
	bad("-p", "--period: value missing: give US");
	bad("-i 11", "--irq 11: out of range [0, 10]: give 0 to 10");
	good("--heavy -1");
	assert_int_equal(config.limit, -1);
	bad("--heavy=-2", "--heavy -2: out of range [-1, 5]: give -1 to 5");
}

static void test_long_names(void **state)
{
	(void)state;
	bad("--p 200",
	    "--p: ambiguous option: it could be --period or --priority");
	bad("--no", "--no: ambiguous option: it could be --no-quiet, --no-period, --no-priority, --no-cpus, --no-irq, --no-auto, --no-aa, --no-duration or 4 others");
	bad("--bogus", "--bogus: unknown option");
	bad("--periods 200", "--periods: unknown option; did you mean --period?");
	bad("-z", "-z: unknown option");
	bad("-qz", "-z: unknown option");
	bad("--quiet=1", "--quiet=1: takes no value");
	bad("--=5", "--=5: unknown option");
}

/*
 * An option that upstream's rtla does not have (@yields) does not make
 * ambiguous a shortened name that upstream accepts.
 */
static void test_yielding(void **state)
{
	(void)state;
	good("--he 5");
	assert_int_equal(config.limit, 5);
	assert_int_equal(parse("--hel"), OPTIONS_HELP);
	good("--pre");
	assert_true(config.quiet);
	good("--pr f:5");
	assert_int_equal(config.priority.priority, 5);
	good("--prefix --no-prefix");
	assert_false(config.quiet);
}

static void test_stray(void **state)
{
	(void)state;
	bad("extra", "extra: stray word: options start with '-'");
	bad("-q extra", "extra: stray word: options start with '-'");
	bad("-", "-: stray word: options start with '-'");
	bad("-- -q", "-q: stray word: options start with '-'");
	bad("-- --", "--: stray word: options start with '-'");
	/* Empty words are ignored. */
	good("'' -q ''");
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
	good("-C x --no-group");
	assert_null(config.group);
	good("--text x --no-text");
	assert_null(config.text);
	good("--colour red --no-colour");
	assert_int_equal(config.colour, GREEN);
	bad("--no-heavy", "--no-heavy: unknown option");
	bad("--no-event", "--no-event: unknown option");
	bad("--no-list-opts", "--no-list-opts: unknown option");
	bad("--no-period=200", "--no-period=200: takes no value");
	bad("--no-help", "--no-help: unknown option");
	bad("--no-no-aa", "--no-no-aa: unknown option");
	bad("--no-p",
	    "--no-p: ambiguous option: it could be --no-period or --no-priority");
}

/*
 * The name of an option may begin with "no-". The option is undone without the
 * "no-", unless that is the name of another option.
 */
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

static void test_optional(void **state)
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
	bad("--trace=", "--trace: empty value: give FILE or nothing");
	bad("-t=", "--trace: empty value: give FILE or nothing");
	good("-C");
	assert_string_equal(config.group, "");
	good("-C name");
	assert_string_equal(config.group, "name");
	bad("-t x.txt y",
	    "y: stray word: options start with '-'");
}

static void test_text(void **state)
{
	(void)state;
	good("--text words");
	assert_string_equal(config.text, "words");
	good("--text -q");
	assert_string_equal(config.text, "-q");
	assert_false(config.quiet);
	bad("--text", "--text: value missing: give TEXT");
	bad("--text=", "--text: empty value: give TEXT");
}

static void test_choice(void **state)
{
	(void)state;
	good("");
	assert_int_equal(config.colour, GREEN);
	good("--colour red");
	assert_int_equal(config.colour, RED);
	good("--colour=blue");
	assert_int_equal(config.colour, BLUE);
	bad("--colour pink",
	    "--colour pink: unknown: give red, green or blue");
	bad("--colour r", "--colour r: unknown: give red, green or blue");
}

static void test_parsed(void **state)
{
	(void)state;
	good("-e one --event=two");
	assert_string_equal(config.added[0], "one");
	assert_string_equal(config.added[1], "two");
	bad("-e bad", "--event bad: of no use: give a good one");
	bad("-e", "--event: value missing: give EVENT");
}

static void test_durations(void **state)
{
	(void)state;
	good("-d 5");
	assert_int_equal(config.duration, 5 * NS_PER_SEC);
	good("-d1D");
	assert_int_equal(config.duration, 86400 * NS_PER_SEC);
	good("-d 1.5min");
	assert_int_equal(config.duration, 90 * NS_PER_SEC);
	bad("-d 0", "--duration 0: out of range [1, 86400]: give seconds, or with a unit like 5min");
	bad("-d 2d", "--duration 2d: out of range [1, 86400]: give seconds, or with a unit like 5min");
	bad("-d 1x", "--duration 1x: unknown unit: give seconds, or with a unit like 5min");
}

static void test_cpus(void **state)
{
	(void)state;
	good("-c 0");
	assert_true(cpus_has(&config.cpus, 0));
	assert_int_equal(cpus_count(&config.cpus), 1);
	assert_false(config.cpus_chosen);
	good("-c 0 -c all");
	assert_true(cpus_empty(&config.cpus));
	good("-c 0 -c auto");
	assert_true(cpus_empty(&config.cpus));
	assert_true(config.cpus_chosen);
	good("-c auto -c 0");
	assert_int_equal(cpus_count(&config.cpus), 1);
	assert_false(config.cpus_chosen);
	good("-c 0 -c auto --no-cpus");
	assert_true(cpus_empty(&config.cpus));
	assert_false(config.cpus_chosen);
	bad("-c aut", "--cpus aut: character 1: not a list of CPUs: give one like 0-3,5, or auto");
	bad("-c abc", "--cpus abc: character 1: not a list of CPUs: give one like 0-3,5, or auto");
	bad("-c -1", "--cpus -1: character 1: not a list of CPUs: give one like 0-3,5, or auto");
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
	assert_int_equal(parse("--hel -z"), OPTIONS_HELP);
	assert_int_equal(parse("--version"), OPTIONS_VERSION);
	assert_int_equal(parse("--list-opts"), OPTIONS_NAMES);
	assert_int_equal(parse("-z --help"), OPTIONS_WRONG);
	bad("--help=x", "--help=x: takes no value");
}

static char *printed(void (*print)(FILE *out, const struct option_set *set))
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	print(out, &set);
	fclose(out);
	return text;
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
		"  -C, --group[=NAME]          move\n"
		"  -h, --help                  this\n"
		"      --version               which\n"
		"      --text TEXT             say\n"
		"      --colour COLOUR         paint; red, green or blue, default green\n"
		"  -e, --event EVENT           watch\n"
		"      --heavy KG              lift; -1 to 5\n"
		"      --prefix                begin\n"
		"      --list-opts             names\n\n";
	char *text = printed(options_help);

	(void)state;
	assert_int_equal(strncmp(text, expected, strlen(expected)), 0);
	free(text);
}

static void test_names(void **state)
{
	char *text = printed(options_names);

	(void)state;
	assert_string_equal(text,
			    "--quiet --period --priority --cpus --irq --no-irq --auto --no-aa --duration --trace --group --help --version --text --colour --event --heavy --prefix --list-opts\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_value_forms),
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_yielding),
		cmocka_unit_test(test_stray),
		cmocka_unit_test(test_negation),
		cmocka_unit_test(test_named_no),
		cmocka_unit_test(test_optional),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_choice),
		cmocka_unit_test(test_parsed),
		cmocka_unit_test(test_durations),
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_priority),
		cmocka_unit_test(test_help),
		cmocka_unit_test(test_help_text),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
