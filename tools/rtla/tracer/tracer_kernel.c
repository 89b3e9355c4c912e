// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own tracers timerlat and osnoise as a tracer: what they measure
 * where there is no rtla.ko.
 *
 * They are switched on by naming them in trace instances, which then collect
 * their samples. What they do is set in files that are the same for all
 * instances (kernel_config.c). So only one run at a time can use them, which a
 * lock on the folder of these files ensures, and nobody else may have them on.
 * They keep no statistics, and do not tell of hits (kernel_hits.c).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/cpus.h"
#include "host/kernel_symbols.h"
#include "host/machine.h"
#include "stats/kind.h"
#include "trace/instance.h"
#include "trace/own_tracers.h"
#include "trace/recorder.h"
#include "trace/tracer_users.h"
#include "tracer/kernel_config.h"
#include "tracer/kernel_hits.h"
#include "tracer/kernel_threads.h"
#include "tracer/tracer.h"
#include "tracer/tracers.h"

#define FOLDER		TRACING_ROOT "/osnoise"
#define DEFAULT_FIFO	95	/* of the threads of timerlat, as the kernel makes them */

/* Samples, and two sets of traces with three instances each, see run/measurement.h. */
#define COLLECTING_MAX	8

struct tracer {
	struct tracer_config config;
	struct kernel_config settings;
	struct kernel_hits hits;
	struct instance *collecting[COLLECTING_MAX];	/* those that have the tracer */
	int count;
	int lock;		/* on the settings, or -1 */
	int *pid;		/* of the measuring threads, in the order of CPUs */
	struct kernel_symbols *symbols;	/* NULL if no stack is recorded */
};

static bool kernel_measures_kind(enum kind kind)
{
	return kind_row(kind)->kernel_tracer;
}

/* A kernel cannot get a tracer that it was built without. */
static bool kernel_find(enum kind kind, bool quiet,
			struct tracer_absence *absence)
{
	const struct machine machine = { .root = "" };
	const struct kind_row *row = kind_row(kind);

	(void)quiet;
	if (own_tracers_is_there(&machine, row->kernel_tracer))
		return true;
	*absence = (struct tracer_absence) {
		.what = "--tracer kernel",
		.why = "this kernel has no such tracer, or not for this user",
	};
	snprintf(absence->remedy, sizeof(absence->remedy),
		 "boot one with %s, and run as root", row->kernel_option);
	snprintf(absence->remedy_too, sizeof(absence->remedy_too),
		 "boot a kernel with %s, and run as root", row->kernel_option);
	return false;
}

static void kernel_stand_in(enum kind kind, const char *why)
{
	note("this kernel's own tracer, %s, measures: %s",
	     kind_row(kind)->kernel_tracer, why);
}

static bool kernel_attaches(void)
{
	const struct tracer_config config = { .no_threads = true,
					      .align_ns = -1 };

	return !kernel_config_lack(&config);
}

static enum result kernel_refuse(const struct tracer_config *config)
{
	const char *why = kernel_config_lack(config);

	return why ? fail(RESULT_CANNOT, "--tracer kernel: %s", why) : RESULT_OK;
}

/* osnoise has its thresholds from the start, see kernel_config.c. */
static bool kernel_freezes_early(const struct tracer_config *config)
{
	return kind_row(config->kind)->has_noise;
}

static enum result kernel_open(struct tracer **opened)
{
	struct tracer *tracer = calloc(1, sizeof(*tracer));
	enum result result;

	*opened = NULL;
	if (!tracer)
		return fail(RESULT_ERROR, "out of memory");
	tracer->lock = -1;
	result = kernel_hits_open(&tracer->hits);
	if (result) {
		kernel_hits_close(&tracer->hits);
		free(tracer);
		return result;
	}
	*opened = tracer;
	return RESULT_OK;
}

/* ---- Starting ------------------------------------------------------------ */

static enum result lock_settings(struct tracer *tracer)
{
	struct tracer_users users;
	struct machine machine;
	int error = 0;

	tracer->lock = open(FOLDER, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (tracer->lock < 0 || flock(tracer->lock, LOCK_EX | LOCK_NB))
		error = errno;
	machine_init(&machine, "", NULL);
	if (tracer_users_find(&users, &machine))
		return fail(RESULT_CANNOT, "tracefs: %s: %s", users.why,
			    users.remedy);
	if (error == EWOULDBLOCK)
		return fail(RESULT_CANNOT, "tracefs: osnoise: another run begins to measure with the kernel's own tracer, or ends: try again");
	return error ? fail(RESULT_CANNOT, "tracefs: osnoise: %s: run as root", strerror(error)) :
		       RESULT_OK;
}

static enum result check_online(const struct cpus *cpus)
{
	struct cpus online, offline;

