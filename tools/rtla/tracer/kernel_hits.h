/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits of the kernel's own tracers. When a threshold is hit, the kernel
 * switches off all trace instances that have the tracer, and tells nobody. So
 * an instance of the tracer's own has the samples only; when it is found to be
 * off, its last sample over a threshold is the hit.
 */
#ifndef RTLA_KERNEL_HITS_H
#define RTLA_KERNEL_HITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"
#include "tracer/kernel_starved.h"
#include "tracer/tracer_config.h"
#include "tracer/tracer_state.h"

struct decoder;
struct instance;

struct kernel_hits {
	struct tracer_config config;	/* the thresholds that were set last */
	struct instance *instance;	/* NULL: not begun */
	struct decoder *decoder;
	struct kernel_starved starved;	/* begun if a hit may be put off */
	int fd;				/* readable when it is time to look */
	int timer;
	int notify;			/* of a new maximum; or -1 */
	bool watching;
	uint64_t from;			/* ns: samples before this time are no hits */
	bool taken;			/* there was a hit since arm() */
	bool found;			/* @hit is to be read */
	bool unstopped;			/* @hit was put off, and the kernel has not stopped */
	bool missed;			/* switched off by what was recorded before, see resume */
	int resumed;			/* how often since arm() */
	bool stopped;			/* switched off, but by no hit */
	struct tracer_hit hit;
};

/* kernel_hits_open - prepare @hits; prints an error if it fails */
enum result kernel_hits_open(struct kernel_hits *hits);

/*
 * kernel_hits_begin - create the instance, and let the tracer called @name
 * measure
 *
 * Prints an error if it fails.
 */
enum result kernel_hits_begin(struct kernel_hits *hits, const char *name,
			      const struct tracer_config *config);

/* kernel_hits_arm - watch for hits, over the thresholds of @config; print a failure */
enum result kernel_hits_arm(struct kernel_hits *hits,
			    const struct tracer_config *config);

/*
 * kernel_hits_look - find out whether there was a hit; see @found, @unstopped,
 * @missed and @stopped
 *
 * @ends: the measurement ends, so that a hit that was put off waits no longer.
 */
void kernel_hits_look(struct kernel_hits *hits, bool ends);

/*
 * kernel_hits_resume - go on watching after @missed, with the other instances
 * on again
 */
void kernel_hits_resume(struct kernel_hits *hits);

/*
 * kernel_hits_close - end the tracer in the instance, and free all; also if not
 * begun
 */
void kernel_hits_close(struct kernel_hits *hits);

#endif /* RTLA_KERNEL_HITS_H */
