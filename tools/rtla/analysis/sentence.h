/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cause sentence: what took most of a latency or noise.
 */
#ifndef RTLA_SENTENCE_H
#define RTLA_SENTENCE_H

struct analysis;
struct symbols;

#define SENTENCE_LEN	512

/*
 * sentence_make - write the cause sentence, without a newline
 *
 * It is made once for each analysis, and handed to whatever shows it. A
 * sentence that is too long is cut off. If there is no memory, it is empty.
 *
 * If events are missing, the sentence says that the cause is not known, instead
 * of guessing. It names hardware as the alternative to a cause that no event
 * shows: see ITEM_IDLE and ITEM_THREAD.
 */
void sentence_make(char text[SENTENCE_LEN], const struct analysis *analysis,
		   const struct symbols *symbols);

/*
 * sentence_make_about - write what the thread is for that the cause sentence
 * names, if that is one of the kernel and nothing tells what it did, without a
 * newline; else ""
 */
void sentence_make_about(char text[SENTENCE_LEN],
			 const struct analysis *analysis,
			 const struct symbols *symbols);

#endif /* RTLA_SENTENCE_H */
