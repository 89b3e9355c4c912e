// SPDX-License-Identifier: GPL-2.0
/*
 * The summary.xml of rteval, as far as it has figures of cyclictest or of
 * upstream's timerlat: see foreign.h. This is a scanner of a few elements and
 * attributes, and no parser of XML: the program that writes the file puts no
 * comments, sections or quotes of another kind between them.
 *
 *	<rteval version="3.8">
 *	  <run_info days="0" ...><date>2026-11-29</date><time>10:00:00</time> ...
 *	  <SystemInfo><uname><node>host</node><kernel ...>6.12.1</kernel> ...
 *	  <Measurements> ... <cyclictest command_line="cyclictest -i100 ...">
 *	    <system> ... all CPUs together </system>
 *	    <core id="0" priority="95">
 *	      <statistics>
 *	        <samples>100</samples>
 *	        <minimum unit="us">1</minimum> ... <mean unit="us">2.5</mean>
 *	      </statistics>
 *	      <histogram nbuckets="2000">
 *	        <bucket index="1" value="12"/>
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/cpus.h"
#include "base/parse.h"
#include "results/foreign/foreign.h"

bool is_rteval(const struct foreign_input *in)
{
	const char *root = strstr(in->text, "<rteval");

	return !in->json && in->text[strspn(in->text, " \t\r\n")] == '<' && root;
}

/* Return the element @name between @at and @end: where its "<" is, or NULL. */
static const char *element(const char *at, const char *end, const char *name)
{
	size_t length = strlen(name);

	while ((at = strchr(at, '<')) && at < end) {
		if (!strncmp(at + 1, name, length) &&
		    strchr(" \t\r\n>/", at[1 + length]))
			return at;
		at++;
	}
	return NULL;
}

/* Return where the element @name that begins at @at ends, at most @end. */
static const char *element_end(const char *at, const char *end, const char *name)
{
	char closing[FOREIGN_TEXT_LEN];
	const char *found;

	snprintf(closing, sizeof(closing), "</%s>", name);
	found = strstr(at, closing);
	return found && found < end ? found : NULL;
}

/* Return what follows the ">" of the element that begins at @at. */
static const char *content(const char *at)
{
	at = strchr(at, '>');
	return at ? at + 1 : "";
}

/* Return the value of an attribute of the element that begins at @at, or NULL. */
static const char *attribute(const char *at, const char *name)
{
	const char *end = strchr(at, '>');
	char text[FOREIGN_TEXT_LEN];
	const char *found;

	snprintf(text, sizeof(text), " %s=\"", name);
	found = strstr(at, text);
	return end && found && found < end ? found + strlen(text) : NULL;
}

/* Copy a text of XML up to @stop to @to, without entities. */
static void copy_content(char *to, const char *from, char stop)
{
	size_t length = 0;

	while (from && *from && *from != stop && *from != '<' &&
	       length + 1 < FOREIGN_TEXT_LEN)
		to[length++] = *from++;
	to[length] = '\0';
}

/* Read an element of the statistics; false: it is missing, or no number. */
static bool statistic(const char *at, const char *end, const char *name,
		      double *value)
{
	const char *found = element(at, end, name), *text;

	if (!found)
		return false;
	text = content(found);
	return foreign_number(&text, value);
}

static const char *take_core_buckets(struct foreign_series *series,
				     const char *at, const char *end,
				     uint64_t *last)
{
	uint64_t index, count;
	const char *why;

	while ((at = element(at, end, "bucket"))) {
		const char *of = attribute(at, "index");
		const char *has = attribute(at, "value");

		if (!of || !has || !foreign_whole(&of, &index) ||
		    !foreign_whole(&has, &count) ||
		    index > FOREIGN_NUMBER_MAX / NS_PER_US - 1)
			return "a bucket has no index, or no value";
		why = foreign_bucket(series, (index + 1) * NS_PER_US, count);
		if (why)
			return why;
		if (count && index > *last)
			*last = index;
		at++;
	}
	return NULL;
}

