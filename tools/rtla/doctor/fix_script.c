// SPDX-License-Identifier: GPL-2.0
/*
 * Findings as a script: see fix_script.h.
 *
 * The order of the changes is the same when they are undone: an energy preference other
 * than performance is refused as long as the governor is performance.
 */
#include "doctor/check.h"
#include "doctor/fix_script.h"

static const char head[] =
	"#!/bin/sh\n"
	"# Made by 'rtla doctor --fix-script', for the machine on which that ran.\n"
	"#\n"
	"#\tsh SCRIPT\tmakes the changes below, until the machine is booted again\n"
	"#\tsh SCRIPT undo\twrites back what was found when the script was made\n"
	"#\n"
	"# Run it as root; twice does no harm. RTLA_ROOT is put before every path, as by\n"
	"# 'rtla doctor --root'.\n";

static const char functions[] =
	"\n"
	"undo=no failed=0\n"
	"case ${1-} in\n"
	"'') ;;\n"
	"undo) undo=yes ;;\n"
	"*) echo \"usage: sh $0 [undo]\" >&2; exit 2 ;;\n"
	"esac\n"
	"\n"
	"# change FILE VALUE FOUND: writes VALUE, or to undo that, FOUND\n"
	"change() {\n"
	"\tvalue=$2\n"
	"\t[ $undo = no ] || value=$3\n"
	"\tif ! { printf '%s\\n' \"$value\" >\"${RTLA_ROOT-}$1\"; } 2>/dev/null; then\n"
	"\t\techo \"$0: $1: '$value' cannot be written there: the kernel refuses it, or only takes it from root\" >&2\n"
	"\t\tfailed=1\n"
	"\tfi\n"
	"}\n";

static void print_comment(FILE *out, const struct finding *finding)
{
	fprintf(out, "\n# %s: %s\n", finding->check->name, finding->value);
}

static void print_changes(FILE *out, const struct finding *finding)
{
	const struct change *change = finding->change;

	if (finding->changes)
		print_comment(out, finding);
	for (int i = 0; i < finding->changes; i++)
		fprintf(out, "change %s '%s' '%s'\n", change[i].path,
			change[i].value, change[i].found);
}

/* Say what else should be done. Unknown findings have no remedy that mends something. */
static void print_rest(FILE *out, const struct finding *finding, bool *first)
{
	if (finding->changes || (finding->status != CHECK_WARNING &&
				 finding->status != CHECK_FAILURE))
		return;
	if (*first)
		fputs("\n# ---- What has to be done in other ways\n", out);
	*first = false;
	print_comment(out, finding);
	fprintf(out, "#   -> %s\n", finding_advice(finding));
}

void fix_script_print(FILE *out, const struct findings *findings)
{
	bool first = true;
	int changes = 0;

	for (size_t i = 0; i < findings->count; i++)
		changes += findings->finding[i].changes;
	fputs(head, out);
	if (changes)
		fputs(functions, out);
	for (size_t i = 0; i < findings->count; i++)
		print_changes(out, &findings->finding[i]);
	for (size_t i = 0; i < findings->count; i++)
		print_rest(out, &findings->finding[i], &first);
	fputs(changes ? "\nexit $failed\n" : "\n# There is nothing to change.\nexit 0\n", out);
}
