// SPDX-License-Identifier: GPL-2.0
/*
 * Names of the kernel's functions: see kernel_symbols.h.
 *
 * tep_parse_kallsyms() is not used: it parses and sorts the whole list, for the
 * few addresses of one stack.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "host/kernel_symbols.h"
#include "host/machine.h"

/* No function of the kernel is longer than this. */
#define LONGEST	(1 << 20)

struct function {
	uint64_t address;
	const char *name;
	const char *module;	/* "[module]"; NULL: the kernel's own */
};

struct kernel_symbols {
	char *text;		/* the list */
	char *rest;		/* lines that are not parsed yet */
	struct function *function;	/* as they are listed */
	size_t count;
};

struct kernel_symbols *kernel_symbols_load(const char *root)
{
	const struct machine machine = { .root = root };
	struct kernel_symbols *symbols = calloc(1, sizeof(*symbols));
	size_t size;

	if (!symbols)
		return NULL;
	symbols->text = machine_load(&machine, &size, "/proc/kallsyms");
	symbols->rest = symbols->text;
	if (symbols->text)
		return symbols;
	free(symbols);
	return NULL;
}

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
 * Parse the next function of the list; its lines are "ffffffff81000000 T name",
 * and end in "\t[module]" in modules. Data are left out. Returns false at the
 * end.
 */
static bool parse_next(struct kernel_symbols *symbols)
{
	char *line;

	while ((line = strsep(&symbols->rest, "\n"))) {
		char *rest;
		struct function function = {
			.address = strtoull(line, &rest, 16),
		};

		if (!function.address || strlen(rest) < 4 || !strchr("tTwW", rest[1]))
			continue;
		function.module = strchr(rest + 3, '\t');
		rest[3 + strcspn(rest + 3, "\t")] = '\0';
		if (function.module)
			function.module++;
		function.name = rest + 3;
		return kernel_symbols_append(symbols, &function);
	}
	return false;
}

/*
 * The kernel's own functions come first in the list, by address, so that the
 * one before a function above @address is the one that is wanted. Those of
 * modules follow in no order, and all have to be parsed.
 */
bool kernel_symbols_find(struct kernel_symbols *symbols, uint64_t address,
			 char *name, size_t size)
{
	const struct function *it;
	bool found = false;
	size_t best = 0;

	for (size_t i = 0; i < symbols->count || parse_next(symbols); i++) {
		const struct function *function = &symbols->function[i];

		if (function->address > address) {
			if (found && !function->module)
				break;
		} else if (!found || function->address >
					     symbols->function[best].address) {
			found = true;
			best = i;
		}
	}
	it = &symbols->function[best];
	if (!found || address - it->address > LONGEST)
		return false;
	snprintf(name, size, "%s%s%s", it->name, it->module ? " " : "",
		 it->module ?: "");
	return true;
}

void kernel_symbols_free(struct kernel_symbols *symbols)
{
	if (!symbols)
		return;
	free(symbols->function);
	free(symbols->text);
	free(symbols);
}
