/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Settings in the forms that make them at each boot: a script with its undo, a
 * file of sysctl.d, and a profile of tuned.
 */
#ifndef RTLA_PROFILES_H
#define RTLA_PROFILES_H

#include "base/message.h"

struct findings;

/* profile_script - write a script that makes and undoes all changes */
enum result profile_script(const char *path, const struct findings *findings);

/*
 * profile_sysctl - write a file of sysctl.d
 *
 * It has the changes below /proc/sys, and names the others in a comment.
 */
enum result profile_sysctl(const char *path, const struct findings *findings);

/*
 * profile_tuned - write a profile of tuned into the new or old folder @folder
 *
 * It is the file tuned.conf, and for what no plug-in of tuned can do, a script.
 */
enum result profile_tuned(const char *folder, const struct findings *findings);

#endif /* RTLA_PROFILES_H */
