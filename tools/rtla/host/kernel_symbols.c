// SPDX-License-Identifier: GPL-2.0
/*
 * Names of the kernel's functions: see kernel_symbols.h.
 *
 * tep_parse_kallsyms() is not used: it needs the whole list, and sorts it, for the few
 * addresses of one stack.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "host/kernel_symbols.h"

struct function {
	uint64_t address;
	bool of_module;
	char *name;
};

struct kernel_symbols {
	FILE *file;		/* NULL: all of it was read */
	char *line;
	size_t line_size;
	struct function *function;	/* as they are listed */
	size_t count;
};

struct kernel_symbols *kernel_symbols_open(const char *path)
{
	struct kernel_symbols *symbols = calloc(1, sizeof(*symbols));

	if (!symbols)
		return NULL;
	symbols->file = fopen(path, "re");
	if (symbols->file)
		return symbols;
	free(symbols);
	return NULL;
}

static bool append(struct kernel_symbols *symbols, uint64_t address, bool of_module,
		   const char *name)
{
	struct function *function = array_grow(symbols->function, symbols->count,
					       sizeof(*function));

	if (!function)
		return false;
	symbols->function = function;
	function += symbols->count;
	function->address = address;
	function->of_module = of_module;
	function->name = strdup(name);
	if (!function->name)
		return false;
	symbols->count++;
	return true;
}

/*
 * Read the next function of the list; its lines are "ffffffff81000000 T name", and end in
 * "\t[module]" in modules. Data are left out. Returns false at the end.
 */
static bool read_next(struct kernel_symbols *symbols)
{
	while (symbols->file &&
	       getline(&symbols->line, &symbols->line_size, symbols->file) > 0) {
		char *rest;
		uint64_t address = strtoull(symbols->line, &rest, 16);
		bool of_module = strchr(rest, '\t');

		if (!address || strlen(rest) < 4 || !strchr("tTwW", rest[1]))
			continue;
		rest[3 + strcspn(rest + 3, "\t\n")] = '\0';
		if (!append(symbols, address, of_module, rest + 3))
			break;
		return true;
	}
	if (symbols->file)
		fclose(symbols->file);
	symbols->file = NULL;
	return false;
}

/*
 * The kernel's own functions come first in the list, by address, so that the one before a
 * function above @address is the one that is wanted. Those of modules follow in no order, and
 * all have to be read.
 */
bool kernel_symbols_find(struct kernel_symbols *symbols, uint64_t address,
			 char *name, size_t size)
{
	bool found = false;
	size_t best = 0;

	for (size_t i = 0; i < symbols->count || read_next(symbols); i++) {
		const struct function *function = &symbols->function[i];

		if (function->address > address) {
			if (found && !function->of_module)
				break;
		} else if (!found || function->address > symbols->function[best].address) {
			found = true;
			best = i;
		}
	}
	if (found)
		snprintf(name, size, "%s", symbols->function[best].name);
	return found;
}

void kernel_symbols_close(struct kernel_symbols *symbols)
{
	if (!symbols)
		return;
	for (size_t i = 0; i < symbols->count; i++)
		free(symbols->function[i].name);
	if (symbols->file)
		fclose(symbols->file);
	free(symbols->function);
	free(symbols->line);
	free(symbols);
}
