// SPDX-License-Identifier: GPL-2.0
/*
 * Reading gates: see gates.h for the form.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "base/times.h"
#include "base/wide.h"
#include "gates/gates.h"
#include "stats/bound_figures.h"
#include "stats/percentiles.h"
#include "trace/events.h"
#include "trace/noise_source.h"

#define PPB_OF_PERCENT	10000000
#define CONFIDENCE_MAX	99999000	/* of PERCENTILE_WHOLE */
#define FILE_LINE_LEN	512

/* A word of a gate, and the value that it stands for. */
struct word {
	const char *text;
	int value;
};

/*
 * A gate that is being read: @text is all of it, @at the part not read yet.
 * @why is empty until the first error sets it. Later errors do not change it.
 */
struct scan {
	const char *text;
	const char *at;
	char *why;
};

static void wrong(struct scan *scan, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void wrong(struct scan *scan, const char *format, ...)
{
	va_list args;
	int used;

	if (*scan->why)
		return;
	used = snprintf(scan->why, GATE_WHY_LEN, "character %zu: ",
			scan->at - scan->text + 1);
	va_start(args, format);
	vsnprintf(scan->why + used, GATE_WHY_LEN - used, format, args);
	va_end(args);
}

static void skip_blanks(struct scan *scan)
{
	while (isspace((unsigned char)*scan->at))
		scan->at++;
}

static bool take(struct scan *scan, const char *text)
{
	size_t length = strlen(text);

	skip_blanks(scan);
	if (strncmp(scan->at, text, length))
		return false;
	scan->at += length;
	return true;
}

static void need(struct scan *scan, const char *text)
{
	if (!take(scan, text))
		wrong(scan, "'%s' is missing: give it", text);
}

/*
 * Take the next word of letters if it is in the list, and return its value.
 * Else return -1, and take only the blanks before it.
 */
static int take_word(struct scan *scan, const struct word *words)
{
	size_t length = 0;

	skip_blanks(scan);
	while (isalpha((unsigned char)scan->at[length]))
		length++;
	for (; words->text; words++) {
		if (strlen(words->text) == length &&
		    !strncmp(scan->at, words->text, length)) {
			scan->at += length;
			return words->value;
		}
	}
	return -1;
}

/*
 * Take the next word if it names a context of a kind whose names are subjects of
 * gates as they are, and return the context; else return -1, and take nothing.
 */
static int take_context(struct scan *scan)
{
	static const enum kind kinds[] = {
		KIND_WAKEUP, KIND_OVERHEADS, KIND_BOUND
	};
	size_t length = 0;
	char name[32];
	int context = -1;

	while (isalnum((unsigned char)scan->at[length]) || scan->at[length] == '-')
		length++;
	if (length >= sizeof(name))
		return -1;
	snprintf(name, sizeof(name), "%.*s", (int)length, scan->at);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) &&
	     context < 0; i++)
		context = context_find(name, kinds[i]);
	scan->at += context < 0 ? 0 : length;
	return context;
}

/* A decimal number, exactly: @digits divided by @scale, a power of ten. */
struct decimal {
	uint64_t digits;
	uint64_t scale;
};

#define SCALE_MAX	1000000000000ULL

/* Append the next @count digits of the gate to the number. */
static void take_digits(struct scan *scan, size_t count, struct decimal *number)
{
	for (; count && !*scan->why; count--) {
		if (__builtin_mul_overflow(number->digits, 10, &number->digits) ||
		    __builtin_add_overflow(number->digits, *scan->at - '0',
					   &number->digits))
			wrong(scan, "too large: give a smaller number");
		else
			scan->at++;
	}
}

/* Take a decimal number. Zeros at the end of its decimals are left out. */
static struct decimal take_decimal(struct scan *scan)
{
	static const char digits[] = "0123456789";
	struct decimal number = { .digits = 0, .scale = 1 };
	size_t all, count;

	skip_blanks(scan);
	all = strspn(scan->at, digits);
	if (!all)
		wrong(scan, "no number: give one, like 50");
	take_digits(scan, all, &number);
	if (*scan->why || *scan->at != '.' ||
	    !isdigit((unsigned char)scan->at[1]))
		return number;
	scan->at++;
	all = strspn(scan->at, digits);
	for (count = all; count && scan->at[count - 1] == '0';)
		count--;
	for (size_t i = 0; i < count && number.scale <= SCALE_MAX; i++)
		number.scale *= 10;
	if (number.scale > SCALE_MAX)
		wrong(scan, "too many digits: give fewer");
	take_digits(scan, count, &number);
	scan->at += *scan->why ? 0 : all - count;
	return number;
}

