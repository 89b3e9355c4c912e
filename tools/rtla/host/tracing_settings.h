/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The settings of the kernel's own tracers timerlat and osnoise. They are files
 * of tracefs, and are the same for all that trace: "osnoise/NAME" and
 * "tracing_thresh".
 */
#ifndef RTLA_TRACING_SETTINGS_H
#define RTLA_TRACING_SETTINGS_H

#include <stdbool.h>

/* Where tracefs is mounted. */
#define TRACING_ROOT	"/sys/kernel/tracing"

/* One setting, and what it holds, or is to hold. */
struct tracing_setting {
	const char *name;	/* its path below the root of tracefs */
	const char *text;	/* without a newline */
};

/*
 * tracing_setting_is - return whether @name is one of these settings, existing
 * or not
 */
bool tracing_setting_is(const char *name);

/*
 * tracing_setting_read - read a setting
 *
 * @root is where tracefs is mounted. Returns the text, which the caller frees,
 * or NULL with errno: ENOENT if this kernel has no such setting.
 */
char *tracing_setting_read(const char *root, const char *name);

/*
 * tracing_settings_write - write @count settings
 *
 * Some are refused while others hold what they held before: the runtime of
 * osnoise is never longer than its period. So those that are refused are
 * written once more, when the others have been written. Returns 0, or the errno
 * of a setting that was not written, with its index in @failed; a setting that
 * this kernel does not have is left out.
 */
int tracing_settings_write(const char *root,
			   const struct tracing_setting *settings, int count,
			   int *failed);

#endif /* RTLA_TRACING_SETTINGS_H */
