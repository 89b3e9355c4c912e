// SPDX-License-Identifier: GPL-2.0
/*
 * The sections "Environment" and "Configuration" of the report: on what machine
 * and with what options results were measured. Each result has its own column,
 * and rows that differ are marked.
 */
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/json_read.h"
#include "report/html.h"
#include "report/page.h"
#include "report/report_input.h"

#define DASH	"–"

/* The entries of each result by name, in the order of the result. */
struct values {
	json_t *of[REPORT_RESULTS_MAX];
	int count;
	bool no_memory;
};

/* Print the entry of one result; @value is NULL if the result has none. */
typedef void value_fn(FILE *out, const json_t *value);

static bool differ(const struct values *values, const char *name,
		   const char *(*text)(const json_t *value))
{
	const char *first = text(json_object_get(values->of[0], name));

	for (int i = 1; i < values->count; i++)
		if (strcmp(first, text(json_object_get(values->of[i], name))))
			return true;
	return false;
}

static bool is_known(const struct values *values, int before, const char *name)
{
	for (int i = 0; i < before; i++)
		if (json_object_get(values->of[i], name))
			return true;
	return false;
}

static void values_table(FILE *out, const struct report_input *input,
			 const struct values *values, const char *caption,
			 const char *(*text)(const json_t *value),
			 value_fn *print)
{
	struct html_column columns[REPORT_RESULTS_MAX + 2] = { { "What", false } };

	for (int i = 0; i < values->count; i++)
		columns[i + 1].name = input->count > 1 ?
				      report_label(input, i) : "Value";
	html_table(out, caption, columns);
	for (int i = 0; i < values->count; i++) {
		void *at;

		for (at = json_object_iter(values->of[i]); at;
		     at = json_object_iter_next(values->of[i], at)) {
			const char *name = json_object_iter_key(at);

			if (is_known(values, i, name))
				continue;
			fputs("<tr><th scope=\"row\">", out);
			html_text(out, name);
			if (differ(values, name, text))
				fputs(" <span class=\"differs\">differs</span>",
				      out);
			fputs("</th>", out);
			for (int j = 0; j < values->count; j++) {
				fputs("<td>", out);
				print(out,
				      json_object_get(values->of[j], name));
				fputs("</td>", out);
			}
			fputs("</tr>\n", out);
		}
	}
	html_table_end(out);
}

static void values_free(struct values *values)
{
	for (int i = 0; i < values->count; i++)
		json_decref(values->of[i]);
}

/* ---- Environment --------------------------------------------------------- */

static void print_check(FILE *out, const json_t *check)
{
	const char *status = json_read_text(check, "status", "unknown");
	const char *remedy = json_read_text(check, "remedy", NULL);
	const char *kind = "none";

	if (!check) {
		fputs(DASH, out);
		return;
	}
	if (!strcmp(status, "ok"))
		kind = "good";
	else if (!strcmp(status, "warning"))
		kind = "warn";
	else if (!strcmp(status, "failure"))
		kind = "bad";
	html_badge(out, kind, status);
	fputc(' ', out);
	html_text(out, json_read_text(check, "value", ""));
	if (remedy) {
		fputc(' ', out);
		html_element(out, "small", "remedy", remedy);
	}
}

static const char *check_text(const json_t *check)
{
	return json_read_text(check, "value", "");
}

static json_t *checks_of(struct values *values, const struct results *results)
{
	const json_t *checks = results_at(results, "environment.checks");
	json_t *all = json_object(), *check;
	size_t i;

	json_array_foreach(checks, i, check) {
		const char *group = json_read_text(check, "group", "");
		const char *name = json_read_text(check, "name", "");
		char *whole = NULL;

		if (asprintf(&whole, "%s: %s", group, name) < 0)
			whole = NULL;
		/* @check stays in the document: this adds a reference to it. */
		if (!whole || json_object_set(all, whole, check))
			values->no_memory = true;
		free(whole);
	}
	return all;
}

