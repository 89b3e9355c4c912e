// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer by BPF programs, which needs neither a module nor a tracer of the
 * kernel.
 *
 * The measuring processes sleep until a time, as cyclictest does, and take the
 * user latency by themselves. Two programs take the times of the timer's
 * interrupt and of the switch to the thread. Only for a run that explains a hit
 * there are programs that record noise, each CPU's in memory of its own, where
 * a hit stops it. The command has mapped all of that, so that nothing is copied
 * while it measures, and uses no tracefs.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/cpus.h"
#include "base/times.h"
#include "stats/kind.h"
#include "trace/events.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/bpf/bpf_workload.h"
#include "tracer/tracer.h"
#include "tracer/tracer_config.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

#define DEFAULT_FIFO	95	/* of the measuring processes */
#define NEVER		UINT64_MAX

/**
 * struct bpf_place - one of the measured CPUs
 * @number: which CPU it is
 * @cpu: its memory of the programs
 * @workload: and that of its measuring process
 * @bytes: how much the latter is
 * @read: how many samples were read
 * @kept: the events of the last hit
 */
struct bpf_place {
	int number;
	struct bpf_cpu *cpu;
	struct bpf_workload *workload;
	size_t bytes;
	uint64_t read;
	struct event_list kept;
};

struct tracer {
	struct tracer_config config;
	struct bpf_programs *programs;
	struct bpf_names names;		/* for the events of a hit */
	int wake;			/* an eventfd: there was a hit */
	bool was_hit;			/* the places keep its events */
	int count;
	struct bpf_place *place;
};

static bool bpf_measures_kind(enum kind kind)
{
	return kind_row(kind)->has_user_threads;
}

static bool bpf_find(enum kind kind, bool quiet, struct tracer_absence *absence)
{
	(void)kind;
	(void)quiet;
	return bpf_programs_find(absence);
}

static void bpf_stand_in(enum kind kind, const char *why)
{
	(void)kind;
	note("BPF programs measure: %s", why);
}

static bool bpf_attaches(void)
{
	return true;
}

static enum result bpf_refuse(const struct tracer_config *config)
{
	if (!config->no_threads)
		return fail(RESULT_CANNOT, "--tracer bpf: it measures with processes of user space only: leave out --kernel-threads, or load the module");
	if (config->panic)
		return fail(RESULT_CANNOT, "--tracer bpf: it cannot panic the kernel at a hit: load the module");
	if (config->counters)
		return fail(RESULT_CANNOT, "--tracer bpf: it does not read what the CPU counts: leave out --counters, or load the module");
	return RESULT_OK;
}

static bool bpf_freezes_early(const struct tracer_config *config)
{
	(void)config;
	return false;
}

static enum result bpf_open(struct tracer **opened)
{
	struct tracer *tracer = calloc(1, sizeof(*tracer));

	*opened = NULL;
	if (!tracer)
		return fail(RESULT_ERROR, "out of memory");
	tracer->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (tracer->wake < 0) {
		free(tracer);
		return fail(RESULT_ERROR, "eventfd: %s: too many open files?",
			    strerror(errno));
	}
	*opened = tracer;
	return RESULT_OK;
}

/* ---- Starting ------------------------------------------------------------ */

/* Return the period of the CPU with this index; they may take turns. */
static uint64_t period_of(const struct tracer_config *config, int index)
{
	return config->periods ? config->periods_ns[index % config->periods] :
				 config->period_ns;
}

