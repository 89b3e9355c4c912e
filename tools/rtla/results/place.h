/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading a document whose values are not trusted: each is checked, and the
 * first one that is wrong is reported with its place, like
 * $.cpus[3].latencies.irq.count.
 *
 * After the first error, nothing is reported any more, and what is read is of
 * no use: the caller looks at @wrong before it uses anything.
 */
#ifndef RTLA_PLACE_H
#define RTLA_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#define PLACE_LEN	256
#define PLACE_REMEDY	"give a file that --json wrote"

/* The file, and the place in its document that is being read. */
struct place {
	const char *path;
	char text[PLACE_LEN];
	bool wrong;		/* an error was found, and printed */
};

/* place_wrong - print an error at this place, but only the first one */
void place_wrong(struct place *place, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * place_enter - append a member to the place, or an index if @name is NULL
 *
 * Returns the length for place_leave(), which goes back.
 */
size_t place_enter(struct place *place, const char *name, int index);
void place_leave(struct place *place, size_t length);

/*
 * place_member - return a member of @object that has to exist and to have this
 * type
 *
 * Else print an error and return NULL, as after any earlier error.
 */
const json_t *place_member(struct place *place, const json_t *object,
			   const char *name, json_type type);

/*
 * place_element_number, place_number - return @value, or the member @name of
 * @object, which has to be a whole number and not negative; 0 after any error
 */
uint64_t place_element_number(struct place *place, const json_t *value);
uint64_t place_number(struct place *place, const json_t *object,
		      const char *name);

#endif /* RTLA_PLACE_H */
