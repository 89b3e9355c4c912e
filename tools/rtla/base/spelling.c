// SPDX-License-Identifier: GPL-2.0
/*
 * Finding the word that was meant: see spelling.h.
 */
#include <string.h>

#include "base/spelling.h"

/* Longer words are not looked at: no name is that long. */
#define LENGTH_MAX	32

static int spelling_least(int a, int b)
{
	return a < b ? a : b;
}

/*
 * Return how many letters have to be added, removed, changed or swapped with
 * the next to turn @from into @to: the distance of Damerau and Levenshtein
 * between them, "optimal string alignment". Three rows of its table are kept:
 * (1) rows are the letters of @from, columns those of @to, and a cell is the
 * distance between the beginnings of both; (2) the cell is one more than the
 * least of its neighbours, or equal to the one at the upper left if the letters
 * are equal; (3) two swapped letters lead back two rows and columns.
 */
static int spelling_distance(const char *from, const char *to)
{
	int row[3][LENGTH_MAX + 1];
	int *above = row[0], *here = row[1], *before = row[2];
	int height = strlen(from), width = strlen(to);

	for (int j = 0; j <= width; j++)
		above[j] = j;
	for (int i = 1; i <= height; i++) {
		int *free;

		here[0] = i;
		for (int j = 1; j <= width; j++) {
			here[j] = above[j - 1] + (from[i - 1] != to[j - 1]);
			here[j] = spelling_least(here[j], here[j - 1] + 1);
			here[j] = spelling_least(here[j], above[j] + 1);
			if (i > 1 && j > 1 && from[i - 1] == to[j - 2] &&
			    from[i - 2] == to[j - 1])
				here[j] = spelling_least(here[j],
							 before[j - 2] + 1);
		}
		free = before;
		before = above;
		above = here;
		here = free;
	}
	return above[width];
}

void spelling_try(struct spelling *spelling, const char *name)
{
	size_t length = strlen(spelling->word);
	int found;

	if (length > LENGTH_MAX || strlen(name) > LENGTH_MAX)
		return;
	found = spelling_distance(spelling->word, name);
	if (found > 1 + (int)length / 5)
		return;
	if (spelling->best && found >= spelling->distance)
		return;
	spelling->best = name;
	spelling->distance = found;
}
