/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lines below the figures of overheads.
 */
#ifndef RTLA_OVERHEADS_TEXT_H
#define RTLA_OVERHEADS_TEXT_H

#include <stdio.h>

struct snapshot;

/*
 * overheads_text - print what is measured, and what is not, and why
 *
 * Nothing is printed about what there is nothing to say about.
 */
void overheads_text(FILE *out, const struct snapshot *snapshot);

#endif /* RTLA_OVERHEADS_TEXT_H */
