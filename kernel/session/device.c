// SPDX-License-Identifier: GPL-2.0
/*
 * The device /dev/rtla: this file takes all that comes from user space, and
 * returns the answers. What a session is to do is checked by start.c.
 *
 * An open file becomes a session by RTLA_IOC_START or by a line of text, or a
 * user-space workload by RTLA_IOC_ATTACH, and stays that. The kernel closes the
 * file when its holder ends, for any reason.
 */
#include <linux/capability.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/lockdep.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include "bound/bound_windows.h"
#include "noise/symbol.h"
#include "session/device.h"
#include "session/session.h"
#include "session/session_stats.h"
#include "session/start.h"
#include "session/text.h"
#include "session/user_workload.h"
#include "wakeup/wakers.h"
#include "wakeup/watched.h"

/* Sizes of the first versions of structures that grow with the versions. */
#define START_SIZE_MIN	offsetofend(struct rtla_start, reserved)
#define ARM_SIZE_MIN	offsetofend(struct rtla_arm, stop_thread_ns)
#define CPU_SIZE_MIN	offsetofend(struct rtla_cpu, offline)
#define STATS_SIZE_MIN	offsetofend(struct rtla_stats, noise)
#define HIT_SIZE_MIN	offsetofend(struct rtla_hit, t_w_ns)

/* No version of a structure is longer than this. */
#define STRUCT_SIZE_MAX	4096

/**
 * struct descriptor - an open file
 * @lock: guards the setting of @session and @user
 * @waiters: readers and pollers that wait for the hit of @session
 * @session: if not NULL, the file is this session; set once
 * @user: if not NULL, the file is this user-space workload; set once
 * @opener: the process that opened the file
 * @text: a line of text started @session, and read() returns text; set before
 *	@session
 * @told: the line of the hit is in @line; written with @lock held
 * @line: the line of the hit; guarded by @lock
 * @line_at: how much of @line was read; guarded by @lock
 * @line_end: the length of @line; guarded by @lock
 */
struct descriptor {
	struct mutex lock;	/* see above */
	wait_queue_head_t waiters;
	struct session *session;
	struct user_workload *user;
	struct pid *opener;
	bool text;
	bool told;
	char line[TEXT_HIT_SIZE];
	size_t line_at;
	size_t line_end;
};

/* Return the session that the file is, or NULL. */
static struct session *session_of(struct descriptor *of)
{
	/* Pairs with the release in device_start_session(). */
	return smp_load_acquire(&of->session);
}

/* Return the user-space workload that the file is, or NULL. */
static struct user_workload *user_of(struct descriptor *of)
{
	/* Pairs with the release in device_attach_workload(). */
	return smp_load_acquire(&of->user);
}

/* ---- Input -------------------------------------------------------------- */

/*
 * Copy a structure from user space; it begins with its size as the caller knows
 * it. The size is limited before the copy, because checking a long unknown tail
 * takes time. Returns 0 or a negative error.
 */
static int device_get_struct(void *dst, size_t size, size_t size_min,
			     const void __user *src)
{
	const u32 __user *src_size = src;
	u32 user_size;

	if (get_user(user_size, src_size))
		return -EFAULT;
	if (user_size < size_min)
		return -EINVAL;
	if (user_size > STRUCT_SIZE_MAX)
		return -E2BIG;
	return copy_struct_from_user(dst, size, src, user_size);
}

/* ---- Requests ----------------------------------------------------------- */

/* Tell the caller what is measured, if its structure has a field for that. */
static int device_put_contexts(const struct session *session, u32 size,
			       struct rtla_start __user *arg)
{
	const struct workload *kind = session->config.kind;
	u64 contexts = session->stats.config.contexts;

	if (size < offsetofend(struct rtla_start, contexts))
		return 0;
	if (kind->contexts)
		contexts &= kind->contexts();
	return put_user(contexts, &arg->contexts);
}

/*
 * Start @session and make the file this session; a failure frees @session. @arg
 * is where the caller wants to know about it; NULL: nowhere, as the caller wrote
 * a line of text.
 */
