// SPDX-License-Identifier: GPL-2.0
/*
 * Judging a result by others: see judging.h.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/parse.h"
#include "cmd/judging.h"

#define SAME_UP_TO		99

/* ---- Options ------------------------------------------------------------- */

/*
 * Read a decimal number without sign or exponent at *@text, and move *@text to
 * what follows the number. Return false if there is no number.
 */
static bool decimal(const char **text, double *value)
{
	struct decimal number;

	if (decimal_read(text, &number))
		return false;
	*value = (double)number.digits / number.scale;
	return true;
}

static const char *set_tolerance(void *to, const char *text)
{
	static const char *const why =
		"not PERCENT[,NS]: give up to 1000 percent, and up to 1000000000 ns";
	struct judging *judging = to;
	int64_t ns = judging->tolerance_ns;
	double percent;

	if (!decimal(&text, &percent))
		return why;
	if (*text == ',') {
		if (parse_time(text + 1, 1, &ns) || ns < 0)
			return why;
	} else if (*text) {
		return why;
	}
	if (percent > 1000 || ns > NS_PER_SEC)
		return why;
	judging->tolerance_percent = percent;
	judging->tolerance_ns = ns;
	return NULL;
}

static const char *set_alpha(void *to, const char *text)
{
	struct judging *judging = to;
	double percent;

	if (!decimal(&text, &percent) || *text || percent < 0.001 || percent > 50)
		return "not a chance: give 0.001 up to 50 percent";
	judging->alpha_percent = percent;
	return NULL;
}

static const char *set_same(void *to, const char *text)
{
	static const char *const why =
		"not PERCENT[,pN]: give up to 1000 percent, and a percentile below 100, like 10 or 10,p99.9";
	struct judging *judging = to;
	double percent, up_to = SAME_UP_TO;

	if (!decimal(&text, &percent))
		return why;
	text += *text == '%';
	if (text[0] == ',' && text[1] == 'p') {
		text += 2;
		if (!decimal(&text, &up_to))
			return why;
	}
	if (*text || percent <= 0 || percent > 1000 || up_to <= 0 ||
	    up_to >= 100)
		return why;
	judging->same_percent = percent;
	judging->same_up_to = up_to;
	return NULL;
}

static const struct option_row rows[] = {
	{ .name = "tolerance", .type = OPTION_PARSED, .arg = "PERCENT[,NS]",
	  .help = "ignore differences of up to PERCENT, or of times up to NS; like 10 or 2.5,1000, default 5,100",
	  .parse = set_tolerance },
	{ .name = "alpha", .type = OPTION_PARSED, .arg = "PERCENT",
	  .help = "chance of calling results of the same system better or worse, all figures together; default 5",
	  .parse = set_alpha },
	{ .name = "same-within", .type = OPTION_PARSED, .arg = "PERCENT[,pN]",
	  .help = "tell whether NEW is the same as BASE within PERCENT, in percentiles up to pN, default p99: same, different, cannot tell",
	  .parse = set_same },
	{ .name = "all-cpus", .type = OPTION_FLAG,
	  .help = "show every figure of every CPU, not only what differs",
	  .field = offsetof(struct judging, all_cpus) },
	{ .name = "json", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write everything as JSON to FILE; - is standard output, which then has nothing else",
	  .field = offsetof(struct judging, json) },
	{ .name = NULL }
};

const struct option_group judging_group = { "Comparison", rows };

/* ---- What follows from them ---------------------------------------------- */

struct demands judging_demands(const struct judging *judging)
{
	return (struct demands) {
		.alpha = judging->alpha_percent / 100,
		.tolerance = judging->tolerance_percent / 100,
		.tolerance_ns = judging->tolerance_ns,
		.same_within = judging->same_percent / 100,
		.same_up_to = judging->same_up_to,
		.same_alpha = judging->alpha_percent / 100,
	};
}

enum result judging_exit(enum judgement judgement)
{
	switch (judgement) {
	case WORSE:
	case DIFFERENT:
		return RESULT_HIT;
	case NOT_COMPARABLE:
	case UNTOLD:
		return RESULT_ERROR;
	default:
		return RESULT_OK;
	}
}

bool judging_shows(const struct judging *judging)
{
	return !judging->json || strcmp(judging->json, "-");
}

void judging_forget(const struct judging *judging)
{
	struct stat status;

	if (judging->json && !lstat(judging->json, &status) &&
	    S_ISREG(status.st_mode))
		unlink(judging->json);
}
