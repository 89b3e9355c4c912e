/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The two instruments: how each is called, and how its result is read.
 */
#ifndef RTLA_INSTRUMENTS_H
#define RTLA_INSTRUMENTS_H

#include <limits.h>

#include "agree/agreement.h"
#include "base/cpus.h"
#include "base/parse.h"
#include "results/cyclictest_json.h"

/* The settings that both instruments share. */
struct measurement {
	struct cpus cpus;	/* one thread is bound to each */
	int period_us;
	struct priority priority;	/* SCHED_FIFO or SCHED_RR */
	int run_s;		/* how long each run measures */
};

/* The words of a command line, and memory for them. */
struct instrument_call {
	char *argv[24];
	char text[CPUS_TEXT_SIZE + PATH_MAX + 256];
	size_t used;		/* of @text */
};

/* instrument_name - return "timerlat" or "cyclictest" */
const char *instrument_name(enum instrument instrument);

/* Where an instrument's latency begins and ends, for people who compare figures. */
struct end_points {
	const char *clock;
	const char *begins;
	const char *ends;
};

const struct end_points *instrument_end_points(enum instrument instrument);

/*
 * instruments_prevent_idle - return whether both keep the CPUs out of idle
 * states
 *
 * They write 0 to /dev/cpu_dma_latency. Where that cannot be written,
 * cyclictest goes on without it; so timerlat has to, too.
 */
bool instruments_prevent_idle(void);

/*
 * instrument_call_make - fill in the command line that measures
 *
 * The result is written to the file @path. timerlat is a mode of the program
 * @program. The caller keeps @program and @path.
 */
void instrument_call_make(struct instrument_call *call,
			  enum instrument instrument,
			  const struct measurement *measurement,
			  const char *program, const char *path);

/*
 * instrument_read - read the result of a run from the file @path
 *
 * @version is set to the version of cyclictest, and left alone for timerlat. If
 * the result is broken, or not that of @measurement, prints why and returns
 * RESULT_ERROR.
 */
enum result instrument_read(struct instrument_figures *figures,
			    enum instrument instrument,
			    const struct measurement *measurement,
			    const char *path,
			    char version[CYCLICTEST_VERSION_LEN]);

#endif /* RTLA_INSTRUMENTS_H */
