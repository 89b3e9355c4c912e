/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_CACHE_H
#define SIMULATED_CACHE_H

#define ____cacheline_aligned	__attribute__((aligned(64)))

#endif /* SIMULATED_CACHE_H */
