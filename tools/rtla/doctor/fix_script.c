// SPDX-License-Identifier: GPL-2.0
/*
 * Findings as a script: see fix_script.h.
 *
 * The order of the changes is the same when they are undone: an energy
 * preference other than performance is refused as long as the governor is
 * performance. All files are read again after the last change, because one may
 * only have its value then: soft_watchdog is 0 until watchdog is 1, too.
 */
#include "doctor/check.h"
#include "doctor/checks.h"
#include "doctor/fix_script.h"

static const char head[] =
	"#!/bin/sh\n"
	"# Made by '%s', for the machine on which that ran.\n"
	"#\n"
	"#\tsh SCRIPT\tmakes the changes below, until the machine is booted again\n"
	"#\tsh SCRIPT undo\twrites back what was found when the script was made\n"
	"#\n"
	"# Run it as root; twice does no harm. Keep it until it is undone: a script that is made\n"
	"# after the changes does not know what there was before. RTLA_ROOT is put before every\n"
	"# path, as by 'rtla doctor --root'.\n";

static const char functions[] =
	"\n"
	"undo=no failed=0\n"
	"case ${1-} in\n"
	"'') ;;\n"
	"undo) undo=yes ;;\n"
	"*) echo \"usage: sh $0 [undo]\" >&2; exit 2 ;;\n"
	"esac\n"
	"\n"
	"# content FILE: prints what is in FILE, with blanks for tabs; of a choice like \"a [b] c\", b\n"
	"content() { sed 's/.*\\[\\(.*\\)\\].*/\\1/' \"$1\" 2>/dev/null | tr '\\t' ' '; }\n"
	"put() { [ -e \"$1\" ] && { printf '%s\\n' \"$2\" >\"$1\"; } 2>/dev/null; }\n"
	"say() { echo \"$0: $1\" >&2; }\n"
	"\n"
	"# change FILE VALUE FOUND: makes sure that VALUE is in FILE, or to undo that, FOUND;\n"
	"# when all are written, says where it is not\n"
	"change() {\n"
	"\tfile=${RTLA_ROOT-}$1 value=$2\n"
	"\t[ $undo = no ] || value=$3\n"
	"\thas=$(content \"$file\")\n"
	"\t[ \"$has\" != \"$value\" ] || return 0\n"
	"\tif [ $step = write ]; then\n"
	"\t\t# Linux 6.12 refuses sched_rt_runtime_us once after a change of fair_server.\n"
	"\t\tput \"$file\" \"$value\" || put \"$file\" \"$value\"\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tfailed=1\n"
	"\tif [ ! -e \"$file\" ]; then\n"
	"\t\tsay \"$1: this user sees no such file: run this as root, or make this script again\"\n"
	"\telif ! { true >>\"$file\"; } 2>/dev/null; then\n"
	"\t\tsay \"$1: '$value' cannot be written there: run this as root, and see that the file is not read-only\"\n"
	"\telse\n"
	"\t\tsay \"$1: the kernel keeps '$has' instead of '$value': end what uses it and run this again, or see its remedy in this script\"\n"
	"\tfi\n"
	"}\n"
	"\n"
	"for step in write check; do\n";

static void print_comment(FILE *out, const struct finding *finding)
{
	fprintf(out, "\n# %s: %s\n", finding->check->name, finding->value);
	fprintf(out, "#   -> %s\n", finding_advice(finding));
}

static void fix_script_print_changes(FILE *out, const struct finding *finding)
{
	const struct change *change = finding->change;

	if (finding->changes)
		print_comment(out, finding);
	for (int i = 0; i < finding->changes; i++)
		fprintf(out, "change %s '%s' '%s'\n", change[i].path,
			change[i].value, change[i].found);
}

/*
 * Say what else should be done. Unknown findings have no remedy that mends
 * something.
 */
static void print_rest(FILE *out, const struct finding *finding, bool *first)
{
	if (finding->changes || (finding->status != CHECK_WARNING &&
				 finding->status != CHECK_FAILURE))
		return;
	if (*first)
		fputs("\n# ---- What has to be done in other ways\n", out);
	*first = false;
	print_comment(out, finding);
}

void fix_script_print(FILE *out, const struct findings *findings,
		      const char *by)
{
	bool first = true;
	int changes = 0;

	for (size_t i = 0; i < findings->count; i++)
		changes += findings->finding[i].changes;
	fprintf(out, head, by);
	if (changes)
		fputs(functions, out);
	for (size_t i = 0; i < findings->count; i++)
		fix_script_print_changes(out, &findings->finding[i]);
	if (changes)
		fputs("\ndone\n", out);
	for (size_t i = 0; i < findings->count; i++)
		print_rest(out, &findings->finding[i], &first);
	fputs(changes ? "\nexit $failed\n" : "\n# There is nothing to change.\nexit 0\n", out);
}
