// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the parts of a gate: see gate_scan.h.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/parse.h"
#include "gates/gate_scan.h"

void scan_wrong(struct gate_scan *scan, const char *format, ...)
{
	va_list args;
	int used;

	if (*scan->why)
		return;
	used = snprintf(scan->why, scan->why_size, "character %zu: ",
			scan->at - scan->text + 1);
	va_start(args, format);
	vsnprintf(scan->why + used, scan->why_size - used, format, args);
	va_end(args);
}

void scan_skip_blanks(struct gate_scan *scan)
{
	while (isspace((unsigned char)*scan->at))
		scan->at++;
}

bool scan_take(struct gate_scan *scan, const char *text)
{
	size_t length = strlen(text);

	scan_skip_blanks(scan);
	if (strncmp(scan->at, text, length))
		return false;
	scan->at += length;
	return true;
}

void scan_need(struct gate_scan *scan, const char *text)
{
	if (!scan_take(scan, text))
		scan_wrong(scan, "'%s' is missing: give it", text);
}

bool scan_is_word(struct gate_scan *scan, const char *word)
{
	size_t length = 0;

	scan_skip_blanks(scan);
	while (isalpha((unsigned char)scan->at[length]))
		length++;
	if (strlen(word) != length || strncmp(scan->at, word, length))
		return false;
	scan->at += length;
	return true;
}

int scan_word(struct gate_scan *scan, const struct gate_choice *words)
{
	for (; words->text; words++)
		if (scan_is_word(scan, words->text))
			return words->value;
	return -1;
}

struct decimal scan_decimal(struct gate_scan *scan)
{
	struct decimal number;
	const char *reason;

	scan_skip_blanks(scan);
	if (!isdigit((unsigned char)*scan->at))
		scan_wrong(scan, "no number: give one, like 50");
	reason = decimal_read(&scan->at, &number);
	if (reason)
		scan_wrong(scan, "%s: give %s", reason,
			   !strcmp(reason, AMOUNT_TOO_LARGE) ?
			   "a smaller number" : "fewer");
	return number;
}

/*
 * Return the number times @factor. No number is rounded: if the product is not
 * whole, the gate is refused for the reason @finer.
 */
static uint64_t scan_whole(struct gate_scan *scan, struct decimal number,
			   uint64_t factor, const char *finer)
{
	int64_t all = 0;
	const char *reason = decimal_times(number, factor, finer, &all);

	if (reason == finer)
		scan_wrong(scan, "%s", finer);
	else if (reason || all > INT64_MAX / 10)
		scan_wrong(scan, "too large: give a smaller number");
	return *scan->why ? 0 : all;
}

uint64_t scan_number(struct gate_scan *scan, uint64_t scale)
{
	struct decimal number = scan_decimal(scan);

	return *scan->why ? 0 : scan_whole(scan, number, scale,
					   "too many digits: give fewer");
}

uint64_t scan_time(struct gate_scan *scan)
{
	struct decimal number = scan_decimal(scan);
	int64_t unit = NS_PER_US;

	if (*scan->why)
		return 0;
	scan_skip_blanks(scan);
	if (isalpha((unsigned char)*scan->at) || *scan->at & 0x80)
		unit = amount_unit_at(&scan->at, amount_times);
	if (!unit) {
		scan_wrong(scan, "unknown unit: give ns, us, ms or s");
		return 0;
	}
	return scan_whole(scan, number, unit, "a part of a ns: give whole ones");
}
