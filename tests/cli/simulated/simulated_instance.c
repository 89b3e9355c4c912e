// SPDX-License-Identifier: GPL-2.0
/*
 * Simulated trace instances, which are pipes.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event-parse.h>

#include "simulated.h"
#include "trace/events.h"

#define INSTANCES_SIMULATED	8

struct instance {
	char name[16];
	struct cpus cpus;
	bool on;
	uint64_t on_since;
	bool freezes;
	bool sent;		/* the events of the hit were sent */
	int write_end[CPUS_SIMULATED];
};

static struct instance *instances[INSTANCES_SIMULATED];

static struct instance *find(const char *name)
{
	for (int i = 0; i < INSTANCES_SIMULATED; i++)
		if (instances[i] && !strcmp(instances[i]->name, name))
			return instances[i];
	return NULL;
}

/* ---- For the tracer ------------------------------------------------------ */

const char *sim_name(const struct instance *instance)
{
	return instance->name;
}

void sim_freezes(struct instance *instance)
{
	instance->freezes = true;
}

void sim_freeze(void)
{
	for (int i = 0; i < INSTANCES_SIMULATED; i++)
		if (instances[i] && instances[i]->freezes)
			instances[i]->on = false;
}

bool sim_sampled(uint64_t time, struct cpus *cpus)
{
	const struct instance *samples;
	bool on;

	samples = find("samples");
	on = samples && samples->on && time >= samples->on_since;
	if (on)
		*cpus = samples->cpus;
	return on;
}

static void send_page(const struct instance *instance, int cpu,
		      const struct ring_page *page)
{
	if (instance->write_end[cpu] < 0)
		return;
	/*
	 * A page that does not fit in the pipe is dropped: its reader waits for
	 * the tracer's thread, which would wait for the reader.
	 */
	if (write(instance->write_end[cpu], page->bytes, RING_PAGE_SIZE) < 0)
		return;
}

void sim_send(int cpu, const struct ring_page *page)
{
	const struct instance *samples;

	samples = find("samples");
	if (samples)
		send_page(samples, cpu, page);
}

/* ---- Events -------------------------------------------------------------- */

#define COMMON \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

/* Events of other systems that the simulated kernel has, besides "rtla". */
static const struct foreign {
	const char *system;
	const char *event;
	int id;
	const char *format;
} foreign[] = {
	{ "sched", "sched_switch", 300,
	  "name: sched_switch\nID: 300\nformat:\n" COMMON
	  "\tfield:char next_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	  "\tfield:pid_t next_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	  "\nprint fmt: \"\"\n" },
	{ "sched", "sched_waking", 301, NULL },
	{ "irq", "irq_handler_entry", 302, NULL },
	{ "workqueue", "workqueue_execute_start", 303,
	  "name: workqueue_execute_start\nID: 303\nformat:\n" COMMON
	  "\tfield:void * work;\toffset:8;\tsize:8;\tsigned:0;\n"
	  "\tfield:void * function;\toffset:16;\tsize:8;\tsigned:0;\n"
	  "\nprint fmt: \"\"\n" },
	{ "workqueue", "workqueue_execute_end", 304,
	  "name: workqueue_execute_end\nID: 304\nformat:\n" COMMON
	  "\tfield:void * work;\toffset:8;\tsize:8;\tsigned:0;\n"
	  "\nprint fmt: \"\"\n" },
};

static const struct foreign *find_foreign(const char *system, const char *event)
{
	for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
		if (!strcmp(foreign[i].system, system) &&
		    (!event || !strcmp(foreign[i].event, event)))
			return &foreign[i];
	return NULL;
}

static bool have_ours(const char *event)
{
	struct tep_handle *formats = ring_formats();
	bool found = !event ||
		     tep_find_event_by_name(formats, "rtla", event);

	tep_free(formats);
	return found;
}

bool instances_have(const char *system, const char *event)
{
	if (!strcmp(system, "workqueue") && !sim_setting("works", 1))
		return false;
	if (!strcmp(system, "rtla"))
		return have_ours(event);
	return find_foreign(system, event);
}

/* This is called by the guard of a killed run. */
void instances_clean(void)
{
}

void instance_spare_names(struct instance *instance)
{
	(void)instance;
}

bool instances_were_left(void)
{
	return false;
}

bool instances_remove_left(pid_t pid)
{
	sim_log("remove left of %d", pid);
	return true;
}

enum result instances_check(void)
{
	return RESULT_OK;
}

enum result instances_formats(struct tep_handle **formats, const char *system)
{
	(void)system;
	*formats = ring_formats();
	return *formats ? RESULT_OK : RESULT_ERROR;
}

