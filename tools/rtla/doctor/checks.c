// SPDX-License-Identifier: GPL-2.0
/*
 * The table of all checks, and their findings as JSON: see checks.h.
 */
#include "doctor/check.h"
#include "doctor/checks.h"

#define REMEDY	"mount /proc and /sys here, unless this kernel does not tell it"

static const struct {
	const char *name;
	const struct check *checks;
} groups[] = {
	{ "kernel", kernel_checks },
	{ "isolation", isolation_checks },
	{ "power", power_checks },
	{ "firmware", firmware_checks },
	{ "load", load_checks },
	{ "tracing", tracing_checks },
	{ "module", module_checks },
};

#define GROUPS	(sizeof(groups) / sizeof(groups[0]))

/* The names of Documentation/results.schema.json. */
static const char *const statuses[] = {
	[FACT_UNKNOWN] = "unknown",
	[FACT_OK] = "ok",
	[FACT_WARNING] = "warning",
	[FACT_FAILURE] = "failure",
};

static const char *remedy_of(const struct fact *fact, const struct check *check)
{
	if (fact->status == FACT_OK)
		return NULL;
	if (*fact->remedy)
		return fact->remedy;
	return check->remedy ?: REMEDY;
}

static json_t *look(const struct machine *machine, const char *group,
		    const struct check *check)
{
	struct fact fact = { .status = FACT_UNKNOWN };

	check->look(machine, &fact);
	return json_pack("{s:s, s:s, s:s, s:s, s:s?}", "group", group,
			 "name", check->name, "status", statuses[fact.status],
			 "value", fact.value,
			 "remedy", remedy_of(&fact, check));
}

json_t *facts_json(const struct cpus *cpus, const char *root)
{
	json_t *checks = json_array();
	struct machine machine;
	int error = 0;

	machine_init(&machine, root, cpus);
	for (size_t i = 0; i < GROUPS; i++) {
		const struct check *check;

		for (check = groups[i].checks; check->name && !error; check++)
			error = json_array_append_new(checks,
						      look(&machine,
							   groups[i].name,
							   check));
	}
	if (!error)
		return json_pack("{s:o}", "checks", checks);
	json_decref(checks);
	return NULL;
}

void facts_list(FILE *out)
{
	for (size_t i = 0; i < GROUPS; i++) {
		const struct check *check;

		fprintf(out, "%s%s\n", i ? "\n" : "", groups[i].name);
		for (check = groups[i].checks; check->name; check++)
			fprintf(out, "  %-22s %s\n", check->name, check->what);
	}
}
