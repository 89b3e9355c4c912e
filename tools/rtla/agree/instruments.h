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
	const struct instrument_pair *pair;
	struct cpus cpus;	/* one thread is bound to each */
	int period_us;		/* of timers */
	int above_us;		/* interruptions of so many us or more count */
	struct priority priority;	/* as instrument_pair says; or not given */
	int run_s;		/* how long each run measures */
};

/* The words of a command line, and memory for them. */
struct instrument_call {
	char *argv[24];
	char text[CPUS_TEXT_SIZE + PATH_MAX + 256];
	size_t used;		/* of @text */
};

/**
 * struct instrument_row - an instrument
 * @name: its name
 * @variant: what a table has after the name; "": its version
 * @package: of Debian; NULL: it is this command
 * @clock: the clock that it reads
 * @begins: where what it measures begins, for people who compare figures
 * @ends: where that ends
 * @call: fills in its command line
 * @read: reads its result
 */
struct instrument_row {
	const char *name;
	const char *variant;
	const char *package;
	const char *clock;
	const char *begins;
	const char *ends;
	void (*call)(struct instrument_call *call,
		     const struct measurement *measurement, const char *cpus,
		     const char *program, const char *path);
	enum result (*read)(struct instrument_figures *figures,
			    const struct measurement *measurement,
			    const char *path,
			    char version[CYCLICTEST_VERSION_LEN]);
};

/**
 * struct instrument_pair - two instruments that measure the same
 * @of: both
 * @quantity: what they measure, as a table says it
 * @columns: of the table: those of count, min, average and max
 * @judged: what of it is judged, as a sentence begins
 * @unit: that of what is judged
 * @averages: what it is called beside the rounds' maxima
 * @timers: the period of timers is chosen; else the interruptions that count
 * @fifo_only: of the policies, they share only FIFO; and they need none
 * @within_ns: how far they may be apart, by default
 */
struct instrument_pair {
	struct instrument_row of[INSTRUMENTS];
	const char *quantity;
	const char *columns[4];
	const char *judged;
	const char *unit;
	const char *averages;
	bool timers;
	bool fifo_only;
	double within_ns;
};

extern const struct instrument_pair latency_pair;	/* timerlat, cyclictest */
extern const struct instrument_pair noise_pair;		/* osnoise, oslat */

/* instrument_name - return the name of an instrument, like "timerlat" */
const char *instrument_name(const struct instrument_pair *pair,
			    enum instrument instrument);

/* instrument_add_words - add words, which NULL ends, to a command line */
void instrument_add_words(struct instrument_call *call,
			  const char *const *words);

/* instrument_print - print a word into the call's memory, and return it */
const char *instrument_print(struct instrument_call *call, const char *format,
			     ...) __attribute__((format(printf, 2, 3)));

/*
 * instruments_prevent_idle - return whether timerlat and cyclictest keep the
 * CPUs out of idle states
 *
 * They write 0 to /dev/cpu_dma_latency. Where that cannot be written,
 * cyclictest goes on without it; so timerlat has to, too.
 */
bool instruments_prevent_idle(void);

/*
 * instrument_call_make - fill in the command line that measures
 *
 * The result is written to the file @path. Our instruments are modes of the
 * program @program. The caller keeps @program and @path.
 */
void instrument_call_make(struct instrument_call *call,
			  enum instrument instrument,
			  const struct measurement *measurement,
			  const char *program, const char *path);

/*
 * instrument_read - read the result of a run from the file @path
 *
 * @version is set to the version of their instrument, and left alone for ours.
 * If the result is broken, or not that of @measurement, prints why and returns
 * RESULT_ERROR.
 */
enum result instrument_read(struct instrument_figures *figures,
			    enum instrument instrument,
			    const struct measurement *measurement,
			    const char *path,
			    char version[CYCLICTEST_VERSION_LEN]);

#endif /* RTLA_INSTRUMENTS_H */