bool instances_add_format(struct tep_handle *formats, const char *system,
			  const char *event)
{
	const struct foreign *found = find_foreign(system, event);

	return found && found->format &&
	       !tep_parse_event(formats, found->format, strlen(found->format),
				system);
}

enum result instance_events(struct instance *instance, const char *system,
			    const char *event)
{
	sim_log("events %s:%s in %s", system, event ?: "*", instance->name);
	return RESULT_OK;
}

enum result instance_trigger(struct instance *instance, const char *system,
			     const char *event, const char *trigger)
{
	sim_log("trigger %s:%s %s in %s", system, event, trigger,
		instance->name);
	return RESULT_OK;
}

bool instance_event_write(struct instance *instance, const char *system,
			  const char *event, const char *file,
			  const char *text, char *why, size_t size)
{
	sim_log("%s %s:%s %s in %s", file, system, event, text,
		instance->name);
	snprintf(why, size, "Field not found");
	return !sim_setting("refuse", 0);
}

bool instances_trace_functions(void)
{
	return sim_setting("functions", 1);
}

bool instance_functions(struct instance *instance, const char *filter,
			char *why, size_t size)
{
	sim_log("functions %s in %s", filter ?: "*", instance->name);
	snprintf(why, size, "Invalid argument");
	return !sim_setting("refuse", 0);
}

/* ---- Instances ----------------------------------------------------------- */

enum result instance_create(struct instance **created, const char *purpose,
			    const struct cpus *cpus)
{
	struct instance *instance = calloc(1, sizeof(*instance));
	char list[64];
	int place = 0;

	if (!instance || cpus_last(cpus) >= CPUS_SIMULATED)
		return RESULT_ERROR;
	snprintf(instance->name, sizeof(instance->name), "%s", purpose);
	instance->cpus = *cpus;
	for (int cpu = 0; cpu < CPUS_SIMULATED; cpu++)
		instance->write_end[cpu] = -1;
	sim_log("create %s cpus=%s", purpose,
		cpus_format(cpus, list, sizeof(list)));
	*created = instance;
	while (instances[place])
		place++;
	instances[place] = instance;
	return RESULT_OK;
}

void instance_destroy(struct instance *instance)
{
	if (!instance)
		return;
	sim_log("destroy %s", instance->name);
	for (int i = 0; i < INSTANCES_SIMULATED; i++)
		if (instances[i] == instance)
			instances[i] = NULL;
	for (int cpu = 0; cpu < CPUS_SIMULATED; cpu++)
		if (instance->write_end[cpu] >= 0)
			close(instance->write_end[cpu]);
	free(instance);
}

enum result instance_set_buffer(struct instance *instance, int64_t kb)
{
	sim_log("buffer %lld in %s", (long long)kb, instance->name);
	return RESULT_OK;
}

enum result instance_clear(struct instance *instance)
{
	sim_log("clear %s", instance->name);
	return RESULT_OK;
}

static void set_on(struct instance *instance, bool on)
{
	sim_log("%s %s", on ? "on" : "off", instance->name);
	if (on && !instance->on)
		instance->on_since = sim_now();
	instance->on = on;
}

enum result instance_on(struct instance *instance)
{
	set_on(instance, true);
	return RESULT_OK;
}

void instance_off(struct instance *instance)
{
	set_on(instance, false);
}

size_t instance_page_size(struct instance *instance)
{
	(void)instance;
	return RING_PAGE_SIZE;
}

/* ---- Contents of instances ----------------------------------------------- */

/*
 * Send the events of a hit: those of one activation, in the order in which the
 * module writes them, and the stop event.
 */
