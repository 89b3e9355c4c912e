/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words of timerlat: see timerlat_text.c.
 */
#ifndef _RTLA_TIMERLAT_TEXT_H
#define _RTLA_TIMERLAT_TEXT_H

struct text_words;

extern const struct text_words rtla_timerlat_words;

#endif /* _RTLA_TIMERLAT_TEXT_H */
