/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result of cyclictest as a result like those of this command, as far as its
 * file goes.
 *
 * The latencies of each thread become the user latency of its CPU: both end
 * where a thread in user space reads the clock. A document is made that has
 * what the file tells of the run. Its member "notes" is an array of sentences
 * about what figures of this file are, and which it lacks; they are among the
 * reasons of its verdict, too.
 */
#ifndef RTLA_CYCLICTEST_RESULTS_H
#define RTLA_CYCLICTEST_RESULTS_H

#include <jansson.h>

#include "base/message.h"

struct results;

/*
 * cyclictest_results - make the result of @file, a document read from @path
 *
 * If the file is refused, the function prints what is wrong, and where, returns
 * RESULT_ERROR, and leaves @results empty. The caller keeps @file and @path,
 * and frees @results with results_free().
 */
enum result cyclictest_results(struct results *results, json_t *file,
			       const char *path);

#endif /* RTLA_CYCLICTEST_RESULTS_H */
