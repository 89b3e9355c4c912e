// SPDX-License-Identifier: GPL-2.0
/*
 * Control groups: see cgroup.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/cgroup.h"

const struct cgroup_sources cgroup_sources = {
	.mounts = "/proc/self/mounts",
	.self = "/proc/self/cgroup",
};

/*
 * Write the path where cgroup version 2 is mounted to @path. Returns false if
 * it is not mounted.
 */
static bool find_mount(char *path, size_t size, const char *mounts)
{
	FILE *file = setmntent(mounts, "re");
	struct mntent entry;
	bool found = false;
	char text[8192];

	if (!file)
		return false;
	while (!found && getmntent_r(file, &entry, text, sizeof(text)))
		if (!strcmp(entry.mnt_type, "cgroup2")) {
			snprintf(path, size, "%s", entry.mnt_dir);
			found = true;
		}
	endmntent(file);
	return found;
}

/*
 * Write the name of the calling process's cgroup to @name. In the file @self,
 * the line of version 2 is "0::PATH". Returns false if there is no such line,
 * or if the name does not fit.
 */
static bool find_own(char *name, size_t size, const char *self)
{
	FILE *file = fopen(self, "re");
	bool found = false;
	char line[4096];

	while (file && !found && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		found = !strncmp(line, "0::", 3);
	}
	if (file)
		fclose(file);
	return found && snprintf(name, size, "%s", line + 3) < (int)size;
}

enum result cgroup_find(struct cgroup *cgroup, const char *name,
			const struct cgroup_sources *sources)
{
	char mount[1024], own[2048];

	cgroup->procs[0] = '\0';
	if (!find_mount(mount, sizeof(mount), sources->mounts))
		return fail(RESULT_CANNOT, "--cgroup: cgroup version 2 is not mounted: mount it with 'mount -t cgroup2 none /sys/fs/cgroup', or omit --cgroup");
	if (!*name && !find_own(own, sizeof(own), sources->self))
		return fail(RESULT_CANNOT, "--cgroup: %s: the cgroup of this command is not in it: name a cgroup",
			    sources->self);
	if (!*name)
		name = own;
	name += strspn(name, "/");
	snprintf(cgroup->procs, sizeof(cgroup->procs), "%s/%s%scgroup.procs",
		 mount, name, *name ? "/" : "");
	if (!access(cgroup->procs, W_OK))
		return RESULT_OK;
	return fail(RESULT_CANNOT, "--cgroup %s: %s: %s: name an existing cgroup, or create it with mkdir",
		    name, cgroup->procs, strerror(errno));
}

int cgroup_move(const struct cgroup *cgroup, pid_t pid)
{
	int fd = open(cgroup->procs, O_WRONLY | O_CLOEXEC);
	int error = 0;

	if (fd < 0)
		return errno;
	if (dprintf(fd, "%d", pid) < 0)
		error = errno;
	close(fd);
	return error;
}

enum result cgroup_refused(const struct cgroup *cgroup, const char *whom,
			   int error)
{
	return fail(RESULT_CANNOT, "%s: %s: %s cannot be moved there: %s",
		    cgroup->procs, strerror(error), whom,
		    error == EINVAL ?
		    "disable the controllers cpu and cpuset there, or choose another cgroup" :
		    "choose another cgroup");
}
