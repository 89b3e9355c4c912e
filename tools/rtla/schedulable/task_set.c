// SPDX-License-Identifier: GPL-2.0
/*
 * Reading task sets: see task_set.h. A field that is not known is refused, as
 * it may be a slip in the name of one that would change the verdict.
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/json_read.h"
#include "base/times.h"
#include "schedulable/task_set.h"

#define NS_IN_US	1000
#define PRIORITY_MAX	99
#define REMEDY		"give a task set in JSON, as rtla-schedulable(1) describes it"

/* The place that is being read; @wrong: an error was found, and printed. */
struct reader {
	const char *path;
	int set;		/* -1: the file is no array of them */
	int task;		/* -1: none */
	const char *name;	/* of the task; NULL: not known yet */
	bool wrong;
};

static void __attribute__((format(printf, 3, 4)))
task_wrong(struct reader *reader, const char *field, const char *format, ...)
{
	char set[32] = "", task[128] = "", why[256];
	va_list args;

	if (reader->wrong)
		return;
	reader->wrong = true;
	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	if (reader->set >= 0)
		snprintf(set, sizeof(set), "set %d: ", reader->set + 1);
	if (reader->name)
		snprintf(task, sizeof(task), "task '%.90s': ", reader->name);
	else if (reader->task >= 0)
		snprintf(task, sizeof(task), "task %d: ", reader->task + 1);
	fail(RESULT_ERROR, "%s: %s%s%s: %s", reader->path, set, task, field, why);
}

/* ---- One task ------------------------------------------------------------ */

static const char *const policies[] = {
	[TASK_FIFO] = "fifo", [TASK_RR] = "rr", [TASK_DEADLINE] = "deadline",
};

const char *task_policy_name(enum task_policy policy)
{
	return policies[policy];
}

/* Return a time that is given in us; @otherwise if it is left out. */
static uint64_t read_us(struct reader *reader, const json_t *json,
			const char *field, uint64_t least_ns,
			uint64_t otherwise)
{
	const json_t *value = json_object_get(json, field);
	double ns = NS_IN_US * json_number_value(value);

	if (!value && otherwise != UINT64_MAX)
		return otherwise;
	if (!value)
		task_wrong(reader, field, "missing: give a time in us");
	else if (!json_is_number(value))
		task_wrong(reader, field, "not a number: give a time in us");
	else if (!(ns <= TASK_TIME_MAX_NS) || llround(ns) < (long long)least_ns)
		task_wrong(reader, field,
			   "%g: give a time in us, %s, and up to 1e12",
			   json_number_value(value),
			   least_ns ? "at least 0.001" : "not negative");
	return reader->wrong ? 0 : llround(ns);
}

/* Return a whole number between @min and @max. */
static int read_whole(struct reader *reader, const json_t *json,
		      const char *field, int min, int max)
{
	const json_t *value = json_object_get(json, field);

	if (!json_is_integer(value) || json_integer_value(value) < min ||
	    json_integer_value(value) > max)
		task_wrong(reader, field, "%s: give a whole number, %d to %d",
			   !value ? "missing" : "not one that can be", min, max);
	return reader->wrong ? 0 : json_integer_value(value);
}

static void check_fields(struct reader *reader, const json_t *json,
			 const char *const *fields)
{
	const char *key;
	json_t *value;

	/* The iterator of libjansson takes no constant object. */
	json_object_foreach((json_t *)json, key, value) {
		const char *const *field = fields;

		while (*field && strcmp(*field, key))
			field++;
		if (!*field)
			task_wrong(reader, key, "no such field: give those that rtla-schedulable(1) names");
	}
}

static enum task_policy read_policy(struct reader *reader, const json_t *json)
{
	const json_t *value = json_object_get(json, "policy");

	for (int i = 0; value && i < TASK_POLICIES; i++)
		if (json_is_string(value) &&
		    !strcmp(json_string_value(value), policies[i]))
			return i;
	if (value)
		task_wrong(reader, "policy", "not known: give \"fifo\", \"rr\" or \"deadline\"");
	return TASK_FIFO;
}

/*
 * SCHED_DEADLINE takes no deadline beyond the period, and so a verdict about
 * one would be of no use.
 */
