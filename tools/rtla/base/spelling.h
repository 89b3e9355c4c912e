/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words that a misspelt word may have been meant to be.
 */
#ifndef RTLA_SPELLING_H
#define RTLA_SPELLING_H

/* Looks for the best of several words; zeroed apart from @word at first. */
struct spelling {
	const char *word;	/* as it was written */
	const char *best;	/* the word that is most like it, or NULL */
	int distance;		/* between the two */
};

/*
 * spelling_try - take @name as the best word if it is more like the written one
 *
 * Letters may be missing, too many, wrong or swapped: one, and one more for
 * each five of the written word. The caller keeps @name.
 */
void spelling_try(struct spelling *spelling, const char *name);

#endif /* RTLA_SPELLING_H */
