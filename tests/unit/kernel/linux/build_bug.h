/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_BUILD_BUG_H
#define SIMULATED_BUILD_BUG_H

#define BUILD_BUG_ON(wrong)	_Static_assert(!(wrong), #wrong)
#define BUILD_BUG_ON_NOT_POWER_OF_2(n)	BUILD_BUG_ON((n) & ((n) - 1))

#endif /* SIMULATED_BUILD_BUG_H */