	cpus_online(&online);
	offline = cpus_without(cpus, &online);
	if (cpus_empty(&offline))
		return RESULT_OK;
	return fail(RESULT_CANNOT, "CPU %d: offline: bring it online, or leave it out with --cpus",
		    cpus_next(&offline, 0));
}

static void tracer_kernel_find_threads(struct tracer *tracer)
{
	if (!tracer->config.no_threads)
		kernel_threads_find(kind_row(tracer->config.kind)->kernel_tracer,
				    &tracer->config.cpus, tracer->pid);
}

static enum result set_priority(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;

	if (!config->priority.given || config->no_threads)
		return RESULT_OK;
	return kernel_threads_schedule(&config->priority, &config->cpus,
				       tracer->pid);
}

static enum result kernel_start(struct tracer *tracer,
				const struct tracer_config *config,
				const struct undo_list *undo)
{
	enum result result;

	tracer->config = *config;
	tracer->pid = calloc(cpus_count(&config->cpus), sizeof(*tracer->pid));
	if (!tracer->pid)
		return fail(RESULT_ERROR, "out of memory");
	result = check_online(&config->cpus);
	if (!result)
		result = lock_settings(tracer);
	if (!result && config->stack_ns)
		tracer->symbols = kernel_symbols_load("");
	if (!result)
		result = kernel_config_apply(&tracer->settings, config, undo);
	if (!result)
		result =
			kernel_hits_begin(&tracer->hits,
					  kind_row(config->kind)->kernel_tracer,
					  config);
	tracer_kernel_find_threads(tracer);
	return result ?: set_priority(tracer);
}

static bool kernel_measures(const struct tracer *tracer,
			    enum event_context context)
{
	(void)tracer;
	return kind_row(context_kind(context))->kernel_tracer;
}

/* ---- Collecting ---------------------------------------------------------- */

static enum result set_tracer(struct tracer *tracer, struct instance *instance)
{
	if (tracer->count == COLLECTING_MAX)
		return fail(RESULT_ERROR, "too many trace instances");
	tracer->collecting[tracer->count++] = instance;
	return instance_write(instance, "current_tracer",
			      kind_row(tracer->config.kind)->kernel_tracer);
}

/*
 * Return the event that has the samples, or NULL: before Linux 6.15 only
 * instances with the tracer get them, and a hit switches all of those off.
 */
static const char *sample_event(const struct tracer *tracer)
{
	const char *event = kind_row(tracer->config.kind)->has_noise ?
			    "osnoise_sample" : "timerlat_sample";

	return instances_have(KERNEL_SYSTEM, event) ? event : NULL;
}

static enum result enable_samples(struct tracer *tracer,
				  struct instance *instance, bool freeze)
{
	const char *event = freeze ? NULL : sample_event(tracer);

	return event ? instance_events(instance, KERNEL_SYSTEM, event) :
		       set_tracer(tracer, instance);
}

/*
 * Switches between threads have their priorities, which the events of the
 * tracers lack. In instances with the tracer, its own events would say again
 * what its entries say.
 */
static enum result enable_all(struct tracer *tracer, struct instance *instance)
{
	static const char *const events[] = {
		"nmi_noise", "irq_noise", "softirq_noise", "thread_noise",
		"sample_threshold",
	};
	enum result result = RESULT_OK;

	for (size_t i = 0; i < sizeof(events) / sizeof(*events) && !result; i++)
		if (instances_have(KERNEL_SYSTEM, events[i]))
			result = instance_events(instance, KERNEL_SYSTEM,
						 events[i]);
	if (!result && !kind_row(tracer->config.kind)->has_noise)
		result = instance_events(instance, "sched", "sched_switch");
	return result ?: set_tracer(tracer, instance);
}

static enum result kernel_collect(struct tracer *tracer,
				  struct instance *instance,
				  enum tracer_events events, bool freeze)
{
	enum result result = RESULT_OK;

