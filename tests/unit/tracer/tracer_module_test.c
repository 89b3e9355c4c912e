// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what the command asks of the module, and of how it reads the
 * answers. The test replaces open(), which opens a pipe, and ioctl().
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "test.h"
#include "stats/bound_figures.h"
#include "stats/causes.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "trace/instance.h"
#include "tracer/tracer.h"
#include "tracer/tracer_figures.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"
#include "uapi/rtla.h"

static const struct tracer_ops *const ops = &tracer_module;

/*
 * The device: the error of open(), or the other end of the pipe; and what the
 * command has passed to it.
 */
static int open_error;
static int device;
static bool blocking;
static uint32_t attached;
static int ioctl_error;
static int error_cpu;
static struct rtla_start start;
static struct rtla_arm arm;
static uint64_t mask[2];
static int32_t ids[2];
static char collected[256];
static bool has_ended;

int open(const char *path, int flags, ...)
{
	int ends[2];

	assert_string_equal(path, "/dev/rtla");
	/*
	 * The descriptor of a session does not block, that of a workload has
	 * to.
	 */
	blocking = !(flags & O_NONBLOCK);
	errno = open_error;
	if (open_error || pipe2(ends, O_NONBLOCK))
		return -1;
	device = ends[1];
	return ends[0];
}

/* There are 100 watched threads: thread N has N wake-ups, the last one by a timer. */
static void give_threads(struct rtla_threads *asked)
{
	struct rtla_thread *thread = (void *)(uintptr_t)asked->threads;
	uint32_t count = 0;

	assert_int_equal(asked->size, sizeof(*asked));
	for (uint32_t i = asked->first; i < 100 && count < asked->count; i++) {
		thread[count] = (struct rtla_thread) {
			.pid = i, .tgid = 1000 + i, .policy = 1, .priority = 9,
			.ended = i == 99, .comm = "fifteen letters", .count = i,
			.by_timer = 1, .preempted = 3, .preempted_ns = 4,
			.distributions = i == 98,
		};
		for (int part = 0; part < RTLA_WAKEUP_PARTS; part++)
			thread[count].part[part] = (struct rtla_part) {
				.min_ns = 1, .max_ns = part, .sum_ns = 100 * i,
			};
		count++;
	}
	asked->count = count;
	asked->full = 1;
}

/* Give one waker of each kind, and one of a kind that a later module may know. */
static void give_wakers(struct rtla_wakers *asked)
{
	struct rtla_woken *woken = (void *)(uintptr_t)asked->wakers;

	assert_int_equal(asked->size, sizeof(*asked));
	assert_int_equal(asked->cpu, 3);
	assert_int_equal(asked->count, RTLA_WAKERS_MAX + 1);
	asked->count = RTLA_WAKER_OTHERS + 2;
	for (uint32_t i = 0; i < asked->count; i++)
		woken[i] = (struct rtla_woken) {
			.kind = i, .id = 7,
			.name = "a name of thirty-one characters",
			.count = 10 + i, .by_timer = 2,
			.part = { [6] = { 1, 30 + i, 400 + i } },
		};
}

/* A later module may also know a kind that this command does not. */
static void give_causes(struct rtla_causes *asked)
{
	struct rtla_caused *caused = (void *)(uintptr_t)asked->causes;

	assert_int_equal(asked->size, sizeof(*asked));
	assert_int_equal(asked->cpu, 3);
	assert_int_equal(asked->count, RTLA_CAUSES_ROWS);
	asked->count = RTLA_CAUSE_THREAD + 3;
	for (uint32_t i = 0; i < asked->count; i++)
		caused[i] = (struct rtla_caused) {
			.kind = i, .id = 7, .name = "twenty-three characters",
			.count = 10 + i, .sum_ns = 400 + i, .max_ns = 30 + i,
			.max_at_ns = 9000 + i,
		};
	caused[asked->count - 1].kind = RTLA_CAUSE_SOFTIRQ;
	caused[asked->count - 1].id = -1;
	caused[asked->count - 1].name[0] = '\0';
}

/* Each bucket has its number, and 1000 times that of the thread. */
static void give_buckets(const struct rtla_buckets *asked)
{
	uint64_t *buckets = (void *)(uintptr_t)asked->buckets;

	assert_int_equal(asked->size, sizeof(*asked));
	assert_int_equal(asked->kind, RTLA_BUCKETS_THREAD);
	assert_int_equal(asked->context, RTLA_WAKEUP_TOTAL);
	for (uint32_t i = 0; i < asked->count; i++)
		buckets[i] = 1000 * asked->cpu + asked->first + i;
}

