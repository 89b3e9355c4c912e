/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pages of a screen, as lines of text.
 */
#ifndef RTLA_SCREEN_PAGES_H
#define RTLA_SCREEN_PAGES_H

struct screen;
struct snapshot;

/*
 * screen_pages_make - make the lines of the present page from the figures of
 * @snapshot
 *
 * If there is no memory, the lines stay as they are. The caller frees them with
 * screen_pages_free().
 */
void screen_pages_make(struct screen *screen, const struct snapshot *snapshot);
void screen_pages_free(struct screen *screen);

#endif /* RTLA_SCREEN_PAGES_H */
