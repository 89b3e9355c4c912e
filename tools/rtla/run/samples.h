/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the samples of a run.
 */
#ifndef RTLA_SAMPLES_H
#define RTLA_SAMPLES_H

#include <stdbool.h>

struct engine;

/* samples_begin - read samples from now on, again and again */
void samples_begin(struct engine *engine);

/*
 * samples_read - read samples, at most as many as fill some pages
 *
 * Returns how many full pages were read; if that is LOOK_PAGES, there may be
 * more.
 */
int samples_read(struct engine *engine);

/*
 * samples_read_to_judge - read what the verdicts on gates need, as
 * samples_read() does
 */
void samples_read_to_judge(struct engine *engine);

/* samples_look - read samples, and choose when to do so again */
void samples_look(struct engine *engine);

/* samples_read_rest - read all samples that are left, until a second signal */
void samples_read_rest(struct engine *engine);

/*
 * samples_read_in_between - read samples while another program runs
 *
 * It is for struct patience; @context is the engine. The first signal ends the
 * measurement. The second one ends that program, too: then the function returns
 * true.
 */
bool samples_read_in_between(void *context);

/*
 * samples_read_paused - read all samples after a hit that has paused the
 * measurement
 *
 * Those that are missing until the next one are no loss.
 */
void samples_read_paused(struct engine *engine);

#endif /* RTLA_SAMPLES_H */
