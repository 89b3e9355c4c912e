// SPDX-License-Identifier: GPL-2.0
/*
 * Reading gates: see gates.h for the form.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "gates/gate.h"
#include "gates/gate_scan.h"
#include "gates/gates.h"
#include "gates/kind_gates.h"
#include "stats/kind.h"
#include "stats/percentiles.h"

#define CONFIDENCE_MAX	99999000	/* of PERCENTILE_WHOLE */
#define FILE_LINE_LEN	512

/* ---- The parts of a gate ------------------------------------------------- */

static void take_percentile(struct gate_scan *scan, struct gate *gate)
{
	const char *begin = scan->at;
	uint64_t percentile = scan_number(scan, PERCENTILE_WHOLE / 100);

	if (*scan->why)
		return;
	if (!percentile || percentile >= PERCENTILE_WHOLE) {
		scan->at = begin;
		scan_wrong(scan, "no percentile: give one above 0 and below 100, like p99.9");
	}
	gate->metric = GATE_PERCENTILE;
	gate->percentile = percentile;
	gate->limit.unit = UNIT_NS;
}

/* Take ">100us)" after "rate(" or "count(". */
static void gates_take_over(struct gate_scan *scan, struct gate *gate)
{
	scan_need(scan, ">");
	if (!*scan->why)
		gate->over_ns = scan_time(scan);
	if (!*scan->why)
		scan_need(scan, ")");
}

static const struct gate_choice latency_metrics[] = {
	{ "min", GATE_MIN }, { "avg", GATE_AVG }, { "max", GATE_MAX },
	{ "stddev", GATE_STDDEV }, { "count", GATE_SAMPLES },
	{ "rate", GATE_OVER_RATE }, { "p", GATE_PERCENTILE },
	{ NULL, 0 }
};

static void take_latency_metric(struct gate_scan *scan, struct gate *gate)
{
	int metric = scan_word(scan, latency_metrics);

	if (metric < 0) {
		scan_wrong(scan, "unknown: give min, avg, max, stddev, pNN, rate(>TIME), count(>TIME) or count");
		return;
	}
	gate->metric = metric;
	if (metric == GATE_PERCENTILE) {
		take_percentile(scan, gate);
	} else if (metric == GATE_OVER_RATE) {
		gate->limit.unit = UNIT_RATE;
		scan_need(scan, "(");
		gates_take_over(scan, gate);
	} else if (metric == GATE_SAMPLES) {
		gate->limit.unit = UNIT_COUNT;
		if (scan_take(scan, "(")) {
			gate->metric = GATE_OVER_COUNT;
			gates_take_over(scan, gate);
		}
	}
}

/* Take what may follow "skipped": ".share". */
static void gates_take_skipped(struct gate_scan *scan, struct gate *gate)
{
	gate->metric = GATE_SKIPPED;
	gate->limit.unit = UNIT_COUNT;
	if (!scan_take(scan, "."))
		return;
	if (!scan_is_word(scan, "share"))
		scan_wrong(scan, "unknown: give skipped.share, or skipped alone");
	gate->metric = GATE_SKIPPED_SHARE;
	gate->limit.unit = UNIT_PPB;
}

/* ---- Subjects ------------------------------------------------------------ */

/* Print a word between two texts after @used bytes of @text; return the new number. */
static size_t put_word(char *text, size_t used, const char *before,
		       const char *word, const char *after)
{
	used += snprintf(text + used, GATE_WHY_LEN - used, "%s%s%s", before, word,
			 after);
	return used < GATE_WHY_LEN ? used : GATE_WHY_LEN - 1;
}

