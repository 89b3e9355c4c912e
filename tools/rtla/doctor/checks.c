// SPDX-License-Identifier: GPL-2.0
/*
 * The table of all checks, and their findings as JSON: see checks.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "base/wrap.h"
#include "doctor/check.h"
#include "doctor/checks.h"
#include "host/machine.h"
#include "host/threads.h"

#define REMEDY	"mount /proc and /sys here; if they are, this kernel does not provide it"

static const struct {
	const char *name;
	const struct check *checks;
} groups[] = {
	{ "kernel", kernel_checks },
	{ "isolation", isolation_checks },
	{ "interrupts", interrupt_checks },
	{ "power", power_checks },
	{ "firmware", firmware_checks },
	{ "load", load_checks },
	{ "tracing", tracing_checks },
	{ "module", module_checks },
};

#define GROUPS	(sizeof(groups) / sizeof(groups[0]))

static size_t count_checks(void)
{
	size_t count = 0;

	for (size_t i = 0; i < GROUPS; i++)
		for (const struct check *check = groups[i].checks; check->name;
		     check++)
			count++;
	return count;
}

bool checks_make(struct findings *findings, const struct cpus *cpus,
		 const char *root)
{
	struct machine *machine = &findings->machine;
	struct thread_list threads = { .count = 0 };

	*findings = (struct findings) { .count = 0 };
	findings->finding = calloc(count_checks(), sizeof(*findings->finding));
	if (!findings->finding)
		return false;
	machine_init(machine, root, cpus);
	machine->threads = &threads;
	for (size_t i = 0; i < GROUPS; i++) {
		const struct check *check;

		for (check = groups[i].checks; check->name; check++) {
			struct finding *finding =
				&findings->finding[findings->count++];

			finding->group = groups[i].name;
			finding->check = check;
			finding->status = CHECK_UNKNOWN;
			check->look(machine, finding);
			findings->with[finding->status]++;
		}
	}
	threads_free(&threads);
	machine->threads = NULL;
	return true;
}

static const struct check *checks_find(const char *name)
{
	for (size_t i = 0; i < GROUPS; i++)
		for (const struct check *check = groups[i].checks; check->name;
		     check++)
			if (!strcmp(check->name, name))
				return check;
	return NULL;
}

bool checks_warn(const char *name, const struct cpus *cpus, const char *root)
{
	const struct check *check = checks_find(name);
	struct finding finding = { .check = check, .status = CHECK_UNKNOWN };
	struct thread_list threads = { .count = 0 };
	struct machine machine;

	if (!check)
		return false;
	machine_init(&machine, root, cpus);
	machine.threads = &threads;
	check->look(&machine, &finding);
	threads_free(&threads);
	finding_free(&finding);
	return finding.status == CHECK_WARNING ||
	       finding.status == CHECK_FAILURE;
}

void findings_free(struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		finding_free(&findings->finding[i]);
	free(findings->finding);
	*findings = (struct findings) { .count = 0 };
}

/* The names of Documentation/results.schema.json. */
const char *finding_status(enum check_status status)
{
	static const char *const names[CHECK_STATUSES] = {
		[CHECK_UNKNOWN] = "unknown",
		[CHECK_OK] = "ok",
		[CHECK_WARNING] = "warning",
		[CHECK_FAILURE] = "failure",
	};

	return names[status];
}

const char *finding_advice(const struct finding *finding)
{
	if (finding->status == CHECK_OK)
		return NULL;
	if (*finding->remedy)
		return finding->remedy;
	return finding->check->remedy ?: REMEDY;
}

json_t *findings_json(const struct findings *findings)
{
	json_t *checks = json_array();

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->finding[i];

		json_append(&checks,
			    json_pack("{s:s, s:s, s:i, s:s, s:s, s:s?}",
				      "group", finding->group,
				      "name", finding->check->name,
				      "rank", finding->check->rank,
				      "status", finding_status(finding->status),
				      "value", finding->value,
				      "remedy", finding_advice(finding)));
	}
	return json_pack("{s:o}", "checks", checks);
}

void checks_list(FILE *out)
{
	for (size_t i = 0; i < GROUPS; i++) {
		const struct check *check;

		fprintf(out, "%s%s\n", i ? "\n" : "", groups[i].name);
		for (check = groups[i].checks; check->name; check++)
			wrap_print(out, check->what,
				   fprintf(out, "  %-22s ", check->name),
				   TEXT_WIDTH);
	}
}
