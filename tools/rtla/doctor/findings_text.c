// SPDX-License-Identifier: GPL-2.0
/*
 * The findings of all checks as text: see checks.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/printable.h"
#include "base/wrap.h"
#include "doctor/boot_options.h"
#include "doctor/check.h"
#include "doctor/checks.h"

#define STATUS_COLUMN	2
#define NAME_COLUMN	11
#define VALUE_COLUMN	34

/* So many findings are enough to begin with. Failures are shown in any case. */
#define SHOWN		5

static void print_advice(FILE *out, const char *advice, bool command,
			 size_t column)
{
	if (command)
		wrap_command(out, advice, column, TEXT_WIDTH);
	else
		wrap_print(out, advice, column, TEXT_WIDTH);
}

/*
 * Print what has to be done behind a title of @used columns, or below it if it
 * does not fit there.
 */
static void print_titled(FILE *out, int used, const char *advice, bool command)
{
	bool fits = used + 1 + printable_width(advice) <= TEXT_WIDTH;

	used = fits ? used + 1 : fprintf(out, "\n   ");
	fputc(' ', out);
	print_advice(out, advice, command, used);
}

static size_t longest_word(const char *text)
{
	size_t longest = 0;

	while (*text) {
		size_t length = strcspn(text, " ");

		longest = length > longest ? length : longest;
		text += length + strspn(text + length, " ");
	}
	return longest;
}

static void print_finding(FILE *out, const struct finding *finding)
{
	int column = VALUE_COLUMN;
	const char *advice = finding_advice(finding);

	fprintf(out, "%*s%-*s%-*s", STATUS_COLUMN, "",
		NAME_COLUMN - STATUS_COLUMN, finding_status(finding->status),
		VALUE_COLUMN - NAME_COLUMN, finding->check->name);
	/* A path should stay whole. */
	if (longest_word(finding->value) > TEXT_WIDTH - VALUE_COLUMN)
		fprintf(out, "\n%*s", column = NAME_COLUMN, "");
	wrap_print(out, finding->value, column, TEXT_WIDTH);
	if (!advice)
		return;
	fprintf(out, "%*s-> ", NAME_COLUMN, "");
	print_advice(out, advice, finding->remedy_is_command,
		     NAME_COLUMN + strlen("-> "));
}

static void findings_text_print_all(FILE *out, const struct findings *findings)
{
	const char *last = NULL;

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->finding[i];

		if (!last || strcmp(finding->group, last))
			fprintf(out, "%s%s\n", last ? "\n" : "", finding->group);
		last = finding->group;
		print_finding(out, finding);
	}
}

/* Return which status is worse than another; the larger, the worse. */
static int badness(enum check_status status)
{
	static const int values[CHECK_STATUSES] = {
		[CHECK_OK] = 0, [CHECK_UNKNOWN] = 1,
		[CHECK_WARNING] = 2, [CHECK_FAILURE] = 3,
	};

	return values[status];
}

/*
 * Compare two findings for qsort(): the worse first, then the one with the
 * higher rank, unless both are failures, then the one that was made first.
 */
static int compare_findings(const void *a, const void *b)
{
	const struct finding *const *first = a, *const *second = b;
	int order = badness((*second)->status) - badness((*first)->status);

	if (!order && (*first)->status != CHECK_FAILURE)
		order = (*second)->check->rank - (*first)->check->rank;
	return order ?: (*first > *second) - (*first < *second);
}

/*
 * Return how many of the findings @all, which are ordered, are shown without
 * --all.
 */
static size_t count_shown(const struct findings *findings,
			  const struct finding *const *all)
{
	size_t count = 0;

	while (count < findings->count && all[count]->status != CHECK_OK &&
	       (count < SHOWN || all[count]->status == CHECK_FAILURE))
		count++;
	return count;
}

/* Print which options are wanted of the kernel's command line. */
static void print_boot_options(FILE *out, const struct machine *machine,
			       const char *title, const struct boot_options *merged)
{
	char *how = *merged->wanted ? boot_options_how(merged, machine) : NULL;

	if (!how)
		return;
	printable_line(merged->wanted);
	printable_line(how);
	print_titled(out, fprintf(out, "\n%s", title) - 1, merged->wanted,
		     false);
	fputs("  -> ", out);
	wrap_print(out, how, strlen("  -> "), TEXT_WIDTH);
	free(how);
}

