// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the catalogue of remedies: that its rows say what can be said, that
 * a page has all of them, and which rows fit what is known.
 */
#include <stdio.h>
#include <string.h>

#include "remedies/remedies.h"
#include "test.h"

static bool is_fact(const char *name, size_t length)
{
	for (int i = 0; i < FACTS; i++)
		if (strlen(fact_names[i]) == length &&
		    !strncmp(fact_names[i], name, length))
			return true;
	return false;
}

/* Fail unless each "{...}" of a text is a fact. */
static void expect_facts(const char *id, const char *text)
{
	while (text && (text = strchr(text, '{'))) {
		size_t length = strcspn(++text, "}");

		if (!text[length] || !is_fact(text, length))
			fail_msg("%s: {%.*s} is no fact", id, (int)length, text);
	}
}

static void test_facts(void **state)
{
	(void)state;
	for (size_t i = 0; i < remedies_count; i++) {
		const struct remedy *remedy = &remedies[i];
		const char *const texts[] = {
			remedy->text, remedy->boot, remedy->command,
			remedy->undo, remedy->file, remedy->value,
		};
		const char *needs = remedy->needs ?: "";

		for (size_t j = 0; j < sizeof(texts) / sizeof(texts[0]); j++)
			expect_facts(remedy->id, texts[j]);
		while (*needs) {
			needs += *needs == '!';
			if (!is_fact(needs, strcspn(needs, " =")))
				fail_msg("%s: '%s' begins with no fact",
					 remedy->id, needs);
			needs += strcspn(needs, " ");
			needs += strspn(needs, " ");
		}
	}
}

/* When a remedy takes effect says what a row has, beside its text. */
static void test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < remedies_count; i++) {
		const struct remedy *remedy = &remedies[i];
		bool can_undo = remedy->undo || remedy->file;
		bool changes = remedy->command || remedy->file;

		print_message("# %zu: %s\n", i, remedy->id);
		assert_non_null(remedy->text);
		assert_true(remedy->causes);
		assert_int_equal(!remedy->file, !remedy->value);
		assert_false(remedy->file && remedy->command);
		assert_true(!remedy->undo || remedy->command);
		switch (remedy->when) {
		case WHEN_NOW:
			assert_true(changes && can_undo);
			break;
		case WHEN_LOOK:
			assert_true(remedy->command && !can_undo);
			break;
		case WHEN_OUTSIDE:
			assert_non_null(remedy->command);
			break;
		case WHEN_TOLD:
			assert_true(!changes && !remedy->boot);
			break;
		case WHEN_BOOTED:
			assert_true(!can_undo && (remedy->boot ||
						  strstr(remedy->text, "PREEMPT_RT")));
			break;
		default:
			assert_true(!can_undo && !remedy->boot);
		}
		if (remedy->sure == SURE_ASKS)
			assert_true(remedy->when == WHEN_MEASURED ||
				    remedy->when == WHEN_LOOK);
	}
}

/* ---- Documentation ------------------------------------------------------- */

/* Return whether a line of the page is about @id, like "| `id` | ... |". */
static bool is_about(const char *line, const char *id)
{
	size_t length = strlen(id);

	return !strncmp(line, "| `", 3) && !strncmp(line + 3, id, length) &&
	       !strncmp(line + 3 + length, "` |", 3);
}

static void test_page(void **state)
{
	char line[1024];
	bool told[128] = { };
	FILE *page = fopen(PAGE, "r");

	(void)state;
	assert_non_null(page);
	assert_true(remedies_count <= sizeof(told) / sizeof(told[0]));
	while (fgets(line, sizeof(line), page)) {
		bool known = strncmp(line, "| `", 3);

		for (size_t i = 0; i < remedies_count; i++) {
			const struct remedy *remedy = &remedies[i];

			if (!is_about(line, remedy->id))
				continue;
			known = true;
			told[i] |= strstr(line, remedy_sure_word(remedy->sure)) &&
				   strstr(line, remedy_when_word(remedy->when)) &&
				   (!remedy->check || strstr(line, remedy->check));
		}
		if (!known)
			fail_msg("no remedy: %s", line);
	}
	fclose(page);
	for (size_t i = 0; i < remedies_count; i++)
		if (!told[i])
			fail_msg("%s: %s lacks it, or its words", remedies[i].id,
				 PAGE);
}

