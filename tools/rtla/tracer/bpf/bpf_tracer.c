// SPDX-License-Identifier: GPL-2.0
/*
 * The common part of the BPF tracers: see bpf_tracer.h.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/bpf/bpf_tracer.h"

uint64_t bpf_tracer_threshold(const struct tracer_config *config,
			      enum event_context context)
{
	uint64_t ns = config->stop_ns[context];

	return ns ?: UINT64_MAX;
}

bool bpf_tracer_find(enum kind kind, bool quiet,
		     struct tracer_absence *absence)
{
	(void)kind;
	(void)quiet;
	return bpf_programs_find(absence);
}

bool bpf_tracer_attaches(void)
{
	return true;
}

bool bpf_tracer_freezes_early(const struct tracer_config *config)
{
	(void)config;
	return false;
}

enum result bpf_tracer_new(struct tracer **opened, const struct bpf_way *way)
{
	struct tracer *tracer = calloc(1, sizeof(*tracer));

	*opened = tracer;
	if (!tracer)
		return fail(RESULT_ERROR, "out of memory");
	tracer->way = way;
	tracer->wake = -1;
	return RESULT_OK;
}

int bpf_tracer_cpus(const struct tracer *tracer,
		    const struct tracer_config *config)
{
	struct cpus cpus = config->cpus;

	if (tracer->way->accounts)
		cpus_present(&cpus);
	return cpus_last(&cpus) + 1;
}

enum result bpf_tracer_begin(struct tracer *tracer,
			     const struct tracer_config *config)
{
	tracer->config = *config;
	tracer->programs = bpf_programs_new(bpf_tracer_cpus(tracer, config),
					    tracer->way->remedy ?:
					    "load the module");
	if (!tracer->programs)
		return RESULT_CANNOT;
	return tracer->way->load(tracer) ?:
	       bpf_places_make(&tracer->places, &config->cpus,
			       tracer->programs) ?:
	       tracer->way->start(tracer) ?:
	       bpf_programs_attach(tracer->programs);
}

bool bpf_tracer_wants_spans(const void *context, const char *program,
			    const char *purpose)
{
	(void)context;
	(void)program;
	return !*purpose;
}

enum result bpf_tracer_record(struct tracer *tracer, bool records,
			      bpf_wants_fn *wants)
{
	struct bpf_recorder recorder = {
		.records = !records ? BPF_RECORDS_NOT :
			   tracer->way->accounts ? BPF_RECORDS_ALWAYS :
						   BPF_RECORDS,
	};
	uint32_t *function = recorder.function;
	const struct bpf_field fields[] = {
		{ "timer_list", "function", &function[BPF_TIMER_FUNCTION] },
		{ "work_struct", "func", &function[BPF_WORK_FUNCTION] },
		{ "napi_struct", "poll", &function[BPF_POLL_FUNCTION] },
		{ "__call_single_data", "func", &function[BPF_CALL_TARGET] },
		{ "irqaction", "thread_fn", &function[BPF_THREAD_FUNCTION] },
		{ NULL, NULL, NULL }
	};
	const struct bpf_request request = {
		.object = BPF_RECORDER,
		.constants = &recorder, .bytes = sizeof(recorder),
		.fields = records && wants != bpf_tracer_wants_spans ? fields :
								       NULL,
		.wants = wants, .context = &recorder,
	};

	return bpf_programs_load(tracer->programs, &request);
}

enum result bpf_tracer_processes(struct tracer *tracer,
				 bool (*make)(const struct tracer *tracer,
					      struct bpf_place *place,
					      const uint64_t *slept))
{
	const uint64_t *slept = NULL;

	if (tracer->programs) {
		slept = bpf_programs_share(tracer->programs, BPF_RECORDER,
					   ".bss", sizeof(*slept));
		if (!slept)
			return RESULT_CANNOT;
	}
	tracer->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (tracer->wake < 0)
		return fail(RESULT_ERROR, "eventfd: %s: too many open files?",
			    strerror(errno));
	for (int i = 0; i < tracer->places.count; i++)
		if (!make(tracer, &tracer->places.place[i], slept))
			return fail(RESULT_ERROR, "out of memory");
	return RESULT_OK;
}

void bpf_tracer_heard(struct tracer *tracer)
{
	eventfd_t woken;

	eventfd_read(tracer->wake, &woken);
}

bool bpf_tracer_measures(const struct tracer *tracer,
			 enum event_context context)
{
	(void)tracer;
	(void)context;
	return true;
}

int bpf_tracer_wake_fd(const struct tracer *tracer)
{
	return tracer->wake;
}

/* ---- Hits ---------------------------------------------------------------- */

static enum result bpf_tracer_keep(struct tracer *tracer,
				   const struct tracer_hit *hit)
{
	return bpf_places_keep(&tracer->places, hit,
			       hit && tracer->config.stack_ns, tracer,
			       tracer->way->take) ?
	       RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

bool bpf_tracer_read_hit(struct tracer *tracer, struct tracer_hit *hit)
{
	const struct bpf_place *first;

	tracer->way->heard(tracer);
	first = bpf_places_hit(&tracer->places);
	if (!first)
		return false;
	tracer->way->describe(tracer, first, hit);
	bpf_tracer_keep(tracer, hit);
	bpf_places_forget(&tracer->places);
	return true;
}

enum result bpf_tracer_list(struct tracer *tracer, int cpu,
			    struct event_list *list)
{
	struct bpf_places *places = &tracer->places;
	enum result result = places->was_hit ? RESULT_OK :
			     bpf_tracer_keep(tracer, NULL);

	if (!result && !bpf_place_list(bpf_places_of(places, cpu), list))
		result = fail(RESULT_ERROR, "out of memory");
	return result;
}

/* ---- The rest ------------------------------------------------------------ */

bool bpf_tracer_symbol(struct tracer *tracer, uint64_t address, char *name,
		       size_t size)
{
	return bpf_names_symbol(&tracer->places.names, address, name, size);
}

/* Processes are ended by whoever has started them. */
void bpf_tracer_end(struct tracer *tracer)
{
	(void)tracer;
}

void bpf_tracer_close(struct tracer *tracer)
{
	bpf_programs_free(tracer->programs);
	bpf_places_close(&tracer->places);
	if (tracer->wake >= 0)
		close(tracer->wake);
	free(tracer);
}
