/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Running both instruments in rounds, under one load.
 *
 * The instrument that is second in one round is first in the next: A B, B A, A
 * B ..., so that a drift that is the same in every run cancels.
 */
#ifndef RTLA_ROUNDS_H
#define RTLA_ROUNDS_H

#include <jansson.h>

#include "agree/instruments.h"

struct rounds_plan {
	struct measurement measurement;
	int rounds;
	const char *load;	/* a shell command; NULL: none */
	bool debug;		/* print the command lines */
};

struct rounds {
	struct agreement_round *round;
	int count;		/* rounds that are complete */
	char version[CYCLICTEST_VERSION_LEN];	/* of their instrument */
	json_t *load;		/* as load_json() returns it */
};

/*
 * rounds_run - measure, and end and remove everything that was started
 *
 * SIGINT, SIGTERM and SIGHUP end the measurement; the rounds that are complete
 * by then are in @rounds, and the function returns RESULT_OK. After any error,
 * which has been printed, the result of the command is in doubt. Returns
 * RESULT_CANNOT if an instrument cannot measure on this machine. The caller
 * calls rounds_free() in any case.
 */
enum result rounds_run(struct rounds *rounds, const struct rounds_plan *plan);
void rounds_free(struct rounds *rounds);

#endif /* RTLA_ROUNDS_H */
