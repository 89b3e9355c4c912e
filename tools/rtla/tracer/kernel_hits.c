// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of the kernel's own tracers: see kernel_hits.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/times.h"
#include "stats/kind.h"
#include "trace/decode.h"
#include "trace/events.h"
#include "trace/instance.h"
#include "trace/kernel_events.h"
#include "trace/live_decoder.h"
#include "trace/reader.h"
#include "trace/recorder.h"
#include "tracer/kernel_config.h"
#include "tracer/kernel_hits.h"

#define PURPOSE		"kernel"
#define SIZE_KB		"64"

/* The kernel raises it with each longer latency, and tells those who watch the file. */
#define MAXIMUM		"tracing_max_latency"

/* Kernels that do not tell are asked so often. */
#define LOOK_NS		20000000

/* Somebody or something else switches the instances off if they do not stay on. */
#define RESUMED_MOST	100

static bool watch_fd(int epoll, int fd)
{
	struct epoll_event event = { .events = EPOLLIN };

	return !epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

enum result kernel_hits_open(struct kernel_hits *hits)
{
	*hits = (struct kernel_hits) {
		.fd = epoll_create1(EPOLL_CLOEXEC),
		.timer = timerfd_create(CLOCK_MONOTONIC,
					TFD_NONBLOCK | TFD_CLOEXEC),
		.notify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC),
	};
	if (hits->fd >= 0 && hits->timer >= 0 && hits->notify >= 0 &&
	    watch_fd(hits->fd, hits->timer) && watch_fd(hits->fd, hits->notify))
		return RESULT_OK;
	return fail(RESULT_ERROR, "epoll: %s: too many open files?", strerror(errno));
}

/* Without this, hits are noticed a little later. */
static void watch_maximum(struct kernel_hits *hits)
{
	char *path = instance_path(hits->instance, MAXIMUM);

	if (path)
		inotify_add_watch(hits->notify, path, IN_MODIFY);
	free(path);
}

enum result kernel_hits_begin(struct kernel_hits *hits, const char *name,
			      const struct tracer_config *config)
{
	enum result result;

	hits->config = *config;
	result = live_decoder_new(&hits->decoder, KERNEL_SYSTEM);
	if (!result)
		result = instance_create(&hits->instance, PURPOSE,
					 &config->cpus);
	if (!result)
		result = instance_write(hits->instance, "buffer_size_kb", SIZE_KB);
	if (!result && kind_row(config->kind)->has_noise)
		result = instance_events(hits->instance, KERNEL_SYSTEM,
					 "sample_threshold");
	/* osnoise does not measure as long as all of its instances are off. */
	if (!result)
		result = instance_on(hits->instance);
	if (!result)
		result = instance_write(hits->instance, "current_tracer", name);
	if (!result)
		watch_maximum(hits);
	return result;
}

static void kernel_hits_set_timer(const struct kernel_hits *hits, uint64_t ns)
{
	const struct itimerspec timer = {
		.it_value.tv_nsec = ns, .it_interval.tv_nsec = ns,
	};

	timerfd_settime(hits->timer, 0, &timer, NULL);
}

/* Return the least threshold of @config, in ns, or 0. */
static int64_t least_stop(const struct tracer_config *config)
{
	int64_t least = 0;

	for (int i = 0; i < CONTEXTS; i++)
		if (config->stop_ns[i] &&
		    (!least || config->stop_ns[i] < least))
			least = config->stop_ns[i];
	return least;
}

enum result kernel_hits_arm(struct kernel_hits *hits,
			    const struct tracer_config *config)
{
	struct kernel_stops stops = kernel_stops(config);
	int64_t least = least_stop(config);
	char maximum[32];
	enum result result;

	hits->config = *config;
	hits->found = false;
	hits->taken = false;
	hits->missed = false;
	hits->resumed = 0;
	if (!least)
		return RESULT_OK;
	snprintf(maximum, sizeof(maximum), "%lld", (least - 1) / NS_PER_US);
	/* To empty the instance would take longer than all the rest. */
	hits->from = time_now();
	result = instance_on(hits->instance);
	if (!result && stops.put_off_us)
		result = kernel_starved_begin(&hits->starved, hits->instance,
					      hits->decoder, &config->cpus);
	/* Only then a hit is noticed that comes at once. */
	hits->watching = true;
	if (!result)
		result = kernel_config_stops(stops);
	if (!result)
		kernel_hits_set_timer(hits, LOOK_NS);
	/* A maximum below the threshold tells nobody. Not every kernel has it. */
	instance_write_if(hits->instance, MAXIMUM, maximum);
	return result;
}

/*
 * Return whether the latency or noise of @hit is over its threshold, as the
 * kernel compares it: in whole us.
 */
static bool is_over(const struct tracer_config *config,
		    const struct tracer_hit *hit)
{
	struct kernel_stops stops = kernel_stops(config);
	bool first = hit->context == CONTEXT_IRQ ||
		     hit->context == CONTEXT_SINGLE;
	int64_t stop = first ? stops.first_us : stops.second_us;

	if (!stop)
		return false;
	return context_is_noise(hit->context) ?
	       (int64_t)hit->latency_ns > stop * NS_PER_US :
	       (int64_t)(hit->latency_ns / NS_PER_US) >= stop;
}

