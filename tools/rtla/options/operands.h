/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The operands of a command, like the files that it reads: they are in its
 * configuration, and belong to whoever called main().
 */
#ifndef RTLA_OPERANDS_H
#define RTLA_OPERANDS_H

#define OPERANDS_MAX	64

/* The words of the command line that belong to no option, in their order. */
struct operands {
	const char *word[OPERANDS_MAX];
	int count;
};

#endif /* RTLA_OPERANDS_H */
