/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The verdicts on the gates of a run, at its end or while it goes on.
 */
#ifndef RTLA_VERDICTS_H
#define RTLA_VERDICTS_H

#include <stdbool.h>

struct gate_verdict;
struct gates;
struct run_summary;

/*
 * verdicts_make - judge all gates of a run by what was measured so far
 *
 * @verdict has room for the gates of the configuration. If the run goes on
 * until its gates are decided, each verdict is as sure as one of its looks has
 * to be.
 */
void verdicts_make(struct gate_verdict *verdict,
		   const struct run_summary *summary);

/* verdicts_decided - return whether no longer measurement is needed for any gate */
bool verdicts_decided(const struct gate_verdict *verdict,
		      const struct gates *gates);

#endif /* RTLA_VERDICTS_H */