/* All variables lie between two numbers, and have a stack with a hole. */
static void give_bound(struct rtla_bound *bound)
{
	assert_int_equal(bound->size, sizeof(*bound));
	assert_int_equal(bound->cpu, 3);
	bound->probes = 1000;
	bound->longest_gap_ns = 51000;
	bound->unmeasured = 4;
	bound->irq_entries = 3;
	bound->irq_entry_sum_ns = 1000;
	bound->irq_entry_max_ns = 500;
	bound->floor_ns = 900;
	for (int i = 0; i < RTLA_BOUND_RULES; i++)
		bound->rule[i] = (struct rtla_bound_rule) { 40 + i, i };
	for (int i = 0; i < RTLA_BOUND_VARIABLES; i++)
		bound->variable[i] = (struct rtla_bound_variable) {
			.method = RTLA_BOUND_BRACKET, .pid = 7, .comm = "fifteen letters",
			.count = 10 + i, .lower_ns = 100 * i, .upper_ns = 100 * i + 50,
			.margin_ns = 15, .at_ns = 5000 + i, .address = 0x1000 * i,
			.stack_count = 3, .stack = { 0xa, 0, 0xb },
		};
}

static void give_stats(struct rtla_stats *stats)
{
	assert_int_equal(stats->size, sizeof(*stats));
	stats->count = 1000 * stats->cpu + stats->context;
	stats->max_ns = 7;
	stats->disturbed = 5;
	stats->negative = 3;
	stats->own_ns = 51;
}

int ioctl(int fd, unsigned long request, ...)
{
	struct rtla_cpu *cpu;
	va_list args;
	void *argument;

	(void)fd;
	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	switch (request) {
	case RTLA_IOC_START:
		start = *(struct rtla_start *)argument;
		if (start.workload == RTLA_WAKEUP && start.wakeup.ids_count)
			memcpy(ids, (void *)(uintptr_t)start.wakeup.ids,
			       start.wakeup.ids_count * sizeof(*ids));
		memcpy(mask, (void *)(uintptr_t)start.cpus, start.cpus_size);
		((struct rtla_start *)argument)->session = 17;
		((struct rtla_start *)argument)->contexts =
			1 << RTLA_OVERHEAD_CXS | 1 << RTLA_OVERHEAD_WAKE;
		((struct rtla_start *)argument)->cpu = error_cpu;
		break;
	case RTLA_IOC_ATTACH:
		attached = ((struct rtla_attach *)argument)->cpu;
		break;
	case RTLA_IOC_SYMBOL:
		assert_int_equal(((struct rtla_symbol *)argument)->size,
				 sizeof(struct rtla_symbol));
		snprintf(((struct rtla_symbol *)argument)->name, RTLA_SYMBOL_LEN,
			 "at_%llx [m]",
			 (long long)((struct rtla_symbol *)argument)->address);
		break;
	case RTLA_IOC_ARM:
		arm = *(struct rtla_arm *)argument;
		break;
	case RTLA_IOC_END:
		has_ended = true;
		break;
	case RTLA_IOC_THREADS:
		give_threads(argument);
		break;
	case RTLA_IOC_WAKERS:
		give_wakers(argument);
		break;
	case RTLA_IOC_CAUSES:
		give_causes(argument);
		break;
	case RTLA_IOC_BOUND:
		give_bound(argument);
		break;
	case RTLA_IOC_BUCKETS:
		give_buckets(argument);
		break;
	case RTLA_IOC_STATS:
		give_stats(argument);
		break;
	case RTLA_IOC_CPU:
		cpu = argument;
		assert_int_equal(cpu->size, sizeof(*cpu));
		cpu->state = cpu->cpu == 5 ? RTLA_CPU_OFFLINE :
					     RTLA_CPU_MEASURED;
		cpu->activations = 4;
		cpu->skipped = 3;
		cpu->offline = 2;
		cpu->suspended = 7;
		cpu->detached = 6;
		cpu->own_irq_ns = 70;
		cpu->own_thread_ns = 300;
		cpu->sessions = 4;
		cpu->pid = 99;
		break;
	default:
		fail_msg("unknown request %lx", request);
	}
	errno = ioctl_error;
	return ioctl_error ? -1 : 0;
}

enum result instance_events(struct instance *instance, const char *system,
			    const char *event)
{
	(void)instance;
	snprintf(collected, sizeof(collected), "%s:%s", system, event ?: "*");
	return RESULT_OK;
}

enum result instance_trigger(struct instance *instance, const char *system,
			     const char *event, const char *trigger)
{
	size_t used = strlen(collected);

	(void)instance;
	snprintf(collected + used, sizeof(collected) - used, " %s:%s %s",
		 system, event, trigger);
	return RESULT_OK;
}

static struct tracer *opened(void)
{
	struct tracer *tracer;

	assert_int_equal(ops->open(&tracer), RESULT_OK);
	assert_non_null(tracer);
	return tracer;
}

static void closed(struct tracer *tracer)
{
	ops->close(tracer);
	close(device);
}

static struct tracer_config config_of(const char *cpus, const char *priority)
{
	struct tracer_config config = {
		.period_ns = 250000,
		.stop_ns = { 11000, 22000, 33000, 44000, 55000 },
		.stack_ns = 33000,
		.align_ns = -1,
		.runtime_ns = 200000,
		.noise_ns = 2000,
	};

	assert_true(cpus_parse(&config.cpus, cpus));
	if (priority)
		assert_null(parse_priority(priority, &config.priority));
	return config;
}

static int setup(void **state)
{
	(void)state;
	open_error = 0;
	ioctl_error = 0;
	error_cpu = -1;
	return 0;
}