	switch (events) {
	case TRACER_ALL:
		return enable_all(tracer, instance);
	case TRACER_GAPS:
	case TRACER_NOISES:
		result = instance_events(instance, KERNEL_SYSTEM, "sample_threshold");
		break;
	case TRACER_NOTHING:
		return set_tracer(tracer, instance);
	default:
		break;
	}
	return result ?: enable_samples(tracer, instance, freeze);
}

static int kernel_attach(int cpu)
{
	char path[128];

	snprintf(path, sizeof(path), FOLDER "/per_cpu/cpu%d/timerlat_fd", cpu);
	return open(path, O_RDONLY | O_CLOEXEC);
}

/* ---- Hits ---------------------------------------------------------------- */

static enum result kernel_arm(struct tracer *tracer,
			      const struct tracer_config *config)
{
	return kernel_hits_arm(&tracer->hits, config);
}

/*
 * Find out whether there was a hit. If the kernel did not stop at it, let all
 * traces stop now, as the kernel does. Samples still go to the instance of
 * hits, so that the tracer's threads need not end.
 */
static void look_for_hit(struct tracer *tracer, bool ends)
{
	kernel_hits_look(&tracer->hits, ends);
	if (!tracer->hits.unstopped)
		return;
	tracer->hits.unstopped = false;
	instances_freeze(tracer->collecting, tracer->count);
}

static enum result kernel_disarm(struct tracer *tracer)
{
	if (!tracer->hits.watching)
		return RESULT_OK;
	look_for_hit(tracer, true);
	return kernel_config_stops((struct kernel_stops) { .first_us = 0 });
}

static int kernel_hit_fd(const struct tracer *tracer)
{
	return tracer->hits.fd;
}

/*
 * Switch all traces on again that have stopped. If two sets are on, both have
 * the next hit.
 */
static void resume(struct tracer *tracer)
{
	for (int i = 0; i < tracer->count; i++)
		instance_write_if(tracer->collecting[i], "tracing_on", "1");
	kernel_hits_resume(&tracer->hits);
}

static bool kernel_read_hit(struct tracer *tracer, struct tracer_hit *hit)
{
	look_for_hit(tracer, false);
	if (tracer->hits.missed)
		resume(tracer);
	if (!tracer->hits.found)
		return false;
	tracer->hits.found = false;
	*hit = tracer->hits.hit;
	return true;
}

/* ---- CPUs ---------------------------------------------------------------- */

/*
 * A thread that the kernel has made anew was gone while its CPU was offline.
 * Processes of user space tell themselves when they cannot measure any more.
 */
static enum result kernel_cpu(struct tracer *tracer, int cpu,
			      struct tracer_cpu *state)
{
	const char *name = kind_row(tracer->config.kind)->kernel_tracer;
	int *pid = &tracer->pid[cpus_place(&tracer->config.cpus, cpu)],
	    before = *pid;
	struct cpus online;

	*state = tracer_cpu_untold;
	look_for_hit(tracer, false);
	cpus_online(&online);
	if (!cpus_has(&online, cpu)) {
		state->state = TRACER_CPU_OFFLINE;
		state->offline = 1;
		return RESULT_OK;
	}
	if (tracer->hits.stopped)
		state->state = TRACER_CPU_LOST;
	if (tracer->config.no_threads)
		return RESULT_OK;
	if (!kernel_thread_is(name, cpu, *pid))
		tracer_kernel_find_threads(tracer);
	state->pid = *pid;
	state->offline = before && *pid && *pid != before;
	if (!*pid)
		state->state = TRACER_CPU_LOST;
	return RESULT_OK;
}

/* ---- Names of functions -------------------------------------------------- */

static bool kernel_symbol(struct tracer *tracer, uint64_t address, char *name,
			  size_t size)
{
	return tracer->symbols &&
	       kernel_symbols_find(tracer->symbols, address, name, size);
}

/* ---- The end ------------------------------------------------------------- */

static void kernel_end(struct tracer *tracer)
{
	if (tracer->hits.instance)
		kernel_config_leave();
}

/* The settings are restored when no instance uses the tracer any more. */
static void kernel_close(struct tracer *tracer)
{
	while (tracer->count)
		instance_write_if(tracer->collecting[--tracer->count],
				  "current_tracer", "nop");
	kernel_hits_close(&tracer->hits);
	kernel_config_restore(&tracer->settings);
	if (tracer->lock >= 0)
		close(tracer->lock);
	kernel_symbols_free(tracer->symbols);
	free(tracer->pid);
	free(tracer);
}

const struct tracer_ops tracer_kernel = {
	.name = "kernel",
	.title = "the kernel's own tracer",
	.recorder = RECORDED_BY_KERNEL,
	.system = KERNEL_SYSTEM,
	.clock = "local",
	.unnumbered = true,
	.joins_periods = true,
	.changes_settings = true,
	.freezes_all = true,
	.stays_for_actions = true,
	.default_prio = 99 - DEFAULT_FIFO,
	.measures_kind = kernel_measures_kind,
	.find = kernel_find,
	.stand_in = kernel_stand_in,
	.attaches = kernel_attaches,
	.refuse = kernel_refuse,
	.freezes_early = kernel_freezes_early,
	.open = kernel_open,
	.start = kernel_start,
	.measures = kernel_measures,
	.collect = kernel_collect,
	.arm = kernel_arm,
	.disarm = kernel_disarm,
	.hit_fd = kernel_hit_fd,
	.read_hit = kernel_read_hit,
	.cpu = kernel_cpu,
	.symbol = kernel_symbol,
	.attach = kernel_attach,
	.end = kernel_end,
	.close = kernel_close,
};
