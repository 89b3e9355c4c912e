// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks, found by the events of the scheduler and of the workqueues.
 *
 * These events have a trace instance of their own: in another instance, they
 * would soon overwrite the events that explain a hit.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>

#include "base/cpus.h"
#include "host/task_info.h"
#include "trace/event_names.h"
#include "trace/instance.h"
#include "trace/running_tasks.h"
#include "trace/symbols.h"

#define SCHED		"sched"
#define SWITCH		"sched_switch"
#define WORKQUEUE	"workqueue"
#define WORK_START	"workqueue_execute_start"
#define WORK_END	"workqueue_execute_end"

/* The task that ran last on one CPU. */
struct task {
	bool known;		/* @comm and @pid are valid */
	char comm[EVENT_COMM_LEN];
	int pid;
	int worker;		/* thread that executes @work; 0: none */
	uint64_t work;		/* address of the struct work_struct */
	uint64_t function;	/* address of its function */
};

struct tasks {
	int count;
	struct task task[];
};

/*
 * Return whether the kernel has workqueue events. Without them, only the names
 * of works are left out.
 */
static bool has_works(void)
{
	return instances_have(WORKQUEUE, WORK_START) &&
	       instances_have(WORKQUEUE, WORK_END);
}

enum result tasks_collect(struct instance *instance)
{
	enum result result = instance_events(instance, SCHED, SWITCH);

	if (result || !has_works())
		return result;
	result = instance_events(instance, WORKQUEUE, WORK_START);
	if (!result)
		result = instance_events(instance, WORKQUEUE, WORK_END);
	return result;
}

static uint64_t number(struct tep_event *event, struct tep_record *record,
		       const char *field)
{
	unsigned long long value = 0;

	tep_get_any_field_val(NULL, event, field, record, &value, 0);
	return value;
}

static void take_switch(struct task *task, struct tep_event *event,
			struct tep_record *record)
{
	int length = 0;
	const char *comm = tep_get_field_raw(NULL, event, "next_comm", record,
					     &length, 0);

	if (!comm)
		return;
	snprintf(task->comm, sizeof(task->comm), "%.*s", length, comm);
	task->pid = number(event, record, "next_pid");
	task->known = true;
}

static int running_tasks_take(struct tep_event *event,
			      struct tep_record *record, int cpu, void *context)
{
	struct tasks *tasks = context;
	struct task *task = &tasks->task[cpu];

	if (cpu >= tasks->count)
		return 0;
	if (!strcmp(event->name, SWITCH)) {
		take_switch(task, event, record);
	} else if (!strcmp(event->name, WORK_START)) {
		task->worker = number(event, record, "common_pid");
		task->work = number(event, record, "work");
		task->function = number(event, record, "function");
	} else if (!strcmp(event->name, WORK_END)) {
		task->worker = 0;
	}
	return 0;
}

static struct tasks *running_tasks_find(struct instance *instance,
					const char *system, int count)
{
	struct tasks *tasks = calloc(1, sizeof(*tasks) +
					count * sizeof(tasks->task[0]));
	struct tep_handle *formats;

	if (!tasks || instances_formats(&formats, system)) {
		free(tasks);
		return NULL;
	}
	tasks->count = count;
	instances_add_format(formats, SCHED, SWITCH);
	if (has_works()) {
		instances_add_format(formats, WORKQUEUE, WORK_START);
		instances_add_format(formats, WORKQUEUE, WORK_END);
	}
	instance_records(instance, formats, running_tasks_take, tasks);
	tep_free(formats);
	return tasks;
}

static void print_address(FILE *out, uint64_t address,
			  const struct symbols *symbols)
{
	char name[SYMBOL_LEN];

	if (symbols_find(symbols, address, name, sizeof(name)))
		fprintf(out, ":%s", name);
	else
		fprintf(out, ":0x%" PRIx64, address);
}

static void running_tasks_print_task(FILE *out, int cpu,
				     const struct task *task,
				     const struct symbols *symbols)
{
	struct task_info facts;

	if (!task->known) {
		fprintf(out, "    [%.3d] (no switch in the trace)\n", cpu);
		return;
	}
	fprintf(out, "    [%.3d] %s:%d", cpu, task->comm, task->pid);
	if (task->worker && task->worker == task->pid) {
		fputs(" kworker", out);
		print_address(out, task->work, symbols);
		print_address(out, task->function, symbols);
	}
	if (task->pid && task_info_read(task->pid, &facts)) {
		fputs(", ", out);
		task_info_print(out, &facts);
	}
	fputc('\n', out);
}

void tasks_print(FILE *out, struct instance *instance, const char *system,
		 const struct symbols *symbols)
{
	struct tasks *tasks;
	struct cpus online;
	int cpu;

	cpus_online(&online);
	tasks = running_tasks_find(instance, system, cpus_last(&online) + 1);
	if (!tasks)
		return;
	fputs("\nPrinting CPU tasks:\n", out);
	cpus_for_each(cpu, &online)
		running_tasks_print_task(out, cpu, &tasks->task[cpu], symbols);
	free(tasks);
}
