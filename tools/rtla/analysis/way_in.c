// SPDX-License-Identifier: GPL-2.0
/*
 * The way in: see way_in.h.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/plain_functions.h"
#include "analysis/way_in.h"

enum way_kind {
	WAY_SOFTIRQ,		/* came by itself */
	WAY_CALLER,		/* calls the function "%s" that it was given */
	WAY_USER,		/* a program in user space made it come */
	WAY_SYSCALL,		/* a system call; which one is not known */
	WAY_NAMED_SYSCALL,	/* "%s" is what the function's name has for the "*" */
};

static const struct way {
	const char *function;	/* see function_matches() */
	enum way_kind kind;
	const char *text;
} ways[] = {
	{ "process_one_work", WAY_CALLER, "in the work %s" },
	{ "irq_thread_fn", WAY_CALLER, "in the interrupt handler %s" },
	{ "irq_forced_thread_fn", WAY_CALLER, "in the interrupt handler %s" },
	{ "tasklet_action_common", WAY_CALLER, "in the tasklet %s" },
	{ "call_timer_fn", WAY_CALLER, "in the timer %s" },
	{ "__hrtimer_run_queues", WAY_CALLER, "in the timer %s" },
	{ "rcu_do_batch", WAY_CALLER, "in the RCU callback %s" },
	{ "cpu_stopper_thread", WAY_CALLER, "in the stopper %s" },
	{ "irq_work_single", WAY_CALLER, "in the irq_work %s" },
	{ "task_work_run", WAY_CALLER, "in the task work %s" },
	{ "handle_softirqs", WAY_SOFTIRQ, "in a softirq" },
	{ "__do_softirq", WAY_SOFTIRQ, "in a softirq" },
	{ "exc_page_fault", WAY_USER, "in a page fault" },
	{ "do_page_fault", WAY_USER, "in a page fault" },
	{ "do_translation_fault", WAY_USER, "in a page fault" },
	{ "syscall_exit_to_user_mode*", WAY_USER, "on its way to user space" },
	{ "irqentry_exit_to_user_mode", WAY_USER, "on its way to user space" },
	{ "exit_to_user_mode*", WAY_USER, "on its way to user space" },
	{ "do_notify_resume", WAY_USER, "on its way to user space" },
	{ "__x64_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__ia32_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__ia32_compat_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__arm64_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__arm64_compat_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__do_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__do_compat_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "__se_sys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "ksys_*", WAY_NAMED_SYSCALL, "in %s()" },
	{ "do_syscall_64", WAY_SYSCALL, "in a system call" },
	{ "el0_svc*", WAY_SYSCALL, "in a system call" },
};

/*
 * The way of a call to what a file or a socket does: these functions are the
 * same for all of them.
 */
static const char *const files[] = {
	"vfs_read*", "vfs_write*", "vfs_iter_*", "vfs_splice_*", "vfs_open",
	"vfs_ioctl", "vfs_fallocate", "vfs_fsync*", "vfs_copy_file_range",
	"vfs_unlink", "vfs_rename", "vfs_mkdir", "vfs_rmdir", "vfs_create",
	"__vfs_*", "do_dentry_open", "chrdev_open", "new_sync_*", "do_iter_*", "do_loop_readv_writev*",
	"do_readv*", "do_writev*", "do_preadv*", "do_pwritev*", "do_sendfile",
	"do_splice*", "splice_*", "iter_file_splice_write", "do_vfs_ioctl",
	"generic_perform_write", "generic_file_write_iter",
	"__generic_file_write_iter", "generic_file_read_iter",
	"filemap_splice_read", "copy_splice_read", "seq_read", "seq_read_iter",
	"traverse*", "single_open*", "proc_reg_*", "pde_read", "pde_write",
	"proc_sys_call_handler", "proc_sys_read", "proc_sys_write",
	"kernfs_fop_*", "kernfs_seq_*", "kernfs_file_*", "sysfs_kf_*",
	"kobj_attr_*", "dev_attr_*", "cgroup_file_write", "cgroup_seqfile_show",
	"full_proxy_*", "debugfs_attr_*", "simple_attr_*", "file_tty_write*",
	"redirected_tty_write", "tty_write*", "tty_read", "sock_read_iter",
	"sock_write_iter", "sock_recvmsg*", "sock_sendmsg*", "__sock_sendmsg",
	"____sys_recvmsg*", "____sys_sendmsg*", "___sys_recvmsg*",
	"___sys_sendmsg*", "__sys_recvfrom", "__sys_recvmsg", "__sys_recvmmsg",
	"__sys_sendto", "__sys_sendmsg", "__sys_sendmmsg", "__x64_sys_ioctl",
	"__arm64_sys_ioctl", "__ia32_compat_sys_ioctl",
	"__arm64_compat_sys_ioctl",
};

static bool leads_to_file(const char *function)
{
	if (strchr(function, ' '))
		return false;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (function_matches(function, files[i]))
			return true;
	return false;
}

/* The outermost function that the common ones call is the one of the file. */
static void look_for_handler(struct way_in *way, const char *function)
{
	if (*way->last && plain_kind_of(way->last) == PLAIN_NOT &&
	    !leads_to_file(way->last) && leads_to_file(function))
		memcpy(way->handler, way->last, sizeof(way->handler));
}

static const struct way *find_way(const char *function)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (function_matches(function, ways[i].function))
			return &ways[i];
	return NULL;
}

static void way_in_set(struct way_in *way, const struct way *like,
		       const char *name)
{
	snprintf(way->text, sizeof(way->text), like->text, name);
}

/* The outermost of a system call's nested functions has the name that programs use. */
static void set_syscall(struct way_in *way, const struct way *like,
			const char *function)
{
	char name[SYMBOL_LEN];

	snprintf(name, sizeof(name), "%s",
		 function + strcspn(like->function, "*"));
	name[strcspn(name, ".")] = '\0';
	if (!*way->called)
		snprintf(way->called, sizeof(way->called), "%s", function);
	way_in_set(way, like, name);
}

/* If the last function is plain, the caller has not called what it was given. */
static void set_caller(struct way_in *way, const struct way *like)
{
	if (!*way->last || plain_kind_of(way->last) != PLAIN_NOT)
		return;
	memcpy(way->called, way->last, sizeof(way->called));
	way_in_set(way, like, way->called);
}

void way_in_look(struct way_in *way, const char *function)
{
	const struct way *like = way->ended ? NULL : find_way(function);

	if (like && like->kind == WAY_NAMED_SYSCALL)
		set_syscall(way, like, function);
	else if (like && like->kind == WAY_CALLER)
		set_caller(way, like);
	else if (like && !*way->text)
		way_in_set(way, like, "");
	if (like) {
		way->ended = like->kind < WAY_SYSCALL;
		way->from_user |= like->kind >= WAY_USER;
	}
	look_for_handler(way, function);
	snprintf(way->last, sizeof(way->last), "%s", function);
}
