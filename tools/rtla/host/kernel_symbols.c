// SPDX-License-Identifier: GPL-2.0
/*
 * Names of the kernel's functions: see kernel_symbols.h.
 *
 * tep_parse_kallsyms() is not used: it parses and sorts the whole list, for the
 * few addresses of one stack.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "host/kernel_symbols.h"

/* No function of the kernel is longer than this. */
#define LONGEST	(1 << 20)

struct function {
	uint64_t address;
	uint32_t name;		/* where it is in the names */
};

/* As long as a run goes on: the list itself would take five times as much. */
struct kernel_symbols {
	char *names;		/* each ends in a NUL, with its module if it has one */
	size_t bytes;
	struct function *function;	/* as they are listed */
	size_t count;
	size_t own;		/* the first of these are the kernel's own */
};

static bool kernel_symbols_append(struct kernel_symbols *symbols,
				  const struct function *function)
{
	struct function *grown = array_grow(symbols->function, symbols->count,
					    sizeof(*grown));

	if (!grown)
		return false;
	symbols->function = grown;
	grown[symbols->count++] = *function;
	return true;
}

/*
 * Take a line of the list, "ffffffff81000000 T name" with a newline, if it is a
 * function; those of modules end in "\t[module]". @names writes to the names.
 * Returns false if there is no memory.
 */
static bool take_function(struct kernel_symbols *symbols, FILE *names, char *line)
{
	struct function function = { .name = ftell(names) };
	char *rest, *module;

	function.address = strtoull(line, &rest, 16);
	if (!function.address || strlen(rest) < 4 || !strchr("tTwW", rest[1]))
		return true;
	rest[strcspn(rest, "\n")] = '\0';
	module = strchr(rest + 3, '\t');
	if (module)
		*module = ' ';
	if (fputs(rest + 3, names) == EOF || fputc('\0', names) == EOF)
		return false;
	symbols->own += !module;
	return kernel_symbols_append(symbols, &function);
}

/* Take all lines of a file. Returns false if there is no memory. */
static bool take_list(struct kernel_symbols *symbols, FILE *list)
{
	FILE *names = open_memstream(&symbols->names, &symbols->bytes);
	bool all = names;
	char *line = NULL;
	size_t size = 0;

	while (all && getline(&line, &size, list) >= 0)
		all = take_function(symbols, names, line);
	free(line);
	return names && !fclose(names) && all;
}

struct kernel_symbols *kernel_symbols_load(const char *root)
{
	struct kernel_symbols *symbols = calloc(1, sizeof(*symbols));
	char path[PATH_MAX];
	FILE *list;

	snprintf(path, sizeof(path), "%s/proc/kallsyms", root);
	list = fopen(path, "re");
	if (symbols && list && take_list(symbols, list)) {
		fclose(list);
		return symbols;
	}
	if (list)
		fclose(list);
	kernel_symbols_free(symbols);
	return NULL;
}

/*
 * The kernel's own functions come first in the list, by address, so that the
 * one before a function above @address is the one that is wanted. Those of
 * modules follow in no order.
 */
bool kernel_symbols_find(const struct kernel_symbols *symbols, uint64_t address,
			 char *name, size_t size)
{
	const struct function *best = NULL;

	for (size_t i = 0; i < symbols->count; i++) {
		const struct function *function = &symbols->function[i];

		if (function->address > address) {
			if (best && i < symbols->own)
				break;
		} else if (!best || function->address > best->address) {
			best = function;
		}
	}
	if (!best || address - best->address > LONGEST)
		return false;
	snprintf(name, size, "%s", symbols->names + best->name);
	return true;
}

void kernel_symbols_free(struct kernel_symbols *symbols)
{
	if (!symbols)
		return;
	free(symbols->function);
	free(symbols->names);
	free(symbols);
}
