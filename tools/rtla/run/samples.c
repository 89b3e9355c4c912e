// SPDX-License-Identifier: GPL-2.0
/*
 * Reading samples: see samples.h.
 */
#include "run/collector.h"
#include "run/engine_state.h"
#include "run/loop.h"
#include "run/sample_source.h"
#include "run/samples.h"
#include "stats/bound_growth.h"
#include "stats/kind.h"

/*
 * The pauses between reads of samples ("looks"), which adapt to the number of
 * samples. They are so short that a CPU fills only a few of the several hundred
 * pages of its ring buffer in that time, and never longer than a delay that
 * people do not notice.
 *
 * A read that returns LOOK_PAGES pages, the maximum, is repeated later, not at
 * once: the loop first checks whether it is time to end. Otherwise a command
 * that gets little CPU time would never notice the end.
 */
#define LOOK_LEAST_NS	(NS_PER_SEC / 200)
#define LOOK_MOST_NS	(NS_PER_SEC / 10)
#define LOOK_PAGES	16
#define FEW_PAGES	4

/* A histogram that lacks samples would be wrong, so it ends the run. */
static void check_memory(struct engine *engine)
{
	if (!engine->collector.no_memory || engine->result)
		return;
	keep_first_error(engine, fail(RESULT_ERROR, "histogram: out of memory: take fewer --entries, or a larger --bucket-size"));
	engine_stop(engine, "error");
}

/*
 * Counted samples need not be read in time. Then only hits are looked for, in
 * case that their wake-up is late; without a threshold, there are none. The
 * events that belong to counted samples are looked at later, when the tracer
 * knows what to add to them; the ring buffer has room for that time.
 */
void samples_begin(struct engine *engine)
{
	bool counted = engine->measurement.counted;

	engine->look_ns = counted ? LOOK_MOST_NS : LOOK_LEAST_NS;
	if (sample_source_is_read(&engine->measurement.source))
		loop_look_in(&engine->loop, engine->look_ns);
	else if (config_can_stop(&engine->config))
		loop_look_in(&engine->loop, LOOK_MOST_NS);
}

/* A run whose statistics cannot be read ends. */
static void note_failure(struct engine *engine, enum result result)
{
	if (!result)
		return;
	keep_first_error(engine, result);
	engine_stop(engine, "error");
}

static void read_counted(struct engine *engine, enum tracer_reading reading)
{
	enum result result = tracer_stats_read(&engine->counted, reading);

	check_memory(engine);
	note_failure(engine, result);
}

/* Before the first event is read, know what to add to it. */
static void calibrate(struct engine *engine)
{
	if (engine->calibrated || !engine->measurement.counted)
		return;
	engine->calibrated = true;
	note_failure(engine, tracer_stats_calibrate(&engine->counted));
}

/* Read a part of the events in the ring buffers; return how many pages. */
static int drain(struct engine *engine)
{
	struct sample_source *source = &engine->measurement.source;
	int cpus = sample_source_cpus(source), pages = 0;

	calibrate(engine);
	for (int i = 0; i < cpus && pages < LOOK_PAGES; i++) {
		pages += sample_source_drain(source, engine->look_at,
					     LOOK_PAGES - pages, collector_take,
					     &engine->collector);
		engine->look_at = (engine->look_at + 1) % cpus;
	}
	check_memory(engine);
	return pages;
}

int samples_read(struct engine *engine)
{
	int pages = drain(engine);

	if (engine->measurement.counted)
		read_counted(engine, engine->config.output.metrics ||
				     config_shows_distribution(&engine->config) ?
				     READING_JUDGED : READING_SHOWN);
	return pages;
}

void samples_read_to_judge(struct engine *engine)
{
	drain(engine);
	if (engine->measurement.counted)
		read_counted(engine, READING_JUDGED);
}

/* Read the figures whose growth is told, if it is time to. */
static void follow_growth(struct engine *engine)
{
	uint64_t elapsed;

	if (!config_kind(&engine->config)->grows || !engine->enabled_at)
		return;
	elapsed = engine_elapsed(engine);
	if (elapsed < engine->grown_at)
		return;
	read_counted(engine, READING_SHOWN);
	engine->grown_at = bound_growth_due(elapsed);
}

void samples_look(struct engine *engine)
{
	int pages;

	if (!sample_source_is_read(&engine->measurement.source)) {
		loop_look_in(&engine->loop, LOOK_MOST_NS);
		return;
	}
	pages = drain(engine);
	follow_growth(engine);

	if (pages == LOOK_PAGES)
		engine->look_ns = LOOK_LEAST_NS;
	else if (pages < FEW_PAGES)
		engine->look_ns *= 2;
	if (engine->look_ns > LOOK_MOST_NS)
		engine->look_ns = LOOK_MOST_NS;
	/* A timer set to 0 would never expire, so 1 ns stands for "at once". */
	loop_look_in(&engine->loop, pages == LOOK_PAGES ? 1 : engine->look_ns);
}

/* Read the rest of the events; false: the user has no patience for that. */
static bool drain_rest(struct engine *engine)
{
	struct sample_source *source = &engine->measurement.source;
	bool more = true;

	calibrate(engine);
	for (int i = 0; i < sample_source_cpus(source); i += !more) {
		engine->signals += loop_signalled(&engine->loop);
		if (engine->signals > 1) {
			keep_first_error(engine, fail(RESULT_ERROR, "interrupted twice: buffered samples were discarded, the result is incomplete: press Ctrl-C only once"));
			return false;
		}
		more = sample_source_drain_rest(source, i, collector_take,
						&engine->collector);
	}
	return true;
}

void samples_read_paused(struct engine *engine)
{
	drain_rest(engine);
	collector_forget(&engine->collector, &engine->config.tracer.cpus);
}

/* The tracer's statistics come last: the bound is computed from them and the events. */
void samples_read_rest(struct engine *engine)
{
	bool keeps = tracer_keeps_stats(&engine->config.tracer);
	bool whole;

	collector_stop(&engine->collector, engine->measurement.until);
	whole = drain_rest(engine);
	if (engine->enabled_at && keeps)
		read_counted(engine, READING_END);
	if (whole)
		check_memory(engine);
}

bool samples_read_in_between(void *context)
{
	struct engine *engine = context;
	int signals = engine->signals, pages;

	engine_take_output(engine);
	do {
		pages = drain(engine);
		while (loop_signalled(&engine->loop))
			engine->signals++;
	} while (pages == LOOK_PAGES && engine->signals == signals);
	if (engine->signals == signals)
		return false;
	engine_stop(engine, "user");
	if (engine->signals == 1) {
		note("waiting for the command of an action: interrupt again to end it");
		return false;
	}
	/*
	 * The second signal was for the program. Only one more signal ends the
	 * reading of the remaining samples, see samples_read_rest().
	 */
	engine->signals = 1;
	return true;
}
