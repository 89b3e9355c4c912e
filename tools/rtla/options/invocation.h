/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words of a command line, or of a program that it names. They belong to
 * whoever called main().
 */
#ifndef RTLA_INVOCATION_H
#define RTLA_INVOCATION_H

/* All words of a command line, which are written to results. */
struct invocation {
	int argc;
	char *const *argv;
};

#endif /* RTLA_INVOCATION_H */
