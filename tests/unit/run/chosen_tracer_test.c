// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of which tracer is chosen, and of what is said about that. Which tracers there are
 * is made up.
 */
#include <stdio.h>

#include "capture.h"
#include "options/config.h"
#include "run/chosen_tracer.h"
#include "test.h"
#include "tracer/module_loading.h"
#include "tracer/tracer.h"

static bool module_there, kernel_there, loadable;
static int tries;

static bool module_is_there(enum kind kind)
{
	(void)kind;
	return module_there;
}

static bool kernel_is_there(enum kind kind)
{
	(void)kind;
	return kernel_there;
}

static bool attaches(void)
{
	return true;
}

static enum result refuse(const struct tracer_config *config)
{
	(void)config;
	return RESULT_OK;
}

/* The tracers are replaced here, which AddressSanitizer takes for a fault otherwise. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_odr_violation=0";
}

const struct tracer_ops tracer_module = {
	.stats = true, .is_there = module_is_there, .attaches = attaches, .refuse = refuse,
};
const struct tracer_ops tracer_kernel = {
	.is_there = kernel_is_there, .attaches = attaches, .refuse = refuse,
};

bool module_loading_try(const char *root, struct module_absence *absence)
{
	assert_string_equal(root, "");
	tries++;
	*absence = (struct module_absence) { "REASON", "REMEDY" };
	return loadable;
}

/* The module is there, loadable, or neither; the kernel has a tracer of its own, or not. */
static void machine(bool there, bool can_load, bool own)
{
	module_there = there;
	loadable = can_load;
	kernel_there = own;
	tries = 0;
}

/* Expect that @tracer is chosen, NULL: none, that @said is said, and how often loading was tried. */
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
	if (tracer)
		assert_ptr_equal(ops, tracer);
	assert_int_equal(tries, loading);
}

static const struct config timerlat = { .tracer.kind = KIND_TIMERLAT };
static const struct config osnoise = { .tracer.kind = KIND_OSNOISE };
static const struct config wakeup = { .tracer.kind = KIND_WAKEUP };

static struct config with(struct config wanted, enum choice choice)
{
	wanted.choice = choice;
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
	expect(with(timerlat, CHOICE_KERNEL), &tracer_kernel, "", 0);
}

static void test_loading(void **state)
{
	static const char said[] =
		"rtla: the module was not loaded: loaded it; 'modprobe -r rtla' unloads it\n";

	(void)state;
	machine(false, true, true);
	expect(timerlat, &tracer_module, said, 1);
	expect(quietly(timerlat), &tracer_module, "", 2);
	expect(with(osnoise, CHOICE_MODULE), &tracer_module, said, 3);
	expect(wakeup, &tracer_module, said, 4);
	expect(with(timerlat, CHOICE_KERNEL), &tracer_kernel, "", 4);
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
	expect(with(timerlat, CHOICE_MODULE), NULL,
	       "rtla: /dev/rtla: no such device: REASON: REMEDY\n", 4);
	expect(wakeup, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY\n", 5);
}

static void test_nothing(void **state)
{
	(void)state;
	machine(false, false, false);
	expect(timerlat, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY, or boot a kernel with CONFIG_TIMERLAT_TRACER, and run as root\n", 1);
	expect(osnoise, NULL, "rtla: /dev/rtla: no such device: REASON: REMEDY, or boot a kernel with CONFIG_OSNOISE_TRACER, and run as root\n", 2);
	expect(with(osnoise, CHOICE_KERNEL), NULL, "rtla: --tracer kernel: this kernel has no such tracer, or not for this user: boot one with CONFIG_OSNOISE_TRACER, and run as root\n", 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loaded),
		cmocka_unit_test(test_loading),
		cmocka_unit_test(test_kernel_instead),
		cmocka_unit_test(test_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
