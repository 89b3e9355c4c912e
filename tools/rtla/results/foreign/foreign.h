/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results of other programs as results of this command, as far as their files
 * go.
 *
 * Each format has a row that says by what its files are recognised, which is
 * never their name, and who reads them. A reader fills in a run, which has the
 * latencies of each CPU and context; from that, the result and its document are
 * made in one way for all formats. The document has sentences about what
 * figures of this file are, and which it lacks, in its member "notes"; they are
 * among the reasons of its verdict, too.
 */
#ifndef RTLA_FOREIGN_H
#define RTLA_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <jansson.h>

#include "base/message.h"
#include "stats/distribution.h"
#include "trace/contexts.h"

struct foreign_run;
struct results;

/**
 * struct foreign_input - a file of another program, while it is read
 * @path: its name, for messages
 * @text: all of it; a 0 follows
 * @size: its length in bytes
 * @json: the document, if it is one; else NULL
 * @next: where the next line begins
 * @line: number of the last line that was read, counted from 1
 */
struct foreign_input {
	const char *path;
	char *text;
	size_t size;
	json_t *json;
	char *next;
	unsigned long line;
};

/**
 * struct foreign_format - a format, and its reader
 * @name: the program, as messages name it
 * @as: the latency as which its figures are compared
 * @ends: when such a latency ends, for people who compare figures
 * @lacks: a sentence about what its files do not have
 * @longer: how its histogram becomes longer; NULL: it cannot
 * @remedy: how a file is made that can be read
 * @is: returns whether a file has this format, before any of it is read
 * @read: fills in a run; prints what is wrong and returns RESULT_ERROR else
 */
struct foreign_format {
	const char *name;
	const char *as;
	const char *ends;
	const char *lacks;
	const char *longer;
	const char *remedy;
	bool (*is)(const struct foreign_input *in);
	enum result (*read)(struct foreign_run *run, struct foreign_input *in);
};

/**
 * struct foreign_series - the latencies of one CPU in one context
 * @cpu: the number of the CPU
 * @context: what they are compared as
 * @count: how many there are, those in no histogram included; may be 0
 * @min_ns: the least of them
 * @max_ns: the largest of them, as the file has it
 * @average_ns: their average
 * @histogram: those whose value is known, each as the upper end of its bucket
 * @beyond: how many were beyond the last bucket
 */
struct foreign_series {
	int cpu;
	enum event_context context;
	uint64_t count;
	uint64_t min_ns;
	uint64_t max_ns;
	double average_ns;
	struct distribution histogram;
	uint64_t beyond;
};

#define FOREIGN_TEXT_LEN	128

/**
 * struct foreign_run - all that a file tells
 * @format: that of the file
 * @tracer: what has measured: "timerlat", "cyclictest" ...
 * @generator: the program, with its version if that is known
 * @host: name of the machine; "": not known
 * @kernel: its release; "": not known
 * @cmdline: the command line; NULL: not known; belongs to the reader's input
 * @started: when the run began; 0: not known
 * @measured_ns: how long it was; 0: not known
 * @whole_us: latencies were cut to whole us
 * @rounded_up: min and max are upper ends already, as oslat has them
 * @width_ns: width of a bucket; 0: values are exact
 * @edge_ns: a latency that was beyond the last bucket is at least as long
 * @series: the figures
 * @count: number of @series
 * @notes: an array of further sentences about the figures
 */
struct foreign_run {
	const struct foreign_format *format;
	const char *tracer;
	char generator[FOREIGN_TEXT_LEN];
	char host[FOREIGN_TEXT_LEN];
	char kernel[FOREIGN_TEXT_LEN];
	const char *cmdline;
	time_t started;
	uint64_t measured_ns;
	bool whole_us;
	bool rounded_up;
	uint64_t width_ns;
	uint64_t edge_ns;
	struct foreign_series *series;
	int count;
	json_t *notes;
};

/* The formats of other programs; a row without a name is the end. */
extern const struct foreign_format foreign_formats[];

/*
 * foreign_clean - leave only what a program has printed in the text of a file
 *
 * What others have put before or into its lines is removed: marks of a mail,
 * indentation, sequences for a terminal. A JSON document, or one of XML, stays.
 */
void foreign_clean(struct foreign_input *in);

/* foreign_format_of - return the format of a file, or NULL */
const struct foreign_format *foreign_format_of(const struct foreign_input *in);

/*
 * foreign_results - make the result of a file that has @format
 *
 * If the file is refused, the function prints what is wrong, and where, returns
 * RESULT_ERROR, and leaves @results empty. The caller keeps @in, and frees
 * @results with results_free(), also after a failure.
 */
enum result foreign_results(struct results *results,
			    const struct foreign_format *format,
			    struct foreign_input *in);

/* ---- For readers ------------------------------------------------------------ */

/* Numbers of files are below this: no sum of latencies can overflow. */
#define FOREIGN_NUMBER_MAX	1000000000000000LL

