// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the telling frame of a stack, of the list of plain functions, and of
 * the way in.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/telling_frame.h"
#include "test.h"

#define FRAMES_MAX	24

/*
 * A stack as text, innermost first: the function at address n has the index n -
 * 1. If that is "", it has no name.
 */
static bool find(void *source, uint64_t address, char *name, size_t size)
{
	const char *const *functions = source;

	snprintf(name, size, "%s", functions[address - 1]);
	return *name;
}

static const struct telling_frame *look(const char *const *functions)
{
	static struct telling_frame frame;
	uint64_t stack[FRAMES_MAX];
	struct analysis analysis = { .stack = stack, .stack_at = 1000 };
	const struct symbols symbols = { find, (void *)functions };

	while (functions[analysis.stack_count]) {
		stack[analysis.stack_count] = analysis.stack_count + 1;
		analysis.stack_count++;
	}
	telling_frame_find(&frame, &analysis, &symbols);
	return &frame;
}

#define LOOK(...)	look((const char *const []) { __VA_ARGS__, NULL })

/* Check what is found in a stack in which @function is the innermost one. */
static void expect_kind(const char *function, enum plain_kind kind)
{
	const struct telling_frame *frame = LOOK(function, "caller", "kthread");
	bool words = plain_words(kind);

	assert_int_equal(plain_kind_of(function), kind);
	assert_string_equal(frame->inner, words ? function : "");
	assert_int_equal(frame->kind, words ? kind : PLAIN_NOT);
	if (kind == PLAIN_NOT)
		assert_string_equal(frame->function, function);
	else if (kind != PLAIN_ENTRY)
		assert_string_equal(frame->function, "caller");
	else
		assert_string_equal(frame->function, "");
}

/* Each entry of the list is found, and only names like it are. */
static void test_list(void **state)
{
	char name[128], like[192];

	(void)state;
	for (size_t i = 0; i < plain_functions_count; i++) {
		const struct plain_function *entry = &plain_functions[i];
		bool open = strchr(entry->name, '*');

		snprintf(name, sizeof(name), "%.*s%s",
			 (int)strcspn(entry->name, "*"), entry->name,
			 open ? "x" : "");
		expect_kind(name, entry->kind);
		snprintf(like, sizeof(like), "%s.constprop.0", name);
		expect_kind(like, entry->kind);
		snprintf(like, sizeof(like), "__pi_%s", name);
		expect_kind(like, entry->kind);
		snprintf(like, sizeof(like), "my_%s", name);
		expect_kind(like, PLAIN_NOT);
		snprintf(like, sizeof(like), "%s [driver]", name);
		expect_kind(like, PLAIN_NOT);
		snprintf(like, sizeof(like), "%s_of_driver", name);
		expect_kind(like, open ? entry->kind : PLAIN_NOT);
	}
}

/* An entry that another one covers is in nobody's way, and of no use. */
static void test_no_entry_twice(void **state)
{
	(void)state;
	for (size_t i = 0; i < plain_functions_count; i++)
		for (size_t j = 0; j < plain_functions_count; j++)
			if (i != j && function_matches(plain_functions[i].name,
						       plain_functions[j].name))
				fail_msg("%s covers %s", plain_functions[j].name,
					 plain_functions[i].name);
}

/* Check the functions, and what is done, as one text; and the way in. */
static void expect(const struct telling_frame *frame, const char *where,
		   const char *way)
{
	char text[1024];

	snprintf(text, sizeof(text), "%s|%s|%s|%s",
		 frame->kind == PLAIN_NOT ? "" : plain_words(frame->kind),
		 frame->inner, frame->console, frame->function);
	assert_string_equal(text, where);
	assert_string_equal(frame->way.text, way);
}

