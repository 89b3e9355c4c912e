/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_MUTEX_H
#define SIMULATED_MUTEX_H

#include <stdbool.h>

/* Nobody competes for a mutex in a test. */
struct mutex {
	bool unused;
};

#define mutex_init(mutex)	((void)(mutex))
#define mutex_lock(mutex)	((void)(mutex))
#define mutex_unlock(mutex)	((void)(mutex))

#endif /* SIMULATED_MUTEX_H */
