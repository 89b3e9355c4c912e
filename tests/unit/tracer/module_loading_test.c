// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what is said when the module cannot be loaded. The machine is made
 * of files; what libkmod finds and does is made up. That it really loads is
 * tested in guests.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "host/installed_module.h"
#include "host/libkmod.h"
#include "test.h"
#include "tracer/module_loading.h"
#include "tracer/tracer.h"

#define NOT_SIGNED	"the kernel refuses /lib/modules/6.12.30/rtla.ko: it is not signed: sign it, see secure_boot in 'rtla doctor --all'"
#define WRONG_KEY	"the kernel refuses /lib/modules/6.12.30/rtla.ko: its key is not enrolled: enrol it with 'mokutil --import', see secure_boot in 'rtla doctor --all'"
#define NO_DEVICE	"the module is loaded: run 'modprobe -r rtla; modprobe rtla', or give the device to this container"
#define ROOT		"Name:\trtla\nCapEff:\t000001ffffffffff\n"
#define NOT_PERMITTED	"the kernel refuses /lib/modules/6.12.30/rtla.ko: Operation not permitted: see 'dmesg'"

static enum module_found found;
static enum module_signature signature;
static int load_result;
static int loads;

enum module_found installed_module_find(const struct machine *machine,
					struct module_file *file)
{
	(void)machine;
	snprintf(file->path, sizeof(file->path), "/lib/modules/6.12.30/rtla.ko");
	file->signature = signature;
	return found;
}

int libkmod_load(const char *name)
{
	assert_string_equal(name, "rtla");
	loads++;
	if (!load_result)
		files_put("dev/rtla", "");
	return load_result;
}

static int begin(void **state)
{
	found = MODULE_FOUND;
	signature = MODULE_NOT_SIGNED;
	load_result = loads = 0;
	if (files_begin(state))
		return -1;
	files_put("proc/sys/kernel/osrelease", "6.12.30\n");
	files_put("proc/modules", "");
	files_put("proc/self/status", ROOT);
	return 0;
}

/* Nothing can be loaded, or only with what is said. */
static void expect(const char *said)
{
	struct tracer_absence absence;
	char text[1024];

	assert_false(module_loading_try(files_root, &absence));
	snprintf(text, sizeof(text), "%s: %s", absence.why, absence.remedy);
	assert_string_equal(text, said);
}

static void expect_refusal(int error, enum module_signature its,
			   const char *said)
{
	load_result = error;
	signature = its;
	expect(said);
}

static void test_loads(void **state)
{
	struct tracer_absence absence;

	(void)state;
	assert_true(module_loading_try(files_root, &absence));
	assert_int_equal(loads, 1);
}

static void test_not_installed(void **state)
{
	(void)state;
	found = MODULE_MISSING;
	expect("the module is not installed for this kernel, 6.12.30: install rtla-dkms, or run 'make install' in rtla's sources");
	unlink(files_path("proc/modules"));
	expect("this kernel, 6.12.30, cannot load modules: take a kernel of a distribution");
	found = MODULE_UNKNOWN;
	expect("the module is not loaded, and this command cannot load it without libkmod: install libkmod2, or load the module with 'modprobe rtla'");
	assert_int_equal(loads, 0);
}

/* All of these but CAP_SYS_MODULE, which is bit 16. */
static void test_may_not(void **state)
{
	(void)state;
	files_put("proc/self/status", "Name:\trtla\nCapEff:\t000001fffffeffff\n");
	expect("the module is not loaded, and you may not load it: load the module with 'modprobe rtla' as root");
	assert_int_equal(loads, 0);
}

static void test_loaded_without_device(void **state)
{
	(void)state;
	files_put("sys/module/rtla/refcnt", "0\n");
	expect(NO_DEVICE);
	assert_int_equal(loads, 0);
}

static void test_refused(void **state)
{
	(void)state;
	expect_refusal(EKEYREJECTED, MODULE_NOT_SIGNED, NOT_SIGNED);
	expect_refusal(EKEYREJECTED, MODULE_SIGNED, WRONG_KEY);
	expect_refusal(ENOKEY, MODULE_SIGNED, WRONG_KEY);
	/* Whether the kernel is locked down is not known. */
	expect_refusal(EPERM, MODULE_SIGNED, WRONG_KEY);
	files_put("sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
	expect_refusal(EPERM, MODULE_NOT_SIGNED, NOT_SIGNED);
	expect_refusal(EPERM, MODULE_SIGNED, WRONG_KEY);
	files_put("sys/kernel/security/lockdown", "[none] integrity confidentiality\n");
	expect_refusal(EPERM, MODULE_SIGNED, NOT_PERMITTED);
	expect_refusal(EPERM, MODULE_NOT_SIGNED, NOT_PERMITTED);
	files_put("proc/sys/kernel/modules_disabled", "1\n");
	expect("this kernel loads no more modules (kernel.modules_disabled): reboot");
}

static void test_other_errors(void **state)
{
	(void)state;
	load_result = LIBKMOD_BLACKLISTED;
	expect("the module is not loaded, and modprobe's configuration blacklists it: load the module with 'modprobe rtla'");
	load_result = ENOEXEC;
	expect("/lib/modules/6.12.30/rtla.ko cannot be loaded: Exec format error: see 'dmesg', and load the module with 'modprobe rtla'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_loads, begin, files_end),
		cmocka_unit_test_setup_teardown(test_not_installed, begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_may_not, begin, files_end),
		cmocka_unit_test_setup_teardown(test_loaded_without_device,
						begin, files_end),
		cmocka_unit_test_setup_teardown(test_refused, begin, files_end),
		cmocka_unit_test_setup_teardown(test_other_errors, begin,
						files_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
