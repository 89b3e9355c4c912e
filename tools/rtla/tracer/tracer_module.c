// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer rtla.ko: a session of /dev/rtla.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/times.h"
#include "stats/bound_figures.h"
#include "stats/causes.h"
#include "stats/kind.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "trace/instance.h"
#include "tracer/module_kind.h"
#include "tracer/module_loading.h"
#include "tracer/tracer.h"
#include "tracer/tracer_figures.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"
#include "uapi/rtla.h"

_Static_assert(!(TRACER_LIMITS_MAX - RTLA_LIMITS_MAX) &&
	       !(TRACER_ENTRIES_MAX - RTLA_HIST_ENTRIES_MAX) &&
	       !(TRACER_DISTRIBUTION_BUCKETS - RTLA_DISTRIBUTION_BUCKETS) &&
	       !(TRACER_BLOCKS_MAX - RTLA_BLOCKS_KEPT - 1),
	       "the interface to the tracer and that of the module differ");

#define SYSTEM		"rtla"
#define HIT_EVENT	"stop"
#define DEFAULT_FIFO	95	/* timerlat without RTLA_START_SCHED */

_Static_assert(!(WAKER_TIMER - RTLA_WAKER_TIMER) &&
	       !(WAKER_IRQ - RTLA_WAKER_IRQ) &&
	       !(WAKER_SOFTIRQ - RTLA_WAKER_SOFTIRQ) &&
	       !(WAKER_THREAD - RTLA_WAKER_THREAD) &&
	       !(WAKER_NEW - RTLA_WAKER_NEW) &&
	       !(WAKER_OTHERS - RTLA_WAKER_OTHERS) &&
	       !(WAKER_NAME_LEN - RTLA_WAKER_LEN),
	       "the wakers of the tool and those of the module differ");
_Static_assert(!(CAUSE_FUNCTION_LEN - RTLA_CAUSE_FUNCTION_LEN),
	       "names of functions of causes have the length of the ABI");
_Static_assert(!(CAUSE_NAME_LEN - RTLA_CAUSE_LEN),
	       "the causes of the tool and those of the module differ");
_Static_assert(!(WAKEUP_CONTEXTS - RTLA_WAKEUP_PARTS) &&
	       !(OVERHEAD_CONTEXTS - RTLA_OVERHEADS_COUNT) &&
	       !(CONTEXT_SINGLE - RTLA_TIMERLAT_COUNT) &&
	       !(CONTEXT_SINGLE + RTLA_OSNOISE_COUNT - WAKEUP_FIRST) &&
	       !(BOUND_CONTEXTS - RTLA_BOUND_COUNT) &&
	       !(BOUND_FIRST + BOUND_CONTEXTS - RTLA_CONTEXTS) &&
	       !(BOUND_VARIABLES - RTLA_BOUND_VARIABLES) &&
	       !(BOUND_STACK_MAX - RTLA_BOUND_STACK_MAX),
	       "the contexts of the tool and those of the module differ");

struct tracer {
	int fd;
	uint32_t session;
	uint64_t contexts;	/* bits: those that are measured */
};

static bool module_measures_kind(enum kind kind)
{
	return kind_row(kind)->module;
}

/* Find the module, or load it. */
static bool module_find(enum kind kind, bool quiet,
			struct tracer_absence *absence)
{
	(void)kind;
	if (!access(RTLA_DEVICE_PATH, F_OK))
		return true;
	if (!module_loading_try("", absence))
		return false;
	if (!quiet)
		note("the module was not loaded: loaded it; 'modprobe -r rtla' unloads it");
	return true;
}

static bool module_attaches(void)
{
	return true;
}

/* module_start() knows better what this module cannot do. */
static enum result module_refuse(const struct tracer_config *config)
{
	(void)config;
	return RESULT_OK;
}

static bool module_freezes_early(const struct tracer_config *config)
{
	(void)config;
	return false;
}

/*
 * Return a group of /etc/group, or NULL. All else that the C library asks for
 * groups is in plug-ins, which a static command cannot load.
 */
