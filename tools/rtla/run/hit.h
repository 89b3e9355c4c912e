/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A hit in a run: it is taken, acted on, kept, and forgotten to go on.
 */
#ifndef RTLA_HIT_H
#define RTLA_HIT_H

struct engine;

/* hit_use_traces - let the actions save the trace of the next hit */
void hit_use_traces(struct engine *engine);

/* hit_explain - analyse the hit, unless that was done */
void hit_explain(struct engine *engine);

/*
 * hit_save_last - save the trace of a hit that ended the run, unless that was
 * done at the hit, because an action may need the file
 *
 * To save a trace takes much longer than all else at the end of a run: so it is
 * done when the report is printed, if the explanation leaves the events there.
 */
void hit_save_last(struct engine *engine);

/* hit_take - handle a hit, if there is one */
void hit_take(struct engine *engine);

#endif /* RTLA_HIT_H */
