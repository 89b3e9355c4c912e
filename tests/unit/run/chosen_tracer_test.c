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
#include "tracer/kernel_config.h"
#include "tracer/module_loading.h"
#include "tracer/tracer.h"
#include "tracer/tracers.h"

static bool module_there, kernel_there, loadable;
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
static const struct config osnoise = { .tracer.kind = KIND_OSNOISE };
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
	expect(wakeup, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY\n", 5);
}

static void test_nothing(void **state)
{
	(void)state;
	machine(false, false, false);
	expect(timerlat, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY, or boot a kernel with CONFIG_TIMERLAT_TRACER, and run as root\n", 1);
	expect(osnoise, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY, or boot a kernel with CONFIG_OSNOISE_TRACER, and run as root\n", 2);
	expect(with(osnoise, "kernel"), NULL, "rtla: --tracer kernel: this kernel has no such tracer, or not for this user: boot one with CONFIG_OSNOISE_TRACER, and run as root\n", 2);
}

static void test_not_measured(void **state)
{
	(void)state;
	machine(true, true, true);
	expect(with(wakeup, "kernel"), NULL,
	       "rtla: --tracer kernel: it does not measure wakeup: leave it out\n", 0);
}

static void test_without_module(void **state)
{
	struct config config = wakeup;

	(void)state;
	config.tracer.no_module = true;
	machine(true, true, true);
	expect(config, &tracer_tracefs, "", 0);
	machine(false, false, false);
	expect(config, &tracer_tracefs, "", 0);
}

/* Expect that the kernel's own tracer is chosen, and refuses an option. */
static void expect_refusal(struct config config, const char *said)
{
	const struct tracer_ops *ops;
	struct capture capture;

	capture_begin(&capture);
	assert_int_equal(chosen_tracer(&ops, &config), RESULT_CANNOT);
	assert_string_equal(capture_end(&capture), said);
	assert_ptr_equal(ops, &tracer_kernel);
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
		cmocka_unit_test(test_without_module),
		cmocka_unit_test(test_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