/* Nothing is set beyond the structure of a kind, which has @size bytes. */
static void assert_only_of(size_t size)
{
	const uint8_t *room = (const uint8_t *)start.room;

	for (size_t i = size; i < sizeof(start.room); i++)
		assert_int_equal(room[i], 0);
}

/*
 * No threshold is set at the start. Arming sets them, when the trace instances
 * exist.
 */
static void test_start(void **state)
{
	struct tracer_config config = config_of("0-1,64", NULL);
	struct tracer *tracer = opened();

	(void)state;
	assert_int_equal(ops->start(tracer, &config, NULL), RESULT_OK);
	assert_int_equal(start.size, sizeof(start));
	assert_int_equal(start.flags, 0);
	assert_int_equal(start.workload, RTLA_TIMERLAT);
	assert_int_equal(start.cpus_size, 16);
	assert_int_equal(mask[0], 3);
	assert_int_equal(mask[1], 1);
	assert_int_equal(start.timerlat.period_ns, 250000);
	assert_int_equal(start.timerlat.stop_ns[RTLA_CONTEXT_IRQ], 0);
	assert_int_equal(start.timerlat.stop_ns[RTLA_CONTEXT_THREAD], 0);
	assert_int_equal(start.timerlat.stack_ns, 33000);
	assert_int_equal(start.timerlat.align_ns, 0);
	assert_only_of(sizeof(start.timerlat));
	assert_int_equal(ops->arm(tracer, &config), RESULT_OK);
	assert_int_equal(arm.size, sizeof(arm));
	assert_int_equal(arm.reserved, 0);
	assert_int_equal(arm.stop_ns[RTLA_CONTEXT_IRQ], 11000);
	assert_int_equal(arm.stop_ns[RTLA_CONTEXT_THREAD], 22000);
	assert_int_equal(arm.stop_ns[RTLA_CONTEXT_USER], 33000);
	assert_int_equal(arm.stop_ns[RTLA_TIMERLAT_COUNT], 0);
	assert_int_equal(ops->disarm(tracer), RESULT_OK);
	assert_int_equal(arm.size, sizeof(arm));
	for (int i = 0; i < RTLA_STOPS_MAX; i++)
		assert_int_equal(arm.stop_ns[i], 0);
	assert_false(has_ended);
	ops->end(tracer);
	assert_true(has_ended);
	closed(tracer);
}

static void test_start_osnoise(void **state)
{
	struct tracer_config config = config_of("0", NULL);
	struct tracer *tracer = opened();

	(void)state;
	config.kind = KIND_OSNOISE;
	config.irqs_off = true;
	assert_int_equal(ops->start(tracer, &config, NULL), RESULT_OK);
	assert_int_equal(start.workload, RTLA_OSNOISE);
	assert_int_equal(start.flags, RTLA_START_IRQS_OFF);
	assert_int_equal(start.osnoise.period_ns, 250000);
	assert_int_equal(start.osnoise.runtime_ns, 200000);
	assert_int_equal(start.osnoise.noise_ns, 2000);
	assert_only_of(sizeof(start.osnoise));
	config.irqs_off = false;
	config.preempt_off = true;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.flags, RTLA_START_PREEMPT_OFF);
	ops->arm(tracer, &config);
	assert_int_equal(arm.stop_ns[0], 44000);
	assert_int_equal(arm.stop_ns[1], 55000);
	assert_int_equal(arm.stop_ns[RTLA_OSNOISE_COUNT], 0);
	closed(tracer);
}

static void test_start_flags(void **state)
{
	struct tracer_config config = config_of("0", "f:80");
	struct tracer *tracer = opened();

	(void)state;
	config.align_ns = 0;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.flags, RTLA_START_SCHED | RTLA_START_ALIGN);
	config.align_ns = 500;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.timerlat.align_ns, 500);
	assert_int_equal(start.timerlat.periods_count, 0);
	config.periods = 2;
	config.periods_ns[1] = 3000000;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.timerlat.periods_count, 2);
	assert_int_equal(((const int64_t *)start.timerlat.periods)[1], 3000000);
	/* The priority is that of kernel threads, and there are none. */
	config.no_threads = true;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.flags, RTLA_START_NO_THREADS | RTLA_START_ALIGN);
	config.panic = true;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.flags, RTLA_START_NO_THREADS | RTLA_START_ALIGN |
				      RTLA_START_PANIC);
	config.counters = true;
	assert_int_equal(ops->start(tracer, &config, NULL), RESULT_OK);
	assert_int_equal(start.flags, RTLA_START_NO_THREADS | RTLA_START_ALIGN |
				      RTLA_START_PANIC | RTLA_START_COUNTERS);
	config.counters = false;
	closed(tracer);
}