/*
 * Return the number times @factor. No number is rounded: if the product is not
 * whole, the gate is refused for the reason @finer.
 */
static uint64_t whole(struct scan *scan, struct decimal number, uint64_t factor,
		      const char *finer)
{
	uint64_t rest;
	struct wide all = wide_divide(wide_product(number.digits, factor),
				      number.scale, &rest);

	if (rest)
		wrong(scan, "%s", finer);
	else if (all.high || all.low > INT64_MAX / 10)
		wrong(scan, "too large: give a smaller number");
	return *scan->why ? 0 : all.low;
}

/* Take a number, and return it in units of 1 / @scale. */
static uint64_t take_number(struct scan *scan, uint64_t scale)
{
	struct decimal number = take_decimal(scan);

	return *scan->why ? 0 : whole(scan, number, scale,
				      "too many digits: give fewer");
}

/* Take a time with its unit, and return it in ns. */
static uint64_t take_time(struct scan *scan)
{
	static const struct word units[] = {
		{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 },
		{ "s", 1000000000 }, { NULL, 0 }
	};
	struct decimal number = take_decimal(scan);
	int unit;

	if (*scan->why)
		return 0;
	unit = take_word(scan, units);
	if (unit < 0 && take(scan, "µs"))
		unit = 1000;
	if (unit < 0) {
		wrong(scan, "no unit of time: give ns, us, ms or s");
		return 0;
	}
	return whole(scan, number, unit, "a part of a ns: give whole ones");
}

/* ---- The parts of a gate -------------------------------------------------------- */

static void take_percentile(struct scan *scan, struct gate *gate)
{
	const char *begin = scan->at;
	uint64_t percentile = take_number(scan, PERCENTILE_WHOLE / 100);

	if (*scan->why)
		return;
	if (!percentile || percentile >= PERCENTILE_WHOLE) {
		scan->at = begin;
		wrong(scan, "no percentile: give one above 0 and below 100, like p99.9");
	}
	gate->metric = GATE_PERCENTILE;
	gate->percentile = percentile;
	gate->limit.unit = UNIT_NS;
}

/* Take ">100us)" after "rate(" or "count(". */
static void take_over(struct scan *scan, struct gate *gate)
{
	need(scan, ">");
	if (!*scan->why)
		gate->over_ns = take_time(scan);
	if (!*scan->why)
		need(scan, ")");
}

static const struct word latency_metrics[] = {
	{ "min", GATE_MIN }, { "avg", GATE_AVG }, { "max", GATE_MAX },
	{ "stddev", GATE_STDDEV }, { "count", GATE_SAMPLES },
	{ "rate", GATE_OVER_RATE }, { "p", GATE_PERCENTILE },
	{ NULL, 0 }
};

static void take_latency_metric(struct scan *scan, struct gate *gate)
{
	int metric = take_word(scan, latency_metrics);

	if (metric < 0) {
		wrong(scan, "unknown: give min, avg, max, stddev, pNN, rate(>TIME), count(>TIME) or count");
		return;
	}
	gate->metric = metric;
	if (metric == GATE_PERCENTILE) {
		take_percentile(scan, gate);
	} else if (metric == GATE_OVER_RATE) {
		gate->limit.unit = UNIT_RATE;
		need(scan, "(");
		take_over(scan, gate);
	} else if (metric == GATE_SAMPLES) {
		gate->limit.unit = UNIT_COUNT;
		if (take(scan, "(")) {
			gate->metric = GATE_OVER_COUNT;
			take_over(scan, gate);
		}
	}
}

static bool take_noise_metric(struct scan *scan, struct gate *gate)
{
	static const struct word sources[] = {
		{ "nmi", NOISE_NMI }, { "irq", NOISE_IRQ },
		{ "softirq", NOISE_SOFTIRQ }, { "thread", NOISE_THREAD },
		{ "hw", NOISE_HARDWARE }, { NULL, 0 }
	};
	static const struct word metrics[] = {
		{ "rate", GATE_NOISE_RATE }, { "count", GATE_NOISE_COUNT },
		{ NULL, 0 }
	};
	int source = take_word(scan, sources);
	int metric;

	if (source < 0)
		return false;
	gate->noise = source;
	need(scan, ".");
	metric = take_word(scan, metrics);
	if (metric < 0)
		wrong(scan, "unknown: give rate or count");
	gate->metric = metric;
	gate->limit.unit = metric == GATE_NOISE_RATE ? UNIT_RATE : UNIT_COUNT;
	return true;
}

