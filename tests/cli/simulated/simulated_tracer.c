// SPDX-License-Identifier: GPL-2.0
/*
 * A simulated tracer: a thread makes up samples, one of each kind on every CPU
 * every 20 ms, or less often on more than 64 CPUs. Nothing is measured.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "run/samples.h"
#include "simulated.h"
#include "stats/causes.h"
#include "stats/noise.h"
#include "stats/overheads.h"
#include "stats/stats.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "trace/instance.h"
#include "trace/noise_source.h"
#include "tracer/tracer.h"
#include "tracer/tracer_config.h"
#include "tracer/tracer_state.h"
#include "tracer/tracers.h"

#define TICK_NS		20000000

struct tracer {
	struct tracer_config config;
	pthread_t thread;
	int hit_fd;
	enum tracer_events samples;
	uint64_t armed_at;	/* 0: not armed, or hit since */
	int64_t stop_ns[CONTEXTS];
	struct tracer_hit hit;	/* the last one */
	int hits;
};

/*
 * The thread and main() share all of the simulated machine. Ticks come only
 * while the command waits, as if all else that it does took no time: main() has
 * the lock then. So what the command reads in one go is of the same ticks, on
 * each CPU, however slow the machine is that runs the test.
 */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool ticking;
static uint32_t seqnum;
static struct watched_thread woken[CPUS_SIMULATED];
static uint64_t ticked;		/* time of the last tick, or of the start */
static uint64_t tick_ns = TICK_NS;

/* Let the ticks come that are due: the thread may be late. */
static void catch_up(void)
{
	while (ticking && ticked + tick_ns <= sim_now()) {
		pthread_mutex_unlock(&lock);
		usleep(1000);
		pthread_mutex_lock(&lock);
	}
}

int __wrap_loop_wait(struct loop *loop, struct occurrence *what, int size)
{
	int count;

	/* Runs with another tracer have no ticks. */
	if (!ticking)
		return __real_loop_wait(loop, what, size);
	pthread_mutex_unlock(&lock);
	count = __real_loop_wait(loop, what, size);
	pthread_mutex_lock(&lock);
	catch_up();
	return count;
}

/* The command also waits for the commands of actions, and reads samples meanwhile. */
bool __wrap_samples_read_in_between(void *context)
{
	catch_up();
	return __real_samples_read_in_between(context);
}

int __wrap_shell_run(const char *command, const struct patience *patience)
{
	int status = __real_shell_run(command, patience);

	catch_up();
	return status;
}

static bool is_osnoise(const struct tracer *tracer)
{
	return tracer->config.kind == KIND_OSNOISE;
}

static bool is_wakeup(const struct tracer *tracer)
{
	return tracer->config.kind == KIND_WAKEUP;
}

static bool is_cycle(const struct tracer *tracer)
{
	return tracer->config.kind == KIND_CYCLE;
}

static bool is_overheads(const struct tracer *tracer)
{
	return tracer->config.kind == KIND_OVERHEADS;
}

static bool is_bound(const struct tracer *tracer)
{
	return tracer->config.kind == KIND_BOUND;
}

/*
 * Add latencies of 2 us (IRQ), 5 us (thread) and 8 us (user; only without
 * kernel threads). They are 1 us longer on CPU 1, 2 us on CPU 2 and so on.
 */
static void add_latency(struct ring_page *page, int cpu, uint64_t now,
			uint32_t number, int pid, int context, uint64_t latency)
{
	sim_add_sample(page, now, number, pid, context, latency);
	sim_stats_add(cpu, context, now, now - latency, latency);
}

/* Return which part of each latency there is by the files of SIM_SETTINGS. */
static double part_by_settings(void)
{
	static double part;
	const char *at = getenv("SIM_SETTINGS");
	char file[256], value[64], text[64];
	double percent;
	int read;

	if (part > 0)
		return part;
	part = 1;
	while (at && sscanf(at, "%255[^=]=%63[^:]:%lf%n", file, value,
			    &percent, &read) == 3) {
		FILE *setting = fopen(file, "re");

		if (setting && fscanf(setting, "%63s", text) == 1 &&
		    !strcmp(text, value))
			part *= percent / 100;
		if (setting)
			fclose(setting);
		at += read;
		at += *at == ',';
	}
	return part;
}