/* Get the memory that a measuring process shares with the command. */
static bool place_make(struct bpf_place *place,
		       const struct tracer_config *config, int index,
		       uint64_t base, const uint64_t *slept)
{
	uint64_t period = period_of(config, index);
	uint64_t places = bpf_workload_places(period);
	struct bpf_workload *workload;

	place->bytes = sizeof(*workload) +
		       places * sizeof(workload->sample[0]);
	workload = mmap(NULL, place->bytes, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (workload == MAP_FAILED)
		return false;
	*workload = (struct bpf_workload) {
		.period_ns = period,
		.aligned = config->align_ns >= 0,
		.stack_ns = config->stack_ns,
		.slept = slept,
		.places = places,
	};
	if (workload->aligned)
		workload->first_ns = base + index * config->align_ns;
	place->workload = workload;
	return true;
}

static enum result make_places(struct tracer *tracer)
{
	const struct tracer_config *config = &tracer->config;
	uint64_t base = time_now() + config->period_ns;
	const uint64_t *slept = bpf_programs_share(tracer->programs,
						   BPF_RECORDER, ".bss",
						   sizeof(*slept));
	int cpu;

	if (!slept)
		return RESULT_CANNOT;
	tracer->place = calloc(cpus_count(&config->cpus),
			       sizeof(*tracer->place));
	if (!tracer->place)
		return fail(RESULT_ERROR, "out of memory");
	cpus_for_each(cpu, &config->cpus) {
		struct bpf_place *place = &tracer->place[tracer->count];

		place->number = cpu;
		place->cpu = bpf_programs_cpu(tracer->programs, cpu);
		if (!place_make(place, config, tracer->count, base, slept))
			return fail(RESULT_ERROR, "out of memory");
		tracer->count++;
	}
	return RESULT_OK;
}

/* A hit before stays. */
static enum result bpf_disarm(struct tracer *tracer)
{
	for (int i = 0; i < tracer->count; i++) {
		struct bpf_place *place = &tracer->place[i];

		place->cpu->stop_irq = NEVER;
		place->cpu->stop_thread = NEVER;
		place->workload->stop_user = NEVER;
	}
	return RESULT_OK;
}

/* Programs that take latencies are always wanted, the others by a recording. */
static bool takes_latencies(const void *records, const char *program)
{
	static const char *const always[] = {
		"timer_expires", "switch_threads", "system_sleeps",
	};
	bool takes = *(const bool *)records;

	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		takes |= !strcmp(program, always[i]);
	return takes;
}

static enum result bpf_start(struct tracer *tracer,
			     const struct tracer_config *config,
			     const struct undo_list *undo)
{
	bool records = !config->no_noise;
	const struct bpf_request request = {
		.object = BPF_RECORDER,
		.constants = &records, .bytes = sizeof(records),
		.wants = takes_latencies, .context = &records,
	};
	enum result result;

	(void)undo;
	tracer->config = *config;
	tracer->programs = bpf_programs_new(cpus_last(&config->cpus) + 1);
	if (!tracer->programs)
		return RESULT_CANNOT;
	result = bpf_programs_load(tracer->programs, &request);
	return result ?: bpf_programs_attach(tracer->programs) ?:
	       make_places(tracer) ?: bpf_disarm(tracer);
}

static bool bpf_measures(const struct tracer *tracer,
			 enum event_context context)
{
	(void)tracer;
	(void)context;
	return true;
}

static int bpf_wake_fd(const struct tracer *tracer)
{
	return tracer->wake;
}

static struct bpf_place *place_of(const struct tracer *tracer, int cpu)
{
	return &tracer->place[cpus_place(&tracer->config.cpus, cpu)];
}

static int bpf_measure(struct tracer *tracer, int cpu, int wake_fd)
{
	struct bpf_place *place = place_of(tracer, cpu);

	return bpf_workload_measure(place->workload, place->cpu, cpu, wake_fd);
}

/* ---- Samples ------------------------------------------------------------- */

/* Return whether the sample to be read next may have been overwritten. */
static bool is_overtaken(const struct bpf_place *place)
{
	uint64_t written = __atomic_load_n(&place->workload->written,
					   __ATOMIC_ACQUIRE);

	return written - place->read >= place->workload->places;
}

/* A sample that was overwritten while it was read is lost at the next call. */
static int bpf_drain(struct tracer *tracer, int cpu, int most, reader_fn *fn,
		     void *context, struct reader_counts *counts)
{
	struct bpf_place *place = place_of(tracer, cpu);
	const struct bpf_workload *workload = place->workload;
	uint64_t written = __atomic_load_n(&workload->written,
					   __ATOMIC_ACQUIRE);
	bool lost = is_overtaken(place);
	int got = 0;

	if (lost) {
		uint64_t first = written - workload->places / 2;

		counts->lost += first - place->read;
		place->read = first;
	}
	for (; place->read < written && got < most; got++) {
		const struct bpf_sample sample =
			workload->sample[place->read & (workload->places - 1)];
		struct event event;

		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (is_overtaken(place))
			break;
		place->read++;
		for (int i = 0; i < LATENCY_CONTEXTS; i++) {
			if (!bpf_events_sample(&event, &sample, i,
					       place->cpu->pid))
				continue;
			fn(context, cpu, &event, lost);
			counts->events++;
			lost = false;
		}
	}
	return got;
}

/* ---- Hits ---------------------------------------------------------------- */

static uint64_t threshold(const struct tracer_config *config,
			  enum event_context context)
{
	uint64_t ns = config->stop_ns[context];

	return ns ?: NEVER;
}

/* The programs begin to record with a CPU that has no open context. */
static void bpf_arm_place(struct bpf_place *place,
			  const struct tracer_config *config)
{
	struct bpf_cpu *cpu = place->cpu;

	memset(cpu->open, 0, sizeof(cpu->open));
	cpu->stop_irq = threshold(config, CONTEXT_IRQ);
	cpu->stop_thread = threshold(config, CONTEXT_THREAD);
	cpu->stack_after = config->stack_ns ? (uint64_t)config->stack_ns :
					      NEVER;
	place->workload->stop_user = threshold(config, CONTEXT_USER);
	cpu->hit_t_w = 0;
	cpu->hit = BPF_HIT_NONE;
	__atomic_store_n(&cpu->recording, 1, __ATOMIC_RELEASE);
}

static enum result bpf_arm(struct tracer *tracer,
			   const struct tracer_config *config)
{
	memcpy(tracer->config.stop_ns, config->stop_ns,
	       sizeof(config->stop_ns));
	for (int i = 0; i < tracer->count; i++)
		bpf_arm_place(&tracer->place[i], config);
	return RESULT_OK;
}

static int bpf_hit_fd(const struct tracer *tracer)
{
	return tracer->wake;
}

/* Return the sample of the activation that began at @t_w, if it is written. */
static const struct bpf_sample *sample_of(const struct bpf_workload *workload,
					  uint64_t written, uint64_t t_w)
{
	uint64_t kept = time_min(written, workload->places);

	for (uint64_t i = 1; i <= kept; i++) {
		const struct bpf_sample *sample =
			&workload->sample[(written - i) &
					  (workload->places - 1)];

		if (sample->t_w <= t_w)
			return sample->t_w == t_w ? sample : NULL;
	}
	return NULL;
}

/* A user latency is known from the sample, which its process writes first. */
static void describe_hit(const struct tracer *tracer,
			 const struct bpf_place *place, struct tracer_hit *hit)
{
	static const enum event_context contexts[] = {
		[BPF_HIT_IRQ] = CONTEXT_IRQ,
		[BPF_HIT_THREAD] = CONTEXT_THREAD,
		[BPF_HIT_USER] = CONTEXT_USER,
	};
	const struct bpf_cpu *cpu = place->cpu;
	enum event_context context = contexts[cpu->hit];
	uint64_t written = __atomic_load_n(&place->workload->written,
					   __ATOMIC_ACQUIRE);
	const struct bpf_sample *sample =
		sample_of(place->workload, written, cpu->hit_t_w);
	uint64_t end = context == CONTEXT_IRQ ? cpu->hit_irq :
		       context == CONTEXT_THREAD || !sample ? cpu->hit_switch :
		       sample->user;

	*hit = (struct tracer_hit) {
		.cpu = place->number,
		.context = context,
		.seqnum = sample ? sample->seqnum : written + 1,
		.latency_ns = end - cpu->hit_t_w,
		.threshold_ns = tracer->config.stop_ns[context],
		.t_w_ns = cpu->hit_t_w,
		.pid = cpu->pid,
	};
}

/* Return the CPU with the first hit, or NULL. */
static const struct bpf_place *first_hit(const struct tracer *tracer)
{
	const struct bpf_place *first = NULL;

	for (int i = 0; i < tracer->count; i++) {
		const struct bpf_place *place = &tracer->place[i];

		if (place->cpu->hit && (!first || place->cpu->hit_t_w <
						  first->cpu->hit_t_w))
			first = place;
	}
	return first;
}

/*
 * Keep what each CPU has recorded until now, and let none of them record.
 * Programs that run just now end soon.
 */
static enum result keep_events(struct tracer *tracer,
			       const struct tracer_hit *hit)
{
	struct bpf_names *names = &tracer->names;

	names->prio = priority_in_kernel(&tracer->config.priority,
					 99 - DEFAULT_FIFO);
	for (int i = 0; i < tracer->count; i++)
		__atomic_store_n(&tracer->place[i].cpu->recording, 0,
				 __ATOMIC_RELEASE);
	bpf_names_read(names, hit && tracer->config.stack_ns);
	for (int i = 0; i < tracer->count; i++) {
		struct bpf_place *place = &tracer->place[i];
		bool is_hit = hit && hit->cpu == place->number;

		event_list_clear(&place->kept);
		if (!bpf_events_take(&place->kept, place->cpu, place->workload,
				     is_hit ? hit : NULL, names))
			return fail(RESULT_ERROR, "out of memory");
	}
	tracer->was_hit = hit;
	return RESULT_OK;
}

static bool bpf_read_hit(struct tracer *tracer, struct tracer_hit *hit)
{
	const struct bpf_place *first = first_hit(tracer);
	eventfd_t woken;

	eventfd_read(tracer->wake, &woken);
	if (!first)
		return false;
	describe_hit(tracer, first, hit);
	keep_events(tracer, hit);
	for (int i = 0; i < tracer->count; i++)
		tracer->place[i].cpu->hit = BPF_HIT_NONE;
	return true;
}

static enum result bpf_list(struct tracer *tracer, int cpu,
			    struct event_list *list)
{
	struct bpf_place *place = place_of(tracer, cpu);
	enum result result = RESULT_OK;

	if (!tracer->was_hit)
		result = keep_events(tracer, NULL);
	for (size_t i = 0; i < place->kept.count && !result; i++)
		if (!event_list_append(list, &place->kept.event[i], false))
			result = fail(RESULT_ERROR, "out of memory");
	list->lost_before = place->kept.lost_before;
	return result;
}

/* ---- CPUs ---------------------------------------------------------------- */

static enum result bpf_cpu(struct tracer *tracer, int cpu,
			   struct tracer_cpu *state)
{
	const struct bpf_place *place = place_of(tracer, cpu);
	struct cpus online;

	cpus_online(&online);
	*state = tracer_cpu_untold;
	state->pid = place->cpu->thread;
	state->offline = place->workload->offline;
	state->detached = place->workload->detached;
	state->suspended = place->workload->suspended;
	if (!cpus_has(&online, cpu))
		state->state = TRACER_CPU_OFFLINE;
	else if (!state->pid)
		state->state = TRACER_CPU_WAITING;
	return RESULT_OK;
}

static bool bpf_symbol(struct tracer *tracer, uint64_t address, char *name,
		       size_t size)
{
	return bpf_names_symbol(&tracer->names, address, name, size);
}

/* ---- The end ------------------------------------------------------------- */

/* The measuring processes are ended by whoever has started them. */
static void bpf_end(struct tracer *tracer)
{
	(void)tracer;
}

static void bpf_close(struct tracer *tracer)
{
	bpf_programs_free(tracer->programs);
	for (int i = 0; i < tracer->count; i++) {
		event_list_clear(&tracer->place[i].kept);
		munmap(tracer->place[i].workload, tracer->place[i].bytes);
	}
	bpf_names_free(&tracer->names);
	free(tracer->place);
	close(tracer->wake);
	free(tracer);
}

const struct tracer_ops tracer_bpf = {
	.name = "bpf",
	.title = "the tracer by BPF programs",
	.recorder = RECORDED_BY_BPF,
	.system = MODULE_SYSTEM,
	.clock = "mono",
	.unnumbered = true,
	.default_prio = 99 - DEFAULT_FIFO,
	.measures_kind = bpf_measures_kind,
	.find = bpf_find,
	.stand_in = bpf_stand_in,
	.attaches = bpf_attaches,
	.refuse = bpf_refuse,
	.freezes_early = bpf_freezes_early,
	.open = bpf_open,
	.start = bpf_start,
	.measures = bpf_measures,
	.drain = bpf_drain,
	.list = bpf_list,
	.wake_fd = bpf_wake_fd,
	.measure = bpf_measure,
	.arm = bpf_arm,
	.disarm = bpf_disarm,
	.hit_fd = bpf_hit_fd,
	.read_hit = bpf_read_hit,
	.cpu = bpf_cpu,
	.symbol = bpf_symbol,
	.end = bpf_end,
	.close = bpf_close,
};
