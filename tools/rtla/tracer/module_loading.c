// SPDX-License-Identifier: GPL-2.0
/*
 * Loading the module: see module_loading.h.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "host/capability.h"
#include "host/installed_module.h"
#include "host/libkmod.h"
#include "host/machine.h"
#include "tracer/module_loading.h"
#include "tracer/tracer.h"
#include "uapi/rtla.h"

#define LOADED		"/sys/module/rtla"
#define LOCKDOWN	"/sys/kernel/security/lockdown"
#define NO_MORE		"/proc/sys/kernel/modules_disabled"

#define BY_HAND		"load the module with 'modprobe rtla'"

static void __attribute__((format(printf, 3, 4)))
absent(struct tracer_absence *absence, const char *remedy, const char *format, ...)
{
	va_list args;

	absence->what = RTLA_DEVICE_PATH ": no such device";
	snprintf(absence->remedy, sizeof(absence->remedy), "%s", remedy);
	snprintf(absence->remedy_too, sizeof(absence->remedy_too), "%s", remedy);
	va_start(args, format);
	vsnprintf(absence->why, sizeof(absence->why), format, args);
	va_end(args);
}

/* Return whether the module is installed. */
static bool module_loading_find(const struct machine *machine,
				struct module_file *file,
				struct tracer_absence *absence)
{
	enum module_found found = installed_module_find(machine, file);

	if (found == MODULE_UNKNOWN)
		absent(absence, "install libkmod2, or " BY_HAND,
		       "the module is not loaded, and this command cannot load it without libkmod");
	else if (found == MODULE_FOUND)
		return true;
	else if (!machine_has(machine, "/proc/modules"))
		absent(absence, "take a kernel of a distribution",
		       "this kernel, %s, cannot load modules", machine->release);
	else
		absent(absence, "install rtla-dkms, or run 'make install' in rtla's sources",
		       "the module is not installed for this kernel, %s",
		       machine->release);
	return false;
}

/*
 * Return whether a refusal is about the signature. Lockdown says EPERM for
 * that, as do other rules of the kernel: module_blacklist=, security modules.
 */
static bool signature_counts(const struct machine *machine, int error)
{
	char lockdown[128];

	return error != EPERM ||
	       machine_read(machine, lockdown, sizeof(lockdown), LOCKDOWN) ||
	       !strstr(lockdown, "[none]");
}

/* The kernel has said EPERM or EKEYREJECTED, or something like them, to root. */
static void refused(const struct machine *machine,
		    const struct module_file *file, int error,
		    struct tracer_absence *absence)
{
	int64_t no_more;

	if (!machine_number(machine, &no_more, NO_MORE) && no_more)
		absent(absence, "reboot", "this kernel loads no more modules (kernel.modules_disabled)");
	else if (!signature_counts(machine, error) ||
		 file->signature == MODULE_UNREADABLE)
		absent(absence, "see 'dmesg'", "the kernel refuses %s: %s",
		       file->path, strerror(error));
	else if (file->signature == MODULE_NOT_SIGNED)
		absent(absence, "sign it, see secure_boot in 'rtla doctor --all'",
		       "the kernel refuses %s: it is not signed", file->path);
	else
		absent(absence, "enrol it with 'mokutil --import', see secure_boot in 'rtla doctor --all'",
		       "the kernel refuses %s: its key is not enrolled", file->path);
}

static void not_loaded(const struct machine *machine,
		       const struct module_file *file, int error,
		       struct tracer_absence *absence)
{
	switch (error) {
	case LIBKMOD_BLACKLISTED:
		absent(absence, BY_HAND,
		       "the module is not loaded, and modprobe's configuration blacklists it");
		break;
	case EPERM:
	case EACCES:
	case ENOKEY:
	case EKEYREJECTED:
	case EBADMSG:
		refused(machine, file, error, absence);
		break;
	default:
		absent(absence, "see 'dmesg', and " BY_HAND, "%s cannot be loaded: %s",
		       file->path, strerror(error));
	}
}

bool module_loading_try(const char *root, struct tracer_absence *absence)
{
	struct module_file file;
	struct machine machine;
	int error;

	machine_init(&machine, root, NULL);
	if (!machine_has(&machine, LOADED)) {
		if (!module_loading_find(&machine, &file, absence))
			return false;
		if (!capability_has(&machine, CAP_SYS_MODULE)) {
			absent(absence, BY_HAND " as root",
			       "the module is not loaded, and you may not load it");
			return false;
		}
		error = libkmod_load("rtla");
		if (error) {
			not_loaded(&machine, &file, error, absence);
			return false;
		}
	}
	if (machine_has(&machine, RTLA_DEVICE_PATH))
		return true;
	absent(absence, "run 'modprobe -r rtla; modprobe rtla', or give the device to this container",
	       "the module is loaded");
	return false;
}
