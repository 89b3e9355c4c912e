/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_MM_H
#define SIMULATED_MM_H

#include <linux/slab.h>

#endif /* SIMULATED_MM_H */
