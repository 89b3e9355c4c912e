// SPDX-License-Identifier: GPL-2.0
/*
 * The arrivals of interrupts: see interrupts.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/times.h"
#include "stats/bound_figures.h"
#include "stats/demand.h"
#include "stats/interrupts.h"
#include "stats/joint_demand.h"
#include "trace/events.h"

struct vector {
	enum bound_kind kind;
	int number;
	char name[EVENT_DESC_LEN];
	struct demand *demand;
};

/* The vectors of a CPU, in their order. */
struct vectors {
	struct vector *vector;
	int count;
	uint64_t unseen_ns;
	struct joint_demand *joint;	/* of all of them; NULL: none has come */
};

struct interrupts {
	uint64_t refused;
	int cpus;
	struct vectors of[];
};

struct interrupts *interrupts_new(int cpus)
{
	struct interrupts *interrupts;

	interrupts = calloc(1, sizeof(*interrupts) +
				       cpus * sizeof(interrupts->of[0]));
	if (interrupts)
		interrupts->cpus = cpus;
	return interrupts;
}

void interrupts_free(struct interrupts *interrupts)
{
	if (!interrupts)
		return;
	for (int i = 0; i < interrupts->cpus; i++) {
		struct vectors *vectors = &interrupts->of[i];

		for (int j = 0; j < vectors->count; j++)
			demand_free(vectors->vector[j].demand);
		free(vectors->vector);
		joint_demand_free(vectors->joint);
	}
	free(interrupts);
}

void interrupts_unseen(struct interrupts *interrupts, int cpu, uint64_t ns)
{
	if (!interrupts->of[cpu].unseen_ns)
		interrupts->of[cpu].unseen_ns = ns;
}

static enum bound_kind interrupts_kind_of(const struct event *event)
{
	if (event->type == EVENT_NMI)
		return BOUND_NMI;
	return event->type == EVENT_SOFTIRQ ? BOUND_SOFTIRQ : BOUND_IRQ;
}

static int interrupts_compare(const struct vector *one,
			      const struct vector *other)
{
	if (one->kind != other->kind)
		return one->kind < other->kind ? -1 : 1;
	if (one->number != other->number)
		return one->number < other->number ? -1 : 1;
	return strcmp(one->name, other->name);
}

/* Return what an execution takes beyond its event. */
static uint64_t unseen_of(const struct vectors *vectors,
			  const struct vector *vector)
{
	return vector->kind == BOUND_SOFTIRQ ? 0 : vectors->unseen_ns;
}

/* Insert @wanted, which is none of them, at its place. NULL: there is no memory. */
static struct vector *interrupts_insert(struct vectors *vectors,
					struct vector *wanted, int at)
{
	struct vector *grown = array_grow(vectors->vector, vectors->count,
					  sizeof(*grown));

	if (!grown)
		return NULL;
	vectors->vector = grown;
	wanted->demand = demand_new(unseen_of(vectors, wanted));
	if (!wanted->demand)
		return NULL;
	memmove(&grown[at + 1], &grown[at],
		(vectors->count - at) * sizeof(*grown));
	grown[at] = *wanted;
	vectors->count++;
	return &grown[at];
}

/* Return the vector of an event; NULL: there is no memory. */
static struct vector *vector_of(struct vectors *vectors,
				const struct event *event)
{
	struct vector wanted = { .kind = interrupts_kind_of(event) };
	int i = 0, end = vectors->count;

	if (wanted.kind != BOUND_NMI) {
		wanted.number = event->noise.id;
		memcpy(wanted.name, event->noise.name, sizeof(wanted.name));
		wanted.name[sizeof(wanted.name) - 1] = '\0';
	}
	while (i < end) {
		int middle = i + (end - i) / 2;
		int order =
			interrupts_compare(&wanted, &vectors->vector[middle]);

		if (!order)
			return &vectors->vector[middle];
		if (order < 0)
			end = middle;
		else
			i = middle + 1;
	}
	return interrupts_insert(vectors, &wanted, i);
}

static bool is_probe(const struct event *event)
{
	return event->type == EVENT_IRQ && !event->noise.id &&
	       !strcmp(event->noise.name, EVENT_PROBE_NAME);
}

/* Count an arrival among those of all vectors. */
static bool add_jointly(struct vectors *vectors, const struct vector *vector,
			const struct event *event)
{
	if (!vectors->joint)
		vectors->joint = joint_demand_new();
	return vectors->joint &&
	       joint_demand_add(vectors->joint, event->noise.start,
				time_after(event->noise.duration,
					   unseen_of(vectors, vector)));
}

bool interrupts_add(struct interrupts *interrupts, int cpu,
		    const struct event *event)
{
	struct vectors *vectors = &interrupts->of[cpu];
	struct vector *vector;

	if (is_probe(event))
		return true;
	vector = vector_of(vectors, event);
	if (!vector)
		return false;
	if (demand_add(vector->demand, event->noise.start,
		       event->noise.duration))
		return add_jointly(vectors, vector, event);
	interrupts->refused++;
	return true;
}

uint64_t interrupts_refused(const struct interrupts *interrupts)
{
	return interrupts->refused;
}

static struct bound_interrupt interrupt_of(const struct vector *vector,
					   uint64_t more_ns)
{
	const struct demand_curve *curve = demand_curve(vector->demand);
	struct bound_interrupt interrupt = {
		.kind = vector->kind, .vector = vector->number,
		.count = curve->count, .owcet_ns = curve->owcet_ns,
		.omiat_ns = curve->omiat_ns, .sum_ns = curve->sum_ns,
		.more_ns = more_ns, .demand = curve,
	};

	memcpy(interrupt.name, vector->name, sizeof(interrupt.name));
	return interrupt;
}

bool interrupts_bound(const struct interrupts *interrupts, int cpu,
		      struct bound_figures *figures)
{
	const struct vectors *vectors = &interrupts->of[cpu];
	struct bound_vector *model = calloc(vectors->count + 1, sizeof(*model));
	uint64_t more = figures->entry.max_ns -
			time_min(figures->entry.max_ns, vectors->unseen_ns);

	free(figures->interrupt);
	figures->interrupts = 0;
	figures->interrupt =
		calloc(vectors->count + 1, sizeof(*figures->interrupt));
	if (!model || !figures->interrupt) {
		free(model);
		return false;
	}
	for (int i = 0; i < vectors->count; i++) {
		const struct vector *vector = &vectors->vector[i];
		uint64_t more_ns;

		/* A vector whose only arrivals were refused has not come. */
		if (!demand_curve(vector->demand)->count)
			continue;
		more_ns = vector->kind == BOUND_SOFTIRQ ? 0 : more;
		model[figures->interrupts] = (struct bound_vector) {
			.demand = demand_curve(vector->demand),
			.is_nmi = vector->kind == BOUND_NMI,
			.more_ns = more_ns,
		};
		figures->interrupt[figures->interrupts++] =
			interrupt_of(vector, more_ns);
	}
	figures->joint_demand =
		vectors->joint ? joint_demand_curve(vectors->joint) : NULL;
	bound_figures_compute(figures, model);
	free(model);
	return true;
}