/*
 * Read the core that is between @at and @end. Newer versions give a maximum
 * that was beyond the buckets, but not how many latencies were: so nothing is
 * known of its percentiles.
 */
static const char *take_core(struct foreign_run *run, const char *at,
			     const char *end, bool *cut)
{
	double samples = 0, min = 0, max = 0, mean = 0;
	const char *id = attribute(at, "id"), *why;
	struct foreign_series *series;
	uint64_t cpu, last = 0;

	if (!id || !foreign_whole(&id, &cpu) || cpu >= CPUS_MAX)
		return "a core has no id";
	if (foreign_series_find(run, cpu, CONTEXT_USER))
		return "a core is there twice";
	if (!statistic(at, end, "samples", &samples))
		return "a core has no samples";
	if (!samples)
		return NULL;
	if (!statistic(at, end, "minimum", &min) ||
	    !statistic(at, end, "maximum", &max) ||
	    !statistic(at, end, "mean", &mean))
		return "a core has no minimum, maximum or mean";
	if (min > max || max > FOREIGN_NUMBER_MAX / (double)NS_PER_US)
		return "minimum and maximum of a core do not fit";
	series = foreign_series_new(run, cpu, CONTEXT_USER);
	if (!series)
		return "out of memory";
	series->count = samples;
	series->min_ns = min * NS_PER_US;
	series->max_ns = max * NS_PER_US;
	series->average_ns = mean * NS_PER_US;
	why = take_core_buckets(series, at, end, &last);
	if (!why && series->histogram.count &&
	    series->histogram.count != series->count)
		return "the buckets of a core have not as many samples as it has";
	*cut |= last * NS_PER_US != series->max_ns;
	return why;
}

/*
 * Return when the run began; 0: not known. Old versions have it in attributes,
 * and none tells the zone of its time.
 */
static time_t rteval_start(struct foreign_run *run, const char *info,
			   const char *end)
{
	const char *date = element(info, end, "date");
	const char *time = element(info, end, "time");
	char text[2 * FOREIGN_TEXT_LEN], day[FOREIGN_TEXT_LEN];
	char hour[FOREIGN_TEXT_LEN];
	struct tm parts = { .tm_sec = 0 };

	copy_content(day, date ? content(date) : attribute(info, "date"),
		     date ? '<' : '"');
	copy_content(hour, time ? content(time) : attribute(info, "time"),
		     time ? '<' : '"');
	snprintf(text, sizeof(text), "%s %s", day, hour);
	if (!strptime(text, "%Y-%m-%d %H:%M:%S", &parts))
		return 0;
	foreign_note(run, "the file does not tell the zone of its date, which is taken as UTC");
	return timegm(&parts);
}

/* Keep what the file tells of the machine and the run. */
static void take_rteval_run(struct foreign_run *run, const char *text)
{
	const char *end = text + strlen(text);
	const char *node = element(text, end, "node");
	const char *kernel = element(text, end, "kernel");
	const char *info = element(text, end, "run_info");
	uint64_t part[4] = { 0 };
	static const char *const names[] = { "days", "hours", "minutes", "seconds" };
	static const uint64_t seconds[] = { 86400, 3600, 60, 1 };
	char version[FOREIGN_TEXT_LEN];

	copy_content(version, attribute(element(text, end, "rteval") ?: text,
					"version"), '"');
	snprintf(run->generator, sizeof(run->generator), "rteval %.*s",
		 (int)(sizeof(run->generator) - sizeof("rteval ")), version);
	copy_content(run->host, node ? content(node) : "", '<');
	copy_content(run->kernel, kernel ? content(kernel) : "", '<');
	for (size_t i = 0; info && i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = attribute(info, names[i]);

		if (value && foreign_whole(&value, &part[i]) && part[i] < 100000)
			run->measured_ns += part[i] * seconds[i] * NS_PER_SEC;
	}
	if (info)
		run->started = rteval_start(run, info, end);
}

/* ---- What it measured with ------------------------------------------------ */

