// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts without a tracepoint: see untraced.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "host/untraced.h"

/* The kernel's names of the rows, and the interrupts that they count. */
static const char *const rows[UNTRACED_ROWS] = {
	"HYP",			/* Hyper-V, Xen, ACRN: callbacks; KVM: page faults */
	"HRE", "HVS",		/* Hyper-V's reenlightenment; Hyper-V's timer */
	"PIN", "NPI", "PIW",	/* KVM's posted interrupts */
	"PMN",			/* posted interrupts of devices */
	"MCE",			/* machine checks */
};

struct untraced {
	struct cpus cpus;
	int count;			/* how many CPUs these are */
	struct untraced_cpu *before;	/* each CPU's counts at the beginning */
	struct untraced_cpu *since;	/* increase until the last update */
};

/* ---- /proc/interrupts ---------------------------------------------------- */

/*
 * Read the heading, like "  CPU0  CPU2". @place[i] is set to the index of
 * column i's CPU among @cpus, or to -1. Returns how many columns there are.
 */
static int parse_head(const char *text, const struct cpus *cpus,
		      int place[CPUS_MAX])
{
	const char *end = text + strcspn(text, "\n");
	int columns = 0;

	while (columns < CPUS_MAX && (text = strstr(text, "CPU")) &&
	       text < end) {
		text += strlen("CPU");
		place[columns++] = cpus_place(cpus, atoi(text));
	}
	return columns;
}

/*
 * Return the index in rows[] of a line like "  HYP: 1 2  Hypervisor callback
 * interrupts", or -1.
 */
static int parse_name(const char *line)
{
	line += strspn(line, " ");
	for (int row = 0; row < UNTRACED_ROWS; row++)
		if (!strncmp(line, rows[row], strlen(rows[row])) &&
		    line[strlen(rows[row])] == ':')
			return row;
	return -1;
}

bool untraced_parse(const char *text, const struct cpus *cpus,
		    struct untraced_cpu *counts)
{
	int place[CPUS_MAX];
	int columns = parse_head(text, cpus, place);
	const char *line = text;

	memset(counts, 0, cpus_count(cpus) * sizeof(*counts));
	while ((line = strchr(line, '\n'))) {
		int row = parse_name(++line);
		const char *at = row < 0 ? NULL : strchr(line, ':') + 1;

		for (int i = 0; at && i < columns; i++) {
			uint64_t count;
			char *end;

			/* strtoull() would go on in the next line. */
			at += strspn(at, " ");
			if (*at < '0' || *at > '9')
				break;
			count = strtoull(at, &end, 10);
			at = end;
			if (place[i] >= 0)
				counts[place[i]].count[row] = count;
		}
	}
	return columns;
}

uint64_t untraced_sum(const struct untraced_cpu *counts)
{
	uint64_t sum = 0;

	for (int row = 0; row < UNTRACED_ROWS; row++)
		sum += counts->count[row];
	return sum;
}

const char *untraced_names(const struct untraced_cpu *counts,
			   char text[UNTRACED_LEN])
{
	*text = '\0';
	for (int row = 0; row < UNTRACED_ROWS; row++) {
		size_t used = strlen(text);

		if (counts->count[row])
			snprintf(text + used, UNTRACED_LEN - used, "%s%s",
				 used ? ", " : "", rows[row]);
	}
	return text;
}

/* ---- During a measurement ------------------------------------------------ */

/* Read the current counts. Returns false if that fails. */
static bool untraced_read_now(const struct cpus *cpus,
			      struct untraced_cpu *counts)
{
	char *text = machine_interrupts("");
	bool done = text && untraced_parse(text, cpus, counts);

	free(text);
	return done;
}

struct untraced *untraced_begin(const struct cpus *cpus)
{
	struct untraced *untraced = calloc(1, sizeof(*untraced));
	size_t size = sizeof(struct untraced_cpu);

	if (!untraced)
		return NULL;
	untraced->cpus = *cpus;
	untraced->count = cpus_count(cpus);
	untraced->before = calloc(untraced->count, size);
	untraced->since = calloc(untraced->count, size);
	if (untraced->before && untraced->since &&
	    untraced_read_now(cpus, untraced->before))
		return untraced;
	untraced_free(untraced);
	return NULL;
}

/*
 * A CPU that is offline by now has no column, so what it has had is not known
 * any more, and counts as 0.
 */
void untraced_update(struct untraced *untraced)
{
	if (!untraced || !untraced_read_now(&untraced->cpus, untraced->since))
		return;
	for (int i = 0; i < untraced->count; i++)
		for (int row = 0; row < UNTRACED_ROWS; row++) {
			uint64_t before = untraced->before[i].count[row];
			uint64_t *since = &untraced->since[i].count[row];

			*since = *since > before ? *since - before : 0;
		}
}

const struct untraced_cpu *untraced_of(const struct untraced *untraced, int cpu)
{
	int place = untraced ? cpus_place(&untraced->cpus, cpu) : -1;

	return place < 0 ? NULL : &untraced->since[place];
}

void untraced_note(FILE *out, const struct untraced *untraced)
{
	struct untraced_cpu all = { .count = { 0 } };
	char names[UNTRACED_LEN];
	const char *comma = "";
	int cpu, i;

	for (i = 0; untraced && i < untraced->count; i++)
		for (int row = 0; row < UNTRACED_ROWS; row++)
			all.count[row] += untraced->since[i].count[row];
	if (!untraced_sum(&all))
		return;
	fprintf(out, "%" PRIu64 " interrupts without a tracepoint (%s) are counted as hardware or unexplained:",
		untraced_sum(&all), untraced_names(&all, names));
	i = 0;
	cpus_for_each(cpu, &untraced->cpus) {
		uint64_t sum = untraced_sum(&untraced->since[i++]);

		if (!sum)
			continue;
		fprintf(out, "%s CPU %d (%" PRIu64 ")", comma, cpu, sum);
		comma = ",";
	}
	fputc('\n', out);
}

json_t *untraced_json(const struct untraced_cpu *counts)
{
	json_t *json = json_object();

	for (int row = 0; row < UNTRACED_ROWS; row++)
		if (counts->count[row])
			json_object_set_new(json, rows[row],
					    json_integer(counts->count[row]));
	return json;
}

void untraced_free(struct untraced *untraced)
{
	if (!untraced)
		return;
	free(untraced->before);
	free(untraced->since);
	free(untraced);
}
