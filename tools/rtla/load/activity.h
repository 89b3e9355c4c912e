/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the machine has done since its start, as the kernel counts it in /proc.
 */
#ifndef RTLA_ACTIVITY_H
#define RTLA_ACTIVITY_H

#include <stdint.h>
#include <sys/types.h>

struct machine;

enum activity_kind {
	ACTIVITY_SWITCHES,	/* context switches */
	ACTIVITY_INTERRUPTS,
	ACTIVITY_NET_SOFTIRQS,
	ACTIVITY_BLOCK_SOFTIRQS,
	ACTIVITY_FORKS,		/* new processes and threads */
	ACTIVITY_FAULTS,	/* page faults */
	ACTIVITY_READ,		/* sectors of 512 bytes, of all disks */
	ACTIVITY_WRITTEN,
	ACTIVITY_OUTPUT,	/* bytes that a load has written to files */
	ACTIVITY_PACKETS,	/* received and sent by devices but lo */
	ACTIVITIES
};

/* All that was counted up to @time, which is in ns. */
struct activity {
	uint64_t time;
	uint64_t count[ACTIVITIES];
};

/* activity_name - return the name of a count, like "context switches" */
const char *activity_name(enum activity_kind kind);

/*
 * activity_read - read all counts
 *
 * A count whose file is not there, as without disks, is 0. Returns 0 or an
 * errno, if /proc/stat cannot be read.
 */
int activity_read(const struct machine *machine, struct activity *activity);

/*
 * activity_add_children - add the packets of network namespaces of a load
 *
 * @pid is the first process of the load, and its children are in these
 * namespaces. As each packet passes two of them, that with the most counts.
 */
void activity_add_children(const struct machine *machine,
			   struct activity *activity, pid_t pid);

/*
 * activity_add_output - add what process group @group has written to files
 *
 * That is on its way to a disk, while a sector is written for anybody. What
 * ended processes have written is known of those that waited for them. What the
 * first process has written itself does not count: that is a shell, which only
 * prepares what the others do.
 */
void activity_add_output(const struct machine *machine,
			 struct activity *activity, pid_t group);

/*
 * activity_rate - return how much was counted per second from @from to @to
 *
 * A count that has become smaller, as that of a disk that is gone, gives 0.
 */
double activity_rate(const struct activity *from, const struct activity *to,
		     enum activity_kind kind);

/*
 * working_set - return the memory of a worker in process group @group, in bytes
 *
 * That is the anonymous memory of its largest process, less that of its
 * smallest one, which is what the program needs for itself. The first process
 * of the group, which is a shell, does not count.
 */
uint64_t working_set(const struct machine *machine, pid_t group);

#endif /* RTLA_ACTIVITY_H */