/* Reading a clock or taking a lock is not worth a word; the caller's purpose is. */
static void test_plain_above_plain(void **state)
{
	(void)state;
	expect(LOOK("read_tsc", "ktime_get_mono_fast_ns", "__x86_return_thunk",
		    "spin [rtla_inject]", "inject_thread [rtla_inject]", "kthread"),
	       "|||spin [rtla_inject]", "");
	expect(LOOK("arch_counter_get_cntvct", "__delay", "__const_udelay",
		    "e1000_reset [e1000e]", "kthread"),
	       "waited in a delay loop|__delay||e1000_reset [e1000e]", "");
	expect(LOOK("_raw_spin_unlock_irqrestore", "get_page_from_freelist",
		    "__alloc_pages_noprof", "shmem_alloc_folio"),
	       "allocated memory|get_page_from_freelist||shmem_alloc_folio", "");
	expect(LOOK("clear_page_erms", "get_page_from_freelist",
		    "__alloc_pages_noprof", "shmem_alloc_folio"),
	       "cleared memory|clear_page_erms||shmem_alloc_folio", "");
}

/* Whatever a console's driver does is a part of printing. */
static void test_printing(void **state)
{
	(void)state;
	expect(LOOK("vsnprintf", "sprintf", "info_print_prefix", "console_flush_all",
		    "console_unlock", "vprintk_emit", "_printk", "drv_poll [drv]",
		    "kthread"),
	       "printed|vsnprintf|console_flush_all|drv_poll [drv]", "");
	expect(LOOK("io_serial_in", "wait_for_lsr", "univ8250_console_write",
		    "console_flush_all", "locked", "console_unlock", "vprintk_emit",
		    "_printk", "drv_poll [drv]", "kthread"),
	       "printed|wait_for_lsr|console_flush_all|drv_poll [drv]", "");
	expect(LOOK("_raw_spin_unlock_irqrestore", "vprintk_emit", "_printk",
		    "drv_poll [drv]"),
	       "printed|vprintk_emit||drv_poll [drv]", "");
	expect(LOOK("number", "vsnprintf", "seq_printf", "show_map_vma",
		    "seq_read_iter", "vfs_read", "ksys_read", "do_syscall_64"),
	       "printed|number||show_map_vma", "in read()");
}

/* Functions that call other CPUs, or copy, tell less than their callers. */
static void test_purpose(void **state)
{
	(void)state;
	expect(LOOK("smp_call_function_many_cond", "on_each_cpu_cond_mask",
		    "flush_tlb_mm_range", "change_protection", "kthread"),
	       "flushed TLBs|smp_call_function_many_cond||change_protection", "");
	expect(LOOK("smp_call_function_many_cond", "on_each_cpu_cond_mask",
		    "text_poke_bp_batch", "text_poke_finish",
		    "arch_jump_label_transform_apply", "__jump_label_update",
		    "static_key_enable", "toggle_allocation_gate"),
	       "changed the kernel's code|smp_call_function_many_cond||toggle_allocation_gate",
	       "");
	expect(LOOK("smp_call_function_many_cond", "membarrier_global_expedited"),
	       "called other CPUs|smp_call_function_many_cond||membarrier_global_expedited",
	       "");
	expect(LOOK("clear_page_erms", "prep_new_page", "get_page_from_freelist",
		    "do_anonymous_page"),
	       "cleared memory|clear_page_erms||do_anonymous_page", "");
	expect(LOOK("__mod_lruvec_state", "folios_put_refs",
		    "free_pages_and_swap_cache", "tlb_flush_mmu",
		    "unmap_page_range", "exit_mmap", "__mmput"),
	       "freed memory|folios_put_refs||exit_mmap", "");
	expect(LOOK("xas_load", "filemap_get_read_batch", "filemap_read"),
	       "|||filemap_get_read_batch", "");
}