static const struct group *local_group(gid_t id)
{
	FILE *groups = fopen("/etc/group", "re");
	const struct group *group;

	if (!groups)
		return NULL;
	do
		group = fgetgrent(groups);
	while (group && group->gr_gid != id);
	fclose(groups);
	return group;
}

/* The device may have been given to a group, see "Without root" in the user guide. */
static enum result not_for_user(void)
{
	const struct group *group = NULL;
	struct stat status;

	if (!stat(RTLA_DEVICE_PATH, &status) && status.st_gid &&
	    (status.st_mode & 0060) == 0060)
		group = local_group(status.st_gid);
	return fail(RESULT_CANNOT, RTLA_DEVICE_PATH ": permission denied: run as root%s%s",
		    group ? ", or as a member of group " : "",
		    group ? group->gr_name : "");
}

static enum result module_open(struct tracer **opened)
{
	struct tracer *tracer = calloc(1, sizeof(*tracer));
	int error;

	*opened = NULL;
	if (!tracer)
		return fail(RESULT_ERROR, "out of memory");
	tracer->fd = open(RTLA_DEVICE_PATH, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (tracer->fd >= 0) {
		*opened = tracer;
		return RESULT_OK;
	}
	error = errno;
	free(tracer);
	switch (error) {
	case ENOENT:
	case ENODEV:
	case ENXIO:
		return fail(RESULT_CANNOT, RTLA_DEVICE_PATH
			    ": no such device: load the module with 'modprobe rtla'");
	case EACCES:
	case EPERM:
		return not_for_user();
	default:
		return fail(RESULT_CANNOT, RTLA_DEVICE_PATH
			    ": %s: it does not seem to be the device of rtla.ko",
			    strerror(error));
	}
}

static void module_close(struct tracer *tracer)
{
	if (!tracer)
		return;
	close(tracer->fd);
	free(tracer);
}

/*
 * Fill in which statistics are wanted. @limits has room for the limits of all
 * contexts.
 */
static void fill_stats(struct rtla_start *start, struct rtla_limit *limits,
		       const struct tracer_config *config)
{
	const struct tracer_stats_config *stats = &config->stats;

	if (stats->skipped)
		start->stats |= RTLA_STATS_SKIPPED;
	if (stats->causes)
		start->stats |= RTLA_STATS_CAUSES;
	if (config->hit_ends && tracer_keeps_stats(config))
		start->flags |= RTLA_START_HIT_ENDS;
	if (!stats->wanted)
		return;
	start->stats |= RTLA_STATS_SUMMARY;
	if (stats->distribution)
		start->stats |= RTLA_STATS_DISTRIBUTION;
	if (stats->entries)
		start->stats |= RTLA_STATS_HISTOGRAM;
	if (stats->block_ns)
		start->stats |= RTLA_STATS_BLOCKS;
	start->hist_entries = stats->entries;
	start->hist_bucket_ns = stats->entries ? stats->bucket_ns : 0;
	start->block_ns = stats->block_ns;
	start->limits = (uintptr_t)limits;
	for (int i = 0; i < CONTEXTS; i++)
		for (int j = 0; j < stats->limits[i]; j++)
			limits[start->limits_count++] = (struct rtla_limit) {
				.context = i, .limit_ns = stats->limit_ns[i][j],
			};
}

static void fill_start(struct rtla_start *start,
		       const struct tracer_config *config)
{
	const struct module_kind *kind = kind_row(config->kind)->module;
	const struct priority *priority = &config->priority;

	start->size = sizeof(*start);
	start->workload = kind->workload;
	start->cpus = (uintptr_t)config->cpus.word;
	start->cpus_size = (cpus_last(&config->cpus) / 64 + 1) *
			   sizeof(config->cpus.word[0]);
	start->cpu = -1;
	if (config->no_threads)
		start->flags |= RTLA_START_NO_THREADS;
	if (config->panic)
		start->flags |= RTLA_START_PANIC;
	kind->fill(start, config);
	if (!priority->given || config->no_threads)
		return;
	start->flags |= RTLA_START_SCHED;
	start->sched_policy = priority->policy;
	start->sched_nice = priority->nice;
	start->sched_priority = priority->priority;
	start->sched_runtime_ns = priority->runtime_ns;
	start->sched_period_ns = priority->period_ns;
}

static enum result start_failed(int error, int cpu,
				const struct tracer_config *config)
{
	bool priority = config->priority.given;

	switch (error) {
	case EBUSY:
		if (cpu < 0)
			return fail(RESULT_CANNOT, RTLA_DEVICE_PATH
				    ": busy: the system is about to suspend: try again when it has resumed");
		return fail(RESULT_CANNOT, "CPU %d: busy: %s", cpu,
			    config->priority.runtime_ns ?
			    "another session measures it, or it has no room for the deadline of --priority" :
			    "another session measures it: end that, or leave the CPU out with --cpus");
	case ENODEV:
		return fail(RESULT_CANNOT, "CPU %d: offline: bring it online, or leave it out with --cpus",
			    cpu);
	case EPERM:
		return fail(RESULT_CANNOT, RTLA_DEVICE_PATH
			    ": not permitted: run as root, or with CAP_%s",
			    kind_row(config->kind)->watches ?
			    "PERFMON" : "SYS_ADMIN");
	case EUSERS:
		return fail(RESULT_CANNOT, RTLA_DEVICE_PATH
			    ": %d sessions observe this machine already: end one of them, or run as root",
			    RTLA_WATCHING_MAX);
	case ESRCH:
		return tracer_no_thread(&config->targets);
	case EOPNOTSUPP:
		if (config->counters)
			return fail(RESULT_CANNOT, "--counters: this kernel was built without CONFIG_PERF_EVENTS: leave it out");
		if (kind_row(config->kind)->only_counted)
			return fail(RESULT_CANNOT, "this kernel cannot tell when a thread goes on: CONFIG_PREEMPT_NOTIFIERS is off: take one that was built with KVM");
		return fail(RESULT_CANNOT, RTLA_DEVICE_PATH
			    ": this kernel lacks a tracepoint: 'dmesg' says which");
	case EINVAL:
	case ERANGE:
	case E2BIG:
	case ENOTTY:
		return fail(RESULT_CANNOT, RTLA_DEVICE_PATH ": %s: %s%s",
			    strerror(error),
			    priority ? "choose another --priority, or " : "",
			    "load the module that belongs to this tool");
	default:
		return fail(RESULT_CANNOT, RTLA_DEVICE_PATH
			    ": %s: the measurement did not start",
			    strerror(error));
	}
}

/* The kernel ends the session when the run dies, so that there is nothing to undo. */
static enum result module_start(struct tracer *tracer,
				const struct tracer_config *config,
				const struct undo_list *undo)
{
	const struct module_kind *kind = kind_row(config->kind)->module;
	struct rtla_limit limits[CONTEXTS * TRACER_LIMITS_MAX];
	struct rtla_start start = { .size = 0 };

	(void)undo;
	fill_start(&start, config);
	fill_stats(&start, limits, config);
	if (ioctl(tracer->fd, RTLA_IOC_START, &start))
		return start_failed(errno, start.cpu, config);
	tracer->session = start.session;
	tracer->contexts = start.contexts;
	if (kind->await)
		kind->await(tracer->fd, &config->cpus);
	return RESULT_OK;
}

static bool module_measures(const struct tracer *tracer,
			    enum event_context context)
{
	return tracer->contexts >> context & 1;
}

static enum result enable_events(struct instance *instance,
				 enum tracer_events events)
{
	static const struct {
		const char *name;	/* NULL: all events */
		unsigned int wanted;	/* bits: by which tracer_events */
	} rows[] = {
		{ NULL, 1 << TRACER_ALL },
		{ "timerlat_sample", 1 << TRACER_LATENCIES },
		{ "osnoise_sample", 1 << TRACER_PERIODS | 1 << TRACER_NOISES },
		{ "sample_threshold", 1 << TRACER_GAPS | 1 << TRACER_NOISES },
		{ "wakeup", 1 << TRACER_WAKEUPS },
		{ "irq_noise", 1 << TRACER_INTERRUPTS },
		{ "nmi_noise", 1 << TRACER_INTERRUPTS },
		{ "softirq_noise", 1 << TRACER_INTERRUPTS },
	};
	enum result result = RESULT_OK;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && !result; i++)
		if (rows[i].wanted & 1 << events)
			result =
				instance_events(instance, SYSTEM, rows[i].name);
	return result;
}