static void test_start_wakeup(void **state)
{
	struct tracer_config config = config_of("0-1", NULL);
	struct tracer *tracer = opened();

	(void)state;
	config.kind = KIND_WAKEUP;
	config.targets = (struct tracer_targets) {
		.real_time = true, .comm = "name", .id = { 7, 8 }, .ids = 2,
	};
	config.no_noise = true;
	config.stop_ns[CONTEXT_WAKE_WAIT] = 66000;
	config.stop_ns[CONTEXT_WAKE_TOTAL] = 77000;
	config.stats.threads = 64;
	assert_int_equal(ops->start(tracer, &config, NULL), RESULT_OK);
	assert_int_equal(start.workload, RTLA_WAKEUP);
	assert_int_equal(start.flags, RTLA_START_NO_NOISE);
	assert_only_of(sizeof(start.wakeup));
	assert_int_equal(start.wakeup.stack_ns, 33000);
	assert_int_equal(start.wakeup.watch, RTLA_WATCH_RT | RTLA_WATCH_COMM |
					     RTLA_WATCH_THREADS);
	assert_int_equal(start.wakeup.watched_max, 4096);
	assert_int_equal(start.wakeup.distributions, 64);
	assert_int_equal(start.wakeup.ids_count, 2);
	assert_int_equal(ids[1], 8);
	assert_memory_equal(start.wakeup.comm, "name\0\0\0\0\0\0\0\0\0\0\0", 16);
	config.targets = (struct tracer_targets) {
		.all = true, .processes = true, .children = true,
		.id = { 9 }, .ids = 1,
	};
	config.no_noise = false;
	config.wakers = true;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.flags, 0);
	assert_int_equal(start.wakeup.watch,
			 RTLA_WATCH_ALL | RTLA_WATCH_PROCESSES |
			 RTLA_WATCH_CHILDREN | RTLA_WATCH_WAKERS);
	config.wakers = false;
	config.targets = (struct tracer_targets) {
		.real_time = true, .processes = true, .within = true,
		.id = { 9 }, .ids = 1,
	};
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.wakeup.watch,
			 RTLA_WATCH_RT | RTLA_WATCH_WITHIN);
	ops->arm(tracer, &config);
	assert_int_equal(arm.stop_ns[3], 66000);
	assert_int_equal(arm.stop_ns[6], 77000);
	assert_int_equal(arm.stop_ns[0] | arm.stop_ns[RTLA_WAKEUP_PARTS], 0);
	closed(tracer);
}

static void test_bound(void **state)
{
	struct tracer_config config = config_of("3", NULL);
	struct tracer *tracer = opened();
	struct bound_figures figures = {
		.probe.period_ns = 50000, .without_idle = true,
	};
	const struct bound_windows *paie = &figures.windows[1];

	(void)state;
	config.kind = KIND_BOUND;
	config.no_noise = true;
	config.stats.wanted = true;
	config.stop_ns[CONTEXT_BOUND_POID] = 66000;
	config.stop_ns[CONTEXT_BOUND_OBSERVED] = 77000;
	assert_int_equal(ops->start(tracer, &config, NULL), RESULT_OK);
	assert_int_equal(start.workload, RTLA_BOUND);
	assert_int_equal(start.bound.period_ns, 250000);
	assert_int_equal(start.bound.stack_ns, 33000);
	assert_int_equal(start.stats, RTLA_STATS_SUMMARY);
	assert_int_equal(start.flags, 0);
	assert_only_of(sizeof(start.bound));
	ops->arm(tracer, &config);
	assert_int_equal(arm.stop_ns[0], 66000);
	assert_int_equal(arm.stop_ns[5], 77000);
	assert_int_equal(arm.stop_ns[1] | arm.stop_ns[RTLA_BOUND_COUNT], 0);
	assert_int_equal(ops->read_bound(tracer, 3, &figures), RESULT_OK);
	assert_int_equal(figures.probe.count, 1000);
	assert_int_equal(figures.probe.longest_gap_ns, 51000);
	assert_int_equal(figures.probe.floor_ns, 900);
	assert_int_equal(figures.rule[13].checks, 53);
	assert_int_equal(figures.rule[13].broken, 13);
	assert_int_equal(figures.probe.unmeasured, 4);
	assert_int_equal(figures.probe.period_ns, 50000);
	/* The average is rounded up: the bound must not become too low. */
	assert_int_equal(figures.entry.average_ns, 334);
	assert_int_equal(figures.entry.max_ns, 500);
	assert_int_equal(figures.entry.count, 3);
	assert_int_equal(paie->method, BOUND_BRACKET);
	assert_int_equal(paie->longest.lower_ns, 100);
	assert_int_equal(paie->longest.upper_ns, 150);
	assert_int_equal(paie->count, 11);
	assert_int_equal(paie->pid, 7);
	assert_int_equal(paie->at_ns, 5001);
	assert_string_equal(paie->comm, "fifteen letters");
	assert_string_equal(paie->function, "at_1000 [m]");
	assert_string_equal(figures.windows[0].function, "");
	assert_int_equal(paie->stack_count, 2);
	assert_string_equal(paie->stack[0], "at_a [m]");
	assert_string_equal(paie->stack[1], "at_b [m]");
	/*
	 * A name that is known is not looked up again, unless it is of another
	 * window.
	 */
	strcpy(figures.windows[1].function, "kept");
	assert_int_equal(ops->read_bound(tracer, 3, &figures), RESULT_OK);
	assert_string_equal(paie->function, "kept");
	figures.windows[1].at_ns--;
	assert_int_equal(ops->read_bound(tracer, 3, &figures), RESULT_OK);
	assert_string_equal(paie->function, "at_1000 [m]");
	assert_int_equal(paie->stack_count, 2);
	closed(tracer);
}

