/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_KCONFIG_H
#define SIMULATED_KCONFIG_H

/* A test says which options the kernel has: 1 or 0. */
#define IS_ENABLED(option)	(option)

#endif /* SIMULATED_KCONFIG_H */
