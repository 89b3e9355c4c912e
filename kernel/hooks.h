/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks: where the module listens to the kernel while a session runs.
 */
#ifndef _RTLA_HOOKS_H
#define _RTLA_HOOKS_H

#include <linux/types.h>

struct tracepoint;

/**
 * struct hook - one probe on one of the kernel's tracepoints
 * @name: the tracepoint's name up to @suffix
 * @suffix: the rest of it
 * @probe: the function, whose prototype is the tracepoint's
 * @data: first argument of @probe
 * @optional: the measurement can do without it
 * @tracepoint: found by hooks_find(); NULL when this kernel has none
 * @attached: @probe is called
 */
struct hook {
	const char *name;
	const char *suffix;
	void *probe;
	void *data;
	bool optional;
	struct tracepoint *tracepoint;
	bool attached;
};

/**
 * struct hook_set - the hooks of one source, exits before entries
 * @hook: the hooks, in the order of attaching
 * @count: their number
 */
struct hook_set {
	struct hook *hook;
	size_t count;
};

/* What the architecture adds: its own vectors, and NMIs. */
extern struct hook_set hooks_arch;
void hooks_arch_init(void);
int hooks_arch_attach(void);
void hooks_arch_detach(void);

int hooks_find(void);
int hooks_get(void);
void hooks_put(void);

#endif /* _RTLA_HOOKS_H */