/*
 * The trigger switches the instance off from within the event "stop", which is
 * the last event of a hit. So the instance keeps the events that led to the
 * hit.
 */
static enum result module_collect(struct tracer *tracer,
				  struct instance *instance,
				  enum tracer_events events, bool freeze)
{
	char trigger[64];
	enum result result = enable_events(instance, events);

	if (result || !freeze)
		return result;
	snprintf(trigger, sizeof(trigger), "traceoff if session == %u",
		 tracer->session);
	return instance_trigger(instance, SYSTEM, HIT_EVENT, trigger);
}

static enum result tracer_module_set_thresholds(struct tracer *tracer,
						const struct rtla_arm *arm)
{
	if (ioctl(tracer->fd, RTLA_IOC_ARM, arm))
		return fail(RESULT_ERROR, RTLA_DEVICE_PATH
			    ": %s: the thresholds were not set",
			    strerror(errno));
	return RESULT_OK;
}

static enum result module_arm(struct tracer *tracer,
			      const struct tracer_config *config)
{
	const struct module_kind *kind = kind_row(config->kind)->module;
	struct rtla_arm arm = { .size = sizeof(arm) };

	for (int i = 0; i < kind->stops; i++)
		arm.stop_ns[i] = config->stop_ns[kind->first + i];
	return tracer_module_set_thresholds(tracer, &arm);
}

