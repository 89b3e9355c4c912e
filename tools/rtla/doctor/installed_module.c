// SPDX-License-Identifier: GPL-2.0
/*
 * The installed module: see installed_module.h.
 *
 * libkmod needs libcrypto. If the command were linked with it, each process
 * that measures in user space would inherit both libraries and have to unmap
 * them at its end. Beside a real-time thread that never sleeps, a hit was acted
 * on 0.1 s later for that. So libkmod is opened when it is needed.
 */
#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <libkmod.h>

#include "doctor/installed_module.h"

struct libkmod {
	void *library;
	__typeof__(kmod_new) *new;
	__typeof__(kmod_unref) *unref;
	__typeof__(kmod_set_log_fn) *set_log_fn;
	__typeof__(kmod_list_next) *list_next;
	__typeof__(kmod_module_new_from_name) *module_new_from_name;
	__typeof__(kmod_module_unref) *module_unref;
	__typeof__(kmod_module_get_path) *module_get_path;
	__typeof__(kmod_module_get_info) *module_get_info;
	__typeof__(kmod_module_info_get_key) *module_info_get_key;
	__typeof__(kmod_module_info_free_list) *module_info_free_list;
};

static const struct {
	const char *name;
	size_t at;		/* offset in struct libkmod */
} symbols[] = {
	{ "kmod_new", offsetof(struct libkmod, new) },
	{ "kmod_unref", offsetof(struct libkmod, unref) },
	{ "kmod_set_log_fn", offsetof(struct libkmod, set_log_fn) },
	{ "kmod_list_next", offsetof(struct libkmod, list_next) },
	{ "kmod_module_new_from_name",
	  offsetof(struct libkmod, module_new_from_name) },
	{ "kmod_module_unref", offsetof(struct libkmod, module_unref) },
	{ "kmod_module_get_path", offsetof(struct libkmod, module_get_path) },
	{ "kmod_module_get_info", offsetof(struct libkmod, module_get_info) },
	{ "kmod_module_info_get_key",
	  offsetof(struct libkmod, module_info_get_key) },
	{ "kmod_module_info_free_list",
	  offsetof(struct libkmod, module_info_free_list) },
};

static bool open_libkmod(struct libkmod *kmod)
{
	kmod->library = dlopen("libkmod.so.2", RTLD_NOW | RTLD_LOCAL);
	if (!kmod->library)
		return false;
	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
		void *symbol = dlsym(kmod->library, symbols[i].name);

		if (!symbol) {
			dlclose(kmod->library);
			return false;
		}
		memcpy((char *)kmod + symbols[i].at, &symbol, sizeof(symbol));
	}
	return true;
}

/* libkmod would print on stderr what the finding says anyway. */
static void no_log(void *data, int priority, const char *file, int line,
		   const char *function, const char *format, va_list args)
{
	(void)data;
	(void)priority;
	(void)file;
	(void)line;
	(void)function;
	(void)format;
	(void)args;
}

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
	struct kmod_ctx *context = kmod->new(folder, no_config);
	struct kmod_module *module;
	enum module_found found = MODULE_MISSING;

	if (!context)
		return MODULE_UNKNOWN;
	kmod->set_log_fn(context, no_log, NULL);
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
	if (!open_libkmod(&kmod))
		return MODULE_UNKNOWN;
	found = find_module(machine, &kmod, folder, file);
	dlclose(kmod.library);
	return found;
}
