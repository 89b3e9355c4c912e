/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control groups, version 2.
 */
#ifndef RTLA_CGROUP_H
#define RTLA_CGROUP_H

#include <sys/types.h>

#include "base/message.h"

struct cgroup {
	char procs[4096];	/* path of cgroup.procs in it; "": no cgroup */
};

/* Files of the kernel that name cgroups; tests have their own. */
struct cgroup_sources {
	const char *mounts;	/* the mounted file systems */
	const char *self;	/* the cgroups of the calling process */
};

extern const struct cgroup_sources cgroup_sources;

/*
 * cgroup_find - find the cgroup called @name, or the caller's own for ""
 *
 * Returns RESULT_OK, or prints the reason and returns RESULT_CANNOT if there is
 * no such cgroup or processes may not be moved to it.
 */
enum result cgroup_find(struct cgroup *cgroup, const char *name,
			const struct cgroup_sources *sources);

/*
 * cgroup_move - move process @pid to @cgroup; 0 means the caller
 *
 * Returns 0 or an errno.
 */
int cgroup_move(const struct cgroup *cgroup, pid_t pid);

/*
 * cgroup_refused - print why cgroup_move() could not move @whom
 *
 * @error is what cgroup_move() returned. Returns RESULT_CANNOT.
 */
enum result cgroup_refused(const struct cgroup *cgroup, const char *whom,
			   int error);

#endif /* RTLA_CGROUP_H */
