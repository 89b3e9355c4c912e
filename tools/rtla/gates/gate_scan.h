/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A gate that is being read, part by part. All of these functions skip the
 * blanks before the part.
 */
#ifndef RTLA_GATE_SCAN_H
#define RTLA_GATE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/amount.h"

/**
 * struct gate_scan - a gate that is being read
 * @text: all of it
 * @at: the part that is not read yet
 * @why: text that is empty until the first error; later errors do not change it
 * @why_size: its size in bytes
 */
struct gate_scan {
	const char *text;
	const char *at;
	char *why;
	size_t why_size;
};

/**
 * struct gate_choice - a word of a gate
 * @text: the word; NULL ends a list
 * @value: what it stands for, at least 0
 */
struct gate_choice {
	const char *text;
	int value;
};

/* scan_wrong - refuse the gate, with the number of the next character and a reason */
void scan_wrong(struct gate_scan *scan, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* scan_skip_blanks - take the blanks that come next */
void scan_skip_blanks(struct gate_scan *scan);

/* scan_take - take @text if it comes next; otherwise return false */
bool scan_take(struct gate_scan *scan, const char *text);

/* scan_need - take @text; the gate is wrong if something else comes next */
void scan_need(struct gate_scan *scan, const char *text);

/*
 * scan_is_word - take the next word of letters if it is @word; otherwise return
 * false
 */
bool scan_is_word(struct gate_scan *scan, const char *word);

/*
 * scan_word - take the next word of letters if it is in the list, and return
 * its value
 *
 * Otherwise it returns -1, and takes only the blanks before it.
 */
int scan_word(struct gate_scan *scan, const struct gate_choice *words);

/* scan_decimal - take a decimal number, without the zeros at the end of its decimals */
struct decimal scan_decimal(struct gate_scan *scan);

/* scan_number - take a number, and return it in units of 1 / @scale */
uint64_t scan_number(struct gate_scan *scan, uint64_t scale);

/* scan_time - take a time, and return it in ns; without a unit it is in us */
uint64_t scan_time(struct gate_scan *scan);

#endif /* RTLA_GATE_SCAN_H */
