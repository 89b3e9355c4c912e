/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A map from numbers, like the ids of threads, to other numbers, like indexes
 * of an array. To find one takes the same time however many there are.
 */
#ifndef RTLA_NUMBER_MAP_H
#define RTLA_NUMBER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct number_slot;

/* A zeroed map is empty. */
struct number_map {
	struct number_slot *slot;
	size_t count;
	int bits;		/* there are 2^bits slots; 0: none */
};

/* number_map_find - return whether @number is in the map, with its value in *@value */
bool number_map_find(const struct number_map *map, uint64_t number,
		     int64_t *value);

/*
 * number_map_put - give @number this value, instead of the one that it may have
 *
 * Returns false if there is no memory; then nothing has changed.
 */
bool number_map_put(struct number_map *map, uint64_t number, int64_t value);

/* number_map_free - free all but @map itself, which is empty then */
void number_map_free(struct number_map *map);

/*
 * number_of_bytes - return a number for @size bytes, which others have seldom,
 * but may have
 */
uint64_t number_of_bytes(const void *bytes, size_t size);

/* number_of_text - do the same with a string */
uint64_t number_of_text(const char *text);

#endif /* RTLA_NUMBER_MAP_H */
