// SPDX-License-Identifier: GPL-2.0
/*
 * The device /dev/rtla: its files. What comes by ioctl() is in requests.c.
 *
 * An open file becomes a session by RTLA_IOC_START or by a line of text, or a
 * user-space workload by RTLA_IOC_ATTACH, and stays that. The kernel closes the
 * file when its holder ends, for any reason.
 */
#include <linux/capability.h>
#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include "session/descriptor.h"
#include "session/device.h"
#include "session/requests.h"
#include "session/session.h"
#include "session/text.h"
#include "session/user_workload.h"

/*
 * Size of the first version of struct rtla_hit, which grows with the versions.
 */
#define HIT_SIZE_MIN	offsetofend(struct rtla_hit, reserved)

/* ---- Text --------------------------------------------------------------- */

/* The longest part of a word that the kernel log shows. */
#define WORD_SHOWN	64

/*
 * Say what an error of rtla_request_start() means for a line without a bad
 * word.
 */
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
		ret = rtla_request_start(of, &text.start, NULL, &text);
	if (ret && ret != -EINTR && ret != -ENOMEM && ret != -EPERM)
		device_log_refusal(&text, ret);
	return ret;
}

/*
 * A line of text starts a session. Any program that prints to a descriptor
 * which it got from somebody else can be made to write here. So not only the
 * writer has to be allowed to start a session, but also the process that opened
 * the file.
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
	struct session *session = rtla_session_of(of);
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
	struct user_workload *user = rtla_user_of(of);
	struct session *session;
	bool wait;

	if (user)
		return device_read_workload(user, buf, size);
	wait = !(file->f_flags & O_NONBLOCK);
	session = rtla_session_of(of);
	if (session && of->text)
		return device_read_text(of, session, buf, size, wait);
	return device_read_hit(of, buf, size, wait);
}

/*
 * The code of a request contains the size of its structure as the caller knows
 * it, which grows with the versions. So only the type and the number in the
 * code identify a request, so that the codes of all versions remain valid.
 */
static long rtla_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	if (_IOC_TYPE(cmd) != RTLA_IOC_MAGIC)
		return -ENOTTY;
	return rtla_request(file->private_data, _IOC_NR(cmd),
			    (void __user *)arg);
}

static __poll_t rtla_poll(struct file *file, poll_table *table)
{
	struct descriptor *of = file->private_data;
	struct session *session;
	__poll_t ready = 0;

	poll_wait(file, &of->waiters, table);
	session = rtla_session_of(of);
	if (session && (device_has_news(session) || READ_ONCE(of->told)))
		ready |= EPOLLIN | EPOLLRDNORM;
	if (session && rtla_session_has_ended(session))
		ready |= EPOLLHUP;
	return ready;
}

/* Show a session in /proc/PID/fdinfo/FD: see <uapi/rtla.h>. */
static void rtla_show_fdinfo(struct seq_file *to, struct file *file)
{
	struct session *session = rtla_session_of(file->private_data);

	if (!session)
		return;
	seq_printf(to, "rtla-session:\t%u\nrtla-cpus:\t%*pbl\nrtla-place:\t%s\nrtla-counts:\t%d\n",
		   session->hit.session, cpumask_pr_args(&session->config.cpus),
		   rtla_session_place(session),
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
	struct user_workload *user = rtla_user_of(of);
	struct session *session;

	if (user && rtla_user_workload_is_current(user))
		rtla_sessions_leave(user);
	session = rtla_session_of(of);
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
