// SPDX-License-Identifier: GPL-2.0
/*
 * The CPUs that the BPF tracers measure: see bpf_places.h.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_places.h"
#include "tracer/bpf/bpf_process.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/tracer_state.h"

enum result bpf_places_make(struct bpf_places *places, const struct cpus *cpus,
			    struct bpf_programs *programs)
{
	int cpu;

	places->cpus = *cpus;
	places->place = calloc(cpus_count(cpus), sizeof(*places->place));
	if (!places->place)
		return fail(RESULT_ERROR, "out of memory");
	cpus_for_each(cpu, cpus) {
		struct bpf_place *place = &places->place[places->count++];

		place->number = cpu;
		place->cpu = programs ? bpf_programs_cpu(programs, cpu) : NULL;
	}
	return RESULT_OK;
}

void *bpf_place_share(struct bpf_place *place, const uint64_t *slept,
		      size_t bytes, uint64_t records)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	place->process = memory;
	place->bytes = bytes;
	*place->process = (struct bpf_process) {
		.slept = slept,
		.places = records,
	};
	return memory;
}

struct bpf_place *bpf_places_of(const struct bpf_places *places, int cpu)
{
	return &places->place[cpus_place(&places->cpus, cpu)];
}

struct bpf_place *bpf_places_measured(const struct bpf_places *places, int cpu)
{
	struct bpf_place *place = bpf_places_of(places, cpu);

	mlock(place->process, place->bytes);
	return place;
}

void bpf_place_record(struct bpf_place *place, uint64_t stack_ns)
{
	struct bpf_cpu *cpu = place->cpu;

	memset(cpu->open, 0, sizeof(cpu->open));
	memset(&cpu->callbacks, 0, sizeof(cpu->callbacks));
	cpu->stack_after = stack_ns ?: UINT64_MAX;
	cpu->hit_t_w = 0;
	cpu->hit = BPF_HIT_NONE;
	__atomic_store_n(&cpu->recording, 1, __ATOMIC_RELEASE);
}

/* ---- What the process has found ------------------------------------------ */

static uint64_t written_of(const struct bpf_place *place)
{
	return __atomic_load_n(&place->process->written, __ATOMIC_ACQUIRE);
}

bool bpf_place_is_overtaken(const struct bpf_place *place)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return written_of(place) - place->read >= place->process->places;
}

/* A record that was overwritten while it was read is lost at the next call. */
int bpf_place_drain(struct bpf_place *place, int most,
		    int (*take)(const struct bpf_place *place, uint64_t at,
				reader_fn *fn, void *context, bool lost),
		    reader_fn *fn, void *context, struct reader_counts *counts)
{
	uint64_t places = place->process->places, written = written_of(place);
	bool lost = bpf_place_is_overtaken(place);
	int got = 0;

	if (lost) {
		uint64_t first = written - places / 2;

		counts->lost += first - place->read;
		place->read = first;
	}
	for (; place->read < written && got < most; got++) {
		int taken = take(place, place->read & (places - 1), fn,
				 context, lost);

		if (taken < 0)
			break;
		place->read++;
		counts->events += taken;
		lost &= !taken;
	}
	return got;
}

/* ---- Hits ---------------------------------------------------------------- */

const struct bpf_place *bpf_places_hit(const struct bpf_places *places)
{
	const struct bpf_place *first = NULL;

	for (int i = 0; i < places->count; i++) {
		const struct bpf_place *place = &places->place[i];

		if (place->cpu->hit && (!first || place->cpu->hit_t_w <
						  first->cpu->hit_t_w))
			first = place;
	}
	return first;
}

/* Programs that run just now end soon. */
bool bpf_places_keep(struct bpf_places *places, const struct tracer_hit *hit,
		     bool functions, const struct tracer *tracer,
		     bool (*take)(const struct tracer *tracer,
				  struct bpf_place *place,
				  const struct tracer_hit *hit))
{
	for (int i = 0; i < places->count; i++)
		__atomic_store_n(&places->place[i].cpu->recording, 0,
				 __ATOMIC_RELEASE);
	bpf_names_read(&places->names, functions);
	for (int i = 0; i < places->count; i++) {
		struct bpf_place *place = &places->place[i];
		bool is_hit = hit && hit->cpu == place->number;

		event_list_clear(&place->kept);
		if (!take(tracer, place, is_hit ? hit : NULL))
			return false;
	}
	places->was_hit = hit;
	return true;
}

void bpf_places_forget(struct bpf_places *places)
{
	for (int i = 0; i < places->count; i++)
		places->place[i].cpu->hit = BPF_HIT_NONE;
}

bool bpf_place_list(const struct bpf_place *place, struct event_list *list)
{
	list->lost_before = place->kept.lost_before;
	for (size_t i = 0; i < place->kept.count; i++)
		if (!event_list_append(list, &place->kept.event[i], false))
			return false;
	return true;
}

/* ---- The rest ------------------------------------------------------------ */

void bpf_place_state(const struct bpf_place *place, struct tracer_cpu *state)
{
	struct cpus online;

	cpus_online(&online);
	*state = tracer_cpu_untold;
	state->pid = place->cpu->thread;
	state->offline = place->process->offline;
	state->detached = place->process->detached;
	state->suspended = place->process->suspended;
	if (!cpus_has(&online, place->number))
		state->state = TRACER_CPU_OFFLINE;
	else if (!state->pid)
		state->state = TRACER_CPU_WAITING;
}

void bpf_places_close(struct bpf_places *places)
{
	for (int i = 0; i < places->count; i++) {
		event_list_clear(&places->place[i].kept);
		if (places->place[i].process)
			munmap(places->place[i].process, places->place[i].bytes);
	}
	bpf_names_free(&places->names);
	free(places->place);
}
