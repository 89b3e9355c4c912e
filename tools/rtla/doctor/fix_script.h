/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The remedies of findings as a script for a shell.
 */
#ifndef RTLA_FIX_SCRIPT_H
#define RTLA_FIX_SCRIPT_H

#include <stdio.h>

struct findings;

/*
 * fix_script_print - print a script that makes all changes of @findings, and
 * can undo them
 *
 * Other remedies, like those that need another kernel or a boot option, are
 * comments in it. @by is the command that makes it, as its first line says.
 */
void fix_script_print(FILE *out, const struct findings *findings,
		      const char *by);

#endif /* RTLA_FIX_SCRIPT_H */
