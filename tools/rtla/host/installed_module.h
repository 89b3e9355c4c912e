/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file of the module that is installed for a kernel.
 */
#ifndef RTLA_INSTALLED_MODULE_H
#define RTLA_INSTALLED_MODULE_H

#include <stdbool.h>

struct machine;

enum module_signature {
	MODULE_SIGNED,
	MODULE_NOT_SIGNED,
	MODULE_UNREADABLE,	/* libkmod cannot read the file */
};

enum module_found {
	MODULE_FOUND,
	MODULE_MISSING,		/* none is installed for the machine's kernel */
	MODULE_UNKNOWN,		/* there is no libkmod, or no memory */
};

struct module_file {
	char path[512];		/* below the machine's root */
	enum module_signature signature;
	bool blacklisted;	/* modprobe's configuration forbids to load it by itself */
	char signer[128];	/* name of the key; "": not known */
};

/*
 * installed_module_find - find the module where modprobe would find it
 *
 * @file is filled in for MODULE_FOUND only. libkmod is opened and closed here.
 */
enum module_found installed_module_find(const struct machine *machine,
					struct module_file *file);

#endif /* RTLA_INSTALLED_MODULE_H */