static int device_start_session(struct descriptor *of, struct session *session,
				struct rtla_start *user,
				struct rtla_start __user *arg)
{
	int ret;

	lockdep_assert_held(&of->lock);
	if (of->session || of->user) {
		rtla_session_free(session);
		return -EBUSY;
	}
	ret = rtla_session_start(session, &of->waiters, &user->cpu);
	if (ret)
		return ret;
	if (arg && (put_user(session->hit.session, &arg->session) ||
		    put_user(user->cpu, &arg->cpu) ||
		    device_put_contexts(session, user->size, arg))) {
		rtla_session_stop(session);
		return -EFAULT;
	}
	of->text = !arg;
	/* Pairs with the acquire in session_of(). */
	smp_store_release(&of->session, session);
	return 0;
}

/*
 * Check @start, and start the session that it describes. It came by
 * RTLA_IOC_START from @arg, with the addresses of its CPUs and limits; or by
 * @text, which has a list of CPUs. @start->cpu is set to the CPU that is the
 * reason of an error, or to -1. Returns 0 or a negative error.
 */
static int device_start(struct descriptor *of, struct rtla_start *start,
			struct rtla_start __user *arg,
			struct text_request *text)
{
	struct session *session;
	int ret;

	start->cpu = -1;
	if (!rtla_start_permitted(start))
		return -EPERM;
	session = rtla_session_create();
	if (!session)
		return -ENOMEM;
	ret = rtla_start_configure(session, start, text);
	if (!ret)
		ret = mutex_lock_killable(&of->lock);
	if (ret) {
		rtla_session_free(session);
	} else {
		ret = device_start_session(of, session, start, arg);
		mutex_unlock(&of->lock);
	}
	return ret;
}

static long device_ioctl_start(struct descriptor *of,
			       struct rtla_start __user *arg)
{
	struct rtla_start user;
	long ret;

	/* A caller without any permission gets EPERM before any other error. */
	if (!perfmon_capable())
		return -EPERM;
	ret = device_get_struct(&user, sizeof(user), START_SIZE_MIN, arg);
	if (ret)
		return ret;
	ret = device_start(of, &user, arg, NULL);
	if (ret && ret != -EPERM && put_user(user.cpu, &arg->cpu))
		return -EFAULT;
	return ret;
}

static long device_ioctl_arm(struct descriptor *of, const void __user *arg)
{
	struct session *session = session_of(of);
	u64 stop[WORKLOAD_STOPS], ns[WORKLOAD_STOPS];
	struct rtla_arm arm;
	int ret;

	ret = device_get_struct(&arm, sizeof(arm), ARM_SIZE_MIN, arg);
	if (ret)
		return ret;
	if (arm.reserved || !session)
		return -EINVAL;
	/* Panicking takes this capability, and the holder of the file may have none. */
	if (session->config.panic && !capable(CAP_SYS_ADMIN))
		return -EPERM;
	ns[RTLA_CONTEXT_IRQ] = arm.stop_irq_ns;
	ns[RTLA_CONTEXT_THREAD] = arm.stop_thread_ns;
	ns[RTLA_CONTEXT_USER] = arm.stop_user_ns;
	ns[RTLA_CONTEXT_SINGLE] = arm.stop_single_ns;
	ns[RTLA_CONTEXT_TOTAL] = arm.stop_total_ns;
	memcpy(&ns[RTLA_WAKEUP_TIMER], arm.stop_wakeup_ns,
	       sizeof(arm.stop_wakeup_ns));
	memcpy(&ns[RTLA_OVERHEAD_RELEASE_LATENCY], arm.stop_overhead_ns,
	       sizeof(arm.stop_overhead_ns));
	memcpy(&ns[RTLA_BOUND_POID], arm.stop_bound_ns,
	       sizeof(arm.stop_bound_ns));
	ret = rtla_start_thresholds(stop, ns);
	return ret ?: rtla_session_arm(session, stop);
}