/* Print what may be a subject to @text, which has GATE_WHY_LEN bytes: "irq, thr ..." */
static void print_subjects(char *text)
{
	char names[CONTEXT_NAMES_LEN];
	size_t used = 0;

	for (int kind = 0; kind < KINDS; kind++) {
		const struct kind_gates *of = kind_row(kind)->gates;

		if (!of || of->title)
			continue;
		for (const struct gate_word *word = of->words; word->text; word++)
			if (!word->synonym)
				used = put_word(text, used, used ? ", " : "",
						word->text, "");
	}
	used = put_word(text, used, " or ", "skipped", "");
	for (int kind = 0; kind < KINDS; kind++) {
		const struct kind_gates *of = kind_row(kind)->gates;

		if (!of || !of->title)
			continue;
		used = put_word(text, used, "; of ", of->title, " ");
		for (const struct gate_word *word = of->words;
		     word && word->text; word++)
			used = put_word(text, used, "", word->text, ", ");
		used = put_word(text, used, "",
				context_names(kind, names, sizeof(names)), "");
	}
}

static void wrong_subject(struct gate_scan *scan)
{
	const char *at = scan->at;
	bool is_metric = scan_word(scan, latency_metrics) >= 0;
	char subjects[GATE_WHY_LEN];

	scan->at = at;
	if (is_metric) {
		scan_wrong(scan, "no context before it: give irq, thr, usr or single, like thr.max");
		return;
	}
	print_subjects(subjects);
	scan_wrong(scan, "unknown: give %s", subjects);
}

/* Take the next word if a kind has it as a subject; otherwise return false. */
static bool find_word(struct gate_scan *scan, struct gate_word *subject)
{
	for (int kind = 0; kind < KINDS; kind++) {
		const struct kind_gates *of = kind_row(kind)->gates;
		const struct gate_word *word = of ? of->words : NULL;

		for (; word && word->text; word++) {
			if (!scan_is_word(scan, word->text))
				continue;
			*subject = *word;
			return true;
		}
	}
	return false;
}

/*
 * Take the next word if it names a context of a kind whose names are subjects
 * as they are; otherwise return false, and take nothing.
 */
static bool find_context(struct gate_scan *scan, struct gate_word *subject)
{
	size_t length = 0;
	char name[32];

	while (isalnum((unsigned char)scan->at[length]) ||
	       scan->at[length] == '-')
		length++;
	if (length >= sizeof(name))
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)length, scan->at);
	for (int kind = 0; kind < KINDS; kind++) {
		const struct kind_gates *of = kind_row(kind)->gates;
		int context = of && of->title ? context_find(name, kind) : -1;

		if (context < 0)
			continue;
		*subject = (struct gate_word) {
			.context = context, .take = of->take,
		};
		scan->at += length;
		return true;
	}
	return false;
}

static void take_subject(struct gate_scan *scan, struct gate *gate)
{
	struct gate_word subject;

	if (scan_is_word(scan, "skipped")) {
		gates_take_skipped(scan, gate);
		return;
	}
	if (!find_word(scan, &subject) && !find_context(scan, &subject)) {
		wrong_subject(scan);
		return;
	}
	gate->context = subject.context;
	if (subject.take && subject.take(scan, gate))
		return;
	scan_need(scan, ".");
	take_latency_metric(scan, gate);
}

static void take_operator(struct gate_scan *scan, struct gate *gate)
{
	if (scan_take(scan, "<="))
		gate->operator = GATE_AT_MOST;
	else if (scan_take(scan, ">="))
		gate->operator = GATE_AT_LEAST;
	else if (scan_take(scan, "<"))
		gate->operator = GATE_LESS;
	else if (scan_take(scan, ">"))
		gate->operator = GATE_MORE;
	else
		scan_wrong(scan, "no comparison: give <, <=, > or >=");
}

/*
 * Take a rate like "1/h". "0.5/s" becomes 5 in 10 s.
 *
 * A rate of 0 is refused: the lower a rate is, the longer a run has to be to
 * tell it, and none is long enough for 0.
 */
