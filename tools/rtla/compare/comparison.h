/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The comparison of two results, figure by figure: which figures are better,
 * which are worse, which show no difference, and which cannot be compared.
 *
 * Documentation/compare.md describes the method.
 */
#ifndef RTLA_COMPARISON_H
#define RTLA_COMPARISON_H

#include "compare/compared_figures.h"

/*
 * comparison_make - compare @new with @base
 *
 * @base has @bases runs of one system, one at least. With several, only what is
 * beyond the differences between these is better or worse.
 *
 * @new is NULL if its file could not be read; the caller has printed the
 * reason. Returns false if there is no memory. The caller frees @comparison
 * with comparison_free(), also after a failure, and keeps @base, @new and
 * @new_path until then.
 */
bool comparison_make(struct comparison *comparison, const struct results *base,
		     int bases, const struct results *new, const char *new_path,
		     const struct demands *demands);
void comparison_free(struct comparison *comparison);

#endif /* RTLA_COMPARISON_H */
