/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times and sizes that users write, like 30us, 1.5ms, 5min or 10M: a decimal
 * number and a unit. They are exact: nothing is rounded.
 *
 * Every function that returns a text returns NULL, or a reason of a few words.
 */
#ifndef RTLA_AMOUNT_H
#define RTLA_AMOUNT_H

#include <stdint.h>

#define NS_PER_US	1000LL
#define NS_PER_MS	1000000LL
#define NS_PER_SEC	1000000000LL

/**
 * struct decimal - a decimal number, exactly: @digits divided by @scale
 * @scale: a power of ten
 */
struct decimal {
	uint64_t digits;
	uint64_t scale;
};

/**
 * struct amount_unit - a name of a unit
 * @name: in upper or lower case; NULL ends a list
 * @size: how many of the smallest units it has
 */
struct amount_unit {
	const char *name;
	int64_t size;
};

extern const struct amount_unit amount_times[];	/* in ns */
extern const struct amount_unit amount_sizes[];	/* in kB, of 1024 bytes */

#define AMOUNT_TOO_LARGE	"too large"

/*
 * decimal_read - read the digits, and the decimals if there are any, at *@text
 *
 * *@text is advanced past them. The zeros at the end of the decimals are
 * dropped.
 */
const char *decimal_read(const char **text, struct decimal *number);

/*
 * decimal_times - set @product to @number times @factor
 *
 * Returns @finer if that is not a whole number.
 */
const char *decimal_times(struct decimal number, uint64_t factor,
			  const char *finer, int64_t *product);

/*
 * amount_unit_at - return the size of the unit whose name is at *@text, or 0
 *
 * All letters at *@text are the name, and *@text is advanced past it.
 */
int64_t amount_unit_at(const char **text, const struct amount_unit *units);

/*
 * parse_amount - set @value to the time or size in @text, a multiple of @step
 *
 * A number without a unit counts @bare; if that is 0, it is refused. It may
 * have a minus. @value and @step are in the smallest of @units, @step being 1
 * at least.
 */
const char *parse_amount(const char *text, const struct amount_unit *units,
			 int64_t bare, int64_t step, int64_t *value);

/* parse_time - set @ns to a time of whole ns; see parse_amount() for @bare */
const char *parse_time(const char *text, int64_t bare, int64_t *ns);

#endif /* RTLA_AMOUNT_H */
