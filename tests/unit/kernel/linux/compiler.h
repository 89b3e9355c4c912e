/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_COMPILER_H
#define SIMULATED_COMPILER_H

#ifndef __always_inline
#define __always_inline		inline __attribute__((always_inline))
#endif
#define noinline

#endif /* SIMULATED_COMPILER_H */
