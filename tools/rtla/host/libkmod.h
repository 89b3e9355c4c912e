/* SPDX-License-Identifier: GPL-2.0 */
/*
 * libkmod, which knows where modules are installed, and loads them by the rules
 * of modprobe.
 *
 * libkmod needs libcrypto. If the command were linked with it, each process
 * that measures in user space would inherit both libraries and have to unmap
 * them at its end. Beside a real-time thread that never sleeps, a hit was acted
 * on 0.1 s later for that. So libkmod is opened when it is needed.
 */
#ifndef RTLA_LIBKMOD_H
#define RTLA_LIBKMOD_H

#include <stdbool.h>

#include <libkmod.h>

/* The functions of libkmod that are used, by their names without "kmod_". */
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
	__typeof__(kmod_module_info_get_value) *module_info_get_value;
	__typeof__(kmod_module_info_free_list) *module_info_free_list;
	__typeof__(kmod_config_get_blacklists) *config_get_blacklists;
	__typeof__(kmod_config_iter_next) *config_iter_next;
	__typeof__(kmod_config_iter_get_key) *config_iter_get_key;
	__typeof__(kmod_config_iter_free_iter) *config_iter_free_iter;
	__typeof__(kmod_module_probe_insert_module) *module_probe_insert_module;
};

/* libkmod_open - open libkmod; returns false if it cannot be */
bool libkmod_open(struct libkmod *kmod);

/*
 * libkmod_context - return a context, of which nothing is logged, or NULL
 *
 * @folder has the modules, and @config are folders of modprobe's configuration;
 * NULL: those of the running kernel and of this system. The caller drops it
 * with kmod->unref().
 */
struct kmod_ctx *libkmod_context(const struct libkmod *kmod, const char *folder,
				 const char *const *config);

void libkmod_close(struct libkmod *kmod);

#define LIBKMOD_BLACKLISTED	4096	/* is no errno */

/*
 * libkmod_load - load module @name of the running kernel, as modprobe -b does
 *
 * Options, install commands and blacklists of modprobe's configuration apply.
 * Returns 0 if the module is loaded now, an errno, or LIBKMOD_BLACKLISTED.
 * ELIBACC: there is no libkmod.
 */
int libkmod_load(const char *name);

#endif /* RTLA_LIBKMOD_H */
