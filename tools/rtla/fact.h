/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A fact on a machine, and the checks that find them out, in tables.
 */
#ifndef RTLA_FACT_H
#define RTLA_FACT_H

#include <stdbool.h>
#include <stddef.h>

#include "machine.h"

enum fact_status {
	FACT_UNKNOWN,		/* it could not be read */
	FACT_OK,
	FACT_WARNING,		/* it spoils latencies */
	FACT_FAILURE,		/* nothing, or nothing of worth, can be measured */
};

struct fact {
	enum fact_status status;
	char value[4096];
	char remedy[256];	/* "": none, or that of the check */
};

/**
 * struct check - finds out one fact
 * @name: for programs, see Documentation/doctor.md
 * @what: for people
 * @look: fills a fact, which is unknown and empty
 * @remedy: where @look has given none; NULL: a common one
 */
struct check {
	const char *name;
	const char *what;
	void (*look)(const struct machine *machine, struct fact *fact);
	const char *remedy;
};

/* A check without name ends each. */
extern const struct check kernel_checks[], isolation_checks[], power_checks[];
extern const struct check firmware_checks[], load_checks[], tracing_checks[];
extern const struct check module_checks[];

/*
 * fact_set - what it is; what does not fit is cut
 *
 * @remedy is in one line, NULL if there is none. What is not printable ASCII
 * becomes a blank or '?'.
 */
void fact_set(struct fact *fact, enum fact_status status, const char *remedy,
	      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* fact_remedy - a remedy that is not the same for all */
void fact_remedy(struct fact *fact, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* fact_unread - unknown, because of @error at @path */
void fact_unread(struct fact *fact, int error, const char *path);

/*
 * fact_chosen - the one of several that a file marks: "a [b] c" or "a (b) c"
 *
 * False if there is none; @brackets are both of them.
 */
bool fact_chosen(const char *text, const char *brackets, char *chosen,
		 size_t size);

/* fact_has_word - is @word one of those in @text that blanks and ends divide? */
bool fact_has_word(const char *text, const char *word);

/* Room for a list of CPUs in a value: it is cut where there are very many. */
struct cpu_text {
	char text[512];
};

struct cpu_text fact_cpus(const struct cpus *cpus);

#endif /* RTLA_FACT_H */
