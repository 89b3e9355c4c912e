/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files that a command line names, checked so that no file is overwritten
 * by a slip of the user.
 */
#ifndef RTLA_FILE_NAMES_H
#define RTLA_FILE_NAMES_H

#include "options/options.h"

struct operands;

/* An output file of an option: path "-" is standard output, NULL is none. */
struct file_name {
	const char *option;
	const char *path;
};

/*
 * file_names_settle - refuse a file that is named for two purposes
 *
 * Two of the @count output files must not be the same, none may be an operand,
 * because operands are read, and only one operand may be "-". With @operands
 * NULL, the command takes none. Anything that is not a regular file, like
 * /dev/null, may be named any number of times. Prints the reason if it returns
 * OPTIONS_WRONG.
 */
enum options_result file_names_settle(const struct option_set *set,
				      const struct operands *operands,
				      const struct file_name *files,
				      size_t count);

#endif /* RTLA_FILE_NAMES_H */