static void test_start_overheads(void **state)
{
	struct tracer_config config = config_of("0-1", NULL);
	struct tracer *tracer = opened();

	(void)state;
	config.kind = KIND_OVERHEADS;
	config.no_noise = true;
	config.stop_ns[CONTEXT_OVERHEAD_RELEASE_LATENCY] = 66000;
	config.stop_ns[CONTEXT_OVERHEAD_WAKE] = 77000;
	assert_int_equal(ops->start(tracer, &config, NULL), RESULT_OK);
	assert_int_equal(start.workload, RTLA_OVERHEADS);
	assert_int_equal(start.flags, 0);
	assert_only_of(0);
	config.all_threads = true;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.flags, RTLA_START_ALL_THREADS);
	config.all_threads = false;
	config.keep_disturbed = true;
	config.panic = true;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.flags, RTLA_START_DISTURBED | RTLA_START_PANIC);
	ops->arm(tracer, &config);
	assert_int_equal(arm.stop_ns[0], 66000);
	assert_int_equal(arm.stop_ns[8], 77000);
	assert_int_equal(arm.stop_ns[1] | arm.stop_ns[RTLA_OVERHEADS_COUNT], 0);
	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++)
		assert_int_equal(ops->measures(tracer, i),
				 i == CONTEXT_OVERHEAD_CXS ||
				 i == CONTEXT_OVERHEAD_WAKE);
	closed(tracer);
}

/* The contexts of the tool are those of the module, number by number. */
static void test_contexts(void **state)
{
	(void)state;
	assert_int_equal(CONTEXT_OVERHEAD_RELEASE_LATENCY,
			 RTLA_OVERHEAD_RELEASE_LATENCY);
	assert_int_equal(CONTEXT_OVERHEAD_RELEASE, RTLA_OVERHEAD_RELEASE);
	assert_int_equal(CONTEXT_OVERHEAD_SCHED, RTLA_OVERHEAD_SCHED);
	assert_int_equal(CONTEXT_OVERHEAD_CXS, RTLA_OVERHEAD_CXS);
	assert_int_equal(CONTEXT_OVERHEAD_SCHED2, RTLA_OVERHEAD_SCHED2);
	assert_int_equal(CONTEXT_OVERHEAD_TICK, RTLA_OVERHEAD_TICK);
	assert_int_equal(CONTEXT_OVERHEAD_IPI, RTLA_OVERHEAD_IPI);
	assert_int_equal(CONTEXT_OVERHEAD_XCALL, RTLA_OVERHEAD_XCALL);
	assert_int_equal(CONTEXT_OVERHEAD_WAKE, RTLA_OVERHEAD_WAKE);
	assert_int_equal(CONTEXT_WAKE_TIMER, RTLA_WAKEUP_TIMER);
	assert_int_equal(CONTEXT_WAKE_TOTAL, RTLA_WAKEUP_TOTAL);
	assert_int_equal(CYCLE_FIRST, RTLA_CONTEXTS);
}

static void test_stats(void **state)
{
	struct tracer *tracer = opened();
	struct tracer_stats stats;

	(void)state;
	assert_int_equal(ops->read_stats(tracer, 1, CONTEXT_OVERHEAD_CXS,
					 &stats),
			 RESULT_OK);
	assert_int_equal(stats.latency.count, 1015);
	assert_int_equal(stats.latency.max, 7);
	assert_int_equal(stats.flaws.disturbed, 5);
	assert_int_equal(stats.flaws.negative, 3);
	assert_int_equal(stats.flaws.own_ns, 51);
	closed(tracer);
}

static void test_threads(void **state)
{
	struct watched_threads *threads = watched_new();
	struct tracer *tracer = opened();
	const struct watched_thread *thread;

	(void)state;
	assert_non_null(threads);
	threads->count = 5;
	assert_int_equal(ops->read_threads(tracer, threads), RESULT_OK);
	assert_int_equal(ops->read_threads(tracer, threads), RESULT_OK);
	assert_int_equal(threads->count, 100);
	assert_true(threads->full);
	thread = &threads->thread[99];
	assert_int_equal(thread->pid, 99);
	assert_int_equal(thread->tgid, 1099);
	assert_true(thread->ended);
	assert_string_equal(thread->comm, "fifteen letters");
	assert_int_equal(thread->preempted_ns, 4);
	assert_false(thread->distributed);
	assert_true(threads->thread[98].distributed);
	assert_int_equal(thread->part[1].count, 1);
	assert_int_equal(thread->part[2].count, 99);
	assert_int_equal(thread->part[6].max, 6);
	assert_int_equal(thread->part[6].sum, 9900);
	watched_free(threads);
	closed(tracer);
}

