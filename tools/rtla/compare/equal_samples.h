/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Maxima over equal numbers of samples. Wake-ups and overheads do not come once
 * a period: in the same time one run may have many more of them than the other,
 * and so a larger maximum by their number alone.
 */
#ifndef RTLA_EQUAL_SAMPLES_H
#define RTLA_EQUAL_SAMPLES_H

#include "compare/compared_figures.h"

/*
 * equal_list - add the maximum of equally many samples of one CPU and context
 *
 * It is added for wake-ups and overheads, if the numbers of samples differ by
 * more than 1 % and both results have distributions. All runs of BASE count
 * together. Returns false if there is no memory.
 */
bool equal_list(struct comparison *comparison, int cpu,
		enum event_context context);

/*
 * equal_samples - choose the mean number of samples of a block
 *
 * The number is the same in NEW and in all runs of BASE, also if @comparison is
 * with one of them. @samples is set to 0 if the blocks shall have the common
 * length of comparison->blocks: if samples come periodically, or if the numbers
 * of samples in blocks of that length hardly differ. Returns false if there is
 * no memory.
 */
bool equal_samples(const struct comparison *comparison, int cpu,
		   enum event_context context, double *samples);

/*
 * equal_length - return the length in ns of blocks of about @samples samples
 *
 * It is a multiple of the length of the blocks in @run. Only those that have
 * samples count, see blocks_filled_maxima(). If none has, it is the length of
 * one.
 */
uint64_t equal_length(const struct results *run, int cpu,
		      enum event_context context, double samples);

#endif /* RTLA_EQUAL_SAMPLES_H */