/* Take what may follow "skipped": ".share". */
static void take_skipped(struct scan *scan, struct gate *gate)
{
	static const struct word shares[] = { { "share", 0 }, { NULL, 0 } };

	gate->metric = GATE_SKIPPED;
	gate->limit.unit = UNIT_COUNT;
	if (!take(scan, "."))
		return;
	if (take_word(scan, shares) < 0)
		wrong(scan, "unknown: give skipped.share, or skipped alone");
	gate->metric = GATE_SKIPPED_SHARE;
	gate->limit.unit = UNIT_PPB;
}

/* Take what may follow what has two ends: ".lower". */
static void take_end(struct scan *scan, struct gate *gate)
{
	static const struct word ends[] = { { "lower", 0 }, { NULL, 0 } };

	if (!take(scan, "."))
		return;
	if (take_word(scan, ends) < 0)
		wrong(scan, "unknown: give lower, or leave it out for the upper end");
	gate->lower = true;
}

/* Take ".window" and perhaps ".lower" after "bound". */
static void take_bound(struct scan *scan, struct gate *gate)
{
	size_t length;
	char name[32];

	gate->metric = GATE_BOUND;
	gate->context = CONTEXT_BOUND_OBSERVED;
	need(scan, ".");
	length = strspn(scan->at, "abcdefghijklmnopqrstuvwxyz_-");
	snprintf(name, sizeof(name), "%.*s", (int)length, scan->at);
	gate->column = bound_column_find(name);
	if (gate->column < 0) {
		wrong(scan, "unknown: give none, single, each, sporadic, window or window_owcet");
		return;
	}
	scan->at += length;
	take_end(scan, gate);
}

/*
 * Take what follows a variable of the bound, if that means the longest window: nothing,
 * ".max" or ".lower". Returns false, and takes nothing, if it is something else.
 */
static bool take_longest(struct scan *scan, struct gate *gate)
{
	const char *begin = scan->at;
	static const struct word metrics[] = {
		{ "max", 0 }, { "lower", 1 }, { NULL, 0 }
	};
	int metric = take(scan, ".") ? take_word(scan, metrics) : 0;

	if (metric < 0) {
		scan->at = begin;
		return false;
	}
	gate->metric = GATE_VARIABLE;
	gate->lower = metric;
	return true;
}

static void wrong_subject(struct scan *scan)
{
	char wakeups[CONTEXT_NAMES_LEN], overheads[CONTEXT_NAMES_LEN];
	char variables[CONTEXT_NAMES_LEN];
	const char *at = scan->at;
	bool is_metric = take_word(scan, latency_metrics) >= 0;

	scan->at = at;
	if (is_metric)
		wrong(scan, "no context before it: give irq, thr, usr or single, like thr.max");
	else
		wrong(scan, "unknown: give irq, thr, usr, single, noise, avail or skipped; of wake-ups %s; of overheads %s; of latency bounds bound, %s",
		      context_names(KIND_WAKEUP, wakeups, sizeof(wakeups)),
		      context_names(KIND_OVERHEADS, overheads, sizeof(overheads)),
		      context_names(KIND_BOUND, variables, sizeof(variables)));
}

static void take_subject(struct scan *scan, struct gate *gate)
{
	enum { AVAIL = CONTEXTS, SKIPPED, BOUND };
	static const struct word subjects[] = {
		{ "irq", CONTEXT_IRQ }, { "thr", CONTEXT_THREAD },
		{ "thread", CONTEXT_THREAD }, { "usr", CONTEXT_USER },
		{ "user", CONTEXT_USER }, { "single", CONTEXT_SINGLE },
		{ "noise", CONTEXT_TOTAL }, { "avail", AVAIL },
		{ "skipped", SKIPPED }, { "bound", BOUND }, { NULL, 0 }
	};
	int figures = take_word(scan, subjects);

	if (figures < 0)
		figures = take_context(scan);
	if (figures < 0) {
		wrong_subject(scan);
		return;
	}
	if (figures == AVAIL) {
		gate->metric = GATE_AVAILABLE;
		gate->limit.unit = UNIT_PPB;
		return;
	}
	if (figures == SKIPPED) {
		take_skipped(scan, gate);
		return;
	}
	if (figures == BOUND) {
		take_bound(scan, gate);
		return;
	}
	gate->context = figures;
	if (context_is_bound(figures) && figures != CONTEXT_BOUND_OBSERVED &&
	    take_longest(scan, gate))
		return;
	need(scan, ".");
	if (figures != CONTEXT_TOTAL || !take_noise_metric(scan, gate))
		take_latency_metric(scan, gate);
}

