/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of the kernel's functions, from whoever knows them.
 */
#ifndef RTLA_SYMBOLS_H
#define RTLA_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More than any function and its module have in practice. */
#define SYMBOL_LEN	256

/* @find: put the function that an address is in into @name; false: unknown */
struct symbols {
	bool (*find)(void *source, uint64_t address, char *name, size_t size);
	void *source;
};

static inline bool symbols_find(const struct symbols *symbols, uint64_t address,
				char *name, size_t size)
{
	return symbols->find(symbols->source, address, name, size);
}

#endif /* RTLA_SYMBOLS_H */
