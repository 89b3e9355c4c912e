// SPDX-License-Identifier: GPL-2.0
/*
 * libkmod: see libkmod.h.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

#include "host/libkmod.h"

#ifdef RTLA_STATIC
/* The command has libkmod in it, and can open no library. */
#define FUNCTION(kmod, name)	((void)(kmod), kmod_##name)
#else
#define FUNCTION(kmod, name)	dlsym((kmod)->library, "kmod_" #name)
#endif

#define TAKE(kmod, name) \
	((kmod)->name = FUNCTION(kmod, name), (kmod)->name != NULL)

static bool take_functions(struct libkmod *kmod)
{
	return TAKE(kmod, new) && TAKE(kmod, unref) &&
	       TAKE(kmod, set_log_fn) && TAKE(kmod, list_next) &&
	       TAKE(kmod, module_new_from_name) && TAKE(kmod, module_unref) &&
	       TAKE(kmod, module_get_path) && TAKE(kmod, module_get_info) &&
	       TAKE(kmod, module_info_get_key) &&
	       TAKE(kmod, module_info_get_value) &&
	       TAKE(kmod, module_info_free_list) &&
	       TAKE(kmod, config_get_blacklists) &&
	       TAKE(kmod, config_iter_next) && TAKE(kmod, config_iter_get_key) &&
	       TAKE(kmod, config_iter_free_iter) &&
	       TAKE(kmod, module_probe_insert_module);
}

#ifdef RTLA_STATIC
bool libkmod_open(struct libkmod *kmod)
{
	kmod->library = NULL;
	return take_functions(kmod);
}

void libkmod_close(struct libkmod *kmod)
{
	(void)kmod;
}
#else
bool libkmod_open(struct libkmod *kmod)
{
	kmod->library = dlopen("libkmod.so.2", RTLD_NOW | RTLD_LOCAL);
	if (!kmod->library)
		return false;
	if (take_functions(kmod))
		return true;
	dlclose(kmod->library);
	return false;
}

void libkmod_close(struct libkmod *kmod)
{
	dlclose(kmod->library);
}
#endif

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
