// SPDX-License-Identifier: GPL-2.0
/*
 * The course of an experiment: see course.h.
 */
#include <stddef.h>

#include "tune/course.h"

/* This part of all blocks is left for trying again what was kept. */
#define RESERVE	5	/* a fifth */

int course_kept(const struct course *course)
{
	int kept = 0;

	for (int i = 0; i < course->count; i++)
		kept += course->candidate[i].on;
	return kept;
}

/* Return how many settings share the chance of a false gain. */
static int rivals_of(const struct course *course)
{
	int rivals = course->count;

	for (int i = 0; i < course->count; i++)
		rivals -= course->candidate[i].gained;
	return rivals > 0 ? rivals : 1;
}

/* Measure one quadruple; without the setting after it, whatever happens. */
static enum course_measured course_quadruple(struct course *course, int tried,
					     struct trial *trial)
{
	static const bool with[TRIAL_BLOCKS] = { false, true, true, false };
	enum course_measured measured = COURSE_MEASURED;
	double figure[TRIAL_BLOCKS];

	for (int i = 0; i < TRIAL_BLOCKS && measured == COURSE_MEASURED; i++) {
		course->candidate[tried].on = with[i];
		measured = course->measure(course->context, tried, &figure[i]);
		course->blocks--;
	}
	course->candidate[tried].on = false;
	if (measured == COURSE_MEASURED)
		trial_add(trial, figure);
	return measured;
}

/* Measure up to the next look, for which there is time, and judge. */
static bool course_step(struct course *course, int tried, struct trial *trial)
{
	int look = trial_look(trial);

	while (trial->count < look) {
		switch (course_quadruple(course, tried, trial)) {
		case COURSE_MEASURED:
			break;
		case COURSE_FAILED:
			trial->verdict = TRIAL_FAILED;
			return true;
		case COURSE_ENDED:
			return false;
		}
	}
	trial_judge(trial, &course->demands, rivals_of(course));
	return true;
}

/* Return whether a trial can get to its next look before @reserve is touched. */
static bool has_time(const struct course *course, const struct trial *trial,
		     int reserve)
{
	int look = trial_look(trial);

	return look && trial->verdict == TRIAL_UNTOLD &&
	       (look - trial->count) * TRIAL_BLOCKS <= course->blocks - reserve;
}

/* Return the setting that is decided soonest, or -1 if none can be. */
static int soonest(const struct course *course, int reserve)
{
	int rivals = rivals_of(course), best = -1;
	double least = 0;

	for (int i = 0; i < course->count; i++) {
		const struct trial *trial = &course->candidate[i].trial;
		double needs = trial_needs(trial, &course->demands, rivals);

		if (!has_time(course, trial, reserve) ||
		    (best >= 0 && needs >= least))
			continue;
		best = i;
		least = needs;
	}
	return best;
}

/* Try all settings, and keep what helps. */
static bool course_try_all(struct course *course, int reserve)
{
	int tried;

	while ((tried = soonest(course, reserve)) >= 0) {
		struct candidate *candidate = &course->candidate[tried];

		if (!course_step(course, tried, &candidate->trial))
			return false;
		candidate->gained = candidate->trial.verdict == TRIAL_GAIN;
		candidate->on = candidate->gained;
		if (candidate->gained)
			course->last = tried;
	}
	return true;
}

/* Try a kept setting beside the others; drop it if it is no good there. */
static bool course_try_again(struct course *course, int tried)
{
	struct candidate *candidate = &course->candidate[tried];
	bool good = true;

	while (good && has_time(course, &candidate->again, 0))
		good = course_step(course, tried, &candidate->again);
	candidate->on = candidate->again.verdict == TRIAL_UNTOLD ||
			candidate->again.verdict == TRIAL_GAIN;
	return good;
}

bool course_run(struct course *course)
{
	bool good;

	course->last = -1;
	good = course_try_all(course, course->blocks / RESERVE);
	if (good && course_kept(course) < 2)
		good = course_try_all(course, 0);
	for (int i = 0; good && course_kept(course) > 1 && i < course->count; i++)
		if (course->candidate[i].on && i != course->last)
			good = course_try_again(course, i);
	return good;
}
