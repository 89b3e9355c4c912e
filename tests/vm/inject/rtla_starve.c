// SPDX-License-Identifier: GPL-2.0
/*
 * Lets rtla.ko get no memory for all CPUs, for the tests: its requests fail as
 * they do when there is none left. Those of others do not.
 *
 * The next N requests succeed after
 *
 *	echo N >/sys/module/rtla_starve/parameters/granted
 */
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/string.h>

static unsigned int granted;
module_param(granted, uint, 0644);
MODULE_PARM_DESC(granted, "so many requests succeed");

static bool is_of_rtla(struct kretprobe_instance *request)
{
	char caller[KSYM_SYMBOL_LEN];

	sprint_symbol(caller, (unsigned long)get_kretprobe_retaddr(request));
	return strstr(caller, "[rtla]");
}

static int request_ends(struct kretprobe_instance *request,
			struct pt_regs *regs)
{
	if (!is_of_rtla(request))
		return 0;
	if (granted) {
		granted--;
		return 0;
	}
	free_percpu((void __percpu __force *)regs_return_value(regs));
	regs_set_return_value(regs, 0);
	return 0;
}

static struct kretprobe starve_probe = {
	.handler = request_ends,
};

/* The function that modules call has another name since 6.10. */
static const char *const request_names[] = {
	"pcpu_alloc_noprof", "__alloc_percpu"
};

static int __init starve_init(void)
{
	int ret = -ENOENT;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(request_names) && ret; i++) {
		starve_probe.kp.symbol_name = request_names[i];
		starve_probe.kp.addr = NULL;
		ret = register_kretprobe(&starve_probe);
	}
	return ret;
}

static void __exit starve_exit(void)
{
	unregister_kretprobe(&starve_probe);
}

module_init(starve_init);
module_exit(starve_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("No memory for all CPUs, for tests");
