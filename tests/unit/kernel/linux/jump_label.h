/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_JUMP_LABEL_H
#define SIMULATED_JUMP_LABEL_H

#include <stdbool.h>

struct static_key_false {
	bool on;
};

#define DECLARE_STATIC_KEY_FALSE(name)	extern struct static_key_false name
#define DEFINE_STATIC_KEY_FALSE(name)	struct static_key_false name
/* Code is changed, not read: nothing can come in between. */
#define static_branch_unlikely(key)	((key)->on)
#define static_branch_enable(key)	((void)((key)->on = true))

#endif /* SIMULATED_JUMP_LABEL_H */
