// SPDX-License-Identifier: GPL-2.0
/*
 * The kinds of measurement. Each has a folder, and one or two rows here: all
 * else asks these rows, and names no kind.
 */
#include <linux/stddef.h>

#include "bound/bound.h"
#include "kinds.h"
#include "noise/hooks.h"
#include "osnoise/osnoise.h"
#include "osnoise/osnoise_text.h"
#include "overheads/overheads.h"
#include "session/text.h"
#include "session/workload.h"
#include "timerlat/timerlat.h"
#include "timerlat/timerlat_text.h"
#include "wakeup/wakeup.h"

/* If two rows have the same id, the one without threads comes last. */
const struct workload *const rtla_kinds[] = {
	&rtla_timerlat_threads,
	&rtla_timerlat_users,
	&rtla_osnoise_threads,
	&rtla_osnoise_watch,
	&rtla_wakeup,
	&rtla_overheads,
	&rtla_bound,
	NULL
};

/* The words of those that a line of text can start. */
const struct text_words *const rtla_words[] = {
	&rtla_timerlat_words,
	&rtla_osnoise_words,
	NULL
};

/*
 * rtla_kinds_add_hooks - make the hooks of all kinds known; context: before
 * they are found
 */
void rtla_kinds_add_hooks(void)
{
	const struct workload *const *kind;
	unsigned int i;

	for (kind = rtla_kinds; *kind; kind++) {
		for (i = 0; i < WORKLOAD_HOOK_SETS && (*kind)->hooks[i]; i++)
			rtla_hooks_add((*kind)->hooks[i]);
	}
}

/*
 * rtla_kinds_init - let each kind prepare itself; context: see &struct workload
 */
void rtla_kinds_init(void)
{
	const struct workload *const *kind;

	for (kind = rtla_kinds; *kind; kind++) {
		if ((*kind)->init)
			(*kind)->init();
	}
}

/* rtla_kinds_exit - undo rtla_kinds_init() */
void rtla_kinds_exit(void)
{
	const struct workload *const *kind;

	for (kind = rtla_kinds; *kind; kind++) {
		if ((*kind)->exit)
			(*kind)->exit();
	}
}
