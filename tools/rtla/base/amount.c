// SPDX-License-Identifier: GPL-2.0
/*
 * Times and sizes that users write: see amount.h.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/amount.h"
#include "base/wide.h"

#define DECIMAL_SCALE_MAX	1000000000000ULL

/* Upstream's rtla takes M for minutes, too, so that case makes no difference. */
const struct amount_unit amount_times[] = {
	{ "ns", 1 },
	{ "us", NS_PER_US },
	{ "\xc2\xb5s", NS_PER_US },	/* micro sign */
	{ "\xce\xbcs", NS_PER_US },	/* Greek letter */
	{ "ms", NS_PER_MS },
	{ "s", NS_PER_SEC },
	{ "sec", NS_PER_SEC },
	{ "m", 60 * NS_PER_SEC },
	{ "min", 60 * NS_PER_SEC },
	{ "h", 3600 * NS_PER_SEC },
	{ "hour", 3600 * NS_PER_SEC },
	{ "hours", 3600 * NS_PER_SEC },
	{ "d", 86400 * NS_PER_SEC },
	{ "day", 86400 * NS_PER_SEC },
	{ "days", 86400 * NS_PER_SEC },
	{ NULL, 0 }
};

const struct amount_unit amount_sizes[] = {
	{ "k", 1 },
	{ "kb", 1 },
	{ "kib", 1 },
	{ "m", 1 << 10 },
	{ "mb", 1 << 10 },
	{ "mib", 1 << 10 },
	{ "g", 1 << 20 },
	{ "gb", 1 << 20 },
	{ "gib", 1 << 20 },
	{ NULL, 0 }
};

/* Append the digits from *@text up to @end to the number. */
static const char *amount_digits(const char **text, const char *end,
				 struct decimal *number)
{
	for (; *text < end; (*text)++)
		if (__builtin_mul_overflow(number->digits, 10, &number->digits) ||
		    __builtin_add_overflow(number->digits, **text - '0',
					   &number->digits))
			return AMOUNT_TOO_LARGE;
	return NULL;
}

const char *decimal_read(const char **text, struct decimal *number)
{
	static const char digits[] = "0123456789";
	const char *end = *text + strspn(*text, digits), *last;
	const char *reason;

	*number = (struct decimal){ .digits = 0, .scale = 1 };
	if (end == *text)
		return "not a number";
	reason = amount_digits(text, end, number);
	if (reason || *end != '.' || !isdigit((unsigned char)end[1]))
		return reason;
	*text = end + 1;
	end = *text + strspn(*text, digits);
	for (last = end; last > *text && last[-1] == '0';)
		last--;
	for (const char *at = *text; at < last; at++) {
		if (number->scale >= DECIMAL_SCALE_MAX)
			return "too many digits";
		number->scale *= 10;
	}
	reason = amount_digits(text, last, number);
	if (!reason)
		*text = end;
	return reason;
}

const char *decimal_times(struct decimal number, uint64_t factor,
			  const char *finer, int64_t *product)
{
	uint64_t rest;
	struct wide all = wide_divide(wide_product(number.digits, factor),
				      number.scale, &rest);

	if (rest)
		return finer;
	if (all.high || all.low > INT64_MAX)
		return AMOUNT_TOO_LARGE;
	*product = all.low;
	return NULL;
}

int64_t amount_unit_at(const char **text, const struct amount_unit *units)
{
	size_t length = 0;

	/* Bytes from 0x80 on are of a letter that is not in ASCII. */
	while (isalpha((unsigned char)(*text)[length]) ||
	       (*text)[length] & 0x80)
		length++;
	for (; units->name; units++)
		if (strlen(units->name) == length &&
		    !strncasecmp(units->name, *text, length))
			break;
	if (units->name)
		*text += length;
	return units->size;
}

const char *parse_amount(const char *text, const struct amount_unit *units,
			 int64_t bare, int64_t step, int64_t *value)
{
	bool negative = *text == '-';
	struct decimal number;
	const char *reason;
	int64_t size = bare;

	text += negative;
	reason = decimal_read(&text, &number);
	if (reason)
		return reason;
	if (*text)
		size = amount_unit_at(&text, units);
	else if (!bare)
		return "no unit";
	if (!size || *text)
		return "unknown unit";
	reason = decimal_times(number, size, "not a whole number of the unit",
			       value);
	if (!reason && *value % step)
		reason = "not a whole number of the unit";
	if (!reason && negative)
		*value = -*value;
	return reason;
}

const char *parse_time(const char *text, int64_t bare, int64_t *ns)
{
	return parse_amount(text, amount_times, bare, 1, ns);
}