static void read_class(struct reader *reader, const json_t *json,
		       struct task *task)
{
	task->policy = read_policy(reader, json);
	if (task->policy != TASK_DEADLINE)
		task->priority = read_whole(reader, json, "priority", 1,
					    PRIORITY_MAX);
	else if (json_object_get(json, "priority"))
		task_wrong(reader, "priority", "policy \"deadline\" has none: leave it out");
	else if (task->deadline_ns > task->period_ns)
		task_wrong(reader, "deadline_us", "longer than period_us, which SCHED_DEADLINE refuses: give up to the period");
}

static void read_task(struct reader *reader, const json_t *json,
		      struct task *task)
{
	static const char *const fields[] = {
		"name", "cpu", "policy", "priority", "wcet_us", "period_us",
		"deadline_us", "jitter_us", "blocking_us", NULL
	};

	reader->name = json_read_text(json, "name", NULL);
	if (!json_is_object(json))
		task_wrong(reader, "task", "not an object: " REMEDY);
	else if (!reader->name || !*reader->name)
		task_wrong(reader, "name", "missing: give a text");
	check_fields(reader, json, fields);
	task->name = reader->name;
	task->cpu = read_whole(reader, json, "cpu", 0, CPUS_MAX - 1);
	task->wcet_ns = read_us(reader, json, "wcet_us", 1, UINT64_MAX);
	task->period_ns = read_us(reader, json, "period_us", 1, UINT64_MAX);
	task->deadline_ns = read_us(reader, json, "deadline_us", 1,
				    task->period_ns);
	task->jitter_ns = read_us(reader, json, "jitter_us", 0, 0);
	task->blocking_ns = read_us(reader, json, "blocking_us", 0, 0);
	read_class(reader, json, task);
	reader->name = NULL;
}

/* ---- Task sets ----------------------------------------------------------- */

static void check_unique(struct reader *reader, const struct task_set *set,
			 int new)
{
	for (int i = 0; !reader->wrong && i < new; i++) {
		reader->name = set->task[new].name;
		if (!strcmp(set->task[i].name, set->task[new].name))
			task_wrong(reader, "name", "task %d has it, too: give each another one",
				   i + 1);
	}
	reader->name = NULL;
}

static void read_set(struct reader *reader, const json_t *json,
		     struct task_set *set)
{
	static const char *const fields[] = { "name", "tasks", NULL };
	const json_t *tasks = json_object_get(json, "tasks");
	const json_t *task;
	size_t i;

	reader->task = -1;
	if (!json_is_object(json) || !json_array_size(tasks)) {
		task_wrong(reader, "tasks", "no array with a task in it: " REMEDY);
		return;
	}
	check_fields(reader, json, fields);
	set->name = json_read_text(json, "name", NULL);
	set->task = calloc(json_array_size(tasks), sizeof(*set->task));
	if (!set->task)
		task_wrong(reader, "tasks", "out of memory");
	json_array_foreach(tasks, i, task) {
		if (reader->wrong)
			break;
		reader->task = i;
		read_task(reader, task, &set->task[i]);
		check_unique(reader, set, i);
		set->count = i + 1;
	}
}

enum result task_sets_read(struct task_sets *sets, const char *path)
{
	struct reader reader = { .path = path, .set = -1, .task = -1 };
	const json_t *document, *json;
	size_t i;

	*sets = (struct task_sets) {
		.document = json_read_file(path, REMEDY),
	};
	document = sets->document;
	if (!document)
		return RESULT_ERROR;
	sets->count = json_is_array(document) ? json_array_size(document) : 1;
	sets->set = calloc(sets->count + 1, sizeof(*sets->set));
	if (!sets->set)
		return fail(RESULT_ERROR, "out of memory");
	if (!json_is_array(document))
		read_set(&reader, document, sets->set);
	else if (!sets->count)
		task_wrong(&reader, "file", "no task set: " REMEDY);
	json_array_foreach(document, i, json) {
		reader.set = i;
		if (!reader.wrong)
			read_set(&reader, json, &sets->set[i]);
	}
	return reader.wrong ? RESULT_ERROR : RESULT_OK;
}

void task_sets_free(struct task_sets *sets)
{
	for (int i = 0; sets->set && i < sets->count; i++)
		free(sets->set[i].task);
	free(sets->set);
	json_decref(sets->document);
	*sets = (struct task_sets) { .count = 0 };
}