static enum result module_disarm(struct tracer *tracer)
{
	struct rtla_arm none = { .size = sizeof(none) };

	return tracer_module_set_thresholds(tracer, &none);
}

static enum result module_count(struct tracer *tracer, uint64_t from_ns,
				uint64_t until_ns)
{
	struct rtla_count count = {
		.size = sizeof(count), .from_ns = from_ns, .until_ns = until_ns,
	};

	if (ioctl(tracer->fd, RTLA_IOC_COUNT, &count))
		return fail(RESULT_ERROR, RTLA_DEVICE_PATH
			    ": %s: the samples are not counted",
			    strerror(errno));
	return RESULT_OK;
}

static enum result stats_unread(int cpu)
{
	return fail(RESULT_ERROR, "CPU %d: %s: its statistics are unknown", cpu,
		    strerror(errno));
}

static enum result threads_unread(void)
{
	return fail(RESULT_ERROR, RTLA_DEVICE_PATH
		    ": %s: the watched threads are unknown", strerror(errno));
}

static struct noise tracer_module_noise_of(const struct rtla_noise *got,
					   const struct rtla_squares *squares)
{
	return (struct noise) {
		.periods = got->periods,
		.runtime = got->runtime_ns,
		.noise = got->noise_ns,
		.max_noise = got->max_noise_ns,
		.max_single = got->max_single_ns,
		.from = {
			[NOISE_HARDWARE] = got->hw_count,
			[NOISE_NMI] = got->nmi_count,
			[NOISE_IRQ] = got->irq_count,
			[NOISE_SOFTIRQ] = got->softirq_count,
			[NOISE_THREAD] = got->thread_count,
		},
		.squares = {
			[NOISE_HARDWARE] = squares->hw,
			[NOISE_NMI] = squares->nmi,
			[NOISE_IRQ] = squares->irq,
			[NOISE_SOFTIRQ] = squares->softirq,
			[NOISE_THREAD] = squares->thread,
		},
	};
}

