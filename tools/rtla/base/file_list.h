/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of files to be read, where a folder stands for the files in it.
 */
#ifndef RTLA_FILE_LIST_H
#define RTLA_FILE_LIST_H

#include "base/message.h"

/* A zeroed structure is an empty list. */
struct file_list {
	char **path;
	int count;
};

/*
 * file_list_add - add a file, or the files of a folder whose names end in
 * @ending
 *
 * The files of a folder are added in the order of their names; folders in it,
 * and what is no regular file, are left out. A path that is no folder is added
 * as it is: whether it can be read is not checked. Returns RESULT_ERROR after
 * printing the reason, if the folder cannot be read or has no such file. The
 * caller frees the list with file_list_free(), also after a failure.
 */
enum result file_list_add(struct file_list *list, const char *path,
			  const char *ending);
void file_list_free(struct file_list *list);

#endif /* RTLA_FILE_LIST_H */