/* Merge what @count findings want of the kernel's command line. */
static bool merge_wanted(struct boot_options *merged,
			 const struct machine *machine,
			 const struct finding *const *findings, size_t count)
{
	const char **option = NULL;
	int options = 0;
	bool good;

	for (size_t i = 0; i < count; i++)
		for (int j = 0; j < findings[i]->options; j++) {
			const char **grown = array_grow(option, options,
							sizeof(*option));

			if (!grown)
				continue;
			option = grown;
			option[options++] = findings[i]->option[j];
		}
	good = boot_options_merge(merged, machine, option, options);
	free(option);
	return good;
}

/* The same for @count findings. */
static void print_wanted(FILE *out, const struct machine *machine,
			 const char *title,
			 const struct finding *const *findings, size_t count)
{
	struct boot_options merged;

	if (merge_wanted(&merged, machine, findings, count))
		print_boot_options(out, machine, title, &merged);
	boot_options_free(&merged);
}

bool findings_options(const struct findings *findings,
		      struct boot_options *merged)
{
	const struct finding **all = calloc(findings->count + 1, sizeof(*all));
	bool good;

	*merged = (struct boot_options) { .wanted = NULL };
	for (size_t i = 0; all && i < findings->count; i++)
		all[i] = &findings->finding[i];
	good = all && merge_wanted(merged, &findings->machine, all,
				   findings->count);
	free(all);
	return good;
}

void findings_print_options(FILE *out, const struct findings *findings)
{
	struct boot_options merged;

	if (findings_options(findings, &merged))
		print_boot_options(out, &findings->machine,
				   "Only a boot can try these options of the kernel:",
				   &merged);
	boot_options_free(&merged);
}

/*
 * Print the findings, and what they want of the kernel's command line. Returns
 * how many that are not good are left out.
 */
static int print_findings(FILE *out, const struct findings *findings, bool all)
{
	const struct finding **order = calloc(findings->count, sizeof(*order));
	int bad = findings->count - findings->with[CHECK_OK];
	size_t shown;

	if (!order)
		return 0;
	for (size_t i = 0; i < findings->count; i++)
		order[i] = &findings->finding[i];
	qsort(order, findings->count, sizeof(*order), compare_findings);
	shown = all ? (size_t)bad : count_shown(findings, order);
	if (all)
		findings_text_print_all(out, findings);
	for (size_t i = 0; i < shown && !all; i++)
		print_finding(out, order[i]);
	print_wanted(out, &findings->machine,
		     "To boot with, for what is above:", order, shown);
	free(order);
	return bad - shown;
}

static void
findings_text_print_counts(FILE *out, const struct findings *findings, bool all,
			   int others)
{
	int warnings = findings->with[CHECK_WARNING];
	int failures = findings->with[CHECK_FAILURE];
	int good = findings->with[CHECK_OK];
	bool first = !all && good == (int)findings->count;

	if (others)
		fprintf(out, "\n%d more, from which less is expected: --all shows them\n",
			others);
	fprintf(out, "%s%d ok, %d warning%s, %d failure%s, %d unknown%s\n",
		first || others ? "" : "\n", good, warnings, warnings == 1 ? "" : "s",
		failures, failures == 1 ? "" : "s",
		findings->with[CHECK_UNKNOWN],
		all || others || !good ? "" : "; --all shows what is ok, too");
}

/* Print whether it can be measured here, or the first thing to do for that. */
static void print_next(FILE *out, const struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->finding[i];
		const char *advice = finding_advice(finding);

		if (finding->status != CHECK_FAILURE || !advice)
			continue;
		print_titled(out,
			     fprintf(out, "To measure here, first mend %s:",
				     finding->check->name),
			     advice, finding->remedy_is_command);
		return;
	}
	fputs("Everything that 'timerlat top -a 30' needs is here.\n", out);
}

void findings_print(FILE *out, const struct findings *findings, bool all)
{
	int others = print_findings(out, findings, all);

	findings_text_print_counts(out, findings, all, others);
	print_next(out, findings);
}