static enum result module_read_stats(struct tracer *tracer, int cpu,
				     enum event_context context,
				     struct tracer_stats *stats)
{
	struct rtla_stats got = {
		.size = sizeof(got), .cpu = cpu, .context = context,
	};

	if (ioctl(tracer->fd, RTLA_IOC_STATS, &got))
		return stats_unread(cpu);
	stats->latency = (struct latency) {
		.count = got.count,
		.min = got.min_ns,
		.max = got.max_ns,
		.sum = got.sum_ns,
		.last = got.last_ns,
		.squares = { got.squares_low, got.squares_high },
	};
	stats->skipped = (struct latency) {
		.count = got.skipped,
		.max = got.skipped_max_ns,
		/* Added to the sum of the samples, it must not overflow. */
		.sum = time_min(got.skipped_sum_ns, INT64_MAX / 2),
		.squares = { got.skipped_squares_low,
			     got.skipped_squares_high },
	};
	stats->noise = tracer_module_noise_of(&got.noise, &got.noise_squares);
	memcpy(stats->over, got.over, sizeof(stats->over));
	stats->flaws = (struct overhead_flaws) {
		got.disturbed, got.negative, got.own_ns,
	};
	return RESULT_OK;
}

static enum result module_read_buckets(struct tracer *tracer, int cpu,
				       enum event_context context,
				       enum tracer_buckets kind, int first,
				       int count, uint64_t *buckets)
{
	static const uint32_t kinds[] = {
		[TRACER_DISTRIBUTION] = RTLA_BUCKETS_DISTRIBUTION,
		[TRACER_SKIPPED] = RTLA_BUCKETS_SKIPPED,
		[TRACER_HISTOGRAM] = RTLA_BUCKETS_HISTOGRAM,
		[TRACER_THREAD] = RTLA_BUCKETS_THREAD,
	};
	struct rtla_buckets asked = {
		.size = sizeof(asked), .cpu = cpu, .context = context,
		.kind = kinds[kind],
		.first = first, .count = count,
		.buckets = (uintptr_t)buckets,
	};

	if (!ioctl(tracer->fd, RTLA_IOC_BUCKETS, &asked))
		return RESULT_OK;
	if (kind == TRACER_THREAD)
		return threads_unread();
	return stats_unread(cpu);
}

static enum result module_read_blocks(struct tracer *tracer, int cpu,
				      enum event_context context, bool last,
				      struct tracer_block *blocks, int *count)
{
	struct rtla_block got[TRACER_BLOCKS_MAX];
	struct rtla_blocks asked = {
		.size = sizeof(asked), .cpu = cpu, .context = context,
		.count = TRACER_BLOCKS_MAX, .blocks = (uintptr_t)got,
		.flags = last ? RTLA_BLOCKS_LAST : 0,
	};

	*count = 0;
	if (ioctl(tracer->fd, RTLA_IOC_BLOCKS, &asked))
		return stats_unread(cpu);
	for (; *count < (int)asked.count; ++*count) {
		const struct rtla_block *from = &got[*count];

		blocks[*count] = (struct tracer_block) {
			.number = from->number,
			.latency = {
				.count = from->count,
				.min = from->min_ns,
				.max = from->max_ns,
				.sum = from->sum_ns,
				.squares = { from->squares_low, from->squares_high },
			},
		};
	}
	return RESULT_OK;
}

/* ---- Watched threads, and who woke them ---------------------------------- */

static void take_parts(struct latency *part, const struct rtla_part *got,
		       uint64_t count, uint64_t by_timer)
{
	for (int i = 0; i < WAKEUP_CONTEXTS; i++) {
		bool of_timer = WAKEUP_FIRST + i == CONTEXT_WAKE_TIMER ||
				WAKEUP_FIRST + i == CONTEXT_WAKE_IRQ;

		part[i] = (struct latency) {
			.count = of_timer ? by_timer : count,
			.min = got[i].min_ns,
			.max = got[i].max_ns,
			.sum = got[i].sum_ns,
		};
	}
}