static void test_buckets_of_thread(void **state)
{
	struct tracer *tracer = opened();
	uint64_t buckets[3] = { 0 };
	struct capture capture;

	(void)state;
	assert_int_equal(ops->read_buckets(tracer, 7, CONTEXT_WAKE_TOTAL,
					   TRACER_THREAD, 20, 2, buckets),
			 RESULT_OK);
	assert_int_equal(buckets[0], 7020);
	assert_int_equal(buckets[1], 7021);
	assert_int_equal(buckets[2], 0);
	ioctl_error = EINVAL;
	capture_begin(&capture);
	assert_int_equal(ops->read_buckets(tracer, 7, CONTEXT_WAKE_TOTAL,
					   TRACER_THREAD, 20, 2, buckets),
			 RESULT_ERROR);
	capture_end(&capture);
	assert_string_equal(capture.text, "rtla: /dev/rtla: Invalid argument: the watched threads are unknown\n");
	closed(tracer);
}

static void test_wakers(void **state)
{
	struct wakers wakers = { .count = 0 };
	struct tracer *tracer = opened();
	const struct woken_by *waker;
	struct capture capture;

	(void)state;
	assert_int_equal(ops->read_wakers(tracer, 3, &wakers), RESULT_OK);
	assert_int_equal(wakers.count, WAKER_OTHERS + 1);
	for (int i = 0; i <= WAKER_OTHERS; i++) {
		bool has_id = i == WAKER_THREAD || i == WAKER_IRQ ||
			      i == WAKER_SOFTIRQ;

		waker = &wakers.waker[i];
		assert_int_equal(waker->kind, i);
		assert_int_equal(waker->id, has_id ? 7 : -1);
		assert_string_equal(waker->name, i == WAKER_SOFTIRQ ? "SCHED" :
				    "a name of thirty-one characters");
		assert_int_equal(waker->part[0].count, 2);
		assert_int_equal(waker->part[6].count, 10 + i);
		assert_int_equal(waker->part[6].min, 1);
		assert_int_equal(waker->part[6].max, 30 + i);
		assert_int_equal(waker->part[6].sum, 400 + i);
	}
	/* Those of another CPU are appended. */
	assert_int_equal(ops->read_wakers(tracer, 3, &wakers), RESULT_OK);
	assert_int_equal(wakers.count, 2 * (WAKER_OTHERS + 1));
	ioctl_error = EINVAL;
	capture_begin(&capture);
	assert_int_equal(ops->read_wakers(tracer, 3, &wakers), RESULT_ERROR);
	assert_string_equal(capture_end(&capture),
			    "rtla: CPU 3: Invalid argument: who woke the threads is unknown\n");
	ioctl_error = 0;
	free(wakers.waker);
	closed(tracer);
}

static void test_causes(void **state)
{
	static const enum noise_source kinds[] = {
		NOISE_NMI, NOISE_IRQ, NOISE_SOFTIRQ, NOISE_THREAD
	};
	struct tracer_config config = config_of("3", NULL);
	struct causes causes = { .count = 0 };
	struct tracer *tracer = opened();
	const struct cause *cause;
	struct capture capture;

	(void)state;
	config.kind = KIND_OSNOISE;
	config.stats.causes = true;
	assert_int_equal(ops->start(tracer, &config, NULL), RESULT_OK);
	assert_int_equal(start.stats, RTLA_STATS_CAUSES);
	assert_int_equal(ops->read_causes(tracer, 3, &causes), RESULT_OK);
	assert_int_equal(causes.count, 5);
	for (int i = 0; i < 4; i++) {
		cause = &causes.cause[i];
		assert_int_equal(cause->cpu, 3);
		assert_int_equal(cause->kind, kinds[i]);
		assert_int_equal(cause->id, 7);
		assert_string_equal(cause->name,
				    kinds[i] == NOISE_SOFTIRQ ? "SCHED" :
				    "twenty-three characters");
		assert_int_equal(cause->count, 10 + i);
		assert_int_equal(cause->sum, 400 + i);
		assert_int_equal(cause->max, 30 + i);
		assert_int_equal(cause->at, 9000 + i);
	}
	assert_int_equal(causes.cause[4].kind, NOISE_SOFTIRQ);
	assert_int_equal(causes.cause[4].id, CAUSE_OTHERS);
	assert_string_equal(causes.cause[4].name, "");
	/* Those of another CPU are appended. */
	assert_int_equal(ops->read_causes(tracer, 3, &causes), RESULT_OK);
	assert_int_equal(causes.count, 10);
	ioctl_error = EINVAL;
	capture_begin(&capture);
	assert_int_equal(ops->read_causes(tracer, 3, &causes), RESULT_ERROR);
	assert_string_equal(capture_end(&capture),
			    "rtla: CPU 3: Invalid argument: what has taken time is unknown\n");
	ioctl_error = 0;
	free(causes.cause);
	closed(tracer);
}

static void test_symbol(void **state)
{
	struct tracer *tracer = opened();
	char name[10];

	(void)state;
	assert_true(ops->symbol(tracer, 0xab, name, sizeof(name)));
	assert_string_equal(name, "at_ab [m]");
	assert_true(ops->symbol(tracer, 0xabc, name, sizeof(name)));
	assert_string_equal(name, "at_abc [m");
	ioctl_error = ENOENT;
	assert_false(ops->symbol(tracer, 0xab, name, sizeof(name)));
	ioctl_error = 0;
	closed(tracer);
}

