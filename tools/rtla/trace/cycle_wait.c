// SPDX-License-Identifier: GPL-2.0
/*
 * Names of waits: see cycle_wait.h.
 */
#include <inttypes.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#include "trace/cycle_wait.h"

/*
 * The system calls in which threads wait. Not each architecture has all of
 * them, and those of 32 bits have further ones, for times of 64 bits.
 */
static const struct call_row {
	const char *name;
	uint32_t nr;
	bool descriptor;	/* the first argument is one, and tells the place */
} calls[] = {
#define CALL(name)		{ #name, SYS_##name, false }
#define DESCRIPTOR(name)	{ #name, SYS_##name, true }
	CALL(clock_nanosleep),
	CALL(nanosleep),
	DESCRIPTOR(read),
	DESCRIPTOR(readv),
	DESCRIPTOR(ioctl),
	DESCRIPTOR(epoll_pwait),
	DESCRIPTOR(recvfrom),
	DESCRIPTOR(recvmsg),
	DESCRIPTOR(recvmmsg),
	DESCRIPTOR(accept4),
	CALL(futex),
	CALL(ppoll),
	CALL(pselect6),
	CALL(rt_sigtimedwait),
	CALL(rt_sigsuspend),
	CALL(wait4),
	CALL(waitid),
	CALL(mq_timedreceive),
	CALL(mq_timedsend),
	CALL(msgrcv),
	CALL(msgsnd),
	CALL(semop),
	CALL(semtimedop),
	CALL(write),
	CALL(writev),
	CALL(pread64),
	CALL(pwrite64),
	CALL(preadv),
	CALL(pwritev),
	CALL(sendto),
	CALL(sendmsg),
	CALL(sendmmsg),
	CALL(connect),
	CALL(splice),
	CALL(flock),
	CALL(fcntl),
	CALL(openat),
	CALL(close),
	CALL(fsync),
	CALL(fdatasync),
	CALL(msync),
	CALL(munmap),
	CALL(mprotect),
	CALL(madvise),
	CALL(clone),
	CALL(execve),
	CALL(sched_yield),
	CALL(io_getevents),
#ifdef SYS_accept
	DESCRIPTOR(accept),
#endif
#ifdef SYS_epoll_wait
	DESCRIPTOR(epoll_wait),
#endif
#ifdef SYS_epoll_pwait2
	DESCRIPTOR(epoll_pwait2),
#endif
#ifdef SYS_io_uring_enter
	DESCRIPTOR(io_uring_enter),
#endif
#ifdef SYS_poll
	CALL(poll),
#endif
#ifdef SYS_select
	CALL(select),
#endif
#ifdef SYS_mmap
	CALL(mmap),
#endif
#ifdef SYS_pause
	CALL(pause),
#endif
#ifdef SYS_futex_wait
	CALL(futex_wait),
#endif
#ifdef SYS_futex_waitv
	CALL(futex_waitv),
#endif
#ifdef SYS_clock_nanosleep_time64
	CALL(clock_nanosleep_time64),
	CALL(futex_time64),
	CALL(ppoll_time64),
	CALL(pselect6_time64),
	DESCRIPTOR(recvmmsg_time64),
	CALL(rt_sigtimedwait_time64),
	CALL(mq_timedreceive_time64),
#endif
};

#define CALLS	(sizeof(calls) / sizeof(*calls))

static const struct call_row *find_call(uint32_t nr)
{
	for (size_t i = 0; i < CALLS; i++)
		if (calls[i].nr == nr)
			return &calls[i];
	return NULL;
}

int cycle_wait_find(const char *name)
{
	for (size_t i = 0; i < CALLS; i++)
		if (!strcmp(calls[i].name, name))
			return calls[i].nr;
	return -1;
}

const char *cycle_wait_call(uint32_t nr)
{
	const struct call_row *call = find_call(nr);

	return call ? call->name : NULL;
}

bool cycle_wait_has_descriptor(uint32_t nr)
{
	const struct call_row *call = find_call(nr);

	return call && call->descriptor;
}

bool cycle_wait_same(const struct cycle_wait *one, const struct cycle_wait *two)
{
	return one->nr == two->nr && one->how == two->how &&
	       one->object == two->object;
}

/* Return what a thread does with a futex, as far as its command tells it. */
static const char *futex_use(uint32_t command)
{
	switch (command) {
	case FUTEX_WAIT:
		return " (mutex)";
	case FUTEX_WAIT_BITSET:
		return " (condition variable or lock)";
	case FUTEX_LOCK_PI:
#ifdef FUTEX_LOCK_PI2
	case FUTEX_LOCK_PI2:
#endif
		return " (mutex with priority inheritance)";
	case FUTEX_WAIT_REQUEUE_PI:
		return " (condition variable, mutex with priority inheritance)";
	default:
		return "";
	}
}

const char *cycle_wait_name(const struct cycle_wait *wait, char *text,
			    size_t size)
{
	const struct call_row *call = find_call(wait->nr);

	if (wait->nr == CYCLE_WAIT_NO_CALL)
		snprintf(text, size, "page fault or kernel");
	else if (wait->nr == CYCLE_WAIT_MARK)
		snprintf(text, size, "none: marks begin and end its cycles");
	else if (!call)
		snprintf(text, size, "system call %" PRIu32, wait->nr);
	else if (call->descriptor)
		snprintf(text, size, "%s of descriptor %d", call->name,
			 (int)wait->how);
	else if (wait->nr == SYS_futex)
		snprintf(text, size, "futex%s", futex_use(wait->how));
	else if (wait->nr == SYS_clock_nanosleep && !(wait->how & TIMER_ABSTIME))
		snprintf(text, size, "clock_nanosleep (relative time)");
	else
		snprintf(text, size, "%s", call->name);
	return text;
}
