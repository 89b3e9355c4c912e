// SPDX-License-Identifier: GPL-2.0
/*
 * Reading values out of a text by a pattern: see scan.h.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/amount.h"
#include "base/scan.h"

static bool scan_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *scan_blanks(const char *text)
{
	while (*text == ' ')
		text++;
	return text;
}

/* A number that is too large wraps, as any other damage would remain unseen, too. */
static const char *scan_unsigned(const char *text, uint64_t *number)
{
	const char *from = text;
	uint64_t sum = 0;

	for (; scan_is_digit(*text); text++)
		sum = 10 * sum + (*text - '0');
	*number = sum;
	return text == from ? NULL : text;
}

const char *scan_seconds(const char *text, uint64_t *ns)
{
	uint64_t seconds, part = 0, unit = NS_PER_SEC;

	text = scan_unsigned(text, &seconds);
	if (!text || *text != '.' || !scan_is_digit(text[1]))
		return NULL;
	for (text++; scan_is_digit(*text); text++) {
		unit /= 10;
		part += (*text - '0') * unit;
	}
	*ns = seconds * NS_PER_SEC + part;
	return text;
}

static const char *scan_letters(const char *text, char *word)
{
	size_t length = strcspn(text, " ");

	if (!length || length >= SCAN_WORD_LEN)
		return NULL;
	memcpy(word, text, length);
	word[length] = '\0';
	return text + length;
}

static const char *scan_passed_over(const char *text)
{
	const char *from = text;

	while (scan_is_digit(*text) || *text == '.')
		text++;
	return text == from ? NULL : text;
}

/* Read the value of the kind @kind into the next of @values. */
static const char *scan_value(const char *text, char kind, va_list *values)
{
	bool minus = kind == 'd' && *text == '-';
	uint64_t number;

	switch (kind) {
	case 'u':
		return scan_unsigned(text, va_arg(*values, uint64_t *));
	case 't':
		return scan_seconds(text, va_arg(*values, uint64_t *));
	case 'w':
		return scan_letters(text, va_arg(*values, char *));
	case '_':
		return scan_passed_over(text);
	case '$':
		return *text ? NULL : text;
	default:
		break;
	}
	text = scan_unsigned(text + minus, &number);
	if (!text)
		return NULL;
	if (kind == 'd')
		*va_arg(*values, int *) = (int)(minus ? -number : number);
	else
		*va_arg(*values, uint32_t *) = number;
	return text;
}

const char *scan(const char *text, const char *pattern, ...)
{
	va_list values;

	va_start(values, pattern);
	for (; *pattern && text; pattern++) {
		if (*pattern == ' ')
			text = scan_blanks(text);
		else if (*pattern == '%')
			text = scan_value(scan_blanks(text), *++pattern,
					  &values);
		else
			text = *text == *pattern ? text + 1 : NULL;
	}
	va_end(values);
	return text;
}