static void add_latencies(const struct tracer *tracer, struct ring_page *page,
			  uint64_t now, int cpu)
{
	uint64_t turn = (seqnum * 7 + cpu) % 16;
	/* With "spread", latencies are up to so many ns longer, and few are long. */
	uint64_t more = 1000 * cpu +
			sim_setting("spread", 0) * turn * turn * turn / 3375;

	double part = part_by_settings();

	/* A user latency is that of the activation before, which it ends. */
	if (tracer->config.no_threads && seqnum > 1)
		add_latency(page, cpu, now, seqnum - 1, 99, CONTEXT_USER,
			    part * (8000 + more));
	add_latency(page, cpu, now, seqnum, 0, CONTEXT_IRQ,
		    part * (2000 + more));
	add_latency(page, cpu, now + 3000, seqnum, 99, CONTEXT_THREAD,
		    part * (5000 + more));
}

/*
 * Add a sample of the thread 1000 + CPU on each CPU, with so many parts and the
 * whole: the parts are 1, 2, 3 us and so on, 1 us longer on CPU 1, 2 us on CPU
 * 2 and so on.
 */
static struct watched_thread *add_watched(int cpu, uint64_t now,
					  enum event_context first, int parts)
{
	struct watched_thread *thread = &woken[cpu];
	uint64_t total = 0;
	char name[16];

	thread->pid = 1000 + cpu;
	thread->tgid = 1000;
	thread->policy = 1;
	thread->priority = 9;
	snprintf(name, sizeof(name), "worker/%u", cpu % 64U);
	sim_comm(thread->comm, name);
	if (!sim_stats_counting(now))
		return NULL;
	for (int i = 0; i <= parts; i++) {
		uint64_t ns = i == parts ? total : 1000ULL * (i + 1 + cpu);

		total += ns;
		latency_add(&thread->part[i], ns);
		sim_stats_add(cpu, first + i, now, now, ns);
	}
	return thread;
}

/* Add a wake-up by a timer on each CPU. */
static void add_wakeup(int cpu, uint64_t now)
{
	add_watched(cpu, now, WAKEUP_FIRST, WAKEUP_CONTEXTS - 1);
}

/* A thread preempts each, and a timer or a thread ends a wait of 2 or 3 us. */
static void add_culprits(struct watched_thread *thread, int cpu)
{
	struct cycle_culprit *of = thread->cycles.culprit;

	for (int i = 0; i < 2; i++) {
		of[i].count++;
		of[i].max_ns = i ? 2000 : 3000;
		of[i].ns += of[i].max_ns;
	}
	of[0].part = CONTEXT_CYCLE_BLOCKED;
	of[0].kind = cpu ? WAKER_TIMER : WAKER_THREAD;
	of[0].wait = (struct cycle_wait) { .nr = SYS_futex, .how = -1 };
	of[1].part = CONTEXT_CYCLE_PREEMPTED;
	of[1].kind = WAKER_THREAD;
	of[1].pid = 77;
	strcpy(of[1].comm, "hog");
	if (cpu)
		return;
	of[0].pid = 78;
	strcpy(of[0].comm, "logger");
}

/*
 * Add a cycle on each CPU. The thread on CPU 0 waits for its next period until
 * a time has come, all others by a descriptor; of
 * those from the CPU "known" on, that is not known yet.
 */