/* The code by which the kernel traces its functions is made when it runs. */
static void test_without_name(void **state)
{
	(void)state;
	expect(LOOK("__rb_reserve_next.constprop.0", "ring_buffer_lock_reserve",
		    "function_trace_call", "", "lookup_fast", "path_openat",
		    "__x64_sys_openat"),
	       "was traced|__rb_reserve_next.constprop.0||lookup_fast",
	       "in openat()");
	assert_false(LOOK("memset", "", "f", "kthread")->unnamed);
	expect(LOOK("", "do_one_initcall", "load_module",
		    "__x64_sys_finit_module"),
	       "|||do_one_initcall", "in finit_module()");
	assert_true(LOOK("", "do_one_initcall")->unnamed);
}

/* The function of the file or the socket, of a call that all of them have, is found. */
static void expect_handler(const struct telling_frame *frame,
			   const char *handler, const char *way)
{
	assert_string_equal(frame->way.handler, handler);
	assert_string_equal(frame->way.text, way);
}

static void test_handler(void **state)
{
	(void)state;
	expect_handler(LOOK("reclaim_list_global.part.0", "set_memory_rox",
			    "tracing_set_tracer", "tracing_set_trace_write",
			    "vfs_write", "ksys_write", "__x64_sys_write"),
		       "tracing_set_trace_write", "in write()");
	expect_handler(LOOK("memset", "show_smap", "seq_read_iter", "seq_read",
			    "vfs_read", "__x64_sys_pread64"),
		       "show_smap", "in pread64()");
	expect_handler(LOOK("_raw_spin_lock", "shmem_write_begin",
			    "generic_perform_write", "shmem_file_write_iter",
			    "vfs_write", "ksys_write", "do_syscall_64"),
		       "shmem_file_write_iter", "in write()");
	expect_handler(LOOK("f", "drv_ioctl [drv]", "__x64_sys_ioctl"),
		       "drv_ioctl [drv]", "in ioctl()");
	expect_handler(LOOK("f", "unix_stream_recvmsg", "sock_recvmsg_nosec",
			    "sock_recvmsg", "__sys_recvfrom",
			    "__x64_sys_recvfrom"),
		       "unix_stream_recvmsg", "in recvfrom()");
	expect_handler(LOOK("f", "vfs_read [drv]", "drv_read [drv]", "vfs_read",
			    "__x64_sys_read"),
		       "drv_read [drv]", "in read()");
	expect_handler(LOOK("rep_movs_alternative", "_copy_to_iter",
			    "seq_read_iter", "vfs_read", "__x64_sys_read"),
		       "", "in read()");
	expect_handler(LOOK("f", "lookup_fast", "filename_lookup", "vfs_statx",
			    "__x64_sys_newfstatat"),
		       "", "in newfstatat()");
	expect_handler(LOOK("f", "do_futex", "__x64_sys_futex"), "",
		       "in futex()");
	expect_handler(LOOK("f", "exc_page_fault", "asm_exc_page_fault",
			    "drv_read [drv]", "vfs_read", "__x64_sys_read"),
		       "", "in a page fault");
}

/* Without a telling function, the innermost one that does anything is named. */
static void test_all_plain(void **state)
{
	(void)state;
	expect(LOOK("__x86_return_thunk", "ktime_get", "kthread", "ret_from_fork"),
	       "|||ktime_get", "");
	expect(LOOK("__x86_return_thunk", "memset", "kthread", "ret_from_fork"),
	       "cleared memory|memset||", "");
	expect(LOOK("__x86_return_thunk", "asm_exc_page_fault"), "|||", "");
	/* The caller of the faulting function did not fault. */
	expect(LOOK("_raw_spin_lock", "exc_page_fault", "asm_exc_page_fault",
		    "rep_movs_alternative", "generic_perform_write"),
	       "|||_raw_spin_lock", "in a page fault");
}