static void take_operator(struct scan *scan, struct gate *gate)
{
	if (take(scan, "<="))
		gate->operator = GATE_AT_MOST;
	else if (take(scan, ">="))
		gate->operator = GATE_AT_LEAST;
	else if (take(scan, "<"))
		gate->operator = GATE_LESS;
	else if (take(scan, ">"))
		gate->operator = GATE_MORE;
	else
		wrong(scan, "no comparison: give <, <=, > or >=");
}

/*
 * Take a rate like "1/h". "0.5/s" becomes 5 in 10 s.
 *
 * A rate of 0 is refused: the lower a rate is, the longer a run has to be to tell
 * it, and none is long enough for 0.
 */
static void take_rate(struct scan *scan, struct quantity *limit)
{
	static const struct word units[] = {
		{ "s", 1 }, { "min", 60 }, { "m", 60 }, { "h", 3600 },
		{ "d", 86400 }, { NULL, 0 }
	};
	const char *begin = scan->at;
	struct decimal number = take_decimal(scan);
	int unit;

	if (!*scan->why && number.scale > 1000)
		wrong(scan, "too many digits: give fewer");
	if (!*scan->why)
		need(scan, "/");
	unit = *scan->why ? 0 : take_word(scan, units);
	if (unit < 0)
		wrong(scan, "no unit of a rate: give /s, /min, /h or /d");
	if (!*scan->why && !number.digits) {
		scan->at = begin;
		wrong(scan, "no run tells a rate of 0 from a low one: give a count, like irq.count(>1ms)<=0, or a rate above 0");
	}
	limit->amount = number.digits;
	limit->per_ns = unit * (uint64_t)NS_PER_SEC * number.scale;
}

static void take_limit(struct scan *scan, struct quantity *limit)
{
	switch (limit->unit) {
	case UNIT_NS:
		limit->amount = take_time(scan);
		break;
	case UNIT_RATE:
		take_rate(scan, limit);
		break;
	case UNIT_PPB:
		limit->amount = take_number(scan, PPB_OF_PERCENT);
		if (!*scan->why && limit->amount > 100ULL * PPB_OF_PERCENT)
			wrong(scan, "more than 100 %%: give less");
		if (!*scan->why)
			need(scan, "%");
		break;
	case UNIT_COUNT:
		limit->amount = take_number(scan, 1);
		break;
	}
}

static bool may_have_confidence(const struct gate *gate)
{
	return gate->metric == GATE_PERCENTILE || gate->metric == GATE_OVER_RATE;
}

/* Return whether "@95%" comes next; a list of CPUs begins with a digit, too. */
static bool confidence_follows(const struct scan *scan)
{
	const char *at = scan->at + strspn(scan->at, " \t");

	if (*at++ != '@')
		return false;
	at += strspn(at, " \t");
	at += strspn(at, "0123456789.");
	return at[strspn(at, " \t")] == '%';
}

/* Take "@95%", if it comes next. */
static void take_confidence(struct scan *scan, struct gate *gate)
{
	const char *begin;
	uint64_t confidence;

	if (!confidence_follows(scan))
		return;
	need(scan, "@");
	skip_blanks(scan);
	begin = scan->at;
	confidence = take_number(scan, PERCENTILE_WHOLE / 100);
	if (!*scan->why && !may_have_confidence(gate)) {
		scan->at = begin;
		wrong(scan, "no confidence for this: only percentiles and rate(>TIME) have one");
	} else if (!*scan->why && (confidence < PERCENTILE_WHOLE / 2 ||
				   confidence > CONFIDENCE_MAX)) {
		scan->at = begin;
		wrong(scan, "no confidence: give 50%% up to 99.999%%, like 95%%");
	}
	need(scan, "%");
	gate->confidence = (double)confidence / PERCENTILE_WHOLE;
}