/* Threads that are read at a time. */
#define THREADS_READ	64

static struct watched_thread
tracer_module_thread_of(const struct rtla_thread *got)
{
	struct watched_thread thread = {
		.pid = got->pid,
		.tgid = got->tgid,
		.policy = got->policy,
		.priority = got->priority,
		.ended = got->ended,
		.distributed = got->distributions,
		.preempted = got->preempted,
		.preempted_ns = got->preempted_ns,
	};

	memcpy(thread.comm, got->comm, sizeof(thread.comm) - 1);
	take_parts(thread.part, got->part, got->count, got->by_timer);
	return thread;
}

static enum result module_read_threads(struct tracer *tracer,
				       struct watched_threads *threads)
{
	struct rtla_thread got[THREADS_READ];
	struct rtla_threads asked = {
		.size = sizeof(asked), .threads = (uintptr_t)got,
	};
	struct watched_thread *grown;

	threads->count = 0;
	do {
		asked.first = threads->count;
		asked.count = THREADS_READ;
		if (ioctl(tracer->fd, RTLA_IOC_THREADS, &asked))
			return threads_unread();
		grown = reallocarray(threads->thread,
				     threads->count + asked.count + 1,
				     sizeof(*grown));
		if (!grown)
			return fail(RESULT_ERROR, "out of memory");
		threads->thread = grown;
		for (uint32_t i = 0; i < asked.count; i++)
			grown[threads->count++] =
				tracer_module_thread_of(&got[i]);
		threads->full = asked.full;
	} while (asked.count == THREADS_READ);
	return RESULT_OK;
}

static struct woken_by waker_of(const struct rtla_woken *got)
{
	struct woken_by waker = { .kind = got->kind, .id = -1 };

	if (waker.kind == WAKER_THREAD || waker.kind == WAKER_IRQ ||
	    waker.kind == WAKER_SOFTIRQ)
		waker.id = got->id;
	if (waker.kind == WAKER_SOFTIRQ)
		strcpy(waker.name, softirq_name(got->id));
	else
		memcpy(waker.name, got->name, sizeof(waker.name) - 1);
	take_parts(waker.part, got->part, got->count, got->by_timer);
	return waker;
}

static enum result module_read_wakers(struct tracer *tracer, int cpu,
				      struct wakers *wakers)
{
	struct rtla_woken got[RTLA_WAKERS_MAX + 1];
	struct rtla_wakers asked = {
		.size = sizeof(asked), .cpu = cpu,
		.count = RTLA_WAKERS_MAX + 1, .wakers = (uintptr_t)got,
	};

	if (ioctl(tracer->fd, RTLA_IOC_WAKERS, &asked))
		return fail(RESULT_ERROR, "CPU %d: %s: who woke the threads is unknown",
			    cpu, strerror(errno));
	for (uint32_t i = 0; i < asked.count; i++) {
		struct woken_by waker = waker_of(&got[i]);

		if (waker.kind <= WAKER_OTHERS && !wakers_add(wakers, &waker))
			return fail(RESULT_ERROR, "out of memory");
	}
	return RESULT_OK;
}

static struct cause cause_of(int cpu, const struct rtla_caused *got)
{
	static const enum noise_source kinds[] = {
		[RTLA_CAUSE_NMI] = NOISE_NMI, [RTLA_CAUSE_IRQ] = NOISE_IRQ,
		[RTLA_CAUSE_SOFTIRQ] = NOISE_SOFTIRQ,
		[RTLA_CAUSE_THREAD] = NOISE_THREAD,
	};
	struct cause cause = {
		.cpu = cpu, .kind = kinds[got->kind], .id = got->id,
		.count = got->count, .sum = got->sum_ns, .max = got->max_ns,
		.at = got->max_at_ns, .function_ns = got->function_ns,
	};

	if (cause.kind == NOISE_SOFTIRQ && cause.id >= 0)
		strcpy(cause.name, softirq_name(cause.id));
	else
		memcpy(cause.name, got->name, sizeof(cause.name) - 1);
	memcpy(cause.function, got->function, sizeof(cause.function) - 1);
	return cause;
}

