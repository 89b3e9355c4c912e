/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files in which the kernel keeps a setting, below /proc and /sys.
 */
#ifndef RTLA_KERNEL_FILE_H
#define RTLA_KERNEL_FILE_H

#include <stddef.h>

struct machine;

/*
 * kernel_file_read - read the setting in @path, after the root of @machine
 *
 * A blank stands for each tab; of a choice like "a [b] c", it is b. Returns 0
 * or an errno, like machine_read().
 */
int kernel_file_read(const struct machine *machine, char *text, size_t size,
		     const char *path);

/*
 * kernel_file_put - let the file @path have the setting @value
 *
 * Nothing is written if it has that. Returns 0 or an errno: EINVAL if the
 * kernel took the value, and keeps another one.
 */
int kernel_file_put(const char *path, const char *value);

#endif /* RTLA_KERNEL_FILE_H */
