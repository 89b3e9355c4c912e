// SPDX-License-Identifier: GPL-2.0
/*
 * Spikes: see kept_hits.h.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json_write.h"
#include "base/printable.h"
#include "base/times.h"
#include "options/common_options.h"
#include "results/results_write.h"
#include "run/explanation.h"
#include "run/kept_hits.h"
#include "stats/kind.h"

/* The tracer refuses a higher threshold than this. */
#define THRESHOLD_MAX_NS	(THRESHOLD_MAX_US * 1000)

bool kept_hits_wants(const struct kept_hits *kept_hits,
		     const struct tracer_hit *hit)
{
	if (kept_hits->count < kept_hits->max)
		return true;
	return kept_hits->count &&
	       hit->latency_ns >
		       kept_hits->kept_hit[kept_hits->count - 1].hit.latency_ns;
}

/*
 * Return the smallest latency that is kept, in ns, once @hit has been added, if
 * it is wanted. With @hit there are as many kept_hits as can be kept.
 */
static uint64_t least_after(const struct kept_hits *kept_hits,
			    const struct tracer_hit *hit)
{
	const struct kept_hit *kept_hit = kept_hits->kept_hit;
	uint64_t next;

	if (!kept_hits_wants(kept_hits, hit))
		return kept_hit[kept_hits->count - 1].hit.latency_ns;
	if (kept_hits->max == 1)
		return hit->latency_ns;
	next = kept_hit[kept_hits->max - 2].hit.latency_ns;
	return next < hit->latency_ns ? next : hit->latency_ns;
}

void kept_hits_raise(const struct kept_hits *kept_hits,
		     const struct tracer_hit *hit, int64_t *stop_ns)
{
	int64_t least;

	if (kept_hits->count + 1 < kept_hits->max)
		return;
	least = least_after(kept_hits, hit);
	for (int i = 0; i < CONTEXTS; i++) {
		/* A latency at its threshold hits; a noise has to be over it. */
		int64_t raised = least + !context_is_noise(i);

		if (raised > THRESHOLD_MAX_NS)
			raised = THRESHOLD_MAX_NS;
		if (stop_ns[i] && stop_ns[i] < raised)
			stop_ns[i] = raised;
	}
}

const char *kept_hits_file(const char *like, int number, char *file)
{
	const char *slash = strrchr(like, '/');
	const char *dot = strrchr(slash ?: like, '.');
	int stem = dot ? dot - like : (int)strlen(like);

	snprintf(file, PATH_MAX, "%.*s-%d%s", stem, like, number, dot ?: "");
	return file;
}

static void drop_memory(struct kept_hit *kept_hit)
{
	free(kept_hit->report);
	json_decref(kept_hit->analysis);
}

static void drop_least(struct kept_hits *kept_hits)
{
	struct kept_hit *least = &kept_hits->kept_hit[--kept_hits->count];
	char file[PATH_MAX];

	unlink(kept_hits_file(kept_hits->trace, least->number, file));
	if (kept_hits->perfetto)
		unlink(kept_hits_file(kept_hits->perfetto, least->number,
				      file));
	drop_memory(least);
}

bool kept_hits_add(struct kept_hits *kept_hits, const struct kept_hit *kept_hit)
{
	int place;

	if (!kept_hits->kept_hit) {
		kept_hits->kept_hit =
			calloc(kept_hits->max, sizeof(*kept_hits->kept_hit));
		if (!kept_hits->kept_hit)
			return false;
	}
	if (kept_hits->count == kept_hits->max)
		drop_least(kept_hits);
	for (place = kept_hits->count; place; place--) {
		if (kept_hits->kept_hit[place - 1].hit.latency_ns >=
		    kept_hit->hit.latency_ns)
			break;
		kept_hits->kept_hit[place] = kept_hits->kept_hit[place - 1];
	}
	kept_hits->kept_hit[place] = *kept_hit;
	kept_hits->count++;
	return true;
}

json_t *kept_hits_json(const struct kept_hits *kept_hits)
{
	json_t *array = json_array();
	char file[PATH_MAX];

	for (int i = 0; i < kept_hits->count; i++) {
		const struct kept_hit *kept_hit = &kept_hits->kept_hit[i];

		json_append(&array,
			    results_stop(&kept_hit->hit,
					 kept_hits_file(kept_hits->trace,
							kept_hit->number, file),
					 json_incref(kept_hit->analysis)));
	}
	return array;
}

void kept_hits_print(FILE *out, const struct kept_hits *kept_hits)
{
	char when[64], file[PATH_MAX];

	for (int i = 0; i < kept_hits->count; i++) {
		const struct kept_hit *kept_hit = &kept_hits->kept_hit[i];

		strftime(when, sizeof(when), "%F %T",
			 localtime(&kept_hit->when));
		fprintf(out,
			"\n# Spike %d of %d: %.2f us on CPU %d at %s, its trace is in ",
			i + 1, kept_hits->count,
			time_us(kept_hit->hit.latency_ns), kept_hit->hit.cpu,
			when);
		visible_print(out, 0, kept_hits_file(kept_hits->trace,
						     kept_hit->number, file));
		fputc('\n', out);
		if (context_has_no_parts(kept_hit->hit.context))
			explain_plain_hit(out, &kept_hit->hit);
		fputs(kept_hit->report ?: "", out);
	}
}

void kept_hits_free(struct kept_hits *kept_hits)
{
	for (int i = 0; i < kept_hits->count; i++)
		drop_memory(&kept_hits->kept_hit[i]);
	free(kept_hits->kept_hit);
	kept_hits->kept_hit = NULL;
	kept_hits->count = 0;
}
