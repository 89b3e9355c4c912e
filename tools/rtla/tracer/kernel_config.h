/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a measurement sets in the kernel's own tracers, and how that becomes
 * again what it was before.
 */
#ifndef RTLA_KERNEL_CONFIG_H
#define RTLA_KERNEL_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"
#include "host/tracing_settings.h"

struct tracer_config;
struct undo_list;

#define KERNEL_SETTINGS_MAX	16

/*
 * The settings that were changed, with what they held before. A zeroed
 * structure has none.
 */
struct kernel_config {
	struct tracing_setting before[KERNEL_SETTINGS_MAX];
	int count;
};

/* The two thresholds of the tracers, in us; 0: off. */
struct kernel_stops {
	int64_t first_us;	/* of timerlat's interrupt, or of a single noise */
	int64_t second_us;	/* of timerlat's thread and user, or of all noise of a period */
	/*
	 * The threshold of timerlat's interrupt, if @first_us is off for it: a
	 * latency that is over it is also over that of the thread, where the
	 * kernel stops. 0: there is none, or the interrupt stops.
	 */
	int64_t put_off_us;
};

/*
 * kernel_stops - return the thresholds of @config, which may be in ns, in whole
 * us
 *
 * An IRQ latency that is a hit is put off if the thread latency of its
 * activation is one in any case, so that the trace has both. A panic is not put
 * off: its dump is to show the moment.
 */
struct kernel_stops kernel_stops(const struct tracer_config *config);

/*
 * kernel_config_lack - return what of @config the tracers of this kernel cannot
 * do, as the reason of a message, or NULL
 */
const char *kernel_config_lack(const struct tracer_config *config);

/*
 * kernel_config_apply - set all that @config says, after it was noted in @undo
 *
 * Prints an error if it fails. kernel_config_restore() is called in any case.
 */
enum result kernel_config_apply(struct kernel_config *kernel,
				const struct tracer_config *config,
				const struct undo_list *undo);

/* kernel_config_restore - write back what was changed; a note tells of a failure */
void kernel_config_restore(struct kernel_config *kernel);

/* kernel_config_stops - set the thresholds while the tracer runs; print a failure */
enum result kernel_config_stops(struct kernel_stops stops);

/* kernel_config_leave - let the measuring threads leave their CPUs */
void kernel_config_leave(void);

#endif /* RTLA_KERNEL_CONFIG_H */
