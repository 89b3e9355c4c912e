// SPDX-License-Identifier: GPL-2.0
/*
 * The findings of all checks as text: see checks.h.
 */
#include <stdio.h>
#include <string.h>

#include "base/wrap.h"
#include "doctor/check.h"
#include "doctor/checks.h"

#define WIDTH		100
#define STATUS_COLUMN	2
#define NAME_COLUMN	11
#define VALUE_COLUMN	34

static void print_finding(FILE *out, const struct finding *finding)
{
	const char *advice = finding_advice(finding);

	fprintf(out, "%*s%-*s%-*s", STATUS_COLUMN, "",
		NAME_COLUMN - STATUS_COLUMN, finding_status(finding->status),
		VALUE_COLUMN - NAME_COLUMN, finding->check->name);
	wrap_print(out, finding->value, VALUE_COLUMN, WIDTH);
	if (!advice)
		return;
	fprintf(out, "%*s-> ", NAME_COLUMN, "");
	wrap_print(out, advice, NAME_COLUMN + strlen("-> "), WIDTH);
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

static void print_worst(FILE *out, const struct findings *findings)
{
	static const enum check_status order[] = {
		CHECK_FAILURE, CHECK_WARNING, CHECK_UNKNOWN
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		for (size_t j = 0; j < findings->count; j++)
			if (findings->finding[j].status == order[i])
				print_finding(out, &findings->finding[j]);
}

static void
findings_text_print_counts(FILE *out, const struct findings *findings, bool all)
{
	int warnings = findings->with[CHECK_WARNING];
	int failures = findings->with[CHECK_FAILURE];
	int good = findings->with[CHECK_OK];
	bool first = !all && good == (int)findings->count;

	fprintf(out, "%s%d ok, %d warning%s, %d failure%s, %d unknown%s\n",
		first ? "" : "\n", good, warnings, warnings == 1 ? "" : "s",
		failures, failures == 1 ? "" : "s",
		findings->with[CHECK_UNKNOWN],
		all || !good ? "" : "; --all shows what is ok, too");
}

/* Print whether it can be measured here, or the first thing to do for that. */
static void print_next(FILE *out, const struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->finding[i];
		const char *advice = finding_advice(finding);

		if (finding->status != CHECK_FAILURE || !advice)
			continue;
		wrap_print(out, advice,
			   fprintf(out, "To measure here, first mend %s: ",
				   finding->check->name), WIDTH);
		return;
	}
	fputs("Everything that 'timerlat top -a 30' needs is here.\n", out);
}

void findings_print(FILE *out, const struct findings *findings, bool all)
{
	if (all)
		findings_text_print_all(out, findings);
	else
		print_worst(out, findings);
	findings_text_print_counts(out, findings, all);
	print_next(out, findings);
}
