/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that the options of a command can say.
 */
#ifndef RTLA_CONFIG_H
#define RTLA_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "cpus.h"
#include "tracer.h"

struct config {
	struct tracer_config tracer;
	int64_t duration_ns;		/* 0: until a signal */
	int64_t warm_up_ns;
	struct cpus house_keeping;	/* empty: off the measured CPUs */
	int64_t dma_latency_us;		/* -1: leave it alone */
	const char *trace_file;		/* NULL: save no trace */
	bool no_analysis;
	bool only_analysis;
	bool nano;
	bool quiet;
	bool kernel_threads;
	bool debug;
};

/* config_can_stop - is there a threshold that could be hit? */
static inline bool config_can_stop(const struct config *config)
{
	return config->tracer.stop_ns[CONTEXT_IRQ] ||
	       config->tracer.stop_ns[CONTEXT_THREAD];
}

/* config_analyses - is a hit to be explained? */
static inline bool config_analyses(const struct config *config)
{
	return config_can_stop(config) && !config->no_analysis;
}

#endif /* RTLA_CONFIG_H */
