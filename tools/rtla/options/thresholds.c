// SPDX-License-Identifier: GPL-2.0
/*
 * Thresholds that are given by name: see thresholds.h.
 */
#include <stdio.h>
#include <string.h>

#include "base/amount.h"
#include "base/parse.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/thresholds.h"
#include "stats/kind.h"

static const char *thresholds_wrong(enum kind kind)
{
	static char why[CONTEXT_NAMES_LEN + 96];
	char names[CONTEXT_NAMES_LEN];

	snprintf(why, sizeof(why), "not NAME=TIME: give %s, and a time, like %s=50us",
		 context_names(kind, names, sizeof(names)),
		 kind_row(kind)->threshold);
	return why;
}

const char *threshold_add(void *to, const char *text)
{
	struct config *config = to;
	enum kind kind = config->tracer.kind;
	size_t length = strcspn(text, "=");
	char name[32];
	int64_t ns;
	int context;

	if (length >= sizeof(name) || !text[length])
		return thresholds_wrong(kind);
	snprintf(name, sizeof(name), "%.*s", (int)length, text);
	context = context_find(name, kind);
	if (context < 0 || parse_time(text + length + 1, NS_PER_US, &ns) || ns < 1 ||
	    ns > THRESHOLD_MAX_US * (int64_t)NS_PER_US)
		return thresholds_wrong(kind);
	config->tracer.stop_ns[context] = ns;
	return NULL;
}
