/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_SMP_H
#define SIMULATED_SMP_H

typedef void (*smp_call_func_t)(void *data);

#endif /* SIMULATED_SMP_H */
