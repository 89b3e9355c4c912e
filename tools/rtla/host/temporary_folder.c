// SPDX-License-Identifier: GPL-2.0
/*
 * Temporary folders: see temporary_folder.h.
 */
#include <errno.h>
#include <ftw.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "host/temporary_folder.h"

#define TRIES		100
#define PAUSE_MS	20

/* Removing a tree opens this many folders at a time. */
#define FOLDERS_OPEN	16

const char *temporary_folder_above(void)
{
	const char *above = getenv("TMPDIR");

	return above && *above ? above : "/tmp";
}

int temporary_folder_make(char path[PATH_MAX], const char *name)
{
	const char *above = temporary_folder_above();
	char template[PATH_MAX];
	int length = snprintf(template, sizeof(template), "%s/%s.XXXXXX", above,
			      name);

	errno = ENAMETOOLONG;
	if (length < (int)sizeof(template) && mkdtemp(template) &&
	    realpath(template, path))
		return 0;
	*path = '\0';
	return errno;
}

static int remove_one(const char *path, const struct stat *status, int type,
		      struct FTW *place)
{
	(void)status;
	(void)type;
	(void)place;
	remove(path);
	return 0;
}

void temporary_folder_remove(const char *path)
{
	struct stat status;

	for (int i = 0; i < TRIES && !lstat(path, &status); i++) {
		if (i)
			poll(NULL, 0, PAUSE_MS);
		nftw(path, remove_one, FOLDERS_OPEN,
		     FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
	}
}
