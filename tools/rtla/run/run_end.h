/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The end of a run: figures, losses, the analysis, the outputs.
 */
#ifndef RTLA_RUN_END_H
#define RTLA_RUN_END_H

#include "base/message.h"

struct engine;

/* end_gather - collect what is left after the stop, before anything is printed */
void end_gather(struct engine *engine);

/* end_print - print the figures, what is missing of them, and the analysis */
void end_print(struct engine *engine);

/* end_write - write the outputs for machines; return the exit status */
enum result end_write(struct engine *engine, enum result result);

#endif /* RTLA_RUN_END_H */
