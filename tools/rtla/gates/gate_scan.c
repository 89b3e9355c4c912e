// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the parts of a gate: see gate_scan.h.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/wide.h"
#include "gates/gate_scan.h"

#define SCALE_MAX	1000000000000ULL

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

/* Append the next @count digits of the gate to the number. */
static void scan_digits(struct gate_scan *scan, size_t count,
			struct gate_decimal *number)
{
	for (; count && !*scan->why; count--) {
		if (__builtin_mul_overflow(number->digits, 10, &number->digits) ||
		    __builtin_add_overflow(number->digits, *scan->at - '0',
					   &number->digits))
			scan_wrong(scan, "too large: give a smaller number");
		else
			scan->at++;
	}
}

struct gate_decimal scan_decimal(struct gate_scan *scan)
{
	static const char digits[] = "0123456789";
	struct gate_decimal number = { .digits = 0, .scale = 1 };
	size_t all, count;

	scan_skip_blanks(scan);
	all = strspn(scan->at, digits);
	if (!all)
		scan_wrong(scan, "no number: give one, like 50");
	scan_digits(scan, all, &number);
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
		scan_wrong(scan, "too many digits: give fewer");
	scan_digits(scan, count, &number);
	scan->at += *scan->why ? 0 : all - count;
	return number;
}

/*
 * Return the number times @factor. No number is rounded: if the product is not
 * whole, the gate is refused for the reason @finer.
 */
static uint64_t scan_whole(struct gate_scan *scan, struct gate_decimal number,
			   uint64_t factor, const char *finer)
{
	uint64_t rest;
	struct wide all = wide_divide(wide_product(number.digits, factor),
				      number.scale, &rest);

	if (rest)
		scan_wrong(scan, "%s", finer);
	else if (all.high || all.low > INT64_MAX / 10)
		scan_wrong(scan, "too large: give a smaller number");
	return *scan->why ? 0 : all.low;
}

uint64_t scan_number(struct gate_scan *scan, uint64_t scale)
{
	struct gate_decimal number = scan_decimal(scan);

	return *scan->why ? 0 : scan_whole(scan, number, scale,
					   "too many digits: give fewer");
}

uint64_t scan_time(struct gate_scan *scan)
{
	static const struct gate_choice units[] = {
		{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 },
		{ "s", 1000000000 }, { NULL, 0 }
	};
	struct gate_decimal number = scan_decimal(scan);
	int unit;

	if (*scan->why)
		return 0;
	unit = scan_word(scan, units);
	if (unit < 0 && scan_take(scan, "µs"))
		unit = 1000;
	if (unit < 0) {
		scan_wrong(scan, "no unit of time: give ns, us, ms or s");
		return 0;
	}
	return scan_whole(scan, number, unit, "a part of a ns: give whole ones");
}
