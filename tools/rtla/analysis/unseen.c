// SPDX-License-Identifier: GPL-2.0
/*
 * The parts of a hit that the tracer could not see: see unseen.h.
 */
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/culprit.h"
#include "analysis/unseen.h"
#include "trace/capabilities.h"

/* Causes of which only what they carry tells why they ran. */
static const struct {
	enum event_type type;
	const char *name;	/* how its name begins */
	const char *id;		/* what tells that, as in the table of capabilities */
} carriers[] = {
	{ EVENT_SOFTIRQ, "RCU", "callbacks" },
	{ EVENT_SOFTIRQ, "TASKLET", "tasklets" },
	{ EVENT_SOFTIRQ, "HI", "tasklets" },
	{ EVENT_IRQ, "call_function", "calls" },
	{ EVENT_THREAD, "migration/", "callbacks" },
	{ EVENT_THREAD, "rcuc/", "callbacks" },
	{ EVENT_THREAD, "rcuo", "callbacks" },
};

static const char *unseen_carried(const struct part_item *item)
{
	if (item->carried.event)
		return NULL;
	for (size_t i = 0; i < sizeof(carriers) / sizeof(carriers[0]); i++)
		if (item->type == carriers[i].type &&
		    !strncmp(item->name, carriers[i].name,
			     strlen(carriers[i].name)))
			return carriers[i].id;
	return NULL;
}

/*
 * Return what would tell more of the hit, as the table of capabilities has it,
 * or NULL. A stack tells what ran as well.
 */
static const char *unseen_find(const struct analysis *analysis)
{
	struct culprit culprit = culprit_find(analysis);

	if (analysis->incomplete || analysis->clock_tick || culprit.many)
		return NULL;
	if (culprit_may_be_hardware(&culprit, analysis))
		return "nmis";
	if (culprit.part == PART_SWITCH)
		return "switch";
	return culprit.item && !analysis->stack_count ?
	       unseen_carried(culprit.item) : NULL;
}

static const char *find_why(const struct capability *row, enum recorder recorder,
			    const struct machine *machine)
{
	const struct capability_cell *cell = &row->cell[recorder];
	struct capability_facts facts = { .machine = machine };
	const char *why = NULL;

	if (machine)
		why = capability_lacks(row, recorder, &facts);
	else if (!cell->event && !cell->file)
		why = cell->why;
	capability_facts_free(&facts);
	return why;
}

void unseen_print(FILE *out, const struct analysis *analysis,
		  const struct machine *machine)
{
	const char *id = unseen_find(analysis);
	const struct capability *row = capabilities;
	const char *why;

	while (id && row->title && strcmp(row->id, id))
		row++;
	why = id && row->title ?
	      find_why(row, analysis->recorder, machine) : NULL;
	if (why)
		fprintf(out, "  Not seen here: %s, as %s: load the module, which sees them.\n",
			row->lack, why);
}