static void test_attach(void **state)
{
	int fd;

	(void)state;
	fd = ops->attach(7);
	assert_true(fd >= 0);
	assert_true(blocking);
	assert_int_equal(attached, 7);
	close(fd);
	close(device);
	ioctl_error = EBUSY;
	assert_int_equal(ops->attach(7), -1);
	assert_int_equal(errno, EBUSY);
	close(device);
}

static void test_one_word(void **state)
{
	struct tracer_config config = config_of("63", NULL);
	struct tracer *tracer = opened();

	(void)state;
	assert_int_equal(ops->start(tracer, &config, NULL), RESULT_OK);
	assert_int_equal(start.cpus_size, 8);
	assert_true(mask[0] == 1ULL << 63);
	closed(tracer);
}

static void test_priority(void **state)
{
	struct tracer_config config = config_of("0", "f:80");
	struct tracer *tracer = opened();

	(void)state;
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.flags, RTLA_START_SCHED);
	assert_int_equal(start.sched_policy, 1);
	assert_int_equal(start.sched_priority, 80);
	config = config_of("0", "o:-7");
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.sched_policy, 0);
	assert_int_equal(start.sched_nice, -7);
	assert_int_equal(start.sched_priority, 0);
	config = config_of("0", "d:100us:1ms");
	ops->start(tracer, &config, NULL);
	assert_int_equal(start.sched_policy, 6);
	assert_int_equal(start.sched_runtime_ns, 100000);
	assert_int_equal(start.sched_period_ns, 1000000);
	closed(tracer);
}

static void test_collect(void **state)
{
	struct tracer_config config = config_of("0", NULL);
	struct tracer *tracer = opened();

	(void)state;
	ops->start(tracer, &config, NULL);
	ops->collect(tracer, NULL, TRACER_LATENCIES, true);
	assert_string_equal(collected,
			    "rtla:timerlat_sample rtla:stop traceoff if session == 17");
	ops->collect(tracer, NULL, TRACER_ALL, true);
	assert_string_equal(collected,
			    "rtla:* rtla:stop traceoff if session == 17");
	ops->collect(tracer, NULL, TRACER_PERIODS, false);
	assert_string_equal(collected, "rtla:osnoise_sample");
	ops->collect(tracer, NULL, TRACER_GAPS, false);
	assert_string_equal(collected, "rtla:sample_threshold");
	ops->collect(tracer, NULL, TRACER_NOISES, true);
	assert_string_equal(collected,
			    "rtla:sample_threshold rtla:stop traceoff if session == 17");
	collected[0] = '\0';
	ops->collect(tracer, NULL, TRACER_NOTHING, true);
	assert_string_equal(collected,
			    " rtla:stop traceoff if session == 17");
	closed(tracer);
}

static void test_hit(void **state)
{
	struct rtla_hit sent = {
		.size = sizeof(sent), .cpu = 4, .context = 1, .seqnum = 77,
		.latency_ns = 5000, .threshold_ns = 4000, .t_w_ns = 123,
	};
	struct tracer *tracer = opened();
	struct tracer_hit hit;

	(void)state;
	assert_false(ops->read_hit(tracer, &hit));
	assert_int_equal(write(device, &sent, sizeof(sent)), sizeof(sent));
	assert_true(ops->read_hit(tracer, &hit));
	assert_int_equal(hit.cpu, 4);
	assert_int_equal(hit.context, CONTEXT_THREAD);
	assert_int_equal(hit.seqnum, 77);
	assert_int_equal(hit.latency_ns, 5000);
	assert_int_equal(hit.threshold_ns, 4000);
	assert_int_equal(hit.t_w_ns, 123);
	assert_false(ops->read_hit(tracer, &hit));
	closed(tracer);
}

static void test_cpu(void **state)
{
	struct tracer *tracer = opened();
	struct tracer_cpu cpu;

	(void)state;
	assert_int_equal(ops->cpu(tracer, 2, &cpu), RESULT_OK);
	assert_int_equal(cpu.state, TRACER_CPU_MEASURED);
	assert_int_equal(cpu.activations, 4);
	assert_int_equal(cpu.skipped, 3);
	assert_int_equal(cpu.offline, 2);
	assert_int_equal(cpu.suspended, 7);
	assert_int_equal(cpu.detached, 6);
	assert_int_equal(cpu.own_irq_ns, 70);
	assert_int_equal(cpu.own_thread_ns, 300);
	assert_int_equal(cpu.sessions, 4);
	assert_int_equal(cpu.pid, 99);
	assert_int_equal(ops->cpu(tracer, 5, &cpu), RESULT_OK);
	assert_int_equal(cpu.state, TRACER_CPU_OFFLINE);
	closed(tracer);
}

