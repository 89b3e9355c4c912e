/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Folders for temporary files.
 */
#ifndef RTLA_TEMPORARY_FOLDER_H
#define RTLA_TEMPORARY_FOLDER_H

#include <limits.h>

/* temporary_folder_above - return the folder for such folders: TMPDIR or /tmp */
const char *temporary_folder_above(void);

/*
 * temporary_folder_make - make a folder that only this user can use
 *
 * @path is set to its absolute path, which begins with that of
 * temporary_folder_above() and @name. Returns 0 or an errno.
 */
int temporary_folder_make(char path[PATH_MAX], const char *name);

/*
 * temporary_folder_remove - remove the folder @path and everything below it
 *
 * No other file system is touched. Tries again for 2 s if that fails, because
 * processes that were killed just now may still have made files.
 */
void temporary_folder_remove(const char *path);

#endif /* RTLA_TEMPORARY_FOLDER_H */
