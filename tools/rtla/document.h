/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading from a document of which nothing is known to be as it should.
 */
#ifndef RTLA_DOCUMENT_H
#define RTLA_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

/* document_text - a member that is a text; else @otherwise */
const char *document_text(const json_t *object, const char *name,
			  const char *otherwise);

/* document_number - a member that is a whole number, not negative; else false */
bool document_number(const json_t *object, const char *name, uint64_t *number);

/* document_ns - likewise; else 0 */
uint64_t document_ns(const json_t *object, const char *name);

/* document_true - is a member there, and true? */
bool document_true(const json_t *object, const char *name);

#endif /* RTLA_DOCUMENT_H */
