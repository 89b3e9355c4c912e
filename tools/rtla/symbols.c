// SPDX-License-Identifier: GPL-2.0
/*
 * A sorted table of the kernel's functions.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols.h"

/* Functions are shorter; an address farther behind one is in none. */
#define FUNCTION_MAX	(1U << 20)

struct symbol {
	uint64_t addr;
	char *name;
};

struct symbols {
	struct symbol *symbol;
	size_t count;
	size_t size;
};

static int compare(const void *a, const void *b)
{
	const struct symbol *one = a, *other = b;

	return (one->addr > other->addr) - (one->addr < other->addr);
}

static bool add(struct symbols *symbols, uint64_t addr, const char *name)
{
	if (symbols->count == symbols->size) {
		size_t size = symbols->size ? 2 * symbols->size : 1 << 16;
		struct symbol *grown;

		grown = reallocarray(symbols->symbol, size, sizeof(*grown));
		if (!grown)
			return false;
		symbols->symbol = grown;
		symbols->size = size;
	}
	symbols->symbol[symbols->count].addr = addr;
	symbols->symbol[symbols->count].name = strdup(name);
	return symbols->symbol[symbols->count++].name;
}

/*
 * "ADDRESS TYPE NAME[\t[MODULE]]"; code has type t or w, in either case. There
 * are hundreds of thousands of such lines: sscanf() would take seconds on a slow
 * machine.
 */
static bool add_line(struct symbols *symbols, char *line)
{
	char *type, *name, *module;
	uint64_t addr = strtoull(line, &type, 16);

	if (!addr || type[0] != ' ' || !type[1] || !strchr("tTwW", type[1]) ||
	    type[2] != ' ')
		return true;
	name = type + 3;
	name[strcspn(name, "\n")] = '\0';
	/* A tab before the module becomes the blank that people expect. */
	module = strchr(name, '\t');
	if (module)
		*module = ' ';
	return !*name || add(symbols, addr, name);
}

struct symbols *symbols_load_from(const char *path)
{
	struct symbols *symbols = calloc(1, sizeof(*symbols));
	FILE *file = fopen(path, "re");
	char line[1024];
	bool good = true;

	while (symbols && file && good && fgets(line, sizeof(line), file))
		good = add_line(symbols, line);
	if (file)
		fclose(file);
	if (!symbols || !good || !symbols->count) {
		symbols_free(symbols);
		return NULL;
	}
	qsort(symbols->symbol, symbols->count, sizeof(*symbols->symbol),
	      compare);
	return symbols;
}

struct symbols *symbols_load(void)
{
	return symbols_load_from("/proc/kallsyms");
}

const char *symbols_find(const struct symbols *symbols, uint64_t addr)
{
	size_t low = 0, high = symbols ? symbols->count : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (symbols->symbol[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || addr - symbols->symbol[low - 1].addr > FUNCTION_MAX)
		return NULL;
	return symbols->symbol[low - 1].name;
}

void symbols_free(struct symbols *symbols)
{
	if (!symbols)
		return;
	for (size_t i = 0; i < symbols->count; i++)
		free(symbols->symbol[i].name);
	free(symbols->symbol);
	free(symbols);
}
