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
#include <time.h>

#include <jansson.h>

#include "base/message.h"
#include "stats/distribution.h"

/* The moment at which its latencies end, for people who compare figures. */
#define CYCLICTEST_ENDS	"the thread reads the clock in user space, first thing after clock_nanosleep() has returned"

/* The latencies of one of its threads. */
struct cyclictest_thread {
	int cpu;		/* to which it was bound; else its own number */
	uint64_t count;		/* 1 at least */
	uint64_t min_ns;
	uint64_t max_ns;
	double average_ns;	/* to a hundredth of the file's unit */
	/*
	 * The histogram that --histogram makes; else empty. A latency that was
	 * cut to whole us is here as the next whole us.
	 */
	struct distribution histogram;
	uint64_t end_ns;	/* its last bucket ends before this; 0: it is empty */
	uint64_t beyond;	/* latencies after the last bucket of --histogram */
};

#define CYCLICTEST_VERSION_LEN	16

struct cyclictest_result {
	char version[CYCLICTEST_VERSION_LEN];	/* like "2.60"; "": unknown */
	/* Each latency was cut to whole us, as it is without --nsecs. */
	bool whole_us;
	bool has_histogram;	/* one thread at least has one */
	bool unbound;		/* no thread was bound to a CPU */
	time_t started, ended;	/* 0: unknown */
	struct cyclictest_thread *thread;
	int count;		/* of threads; 1 at least */
};

/*
 * cyclictest_read - read and check a file whose threads were bound to CPUs; "-"
 * is standard input
 *
 * If the file is refused, the function prints what is wrong, and where: the
 * line if the file is no JSON, and else the place in the document, like
 * $.thread.0. It returns RESULT_ERROR then, and @result is empty. The caller
 * frees @result with cyclictest_free(), also after a failure.
 */
enum result cyclictest_read(struct cyclictest_result *result, const char *path);

/*
 * cyclictest_parse - check a document that was read from @path, in the same way
 *
 * The caller keeps @document.
 */
enum result cyclictest_parse(struct cyclictest_result *result, json_t *document,
			     const char *path);

/*
 * cyclictest_text - return the member @name of a document; "" if there is none
 *
 * A colon after its name is ignored. The text belongs to @document.
 */
const char *cyclictest_text(const json_t *document, const char *name);

/*
 * cyclictest_time - return the time that the member @name tells, or 0
 *
 * All programs of rt-tests write it as "Wed, 25 Nov 2026 19:25:56 +0000".
 */
time_t cyclictest_time(const json_t *document, const char *name);
void cyclictest_free(struct cyclictest_result *result);

#endif /* RTLA_CYCLICTEST_JSON_H */
