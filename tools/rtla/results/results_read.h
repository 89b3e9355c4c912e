/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the result of a measurement from a file that --json wrote.
 */
#ifndef RTLA_RESULTS_READ_H
#define RTLA_RESULTS_READ_H

#include "base/message.h"
#include "results/place.h"
#include "results/results.h"

struct distribution;
struct latency;

/*
 * results_read - read and check a file; "-" is standard input
 *
 * If the file is refused, the function prints what is wrong, and where: the
 * line if the file is no JSON, and the place in the document, like
 * $.cpus[3].latencies.irq.count, if it is no result. The result of a run that
 * ended with RESULT_CANNOT has no figures, and is refused, too. In all
 * these cases the function returns RESULT_ERROR, and @results is empty.
 *
 * The caller keeps @path, and frees @results with results_free(), which may
 * also be called after a failure.
 */
enum result results_read(struct results *results, const char *path);

/*
 * results_read_any - read and check a file of this command, or of another one
 *
 * The function does what results_read() does, and the caller frees @results in
 * the same way. The content tells which program wrote the file: see
 * foreign/foreign.h. A text is refused with the line that is wrong.
 */
enum result results_read_any(struct results *results, const char *path);

/*
 * results_read_histogram - read the histogram of a latency, @json, to new
 * @distribution
 *
 * It has to agree with @latency; else @place->wrong is set. The caller frees
 * @distribution in any case.
 */
void results_read_histogram(struct place *place, const json_t *json,
			    const struct latency *latency,
			    struct distribution *distribution);

#endif /* RTLA_RESULTS_READ_H */
