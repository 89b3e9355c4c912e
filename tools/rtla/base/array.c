// SPDX-License-Identifier: GPL-2.0
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"

void *array_grow(void *array, size_t count, size_t size)
{
	/* The array is full with 0 elements, and at powers of two. */
	if (count & (count - 1))
		return array;
	if (count > SIZE_MAX / 2 / size)
		return NULL;
	return realloc(array, (count ? 2 * count : 1) * size);
}

int array_by_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}
