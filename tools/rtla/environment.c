// SPDX-License-Identifier: GPL-2.0
/*
 * House-keeping CPUs and /dev/cpu_dma_latency.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "environment.h"

#define DMA_LATENCY	"/dev/cpu_dma_latency"

/* Both are arrays of bits, CPU 0 first. */
static int get_affinity(struct cpus *cpus)
{
	memset(cpus, 0, sizeof(*cpus));
	return sched_getaffinity(0, sizeof(*cpus), (cpu_set_t *)cpus);
}

static int set_affinity(const struct cpus *cpus)
{
	return sched_setaffinity(0, sizeof(*cpus), (const cpu_set_t *)cpus);
}

/* A descriptor for each CPU soon exceeds the usual limit. */
static void allow_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static enum result keep_house(const struct config *config)
{
	struct cpus allowed, rest;
	char text[256];

	if (!cpus_empty(&config->house_keeping)) {
		if (!set_affinity(&config->house_keeping))
			return RESULT_OK;
		return fail(RESULT_CANNOT, "--house-keeping %s: %s: name CPUs that are online and open to this process",
			    cpus_format(&config->house_keeping, text,
					sizeof(text)),
			    strerror(errno));
	}
	if (get_affinity(&allowed))
		return RESULT_OK;
	rest = cpus_without(&allowed, &config->tracer.cpus);
	if (!cpus_empty(&rest) && !set_affinity(&rest))
		debug(config->debug, "moved to CPUs %s",
		      cpus_format(&rest, text, sizeof(text)));
	return RESULT_OK;
}

static enum result hold_latency(struct environment *environment,
				const struct config *config)
{
	int32_t latency = config->dma_latency_us;
	int fd;

	if (latency < 0)
		return RESULT_OK;
	fd = open(DMA_LATENCY, O_WRONLY | O_CLOEXEC);
	if (fd >= 0 && write(fd, &latency, sizeof(latency)) == sizeof(latency)) {
		environment->latency_fd = fd;
		return RESULT_OK;
	}
	fail(RESULT_CANNOT, DMA_LATENCY
	     ": %s: run as root, or leave --dma-latency out", strerror(errno));
	if (fd >= 0)
		close(fd);
	return RESULT_CANNOT;
}

enum result environment_set(struct environment *environment,
			    const struct config *config)
{
	enum result result;

	environment->latency_fd = -1;
	allow_files();
	result = keep_house(config);
	if (!result)
		result = hold_latency(environment, config);
	return result;
}

void environment_reset(struct environment *environment)
{
	if (environment->latency_fd >= 0)
		close(environment->latency_fd);
	environment->latency_fd = -1;
}