static long device_ioctl_cpu(struct descriptor *of, void __user *arg)
{
	struct session *session = session_of(of);
	struct rtla_cpu info;
	int ret;

	ret = device_get_struct(&info, sizeof(info), CPU_SIZE_MIN, arg);
	if (ret)
		return ret;
	if (!session)
		return -EINVAL;
	ret = rtla_session_cpu(session, &info);
	if (ret)
		return ret;
	return copy_to_user(arg, &info, min_t(size_t, info.size, sizeof(info))) ?
	       -EFAULT : 0;
}

static long device_ioctl_count(struct descriptor *of, const void __user *arg)
{
	struct session *session = session_of(of);
	struct rtla_count count;
	int ret;

	ret = device_get_struct(&count, sizeof(count), sizeof(count), arg);
	if (ret)
		return ret;
	if (count.reserved || !session || rtla_session_has_ended(session))
		return -EINVAL;
	return rtla_stats_count(&session->stats, count.from_ns, count.until_ns);
}

static long device_ioctl_stats(struct descriptor *of, void __user *arg)
{
	struct session *session = session_of(of);
	struct rtla_stats stats;
	int ret;

	ret = device_get_struct(&stats, sizeof(stats), STATS_SIZE_MIN, arg);
	if (ret)
		return ret;
	if (stats.reserved || !session)
		return -EINVAL;
	ret = rtla_session_check_cpu(session, &stats.cpu);
	if (!ret)
		ret = rtla_session_stats(session, &stats);
	if (ret)
		return ret;
	return copy_to_user(arg, &stats, min_t(size_t, stats.size,
					       sizeof(stats))) ? -EFAULT : 0;
}

/* Copy the buckets @asked to user space. */
static int device_copy_buckets(struct session *session,
			       const struct rtla_buckets *asked)
{
	u64 *buckets;
	int ret;

	/* No distribution or histogram has more. */
	if (asked->count > RTLA_HIST_ENTRIES_MAX + 1)
		return -EINVAL;
	buckets = kvcalloc(asked->count, sizeof(*buckets), GFP_KERNEL);
	if (!buckets)
		return -ENOMEM;
	ret = rtla_session_buckets(session, asked, buckets);
	if (!ret && copy_to_user(u64_to_user_ptr(asked->buckets), buckets,
				 asked->count * sizeof(*buckets)))
		ret = -EFAULT;
	kvfree(buckets);
	return ret;
}

static long device_ioctl_buckets(struct descriptor *of, const void __user *arg)
{
	struct session *session = session_of(of);
	struct rtla_buckets asked;
	int ret;

	ret = device_get_struct(&asked, sizeof(asked), sizeof(asked), arg);
	if (ret)
		return ret;
	if (!session)
		return -EINVAL;
	if (asked.kind != RTLA_BUCKETS_THREAD)
		ret = rtla_session_check_cpu(session, &asked.cpu);
	return ret ?: device_copy_buckets(session, &asked);
}

/* Copy the blocks of @asked to user space; set @asked->count to their number. */
static int device_copy_blocks(struct session *session,
			      struct rtla_blocks *asked)
{
	struct rtla_block *blocks;
	int ret;

	blocks = kvcalloc(asked->count, sizeof(*blocks), GFP_KERNEL);
	if (!blocks)
		return -ENOMEM;
	ret = rtla_session_blocks(session, asked, blocks);
	if (ret >= 0) {
		asked->count = ret;
		ret = copy_to_user(u64_to_user_ptr(asked->blocks), blocks,
				   ret * sizeof(*blocks)) ? -EFAULT : 0;
	}
	kvfree(blocks);
	return ret;
}

static long device_ioctl_blocks(struct descriptor *of, void __user *arg)
{
	struct session *session = session_of(of);
	struct rtla_blocks __user *user = arg;
	struct rtla_blocks asked;
	int ret;

	ret = device_get_struct(&asked, sizeof(asked), sizeof(asked), arg);
	if (ret)
		return ret;
	if (!session || asked.flags & ~RTLA_BLOCKS_LAST || asked.reserved)
		return -EINVAL;
	ret = rtla_session_check_cpu(session, &asked.cpu);
	if (ret)
		return ret;
	asked.count = min(asked.count, RTLA_BLOCKS_KEPT + 1U);
	ret = device_copy_blocks(session, &asked);
	return ret ?: put_user(asked.count, &user->count);
}

