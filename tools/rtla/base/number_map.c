// SPDX-License-Identifier: GPL-2.0
/*
 * A map from numbers to numbers: see number_map.h. Not more than half of the
 * slots are used, and a number is in the first free slot from that of its hash
 * on.
 */
#include <stdlib.h>
#include <string.h>

#include "base/number_map.h"

#define FEWEST_BITS	4

/*
 * Knuth, The Art of Computer Programming, volume 3, section 6.4: 2^64 by the
 * golden ratio.
 */
#define GOLDEN		0x9e3779b97f4a7c15ULL

struct number_slot {
	uint64_t number;
	int64_t value;
	bool used;
};

/* Return the slot that has @number, or else the one where it belongs. */
static struct number_slot *slot_of(const struct number_map *map,
				   uint64_t number)
{
	size_t last = ((size_t)1 << map->bits) - 1;
	size_t at = number * GOLDEN >> (64 - map->bits);

	while (map->slot[at].used && map->slot[at].number != number)
		at = (at + 1) & last;
	return &map->slot[at];
}

bool number_map_find(const struct number_map *map, uint64_t number,
		     int64_t *value)
{
	const struct number_slot *slot = map->bits ? slot_of(map, number) :
						     NULL;

	if (!slot || !slot->used)
		return false;
	*value = slot->value;
	return true;
}

/* Have twice as many slots. */
static bool grow(struct number_map *map)
{
	size_t old = map->bits ? (size_t)1 << map->bits : 0;
	struct number_map grown = {
		.bits = map->bits ? map->bits + 1 : FEWEST_BITS,
		.count = map->count,
	};

	grown.slot = calloc((size_t)1 << grown.bits, sizeof(*grown.slot));
	if (!grown.slot)
		return false;
	for (size_t i = 0; i < old; i++)
		if (map->slot[i].used)
			*slot_of(&grown, map->slot[i].number) = map->slot[i];
	free(map->slot);
	*map = grown;
	return true;
}

bool number_map_put(struct number_map *map, uint64_t number, int64_t value)
{
	struct number_slot *slot;

	if ((!map->bits || 2 * map->count >= (size_t)1 << map->bits) &&
	    !grow(map))
		return false;
	slot = slot_of(map, number);
	map->count += !slot->used;
	*slot = (struct number_slot) { number, value, true };
	return true;
}

void number_map_free(struct number_map *map)
{
	free(map->slot);
	*map = (struct number_map) { .count = 0 };
}

/* The hash FNV-1a of 64 bits. */
uint64_t number_of_bytes(const void *bytes, size_t size)
{
	uint64_t number = 0xcbf29ce484222325ULL;

	for (const unsigned char *byte = bytes; size--; byte++)
		number = (number ^ *byte) * 0x100000001b3ULL;
	return number;
}

uint64_t number_of_text(const char *text)
{
	return number_of_bytes(text, strlen(text));
}
