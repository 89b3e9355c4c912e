/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether NEW is the same as BASE, up to a change that does not matter. That no
 * difference was seen does not say so: too short a run sees none. Each figure
 * is the same if its whole interval is within that change, it differs if the
 * interval is beyond, and otherwise nobody can tell.
 */
#ifndef RTLA_EQUIVALENCE_H
#define RTLA_EQUIVALENCE_H

#include "compare/compared_figures.h"

/*
 * equivalence_share - set the chance beyond one end of an interval, if each
 * figure is alone
 *
 * The whole is called the same only if all figures are. So a wrong "same" needs
 * a wrong one for the figure that differs, and the chance of that is enough,
 * whatever the number of figures: the intersection-union test (R. L. Berger,
 * Technometrics 24,
 * 1982) of two one-sided tests each (D. J. Schuirmann, Journal of
 *   Pharmacokinetics
 * and Biopharmaceutics 15, 1987).
 */
void equivalence_share(struct comparison *comparison);

/*
 * equivalence_judge - judge all figures, and the whole
 *
 * @comparison has intervals that hold together: a figure is better or worse by
 * them. @alone has the same figures with intervals by equivalence_share(): a
 * figure is the same, or cannot be told, by them, and @comparison takes them
 * over. Also fills in @comparison->within.
 */
void equivalence_judge(struct comparison *comparison,
		       const struct comparison *alone);

/*
 * equivalence_requires - return whether this figure has to be the same
 *
 * All figures of all CPUs together have to; those of each CPU only if the
 * results have other CPUs; percentiles up to @same_up_to; and nothing that was
 * not judged.
 */
bool equivalence_requires(const struct comparison *comparison,
			  const struct figure *figure);

/*
 * equivalence_equal - return how many figures are the same, of @required that
 * have to
 */
int equivalence_equal(const struct comparison *comparison, int *required);

#endif /* RTLA_EQUIVALENCE_H */
