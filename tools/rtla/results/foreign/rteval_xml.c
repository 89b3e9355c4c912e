// SPDX-License-Identifier: GPL-2.0
/*
 * The summary.xml of rteval, as far as it has cyclictest's figures: see
 * foreign.h. This is a scanner of a few elements and attributes, and no parser
 * of XML: the program that writes the file puts no comments, sections or
 * quotes of another kind between them.
 *
 *	<rteval version="3.5">
 *	  <run_info date="2026-11-29 ..." ...>
 *	  <uname><node>host</node><kernel ...>6.12.1</kernel> ...
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

	copy_content(run->generator, attribute(element(text, end, "rteval") ?: text,
					    "version"), '"');
	memmove(run->generator + strlen("rteval "), run->generator,
		sizeof(run->generator) - strlen("rteval "));
	memcpy(run->generator, "rteval ", strlen("rteval "));
	run->generator[sizeof(run->generator) - 1] = '\0';
	copy_content(run->host, node ? content(node) : "", '<');
	copy_content(run->kernel, kernel ? content(kernel) : "", '<');
	for (size_t i = 0; info && i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = attribute(info, names[i]);

		if (value && foreign_whole(&value, &part[i]) && part[i] < 100000)
			run->measured_ns += part[i] * seconds[i] * NS_PER_SEC;
	}
}

enum result read_rteval(struct foreign_run *run, struct foreign_input *in)
{
	const char *whole = in->text + strlen(in->text);
	const char *at = element(in->text, whole, "cyclictest"), *end, *why = NULL;
	bool cut = false;

	if (!strstr(in->text, "</rteval>"))
		return foreign_wrong_at(in, run, "$", "the file is not whole");
	end = at ? element_end(at, whole, "cyclictest") : NULL;
	if (!end)
		return foreign_wrong_at(in, run, "$.rteval", "it has no figures of cyclictest");
	take_rteval_run(run, in->text);
	while (!why && (at = element(at, end, "core"))) {
		const char *core_end = element_end(at, end, "core");

		why = core_end ? take_core(run, at, core_end, &cut) :
				 "a core is not whole";
		at++;
	}
	if (!why && !run->count)
		why = "it has no cores: rteval leaves them out if a latency was beyond its buckets: give it more buckets";
	if (why)
		return foreign_wrong_at(in, run, "$.rteval.cyclictest", why);
	for (int i = 0; cut && i < run->count; i++)
		distribution_free(&run->series[i].histogram);
	if (cut)
		foreign_note(run, "rteval does not tell how many latencies were beyond its buckets, so that counts lack them: give it more buckets");
	run->tracer = "cyclictest";
	run->whole_us = true;
	run->width_ns = NS_PER_US;
	return RESULT_OK;
}
