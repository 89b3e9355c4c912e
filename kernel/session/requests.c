// SPDX-License-Identifier: GPL-2.0
/*
 * The requests of user space, by ioctl() of /dev/rtla: they are checked here,
 * and answered. What a session is to do is checked by start.c; and a kind may
 * have requests that only its sessions answer.
 */
#include <linux/bits.h>
#include <linux/capability.h>
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "noise/callbacks.h"
#include "noise/causes.h"
#include "noise/symbol.h"
#include "session/descriptor.h"
#include "session/requests.h"
#include "session/session.h"
#include "session/session_stats.h"
#include "session/start.h"

/*
 * Sizes of the first versions of structures that grow with the versions: their
 * last fields were these.
 */
#define START_SIZE_MIN	offsetofend(struct rtla_start, room)
#define ARM_SIZE_MIN	offsetofend(struct rtla_arm, stop_ns)
#define CPU_SIZE_MIN	offsetofend(struct rtla_cpu, steal_ns)
#define STATS_SIZE_MIN	offsetofend(struct rtla_stats, own_ns)

/* No version of a structure is longer than this. */
#define STRUCT_SIZE_MAX	4096

/**
 * rtla_request_get_struct - copy the structure of a request from user space
 * @dst: where to
 * @size: bytes of @dst; what the caller's structure does not have is set to 0
 * @size_min: bytes of the first version of the structure
 * @src: where from; it begins with its size as the caller knows it
 *
 * The size is limited before the copy, because checking a long unknown tail
 * takes time.
 *
 * Return: 0, -EFAULT, -EINVAL or -E2BIG. Context: process, may sleep.
 */
int rtla_request_get_struct(void *dst, size_t size, size_t size_min,
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

/* ---- The start ---------------------------------------------------------- */

/* Tell the caller what is measured. */
static int request_put_contexts(const struct session *session,
				struct rtla_start __user *arg)
{
	const struct workload *kind = session->config.kind;
	u64 contexts = session->stats.config.contexts;

	if (kind->contexts)
		contexts &= kind->contexts();
	return put_user(contexts, &arg->contexts);
}

/*
 * Start @session and make the file this session; a failure frees @session. @arg
 * is where the caller wants to know about it; NULL: nowhere, as the caller
 * wrote a line of text.
 */
static int request_start_session(struct descriptor *of, struct session *session,
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
		    request_put_contexts(session, arg))) {
		rtla_session_stop(session);
		return -EFAULT;
	}
	of->text = !arg;
	/* Pairs with the acquire in session_of(). */
	smp_store_release(&of->session, session);
	return 0;
}

/**
 * rtla_request_start - check what a session is to do, and start it
 * @of: the file that becomes the session
 * @start: what it is to do; its field cpu is set to the CPU that is the reason
 *	of an error, or to -1
 * @arg: where @start came from by RTLA_IOC_START, with the addresses of its
 *	CPUs and limits; or NULL
 * @text: or the line of text that it came from, which has a list of CPUs; else
 *	NULL
 *
 * Return: 0 or a negative error of RTLA_IOC_START. Context: process, may sleep.
 */
int rtla_request_start(struct descriptor *of, struct rtla_start *start,
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
		ret = request_start_session(of, session, start, arg);
		mutex_unlock(&of->lock);
	}
	return ret;
}

static long request_start_by_struct(struct descriptor *of,
				    struct rtla_start __user *arg)
{
	struct rtla_start user;
	long ret;

	/* A caller without any permission gets EPERM before any other error. */
	if (!perfmon_capable())
		return -EPERM;
	ret = rtla_request_get_struct(&user, sizeof(user), START_SIZE_MIN, arg);
	if (ret)
		return ret;
	ret = rtla_request_start(of, &user, arg, NULL);
	if (ret && ret != -EPERM && put_user(user.cpu, &arg->cpu))
		return -EFAULT;
	return ret;
}

/* ---- A session ---------------------------------------------------------- */

/*
 * Get the thresholds @stop, by &enum rtla_context, of a session of this kind.
 */
static int request_get_thresholds(u64 *stop, const struct workload *kind,
				  const struct rtla_arm *arm)
{
	unsigned int others = RTLA_STOPS_MAX - kind->stops;

	if (memchr_inv(arm->stop_ns + kind->stops, 0,
		       others * sizeof(*arm->stop_ns)))
		return -EINVAL;
	return rtla_start_thresholds(stop, kind, arm->stop_ns);
}

