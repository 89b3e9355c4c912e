/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loading the module for a measurement.
 */
#ifndef RTLA_MODULE_LOADING_H
#define RTLA_MODULE_LOADING_H

#include <stdbool.h>

/* Why the module is not loaded, and what a user can do; neither is a whole sentence. */
struct module_absence {
	char why[640];
	const char *remedy;
};

/*
 * module_loading_try - load the module, if it is installed and this process may do that
 *
 * It is loaded as by "modprobe -b rtla", and stays loaded. @root is "", or a folder with the
 * files of a machine. Prints nothing. Returns whether there is a device now; if not, @absence
 * is filled in.
 */
bool module_loading_try(const char *root, struct module_absence *absence);

#endif /* RTLA_MODULE_LOADING_H */