static void add_cycle(const struct tracer *tracer, int cpu, uint64_t now)
{
	struct watched_thread *thread =
		add_watched(cpu, now, CYCLE_FIRST, CYCLE_CONTEXTS - 1);
	uint64_t deadline = tracer->config.cycle.deadline_ns;

	if (!thread)
		return;
	thread->cycles.home_known = cpu < sim_setting("known", CPUS_SIMULATED);
	thread->cycles.home = cpu ?
		(struct cycle_wait) { .nr = SYS_read, .how = 4 + cpu } :
		(struct cycle_wait) { .nr = SYS_clock_nanosleep, .how = 1 };
	thread->cycles.period_ns = 1000000 * (cpu + 1);
	thread->cycles.misses +=
		deadline && thread->part[CYCLE_CONTEXTS - 1].max > deadline;
	thread->cycles.migrations += cpu;
	add_culprits(thread, cpu);
}

static bool simulated_measures(const struct tracer *tracer,
			       enum event_context context)
{
	(void)tracer;
	return !(sim_setting("absent", 0) >> (context - OVERHEAD_FIRST) & 1);
}

/*
 * Add one of each overhead on each CPU: 1.5, 2.5 ... 9.5 us, 1 us longer on CPU
 * 1, 2 us on CPU 2 and so on. Every second one of a thread is disturbed, except
 * the latency.
 */
static void add_overheads(const struct tracer *tracer, int cpu, uint64_t now)
{
	bool keep = tracer->config.keep_disturbed;
	bool disturbed = seqnum % 2 == 0;

	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++) {
		struct overhead_flaws flaws = { .disturbed = 0 };
		bool of_thread = overhead_of_thread(i);

		if (!simulated_measures(tracer, i) ||
		    (of_thread && sim_setting("ordinary", 0) &&
		     !tracer->config.all_threads))
			continue;
		flaws.disturbed = disturbed && of_thread &&
				  i != CONTEXT_OVERHEAD_RELEASE_LATENCY;
		if (i == CONTEXT_OVERHEAD_IPI && cpu == 0)
			flaws.negative = sim_setting("negative", 0);
		if (i != CONTEXT_OVERHEAD_RELEASE_LATENCY)
			flaws.own_ns = 50 + cpu;
		sim_stats_add_flaws(cpu, i, now, &flaws);
		if (!flaws.disturbed || keep)
			sim_stats_add(cpu, i, now, now,
				      500 + 1000 * (i - OVERHEAD_FIRST + 1 +
						    cpu));
	}
}

/* Add a period of 1 s, with 1 % noise on CPU 0, 2 % on CPU 1, up to 99 %. */
static void add_period(struct ring_page *page, uint64_t now, int cpu)
{
	struct ring_period period = {
		.common = { .type = RING_PERIOD, .pid = 99 },
		.start = now - 1000000000, .runtime = 1000000000,
		.noise = 10000000 * (cpu % 99 + 1), .max_single = 5000000,
		.hardware = 1, .nmi = 2, .irq = 3, .softirq = 4,
		.thread = 5, .seqnum = seqnum,
	};

	const struct noise noise = {
		.periods = 1, .runtime = period.runtime, .noise = period.noise,
		.max_noise = period.noise, .max_single = period.max_single,
		.from = {
			[NOISE_HARDWARE] = period.hardware,
			[NOISE_NMI] = period.nmi,
			[NOISE_IRQ] = period.irq,
			[NOISE_SOFTIRQ] = period.softirq,
			[NOISE_THREAD] = period.thread,
		},
	};

	ring_add(page, now, &period, sizeof(period));
	sim_stats_add(cpu, CONTEXT_TOTAL, now, now, period.noise);
	sim_stats_add_noise(cpu, now, &noise);
}

/* Add noises of 1.5 and 7 us, 1 us longer on CPU 1, 2 us on CPU 2 and so on. */
static void add_gaps(struct ring_page *page, uint64_t now, int cpu)
{
	struct ring_gap gap = {
		.common = { .type = RING_GAP, .pid = 99 },
		.start = now - 10000, .duration = 1500 + 1000 * cpu,
	};

	ring_add(page, now, &gap, sizeof(gap));
	sim_stats_add(cpu, CONTEXT_SINGLE, now, now, gap.duration);
	gap.duration = 7000 + 1000 * cpu;
	ring_add(page, now + 1000, &gap, sizeof(gap));
	sim_stats_add(cpu, CONTEXT_SINGLE, now + 1000, now + 1000,
		      gap.duration);
}

