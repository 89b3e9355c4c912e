// SPDX-License-Identifier: GPL-2.0
/*
 * The CPUs that are measured: see measured_cpus.h.
 */
#include "host/auto_cpus.h"
#include "host/machine.h"
#include "options/config.h"
#include "run/measured_cpus.h"

/* Note that "--cpus auto" means @cpus, as auto_cpus_choose() says why. */
static void measured_cpus_note(const struct cpus *cpus, const char *why)
{
	char text[256];

	note("--cpus auto: CPU%s %s: %s", cpus_count(cpus) > 1 ? "s" : "",
	     cpus_format(cpus, text, sizeof(text)), why);
}

enum result measured_cpus_auto(const struct config *config, struct cpus *cpus)
{
	const struct machine machine = { .root = "" };
	char why[AUTO_CPUS_WHY_LEN], text[256];
	struct cpus online;

	if (!config->cpus_auto)
		return RESULT_OK;
	cpus_online(&online);
	*cpus = auto_cpus_choose(&machine, &online, &config->house_keeping,
				 why);
	if (cpus_empty(cpus))
		return fail(RESULT_CANNOT, "--cpus auto: no CPU is left beside --house-keeping %s: name the CPUs",
			    cpus_format(&config->house_keeping, text, sizeof(text)));
	if (!config->quiet)
		measured_cpus_note(cpus, why);
	return RESULT_OK;
}

struct cpus measured_cpus_below(const char *root)
{
	const struct machine machine = { .root = root };
	const struct cpus none = { { 0 } };
	char why[AUTO_CPUS_WHY_LEN];
	struct cpus online, cpus;

	machine_cpus(&machine, &online, CPUS_ROOT "/online");
	cpus = auto_cpus_choose(&machine, &online, &none, why);
	if (!cpus_empty(&cpus))
		measured_cpus_note(&cpus, why);
	return cpus;
}