static void send_hit(struct instance *instance, int cpu)
{
	int context = sim_setting("context", CONTEXT_THREAD);
	uint64_t latency = sim_setting("latency", 150000);
	uint64_t t_w = 1000000000;
	struct ring_irq irq = {
		.common = { .type = RING_IRQ },
		.start = t_w + 1000, .duration = 2000,
		.desc = "local_timer", .vector = 236,
	};
	struct ring_thread thread = {
		.common = { .type = RING_THREAD, .pid = 77 },
		.start = t_w + 3000,
		.duration = latency - 4000, .pid = 77, .prio = 120,
	};
	struct ring_stop stop = {
		.common = { .type = RING_STOP, .pid = context ? 99 : 77 },
		.latency = latency, .threshold = 100000, .t_w = t_w,
		.irq_start = t_w + sim_setting("entry", 1000),
		.thread_start = context ? t_w + latency - 1000 : 0,
		.session = 1, .seqnum = 1, .context = context,
		.pid = context ? 99 : 77, .prio = context ? 4 : 120,
	};
	struct ring_sample sample = {
		.common = { .type = RING_SAMPLE,
			    .pid = sim_setting("idle", 0) ? 0 : 77 },
		.timer_latency = context == CONTEXT_IRQ ? latency : 1500,
		.t_w = t_w, .seqnum = 1, .context = CONTEXT_IRQ,
	};
	struct ring_page page;

	sim_comm(thread.comm, "culprit");
	sim_comm(stop.comm, "culprit");
	ring_start(&page, t_w);
	if (context == CONTEXT_THREAD) {
		ring_add(&page, t_w + 3000, &irq, sizeof(irq));
		ring_add(&page, t_w + latency - 1000, &thread, sizeof(thread));
	}
	ring_add(&page, t_w + latency, &sample, sizeof(sample));
	if (context == CONTEXT_THREAD)
		sim_add_sample(&page, t_w + latency, 1, 99, CONTEXT_THREAD,
			       latency);
	ring_add(&page, t_w + latency + 100, &stop, sizeof(stop));
	send_page(instance, cpu, &page);
}

void instances_freeze(struct instance *const *list, int count)
{
	(void)list;
	(void)count;
}

/* The simulated tracer keeps its samples to itself. */
bool instance_recorded(struct instance *instance, int cpu, uint64_t *count)
{
	(void)instance;
	(void)cpu;
	(void)count;
	return false;
}

int instance_open_raw(struct instance *instance, int cpu)
{
	int ends[2];

	if (pipe2(ends, O_NONBLOCK | O_CLOEXEC))
		return -1;
	fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
	instance->write_end[cpu] = ends[1];
	if (strcmp(instance->name, "samples") && cpu == sim_setting("hit_cpu", 0))
		send_hit(instance, cpu);
	return ends[0];
}

static int open_text(const char *text)
{
	int ends[2];

	errno = EIO;
	if (sim_setting("unreadable", 0) || pipe2(ends, O_CLOEXEC))
		return -1;
	if (write(ends[1], text, strlen(text)) < 0)
		abort();
	close(ends[1]);
	return ends[0];
}

int instance_open_text(struct instance *instance)
{
	sim_log("read %s", instance->name);
	return open_text("# tracer: simulated\n");
}

int instance_open_hist(struct instance *instance, const char *system,
		       const char *event)
{
	sim_log("hist %s:%s of %s", system, event, instance->name);
	return open_text("# event histogram\n");
}

/* A record as the kernel writes it. All have the size of the longest kind. */
struct foreign_record {
	struct ring_common common;
	union {
		struct {
			char comm[16];
			int32_t pid;
		} run;
		struct {
			uint64_t work;
			uint64_t function;
		} work;
	};
};

static void hand_on(struct tep_handle *formats, struct foreign_record *bytes,
		    instance_record_fn *fn, void *context)
{
	struct tep_record record = { .data = bytes, .size = sizeof(*bytes) };
	struct tep_event *event = tep_find_event(formats, bytes->common.type);

	if (event)
		fn(event, &record, 0, context);
}

/*
 * Hand on what CPU 0 did before a hit: it became idle, switched to a kworker,
 * and began to execute a work item, which has not ended.
 */
enum result instance_records(struct instance *instance,
			     struct tep_handle *formats,
			     instance_record_fn *fn, void *context)
{
	struct foreign_record idle = {
		.common = { .type = 300, .pid = 42 },
		.run = { .comm = "swapper/0", .pid = 0 },
	};
	struct foreign_record worker = {
		.common = { .type = 300, .pid = 0 },
		.run = { .comm = "kworker/0:1", .pid = 42 },
	};
	struct foreign_record work = {
		.common = { .type = 303, .pid = 42 },
		.work = { .work = 0x1234, .function = 0x5678 },
	};

	sim_log("records of %s", instance->name);
	hand_on(formats, &idle, fn, context);
	hand_on(formats, &worker, fn, context);
	hand_on(formats, &work, fn, context);
	return RESULT_OK;
}

enum result instance_write(struct instance *instance, const char *file,
			   const char *text)
{
	sim_log("%s %s in %s", file, text, instance->name);
	return RESULT_OK;
}

void instance_write_if(struct instance *instance, const char *file,
		       const char *text)
{
	instance_write(instance, file, text);
}

char *instance_path(struct instance *instance, const char *file)
{
	(void)instance;
	(void)file;
	return NULL;
}

bool instance_is_on(struct instance *instance)
{
	return instance->on;
}