static long request_arm(struct descriptor *of, const void __user *arg)
{
	struct session *session = rtla_session_of(of);
	u64 stop[WORKLOAD_STOPS];
	struct rtla_arm arm;
	int ret;

	ret = rtla_request_get_struct(&arm, sizeof(arm), ARM_SIZE_MIN, arg);
	if (ret)
		return ret;
	if (arm.reserved || !session)
		return -EINVAL;
	/*
	 * Panicking takes this capability, and the holder of the file may have
	 * none.
	 */
	if (session->config.panic && !capable(CAP_SYS_ADMIN))
		return -EPERM;
	ret = request_get_thresholds(stop, session->config.kind, &arm);
	return ret ?: rtla_session_arm(session, stop);
}

static long request_cpu(struct descriptor *of, void __user *arg)
{
	struct session *session = rtla_session_of(of);
	struct rtla_cpu info;
	int ret;

	ret = rtla_request_get_struct(&info, sizeof(info), CPU_SIZE_MIN, arg);
	if (ret)
		return ret;
	if (!session)
		return -EINVAL;
	ret = rtla_session_cpu(session, &info);
	if (ret)
		return ret;
	if (copy_to_user(arg, &info, min_t(size_t, info.size, sizeof(info))))
		return -EFAULT;
	return 0;
}

static long request_count(struct descriptor *of, const void __user *arg)
{
	struct session *session = rtla_session_of(of);
	struct rtla_count count;
	int ret;

	ret = rtla_request_get_struct(&count, sizeof(count), sizeof(count),
				      arg);
	if (ret)
		return ret;
	if (count.reserved || !session || rtla_session_has_ended(session))
		return -EINVAL;
	return rtla_stats_count(&session->stats, count.from_ns, count.until_ns);
}

