// SPDX-License-Identifier: GPL-2.0
/*
 * libkmod: see libkmod.h.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "host/libkmod.h"

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
	{ "kmod_module_info_get_value",
	  offsetof(struct libkmod, module_info_get_value) },
	{ "kmod_module_info_free_list",
	  offsetof(struct libkmod, module_info_free_list) },
	{ "kmod_config_get_blacklists",
	  offsetof(struct libkmod, config_get_blacklists) },
	{ "kmod_config_iter_next", offsetof(struct libkmod, config_iter_next) },
	{ "kmod_config_iter_get_key",
	  offsetof(struct libkmod, config_iter_get_key) },
	{ "kmod_config_iter_free_iter",
	  offsetof(struct libkmod, config_iter_free_iter) },
	{ "kmod_module_probe_insert_module",
	  offsetof(struct libkmod, module_probe_insert_module) },
};

bool libkmod_open(struct libkmod *kmod)
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

/* libkmod would print on stderr what the command says anyway. */
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

struct kmod_ctx *libkmod_context(const struct libkmod *kmod, const char *folder,
				 const char *const *config)
{
	struct kmod_ctx *context = kmod->new(folder, config);

	if (context)
		kmod->set_log_fn(context, no_log, NULL);
	return context;
}

void libkmod_close(struct libkmod *kmod)
{
	dlclose(kmod->library);
}

static int libkmod_insert(const struct libkmod *kmod, struct kmod_ctx *context,
			  const char *name)
{
	struct kmod_module *module;
	int result = kmod->module_new_from_name(context, name, &module);

	if (result)
		return -result;
	result = kmod->module_probe_insert_module(module,
						  KMOD_PROBE_APPLY_BLACKLIST,
						  NULL, NULL, NULL, NULL);
	kmod->module_unref(module);
	return result > 0 ? LIBKMOD_BLACKLISTED : -result;
}

int libkmod_load(const char *name)
{
	struct kmod_ctx *context;
	struct libkmod kmod;
	int result = ELIBACC;

	if (!libkmod_open(&kmod))
		return result;
	result = ENOMEM;
	context = libkmod_context(&kmod, NULL, NULL);
	if (context) {
		result = libkmod_insert(&kmod, context, name);
		kmod.unref(context);
	}
	libkmod_close(&kmod);
	return result;
}