#define LOST_BEYOND	"rteval does not count latencies that were beyond its buckets: they are missing in all figures, and the maximum may be larger"

bool is_rteval_timerlat(const struct foreign_input *in)
{
	const char *end = in->text + in->size;

	return is_rteval(in) && element(in->text, end, "timerlat") &&
	       !element(in->text, end, "cyclictest");
}

/* Note what is special to cyclictest, whose element is between @at and @end. */
static void note_cyclictest(struct foreign_run *run, const char *at,
			    const char *end)
{
	const char *stop = element(at, end, "breaktrace"), *latency;
	int major, minor;
	uint64_t us;

	/* Its maximum was that of the buckets before. */
	if (sscanf(run->generator, "rteval %d.%d", &major, &minor) == 2 &&
	    (major < 3 || (major == 3 && minor < 3)))
		foreign_note(run, LOST_BEYOND);
	latency = stop ? attribute(stop, "measured_latency") : NULL;
	if (latency && foreign_whole(&latency, &us))
		foreign_note_stop(run, us);
}

/* Return why there are no figures of cores between @at and @end. */
static const char *no_rteval_cores(const char *at, const char *end)
{
	if (element(at, end, "stoptrace_report"))
		return "it has no cores: rteval leaves them out if timerlat was stopped by a latency over its threshold: run it without --timerlat-stoptrace";
	return "it has no cores: rteval leaves them out if a latency was beyond its buckets: give it more buckets";
}

/* Read the figures of a program between @at and @end; return what is wrong. */
static const char *take_rteval_cores(struct foreign_run *run, const char *at,
				     const char *end)
{
	const char *core = at, *why = NULL;
	bool cut = false, any = false;

	while (!why && (core = element(core, end, "core"))) {
		const char *core_end = element_end(core, end, "core");

		why = core_end ? take_core(run, core, core_end, &cut) :
				 "a core is not whole";
		any = true;
		core++;
	}
	if (why || !any)
		return why ?: no_rteval_cores(at, end);
	for (int i = 0; cut && i < run->count; i++)
		distribution_free(&run->series[i].histogram);
	if (cut)
		foreign_note(run, "rteval does not tell how many latencies were beyond its buckets, so that counts lack them: give it more buckets");
	return NULL;
}

/*
 * Read a summary of a run that measured with @program. No more than one
 * measures latencies at a time.
 */
static enum result read_rteval_of(struct foreign_run *run,
				  struct foreign_input *in, const char *program)
{
	const char *whole = in->text + strlen(in->text);
	const char *at = element(in->text, whole, program), *end, *why;
	char place[FOREIGN_TEXT_LEN];

	if (!strstr(in->text, "</rteval>"))
		return foreign_wrong_at(in, run, "$", "the file is not whole");
	end = at ? element_end(at, whole, program) : NULL;
	if (!end)
		return foreign_wrong_at(in, run, "$.rteval", "it has no figures of cyclictest or timerlat");
	take_rteval_run(run, in->text);
	why = element(end, whole, program) ?
	      "it is there twice: give the summary of one run" :
	      take_rteval_cores(run, at, end);
	snprintf(place, sizeof(place), "$.rteval.%s", program);
	if (why)
		return foreign_wrong_at(in, run, place, why);
	if (!strcmp(program, "cyclictest"))
		note_cyclictest(run, at, end);
	run->whole_us = true;
	run->width_ns = NS_PER_US;
	return RESULT_OK;
}

enum result read_rteval(struct foreign_run *run, struct foreign_input *in)
{
	run->tracer = "cyclictest";
	return read_rteval_of(run, in, run->tracer);
}

enum result read_rteval_timerlat(struct foreign_run *run,
				 struct foreign_input *in)
{
	/* A history is not to compare it with what timerlat itself has printed. */
	run->tracer = "rteval timerlat";
	foreign_note(run, "rteval counts the IRQ, thread and user latencies of a period as three: min is that of IRQ latency, max that of user latency, and the others are of all three together");
	foreign_note(run, LOST_BEYOND);
	return read_rteval_of(run, in, "timerlat");
}