/* foreign_wrong - print what is wrong with the line that was read; RESULT_ERROR */
enum result foreign_wrong(const struct foreign_input *in,
			  const struct foreign_run *run, const char *why);

/* foreign_wrong_at - do the same for a place in the document, like "$.thread.0" */
enum result foreign_wrong_at(const struct foreign_input *in,
			     const struct foreign_run *run, const char *place,
			     const char *why);

/*
 * foreign_line - return the next line without its end, or NULL
 *
 * The line belongs to @in, whose text is cut there.
 */
char *foreign_line(struct foreign_input *in);

/*
 * foreign_number - read a number of @text, which may have a fraction, and move
 * @text behind it
 *
 * Blanks before it are skipped. Returns false if there is none, if it is
 * negative, or too large.
 */
bool foreign_number(const char **text, double *number);

/* foreign_whole - do the same with a whole number */
bool foreign_whole(const char **text, uint64_t *number);

/*
 * foreign_after - return what follows @name at the beginning of @line, after
 * blanks; NULL if the line does not begin so
 */
const char *foreign_after(const char *line, const char *name);

/*
 * foreign_has_line - return whether a line of the file begins with @text
 *
 * Blanks before it do not matter.
 */
bool foreign_has_line(const struct foreign_input *in, const char *text);

/*
 * foreign_series_new - add a series without latencies
 *
 * Returns NULL without memory, or if there are too many. It is invalid after
 * the next one has been added.
 */
struct foreign_series *foreign_series_new(struct foreign_run *run, int cpu,
					  enum event_context context);

/* foreign_series_find - return the series of a CPU and context, or NULL */
struct foreign_series *foreign_series_find(const struct foreign_run *run,
					   int cpu, enum event_context context);

/*
 * foreign_bucket - add @count latencies, of which @upper_ns is the upper end of
 * their bucket
 *
 * Returns what is wrong, or NULL.
 */
const char *foreign_bucket(struct foreign_series *series, uint64_t upper_ns,
			   uint64_t count);

/*
 * foreign_note - add a sentence about the figures, as printf() makes it, if it
 * is not there yet
 */
void foreign_note(struct foreign_run *run, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* foreign_note_stop - add that a latency of @us has stopped the run */
void foreign_note_stop(struct foreign_run *run, uint64_t us);

/* foreign_note_smis - add how many interrupts of the firmware there were */
void foreign_note_smis(struct foreign_run *run, uint64_t count);

/*
 * foreign_duration - read "0 00:00:03", days and hours, to @run
 *
 * A text that is no such time is ignored.
 */
void foreign_duration(struct foreign_run *run, const char *text);

/*
 * oslat_finish - set what all files of oslat have in common
 *
 * The upper end of its last bucket is @last_ns. So far, all that is in it
 * counts as beyond the histogram of its series, as it has what was beyond it,
 * too. Buckets are @width_ns wide. Returns what is wrong, or NULL.
 */
const char *oslat_finish(struct foreign_run *run, uint64_t last_ns,
			 uint64_t width_ns);

/*
 * upstream_remark - note what a line of upstream's rtla, behind its figures,
 * says of the run: that events are missing, or a threshold was hit
 */
void upstream_remark(struct foreign_run *run, const char *line);

/* ---- The formats ------------------------------------------------------------ */

bool is_cyclictest_json(const struct foreign_input *in);
enum result read_cyclictest_json(struct foreign_run *run,
				 struct foreign_input *in);
bool is_cyclictest_text(const struct foreign_input *in);
enum result read_cyclictest_text(struct foreign_run *run,
				 struct foreign_input *in);
bool is_oslat_json(const struct foreign_input *in);
enum result read_oslat_json(struct foreign_run *run, struct foreign_input *in);
bool is_oslat_text(const struct foreign_input *in);
enum result read_oslat_text(struct foreign_run *run, struct foreign_input *in);
bool is_jitterdebugger(const struct foreign_input *in);
enum result read_jitterdebugger(struct foreign_run *run,
				struct foreign_input *in);
bool is_timerlat_hist(const struct foreign_input *in);
bool is_osnoise_hist(const struct foreign_input *in);
enum result read_upstream_hist(struct foreign_run *run,
			       struct foreign_input *in);
bool is_timerlat_top(const struct foreign_input *in);
enum result read_timerlat_top(struct foreign_run *run,
			      struct foreign_input *in);
bool is_rteval(const struct foreign_input *in);
enum result read_rteval(struct foreign_run *run, struct foreign_input *in);
bool is_rteval_timerlat(const struct foreign_input *in);
enum result read_rteval_timerlat(struct foreign_run *run,
				 struct foreign_input *in);
bool is_hwlatdetect(const struct foreign_input *in);
enum result read_hwlatdetect(struct foreign_run *run, struct foreign_input *in);

#endif /* RTLA_FOREIGN_H */
