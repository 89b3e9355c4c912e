/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the keys of a screen do.
 */
#ifndef RTLA_SCREEN_KEYS_H
#define RTLA_SCREEN_KEYS_H

#include <stdbool.h>

struct screen;

/*
 * screen_key - do what a key stands for, without drawing
 *
 * Returns true if the user quits.
 */
bool screen_key(struct screen *screen, int key);

#endif /* RTLA_SCREEN_KEYS_H */
