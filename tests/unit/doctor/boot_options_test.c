// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of merging options of the kernel's command line, and of how to give
 * them to the next kernel.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/boot_list.h"
#include "doctor/boot_options.h"
#include "files.h"
#include "host/machine.h"
#include "test.h"

static struct machine machine;

/* Make a machine with CPUs 0 to 7 that was booted with @options. */
static void boot(const char *options)
{
	files_put("proc/cmdline", options);
	files_put("proc/sys/kernel/osrelease", "6.12.30-amd64\n");
	files_put("sys/devices/system/cpu/online", "0-7\n");
	files_put("sys/devices/system/cpu/possible", "0-7\n");
	machine_init(&machine, files_root, NULL);
}

/*
 * Test what the options @text, with a blank between, are merged to, and whose
 * place they take.
 */
static void merges(const char *text, const char *wanted, const char *instead)
{
	char *copy = strdup(text), *rest = copy;
	const char *option[40];
	struct boot_options merged;
	int count = 0;

	while (rest && count < 40)
		option[count++] = strsep(&rest, " ");
	assert_true(boot_options_merge(&merged, &machine, option, count));
	assert_string_equal(merged.wanted, wanted);
	assert_string_equal(merged.instead, instead);
	boot_options_free(&merged);
	free(copy);
}

static void test_merge(void **state)
{
	(void)state;
	boot("quiet root=/dev/sda1");
	merges("isolcpus=2-3 nohz_full=2-3 rcu_nocbs=2-3 isolcpus=managed_irq,domain,2-3 skew_tick=1",
	       "isolcpus=managed_irq,domain,2-3 nohz_full=2-3 rcu_nocbs=2-3 skew_tick=1",
	       "");
	merges("isolcpus=managed_irq,domain,2-3 isolcpus=2-3",
	       "isolcpus=managed_irq,domain,2-3", "");
	merges("isolcpus=2 isolcpus=5", "isolcpus=2,5", "");
	merges("threadirqs threadirqs", "threadirqs", "");
	merges("loglevel=7 loglevel=4", "loglevel=4", "");
}

static void test_kept(void **state)
{
	(void)state;
	boot("isolcpus=1 nohz_full=1-3 irqaffinity=0-7 threadirqs skew_tick=1 tsc=recalibrate");
	/* Options of the command line are neither lost nor said again. */
	merges("isolcpus=2-3", "isolcpus=1-3", "isolcpus=1");
	merges("isolcpus=managed_irq,domain,2", "isolcpus=managed_irq,domain,1-2",
	       "isolcpus=1");
	merges("isolcpus=domain,1", "", "");
	merges("nohz_full=2-3 threadirqs skew_tick=1", "", "");
	/* These CPUs are the others, so they do not add up. */
	merges("irqaffinity=0-1", "irqaffinity=0-1", "irqaffinity=0-7");
	/* The kernel obeys both. */
	merges("tsc=nowatchdog", "tsc=nowatchdog", "");
	merges("tsc=recalibrate", "", "");
}

static void test_not_understood(void **state)
{
	(void)state;
	boot("rcu_nocbs nohz_full=0-15:2/4 isolcpus=nohz,all");
	merges("rcu_nocbs=2", "rcu_nocbs=2", "rcu_nocbs");
	merges("nohz_full=2", "nohz_full=2", "nohz_full=0-15:2/4");
	merges("isolcpus=2", "isolcpus=domain,nohz,0-7", "isolcpus=nohz,all");
	boot("");
	merges("isolcpus=2", "isolcpus=2", "");
}

static void test_flags(void **state)
{
	char flags[32];

	(void)state;
	assert_string_equal(boot_list_flags("managed_irq,domain,2-3", flags, sizeof(flags)),
			    "2-3");
	assert_string_equal(flags, "managed_irq,domain");
	assert_true(boot_list_has_flag(flags, "domain"));
	assert_true(boot_list_has_flag(flags, "managed_irq"));
	assert_false(boot_list_has_flag(flags, "managed"));
	assert_false(boot_list_has_flag(flags, "main"));
	assert_string_equal(boot_list_flags("all", flags, sizeof(flags)), "all");
	assert_string_equal(flags, "");
	assert_string_equal(boot_list_flags("domain", flags, sizeof(flags)), "");
	assert_string_equal(flags, "domain");
}

/* Test how "a=1 b" is given to the kernel, in place of @instead. */
static void tells(const char *instead, const char *how)
{
	char wanted[] = "a=1 b", old[32];
	struct boot_options merged = { .wanted = wanted, .instead = old };
	char *text;

	strcpy(old, instead);
	text = boot_options_how(&merged, &machine);
	assert_string_equal(text, how);
	free(text);
}

/* Each loader is surer than those before it. */
static void test_loaders(void **state)
{
	(void)state;
	boot("");
	tells("", "add them where the boot loader has this kernel's options, and boot again");
	files_put("boot/loader/loader.conf", "");
	tells("", "add them to the line 'options' of the entry in /boot/loader/entries that 'bootctl list' calls the default, and boot again");
	files_put("etc/kernel/cmdline", "");
	tells("", "add them to the line of /etc/kernel/cmdline, then run 'kernel-install add 6.12.30-amd64 /lib/modules/6.12.30-amd64/vmlinuz', and boot again");
	files_put("boot/vmlinuz-6.12.30-amd64", "");
	tells("b=2", "add them to the line of /etc/kernel/cmdline, then run 'kernel-install add 6.12.30-amd64 /boot/vmlinuz-6.12.30-amd64', and take b=2 away, and boot again");
	files_put("usr/sbin/grubby", "");
	tells("", "'grubby --update-kernel=ALL --args=\"a=1 b\"', and boot again");
	files_put("etc/kernelstub/configuration", "");
	tells("", "'kernelstub -a \"a=1 b\"', and boot again");
	files_put("boot/firmware/cmdline.txt", "");
	tells("", "add them at the end of the only line of /boot/firmware/cmdline.txt, and boot again");
}

static void test_grub(void **state)
{
	(void)state;
	boot("");
	files_put("etc/default/grub", "");
	tells("", "add them to GRUB_CMDLINE_LINUX in /etc/default/grub, then run 'grub-mkconfig -o /boot/grub/grub.cfg', and boot again");
	files_put("boot/grub2/grub.cfg", "");
	tells("", "add them to GRUB_CMDLINE_LINUX in /etc/default/grub, then run 'grub2-mkconfig -o /boot/grub2/grub.cfg', and boot again");
	files_put("usr/sbin/update-grub", "");
	tells("a=0", "add them to GRUB_CMDLINE_LINUX in /etc/default/grub, then run update-grub, and take a=0 away, and boot again");
	/* Without its boot loader, the file of systemd-boot says nothing. */
	files_put("etc/kernel/cmdline", "");
	tells("", "add them to GRUB_CMDLINE_LINUX in /etc/default/grub, then run update-grub, and boot again");
	files_put("efi/loader/loader.conf", "");
	tells("", "add them to the line of /etc/kernel/cmdline, then run 'kernel-install add 6.12.30-amd64 /lib/modules/6.12.30-amd64/vmlinuz', and boot again");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_merge, files_begin, files_end),
		cmocka_unit_test_setup_teardown(test_kept, files_begin, files_end),
		cmocka_unit_test_setup_teardown(test_not_understood, files_begin,
						files_end),
		cmocka_unit_test(test_flags),
		cmocka_unit_test_setup_teardown(test_loaders, files_begin, files_end),
		cmocka_unit_test_setup_teardown(test_grub, files_begin, files_end),
	};

	return cmocka_run_group_tests_name("boot_options", tests, NULL, NULL);
}
