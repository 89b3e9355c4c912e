/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control groups, version 2.
 */
#ifndef RTLA_CGROUP_H
#define RTLA_CGROUP_H

#include <sys/types.h>

#include "message.h"

struct cgroup {
	char procs[4096];	/* its file cgroup.procs; "" is no cgroup */
};

/* Where the kernel says which cgroups there are. */
struct cgroup_sources {
	const char *mounts;
	const char *self;
};

extern const struct cgroup_sources cgroup_sources;

/* cgroup_find - the one called @name, or with "" our own */
enum result cgroup_find(struct cgroup *cgroup, const char *name,
			const struct cgroup_sources *sources);

/* cgroup_move - move a process to it, 0 is the caller; 0 or an errno */
int cgroup_move(const struct cgroup *cgroup, pid_t pid);

/* cgroup_refused - say why cgroup_move() could not, and return an error */
enum result cgroup_refused(const struct cgroup *cgroup, const char *whom,
			   int error);

#endif /* RTLA_CGROUP_H */
