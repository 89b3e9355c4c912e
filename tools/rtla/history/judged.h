/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the last runs of a history say about a new result.
 */
#ifndef RTLA_JUDGED_H
#define RTLA_JUDGED_H

#include <stdbool.h>
#include <stdio.h>

#include "history/base_runs.h"

struct judged {
	const struct results *new;
	struct base_runs base;
	int least;		/* runs that the base has to have */
	/* The comparison with the base; has no figures if that is too small. */
	struct comparison comparison;
	enum judgement judgement;
	char reason[LEFT_OUT_LEN];	/* why it cannot be judged; "" */
};

/*
 * judged_make - compare @new with the last runs of the history @folder
 *
 * With fewer runs than @least the verdict is UNTOLD, and there is no
 * comparison. Prints the reason and returns RESULT_ERROR if there is no
 * history, or no memory. The caller frees @judged with judged_free(), also
 * after a failure, and keeps @new until then.
 */
enum result judged_make(struct judged *judged, const char *folder,
			const struct results *new,
			const struct base_demand *demand, int least);
void judged_free(struct judged *judged);

/* judged_print - print the base, what was left out, and the comparison */
void judged_print(FILE *out, const struct judged *judged, bool every_cpu);

/*
 * judged_json - return all as JSON: "check" in
 * Documentation/history.schema.json
 *
 * Returns NULL if there is no memory. The caller frees the text.
 */
char *judged_json(const struct judged *judged, const char *folder,
		  const struct demands *demands, int exit_code);

#endif /* RTLA_JUDGED_H */
