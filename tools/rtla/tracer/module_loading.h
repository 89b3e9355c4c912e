/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loading the module for a measurement.
 */
#ifndef RTLA_MODULE_LOADING_H
#define RTLA_MODULE_LOADING_H

#include <stdbool.h>

struct tracer_absence;

/*
 * module_loading_try - load the module, if it is installed and this process may
 * do that
 *
 * It is loaded as by "modprobe -b rtla", and stays loaded. @root is "", or a
 * folder with the files of a machine. Prints nothing. Returns whether there is
 * a device now; if not, @absence is filled in.
 */
bool module_loading_try(const char *root, struct tracer_absence *absence);

#endif /* RTLA_MODULE_LOADING_H */
