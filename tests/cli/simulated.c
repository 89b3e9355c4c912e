// SPDX-License-Identifier: GPL-2.0
/*
 * The tool on a machine that is made up: in the place of the module and of
 * trace instances, so that whole runs can be tried without either.
 *
 * What it does is told by the variable SIM, a list of NAME=NUMBER:
 *
 *	hit=MS		a threshold is hit so long after arming
 *	context=N	by a latency of that context, default 1
 *	latency=NS	which is so long, default 150000
 *	idle=1		and the timer found the CPU idle
 *	lost=N		events are lost, and the ring buffer says so
 *	gap=N		activations are missing, and nobody says so
 *	unseen=N	the same at the end
 *	skipped=N	periods are skipped on the last CPU
 *	offline=1	the last CPU goes offline
 *	silent=1	there are no samples
 *
 * and what is done to it is written to the file SIM_LOG, a line for each call.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <event-parse.h>

#include "instance.h"
#include "ring.h"
#include "tracer.h"

#define TICK_NS		20000000
#define CPUS_SIMULATED	64

struct tracer {
	pthread_t thread;
	bool started;
	int hit_fd;
	int last_cpu;
	uint64_t armed_at;
	uint64_t stop_ns;
	bool was_hit;
};

struct instance {
	char name[16];
	struct cpus cpus;
	bool on;
	int write_end[CPUS_SIMULATED];
};

/* The instance that the samples go to; the thread and main() share it. */
static struct instance *samples;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool ending;
static uint32_t seqnum;

static void logged(const char *format, ...)
{
	const char *path = getenv("SIM_LOG");
	FILE *file = path ? fopen(path, "a") : NULL;
	va_list args;

	if (!file)
		return;
	va_start(args, format);
	vfprintf(file, format, args);
	va_end(args);
	fputc('\n', file);
	fclose(file);
}

