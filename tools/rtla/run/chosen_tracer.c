// SPDX-License-Identifier: GPL-2.0
/*
 * Choosing the tracer: see chosen_tracer.h.
 */
#include <stdio.h>
#include <string.h>

#include "options/config.h"
#include "run/chosen_tracer.h"
#include "stats/kind.h"
#include "tracer/tracer.h"
#include "tracer/tracers.h"

/* Return whether the options allow this tracer, and it can measure their kind. */
static bool chosen_is_wanted(const struct tracer_ops *ops,
			     const struct config *config)
{
	if (!ops->measures_kind(config->tracer.kind))
		return false;
	return config->tracer_word ?
	       !strcmp(ops->name, tracer_words[config->tracer_word]) :
	       !ops->only_user;
}

/*
 * The tracers that are wanted, and are not there: why the first is not, and all
 * remedies.
 */
struct chosen_missing {
	struct tracer_absence first;
	char more[256];		/* remedies by those after the first */
};

static void chosen_miss(struct chosen_missing *missing,
			const struct tracer_absence *absence)
{
	size_t used = strlen(missing->more);

	if (!missing->first.what)
		missing->first = *absence;
	else if (*absence->remedy_too)
		snprintf(missing->more + used, sizeof(missing->more) - used,
			 ", or %s", absence->remedy_too);
}

/* Say what can be measured where no tracer is there, if it was not asked for. */
static void chosen_offer(struct chosen_missing *missing,
			 const struct tracer_ops *ops,
			 const struct config *config)
{
	struct tracer_absence offer = { .what = ops->title };

	if (config->tracer_word || !ops->only_user || !missing->first.what ||
	    !ops->measures_kind(config->tracer.kind))
		return;
	snprintf(offer.remedy_too, sizeof(offer.remedy_too),
		 "take the user latency alone with --tracer %s", ops->name);
	chosen_miss(missing, &offer);
}

static enum result chosen_fail(const struct chosen_missing *missing,
			       const struct config *config)
{
	const struct tracer_absence *first = &missing->first;

	if (!first->what)
		return fail(RESULT_CANNOT, "--tracer %s: it does not measure %s: leave it out",
			    tracer_words[config->tracer_word],
			    config_kind(config)->name);
	return fail(RESULT_CANNOT, "%s: %s: %s%s", first->what, first->why,
		    first->remedy, missing->more);
}

/* Return an option that needs tracefs, for a message, or NULL. */
static const char *needs_tracefs_word(const struct config *config)
{
	if (config->events.count)
		return "--event";
	if (config->trace_buffer_kb)
		return "--trace-buffer-size";
	if (config->dump_tasks)
		return "--dump-tasks";
	return config_saves_dat(config) ? "a trace.dat" : NULL;
}

/* Refuse options that need what this tracer cannot do. */
static enum result chosen_refuse_options(const struct tracer_ops *ops,
					 const struct config *config)
{
	const char *word = needs_tracefs_word(config);

	if (config->source == SOURCE_STATS && !ops->keeps_stats)
		return fail(RESULT_CANNOT, "--source stats: %s keeps no statistics: load the module, or leave it out",
			    ops->title);
	if (ops->list && word)
		return fail(RESULT_CANNOT, "%s: %s uses no tracefs: load the module, or leave it out",
			    word, ops->title);
	if (ops->measure && config->threads == THREADS_FOREIGN)
		return fail(RESULT_CANNOT, "--user-load: %s measures with processes of its own: load the module, or leave it out",
			    ops->title);
	if (ops->only_user && (config_saves_trace(config) || config->perfetto_file))
		return fail(RESULT_CANNOT, "a trace: %s record no events: load the module, or leave out -a, -t, --keep and --perfetto",
			    ops->title);
	if (config->bpf_action && !ops->hit_event)
		return fail(RESULT_CANNOT, "--bpf-action: %s has no event of a hit: load the module, or use --on-threshold",
			    ops->title);
	return RESULT_OK;
}

/*
 * Settle with a tracer what it measures with, and refuse what it cannot do, as
 * fail() does.
 */
static enum result chosen_settle(const struct tracer_ops *ops,
				 struct config *config)
{
	enum result result = chosen_refuse_options(ops, config);

	if (!result && config_kind(config)->has_user_threads &&
	    config->threads == THREADS_USER &&
	    !config->threads_given[THREADS_USER] && !ops->attaches()) {
		debug(config->debug, "this kernel's tracer cannot measure with processes: measuring with kernel threads");
		config->threads = THREADS_KERNEL;
	}
	config->no_analysis |= ops->only_user;
	config->tracer.no_threads = config_no_threads(config);
	/* Only this tracer measures a kind with processes that has no option for it. */
	if (ops->measure && !config_kind(config)->has_user_threads) {
		config->threads = THREADS_USER;
		config->tracer.no_threads = true;
	}
	return result ?: ops->refuse(&config->tracer);
}

/* Return whether a tracer can do all that the configuration says. */
static bool chosen_serves(const struct tracer_ops *ops,
			  const struct config *config)
{
	struct config tried = *config;
	enum result result;

	message_mute(true);
	result = chosen_settle(ops, &tried);
	message_mute(false);
	return !result;
}

/*
 * Return a tracer after the one at @place that is there, and explains more of a
 * hit, which is to be explained; NULL: there is none.
 */
static const struct tracer_ops *chosen_better(int place,
					      const struct config *config)
{
	struct tracer_absence absence;

	if (!config_analyses(config) ||
	    !recorder_is_bare(tracers[place]->recorder))
		return NULL;
	while (tracers[++place])
		if (chosen_is_wanted(tracers[place], config) &&
		    !recorder_is_bare(tracers[place]->recorder) &&
		    chosen_serves(tracers[place], config) &&
		    tracers[place]->find(config->tracer.kind, true, &absence))
			return tracers[place];
	return NULL;
}

/* Choose the tracer at @place, or a better one, and note what it stands in for. */
static void chosen_take(const struct tracer_ops **ops, int place,
			const struct chosen_missing *missing,
			const struct config *config)
{
	const struct tracer_ops *better = chosen_better(place, config);
	char why[sizeof(missing->first.why) + 128];

	*ops = better ?: tracers[place];
	if (config->quiet || !(better || missing->first.what))
		return;
	snprintf(why, sizeof(why), "%s%s", missing->first.why,
		 better ? ", and they tell more of a hit than this kernel's own tracer" : "");
	(*ops)->stand_in(config->tracer.kind, why);
}

static enum result chosen_find(const struct tracer_ops **ops,
			       const struct config *config)
{
	struct chosen_missing missing = { .more = "" };
	struct tracer_absence absence;

	for (int i = 0; tracers[i]; i++) {
		if (!chosen_is_wanted(tracers[i], config)) {
			chosen_offer(&missing, tracers[i], config);
			continue;
		}
		if (tracers[i]->find(config->tracer.kind, config->quiet,
				     &absence)) {
			chosen_take(ops, i, &missing, config);
			return RESULT_OK;
		}
		chosen_miss(&missing, &absence);
	}
	*ops = NULL;
	return chosen_fail(&missing, config);
}

enum result chosen_tracer(const struct tracer_ops **ops, struct config *config)
{
	return chosen_find(ops, config) ?: chosen_settle(*ops, config);
}
