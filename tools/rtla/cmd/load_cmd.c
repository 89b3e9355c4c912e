// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla load": loads to measure under. They are those of the papers, made by
 * stress-ng and hackbench.
 *
 * "Demystifying the Real-Time Linux Scheduling Latency" (ECRTS 2020), section
 * 7, measures idle, CPU intensive (openssl), and I/O intensive (fio, stress-ng
 * and a build). "Timerlat", section 7, measures under hackbench, beside a
 * build. The scenario "cache" is added to these: it keeps the caches and the
 * memory busy, which CPUs share and no scheduler can keep apart.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "cmd/commands.h"
#include "host/scheduling.h"
#include "options/common_options.h"

#define WORDS_MAX	24
#define EACH_CPU	"%"	/* stands for the number of CPUs */
#define A_FOLDER	"/"	/* stands for the folder of temporary files */

struct load_config {
	struct cpus cpus;	/* empty: all that the process may run on */
	bool show;		/* only print the command */
	struct operands operands;
};

/* One scenario: a command line, in which EACH_CPU and A_FOLDER are replaced. */
static const struct scenario {
	const char *name;
	const char *package;	/* of Debian, which has the program */
	const char *words[WORDS_MAX];
} scenarios[] = {
	{ "idle", "coreutils", { "sleep", "infinity" } },
	{ "cpu", "stress-ng",
	  { "stress-ng", "--quiet", "--cpu", EACH_CPU } },
	{ "cache", "stress-ng",
	  { "stress-ng", "--quiet", "--cache", EACH_CPU, "--stream", EACH_CPU } },
	{ "io", "stress-ng",
	  { "stress-ng", "--quiet", "--temp-path", A_FOLDER, "--hdd", "1",
	    "--hdd-bytes", "64M", "--iomix", "1", "--iomix-bytes", "64M",
	    "--sock", "1", "--udp", "1", "--fork", EACH_CPU } },
	{ "sched", "rt-tests",
	  { "hackbench", "-g", EACH_CPU, "-l", "1000000000" } },
};

#define SCENARIOS	(sizeof(scenarios) / sizeof(scenarios[0]))

static const struct scenario *find_scenario(const char *name)
{
	for (size_t i = 0; i < SCENARIOS; i++)
		if (!strcmp(scenarios[i].name, name))
			return &scenarios[i];
	return NULL;
}

static void fill_words(const struct scenario *scenario, const char *count,
		       const char **words)
{
	const char *folder = getenv("TMPDIR") ?: "/tmp";

	for (int i = 0; i < WORDS_MAX; i++) {
		const char *word = scenario->words[i];

		if (word && !strcmp(word, EACH_CPU))
			word = count;
		else if (word && !strcmp(word, A_FOLDER))
			word = folder;
		words[i] = word;
	}
}

static enum result show(const char *const *words, const struct cpus *cpus)
{
	char list[1024];

	if (!cpus_empty(cpus))
		printf("taskset -c %s ", cpus_format(cpus, list, sizeof(list)));
	for (; *words; words++)
		printf("%s%s", *words, words[1] ? " " : "\n");
	return RESULT_OK;
}

static enum result load_run(const struct command *command,
			    const void *from)
{
	const struct load_config *config = from;
	const struct scenario *scenario =
		find_scenario(config->operands.word[0]);
	const struct cpus *wanted = &config->cpus;
	const char *words[WORDS_MAX + 1] = { NULL };
	struct cpus cpus = *wanted;
	char count[16], list[256];
	int error = 0;

	(void)command;
	if (cpus_empty(&cpus))
		error = scheduling_allowed(&cpus);
	else if (!config->show)
		error = scheduling_bind(&cpus);
	if (error)
		return fail(RESULT_CANNOT, "--cpus %s: %s: name CPUs that are online and allowed for this process",
			    cpus_format(&cpus, list, sizeof(list)),
			    strerror(error));
	snprintf(count, sizeof(count), "%d", cpus_count(&cpus));
	fill_words(scenario, count, words);
	if (config->show)
		return show(words, wanted);
	execvp(words[0], (char *const *)words);
	return fail(RESULT_CANNOT, "%s: %s: install it, on Debian with 'apt-get install %s'",
		    words[0], strerror(errno), scenario->package);
}

static const struct option_row load_rows[] = {
	{ .name = "cpus", .letter = 'c', .type = OPTION_CPUS,
	  .arg = "LIST", .help = "load these CPUs, like 0-3,5; default all that it may run on",
	  .field = offsetof(struct load_config, cpus) },
	{ .name = "show", .type = OPTION_FLAG,
	  .help = "only show the command that makes the load",
	  .field = offsetof(struct load_config, show) },
	{ .name = NULL }
};

static enum options_result settle(const struct option_set *set,
				  void *from)
{
	const struct load_config *config = from;

	if (!config->operands.count)
		return options_wrong(set, "no %s given: give idle, cpu, cache, io or sched",
				     set->operand);
	if (!find_scenario(config->operands.word[0]))
		return options_wrong(set, "%s: no such scenario: give idle, cpu, cache, io or sched",
				     config->operands.word[0]);
	return OPTIONS_OK;
}

static const struct option_group load_group = { "Load", load_rows };

static const struct option_group *const groups[] = {
	&load_group, &general_group, NULL
};

const struct command load_command = {
	.tool = "load",
	.summary = "Run a load to measure under, until it is ended: idle, cpu, cache, io or sched.",
	.groups = groups,
	.defaults = &(const struct load_config) { .show = false },
	.size = sizeof(struct load_config),
	.operands_field = offsetof(struct load_config, operands),
	.settle = settle,
	.run = load_run,
	.operand = "SCENARIO",
	.operands_max = 1,
};
