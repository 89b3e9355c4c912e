/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads of the kernel, and what each is for: their names do not tell it.
 */
#ifndef RTLA_THREAD_PURPOSES_H
#define RTLA_THREAD_PURPOSES_H

/*
 * thread_purpose - return what a thread of this name does, to be said
 * after its name, or NULL if it is none of those that are known
 */
const char *thread_purpose(const char *name);

#endif /* RTLA_THREAD_PURPOSES_H */
