// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of which tracer is chosen, and of what is said about that. Which of
 * them are there is made up.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "host/machine.h"
#include "options/config.h"
#include "run/chosen_tracer.h"
#include "test.h"
#include "trace/own_tracers.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/kernel_config.h"
#include "tracer/module_loading.h"
#include "tracer/tracer.h"
#include "tracer/tracers.h"

static bool module_there, kernel_there, loadable, programs_there;
static int tries;

/* These take the place of functions that look at the machine. */
int access(const char *path, int mode)
{
	(void)mode;
	assert_string_equal(path, "/dev/rtla");
	return module_there ? 0 : -1;
}

bool own_tracers_is_there(const struct machine *machine, const char *name)
{
	assert_string_equal(machine->root, "");
	return kernel_there && *name;
}

const char *kernel_config_lack(const struct tracer_config *config)
{
	(void)config;
	return NULL;
}

bool bpf_programs_find(struct tracer_absence *absence)
{
	*absence = (struct tracer_absence) {
		"--tracer bpf", "NO BTF", "BOOT", "BOOT ANOTHER"
	};
	return programs_there;
}

bool module_loading_try(const char *root, struct tracer_absence *absence)
{
	assert_string_equal(root, "");
	tries++;
	*absence = (struct tracer_absence) {
		"/dev/rtla: no such device", "REASON", "REMEDY", "REMEDY"
	};
	return loadable;
}

/*
 * The module is there, loadable, or neither; the kernel has a tracer of its
 * own, or not.
 */
static void machine(bool there, bool can_load, bool own)
{
	module_there = there;
	loadable = can_load;
	kernel_there = own;
	programs_there = false;
	tries = 0;
}

/*
 * Expect that @tracer is chosen, NULL: none, that @said is said, and how often
 * loading was tried.
 */
static void expect(struct config config, const struct tracer_ops *tracer,
		   const char *said, int loading)
{
	const struct tracer_ops *ops;
	struct capture capture;
	enum result result;

	capture_begin(&capture);
	result = chosen_tracer(&ops, &config);
	assert_string_equal(capture_end(&capture), said);
	assert_int_equal(result, tracer ? RESULT_OK : RESULT_CANNOT);
	assert_ptr_equal(ops, tracer);
	assert_int_equal(tries, loading);
}

static const struct config timerlat = { .tracer.kind = KIND_TIMERLAT };
static const struct config processes = {
	.tracer.kind = KIND_TIMERLAT, .threads = THREADS_USER
};
static const struct config osnoise = { .tracer.kind = KIND_OSNOISE };
static const struct config overheads = { .tracer.kind = KIND_OVERHEADS };
static const struct config bound = { .tracer.kind = KIND_BOUND };
static const struct config wakeup = { .tracer.kind = KIND_WAKEUP };

/* Return @wanted with this word of --tracer. */
static struct config with(struct config wanted, const char *word)
{
	while (tracer_words[wanted.tracer_word] &&
	       strcmp(tracer_words[wanted.tracer_word], word))
		wanted.tracer_word++;
	assert_non_null(tracer_words[wanted.tracer_word]);
	return wanted;
}

static struct config quietly(struct config wanted)
{
	wanted.quiet = true;
	return wanted;
}

static void test_loaded(void **state)
{
	(void)state;
	machine(true, false, true);
	expect(timerlat, &tracer_module, "", 0);
	expect(wakeup, &tracer_module, "", 0);
	expect(with(timerlat, "kernel"), &tracer_kernel, "", 0);
}

static void test_loading(void **state)
{
	static const char said[] =
		"rtla: the module was not loaded: loaded it; 'modprobe -r rtla' unloads it\n";

	(void)state;
	machine(false, true, true);
	expect(timerlat, &tracer_module, said, 1);
	expect(quietly(timerlat), &tracer_module, "", 2);
	expect(with(osnoise, "module"), &tracer_module, said, 3);
	expect(wakeup, &tracer_module, said, 4);
	expect(with(timerlat, "kernel"), &tracer_kernel, "", 4);
}