static enum result module_read_causes(struct tracer *tracer, int cpu,
				      struct causes *causes)
{
	struct rtla_caused got[RTLA_CAUSES_ROWS];
	struct rtla_causes asked = {
		.size = sizeof(asked), .cpu = cpu, .count = RTLA_CAUSES_ROWS,
		.causes = (uintptr_t)got,
	};

	if (ioctl(tracer->fd, RTLA_IOC_CAUSES, &asked))
		return fail(RESULT_ERROR, "CPU %d: %s: what has taken time is unknown",
			    cpu, strerror(errno));
	for (uint32_t i = 0; i < asked.count; i++) {
		struct cause cause;

		/* A later module may know more kinds. */
		if (got[i].kind > RTLA_CAUSE_THREAD)
			continue;
		cause = cause_of(cpu, &got[i]);
		if (!causes_add(causes, &cause))
			return fail(RESULT_ERROR, "out of memory");
	}
	return RESULT_OK;
}

static int module_hit_fd(const struct tracer *tracer)
{
	return tracer->fd;
}

static bool module_read_hit(struct tracer *tracer, struct tracer_hit *hit)
{
	struct rtla_hit got;

	if (read(tracer->fd, &got, sizeof(got)) != sizeof(got))
		return false;
	hit->cpu = got.cpu;
	hit->context = got.context;
	hit->seqnum = got.seqnum;
	hit->latency_ns = got.latency_ns;
	hit->threshold_ns = got.threshold_ns;
	hit->t_w_ns = got.t_w_ns;
	hit->pid = got.pid;
	return true;
}

static enum result module_cpu(struct tracer *tracer, int cpu,
			      struct tracer_cpu *state)
{
	struct rtla_cpu got = { .size = sizeof(got), .cpu = cpu };

	if (ioctl(tracer->fd, RTLA_IOC_CPU, &got))
		return fail(RESULT_ERROR, "CPU %d: %s: its state is unknown",
			    cpu, strerror(errno));
	state->state = got.state - RTLA_CPU_MEASURED;
	state->pid = got.pid;
	state->activations = got.activations;
	state->skipped = got.skipped;
	state->offline = got.offline;
	state->suspended = got.suspended;
	state->detached = got.detached;
	state->steal_ns = got.steal_ns;
	state->own_irq_ns = got.own_irq_ns;
	state->own_thread_ns = got.own_thread_ns;
	state->sessions = got.sessions;
	return RESULT_OK;
}

static bool module_symbol(struct tracer *tracer, uint64_t address, char *name,
			  size_t size)
{
	struct rtla_symbol got = { .size = sizeof(got), .address = address };

	if (ioctl(tracer->fd, RTLA_IOC_SYMBOL, &got))
		return false;
	snprintf(name, size, "%.*s", (int)sizeof(got.name) - 1, got.name);
	return true;
}

/* Find the name of a function, which is cut; false: it is unknown, and @name is "". */
static bool name_function(struct tracer *tracer, uint64_t address,
			  char name[BOUND_FUNCTION_LEN])
{
	char whole[RTLA_SYMBOL_LEN];

	*name = '\0';
	if (!address || !module_symbol(tracer, address, whole, sizeof(whole)))
		return false;
	snprintf(name, BOUND_FUNCTION_LEN, "%.*s", BOUND_FUNCTION_LEN - 1, whole);
	return true;
}

/* Find the names of the functions where a window was interrupted. */
static void name_functions(struct tracer *tracer, struct bound_windows *windows,
			   const struct rtla_bound_variable *got)
{
	int count = time_min(got->stack_count, BOUND_STACK_MAX);

	name_function(tracer, got->address, windows->function);
	windows->stack_count = 0;
	for (int i = 0; i < count; i++)
		if (name_function(tracer, got->stack[i],
				  windows->stack[windows->stack_count]))
			windows->stack_count++;
}

