/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result of cyclictest as a result like those of this command, as far as its file
 * goes.
 *
 * The latencies of each thread become the user latency of its CPU: both end where a
 * thread in user space reads the clock. A document is made that has what the file
 * tells of the run. Its member "notes" is an array of sentences about what figures of
 * this file are, and which it lacks; they are among the reasons of its verdict, too.
 */
#ifndef RTLA_CYCLICTEST_RESULTS_H
#define RTLA_CYCLICTEST_RESULTS_H

#include "results/results.h"

/*
 * results_read_any - read and check a file of this command, or of cyclictest
 *
 * The function does what results_read() does, and the caller frees @results in the
 * same way. A file is cyclictest's if it has a "file_version" in place of a "format".
 */
enum result results_read_any(struct results *results, const char *path);

#endif /* RTLA_CYCLICTEST_RESULTS_H */
