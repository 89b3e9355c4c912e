// SPDX-License-Identifier: GPL-2.0
/*
 * The house-keeping CPUs, /dev/cpu_dma_latency, and other settings that hold
 * during a measurement.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host/dma_latency.h"
#include "host/house_keeping.h"
#include "host/scheduling.h"
#include "options/config.h"
#include "run/host_setup.h"
#include "trace/instance.h"

/*
 * Raise the limit of open files as far as possible: one descriptor for each CPU
 * soon exceeds the usual limit.
 */
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
	int error;

	if (!cpus_empty(&config->house_keeping)) {
		error = scheduling_bind(&config->house_keeping);
		if (!error)
			return RESULT_OK;
		return fail(RESULT_CANNOT, "--house-keeping %s: %s: name CPUs that are online and allowed for this process",
			    cpus_format(&config->house_keeping, text,
					sizeof(text)),
			    strerror(error));
	}
	if (scheduling_allowed(&allowed))
		return RESULT_OK;
	rest = house_keeping_choose(CPUS_ROOT, &allowed,
				    &config->tracer.cpus);
	if (memcmp(&rest, &allowed, sizeof(rest)) && !scheduling_bind(&rest))
		debug(config->debug, "running on CPUs %s",
		      cpus_format(&rest, text, sizeof(text)));
	return RESULT_OK;
}

static enum result hold_latency(struct host_setup *setup,
				const struct config *config)
{
	int fd;

	if (config->dma_latency_us < 0)
		return RESULT_OK;
	fd = dma_latency_hold(config->dma_latency_us);
	if (fd == -ENOENT)
		return fail(RESULT_CANNOT, DMA_LATENCY ": this machine or container has no such device: omit --dma-latency");
	if (fd < 0)
		return fail(RESULT_CANNOT, DMA_LATENCY
			    ": %s: run as root, or omit --dma-latency", strerror(-fd));
	setup->latency_fd = fd;
	return RESULT_OK;
}

enum result host_setup_apply(struct host_setup *setup,
			     const struct config *config, bool settings)
{
	bool limits = config->deepest_idle_state >= -1;
	enum result result = RESULT_OK;

	setup->latency_fd = -1;
	setup->guard = GUARD_NONE;
	allow_files();
	if (config->cgroup)
		result = cgroup_find(&setup->cgroup, config->cgroup,
				     &cgroup_sources);
	if (!result)
		result = keep_house(config);
	if (result)
		return result;
	/* The guard inherits its CPUs, so it is started after keep_house(). */
	instances_clean();
	undo_left(&undo_places);
	guard_start(&setup->guard, &undo_places, limits || settings,
		    config->debug);
	result = hold_latency(setup, config);
	if (!result && limits)
		result = idle_states_limit(&setup->idle_states,
					   CPUS_ROOT,
					   &config->tracer.cpus,
					   config->deepest_idle_state,
					   &setup->guard.list);
	return result;
}

void host_setup_relax(struct host_setup *setup)
{
	if (setup->latency_fd >= 0)
		close(setup->latency_fd);
	setup->latency_fd = -1;
	idle_states_restore(&setup->idle_states);
}

void host_setup_undo(struct host_setup *setup)
{
	host_setup_relax(setup);
	guard_end(&setup->guard);
}