static long setting(const char *name, long otherwise)
{
	const char *at = getenv("SIM");
	size_t length = strlen(name);

	while (at && *at) {
		if (!strncmp(at, name, length) && at[length] == '=')
			return strtol(at + length + 1, NULL, 10);
		at = strchr(at, ',');
		at += !!at;
	}
	return otherwise;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static void add_sample(struct ring_page *page, uint64_t time, uint32_t seqnum,
		       int pid, int context, uint64_t latency)
{
	struct ring_sample sample = {
		.common = { .type = RING_SAMPLE, .pid = pid },
		.timer_latency = latency,
		.t_w = time - latency,
		.seqnum = seqnum,
		.context = context,
	};

	ring_add(page, time, &sample, sizeof(sample));
}

static void send_page(struct instance *instance, int cpu,
		      const struct ring_page *page)
{
	if (instance->write_end[cpu] < 0)
		return;
	/* What does not fit in the pipe is not worth waiting for. */
	if (write(instance->write_end[cpu], page->bytes, RING_PAGE_SIZE) < 0)
		return;
}

/* An activation with latencies of 2 and 5 us, and 1 us more for each CPU. */
static void send_samples(uint64_t now)
{
	struct ring_page page;
	int cpu;

	/* Missing is what comes before the fifth page. */
	seqnum += 1 + (seqnum == 4) * setting("gap", 0);
	cpus_for_each(cpu, &samples->cpus) {
		ring_start(&page, now);
		add_sample(&page, now, seqnum, 0, CONTEXT_IRQ,
			   2000 + 1000 * cpu);
		add_sample(&page, now + 3000, seqnum, 99, CONTEXT_THREAD,
			   5000 + 1000 * cpu);
		if (setting("lost", 0) && cpu == cpus_next(&samples->cpus, 0)) {
			static bool told;

			if (!told)
				ring_lost(&page, setting("lost", 0));
			told = true;
		}
		send_page(samples, cpu, &page);
	}
}

static void *tick(void *argument)
{
	struct timespec pause = { .tv_nsec = TICK_NS };
	struct tracer *tracer = argument;
	long hit = setting("hit", -1);
	uint64_t one = 1;

	for (;;) {
		nanosleep(&pause, NULL);
		pthread_mutex_lock(&lock);
		if (ending)
			break;
		if (samples && samples->on && !setting("silent", 0))
			send_samples(now_ns());
		if (tracer->armed_at && tracer->stop_ns && hit >= 0 &&
		    !tracer->was_hit &&
		    now_ns() - tracer->armed_at >= hit * 1000000ULL) {
			tracer->was_hit = true;
			if (write(tracer->hit_fd, &one, sizeof(one)) < 0)
				break;
		}
		pthread_mutex_unlock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

static enum result simulated_open(struct tracer **tracer)
{
	*tracer = calloc(1, sizeof(**tracer));
	if (!*tracer)
		return RESULT_ERROR;
	(*tracer)->hit_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	logged("open");
	return RESULT_OK;
}

static enum result simulated_start(struct tracer *tracer,
				   const struct tracer_config *config)
{
	const struct priority *priority = &config->priority;
	char list[64];

	logged("start cpus=%s period=%lld stack=%lld priority=%d:%d:%d:%d:%llu:%llu",
	       cpus_format(&config->cpus, list, sizeof(list)),
	       (long long)config->period_ns, (long long)config->stack_ns,
	       priority->given, priority->policy, priority->nice,
	       priority->priority, (unsigned long long)priority->runtime_ns,
	       (unsigned long long)priority->period_ns);
	tracer->last_cpu = cpus_last(&config->cpus);
	tracer->started = !pthread_create(&tracer->thread, NULL, tick, tracer);
	return tracer->started ? RESULT_OK : RESULT_ERROR;
}

static enum result simulated_collect(struct tracer *tracer,
				     struct instance *instance,
				     enum tracer_events events)
{
	(void)tracer;
	logged("collect %s in %s", events == TRACER_ALL ? "all" : "samples",
	       instance->name);
	return RESULT_OK;
}

static enum result simulated_arm(struct tracer *tracer,
				 const struct tracer_config *config)
{
	logged("arm irq=%lld thread=%lld",
	       (long long)config->stop_ns[CONTEXT_IRQ],
	       (long long)config->stop_ns[CONTEXT_THREAD]);
	pthread_mutex_lock(&lock);
	tracer->armed_at = now_ns();
	tracer->stop_ns = config->stop_ns[CONTEXT_IRQ] ?:
			  config->stop_ns[CONTEXT_THREAD];
	pthread_mutex_unlock(&lock);
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
	hit->cpu = 0;
	hit->context = setting("context", CONTEXT_THREAD);
	hit->latency_ns = setting("latency", 150000);
	hit->threshold_ns = tracer->stop_ns;
	return true;
}

static enum result simulated_cpu(struct tracer *tracer, int cpu,
				 struct tracer_cpu *state)
{
	bool last = cpu == tracer->last_cpu && tracer->armed_at;

	pthread_mutex_lock(&lock);
	state->activations = seqnum;
	if (tracer->armed_at)
		state->activations += setting("unseen", 0);
	pthread_mutex_unlock(&lock);
	state->online = !(last && setting("offline", 0));
	state->offline = !state->online;
	state->skipped = last ? setting("skipped", 0) : 0;
	return RESULT_OK;
}

static void simulated_close(struct tracer *tracer)
{
	pthread_mutex_lock(&lock);
	ending = true;
	pthread_mutex_unlock(&lock);
	if (tracer->started)
		pthread_join(tracer->thread, NULL);
	close(tracer->hit_fd);
	free(tracer);
	logged("close");
}

const struct tracer_ops tracer_module = {
	.system = "rtla",
	.default_prio = 4,
	.open = simulated_open,
	.start = simulated_start,
	.collect = simulated_collect,
	.arm = simulated_arm,
	.hit_fd = simulated_hit_fd,
	.read_hit = simulated_read_hit,
	.cpu = simulated_cpu,
	.close = simulated_close,
};

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

enum result instance_create(struct instance **created, const char *purpose,
			    const struct cpus *cpus)
{
	struct instance *instance = calloc(1, sizeof(*instance));
	char list[64];

	if (!instance || cpus_last(cpus) >= CPUS_SIMULATED)
		return RESULT_ERROR;
	snprintf(instance->name, sizeof(instance->name), "%s", purpose);
	instance->cpus = *cpus;
	for (int cpu = 0; cpu < CPUS_SIMULATED; cpu++)
		instance->write_end[cpu] = -1;
	logged("create %s cpus=%s", purpose,
	       cpus_format(cpus, list, sizeof(list)));
	*created = instance;
	if (!strcmp(purpose, "samples")) {
		pthread_mutex_lock(&lock);
		samples = instance;
		pthread_mutex_unlock(&lock);
	}
	return RESULT_OK;
}

void instance_destroy(struct instance *instance)
{
	if (!instance)
		return;
	logged("destroy %s", instance->name);
	for (int cpu = 0; cpu < CPUS_SIMULATED; cpu++)
		if (instance->write_end[cpu] >= 0)
			close(instance->write_end[cpu]);
	free(instance);
}

enum result instance_on(struct instance *instance)
{
	logged("on %s", instance->name);
	pthread_mutex_lock(&lock);
	instance->on = true;
	pthread_mutex_unlock(&lock);
	return RESULT_OK;
}

void instance_off(struct instance *instance)
{
	logged("off %s", instance->name);
	pthread_mutex_lock(&lock);
	instance->on = false;
	pthread_mutex_unlock(&lock);
}

/* What the trace has of a hit: an activation, and the stop. */
static void send_hit(struct instance *instance, int cpu)
{
	int context = setting("context", CONTEXT_THREAD);
	uint64_t latency = setting("latency", 150000);
	uint64_t t_w = 1000000000;
	struct ring_irq irq = {
		.common = { .type = RING_IRQ },
		.start = t_w + 1000, .duration = 2000,
		.desc = "local_timer", .vector = 236,
	};
	struct ring_thread thread = {
		.common = { .type = RING_THREAD, .pid = 77 },
		.comm = "culprit", .start = t_w + 3000,
		.duration = latency - 4000, .pid = 77, .prio = 120,
	};
	struct ring_stop stop = {
		.common = { .type = RING_STOP, .pid = context ? 99 : 77 },
		.latency = latency, .threshold = 100000, .t_w = t_w,
		.irq_start = t_w + 1000,
		.thread_start = context ? t_w + latency - 1000 : 0,
		.session = 1, .seqnum = 1, .context = context,
		.pid = context ? 99 : 77, .prio = context ? 4 : 120,
		.comm = "culprit",
	};
	uint64_t irq_latency = context == CONTEXT_IRQ ? latency : 1500;
	int interrupted = setting("idle", 0) ? 0 : 77;
	struct ring_page page;

	ring_start(&page, t_w);
	add_sample(&page, t_w + irq_latency, 1, interrupted, CONTEXT_IRQ,
		   irq_latency);
	if (context == CONTEXT_THREAD) {
		ring_add(&page, t_w + 3000, &irq, sizeof(irq));
		ring_add(&page, t_w + latency - 1000, &thread, sizeof(thread));
		add_sample(&page, t_w + latency, 1, 99, CONTEXT_THREAD,
			   latency);
	}
	ring_add(&page, t_w + latency + 100, &stop, sizeof(stop));
	send_page(instance, cpu, &page);
}

int instance_open_raw(struct instance *instance, int cpu)
{
	int ends[2];

	if (pipe2(ends, O_NONBLOCK | O_CLOEXEC))
		return -1;
	fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
	pthread_mutex_lock(&lock);
	instance->write_end[cpu] = ends[1];
	pthread_mutex_unlock(&lock);
	if (!strcmp(instance->name, "trace") && cpu == 0)
		send_hit(instance, cpu);
	return ends[0];
}

int instance_open_text(struct instance *instance)
{
	static const char text[] = "# tracer: simulated\n";
	int ends[2];

	(void)instance;
	if (pipe2(ends, O_CLOEXEC) ||
	    write(ends[1], text, sizeof(text) - 1) < 0)
		return -1;
	close(ends[1]);
	return ends[0];
}

size_t instance_page_size(struct instance *instance)
{
	(void)instance;
	return RING_PAGE_SIZE;
}
