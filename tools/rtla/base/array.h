/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arrays that grow, or are sorted.
 */
#ifndef RTLA_ARRAY_H
#define RTLA_ARRAY_H

#include <stddef.h>

/*
 * array_grow - make room for one more element in an array
 *
 * @array has @count elements of @size bytes, and has grown only by this
 * function; NULL if there is none yet. The room doubles whenever it is full.
 * Returns the array, which may have moved, or NULL if there is no memory; then
 * @array is unchanged.
 */
void *array_grow(void *array, size_t count, size_t size);

/* array_by_double - compare two numbers for qsort(); neither is NAN */
int array_by_double(const void *a, const void *b);

#endif /* RTLA_ARRAY_H */
