// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla load": loads to measure under. See load/scenarios.c for what they are.
 */
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "cmd/commands.h"
#include "host/scheduling.h"
#include "load/load_commands.h"
#include "load/needs.h"
#include "load/running_load.h"
#include "load/scenarios.h"
#include "load/verify.h"
#include "options/common_options.h"
#include "options/operands.h"

/* How long the programs of a load may take to begin, by default. */
#define PATIENCE_S	120

/* In place of a time that was not given. */
#define NOT_GIVEN	(-1)

struct load_config {
	struct cpus cpus;	/* empty: all that the process may run on */
	bool show;		/* only print the command */
	int64_t verify_ns;	/* run this long, and print what it does; 0: no */
	int64_t patience_ns;	/* before that, wait for what it does */
	char peer[PEER_LEN];	/* another machine; empty: none */
	struct operands operands;
	struct load_plan plan;	/* of the scenarios in @operands */
};

/* Complete @cpus, and go there unless the load is only shown. */
static enum result choose_cpus(const struct load_config *config,
			       struct cpus *cpus)
{
	char list[256];
	int error = 0;

	*cpus = config->cpus;
	if (cpus_empty(cpus))
		error = scheduling_allowed(cpus);
	else if (!config->show)
		error = scheduling_bind(cpus);
	if (!error)
		return RESULT_OK;
	return fail(RESULT_CANNOT, "--cpus %s: %s: name CPUs that are online and allowed for this process",
		    cpus_format(cpus, list, sizeof(list)), strerror(error));
}

static enum result run_until_signal(const struct load_plan *plan,
				    const struct load_values *values)
{
	struct running_load load;
	enum result result = running_load_begin(&load, plan, values);
	bool signalled;

	if (!result)
		result = running_load_wait(&load, 0, &signalled);
	running_load_end(&load);
	return result;
}

static enum result load_run(const struct command *command,
			    const void *from)
{
	const struct load_config *config = from;
	const struct load_plan *plan = &config->plan;
	struct load_values values;
	struct cpus cpus;
	enum result result;

	(void)command;
	result = config->show ? RESULT_OK : needs_check(plan);
	if (!result)
		result = choose_cpus(config, &cpus);
	if (result)
		return result;
	load_values_find(&values, &cpus);
	values.peer = config->peer;
	if (config->show) {
		load_commands_print(plan, &values, &config->cpus);
		return RESULT_OK;
	}
	if (config->verify_ns)
		return load_verify(config->operands.word[0], plan, &values,
				   &(const struct verify_times) {
					.run_ns = config->verify_ns,
					.patience_ns = config->patience_ns });
	return run_until_signal(plan, &values);
}

/* The name goes to a shell. */
static const char *set_peer(void *to, const char *text)
{
	struct load_config *config = to;
	size_t length = strspn(text, "0123456789.:-_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

	if (!*text || *text == '-' || text[length] || length >= PEER_LEN)
		return "no name and no address of a machine: give one like 192.0.2.1";
	strcpy(config->peer, text);
	return NULL;
}

static const struct option_row load_rows[] = {
	{ .name = "cpus", .letter = 'c', .type = OPTION_CPUS,
	  .arg = "LIST", .help = "load these CPUs, like 0-3,5; default all that it may run on",
	  .field = offsetof(struct load_config, cpus) },
	{ .name = "peer", .type = OPTION_PARSED, .arg = "HOST",
	  .help = "net: exchange packets with this machine, which answers echo requests, over the network device that leads there, like 192.0.2.1",
	  .parse = set_peer },
	{ .name = "show", .type = OPTION_FLAG,
	  .help = "only show the command that makes the load",
	  .field = offsetof(struct load_config, show) },
	{ .name = "verify", .type = OPTION_NUMBER, .arg = "TIME",
	  .help = "run the load for TIME, in seconds, and print what it does per second beside the idle machine; exit status 1 if that is not what it is for",
	  .unit = "s", .min = 1, .max = DURATION_MAX_S, .scale = NS_PER_SEC,
	  .field = offsetof(struct load_config, verify_ns) },
	{ .name = "patience", .type = OPTION_NUMBER, .arg = "TIME",
	  .help = "--verify: wait up to TIME, in seconds, until each program does what it is for, and measure then; 0: do not wait; default 120",
	  .unit = "s", .min = 0, .max = DURATION_MAX_S, .scale = NS_PER_SEC,
	  .field = offsetof(struct load_config, patience_ns) },
	{ .name = NULL }
};

static enum options_result load_settle(const struct option_set *set,
				       void *from)
{
	struct load_config *config = from;
	char unknown[32] = "";

	if (!config->operands.count)
		return options_wrong(set, "no %s given: give " SCENARIO_NAMES ", or several, like sched,net",
				     set->operand);
	if (!load_plan_add_list(&config->plan, config->operands.word[0], unknown,
				sizeof(unknown)))
		return options_wrong(set, "%s: no such scenario: give " SCENARIO_NAMES,
				     unknown);
	if (*config->peer && !load_plan_use_peer(&config->plan))
		return options_wrong(set, "--peer: nothing of %s talks to another machine: add net, or leave it out",
				     config->operands.word[0]);
	if (config->patience_ns == NOT_GIVEN)
		config->patience_ns = PATIENCE_S * NS_PER_SEC;
	else if (!config->verify_ns)
		return options_wrong(set, "--patience: the load is not to be measured, so nothing waits for it: add --verify, or leave it out");
	return OPTIONS_OK;
}

static const struct option_group load_group = { "Load", load_rows };

static const struct option_group *const groups[] = {
	&load_group, &general_group, NULL
};

COMMAND_DEFAULTS(load_command_defaults, struct load_config,
		 .patience_ns = NOT_GIVEN)

const struct command load_command = {
	.tool = "load",
	.summary = "Run a load to measure under, until it is ended: idle, cpu, io, sched and others.",
	.groups = groups,
	.set_defaults = load_command_defaults,
	.size = sizeof(struct load_config),
	.operands_field = offsetof(struct load_config, operands),
	.settle = load_settle,
	.run = load_run,
	.operand = "SCENARIO",
	.operand_word = load_scenario_name,
	.operands_max = 1,
};
