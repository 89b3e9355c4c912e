/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_TRACEPOINT_H
#define SIMULATED_TRACEPOINT_H

/* The files that are tested use no tracepoints; kernel/compat.h includes this. */

#endif /* SIMULATED_TRACEPOINT_H */