static void take_rate(struct gate_scan *scan, struct quantity *limit)
{
	const char *begin = scan->at;
	struct decimal number = scan_decimal(scan);
	int64_t unit = 0;

	if (!*scan->why && number.scale > 1000)
		scan_wrong(scan, "too many digits: give fewer");
	if (!*scan->why)
		scan_need(scan, "/");
	scan_skip_blanks(scan);
	if (!*scan->why)
		unit = amount_unit_at(&scan->at, amount_times);
	if (unit < NS_PER_SEC)
		scan_wrong(scan, "no unit of a rate: give /s, /min, /h or /d");
	if (!*scan->why && !number.digits) {
		scan->at = begin;
		scan_wrong(scan, "no run tells a rate of 0 from a low one: give a count, like irq.count(>1ms)<=0, or a rate above 0");
	}
	limit->amount = number.digits;
	limit->per_ns = unit * number.scale;
}

static void take_limit(struct gate_scan *scan, struct quantity *limit)
{
	switch (limit->unit) {
	case UNIT_NS:
		limit->amount = scan_time(scan);
		break;
	case UNIT_RATE:
		take_rate(scan, limit);
		break;
	case UNIT_PPB:
		limit->amount = scan_number(scan, PPB_OF_PERCENT);
		if (!*scan->why && limit->amount > 100ULL * PPB_OF_PERCENT)
			scan_wrong(scan, "more than 100 %%: give less");
		if (!*scan->why)
			scan_need(scan, "%");
		break;
	case UNIT_COUNT:
		limit->amount = scan_number(scan, 1);
		break;
	}
}

static bool may_have_confidence(const struct gate *gate)
{
	return gate->metric == GATE_PERCENTILE ||
	       gate->metric == GATE_OVER_RATE;
}

/* Return whether "@95%" comes next; a list of CPUs begins with a digit, too. */
static bool confidence_follows(const struct gate_scan *scan)
{
	const char *at = scan->at + strspn(scan->at, " \t");

	if (*at++ != '@')
		return false;
	at += strspn(at, " \t");
	at += strspn(at, "0123456789.");
	return at[strspn(at, " \t")] == '%';
}

/* Take "@95%", if it comes next. */
static void take_confidence(struct gate_scan *scan, struct gate *gate)
{
	const char *begin;
	uint64_t confidence;

	if (!confidence_follows(scan))
		return;
	scan_need(scan, "@");
	scan_skip_blanks(scan);
	begin = scan->at;
	confidence = scan_number(scan, PERCENTILE_WHOLE / 100);
	if (!*scan->why && !may_have_confidence(gate)) {
		scan->at = begin;
		scan_wrong(scan, "no confidence for this: only percentiles and rate(>TIME) have one");
	} else if (!*scan->why && (confidence < PERCENTILE_WHOLE / 2 ||
				   confidence > CONFIDENCE_MAX)) {
		scan->at = begin;
		scan_wrong(scan, "no confidence: give 50%% up to 99.999%%, like 95%%");
	}
	scan_need(scan, "%");
	gate->confidence = (double)confidence / PERCENTILE_WHOLE;
}

/* Take the name of threads, which is the rest of the text. */
static void take_comm(struct gate_scan *scan, struct gate *gate)
{
	gate->comm = scan->at - scan->text;
	if (gate->metric != GATE_MIN && gate->metric != GATE_AVG &&
	    gate->metric != GATE_MAX && gate->metric != GATE_SAMPLES &&
	    !gate->of_threads && !gate_needs_distributions(gate))
		scan_wrong(scan, "of single threads only min, avg, max, pNN, rate(>TIME) and count are known: give one of these, or leave this out");
	else if (gate->confidence > 0)
		scan_wrong(scan, "no confidence for single threads: nobody knows how their wake-ups cluster: leave it out");
	else if (!*scan->at)
		scan_wrong(scan, "no name: give that of a thread, like @comm=cyclictest");
	scan->at += strlen(scan->at);
}

static void take_scope(struct gate_scan *scan, struct gate *gate)
{
	struct cpus cpus;

	if (!scan_take(scan, "@"))
		return;
	scan_skip_blanks(scan);
	if (scan_take(scan, "comm=")) {
		take_comm(scan, gate);
		return;
	}
	gate->each = true;
	if (scan_take(scan, "each"))
		return;
	if (scan_take(scan, "all")) {
		gate->each = false;
		return;
	}
	gate->cpus = scan->at - scan->text;
	if (!cpus_parse(&cpus, scan->at)) {
		scan->at += cpus_wrong(scan->at) - 1;
		scan_wrong(scan, "no list of CPUs: give each, all, a list like 0-3,5, or comm=NAME");
	}
	scan->at += strlen(scan->at);
}

