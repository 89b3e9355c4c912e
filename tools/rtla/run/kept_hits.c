// SPDX-License-Identifier: GPL-2.0
/*
 * Spikes: see kept_hits.h.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json_write.h"
#include "base/times.h"
#include "options/common_options.h"
#include "results/results_json.h"
#include "run/kept_hits.h"

/* The tracer refuses a higher threshold than this. */
#define THRESHOLD_MAX_NS	(THRESHOLD_MAX_US * 1000)

bool spikes_wants(const struct spikes *spikes, const struct tracer_hit *hit)
{
	if (spikes->count < spikes->max)
		return true;
	return spikes->count &&
	       hit->latency_ns > spikes->spike[spikes->count - 1].hit.latency_ns;
}

/*
 * Return the smallest latency that is kept, in ns, once @hit has been added, if
 * it is wanted. With @hit there are as many spikes as can be kept.
 */
static uint64_t least_after(const struct spikes *spikes,
			    const struct tracer_hit *hit)
{
	const struct spike *spike = spikes->spike;
	uint64_t next;

	if (!spikes_wants(spikes, hit))
		return spike[spikes->count - 1].hit.latency_ns;
	if (spikes->max == 1)
		return hit->latency_ns;
	next = spike[spikes->max - 2].hit.latency_ns;
	return next < hit->latency_ns ? next : hit->latency_ns;
}

/* Return whether a value at its threshold hits: noise has to be over it. */
static bool hits_at_threshold(enum event_context context)
{
	return context != CONTEXT_SINGLE && context != CONTEXT_TOTAL;
}

void spikes_raise(const struct spikes *spikes, const struct tracer_hit *hit,
		  int64_t *stop_ns)
{
	int64_t least;

	if (spikes->count + 1 < spikes->max)
		return;
	least = least_after(spikes, hit);
	for (int i = 0; i < STOPS; i++) {
		int64_t raised = least + hits_at_threshold(i);

		if (raised > THRESHOLD_MAX_NS)
			raised = THRESHOLD_MAX_NS;
		if (stop_ns[i] && stop_ns[i] < raised)
			stop_ns[i] = raised;
	}
}

const char *spikes_file(const char *like, int number, char *file)
{
	const char *slash = strrchr(like, '/');
	const char *dot = strrchr(slash ?: like, '.');
	int stem = dot ? dot - like : (int)strlen(like);

	snprintf(file, PATH_MAX, "%.*s-%d%s", stem, like, number, dot ?: "");
	return file;
}

static void drop_memory(struct spike *spike)
{
	free(spike->report);
	json_decref(spike->analysis);
}

static void drop_least(struct spikes *spikes)
{
	struct spike *least = &spikes->spike[--spikes->count];
	char file[PATH_MAX];

	unlink(spikes_file(spikes->trace, least->number, file));
	if (spikes->perfetto)
		unlink(spikes_file(spikes->perfetto, least->number, file));
	drop_memory(least);
}

bool spikes_add(struct spikes *spikes, const struct spike *spike)
{
	int place;

	if (!spikes->spike) {
		spikes->spike = calloc(spikes->max, sizeof(*spikes->spike));
		if (!spikes->spike)
			return false;
	}
	if (spikes->count == spikes->max)
		drop_least(spikes);
	for (place = spikes->count; place; place--) {
		if (spikes->spike[place - 1].hit.latency_ns >=
		    spike->hit.latency_ns)
			break;
		spikes->spike[place] = spikes->spike[place - 1];
	}
	spikes->spike[place] = *spike;
	spikes->count++;
	return true;
}

json_t *spikes_json(const struct spikes *spikes)
{
	json_t *array = json_array();
	char file[PATH_MAX];

	for (int i = 0; i < spikes->count; i++) {
		const struct spike *spike = &spikes->spike[i];

		json_append(&array, results_stop(&spike->hit,
			spikes_file(spikes->trace, spike->number, file),
			json_incref(spike->analysis)));
	}
	return array;
}

void spikes_print(FILE *out, const struct spikes *spikes)
{
	char when[64], file[PATH_MAX];

	for (int i = 0; i < spikes->count; i++) {
		const struct spike *spike = &spikes->spike[i];

		strftime(when, sizeof(when), "%F %T", localtime(&spike->when));
		fprintf(out, "\n# Spike %d of %d: %.2f us on CPU %d at %s, its trace is in %s\n",
			i + 1, spikes->count, time_us(spike->hit.latency_ns),
			spike->hit.cpu, when,
			spikes_file(spikes->trace, spike->number, file));
		fputs(spike->report ?: "", out);
	}
}

void spikes_free(struct spikes *spikes)
{
	for (int i = 0; i < spikes->count; i++)
		drop_memory(&spikes->spike[i]);
	free(spikes->spike);
	spikes->spike = NULL;
	spikes->count = 0;
}
