/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_SMP_H
#define SIMULATED_SMP_H

/* There is one CPU: the function is called there, with interrupts off. */
static inline int smp_call_function_single(int cpu, void (*call)(void *data),
					   void *data, int wait)
{
	(void)cpu;
	(void)wait;
	call(data);
	return 0;
}

#endif /* SIMULATED_SMP_H */