/* Take the name of threads, which is the rest of the text. */
static void take_comm(struct scan *scan, struct gate *gate)
{
	gate->comm = scan->at - scan->text;
	if (gate->metric != GATE_MIN && gate->metric != GATE_AVG &&
	    gate->metric != GATE_MAX && gate->metric != GATE_SAMPLES &&
	    !gate_needs_distributions(gate))
		wrong(scan, "of single threads only min, avg, max, pNN, rate(>TIME) and count are known: give one of these, or leave this out");
	else if (gate->confidence > 0)
		wrong(scan, "no confidence for single threads: nobody knows how their wake-ups cluster: leave it out");
	else if (!*scan->at)
		wrong(scan, "no name: give that of a thread, like @comm=cyclictest");
	scan->at += strlen(scan->at);
}

static void take_scope(struct scan *scan, struct gate *gate)
{
	struct cpus cpus;

	if (!take(scan, "@"))
		return;
	skip_blanks(scan);
	if (take(scan, "comm=")) {
		take_comm(scan, gate);
		return;
	}
	gate->each = true;
	if (take(scan, "each"))
		return;
	if (take(scan, "all")) {
		gate->each = false;
		return;
	}
	gate->cpus = scan->at - scan->text;
	if (!cpus_parse(&cpus, scan->at)) {
		scan->at += cpus_wrong(scan->at) - 1;
		wrong(scan, "no list of CPUs: give each, all, a list like 0-3,5, or comm=NAME");
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
static const char *add(struct gates *gates, const char *text,
		       const char *source)
{
	struct gate *gate = &gates->gate[gates->count];
	struct scan scan = { .why = gates->why };

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
	skip_blanks(&scan);
	if (*scan.at)
		wrong(&scan, "text after the gate: give one gate at a time");
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
	return add(gates, text, "--gate");
}

/* ---- Files ------------------------------------------------------------------------ */

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
	if (!add(gates, line, source))
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

/* ---- Use of a gate ------------------------------------------------------- */

const char *gate_comm(const struct gate *gate)
{
	return gate->comm ? gate->text + gate->comm : NULL;
}

bool gate_needs_distributions(const struct gate *gate)
{
	return gate->comm && (gate->metric == GATE_PERCENTILE ||
			      gate->metric == GATE_OVER_COUNT ||
			      gate->metric == GATE_OVER_RATE);
}

bool gate_is_noise(const struct gate *gate)
{
	return gate->metric == GATE_NOISE_COUNT ||
	       gate->metric == GATE_NOISE_RATE || gate->metric == GATE_AVAILABLE;
}

bool gate_is_skipped(const struct gate *gate)
{
	return gate->metric == GATE_SKIPPED ||
	       gate->metric == GATE_SKIPPED_SHARE;
}

bool gate_is_bound(const struct gate *gate)
{
	return gate->metric == GATE_BOUND || gate->metric == GATE_VARIABLE;
}

bool gate_cpus(const struct gate *gate, const struct cpus *measured,
	       struct cpus *cpus)
{
	*cpus = *measured;
	if (gate->cpus)
		cpus_parse(cpus, gate->text + gate->cpus);
	return gate->each;
}

int quantity_compare(enum gate_unit unit, const struct quantity *a,
		     const struct quantity *b)
{
	if (unit != UNIT_RATE)
		return wide_compare(wide_number(a->amount),
				    wide_number(b->amount));
	return wide_compare(wide_product(a->amount, b->per_ns),
			    wide_product(b->amount, a->per_ns));
}

bool gate_holds(const struct gate *gate, const struct quantity *value)
{
	int order = quantity_compare(gate->limit.unit, value, &gate->limit);

	switch (gate->operator) {
	case GATE_LESS:
		return order < 0;
	case GATE_AT_MOST:
		return order <= 0;
	case GATE_MORE:
		return order > 0;
	case GATE_AT_LEAST:
		return order >= 0;
	}
	return false;
}

const char *quantity_print(const struct quantity *quantity, char *text,
			   size_t size)
{
	double per = quantity->per_ns / (double)NS_PER_SEC;

	switch (quantity->unit) {
	case UNIT_NS:
		snprintf(text, size, "%.3f us", time_us(quantity->amount));
		break;
	case UNIT_RATE:
		snprintf(text, size, "%" PRIu64 " in %.*f s", quantity->amount,
			 per == (uint64_t)per ? 0 : 2, per);
		break;
	case UNIT_PPB:
		snprintf(text, size, "%.7f %%",
			 quantity->amount / (double)PPB_OF_PERCENT);
		break;
	case UNIT_COUNT:
		snprintf(text, size, "%" PRIu64, quantity->amount);
		break;
	}
	return text;
}
