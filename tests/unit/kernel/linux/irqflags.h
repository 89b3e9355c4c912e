/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/percpu.h>

#define raw_local_irq_save(flags)	local_irq_save(flags)
#define raw_local_irq_restore(flags)	local_irq_restore(flags)