static void test_kernel_instead(void **state)
{
	(void)state;
	machine(false, false, true);
	expect(timerlat, &tracer_kernel,
	       "rtla: this kernel's own tracer, timerlat, measures: REASON\n", 1);
	expect(osnoise, &tracer_kernel,
	       "rtla: this kernel's own tracer, osnoise, measures: REASON\n", 2);
	expect(quietly(osnoise), &tracer_kernel, "", 3);
	expect(with(timerlat, "module"), NULL,
	       "rtla: /dev/rtla: no such device: REASON: REMEDY\n", 4);
	expect(wakeup, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY, or BOOT ANOTHER\n", 5);
}

static void test_programs_instead(void **state)
{
	(void)state;
	machine(false, false, false);
	programs_there = true;
	expect(processes, &tracer_bpf, "rtla: BPF programs measure: REASON\n", 1);
	expect(quietly(processes), &tracer_bpf, "", 2);
	expect(with(processes, "bpf"), &tracer_bpf, "", 2);
	expect(quietly(wakeup), &tracer_bpf_wakeups, "", 3);
	expect(with(wakeup, "bpf"), &tracer_bpf_wakeups, "", 3);
	expect(quietly(osnoise), &tracer_bpf_noise, "", 4);
	expect(with(osnoise, "bpf"), &tracer_bpf_noise, "", 4);
	expect(quietly(overheads), &tracer_bpf_overheads, "", 5);
	expect(with(overheads, "bpf"), &tracer_bpf_overheads, "", 5);
	expect(bound, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY\n", 6);
	expect(with(bound, "bpf"), NULL, "rtla: --tracer bpf: it does not measure bound: leave it out\n", 6);
	machine(false, false, true);
	programs_there = true;
	expect(quietly(processes), &tracer_kernel, "", 1);
}

/* BPF programs explain more than the kernel's own tracers, if they can do it. */
static void test_programs_explain(void **state)
{
	static const char said[] =
		"rtla: BPF programs measure: REASON, and they tell more of a hit than this kernel's own tracer\n";
	static const char kernel[] =
		"rtla: this kernel's own tracer, timerlat, measures: REASON\n";
	struct config config = processes;

	(void)state;
	machine(false, false, true);
	programs_there = true;
	config.tracer.stop_ns[CONTEXT_THREAD] = 1;
	expect(config, &tracer_bpf, said, 1);
	expect(quietly(config), &tracer_bpf, "", 2);
	expect(with(quietly(config), "kernel"), &tracer_kernel, "", 2);
	config.no_analysis = true;
	expect(config, &tracer_kernel, kernel, 3);
	config.no_analysis = false;
	config.dump_tasks = true;
	expect(config, &tracer_kernel, kernel, 4);
	config.dump_tasks = false;
	config.threads = THREADS_KERNEL;
	expect(config, &tracer_kernel, kernel, 5);
	config.threads = THREADS_USER;
	programs_there = false;
	expect(config, &tracer_kernel, kernel, 6);
	machine(true, false, true);
	programs_there = true;
	expect(config, &tracer_module, "", 0);
	machine(false, false, true);
	programs_there = true;
	config = osnoise;
	config.tracer.stop_ns[CONTEXT_SINGLE] = 1;
	expect(config, &tracer_bpf_noise, "rtla: BPF programs measure, with processes: REASON, and they tell more of a hit than this kernel's own tracer\n", 1);
	config.tracer.preempt_off = true;
	expect(quietly(config), &tracer_kernel, "", 2);
}

static void test_nothing(void **state)
{
	(void)state;
	machine(false, false, false);
	expect(timerlat, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY, or boot a kernel with CONFIG_TIMERLAT_TRACER, and run as root, or BOOT ANOTHER, or take the user latency alone with --tracer process\n", 1);
	expect(osnoise, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY, or boot a kernel with CONFIG_OSNOISE_TRACER, and run as root, or BOOT ANOTHER\n", 2);
	expect(with(processes, "bpf"), NULL, "rtla: --tracer bpf: NO BTF: BOOT\n", 2);
	expect(with(processes, "process"), &tracer_process, "", 2);
	expect(with(osnoise, "kernel"), NULL, "rtla: --tracer kernel: this kernel has no such tracer, or not for this user: boot one with CONFIG_OSNOISE_TRACER, and run as root\n", 2);
}

static void test_not_measured(void **state)
{
	(void)state;
	machine(true, true, true);
	expect(with(wakeup, "kernel"), NULL,
	       "rtla: --tracer kernel: it does not measure wakeup: leave it out\n", 0);
	expect(with(osnoise, "process"), NULL,
	       "rtla: --tracer process: it does not measure osnoise: leave it out\n", 0);
}

/* Expect that a tracer is chosen, and refuses an option. */
static void expect_refusal_by(const struct tracer_ops *tracer,
			      struct config config, const char *said)
{
	const struct tracer_ops *ops;
	struct capture capture;

	capture_begin(&capture);
	assert_int_equal(chosen_tracer(&ops, &config), RESULT_CANNOT);
	assert_string_equal(capture_end(&capture), said);
	assert_ptr_equal(ops, tracer);
}

static void expect_refusal(struct config config, const char *said)
{
	expect_refusal_by(&tracer_kernel, config, said);
}

#define NO_TRACEFS	"the tracer by BPF programs uses no tracefs: load the module, or leave it out\n"

static void test_options_of_programs(void **state)
{
	struct config config;

	(void)state;
	machine(false, false, false);
	programs_there = true;
	config = with(processes, "bpf");
	config.tracer.no_threads = true;
	config.trace_buffer_kb = 100;
	expect_refusal_by(&tracer_bpf, config, "rtla: --trace-buffer-size: " NO_TRACEFS);
	config.dump_tasks = true;
	config.trace_buffer_kb = 0;
	expect_refusal_by(&tracer_bpf, config, "rtla: --dump-tasks: " NO_TRACEFS);
	config = with(processes, "bpf");
	config.trace_file = "trace.dat";
	config.tracer.stop_ns[CONTEXT_THREAD] = 1;
	expect_refusal_by(&tracer_bpf, config, "rtla: a trace.dat: " NO_TRACEFS);
	config = with(processes, "bpf");
	config.threads = THREADS_FOREIGN;
	expect_refusal_by(&tracer_bpf, config, "rtla: --user-load: the tracer by BPF programs measures with processes of its own: load the module, or leave it out\n");
	config.threads = THREADS_KERNEL;
	expect_refusal_by(&tracer_bpf, config, "rtla: --tracer bpf: it measures with processes of user space only: leave out --kernel-threads, or load the module\n");
	config = with(processes, "bpf");
	config.tracer.counters = true;
	expect_refusal_by(&tracer_bpf, config, "rtla: --tracer bpf: it does not read what the CPU counts: leave out --counters, or load the module\n");
	config.tracer.panic = true;
	expect_refusal_by(&tracer_bpf, config, "rtla: --tracer bpf: it cannot panic the kernel at a hit: load the module\n");
}

/* Expect that processes alone refuse an option. */
static void expect_refusal_alone(struct config config, const char *said)
{
	expect_refusal_by(&tracer_process, with(config, "process"), said);
}

static void test_options_of_processes(void **state)
{
	struct config config = processes;

	(void)state;
	machine(true, true, true);
	config.threads = THREADS_KERNEL;
	expect_refusal_alone(config, "rtla: --tracer process: it measures with processes of user space only: leave out --kernel-threads, or load the module\n");
	config = processes;
	config.tracer.stop_ns[CONTEXT_IRQ] = 1;
	expect_refusal_alone(config, "rtla: --tracer process: it sees no interrupts and takes no stacks: give --thread instead of -a, -i and -s, or load the module\n");
	config.trace_file = "trace.txt";
	expect_refusal_alone(config, "rtla: a trace: processes alone record no events: load the module, or leave out -a, -t, --keep and --perfetto\n");
	config = processes;
	config.tracer.stop_ns[CONTEXT_THREAD] = 1;
	config.tracer.stats.causes = true;
	expect_refusal_alone(config, "rtla: --tracer process: it sees neither causes nor counters: leave out --top-causes and --counters, or load the module\n");
	config.tracer.stats.causes = false;
	config.tracer.panic = true;
	expect_refusal_alone(config, "rtla: --tracer process: it cannot panic the kernel at a hit: load the module\n");
	config.tracer.panic = false;
	expect(with(config, "process"), &tracer_process, "", 0);
}

static void test_options(void **state)
{
	struct config config = with(timerlat, "kernel");

	(void)state;
	machine(true, false, true);
	config.source = SOURCE_STATS;
	expect_refusal(config, "rtla: --source stats: the kernel's own tracer keeps no statistics: load the module, or leave it out\n");
	config.source = SOURCE_AUTO;
	config.bpf_action = "file";
	expect_refusal(config, "rtla: --bpf-action: the kernel's own tracer has no event of a hit: load the module, or use --on-threshold\n");
	config.tracer_word = 0;
	expect(with(config, "module"), &tracer_module, "", 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loaded),
		cmocka_unit_test(test_loading),
		cmocka_unit_test(test_kernel_instead),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_not_measured),
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_options_of_processes),
		cmocka_unit_test(test_options_of_programs),
		cmocka_unit_test(test_programs_instead),
		cmocka_unit_test(test_programs_explain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
