/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_PERCPU_H
#define SIMULATED_PERCPU_H

#include "../simulated_cpu.h"

#ifndef __always_inline
#define __always_inline		inline __attribute__((always_inline))
#endif
#define __percpu
#define __aligned(x)		__attribute__((aligned(x)))
#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define barrier()		__asm__ __volatile__("" : : : "memory")

#define READ_ONCE(x) \
	({ cpu_point(); *(const volatile __typeof__(x) *)&(x); })
#define WRITE_ONCE(x, value) \
	do { cpu_point(); *(volatile __typeof__(x) *)&(x) = (value); } while (0)
#define data_race(expression)	(expression)
#define smp_rmb()		barrier()
#define smp_wmb()		barrier()
#define smp_store_release(p, value)	WRITE_ONCE(*(p), value)
#define smp_load_acquire(p)		READ_ONCE(*(p))

#define try_cmpxchg(at, old, new) \
	({ uint64_t was = *(old); *(old) = cpu_cmpxchg(at, was, new); \
	   *(old) == was; })

#define DECLARE_PER_CPU_ALIGNED(type, name)	extern type name
#define DEFINE_PER_CPU_ALIGNED(type, name)	type name
#define per_cpu_ptr(p, cpu)			((void)(cpu), (p))
#define this_cpu_ptr(p)				(p)
#define for_each_possible_cpu(cpu)		for ((cpu) = 0; (cpu) < 1; (cpu)++)

#define this_cpu_read(x)		READ_ONCE(x)
#define this_cpu_add(x, amount)		cpu_add(&(x), amount)
#define this_cpu_inc(x)			cpu_add(&(x), 1)
#define this_cpu_cmpxchg(x, old, new)	cpu_cmpxchg(&(x), old, new)

#define local_irq_save(flags)		((flags) = cpu_irqs_off())
#define local_irq_restore(flags)	cpu_irqs_restore(flags)

#endif /* SIMULATED_PERCPU_H */
