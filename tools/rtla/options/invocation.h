/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words of a command line that a configuration keeps. They belong to
 * whoever called main().
 */
#ifndef RTLA_INVOCATION_H
#define RTLA_INVOCATION_H

/* All words of a command line, which are written to results. */
struct invocation {
	int argc;
	char *const *argv;
};

#define OPERANDS_MAX	64

/* The words of the command line that belong to no option, in their order. */
struct operands {
	const char *word[OPERANDS_MAX];
	int count;
};

#endif /* RTLA_INVOCATION_H */