static long request_stats(struct descriptor *of, void __user *arg)
{
	struct session *session = rtla_session_of(of);
	struct rtla_stats stats;
	int ret;

	ret = rtla_request_get_struct(&stats, sizeof(stats), STATS_SIZE_MIN,
				      arg);
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
static int request_copy_buckets(struct session *session,
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

static long request_buckets(struct descriptor *of, const void __user *arg)
{
	struct session *session = rtla_session_of(of);
	struct rtla_buckets asked;
	int ret;

	ret = rtla_request_get_struct(&asked, sizeof(asked), sizeof(asked),
				      arg);
	if (ret)
		return ret;
	if (!session)
		return -EINVAL;
	if (asked.kind != RTLA_BUCKETS_THREAD)
		ret = rtla_session_check_cpu(session, &asked.cpu);
	return ret ?: request_copy_buckets(session, &asked);
}

/*
 * Copy the blocks of @asked to user space; set @asked->count to their number.
 */
static int request_copy_blocks(struct session *session,
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

static long request_blocks(struct descriptor *of, void __user *arg)
{
	struct session *session = rtla_session_of(of);
	struct rtla_blocks __user *user = arg;
	struct rtla_blocks asked;
	int ret;

	ret = rtla_request_get_struct(&asked, sizeof(asked), sizeof(asked),
				      arg);
	if (ret)
		return ret;
	if (!session || asked.flags & ~RTLA_BLOCKS_LAST || asked.reserved)
		return -EINVAL;
	ret = rtla_session_check_cpu(session, &asked.cpu);
	if (ret)
		return ret;
	asked.count = min(asked.count, RTLA_BLOCKS_KEPT + 1U);
	ret = request_copy_blocks(session, &asked);
	return ret ?: put_user(asked.count, &user->count);
}

/*
 * Copy the causes of a CPU to user space; sets @asked->count to their number.
 */
static int request_copy_causes(const struct causes *causes,
			       struct rtla_causes *asked)
{
	struct rtla_caused __user *to = u64_to_user_ptr(asked->causes);
	unsigned int room = asked->count, i;
	struct rtla_caused caused;

	asked->count = 0;
	for (i = 0; i < RTLA_CAUSES_ROWS && asked->count < room; i++) {
		if (!rtla_causes_read(causes, asked->cpu, i, &caused))
			continue;
		if (copy_to_user(to + asked->count++, &caused, sizeof(caused)))
			return -EFAULT;
	}
	return 0;
}

static long request_causes(struct descriptor *of, void __user *arg)
{
	struct session *session = rtla_session_of(of);
	const struct causes *causes;
	struct rtla_causes asked;
	int ret;

	/* Threads of all users are named. */
	if (!perfmon_capable())
		return -EPERM;
	ret = rtla_request_get_struct(&asked, sizeof(asked), sizeof(asked),
				      arg);
	if (ret)
		return ret;
	causes = session ? session->config.workload.causes : NULL;
	if (!causes || asked.reserved)
		return -EINVAL;
	ret = rtla_session_check_cpu(session, &asked.cpu) ?:
	      request_copy_causes(causes, &asked);
	if (ret)
		return ret;
	return copy_to_user(arg, &asked, sizeof(asked)) ? -EFAULT : 0;
}

static long request_end(struct descriptor *of)
{
	struct session *session = rtla_session_of(of);

	return session ? rtla_session_end(session) : -EINVAL;
}

static int request_attach_workload(struct descriptor *of, u32 number)
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

static long request_attach(struct descriptor *of, const void __user *arg)
{
	struct rtla_attach request;
	int ret;

	ret = rtla_request_get_struct(&request, sizeof(request),
				      sizeof(request), arg);
	if (ret)
		return ret;
	ret = mutex_lock_killable(&of->lock);
	if (ret)
		return ret;
	ret = request_attach_workload(of, request.cpu);
	mutex_unlock(&of->lock);
	return ret;
}

/*
 * Return the address that the session has given user space
 * as it is or as a token, @given; 0: none.
 */
static unsigned long request_find_address(struct session *session, u64 given)
{
	const struct session_config *config = &session->config;

	if (!given)
		return 0;
	if (rtla_hit_has_address(&session->hit, given) ||
	    rtla_callbacks_told(given))
		return given;
	return config->kind->find_address ?
	       config->kind->find_address(&config->workload, given) : 0;
}

/*
 * Set the name of an address in a stack that was reported with a hit, of a
 * callback that was reported, or that the kind has given a number. The name of
 * any other address would reveal where the kernel is in memory, even if
 * kptr_restrict hides that or the caller must not read /proc/kallsyms. @text is
 * a buffer of KSYM_SYMBOL_LEN bytes. Returns 0 or a negative error.
 */
static int request_name_address(struct session *session,
				struct rtla_symbol *symbol, char *text)
{
	unsigned long address;

	if (symbol->reserved || !session)
		return -EINVAL;
	address = request_find_address(session, symbol->address);
	if (!address || !rtla_symbol_find(text, address))
		return -ENOENT;
	strscpy(symbol->name, text, sizeof(symbol->name));
	return 0;
}

static long request_symbol(struct descriptor *of, void __user *arg)
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
		ret = rtla_request_get_struct(symbol, sizeof(*symbol),
					      sizeof(*symbol), arg);
	if (!ret)
		ret = request_name_address(rtla_session_of(of), symbol, text);
	if (!ret && copy_to_user(arg, symbol, sizeof(*symbol)))
		ret = -EFAULT;
	kfree(text);
	kfree(symbol);
	return ret;
}

/* ---- All requests ------------------------------------------------------- */

/* Return the kind that has a request, or NULL: each is that of one kind. */
static const struct workload *request_find_kind(unsigned int number)
{
	const struct workload *const *kind;

	for (kind = rtla_kinds; *kind; kind++) {
		if (number < BITS_PER_TYPE((*kind)->requests) &&
		    (*kind)->requests & BIT(number))
			return *kind;
	}
	return NULL;
}

static long request_ask_kind(struct descriptor *of, unsigned int number,
			     void __user *arg)
{
	const struct workload *kind = request_find_kind(number);
	struct session *session = rtla_session_of(of);

	if (!kind)
		return -ENOTTY;
	if (session && session->config.kind != kind)
		session = NULL;
	return kind->read(session, number, arg);
}

/**
 * rtla_request - answer a request
 * @of: the open file
 * @number: of the request: that in its code
 * @arg: its structure
 *
 * Return: 0 or a negative error; -ENOTTY: there is no such request. Context:
 * process, may sleep.
 */
long rtla_request(struct descriptor *of, unsigned int number, void __user *arg)
{
	switch (number) {
	case _IOC_NR(RTLA_IOC_START):
		return request_start_by_struct(of, arg);
	case _IOC_NR(RTLA_IOC_ARM):
		return request_arm(of, arg);
	case _IOC_NR(RTLA_IOC_CPU):
		return request_cpu(of, arg);
	case _IOC_NR(RTLA_IOC_ATTACH):
		return request_attach(of, arg);
	case _IOC_NR(RTLA_IOC_SYMBOL):
		return request_symbol(of, arg);
	case _IOC_NR(RTLA_IOC_END):
		return request_end(of);
	case _IOC_NR(RTLA_IOC_COUNT):
		return request_count(of, arg);
	case _IOC_NR(RTLA_IOC_STATS):
		return request_stats(of, arg);
	case _IOC_NR(RTLA_IOC_BUCKETS):
		return request_buckets(of, arg);
	case _IOC_NR(RTLA_IOC_BLOCKS):
		return request_blocks(of, arg);
	case _IOC_NR(RTLA_IOC_CAUSES):
		return request_causes(of, arg);
	default:
		return request_ask_kind(of, number, arg);
	}
}
