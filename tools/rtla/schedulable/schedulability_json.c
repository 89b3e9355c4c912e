// SPDX-License-Identifier: GPL-2.0
/*
 * Verdicts about task sets as JSON: see
 * Documentation/schedulability.schema.json.
 */
#include <rtla_version.h>

#include "base/json_write.h"
#include "schedulable/schedulability.h"

static json_t *cost_json(const struct kernel_costs *costs,
			 const struct kernel_cost *cost)
{
	static const char *const roles[] = {
		[COST_JITTER] = "jitter", [COST_RELEASE] = "release",
		[COST_SWITCH] = "switch", [COST_TICK] = "tick",
		[COST_INTERRUPT] = "interrupt", [COST_BLOCKING] = "blocking",
	};

	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:b}",
			 "role", roles[cost->role],
			 "name", json_text(cost->name),
			 "ns", json_number_if(!cost->unknown, cost->ns),
			 "every_ns", json_number_if(cost->every_ns,
						    cost->every_ns),
			 "result", json_words(cost->path),
			 "cpu", cost->cpu == COST_ALL_CPUS ?
				json_null() : json_integer(cost->cpu),
			 "observed", cost->observed,
			 "counts", !cost->unknown &&
				   kernel_costs_counts(costs, cost));
}

static json_t *task_json(const struct loading_task *of)
{
	static const char *const verdicts[] = {
		[TASK_MEETS] = "meets", [TASK_MISSES] = "misses",
		[TASK_UNDECIDED] = "not decided",
	};
	const struct task *task = of->task;

	return json_pack("{s:o, s:s, s:o, s:I, s:I, s:I, s:I, s:I, s:s, s:o, s:o}",
			 "name", json_words(task->name),
			 "policy", task_policy_name(task->policy),
			 "priority", json_number_if(task->priority,
						    task->priority),
			 "wcet_ns", (json_int_t)task->wcet_ns,
			 "period_ns", (json_int_t)task->period_ns,
			 "deadline_ns", (json_int_t)task->deadline_ns,
			 "jitter_ns", (json_int_t)task->jitter_ns,
			 "blocking_ns", (json_int_t)task->blocking_ns,
			 "verdict", verdicts[of->verdict],
			 "response_ns", json_number_if(of->response_ns != UINT64_MAX,
						       of->response_ns),
			 "slack_ns", of->has_slack ?
				json_integer(of->slack_ns) : json_null());
}

static json_t *cpu_load_json(const struct cpu_load *load)
{
	struct utilization plain = load_utilization(load, false);
	struct utilization all = load_utilization(load, true);
	json_t *costs = json_array(), *tasks = json_array();

	for (int i = 0; i < load->costs.count; i++)
		json_append(&costs, cost_json(&load->costs,
					      &load->costs.cost[i]));
	for (int i = 0; i < load->tasks; i++)
		json_append(&tasks, task_json(&load->task[i]));
	return json_pack("{s:i, s:o, s:o, s:o, s:o}",
			 "cpu", load->cpu,
			 "utilization_ppm", json_number(utilization_ppm(&plain)),
			 "loaded_ppm", json_number(utilization_ppm(&all)),
			 "costs", costs, "tasks", tasks);
}

static json_t *schedulability_set_json(const struct schedulability *of)
{
	json_t *cpus = json_array();

	for (int i = 0; i < of->loads; i++)
		json_append(&cpus, cpu_load_json(&of->load[i]));
	return json_pack("{s:o, s:s, s:o}",
			 "name", json_text_or_null(of->set->name),
			 "verdict", schedulability_name(of->verdict),
			 "cpus", cpus);
}

char *schedulability_json(const struct schedulability *of, int count)
{
	enum verdict_of_task worst = TASK_MEETS;
	json_t *sets = json_array(), *document;
	char *text;

	for (int i = 0; i < count; i++) {
		worst = schedulability_worst(worst, of[i].verdict);
		json_append(&sets, schedulability_set_json(&of[i]));
	}
	document = json_pack("{s:s, s:i, s:s, s:s, s:i, s:o}",
			     "format", SCHEDULABILITY_FORMAT,
			     "schema_version", SCHEDULABILITY_VERSION,
			     "generator", "rtla " RTLA_VERSION,
			     "verdict", schedulability_name(worst),
			     "exit_code", schedulability_exit(worst),
			     "sets", sets);
	text = document ? json_dumps(document, JSON_INDENT(1)) : NULL;
	json_decref(document);
	return text;
}