static void send_samples(const struct tracer *tracer, const struct cpus *cpus,
			 uint64_t now)
{
	static bool told;
	struct ring_page page;
	int cpu;

	/* Before the fifth sample, "gap" activations are missing. */
	seqnum += 1 + (seqnum == 4) * sim_setting("gap", 0);
	cpus_for_each(cpu, cpus) {
		ring_start(&page, now);
		if (is_wakeup(tracer))
			add_wakeup(cpu, now);
		else if (is_cycle(tracer))
			add_cycle(tracer, cpu, now);
		else if (is_overheads(tracer))
			add_overheads(tracer, cpu, now);
		else if (is_bound(tracer))
			sim_bound_add(&page, cpu, now);
		else if (!is_osnoise(tracer))
			add_latencies(tracer, &page, now, cpu);
		else if (tracer->samples != TRACER_GAPS)
			add_period(&page, now, cpu);
		if (tracer->samples == TRACER_GAPS ||
		    tracer->samples == TRACER_NOISES)
			add_gaps(&page, now, cpu);
		if (sim_setting("lost", 0) && !told)
			ring_lost(&page, sim_setting("lost", 0));
		told = true;
		sim_send(cpu, &page);
	}
}

/* Return the next hit. Each is longer than the one before by "grow" ns. */
static struct tracer_hit next_hit(const struct tracer *tracer)
{
	int context = sim_setting("context",
				  is_osnoise(tracer) ? CONTEXT_SINGLE :
				  is_wakeup(tracer) ? CONTEXT_WAKE_TOTAL :
				  is_cycle(tracer) ? CONTEXT_CYCLE_RESPONSE :
				  is_overheads(tracer) ? CONTEXT_OVERHEAD_CXS :
				  is_bound(tracer) ? CONTEXT_BOUND_POID :
				  CONTEXT_THREAD);
	struct tracer_hit hit = {
		.cpu = sim_setting("hit_cpu", 0),
		.context = context,
		.latency_ns = sim_setting("latency", 150000) +
			      tracer->hits * sim_setting("grow", 0),
		.threshold_ns = tracer->stop_ns[context],
	};

	/* The latency of the hit ends now. */
	hit.t_w_ns = sim_now() - hit.latency_ns;
	if (is_wakeup(tracer) || is_cycle(tracer) || is_bound(tracer) ||
	    context == CONTEXT_OVERHEAD_CXS)
		hit.pid = 1000 + hit.cpu;
	for (int i = 0; i < CONTEXTS && !hit.threshold_ns; i++)
		hit.threshold_ns = tracer->stop_ns[i];
	return hit;
}

static void perhaps_hit(struct tracer *tracer)
{
	long after = sim_setting("hit", -1);
	struct tracer_hit hit;
	uint64_t one = 1;

	if (!tracer->armed_at || after < 0 ||
	    tracer->hits >= sim_setting("hits", 1 << 30) ||
	    sim_now() - tracer->armed_at < after * 1000000ULL)
		return;
	hit = next_hit(tracer);
	if (!hit.threshold_ns || hit.latency_ns < hit.threshold_ns ||
	    (is_osnoise(tracer) && hit.latency_ns == hit.threshold_ns))
		return;
	tracer->hit = hit;
	tracer->armed_at = 0;
	tracer->hits++;
	sim_freeze();
	if (tracer->config.hit_ends)
		sim_stats_count(0, sim_now());
	sim_log("hit %d", tracer->hits);
	if (write(tracer->hit_fd, &one, sizeof(one)) < 0)
		abort();
}

