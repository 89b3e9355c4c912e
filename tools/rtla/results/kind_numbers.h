/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers of a whole result that only one kind of measurement has, like the
 * misses of cycles. A history shows them over time, and an export has columns
 * of them. The row of the kind names them: see stats/kind.h.
 */
#ifndef RTLA_KIND_NUMBERS_H
#define RTLA_KIND_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

struct results;

/* The most numbers of a kind. */
#define KIND_NUMBERS_MAX	4

/**
 * struct kind_number - such a number
 * @id: in JSON and CSV; NULL ends the list
 * @title: for people
 * @in_ns: it is a time in ns
 * @of_samples: it is how many of the samples of the kind's @whole there are, so
 *	that people want to know which part of them
 * @find: find it; returns false if the result does not tell it
 */
struct kind_number {
	const char *id;
	const char *title;
	bool in_ns;
	bool of_samples;
	bool (*find)(const struct results *results, uint64_t *value);
};

/* kind_numbers - return those of a kind by its name; with none, an empty list */
const struct kind_number *kind_numbers(const char *kind);

#endif /* RTLA_KIND_NUMBERS_H */
