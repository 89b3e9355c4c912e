/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words of osnoise: see osnoise_text.c.
 */
#ifndef _RTLA_OSNOISE_TEXT_H
#define _RTLA_OSNOISE_TEXT_H

struct text_words;

extern const struct text_words rtla_osnoise_words;

#endif /* _RTLA_OSNOISE_TEXT_H */
