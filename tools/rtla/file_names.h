/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files that a command line names: nothing is to be lost by a slip.
 */
#ifndef RTLA_FILE_NAMES_H
#define RTLA_FILE_NAMES_H

#include "options.h"

/* A file that is to be written: "-" is standard output, NULL is none. */
struct file_name {
	const char *option;
	const char *path;
};

/*
 * file_names_settle - refuse @count of them where two are the same, or one is
 * an operand, which is to be read; and more than one operand "-"
 *
 * What is no regular file may be given as often as one likes.
 */
enum options_result file_names_settle(const struct option_set *set,
				      const struct operands *operands,
				      const struct file_name *files, size_t count);

#endif /* RTLA_FILE_NAMES_H */
