/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The result that cyclictest of rt-tests writes with --json.
 *
 * The versions 2.4 to 2.11 write the same members. Two of them have a colon in
 * their name, "cmdline:" and "rt_test_version:". cyclictest copies its command
 * line into the file as it is: with a quote in it the file is no JSON.
 */
#ifndef RTLA_CYCLICTEST_JSON_H
#define RTLA_CYCLICTEST_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"

/* The latencies of one of its threads. */
struct cyclictest_thread {
	int cpu;		/* to which it was bound */
	uint64_t count;		/* 1 at least */
	uint64_t min_ns;
	uint64_t max_ns;
	double average_ns;	/* to a hundredth of the file's unit */
};

#define CYCLICTEST_VERSION_LEN	16

struct cyclictest_result {
	char version[CYCLICTEST_VERSION_LEN];	/* like "2.60"; "": not told */
	/* Each latency was cut to whole us, as it is without --nsecs. */
	bool whole_us;
	struct cyclictest_thread *thread;
	int count;		/* of threads; 1 at least */
};

/*
 * cyclictest_read - read and check a file; "-" is standard input
 *
 * If the file is refused, the function prints what is wrong, and where: the line
 * if the file is no JSON, and else the place in the document, like $.thread.0.
 * It returns RESULT_ERROR then, and @result is empty. The caller frees @result
 * with cyclictest_free(), also after a failure.
 */
enum result cyclictest_read(struct cyclictest_result *result, const char *path);
void cyclictest_free(struct cyclictest_result *result);

#endif /* RTLA_CYCLICTEST_JSON_H */
