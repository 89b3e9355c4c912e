/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the thread of a vCPU did during a hit, for people and as JSON.
 */
#ifndef RTLA_AWAY_TEXT_H
#define RTLA_AWAY_TEXT_H

#include <stdio.h>

#include <jansson.h>

struct away_list;
struct clock_join;

#define AWAY_SENTENCE_LEN	320

/*
 * away_sentence - say in one sentence what took the most of the hit
 *
 * @list has at least one cause. @text has AWAY_SENTENCE_LEN bytes. Returns
 * @text.
 */
const char *away_sentence(char *text, const struct away_list *list,
			  const struct clock_join *join);

/* away_print - print the sentence, all stretches, the clocks, and what to do */
void away_print(FILE *out, const struct away_list *list,
		const struct clock_join *join);

/* away_json - make the same as an object; NULL: there is no memory */
json_t *away_json(const struct away_list *list, const struct clock_join *join);

#endif /* RTLA_AWAY_TEXT_H */
