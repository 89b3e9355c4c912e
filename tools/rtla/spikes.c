// SPDX-License-Identifier: GPL-2.0
/*
 * Spikes: see spikes.h.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spikes.h"

bool spikes_wants(const struct spikes *spikes, const struct tracer_hit *hit)
{
	if (spikes->count < spikes->max)
		return true;
	return spikes->count &&
	       hit->latency_ns > spikes->spike[spikes->count - 1].hit.latency_ns;
}

const char *spikes_name(struct spikes *spikes, const char *like, char *file,
			size_t size)
{
	const char *slash = strrchr(like, '/');
	const char *dot = strrchr(slash ?: like, '.');
	int stem = dot ? dot - like : (int)strlen(like);

	snprintf(file, size, "%.*s-%d%s", stem, like, ++spikes->files,
		 dot ?: "");
	return file;
}

static void drop_least(struct spikes *spikes)
{
	struct spike *least = &spikes->spike[--spikes->count];

	unlink(least->file);
	free(least->report);
}

bool spikes_add(struct spikes *spikes, const struct tracer_hit *hit, time_t when,
		char *report, const char *file)
{
	struct spike *spike;
	int place;

	if (!spikes->spike) {
		spikes->spike = calloc(spikes->max, sizeof(*spikes->spike));
		if (!spikes->spike)
			return false;
	}
	if (spikes->count == spikes->max)
		drop_least(spikes);
	for (place = spikes->count; place; place--) {
		if (spikes->spike[place - 1].hit.latency_ns >= hit->latency_ns)
			break;
		spikes->spike[place] = spikes->spike[place - 1];
	}
	spike = &spikes->spike[place];
	*spike = (struct spike) {
		.hit = *hit, .when = when, .report = report,
	};
	snprintf(spike->file, sizeof(spike->file), "%s", file);
	spikes->count++;
	return true;
}

void spikes_print(FILE *out, const struct spikes *spikes)
{
	char when[64];

	for (int i = 0; i < spikes->count; i++) {
		const struct spike *spike = &spikes->spike[i];

		strftime(when, sizeof(when), "%F %T", localtime(&spike->when));
		fprintf(out, "\n# Spike %d of %d: %.2f us on CPU %d at %s, its trace is in %s\n",
			i + 1, spikes->count, spike->hit.latency_ns / 1000.0,
			spike->hit.cpu, when, spike->file);
		fputs(spike->report ?: "", out);
	}
}

void spikes_free(struct spikes *spikes)
{
	for (int i = 0; i < spikes->count; i++)
		free(spikes->spike[i].report);
	free(spikes->spike);
	spikes->spike = NULL;
	spikes->count = 0;
}