static void test_way_in(void **state)
{
	(void)state;
	expect(LOOK("f", "ksys_write", "__x64_sys_write", "do_syscall_64",
		    "entry_SYSCALL_64_after_hwframe"), "|||f", "in write()");
	expect(LOOK("f", "ksys_mmap_pgoff", "__x64_sys_mmap.cold", "do_syscall_64"),
	       "|||f", "in mmap()");
	expect(LOOK("f", "__arm64_sys_read", "invoke_syscall.constprop.0",
		    "el0_svc_common.constprop.0", "do_el0_svc", "el0_svc",
		    "el0t_64_sync_handler", "el0t_64_sync"), "|||f", "in read()");
	expect(LOOK("f", "x64_sys_call", "do_syscall_64"), "|||f",
	       "in a system call");
	expect(LOOK("_raw_spin_lock", "__do_sys_brk", "__x64_sys_brk",
		    "do_syscall_64"), "|||", "in brk()");
	expect(LOOK("f", "do_user_addr_fault", "exc_page_fault",
		    "asm_exc_page_fault"), "|||f", "in a page fault");
	expect(LOOK("f", "do_page_fault", "do_translation_fault", "do_mem_abort",
		    "el1_abort", "el1h_64_sync_handler", "el1h_64_sync",
		    "__arch_copy_from_user", "vfs_write", "ksys_write"),
	       "|||f", "in a page fault");
	expect(LOOK("f", "net_rx_action", "handle_softirqs", "do_softirq.part.0",
		    "__local_bh_enable_ip", "tcp_sendmsg", "__x64_sys_sendto"),
	       "|||f", "in a softirq");
	expect(LOOK("schedule", "syscall_exit_to_user_mode", "do_syscall_64"),
	       "|||schedule", "on its way to user space");
}

static void test_called_later(void **state)
{
	(void)state;
	expect(LOOK("decay_pcp_high", "vmstat_update", "process_one_work",
		    "worker_thread", "kthread"),
	       "|||decay_pcp_high", "in the work vmstat_update");
	expect(LOOK("read_tsc", "gpu_idle_gate [gpudrv]", "process_one_work"),
	       "|||", "in the work gpu_idle_gate [gpudrv]");
	expect(LOOK("_raw_spin_unlock_irq", "process_one_work", "worker_thread"),
	       "|||process_one_work", "");
	expect(LOOK("f", "nvme_irq [nvme]", "irq_thread_fn", "irq_thread"),
	       "|||f", "in the interrupt handler nvme_irq [nvme]");
}

/* The functions of an interrupt are not the thread's; those of a fault are. */
static void test_interrupts(void **state)
{
	(void)state;
	expect(LOOK("timerlat_irq [rtla]", "asm_sysvec_apic_timer_interrupt", "f",
		    "kthread"), "|||f", "");
	expect(LOOK("__schedule", "preempt_schedule_irq", "irqentry_exit",
		    "asm_common_interrupt", "f"), "|||f", "");
	expect(LOOK("fred_sysvec_apic_timer_interrupt", "fred_extint",
		    "asm_fred_entrypoint_kernel", "f", "ksys_read",
		    "do_syscall_64", "asm_fred_entrypoint_user"),
	       "|||f", "in read()");
	expect(LOOK("handler", "el1h_64_irq_handler", "el1h_64_irq", "f"),
	       "|||f", "");
	expect(LOOK("handler", "asm_sysvec_apic_timer_interrupt"), "|||", "");
	expect(LOOK("f", "exc_page_fault", "asm_exc_page_fault"), "|||f",
	       "in a page fault");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_no_entry_twice),
		cmocka_unit_test(test_plain_above_plain),
		cmocka_unit_test(test_printing),
		cmocka_unit_test(test_purpose),
		cmocka_unit_test(test_without_name),
		cmocka_unit_test(test_handler),
		cmocka_unit_test(test_all_plain),
		cmocka_unit_test(test_way_in),
		cmocka_unit_test(test_called_later),
		cmocka_unit_test(test_interrupts),
	};

	return cmocka_run_group_tests_name("telling frame", tests, NULL, NULL);
}
