// SPDX-License-Identifier: GPL-2.0
/*
 * What a load needs: see needs.h.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/process.h"
#include "load/needs.h"

#define LIST_LEN	256

/* The packages of programs that are not named like their package. */
static const struct {
	const char *need;
	const char *package;
} packages[] = {
	{ "hackbench", "rt-tests" },
	{ "sleep", "coreutils" },
	{ "yes", "coreutils" },
	{ "seq", "coreutils" },
	{ "sync", "coreutils" },
	{ "xargs", "findutils" },
	{ "ip", "iproute2" },
	{ "unshare", "util-linux" },
	{ "nsenter", "util-linux" },
	{ "/usr/include/stdlib.h", "libc6-dev" },
};

static const char *package_of(const char *need)
{
	for (size_t i = 0; i < sizeof(packages) / sizeof(packages[0]); i++)
		if (!strcmp(packages[i].need, need))
			return packages[i].package;
	return need;
}

static bool is_there(const char *need)
{
	return *need == '/' ? !access(need, R_OK) : program_is_there(need);
}

/* Add @word to @list after @between, unless it is one of its words already. */
static void add_word(char *list, const char *between, const char *word)
{
	size_t used = strlen(list), length = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at += length)
		if ((at == list || at[-1] == ' ') &&
		    (!at[length] || strchr(", ", at[length])))
			return;
	snprintf(list + used, LIST_LEN - used, "%s%s", used ? between : "",
		 word);
}

enum result needs_check(const struct load_plan *plan)
{
	char missing[LIST_LEN] = "", install[LIST_LEN] = "";

	for (int i = 0; i < plan->count; i++)
		for (int j = 0; j < NEEDS_MAX; j++) {
			const char *need = plan->part[i]->needs[j];

			if (!need || is_there(need))
				continue;
			add_word(missing, ", ", need);
			add_word(install, " ", package_of(need));
		}
	if (!*missing)
		return RESULT_OK;
	return fail(RESULT_CANNOT, "%s: not installed, and the load needs %s: install %s, on Debian with 'apt-get install %s'",
		    missing, strchr(missing, ' ') ? "them" : "it",
		    strchr(missing, ' ') ? "them" : "it", install);
}