static void take_windows(struct tracer *tracer, struct bound_windows *windows,
			 const struct rtla_bound_variable *got)
{
	bool is_named = windows->at_ns == got->at_ns &&
			windows->address == got->address;

	windows->method = got->method < BOUND_METHODS ? got->method :
							BOUND_ABSENT;
	windows->longest = (struct bound_variable) {
		got->lower_ns, time_max(got->lower_ns, got->upper_ns)
	};
	windows->margin_ns = got->margin_ns;
	windows->count = got->count;
	windows->seen = got->seen == RTLA_BOUND_CASE_II_A ? BOUND_CASE_II_A :
			got->seen == RTLA_BOUND_CASE_II_B ? BOUND_CASE_II_B :
							    BOUND_CASE_UNKNOWN;
	windows->at_ns = got->at_ns;
	windows->address = got->address;
	windows->pid = got->pid;
	snprintf(windows->comm, sizeof(windows->comm), "%.*s",
		 (int)sizeof(got->comm) - 1, got->comm);
	if (!is_named)
		name_functions(tracer, windows, got);
}

static enum result module_read_bound(struct tracer *tracer, int cpu,
				     struct bound_figures *figures)
{
	struct rtla_bound got = { .size = sizeof(got), .cpu = cpu };

	if (ioctl(tracer->fd, RTLA_IOC_BOUND, &got))
		return fail(RESULT_ERROR, "CPU %d: %s: its bound is unknown", cpu,
			    strerror(errno));
	for (int i = 0; i < BOUND_VARIABLES; i++)
		take_windows(tracer, &figures->windows[i], &got.variable[i]);
	figures->probe.count = got.probes;
	figures->probe.longest_gap_ns = got.longest_gap_ns;
	figures->probe.floor_ns = got.floor_ns;
	figures->probe.unmeasured = got.unmeasured;
	for (int i = 0; i < BOUND_RULES; i++)
		figures->rule[i] = (struct bound_rule) {
			got.rule[i].checks, got.rule[i].broken
		};
	figures->entry = (struct bound_entry) {
		.average_ns = got.irq_entries ?
				      (got.irq_entry_sum_ns + got.irq_entries -
				       1) / got.irq_entries :
				      0,
		.max_ns = got.irq_entry_max_ns,
		.count = got.irq_entries,
	};
	return RESULT_OK;
}

static int module_attach(int cpu)
{
	struct rtla_attach attach = { .size = sizeof(attach), .cpu = cpu };
	int fd = open(RTLA_DEVICE_PATH, O_RDONLY | O_CLOEXEC);
	int error;

	if (fd < 0 || !ioctl(fd, RTLA_IOC_ATTACH, &attach))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

/* If this fails, module_close() ends the measurement. */
static void module_end(struct tracer *tracer)
{
	ioctl(tracer->fd, RTLA_IOC_END);
}

const struct tracer_ops tracer_module = {
	.name = "module",
	.title = "the module",
	.recorder = RECORDED_BY_MODULE,
	.system = SYSTEM,
	.hit_event = HIT_EVENT,
	.clock = "mono",
	.keeps_stats = true,
	.default_prio = 99 - DEFAULT_FIFO,
	.measures_kind = module_measures_kind,
	.find = module_find,
	.attaches = module_attaches,
	.refuse = module_refuse,
	.freezes_early = module_freezes_early,
	.open = module_open,
	.start = module_start,
	.measures = module_measures,
	.collect = module_collect,
	.arm = module_arm,
	.disarm = module_disarm,
	.count = module_count,
	.read_stats = module_read_stats,
	.read_buckets = module_read_buckets,
	.read_blocks = module_read_blocks,
	.read_threads = module_read_threads,
	.read_wakers = module_read_wakers,
	.read_causes = module_read_causes,
	.read_bound = module_read_bound,
	.hit_fd = module_hit_fd,
	.read_hit = module_read_hit,
	.cpu = module_cpu,
	.symbol = module_symbol,
	.attach = module_attach,
	.end = module_end,
	.close = module_close,
};
