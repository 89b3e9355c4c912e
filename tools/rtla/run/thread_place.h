/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a thread is, for views: they know only figures.
 */
#ifndef RTLA_THREAD_PLACE_H
#define RTLA_THREAD_PLACE_H

/*
 * thread_place - return the CPU on which thread @id of process @pid ran last,
 * or -1 if that is not known
 */
int thread_place(int pid, int id);

#endif /* RTLA_THREAD_PLACE_H */