static void test_open_errors(void **state)
{
	static const struct {
		int error;
		const char *said;
	} cases[] = {
		{ ENOENT, "rtla: /dev/rtla: no such device: load the module with 'modprobe rtla'\n" },
		{ ENODEV, "rtla: /dev/rtla: no such device: load the module with 'modprobe rtla'\n" },
		{ EACCES, "rtla: /dev/rtla: permission denied: run as root\n" },
		{ EPERM, "rtla: /dev/rtla: permission denied: run as root\n" },
		{ EIO, "rtla: /dev/rtla: Input/output error: it does not seem to be the device of rtla.ko\n" },
	};
	struct capture capture;
	struct tracer *tracer;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		open_error = cases[i].error;
		capture_begin(&capture);
		assert_int_equal(ops->open(&tracer), RESULT_CANNOT);
		assert_string_equal(capture_end(&capture), cases[i].said);
		assert_null(tracer);
	}
}

/* Expect this of a start that fails with an error, and maybe a CPU. */
static void expect_refused(const struct tracer_config *config, int error,
			   int cpu, const char *said)
{
	struct tracer *tracer = opened();
	struct capture capture;

	ioctl_error = error;
	error_cpu = cpu;
	capture_begin(&capture);
	assert_int_equal(ops->start(tracer, config, NULL), RESULT_CANNOT);
	assert_string_equal(capture_end(&capture), said);
	closed(tracer);
}

static void expect_start_error(int error, int cpu, const char *priority,
			       const char *said)
{
	struct tracer_config config = config_of("0-3", priority);

	expect_refused(&config, error, cpu, said);
}

/* A kernel may have no counters, which only a run with counters needs. */
static void test_no_counters(void **state)
{
	struct tracer_config config = config_of("0-3", NULL);

	(void)state;
	config.counters = true;
	expect_refused(&config, EOPNOTSUPP, -1,
		"rtla: --counters: this kernel was built without CONFIG_PERF_EVENTS: leave it out\n");
}

static void test_start_errors(void **state)
{
	(void)state;
	expect_start_error(EBUSY, 3, NULL,
		"rtla: CPU 3: busy: another session measures it: end that, or leave the CPU out with --cpus\n");
	expect_start_error(EBUSY, 3, "d:1us:1ms",
		"rtla: CPU 3: busy: another session measures it, or it has no room for the deadline of --priority\n");
	expect_start_error(EBUSY, -1, NULL,
		"rtla: /dev/rtla: busy: the system is about to suspend: try again when it has resumed\n");
	expect_start_error(ENODEV, 2, NULL,
		"rtla: CPU 2: offline: bring it online, or leave it out with --cpus\n");
	expect_start_error(EPERM, -1, NULL,
		"rtla: /dev/rtla: not permitted: run as root, or with CAP_SYS_ADMIN\n");
	expect_start_error(EUSERS, -1, NULL,
		"rtla: /dev/rtla: 16 sessions observe this machine already: end one of them, or run as root\n");
	expect_start_error(EOPNOTSUPP, -1, NULL,
		"rtla: /dev/rtla: this kernel lacks a tracepoint: 'dmesg' says which\n");
	expect_start_error(EINVAL, -1, NULL,
		"rtla: /dev/rtla: Invalid argument: load the module that belongs to this tool\n");
	expect_start_error(EINVAL, -1, "d:1ns:1ms",
		"rtla: /dev/rtla: Invalid argument: choose another --priority, or load the module that belongs to this tool\n");
	expect_start_error(ENOTTY, -1, NULL,
		"rtla: /dev/rtla: Inappropriate ioctl for device: load the module that belongs to this tool\n");
	expect_start_error(ENOMEM, -1, NULL,
		"rtla: /dev/rtla: Cannot allocate memory: the measurement did not start\n");
}

static void test_later_errors(void **state)
{
	struct tracer_config config = config_of("0", NULL);
	struct tracer *tracer = opened();
	struct capture capture;
	struct tracer_cpu cpu;

	(void)state;
	ioctl_error = EINVAL;
	capture_begin(&capture);
	assert_int_equal(ops->arm(tracer, &config), RESULT_ERROR);
	assert_int_equal(ops->disarm(tracer), RESULT_ERROR);
	assert_int_equal(ops->cpu(tracer, 1, &cpu), RESULT_ERROR);
	assert_string_equal(capture_end(&capture),
		"rtla: /dev/rtla: Invalid argument: the thresholds were not set\n"
		"rtla: /dev/rtla: Invalid argument: the thresholds were not set\n"
		"rtla: CPU 1: Invalid argument: its state is unknown\n");
	closed(tracer);
}

#define TEST(name)	cmocka_unit_test_setup(name, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_start),
		TEST(test_start_osnoise),
		TEST(test_start_flags),
		TEST(test_start_wakeup),
		TEST(test_start_overheads),
		TEST(test_bound),
		TEST(test_contexts),
		TEST(test_stats),
		TEST(test_threads),
		TEST(test_wakers),
		TEST(test_causes),
		TEST(test_buckets_of_thread),
		TEST(test_symbol),
		TEST(test_attach),
		TEST(test_one_word),
		TEST(test_priority),
		TEST(test_collect),
		TEST(test_hit),
		TEST(test_cpu),
		TEST(test_open_errors),
		TEST(test_start_errors),
		TEST(test_no_counters),
		TEST(test_later_errors),
	};

	return cmocka_run_group_tests_name("tracer_module", tests, NULL, NULL);
}