static const char *refuse(struct gates *gates, const char *reason)
{
	snprintf(gates->why, sizeof(gates->why), "%s", reason);
	return gates->why;
}

static void trim_end(char *text)
{
	size_t length = strlen(text);

	while (length && isspace((unsigned char)text[length - 1]))
		text[--length] = '\0';
}

/* Add a gate from @source; returns NULL, or the reason of the refusal. */
static const char *gates_add_one(struct gates *gates, const char *text,
				 const char *source)
{
	struct gate *gate = &gates->gate[gates->count];
	struct gate_scan scan = {
		.why = gates->why, .why_size = sizeof(gates->why)
	};

	*gates->why = '\0';
	if (gates->count == GATES_MAX)
		return refuse(gates, "too many gates: give fewer");
	*gate = (struct gate) { .each = false };
	snprintf(gate->source, sizeof(gate->source), "%s", source);
	if (snprintf(gate->text, sizeof(gate->text), "%s", text) >=
	    (int)sizeof(gate->text))
		return refuse(gates, "too long: give a shorter one");
	trim_end(gate->text);
	scan.text = scan.at = gate->text;
	take_subject(&scan, gate);
	if (!*gates->why)
		take_operator(&scan, gate);
	if (!*gates->why)
		take_limit(&scan, &gate->limit);
	if (!*gates->why)
		take_confidence(&scan, gate);
	if (!*gates->why)
		take_scope(&scan, gate);
	scan_skip_blanks(&scan);
	if (*scan.at)
		scan_wrong(&scan, "text after the gate: give one gate at a time");
	if (*gates->why)
		return gates->why;
	/* A result would have two verdicts under the same name. */
	for (int i = 0; i < gates->count; i++)
		if (!strcmp(gates->gate[i].text, gate->text))
			return refuse(gates, "given twice: leave one out");
	gates->count++;
	return NULL;
}

const char *gates_add(struct gates *gates, const char *text)
{
	return gates_add_one(gates, text, "--gate");
}

/* ---- Files --------------------------------------------------------------- */

static const char *add_line(struct gates *gates, char *line, const char *path,
			    int number)
{
	char source[GATE_SOURCE_LEN], why[GATE_WHY_LEN];
	const char *begin = line + strspn(line, " \t\r\n");

	line[strcspn(line, "#")] = '\0';
	trim_end(line);
	if (!*begin)
		return NULL;
	snprintf(source, sizeof(source), "%.*s:%d", GATE_SOURCE_LEN - 16,
		 basename(path), number);
	if (!gates_add_one(gates, line, source))
		return NULL;
	snprintf(why, sizeof(why), "%s", gates->why);
	snprintf(gates->why, sizeof(gates->why), "line %d, %.*s", number,
		 GATE_WHY_LEN - 32, why);
	return gates->why;
}

const char *gates_add_file(struct gates *gates, const char *path)
{
	FILE *file = fopen(path, "re");
	char line[FILE_LINE_LEN];
	const char *why = NULL;
	int number = 0, before = gates->count;

	if (!file) {
		snprintf(gates->why, sizeof(gates->why),
			 "%s: give a file that can be read", strerror(errno));
		return gates->why;
	}
	errno = 0;
	while (!why && fgets(line, sizeof(line), file)) {
		number++;
		if (!strchr(line, '\n') && !feof(file))
			why = refuse(gates, "a line is too long: give one gate on each line");
		else
			why = add_line(gates, line, path, number);
	}
	if (!why && ferror(file)) {
		snprintf(gates->why, sizeof(gates->why),
			 "%s: give a file that can be read", strerror(errno));
		why = gates->why;
	}
	/* With a file without gates, any run would pass. */
	if (!why && gates->count == before)
		why = refuse(gates, "no gate in it: give one on each line");
	fclose(file);
	return why;
}