/* ---- What fits ----------------------------------------------------------- */

static const char *setting;

static char *read_setting(const char *path)
{
	return setting && !strcmp(path, "/proc/sys/vm/thing") ? strdup(setting) :
								NULL;
}

/* Compare a row as texts; NULL is none. */
static void expect(const struct remedy *remedy, const struct facts *facts,
		   const struct remedy_texts *wanted)
{
	struct remedy_texts texts;

	assert_true(remedy_fits(remedy, facts));
	remedy_expand(&texts, remedy, facts);
	assert_string_equal(texts.text, wanted->text);
	assert_string_equal(texts.boot ?: "", wanted->boot ?: "");
	assert_string_equal(texts.command ?: "", wanted->command ?: "");
	assert_string_equal(texts.undo ?: "", wanted->undo ?: "");
	remedy_texts_free(&texts);
}

static void test_needs(void **state)
{
	static const struct {
		const char *needs;
		bool fits;
	} rows[] = {
		{ NULL, true }, { "", true }, { "name", true },
		{ "pid", false }, { "!pid", true }, { "!name", false },
		{ "name=kworker/*", true }, { "name=kworker", false },
		{ "name=a|kworker/[0-9]*", true }, { "name=a|b", false },
		{ "!name=a|b", true }, { "!name=a|kworker*", false },
		{ "pid=*", false }, { "!pid=*", true },
		{ "name cpu=1", true }, { "name cpu=2", false },
		{ "nothing", false },
	};
	struct facts facts = { .read = NULL };

	(void)state;
	fact_set(&facts, FACT_NAME, "kworker/1:2");
	fact_set(&facts, FACT_CPU, "%d", 1);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct remedy remedy = {
			.needs = rows[i].needs, .text = "text",
		};

		if (remedy_fits(&remedy, &facts) != rows[i].fits)
			fail_msg("%s", rows[i].needs);
	}
	facts_free(&facts);
}

static void test_texts(void **state)
{
	const struct remedy remedy = {
		.text = "CPU {cpu} of {name}", .boot = "a={cpu}",
		.command = "do {cpu}", .undo = "undo {pid}",
	};
	struct remedy_texts wanted = {
		.text = "CPU 1 of x", .boot = "a=1", .command = "do 1",
	};
	struct facts facts = { .read = NULL };

	(void)state;
	fact_set(&facts, FACT_CPU, "1");
	assert_false(remedy_fits(&remedy, &facts));
	fact_set(&facts, FACT_NAME, "x");
	/* It can be done, but not be undone. */
	expect(&remedy, &facts, &wanted);
	fact_set(&facts, FACT_PID, "7");
	wanted.undo = "undo 7";
	expect(&remedy, &facts, &wanted);
	fact_set(&facts, FACT_NAME, "%s", "");
	assert_false(remedy_fits(&remedy, &facts));
	facts_free(&facts);
}

static void test_settings(void **state)
{
	const struct remedy remedy = {
		.text = "text", .file = "/proc/sys/vm/{name}", .value = "{cpu}",
	};
	const struct remedy other = {
		.text = "text", .file = "/sys/{name}", .value = "{cpu}",
	};
	struct remedy_texts wanted = {
		.text = "text", .command = "echo 1 > /sys/thing",
	};
	struct facts facts = { .read = NULL };

	(void)state;
	fact_set(&facts, FACT_CPU, "1");
	fact_set(&facts, FACT_NAME, "thing");
	expect(&other, &facts, &wanted);
	wanted.command = "sysctl -w vm.thing=1";
	expect(&remedy, &facts, &wanted);
	facts.read = read_setting;
	assert_false(remedy_fits(&remedy, &facts));
	setting = "1";
	assert_false(remedy_fits(&remedy, &facts));
	setting = "20";
	wanted.undo = "sysctl -w vm.thing=20";
	expect(&remedy, &facts, &wanted);
	facts_free(&facts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_page),
		cmocka_unit_test(test_needs),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_settings),
	};

	return cmocka_run_group_tests_name("remedies", tests, NULL, NULL);
}
