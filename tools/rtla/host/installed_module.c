// SPDX-License-Identifier: GPL-2.0
/*
 * The installed module: see installed_module.h.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/installed_module.h"
#include "host/libkmod.h"

static enum module_signature read_signature(const struct libkmod *kmod,
					    const struct kmod_module *module)
{
	enum module_signature signature = MODULE_NOT_SIGNED;
	struct kmod_list *info = NULL, *entry;

	if (kmod->module_get_info(module, &info) < 0)
		return MODULE_UNREADABLE;
	for (entry = info; entry; entry = kmod->list_next(info, entry))
		if (!strcmp(kmod->module_info_get_key(entry), "signature"))
			signature = MODULE_SIGNED;
	kmod->module_info_free_list(info);
	return signature;
}

/* The module is found if it is in modules.dep, and its file is there. */
static enum module_found read_module(const struct machine *machine,
				     const struct libkmod *kmod,
				     struct kmod_module *module,
				     struct module_file *file)
{
	const char *path = kmod->module_get_path(module);

	if (!path || access(path, F_OK))
		return MODULE_MISSING;
	snprintf(file->path, sizeof(file->path), "%s",
		 path + strlen(machine->root));
	file->signature = read_signature(kmod, module);
	return MODULE_FOUND;
}

static enum module_found find_module(const struct machine *machine,
				     const struct libkmod *kmod,
				     const char *folder,
				     struct module_file *file)
{
	static const char *const no_config[] = { NULL };
	struct kmod_ctx *context = libkmod_context(kmod, folder, no_config);
	struct kmod_module *module;
	enum module_found found = MODULE_MISSING;

	if (!context)
		return MODULE_UNKNOWN;
	if (!kmod->module_new_from_name(context, "rtla", &module)) {
		found = read_module(machine, kmod, module, file);
		kmod->module_unref(module);
	}
	kmod->unref(context);
	return found;
}

enum module_found installed_module_find(const struct machine *machine,
					struct module_file *file)
{
	struct libkmod kmod;
	char folder[PATH_MAX];
	enum module_found found;

	if (!*machine->release ||
	    snprintf(folder, sizeof(folder), "%s/lib/modules/%s", machine->root,
		     machine->release) >= (int)sizeof(folder))
		return MODULE_MISSING;
	if (!libkmod_open(&kmod))
		return MODULE_UNKNOWN;
	found = find_module(machine, &kmod, folder, file);
	libkmod_close(&kmod);
	return found;
}