/* Copy what is known of threads to user space; sets @asked->count and full. */
static int device_copy_threads(const struct watcher *watcher,
			       struct rtla_threads *asked)
{
	struct rtla_thread __user *to = u64_to_user_ptr(asked->threads);
	unsigned int known = rtla_watcher_count(watcher), i;
	struct rtla_thread thread;

	asked->full = READ_ONCE(watcher->full);
	asked->count = asked->first < known ?
		       min(asked->count, known - asked->first) : 0;
	for (i = 0; i < asked->count; i++) {
		rtla_watched_read(&watcher->watched[asked->first + i], &thread);
		if (copy_to_user(to + i, &thread, sizeof(thread)))
			return -EFAULT;
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

static long device_ioctl_threads(struct descriptor *of, void __user *arg)
{
	struct session *session = session_of(of);
	struct rtla_threads asked;
	int ret;

	if (!perfmon_capable())
		return -EPERM;
	ret = device_get_struct(&asked, sizeof(asked), sizeof(asked), arg);
	if (ret)
		return ret;
	if (!session || !session->config.workload.watcher)
		return -EINVAL;
	ret = device_copy_threads(session->config.workload.watcher, &asked);
	if (ret)
		return ret;
	return copy_to_user(arg, &asked, sizeof(asked)) ? -EFAULT : 0;
}

/* Copy the wakers of a CPU to user space; sets @asked->count to their number. */
static int device_copy_wakers(const struct wakers *wakers,
			      struct rtla_wakers *asked)
{
	struct rtla_woken __user *to = u64_to_user_ptr(asked->wakers);
	unsigned int room = asked->count, i;
	struct rtla_woken woken;

	asked->count = 0;
	for (i = 0; i <= RTLA_WAKERS_MAX && asked->count < room; i++) {
		if (!rtla_wakers_read(wakers, asked->cpu, i, &woken))
			continue;
		if (copy_to_user(to + asked->count++, &woken, sizeof(woken)))
			return -EFAULT;
		cond_resched();
	}
	return 0;
}

static long device_ioctl_wakers(struct descriptor *of, void __user *arg)
{
	struct session *session = session_of(of);
	struct rtla_wakers asked;
	struct watcher *watcher;
	int ret;

	if (!perfmon_capable())
		return -EPERM;
	ret = device_get_struct(&asked, sizeof(asked), sizeof(asked), arg);
	if (ret)
		return ret;
	watcher = session ? session->config.workload.watcher : NULL;
	if (!watcher || !watcher->wakers || asked.reserved)
		return -EINVAL;
	ret = rtla_session_check_cpu(session, &asked.cpu) ?:
	      device_copy_wakers(watcher->wakers, &asked);
	if (ret)
		return ret;
	return copy_to_user(arg, &asked, sizeof(asked)) ? -EFAULT : 0;
}

/* Hide what ran, and where, from a caller who must not look at other threads. */
static void device_hide_places(struct rtla_bound *bound)
{
	struct rtla_bound_variable *variable = bound->variable;
	unsigned int i;

	for (i = 0; i < RTLA_BOUND_VARIABLES; i++, variable++) {
		variable->pid = 0;
		memset(variable->comm, 0, sizeof(variable->comm));
		variable->address = 0;
		variable->stack_count = 0;
		memset(variable->stack, 0, sizeof(variable->stack));
	}
}

static long device_ioctl_bound(struct descriptor *of, void __user *arg)
{
	struct bound_cpu_windows __percpu *windows;
	struct session *session = session_of(of);
	struct rtla_bound *bound;
	long ret;

	windows = session ? session->config.workload.windows : NULL;
	if (!windows)
		return -EINVAL;
	bound = kzalloc(sizeof(*bound), GFP_KERNEL);
	if (!bound)
		return -ENOMEM;
	ret = device_get_struct(bound, sizeof(*bound),
				sizeof(*bound), arg) ?:
	      rtla_session_check_cpu(session, &bound->cpu);
	if (!ret) {
		rtla_bound_windows_read(windows, &session->stats, bound);
		if (!perfmon_capable())
			device_hide_places(bound);
		if (copy_to_user(arg, bound, min_t(size_t, bound->size,
						   sizeof(*bound))))
			ret = -EFAULT;
	}
	kfree(bound);
	return ret;
}

static long device_ioctl_end(struct descriptor *of)
{
	struct session *session = session_of(of);

	return session ? rtla_session_end(session) : -EINVAL;
}

static int device_attach_workload(struct descriptor *of, u32 number)
{
	struct user_workload *user;

	lockdep_assert_held(&of->lock);
	if (of->session || of->user)
		return -EINVAL;
	user = rtla_sessions_attach(number);
	if (IS_ERR(user))
		return PTR_ERR(user);
	/* Pairs with the acquire in user_of(). */
	smp_store_release(&of->user, user);
	return 0;
}

static long device_ioctl_attach(struct descriptor *of, const void __user *arg)
{
	struct rtla_attach request;
	int ret;

	ret = device_get_struct(&request, sizeof(request), sizeof(request),
				arg);
	if (ret)
		return ret;
	ret = mutex_lock_killable(&of->lock);
	if (ret)
		return ret;
	ret = device_attach_workload(of, request.cpu);
	mutex_unlock(&of->lock);
	return ret;
}

/* Return the address that the session has told, by itself or by a token; 0: none. */
static unsigned long device_find_address(struct session *session, u64 told)
{
	struct bound_cpu_windows __percpu *windows =
		session->config.workload.windows;

	if (!told)
		return 0;
	if (rtla_hit_has_address(&session->hit, told))
		return told;
	return windows ? rtla_bound_find_address(windows, told) : 0;
}

/*
 * Set the name of an address in a stack that was reported with a hit, or of a
 * window of a bound. The name of any other address would reveal where the kernel
 * is in memory, even if kptr_restrict hides that or the caller must not read
 * /proc/kallsyms. @text is a buffer of KSYM_SYMBOL_LEN bytes. Returns 0 or a
 * negative error.
 */
static int device_name_address(struct session *session,
			       struct rtla_symbol *symbol, char *text)
{
	unsigned long address;

	if (symbol->reserved || !session)
		return -EINVAL;
	address = device_find_address(session, symbol->address);
	if (!address || !rtla_symbol_find(text, address))
		return -ENOENT;
	strscpy(symbol->name, text, sizeof(symbol->name));
	return 0;
}

static long device_ioctl_symbol(struct descriptor *of, void __user *arg)
{
	struct rtla_symbol *symbol;
	char *text;
	long ret;

	if (!perfmon_capable())
		return -EPERM;
	symbol = kzalloc(sizeof(*symbol), GFP_KERNEL);
	text = kzalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	ret = symbol && text ? 0 : -ENOMEM;
	if (!ret)
		ret = device_get_struct(symbol, sizeof(*symbol),
					sizeof(*symbol), arg);
	if (!ret)
		ret = device_name_address(session_of(of), symbol, text);
	if (!ret && copy_to_user(arg, symbol, sizeof(*symbol)))
		ret = -EFAULT;
	kfree(text);
	kfree(symbol);
	return ret;
}

/*
 * The code of a request contains the size of its structure as the caller knows
 * it, which grows with the versions. So only the type and the number in the
 * code identify a request, so that the codes of all versions remain valid.
 */
static long rtla_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct descriptor *of = file->private_data;
	void __user *user = (void __user *)arg;

	if (_IOC_TYPE(cmd) != RTLA_IOC_MAGIC)
		return -ENOTTY;
	switch (_IOC_NR(cmd)) {
	case _IOC_NR(RTLA_IOC_START):
		return device_ioctl_start(of, user);
	case _IOC_NR(RTLA_IOC_ARM):
		return device_ioctl_arm(of, user);
	case _IOC_NR(RTLA_IOC_CPU):
		return device_ioctl_cpu(of, user);
	case _IOC_NR(RTLA_IOC_ATTACH):
		return device_ioctl_attach(of, user);
	case _IOC_NR(RTLA_IOC_SYMBOL):
		return device_ioctl_symbol(of, user);
	case _IOC_NR(RTLA_IOC_END):
		return device_ioctl_end(of);
	case _IOC_NR(RTLA_IOC_COUNT):
		return device_ioctl_count(of, user);
	case _IOC_NR(RTLA_IOC_STATS):
		return device_ioctl_stats(of, user);
	case _IOC_NR(RTLA_IOC_BUCKETS):
		return device_ioctl_buckets(of, user);
	case _IOC_NR(RTLA_IOC_BLOCKS):
		return device_ioctl_blocks(of, user);
	case _IOC_NR(RTLA_IOC_THREADS):
		return device_ioctl_threads(of, user);
	case _IOC_NR(RTLA_IOC_WAKERS):
		return device_ioctl_wakers(of, user);
	case _IOC_NR(RTLA_IOC_BOUND):
		return device_ioctl_bound(of, user);
	default:
		return -ENOTTY;
	}
}

/* ---- Text --------------------------------------------------------------- */

/* The longest part of a word that the kernel log shows. */
#define WORD_SHOWN	64

/* Say what an error of device_start() means for a line without a bad word. */
static const char *device_explain(int error)
{
	switch (error) {
	case -EBUSY:
		return "the file is a session already, or a CPU belongs to another session";
	case -ENODEV:
		return "a CPU is offline";
	case -ERANGE:
		return "a number is out of its range";
	default:
		return "its words do not fit together";
	}
}

/* Say in the kernel log why a line of text starts nothing. */
static void device_log_refusal(const struct text_request *text, int error)
{
	if (text->bad)
		pr_notice_ratelimited("a line of text starts nothing: the word '%*pE' %s\n",
				      (int)strnlen(text->bad, WORD_SHOWN),
				      text->bad, text->reason);
	else if (text->start.cpu >= 0)
		pr_notice_ratelimited("a line of text starts nothing: %s: CPU %d\n",
				      device_explain(error), text->start.cpu);
	else
		pr_notice_ratelimited("a line of text starts nothing: %s\n",
				      text->reason ?: device_explain(error));
}

/* Start the session that a line asks for; @length is its bytes without NUL. */
static int device_start_text(struct descriptor *of, char *line, size_t length)
{
	struct text_request text;
	int ret = rtla_text_parse(line, length, &text);

	text.start.cpu = -1;
	if (!ret)
		ret = device_start(of, &text.start, NULL, &text);
	if (ret && ret != -EINTR && ret != -ENOMEM && ret != -EPERM)
		device_log_refusal(&text, ret);
	return ret;
}

/*
 * A line of text starts a session. Any program that prints to a descriptor which
 * it got from somebody else can be made to write here. So not only the writer
 * has to be allowed to start a session, but also the process that opened the
 * file.
 */
static ssize_t rtla_write_iter(struct kiocb *iocb, struct iov_iter *from)
{
	struct file *file = iocb->ki_filp;
	size_t length = iov_iter_count(from);
	char *line;
	ssize_t ret;

	if (!capable(CAP_SYS_ADMIN) ||
	    !file_ns_capable(file, &init_user_ns, CAP_SYS_ADMIN))
		return -EPERM;
	if (length > RTLA_LINE_MAX)
		return -E2BIG;
	line = kzalloc(length + 1, GFP_KERNEL);
	if (!line)
		return -ENOMEM;
	if (copy_from_iter_full(line, length, from))
		ret = device_start_text(file->private_data, line, length);
	else
		ret = -EFAULT;
	kfree(line);
	return ret ?: length;
}

/* ---- The file ----------------------------------------------------------- */

/*
 * The buffer of a workload contains when it returned to user space, by its own
 * clock. A buffer that is too short, or cannot be read, contains nothing.
 */
static ssize_t device_read_workload(struct user_workload *user,
				    const char __user *buf, size_t size)
{
	u64 returned = 0;
	int ret;

	if (!rtla_user_workload_is_current(user))
		return -EPERM;
	if (size >= sizeof(returned) &&
	    copy_from_user(&returned, buf, sizeof(returned)))
		returned = 0;
	ret = rtla_user_workload_read(user, returned);
	if (ret == -ENODEV || ret == -EXDEV)
		rtla_sessions_leave(user);
	return ret;
}

/* Return whether read() would not wait: there is a hit, or will be none. */
static bool device_has_news(const struct session *session)
{
	return rtla_hit_is_ready(&session->hit) ||
	       rtla_session_has_ended(session);
}

/*
 * Take the hit. Returns 1 if there was one, 0 if there will be none, -EAGAIN if
 * there is none yet.
 */
static int device_take_hit(struct session *session, struct rtla_hit *hit)
{
	/*
	 * Read this before rtla_hit_take(): if the session had ended before
	 * rtla_hit_take() found no hit, there will be none.
	 */
	bool ended = rtla_session_has_ended(session);

	if (rtla_hit_take(&session->hit, hit))
		return 1;
	return ended ? 0 : -EAGAIN;
}

/* Not inlined, so that the read of a workload is as short as it can be. */
static noinline ssize_t device_read_hit(struct descriptor *of, char __user *buf,
					size_t size, bool wait)
{
	struct session *session = session_of(of);
	struct rtla_hit hit;
	int ret;

	if (size < HIT_SIZE_MIN || !session)
		return -EINVAL;
	ret = device_take_hit(session, &hit);
	while (ret == -EAGAIN && wait) {
		ret = wait_event_interruptible(of->waiters,
					       device_has_news(session));
		ret = ret ?: device_take_hit(session, &hit);
	}
	if (ret <= 0)
		return ret;
	/* A caller that knows a shorter structure gets the part it knows. */
	size = min(size, sizeof(hit));
	return copy_to_user(buf, &hit, size) ? -EFAULT : size;
}

/*
 * Get the line of the hit, if there is one. Returns the bytes of it that were
 * not read yet, 0 if there are and will be none, or -EAGAIN.
 */
static int device_get_line(struct descriptor *of, struct session *session)
{
	struct rtla_hit hit;
	int ret;

	lockdep_assert_held(&of->lock);
	if (of->line_at < of->line_end)
		return of->line_end - of->line_at;
	ret = device_take_hit(session, &hit);
	if (ret == -EAGAIN && of->told)
		return 0;
	if (ret <= 0)
		return ret;
	of->line_at = 0;
	of->line_end = rtla_text_hit(of->line, &hit);
	WRITE_ONCE(of->told, true);
	/* Another reader, who waits for this hit, has reached the end. */
	wake_up_interruptible(&of->waiters);
	return of->line_end;
}

/* Copy the next part of the line to user space, without waiting for a hit. */
static ssize_t device_read_line(struct descriptor *of, struct session *session,
				char __user *buf, size_t size)
{
	ssize_t ret = mutex_lock_interruptible(&of->lock);

	if (ret)
		return ret;
	ret = device_get_line(of, session);
	if (ret > 0) {
		ret = min_t(size_t, ret, size);
		if (copy_to_user(buf, of->line + of->line_at, ret))
			ret = -EFAULT;
		else
			of->line_at += ret;
	}
	mutex_unlock(&of->lock);
	return ret;
}

/* Wait for the hit, return its line, in parts if @size is short, then 0. */
static noinline ssize_t device_read_text(struct descriptor *of,
					 struct session *session,
					 char __user *buf, size_t size,
					 bool wait)
{
	ssize_t ret;

	if (!size)
		return 0;
	ret = device_read_line(of, session, buf, size);
	while (ret == -EAGAIN && wait) {
		ret = wait_event_interruptible(of->waiters,
					       device_has_news(session) ||
					       READ_ONCE(of->told));
		ret = ret ?: device_read_line(of, session, buf, size);
	}
	return ret;
}

static ssize_t rtla_read(struct file *file, char __user *buf, size_t size,
			 loff_t *pos)
{
	struct descriptor *of = file->private_data;
	struct user_workload *user = user_of(of);
	struct session *session;
	bool wait;

	if (user)
		return device_read_workload(user, buf, size);
	wait = !(file->f_flags & O_NONBLOCK);
	session = session_of(of);
	if (session && of->text)
		return device_read_text(of, session, buf, size, wait);
	return device_read_hit(of, buf, size, wait);
}

static __poll_t rtla_poll(struct file *file, poll_table *table)
{
	struct descriptor *of = file->private_data;
	struct session *session;
	__poll_t ready = 0;

	poll_wait(file, &of->waiters, table);
	session = session_of(of);
	if (session && (device_has_news(session) || READ_ONCE(of->told)))
		ready |= EPOLLIN | EPOLLRDNORM;
	if (session && rtla_session_has_ended(session))
		ready |= EPOLLHUP;
	return ready;
}

/* Show a session in /proc/PID/fdinfo/FD: see <uapi/rtla.h>. */
static void rtla_show_fdinfo(struct seq_file *to, struct file *file)
{
	struct session *session = session_of(file->private_data);

	if (!session)
		return;
	seq_printf(to, "rtla-session:\t%u\nrtla-cpus:\t%*pbl\nrtla-counts:\t%d\n",
		   session->hit.session, cpumask_pr_args(&session->config.cpus),
		   READ_ONCE(session->stats.counts));
}

static int rtla_open(struct inode *inode, struct file *file)
{
	struct descriptor *of = kzalloc(sizeof(*of), GFP_KERNEL_ACCOUNT);

	if (!of)
		return -ENOMEM;
	mutex_init(&of->lock);
	init_waitqueue_head(&of->waiters);
	of->opener = get_pid(task_tgid(current));
	file->private_data = of;
	return stream_open(inode, file);
}

/*
 * The kernel calls this when any copy of the descriptor is closed. A workload
 * that dies closes its own, but a child may hold a copy, which keeps the file
 * open: so the workload leaves its CPU here, and not only in rtla_release(). A
 * shell that dies may leave a child behind that reads from the shell's session:
 * so the death of the process that opened the file ends a session of text.
 */
static int rtla_flush(struct file *file, fl_owner_t owner)
{
	struct descriptor *of = file->private_data;
	struct user_workload *user = user_of(of);
	struct session *session;

	if (user && rtla_user_workload_is_current(user))
		rtla_sessions_leave(user);
	session = session_of(of);
	if (session && of->text && current->flags & PF_EXITING &&
	    task_tgid(current) == of->opener)
		rtla_session_orphan(session);
	return 0;
}

static int rtla_release(struct inode *inode, struct file *file)
{
	struct descriptor *of = file->private_data;

	if (of->user) {
		rtla_sessions_leave(of->user);
		rtla_user_workload_free(of->user);
	}
	if (of->session)
		rtla_session_stop(of->session);
	put_pid(of->opener);
	kfree(of);
	return 0;
}

static const struct file_operations rtla_fops = {
	.owner = THIS_MODULE,
	.open = rtla_open,
	.flush = rtla_flush,
	.release = rtla_release,
	.read = rtla_read,
	.write_iter = rtla_write_iter,
	.poll = rtla_poll,
	.show_fdinfo = rtla_show_fdinfo,
	.unlocked_ioctl = rtla_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice rtla_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = RTLA_DEVICE_NAME,
	.fops = &rtla_fops,
	.mode = 0600,
};

/* rtla_device_init - make /dev/rtla available; return: 0 or a negative error */
int rtla_device_init(void)
{
	return misc_register(&rtla_device);
}

void rtla_device_exit(void)
{
	misc_deregister(&rtla_device);
}