static void sleep_until(uint64_t time)
{
	struct timespec until = {
		.tv_sec = time / NS_PER_SEC, .tv_nsec = time % NS_PER_SEC,
	};

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

static void *tick(void *argument)
{
	struct tracer *tracer = argument;
	uint64_t time = ticked;
	struct cpus cpus;
	bool go_on = true;
	sigset_t all;

	/*
	 * The command handles signals, and has no threads, so this thread must
	 * not get them. SIGSEGV stays unblocked, so that no fault goes
	 * unnoticed.
	 */
	sigfillset(&all);
	sigdelset(&all, SIGSEGV);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	while (go_on) {
		/* No tick is left out: missed ticks follow at once. */
		time += tick_ns;
		sleep_until(time);
		pthread_mutex_lock(&lock);
		if (sim_stats_counting(time))
			cpus = tracer->config.cpus;
		if ((sim_stats_counting(time) || sim_sampled(time, &cpus)) &&
		    !sim_setting("silent", 0)) {
			if (sim_setting("quiet", 0))
				seqnum++;
			else
				send_samples(tracer, &cpus, time);
		}
		ticked = time;
		perhaps_hit(tracer);
		go_on = ticking;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static enum result simulated_open(struct tracer **tracer)
{
	*tracer = calloc(1, sizeof(**tracer));
	if (!*tracer)
		return RESULT_ERROR;
	(*tracer)->hit_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	sim_log("open");
	return RESULT_OK;
}

static void log_mark(const struct tracer_mark *mark)
{
	sim_log("start mark ends=%d offset=%llu counter=%llu", mark->ends,
		(unsigned long long)mark->offset,
		(unsigned long long)mark->counter);
}

static void log_targets(const struct tracer_targets *targets)
{
	char ids[256] = "";
	size_t used = 0;

	for (int i = 0; i < targets->ids && used < sizeof(ids) - 16; i++)
		used += snprintf(ids + used, sizeof(ids) - used, "%s%d",
				 i ? "," : "", targets->id[i]);
	sim_log("start watch all=%d rt=%d children=%d comm=%s %s=%s%s",
		targets->all, targets->real_time, targets->children,
		targets->comm ?: "", targets->processes ? "pids" : "tids", ids,
		targets->within ? " within" : "");
}

static enum result simulated_start(struct tracer *tracer,
				   const struct tracer_config *config,
				   const struct undo_list *undo)
{
	const struct priority *priority = &config->priority;
	char list[64];

	(void)undo;
	tracer->config = *config;
	sim_log("start cpus=%s period=%lld stack=%lld priority=%d:%d:%d:%d:%llu:%llu",
		cpus_format(&config->cpus, list, sizeof(list)),
		(long long)config->period_ns, (long long)config->stack_ns,
		priority->given, priority->policy, priority->nice,
		priority->priority, (unsigned long long)priority->runtime_ns,
		(unsigned long long)priority->period_ns);
	if (is_osnoise(tracer))
		sim_log("start osnoise runtime=%lld noise=%lld irqs_off=%d preempt_off=%d",
			(long long)config->runtime_ns,
			(long long)config->noise_ns, config->irqs_off,
			config->preempt_off);
	if (is_cycle(tracer))
		sim_log("start cycle given=%d any=%d wait=%s how=%u period=%lld deadline=%lld",
			config->cycle.given, config->cycle.any,
			config->cycle.given ?
			cycle_wait_call(config->cycle.wait.nr) : "",
			config->cycle.wait.how,
			(long long)config->cycle.period_ns,
			(long long)config->cycle.deadline_ns);
	for (int i = 0; is_cycle(tracer) && i < config->cycle.marks.count; i++)
		log_mark(&config->cycle.marks.mark[i]);
	if (is_wakeup(tracer) || is_cycle(tracer)) {
		log_targets(&config->targets);
		sim_log("start distributions of threads %d",
			config->stats.threads);
	}
	if (is_overheads(tracer))
		sim_log("start overheads all_threads=%d keep_disturbed=%d",
			config->all_threads, config->keep_disturbed);
	if (config->align_ns >= 0)
		sim_log("start align=%lld", (long long)config->align_ns);
	for (int i = 0; config->periods > 1 && i < config->periods; i++)
		sim_log("start periods %lld", (long long)config->periods_ns[i]);
	if (config->no_threads)
		sim_log("start no threads");
	if (config->panic)
		sim_log("start panic");
	tracer->samples = is_osnoise(tracer) ? TRACER_NOISES : TRACER_LATENCIES;
	/* As the module does, which would refuse to start. */
	for (int i = 0; i < CONTEXTS; i++)
		if (config->stats.limits[i] &&
		    context_kind(i) != tracer->config.kind)
			abort();
	sim_stats_start(&config->stats);
	sim_stats_skip(cpus_last(&config->cpus), sim_setting("skipped", 0));
	if (config->stats.wanted)
		sim_log("start stats entries=%u bucket=%llu distribution=%d block=%llu",
			config->stats.entries,
			(unsigned long long)config->stats.bucket_ns,
			config->stats.distribution,
			(unsigned long long)config->stats.block_ns);
	if (config->no_noise)
		sim_log("start no noise");
	if (config->stats.causes && !is_osnoise(tracer))
		sim_log("start causes");
	if (config->hit_ends && tracer_keeps_stats(config))
		sim_log("start hit ends");
	ticked = sim_now();
	/* A tick of many CPUs takes long, and ticks that never catch up never end. */
	tick_ns = TICK_NS * (1 + (cpus_count(&config->cpus) - 1) / 64);
	pthread_mutex_lock(&lock);
	ticking = !pthread_create(&tracer->thread, NULL, tick, tracer);
	return ticking ? RESULT_OK : RESULT_ERROR;
}

static enum result simulated_collect(struct tracer *tracer,
				     struct instance *instance,
				     enum tracer_events events, bool freeze)
{
	static const char *const names[] = {
		"latencies", "periods", "gaps", "noises", "wakeups",
		"interrupts", "all", "nothing"
	};

	if (events < TRACER_ALL)
		tracer->samples = events;
	sim_log("collect %s in %s%s", names[events], sim_name(instance),
		freeze ? ", freeze" : "");
	if (freeze)
		sim_freezes(instance);
	return RESULT_OK;
}

static enum result simulated_arm(struct tracer *tracer,
				 const struct tracer_config *config)
{
	char text[256] = "";
	size_t used = 0;

	for (int i = 0; i < CONTEXTS; i++)
		if (i <= CONTEXT_THREAD || config->stop_ns[i])
			used += snprintf(text + used, sizeof(text) - used,
					 " %s=%lld", context_name(i),
					 (long long)config->stop_ns[i]);
	sim_log("arm%s", text);
	if (!sim_setting("arm", 1))
		return RESULT_ERROR;
	tracer->armed_at = sim_now();
	memcpy(tracer->stop_ns, config->stop_ns, sizeof(tracer->stop_ns));
	return RESULT_OK;
}

static enum result simulated_disarm(struct tracer *tracer)
{
	sim_log("disarm");
	tracer->armed_at = 0;
	return RESULT_OK;
}

static enum result simulated_count(struct tracer *tracer, uint64_t from_ns,
				   uint64_t until_ns)
{
	(void)tracer;
	catch_up();
	sim_log(until_ns == UINT64_MAX ? "count" : "count until %llu ms",
		(unsigned long long)(until_ns - from_ns) / 1000000);
	sim_stats_count(from_ns, until_ns);
	return RESULT_OK;
}

static enum result simulated_read_stats(struct tracer *tracer, int cpu,
					enum event_context context,
					struct tracer_stats *stats)
{
	(void)tracer;
	sim_stats_read(cpu, context, stats);
	return RESULT_OK;
}

static enum result simulated_read_buckets(struct tracer *tracer, int cpu,
					  enum event_context context,
					  enum tracer_buckets kind, int first,
					  int count, uint64_t *buckets)
{
	(void)tracer;
	sim_stats_buckets(cpu, context, kind, first, count, buckets);
	return RESULT_OK;
}

static enum result simulated_read_bound(struct tracer *tracer, int cpu,
					struct bound_figures *figures)
{
	sim_bound_read(cpu, tracer->config.period_ns, figures);
	return RESULT_OK;
}

static enum result simulated_read_blocks(struct tracer *tracer, int cpu,
					 enum event_context context, bool last,
					 struct tracer_block *blocks,
					 int *count)
{
	(void)tracer;
	sim_stats_blocks(cpu, context, last, blocks, count);
	return RESULT_OK;
}

static enum result simulated_read_threads(struct tracer *tracer,
					  struct watched_threads *threads)
{
	int count = cpus_last(&tracer->config.cpus) + 1;

	free(threads->thread);
	threads->thread = calloc(count, sizeof(*threads->thread));
	if (!threads->thread)
		return RESULT_ERROR;
	memcpy(threads->thread, woken, count * sizeof(*woken));
	for (int i = 0; i < count; i++)
		threads->thread[i].distributed =
			i < tracer->config.stats.threads &&
			i < sim_setting("distributed", count);
	threads->count = count;
	threads->full = sim_setting("full", 0);
	return RESULT_OK;
}

/* A timer wakes the thread on CPU 0, and one thread wakes those on all others. */
static enum result simulated_read_wakers(struct tracer *tracer, int cpu,
					 struct wakers *wakers)
{
	struct woken_by waker = {
		.kind = WAKER_TIMER, .id = -1, .name = "hrtimer_wakeup",
	};

	/* As the module does, which would refuse to read them. */
	if (!tracer->config.wakers)
		abort();
	if (cpu)
		waker = (struct woken_by) {
			.kind = WAKER_THREAD, .id = 2000, .name = "feeder",
		};
	memcpy(waker.part, woken[cpu].part, sizeof(waker.part));
	if (cpu)
		memset(waker.part, 0, 2 * sizeof(*waker.part));
	return wakers_add(wakers, &waker) ? RESULT_OK : RESULT_ERROR;
}

/*
 * With "causes", each CPU has so many interrupts of 2 us, 1 us longer on CPU 1
 * and so on, half as many softirqs of 3 us, and one stretch of a thread of 40
 * us, of which each CPU has its own, and of 10 us of others.
 */
static enum result simulated_read_causes(struct tracer *tracer, int cpu,
					 struct causes *causes)
{
	uint64_t n = sim_setting("causes", 0), irq = 2000 + 1000 * cpu;
	const struct cause of[] = {
		{ cpu, NOISE_IRQ, 236, "local_timer", n, n * irq, irq, 1000, 0,
		  "" },
		{ cpu, NOISE_SOFTIRQ, 1, "TIMER", n / 2, n / 2 * 3000, 3000,
		  2000, 0, "" },
		{ cpu, NOISE_THREAD, 1000 + cpu, "worker", 1, 40000, 40000,
		  3000, 35000, "simulated_work [drv]" },
		{ cpu, NOISE_THREAD, CAUSE_OTHERS, "", 1, 10000, 10000, 4000, 0,
		  "" },
		{ cpu, NOISE_NMI, 0, "", 1, 500, 500, 5000, 0, "" },
	};

	/* As the module does, which would refuse to read them. */
	if (!tracer->config.stats.causes)
		abort();
	for (size_t i = 0; n && i < sizeof(of) / sizeof(of[0]); i++)
		if (!causes_add(causes, &of[i]))
			return RESULT_ERROR;
	return RESULT_OK;
}

static int simulated_hit_fd(const struct tracer *tracer)
{
	return tracer->hit_fd;
}

static bool simulated_read_hit(struct tracer *tracer, struct tracer_hit *hit)
{
	uint64_t count;

	if (read(tracer->hit_fd, &count, sizeof(count)) != sizeof(count))
		return false;
	*hit = tracer->hit;
	return true;
}

static enum result simulated_cpu(struct tracer *tracer, int cpu,
				 struct tracer_cpu *state)
{
	static int asked;
	bool last = cpu == cpus_last(&tracer->config.cpus);
	/* Each CPU is read once for its baseline, and then at the end. */
	bool end = asked++ >= cpus_count(&tracer->config.cpus);

	*state = (struct tracer_cpu) {
		.pid = sim_setting("pid", 0),
		.activations = seqnum + end * sim_setting("unseen", 0),
		.suspended = end * sim_setting("suspended", 0),
		.steal_ns = 5000000 + end * sim_setting("steal", 0),
		.own_irq_ns = sim_setting("own", 0) / 4,
		.own_thread_ns = sim_setting("own", 0),
		.sessions = end * sim_setting("sessions", 1),
	};
	if (last)
		state->skipped = sim_setting("skipped_before", 0);
	if (!last || !end)
		return RESULT_OK;
	state->skipped += sim_setting("skipped", 0);
	state->offline = sim_setting("offline", 0);
	state->detached = sim_setting("detached", 0);
	state->state = sim_setting("state", state->offline ?
				   TRACER_CPU_OFFLINE : TRACER_CPU_MEASURED);
	return RESULT_OK;
}

/* The simulated kernel has one function, at the address 0x5678. */
static bool simulated_symbol(struct tracer *tracer, uint64_t address,
			     char *name, size_t size)
{
	(void)tracer;
	snprintf(name, size, "work_function");
	return address == 0x5678;
}

/* Return a descriptor whose read() returns once per period. */
static int simulated_attach(int cpu)
{
	const struct itimerspec period = {
		.it_value.tv_nsec = TICK_NS, .it_interval.tv_nsec = TICK_NS,
	};
	int fd;

	sim_log("attach %d", cpu);
	errno = sim_setting("attach", 0);
	if (errno)
		return -1;
	if (sim_setting("broken", 0))
		return open("/dev/null", O_WRONLY | O_CLOEXEC);
	fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	timerfd_settime(fd, 0, &period, NULL);
	return fd;
}

/* The thread goes on, but nothing collects its samples any more. */
static void simulated_end(struct tracer *tracer)
{
	(void)tracer;
	sim_log("end");
}

static void simulated_close(struct tracer *tracer)
{
	if (ticking) {
		ticking = false;
		pthread_mutex_unlock(&lock);
		pthread_join(tracer->thread, NULL);
	}
	close(tracer->hit_fd);
	free(tracer);
	sim_log("close");
}

static bool simulated_measures_kind(enum kind kind)
{
	(void)kind;
	return true;
}

static bool simulated_find(enum kind kind, bool quiet,
			   struct tracer_absence *absence)
{
	(void)kind;
	(void)quiet;
	(void)absence;
	return true;
}

static bool simulated_attaches(void)
{
	return true;
}

static enum result simulated_refuse(const struct tracer_config *config)
{
	(void)config;
	return RESULT_OK;
}

static bool simulated_freezes_early(const struct tracer_config *config)
{
	(void)config;
	return false;
}

const struct tracer_ops tracer_module = {
	.name = "module",
	.title = "the module",
	.recorder = RECORDED_BY_MODULE,
	.system = "rtla",
	.hit_event = "stop",
	.clock = INSTANCE_CLOCK,
	.keeps_stats = true,
	.default_prio = 4,
	.measures_kind = simulated_measures_kind,
	.find = simulated_find,
	.attaches = simulated_attaches,
	.refuse = simulated_refuse,
	.freezes_early = simulated_freezes_early,
	.open = simulated_open,
	.start = simulated_start,
	.measures = simulated_measures,
	.collect = simulated_collect,
	.arm = simulated_arm,
	.disarm = simulated_disarm,
	.count = simulated_count,
	.read_stats = simulated_read_stats,
	.read_buckets = simulated_read_buckets,
	.read_blocks = simulated_read_blocks,
	.read_threads = simulated_read_threads,
	.read_wakers = simulated_read_wakers,
	.read_causes = simulated_read_causes,
	.read_bound = simulated_read_bound,
	.hit_fd = simulated_hit_fd,
	.read_hit = simulated_read_hit,
	.cpu = simulated_cpu,
	.symbol = simulated_symbol,
	.attach = simulated_attach,
	.end = simulated_end,
	.close = simulated_close,
};
