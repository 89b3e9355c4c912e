/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The course of an experiment with several settings: which block of time is
 * measured next, with which of them, and what follows from it.
 *
 * Each setting is tried beside those that have been a gain, and are kept. Time
 * goes where it decides soonest. In the end each that is kept is tried once
 * more beside those that came after it: two may do the same, or be good only
 * without each other.
 */
#ifndef RTLA_COURSE_H
#define RTLA_COURSE_H

#include <stdbool.h>

#include "tune/trial.h"

enum course_measured {
	COURSE_MEASURED,
	COURSE_FAILED,		/* it could not be done with this setting */
	COURSE_ENDED,		/* nothing more is to be measured */
};

/* A setting in the course. */
struct candidate {
	struct trial trial;
	struct trial again;	/* beside those that came after it; no count: not done */
	bool gained;		/* @trial was a gain */
	bool on;		/* is set in the next block */
};

/**
 * struct course - an experiment
 * @candidate: the settings, the most promising first
 * @count: how many they are
 * @demands: on verdicts
 * @blocks: how many blocks may still be measured
 * @measure: measures a block with all settings that are on, of which @tried
 *	is the one that is looked at, and sets *@figure, which is above 0
 * @context: argument of @measure
 * @last: the one that was found to be a gain last, or -1
 */
struct course {
	struct candidate *candidate;
	int count;
	struct trial_demands demands;
	int blocks;
	enum course_measured (*measure)(void *context, int tried,
					double *figure);
	void *context;
	int last;
};

/*
 * course_run - measure until all is decided, or no block is left
 *
 * Those that are on then are to be kept. Returns false if it has ended before
 * that, because @measure said so.
 */
bool course_run(struct course *course);

/* course_kept - return how many settings are on */
int course_kept(const struct course *course);

#endif /* RTLA_COURSE_H */
