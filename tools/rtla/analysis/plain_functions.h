/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Plain functions tell nothing by themselves: they read a clock, copy or clear
 * memory, take or release a lock, and are called from everywhere. Where the
 * innermost function of a stack is one, a caller says what went on.
 */
#ifndef RTLA_PLAIN_FUNCTIONS_H
#define RTLA_PLAIN_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum plain_kind {
	PLAIN_NOT,		/* not a plain function */
	PLAIN_THUNK,		/* calls, or returns, for another function */
	PLAIN_ENTRY,		/* the way into the kernel, and out of it */
	PLAIN_SCHEDULE,		/* calls the scheduler, or is its switch */
	PLAIN_CLOCK,		/* reads a clock */
	PLAIN_LOCK,		/* begins or ends a section with a lock, or the like */
	PLAIN_DEBUG,		/* checks the kernel, where that was built for it */
	PLAIN_STRING,		/* looks at strings, or compares memory */
	PLAIN_COUNT,		/* keeps the kernel's statistics */
	PLAIN_LOOKUP,		/* looks into trees, or changes them */
	PLAIN_ALLOCATE,		/* allocates memory */
	PLAIN_FREE,		/* frees memory, or unmaps it for that */
	PLAIN_WAIT,		/* waits for a lock that another CPU has */
	PLAIN_CALL,		/* makes other CPUs do something, and waits */
	PLAIN_REGISTER,		/* reads or writes registers */
	PLAIN_COPY,		/* copies memory */
	PLAIN_CLEAR,		/* clears memory, or fills it */
	PLAIN_COMPUTE,		/* computes a checksum or a cipher, or compresses */
	PLAIN_DELAY,		/* waits in a loop until some time is over */
	PLAIN_WAKE,		/* wakes threads */
	PLAIN_SIGNAL,		/* sends signals to processes */
	PLAIN_FORMAT,		/* formats text */
	PLAIN_PRINT,		/* prints messages of the kernel, as of stacks */
	PLAIN_READ,		/* reads these messages */
	PLAIN_TLB,		/* flushes TLBs, for which it calls other CPUs */
	PLAIN_PATCH,		/* changes the kernel's code, for which it does so, too */
	PLAIN_TRACE,		/* traces a function or an event for somebody */
	PLAIN_CONSOLE,		/* writes messages to the consoles */
	PLAIN_KINDS
};

/*
 * struct plain_function - an entry of the list
 * @name: of the function; a "*" at its end stands for any further letters
 * @kind: what it does
 */
struct plain_function {
	const char *name;
	enum plain_kind kind;
};

extern const struct plain_function plain_functions[];
extern const size_t plain_functions_count;

/*
 * plain_kind_of - return the kind of a function, by its name in a stack
 *
 * What a compiler adds to a name, as in "number.isra.0", does not count, nor
 * does the "__pi_" of the copies that the kernel has for early use. A function
 * of a module, as in "memset [driver]", is not plain.
 */
enum plain_kind plain_kind_of(const char *function);

/*
 * plain_words - return what functions of a kind do, or NULL if that says
 * nothing
 *
 * The words follow "while it": "copied memory".
 */
const char *plain_words(enum plain_kind kind);

/*
 * plain_explains - return whether functions of a kind say better what was done
 * than those that they call
 */
bool plain_explains(enum plain_kind kind);

/*
 * function_matches - return whether a function of a stack has the name @pattern
 *
 * @pattern is like the name of an entry of the list. What a compiler adds to a
 * name does not count, nor does the module.
 */
bool function_matches(const char *function, const char *pattern);

#endif /* RTLA_PLAIN_FUNCTIONS_H */
