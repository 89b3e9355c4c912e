/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An experiment on this machine: its settings, its measurements, and what came
 * out of it.
 */
#ifndef RTLA_TUNING_H
#define RTLA_TUNING_H

#include <stdbool.h>

#include <jansson.h>

#include "base/message.h"
#include "trace/contexts.h"
#include "tune/block.h"
#include "tune/course.h"
#include "tune/settings.h"

struct diary;

#define TUNING_FORMAT	"rtla-tuning"
#define TUNING_VERSION	1

/**
 * struct tuning_plan - what is to be done
 * @block: how blocks are measured
 * @demands: on verdicts
 * @blocks: how many may be measured
 * @load: a shell command; NULL: none
 * @root: before all paths of settings; "": this machine
 * @apply: what helps stays
 * @debug: print the command lines
 * @diary: of an experiment that goes on across boots; NULL: it is in one boot
 */
struct tuning_plan {
	struct block_plan block;
	struct trial_demands demands;
	int blocks;
	const char *load;
	const char *root;
	bool apply;
	bool debug;
	struct diary *diary;
};

/* The outcome of an experiment, also while it goes on. */
struct tuning {
	const struct settings *settings;
	const struct tuning_plan *plan;
	struct course course;
	enum event_context context;	/* of the figures */
	bool complete;			/* it was not interrupted */
	char *boot;			/* how to boot for the next block, or NULL */
	json_t *load;			/* as load_json() returns it */
};

/*
 * tuning_run - try all settings, and undo them
 *
 * Only with @plan->apply, those that help stay, unless it is interrupted. The
 * caller keeps @settings and @plan. Returns RESULT_OK also after a signal; what
 * is known by then is in @tuning, as it is if the next block needs a boot: then
 * it is not complete, and has @boot. The reason of a failure has been printed.
 * The caller calls tuning_free() in any case.
 */
enum result tuning_run(struct tuning *tuning, const struct settings *settings,
		       const struct tuning_plan *plan);
void tuning_free(struct tuning *tuning);

/*
 * tuning_helps - return whether a setting is to be kept; @context is a struct
 * tuning
 */
bool tuning_helps(const void *context, int setting);

/* tuning_verdict - return what a setting is, as its last trial says */
const struct trial *tuning_verdict(const struct tuning *tuning, int setting);

/*
 * tuning_print - print the verdict, a table of all settings, and what only a
 * boot can try
 */
enum result tuning_print(FILE *out, const struct tuning *tuning);

/*
 * tuning_json - return everything as JSON, or NULL without memory
 *
 * Documentation/tuning.schema.json describes it. The caller frees the text.
 */
char *tuning_json(const struct tuning *tuning);

#endif /* RTLA_TUNING_H */
