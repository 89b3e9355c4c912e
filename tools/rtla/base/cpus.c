// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of CPUs: see cpus.h.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cpus.h"

#define BITS	64

int cpus_next(const struct cpus *cpus, int from)
{
	for (int cpu = from; cpu < CPUS_MAX; ) {
		uint64_t rest = cpus->word[cpu / BITS] >> (cpu % BITS);

		if (rest)
			return cpu + __builtin_ctzll(rest);
		cpu += BITS - cpu % BITS;
	}
	return -1;
}

void cpus_add(struct cpus *cpus, int cpu)
{
	cpus->word[cpu / BITS] |= 1ULL << (cpu % BITS);
}

bool cpus_has(const struct cpus *cpus, int cpu)
{
	return cpu >= 0 && cpu < CPUS_MAX &&
	       (cpus->word[cpu / BITS] >> (cpu % BITS) & 1);
}

bool cpus_empty(const struct cpus *cpus)
{
	return cpus_next(cpus, 0) < 0;
}

int cpus_count(const struct cpus *cpus)
{
	int count = 0;

	for (size_t i = 0; i < CPUS_MAX / BITS; i++)
		count += __builtin_popcountll(cpus->word[i]);
	return count;
}

int cpus_last(const struct cpus *cpus)
{
	for (int i = CPUS_MAX / BITS - 1; i >= 0; i--)
		if (cpus->word[i])
			return i * BITS + BITS - 1 -
			       __builtin_clzll(cpus->word[i]);
	return -1;
}

int cpus_place(const struct cpus *cpus, int cpu)
{
	int place = 0, other;

	cpus_for_each(other, cpus) {
		if (other == cpu)
			return place;
		place++;
	}
	return -1;
}

struct cpus cpus_without(const struct cpus *from, const struct cpus *less)
{
	struct cpus rest;

	for (size_t i = 0; i < CPUS_MAX / BITS; i++)
		rest.word[i] = from->word[i] & ~less->word[i];
	return rest;
}

struct cpus cpus_both(const struct cpus *a, const struct cpus *b)
{
	struct cpus common;

	for (size_t i = 0; i < CPUS_MAX / BITS; i++)
		common.word[i] = a->word[i] & b->word[i];
	return common;
}

void cpus_add_all(struct cpus *to, const struct cpus *more)
{
	for (size_t i = 0; i < CPUS_MAX / BITS; i++)
		to->word[i] |= more->word[i];
}

bool cpus_meet(const struct cpus *a, const struct cpus *b)
{
	struct cpus common = cpus_both(a, b);

	return !cpus_empty(&common);
}

/*
 * Read one CPU number at *text, and advance *text past its digits. Returns
 * false if there is no number below CPUS_MAX.
 */
static bool parse_cpu(const char **text, int *cpu)
{
	int value = 0;

	if (!isdigit((unsigned char)**text))
		return false;
	for (; isdigit((unsigned char)**text); (*text)++) {
		value = value * 10 + (**text - '0');
		if (value >= CPUS_MAX)
			return false;
	}
	*cpu = value;
	return true;
}

/*
 * Read the list @text into @cpus. Returns NULL if all of @text is a list of
 * CPUs, else the place in @text where it is not.
 */
static const char *cpus_parse_list(struct cpus *cpus, const char *text)
{
	int first, last;

	memset(cpus, 0, sizeof(*cpus));
	for (;;) {
		if (!parse_cpu(&text, &first))
			return text;
		last = first;
		if (*text == '-') {
			text++;
			if (!parse_cpu(&text, &last) || last < first)
				return text;
		}
		for (int cpu = first; cpu <= last; cpu++)
			cpus_add(cpus, cpu);
		if (!*text)
			return NULL;
		if (*text++ != ',')
			return text - 1;
	}
}

bool cpus_parse(struct cpus *cpus, const char *text)
{
	return !cpus_parse_list(cpus, text);
}

size_t cpus_wrong(const char *text)
{
	struct cpus cpus;
	const char *at = cpus_parse_list(&cpus, text);

	return at ? at - text + 1 : 0;
}

const char *cpus_format(const struct cpus *cpus, char *text, size_t size)
{
	size_t used = 0;
	int first, last;

	text[0] = '\0';
	for (first = cpus_next(cpus, 0); first >= 0 && used < size;
	     first = cpus_next(cpus, last + 1)) {
		for (last = first; cpus_has(cpus, last + 1); last++)
			;
		used += snprintf(text + used, size - used, "%s%d",
				 used ? "," : "", first);
		if (last > first && used < size)
			used += snprintf(text + used, size - used, "-%d", last);
	}
	return text;
}

bool cpus_parse_mask(struct cpus *cpus, const char *text)
{
	int cpu = 0;

	*cpus = (struct cpus){ { 0 } };
	for (size_t i = strlen(text); i--;) {
		int digit;

		if (text[i] == ',')
			continue;
		if (!isxdigit((unsigned char)text[i]) || cpu >= CPUS_MAX)
			return false;
		digit = isdigit((unsigned char)text[i]) ? text[i] - '0' :
			tolower((unsigned char)text[i]) - 'a' + 10;
		for (int bit = 0; bit < 4; bit++)
			if (digit >> bit & 1)
				cpus_add(cpus, cpu + bit);
		cpu += 4;
	}
	return cpu;
}

void cpus_format_mask(const struct cpus *cpus, const char *like, char *text)
{
	int cpu = 0;

	memmove(text, like, strlen(like) + 1);
	for (size_t i = strlen(text); i--;) {
		if (text[i] == ',')
			continue;
		text[i] = "0123456789abcdef"[cpus->word[cpu / 64] >> cpu % 64 & 15];
		cpu += 4;
	}
}

/*
 * Fill @cpus from the kernel's list in the file @path. If that fails, use the
 * first CPUs, as many as sysconf(@otherwise) returns.
 */
static void cpus_read_list(struct cpus *cpus, const char *path, int otherwise)
{
	FILE *file = fopen(path, "re");
	char line[16384];
	bool done = false;
	long count;

	if (file) {
		if (fgets(line, sizeof(line), file)) {
			line[strcspn(line, "\n")] = '\0';
			done = cpus_parse(cpus, line);
		}
		fclose(file);
	}
	if (done)
		return;
	memset(cpus, 0, sizeof(*cpus));
	count = sysconf(otherwise);
	for (int cpu = 0; cpu < count && cpu < CPUS_MAX; cpu++)
		cpus_add(cpus, cpu);
}

void cpus_present(struct cpus *cpus)
{
	cpus_read_list(cpus, "/sys/devices/system/cpu/present",
		       _SC_NPROCESSORS_CONF);
}

void cpus_online(struct cpus *cpus)
{
	cpus_read_list(cpus, "/sys/devices/system/cpu/online",
		       _SC_NPROCESSORS_ONLN);
}
