/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_VERSION_H
#define SIMULATED_VERSION_H

#define KERNEL_VERSION(a, b, c)	(((a) << 16) + ((b) << 8) + (c))
#define LINUX_VERSION_CODE	KERNEL_VERSION(7, 3, 0)

#endif /* SIMULATED_VERSION_H */
