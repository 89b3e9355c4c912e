/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How rtla.ko measures a kind. The row of the kind names it: see stats/kind.h.
 */
#ifndef RTLA_MODULE_KIND_H
#define RTLA_MODULE_KIND_H

#include <stdint.h>

#include "trace/contexts.h"
#include "uapi/rtla.h"

struct cpus;
struct tracer_config;

/**
 * struct module_kind - what a session of the module is to do
 * @workload: its number there, one of enum rtla_workload
 * @first: the context of its first threshold
 * @stops: number of its thresholds, which are those of adjacent contexts
 * @fill: set the flags of @start, and the structure of this kind in it, but for
 *	the thresholds. What is pointed to belongs to @config
 * @await: wait until all CPUs have begun; @fd is that of the session. NULL:
 *	they have when it has started
 */
struct module_kind {
	uint32_t workload;
	enum event_context first;
	int stops;
	void (*fill)(struct rtla_start *start,
		     const struct tracer_config *config);
	void (*await)(int fd, const struct cpus *cpus);
};

#endif /* RTLA_MODULE_KIND_H */
