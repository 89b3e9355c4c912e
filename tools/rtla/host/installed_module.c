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
#include "host/machine.h"

/* Where modprobe's configuration is. */
static const char *const config_folders[] = {
	"/etc/modprobe.d", "/run/modprobe.d", "/usr/local/lib/modprobe.d",
	"/usr/lib/modprobe.d", "/lib/modprobe.d",
};

#define CONFIGS	(sizeof(config_folders) / sizeof(config_folders[0]))

/* libkmod finds the name of the signer only if it was built with OpenSSL. */
static void read_signature(const struct libkmod *kmod,
			   const struct kmod_module *module,
			   struct module_file *file)
{
	struct kmod_list *info = NULL, *entry;

	file->signature = MODULE_UNREADABLE;
	file->signer[0] = '\0';
	if (kmod->module_get_info(module, &info) < 0)
		return;
	file->signature = MODULE_NOT_SIGNED;
	for (entry = info; entry; entry = kmod->list_next(info, entry)) {
		const char *key = kmod->module_info_get_key(entry);

		if (!strcmp(key, "signature"))
			file->signature = MODULE_SIGNED;
		else if (!strcmp(key, "signer"))
			snprintf(file->signer, sizeof(file->signer), "%s",
				 kmod->module_info_get_value(entry));
	}
	kmod->module_info_free_list(info);
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
	read_signature(kmod, module, file);
	return MODULE_FOUND;
}

static bool is_blacklisted(const struct libkmod *kmod,
			   const struct kmod_ctx *context)
{
	struct kmod_config_iter *entry = kmod->config_get_blacklists(context);
	bool found = false;

	if (!entry)
		return false;
	while (!found && kmod->config_iter_next(entry))
		found = !strcmp(kmod->config_iter_get_key(entry), "rtla");
	kmod->config_iter_free_iter(entry);
	return found;
}

static enum module_found find_module(const struct machine *machine,
				     const struct libkmod *kmod,
				     const char *folder,
				     struct module_file *file)
{
	char configs[CONFIGS][PATH_MAX];
	const char *config[CONFIGS + 1] = { NULL };
	struct kmod_ctx *context;
	struct kmod_module *module;
	enum module_found found = MODULE_MISSING;

	for (size_t i = 0; i < CONFIGS; i++) {
		snprintf(configs[i], sizeof(configs[i]), "%s%s", machine->root,
			 config_folders[i]);
		config[i] = configs[i];
	}
	context = libkmod_context(kmod, folder, config);
	if (!context)
		return MODULE_UNKNOWN;
	if (!kmod->module_new_from_name(context, "rtla", &module)) {
		found = read_module(machine, kmod, module, file);
		file->blacklisted = is_blacklisted(kmod, context);
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