bool section_environment(FILE *out, const struct report_input *input)
{
	struct values values = { .count = input->count };
	size_t checks = 0;

	for (int i = 0; i < input->count; i++) {
		values.of[i] = checks_of(&values, &input->results[i]);
		checks += json_object_size(values.of[i]);
	}
	if (checks)
		values_table(out, input, &values,
			     "The measured machine, and what could be improved",
			     check_text, print_check);
	else
		fputs("<p>The machine was not checked.</p>\n", out);
	values_free(&values);
	return !values.no_memory;
}

/* ---- Configuration ------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && !strcmp(text + length - tail, end);
}

/* Return a value as people read it; a name that ends with "_ns" is a time. */
static json_t *value_text(const char *name, const json_t *value)
{
	char text[QUANTITY_LEN];

	if (json_is_string(value))
		return json_string(json_string_value(value));
	if (json_is_boolean(value))
		return json_string(json_is_true(value) ? "yes" : "no");
	if (!json_is_integer(value))
		return json_string(DASH);
	if (ends_with(name, "_ns") && json_integer_value(value) >= 0)
		return json_string(duration_text(json_integer_value(value),
						 text));
	snprintf(text, sizeof(text), "%" JSON_INTEGER_FORMAT,
		 json_integer_value(value));
	return json_string(text);
}

/* Add a value with its name as people read it: "duration_ns" is "duration". */
static void add_value(struct values *values, json_t *to, const char *before,
		      const char *name, const json_t *value)
{
	int length = strlen(name) - (ends_with(name, "_ns") ? 3 : 0);
	char *whole = NULL;

	if (asprintf(&whole, "%s%.*s", before, length, name) < 0)
		whole = NULL;
	for (char *at = whole; at && *at; at++)
		if (*at == '_')
			*at = ' ';
	if (!whole || json_object_set_new(to, whole, value_text(name, value)))
		values->no_memory = true;
	free(whole);
}

static void add_values(struct values *values, json_t *to, const char *before,
		       const json_t *object)
{
	const char *name;
	json_t *value;

	/* The iterators of jansson are not const, but change nothing. */
	json_object_foreach((json_t *)object, name, value)
		if (!json_is_object(value))
			add_value(values, to, before, name, value);
}

/*
 * Return a command line as it was typed, as far as that is known: words with
 * special characters are put in quotes. Returns NULL if there is no memory.
 */
static json_t *command_text(const json_t *words)
{
	char *text = NULL;
	const json_t *word;
	size_t size, i;
	json_t *value;
	FILE *line = open_memstream(&text, &size);

	if (!line)
		return NULL;
	json_array_foreach(words, i, word) {
		const char *is = json_string_value(word) ?: "";
		bool plain = *is && !strpbrk(is, " \t\n'\"\\$`*?;&|<>()");

		fprintf(line, plain ? "%s%s" : "%s'%s'", i ? " " : "", is);
	}
	fclose(line);
	value = json_string(text);
	free(text);
	return value;
}

static json_t *configuration_of(struct values *values,
				const struct results *results)
{
	static const char *const members[] = {
		"tracer", "mode", "generator", "started_at", "measured_ns",
		"ended_by", "block_ns", NULL
	};
	json_t *all = json_object();

	if (json_object_set_new(all, "command",
				command_text(results_at(results, "command"))))
		values->no_memory = true;
	for (int i = 0; members[i]; i++)
		add_value(values, all, "", members[i],
			  results_at(results, members[i]));
	add_values(values, all, "", results_at(results, "configuration"));
	add_values(values, all, "threshold: ",
		   results_at(results, "configuration.thresholds"));
	add_values(values, all, "load: ", results_at(results, "load"));
	return all;
}

static const char *environment_value_of(const json_t *value)
{
	return json_string_value(value) ?: DASH;
}

static void environment_print_value(FILE *out, const json_t *value)
{
	html_text(out, environment_value_of(value));
}

bool section_configuration(FILE *out, const struct report_input *input)
{
	struct values values = { .count = input->count };

	for (int i = 0; i < input->count; i++)
		values.of[i] = configuration_of(&values, &input->results[i]);
	values_table(out, input, &values, "Options of the measurement",
		     environment_value_of, environment_print_value);
	values_free(&values);
	return !values.no_memory;
}
