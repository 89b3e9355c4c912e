/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_INTERRUPT_H
#define SIMULATED_INTERRUPT_H

/* Print formats have the names of softirqs, not their numbers. */

#endif /* SIMULATED_INTERRUPT_H */