/* Fill in @hit; return whether @event is a latency or a noise. */
static bool take_measured(const struct event *event, struct tracer_hit *hit)
{
	switch (event->type) {
	case EVENT_SAMPLE:
		hit->context = event->sample.context;
		hit->latency_ns = event->sample.latency;
		hit->t_w_ns = event->sample.t_w;
		hit->seqnum = event->sample.seqnum;
		return true;
	case EVENT_GAP:
		hit->context = CONTEXT_SINGLE;
		hit->latency_ns = event->gap.duration;
		hit->t_w_ns = event->gap.start;
		return true;
	case EVENT_PERIOD:
		hit->context = CONTEXT_TOTAL;
		hit->latency_ns = event->period.noise;
		hit->t_w_ns = event->period.start;
		return true;
	default:
		return false;
	}
}

/* Take @hit, which was recorded at @time, if it is one and later than @latest. */
static bool take_hit(struct kernel_hits *hits, const struct tracer_hit *hit,
		     uint64_t time, uint64_t *latest)
{
	if (time <= *latest || !is_over(&hits->config, hit))
		return false;
	*latest = time;
	hits->hit = *hit;
	hits->hit.threshold_ns = hits->config.stop_ns[hit->context];
	hits->found = true;
	return true;
}

/* Take the last hit of a CPU, if it is later than @latest. */
static void look_at_cpu(struct kernel_hits *hits, int cpu, uint64_t *latest)
{
	const struct kernel_last *last =
		kernel_starved_last(&hits->starved,
				    cpus_place(&hits->config.cpus, cpu));
	struct event_list list = { .count = 0 };
	struct tracer_hit hit = { .cpu = cpu };

	if (last)
		take_hit(hits, &last->sample, last->time, latest);

	if (reader_list(hits->instance, hits->decoder, cpu, &list))
		list.count = 0;
	for (size_t i = list.count; i--;) {
		struct event *event = &list.event[i];

		kernel_events_settle(event);
		if (take_measured(event, &hit) &&
		    take_hit(hits, &hit, event->time, latest))
			break;
	}
	event_list_clear(&list);
}

/*
 * While a measurement goes on after a hit, thresholds must not hit until they
 * are armed again. But osnoise must never be without them, see kernel_config.c.
 * After the last hit they stay, as actions may look at them.
 */
static void kernel_hits_take_rest(const struct kernel_hits *hits)
{
	if (!kind_row(hits->config.kind)->has_noise && !hits->config.hit_ends)
		kernel_config_stops((struct kernel_stops) { .first_us = 0 });
}

/* Nothing more is to hit until the thresholds are armed again. */
static void end_watching(struct kernel_hits *hits)
{
	hits->watching = false;
	kernel_hits_set_timer(hits, 0);
	kernel_hits_take_rest(hits);
}

/*
 * Look for a hit that was put off and for whose thread nothing has stopped. If
 * the thread runs just now, the kernel stops, too, and the hit is the same.
 */
static void look_for_starved(struct kernel_hits *hits, bool ends)
{
	int64_t threshold_us = kernel_stops(&hits->config).put_off_us;
	struct tracer_hit hit;

	if (!hits->watching || !threshold_us ||
	    !kernel_starved_find(&hits->starved, hits->from, time_now(),
				 threshold_us, ends, &hit))
		return;
	hit.threshold_ns = hits->config.stop_ns[CONTEXT_IRQ];
	hits->hit = hit;
	hits->found = hits->taken = hits->unstopped = true;
	end_watching(hits);
}

void kernel_hits_look(struct kernel_hits *hits, bool ends)
{
	char text[4096];
	uint64_t times, latest = hits->from;
	int cpu;

	while (read(hits->notify, text, sizeof(text)) > 0)
		;
	if (read(hits->timer, &times, sizeof(times)) < 0)
		times = 0;
	if (!hits->instance || hits->taken || hits->missed || hits->stopped)
		return;
	if (instance_is_on(hits->instance)) {
		look_for_starved(hits, ends);
		return;
	}
	if (!hits->watching) {
		/* A latency before arm() may have hit. */
		hits->stopped = !kind_row(hits->config.kind)->has_noise;
		return;
	}
	cpus_for_each(cpu, &hits->config.cpus)
		look_at_cpu(hits, cpu, &latest);
	hits->taken = hits->found;
	hits->missed = !hits->found && hits->resumed < RESUMED_MOST;
	if (hits->missed)
		return;
	end_watching(hits);
	hits->stopped = !hits->found;
	if (hits->stopped)
		note("the kernel's tracer has stopped, but no latency is over a threshold: nothing is measured any more");
}

/*
 * The kernel records a sample, and then compares it with the threshold. If the
 * instances are switched on in between, the sample is in none of them, but
 * switches them off: that is no hit, as it came before.
 */
void kernel_hits_resume(struct kernel_hits *hits)
{
	hits->missed = false;
	hits->resumed++;
	hits->from = time_now();
	if (instance_on(hits->instance))
		hits->stopped = true;
}

void kernel_hits_close(struct kernel_hits *hits)
{
	kernel_starved_end(&hits->starved);
	instance_destroy(hits->instance);
	decoder_free(hits->decoder);
	if (hits->notify >= 0)
		close(hits->notify);
	if (hits->timer >= 0)
		close(hits->timer);
	if (hits->fd >= 0)
		close(hits->fd);
	*hits = (struct kernel_hits) { .fd = -1, .timer = -1, .notify = -1 };
}
