/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Settings on the kernel's command line that a user wants to be tried.
 */
#ifndef RTLA_BOOT_SETTINGS_H
#define RTLA_BOOT_SETTINGS_H

#include "base/message.h"
#include "options/operands.h"

struct settings;

/* The word for all options that the findings of the doctor want. */
#define BOOT_DOCTOR	"doctor"

/*
 * boot_settings_add - add a setting for each word of @boots: options, with a
 * blank between, or BOOT_DOCTOR
 *
 * Prints why options cannot be tried.
 */
enum result boot_settings_add(struct settings *settings,
			      const struct operands *boots);

#endif /* RTLA_BOOT_SETTINGS_H */
