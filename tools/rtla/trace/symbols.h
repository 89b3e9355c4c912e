/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of the kernel's functions, and of threads. The source of the names is
 * exchangeable: the tracer, or a saved trace.
 */
#ifndef RTLA_SYMBOLS_H
#define RTLA_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer than the name of any function with its module in practice. */
#define SYMBOL_LEN	256

/*
 * struct symbols - a source of names
 * @find: put the name of the function that contains @address into @name, of
 *	@size bytes; returns false if the function is unknown
 * @source: first argument of @find
 */
struct symbols {
	bool (*find)(void *source, uint64_t address, char *name, size_t size);
	void *source;
};

/*
 * comm_fn - put the name of the thread @pid into @comm, of EVENT_COMM_LEN bytes
 *
 * Returns false if it is not known.
 */
typedef bool comm_fn(void *source, int pid, char *comm);

/* symbols_find - call @find of @symbols */
static inline bool symbols_find(const struct symbols *symbols, uint64_t address,
				char *name, size_t size)
{
	return symbols->find(symbols->source, address, name, size);
}

#endif /* RTLA_SYMBOLS_H */
