// SPDX-License-Identifier: GPL-2.0
/*
 * The gaps of a tracer: see tracer_lacks.h.
 */
#include <stdio.h>
#include <string.h>

#include "doctor/tracer_lacks.h"
#include "trace/capabilities.h"

/* Collect what is missing, of kinds of measurement or of all else. */
struct lack_list {
	const char *word[32];
	int count;
};

static void tracer_lacks_print(struct tracer_lacks *lacks, const char *begin,
			const struct lack_list *list)
{
	size_t used = strlen(lacks->text);

	for (int i = 0; i < list->count; i++)
		used += snprintf(lacks->text + used, sizeof(lacks->text) - used,
				 "%s%s", !i ? begin :
				 i + 1 < list->count ? ", " : " and ",
				 list->word[i]);
}

struct tracer_lacks tracer_lacks_find(const struct machine *machine,
				      enum recorder recorder)
{
	struct capability_facts facts = { .machine = machine };
	struct tracer_lacks lacks = { .text = "" };
	struct lack_list kinds = { .count = 0 }, others = { .count = 0 };

	for (const struct capability *row = capabilities; row->title; row++) {
		const struct capability_cell *cell = &row->cell[recorder];
		struct lack_list *list = row->is_kind ? &kinds : &others;

		if (!row->lack || !capability_lacks(row, recorder, &facts))
			continue;
		list->word[list->count++] = row->lack;
		lacks.of_machine |= cell->file || cell->event;
	}
	capability_facts_free(&facts);
	tracer_lacks_print(&lacks, ", not for ", &kinds);
	tracer_lacks_print(&lacks, kinds.count ? "; without " : ", without ", &others);
	return lacks;
}
