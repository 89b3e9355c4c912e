// SPDX-License-Identifier: GPL-2.0
/*
 * The table of all checks, and their findings as JSON: see checks.h.
 */
#include "doctor/check.h"
#include "doctor/checks.h"

#define REMEDY	"mount /proc and /sys here; if they are, this kernel does not provide it"

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
	[CHECK_UNKNOWN] = "unknown",
	[CHECK_OK] = "ok",
	[CHECK_WARNING] = "warning",
	[CHECK_FAILURE] = "failure",
};

static const char *remedy_of(const struct finding *finding,
			     const struct check *check)
{
	if (finding->status == CHECK_OK)
		return NULL;
	if (*finding->remedy)
		return finding->remedy;
	return check->remedy ?: REMEDY;
}

static json_t *look(const struct machine *machine, const char *group,
		    const struct check *check)
{
	struct finding finding = { .status = CHECK_UNKNOWN };

	check->look(machine, &finding);
	return json_pack("{s:s, s:s, s:s, s:s, s:s?}", "group", group,
			 "name", check->name,
			 "status", statuses[finding.status],
			 "value", finding.value,
			 "remedy", remedy_of(&finding, check));
}

json_t *checks_json(const struct cpus *cpus, const char *root)
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

void checks_list(FILE *out)
{
	for (size_t i = 0; i < GROUPS; i++) {
		const struct check *check;

		fprintf(out, "%s%s\n", i ? "\n" : "", groups[i].name);
		for (check = groups[i].checks; check->name; check++)
			fprintf(out, "  %-22s %s\n", check->name, check->what);
	}
}
