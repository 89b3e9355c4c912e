// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of the kernel: which one runs, how it preempts, and how it checks
 * itself while it runs.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/check.h"
#include "host/machine.h"
#include "host/preemption.h"

#define FAIR_SERVER	"/sys/kernel/debug/sched/fair_server"
#define TAINTED		"/proc/sys/kernel/tainted"
#define DEBUG_REMEDY	"measure with a kernel that is built without them"

static void look_release(const struct machine *machine, struct finding *finding)
{
	char arch[64];

	if (!*machine->release)
		finding_unread(finding, machine->release_error ?: EINVAL,
			       "/proc/sys/kernel/osrelease");
	else if (machine_read(machine, arch, sizeof(arch),
			      "/proc/sys/kernel/arch"))
		finding_set(finding, CHECK_OK, NULL, "%s", machine->release);
	else
		finding_set(finding, CHECK_OK, NULL, "%s %s", machine->release,
			    arch);
}

static void look_version(const struct machine *machine, struct finding *finding)
{
	char text[512];
	int error = machine_read(machine, text, sizeof(text), "/proc/version");

	if (error)
		finding_unread(finding, error, "/proc/version");
	else
		finding_set(finding, CHECK_OK, NULL, "%s", text);
}

static void look_command_line(const struct machine *machine,
			      struct finding *finding)
{
	if (machine->command_line_error)
		finding_unread(finding, machine->command_line_error,
			       "/proc/cmdline");
	else
		finding_set(finding, CHECK_OK, NULL, "%s",
			    machine->command_line);
}

/* ---- Preemption ---------------------------------------------------------- */

#define PREEMPT_REMEDY	"boot with preempt=full, or a PREEMPT_RT kernel"

static void look_preemption(const struct machine *machine,
			    struct finding *finding)
{
	char model[PREEMPTION_LEN];
	bool dynamic;

	if (!preemption_find(machine, model, &dynamic))
		finding_set(finding, CHECK_UNKNOWN,
			    "run this as root with debugfs mounted at /sys/kernel/debug",
			    "not available in " PREEMPTION_FILE "%s",
			    dynamic ? ": it is chosen at boot (PREEMPT_DYNAMIC)" : "");
	else if (!strcmp(model, PREEMPTION_RT))
		finding_set(finding, CHECK_OK, NULL, PREEMPTION_RT);
	else if (!strcmp(model, "full"))
		finding_set(finding, CHECK_OK, NULL, "full%s, not PREEMPT_RT",
			    dynamic ? " (dynamic)" : "");
	else if (!strcmp(model, "lazy") || !strcmp(model, "voluntary") ||
		 !strcmp(model, "none"))
		finding_set(finding, CHECK_WARNING, PREEMPT_REMEDY, "%s%s",
			    model, dynamic ? " (dynamic)" : "");
	else
		finding_set(finding, CHECK_UNKNOWN, PREEMPT_REMEDY,
			    "%s: not known to this command", model);
	if (finding->status == CHECK_WARNING && dynamic)
		finding_option(finding, "preempt=full");
}

/* ---- What stops real-time threads ---------------------------------------- */

#define RT_DANGER	"a real-time thread that never sleeps keeps its CPU from all others, for ever"

static void look_rt_throttling(const struct machine *machine,
			       struct finding *finding)
{
	static const char path[] = "/proc/sys/kernel/sched_rt_runtime_us";
	int64_t runtime, period = 0;
	int error = machine_number(machine, &runtime, path);

	if (!error && runtime >= 0)
		error = machine_number(machine, &period,
				       "/proc/sys/kernel/sched_rt_period_us");
	if (error) {
		finding_unread(finding, error, path);
	} else if (runtime < 0) {
		finding_set(finding, CHECK_OK, NULL, "off: " RT_DANGER);
	} else if (runtime >= period) {
		finding_set(finding, CHECK_OK, NULL, "none, all of %lld us: " RT_DANGER,
			    (long long)period);
	} else {
		finding_set(finding, CHECK_WARNING,
			    "sysctl -w kernel.sched_rt_runtime_us=-1; then " RT_DANGER,
			    "real-time threads may run %lld of each %lld us",
			    (long long)runtime, (long long)period);
		finding_change(machine, finding, "-1", "%s", path);
	}
}

/*
 * The fair server is a deadline server: it lets fair threads run for some time
 * where real-time threads would starve them.
 */
static void look_fair_server(const struct machine *machine,
			     struct finding *finding)
{
	int64_t runtime, first = 0;
	struct cpus on = { { 0 } };
	int cpu, error;

	error = machine_access(machine, R_OK | X_OK, "/sys/kernel/debug/sched");
	if (error) {
		finding_unread(finding, error, "/sys/kernel/debug/sched");
		return;
	}
	if (!machine_has(machine, FAIR_SERVER)) {
		finding_set(finding, CHECK_OK, NULL, "not in this kernel");
		return;
	}
	cpus_for_each(cpu, &machine->cpus) {
		error = machine_number(machine, &runtime,
				       FAIR_SERVER "/cpu%d/runtime", cpu);
		if (error) {
			finding_unread(finding, error, FAIR_SERVER);
			return;
		}
		if (!runtime)
			continue;
		first = first ?: runtime;
		cpus_add(&on, cpu);
	}
	if (cpus_empty(&on)) {
		finding_set(finding, CHECK_OK, NULL, "off");
		return;
	}
	finding_set(finding, CHECK_WARNING,
		    "write 0 to " FAIR_SERVER "/cpuN/runtime of each",
		    "%lld us reserved for other threads beside real-time threads, on %s",
		    (long long)first / 1000, cpu_names(&on).text);
	cpus_for_each(cpu, &on)
		finding_change(machine, finding, "0", FAIR_SERVER "/cpu%d/runtime",
			       cpu);
}

/* ---- Consoles ------------------------------------------------------------ */

#define PRINTK		"/proc/sys/kernel/printk"
#define CONSOLES	"/proc/consoles"

/*
 * Messages of a lower level than this are printed with "quiet": errors, and
 * what is worse.
 */
#define QUIET_LEVEL	4

/*
 * Copy the names of consoles that send one character after the other to
 * @names: serial ports, which have a letter after "tty", where a console of
 * the screen has a digit. Returns 0 or an errno.
 */
static int find_slow_consoles(const struct machine *machine, char *names,
			      size_t size)
{
	char text[4096];
	int error = machine_read(machine, text, sizeof(text), CONSOLES);
	char *rest = text, *line;

	*names = '\0';
	while (!error && (line = strsep(&rest, "\n"))) {
		size_t used = strlen(names);

		if (!strncmp(line, "tty", 3) && isupper((unsigned char)line[3]))
			snprintf(names + used, size - used, "%s%.*s",
				 used ? ", " : "", (int)strcspn(line, " "), line);
	}
	/* No console at all is an empty file. */
	return error == ENODATA ? 0 : error;
}

/* Let the kernel print errors only, which is a change of one of four numbers. */
static void change_level(const struct machine *machine, struct finding *finding,
			 const int *levels)
{
	char text[64];

	snprintf(text, sizeof(text), "%d %d %d %d", QUIET_LEVEL, levels[1],
		 levels[2], levels[3]);
	finding_change(machine, finding, text, PRINTK);
}

/*
 * A thread that prints keeps preemption off until all characters are sent, and
 * on many kernels interrupts as well.
 */
static void look_console(const struct machine *machine, struct finding *finding)
{
	char text[64], names[128], all[8];
	int level[4], error;

	error = machine_read(machine, text, sizeof(text), PRINTK);
	if (!error && sscanf(text, "%d %d %d %d", &level[0], &level[1],
			     &level[2], &level[3]) != 4)
		error = EINVAL;
	if (error) {
		finding_unread(finding, error, PRINTK);
		return;
	}
	error = find_slow_consoles(machine, names, sizeof(names));
	machine_read(machine, all, sizeof(all),
		     "/sys/module/printk/parameters/ignore_loglevel");
	if (error)
		finding_unread(finding, error, CONSOLES);
	else if (!*names)
		finding_set(finding, CHECK_OK, NULL, "no serial port");
	else if (*all == 'Y')
		finding_set(finding, CHECK_WARNING,
			    "echo N > /sys/module/printk/parameters/ignore_loglevel, and boot without ignore_loglevel",
			    "%s: all messages are printed, a character after the other",
			    names);
	else if (level[0] <= QUIET_LEVEL)
		finding_set(finding, CHECK_OK, NULL, "%s, for errors only (%d)",
			    names, level[0]);
	else
		finding_set(finding, CHECK_WARNING, "dmesg -n 4, and boot with loglevel=4",
			    "%s: messages up to level %d are printed, a character after the other",
			    names, level[0] - 1);
	if (finding->status != CHECK_WARNING)
		return;
	finding_option(finding, "loglevel=%d", QUIET_LEVEL);
	if (*all == 'Y')
		finding_change(machine, finding, "N",
			       "/sys/module/printk/parameters/ignore_loglevel");
	if (level[0] > QUIET_LEVEL)
		change_level(machine, finding, level);
}

/* ---- What is wrong, or checked ------------------------------------------- */

/* The letter of each taint bit, as the kernel writes it after "Tainted:". */
static const char taint_letters[] = "PFSRMBUDAWCIOELKXTNJ";

/* Taints of a kernel that may be too damaged for any figure to be trusted. */
static const char taint_serious[] = "SMBDWL";

static void look_taint(const struct machine *machine, struct finding *finding)
{
	char letters[sizeof(taint_letters)] = "";
	int64_t taint;
	int error = machine_number(machine, &taint, TAINTED);
	size_t count = 0;

	if (!error && taint < 0)
		error = EINVAL;
	if (error) {
		finding_unread(finding, error, TAINTED);
		return;
	}
	for (size_t i = 0; i < sizeof(taint_letters) - 1; i++)
		if (taint >> i & 1)
			letters[count++] = taint_letters[i];
	letters[count] = '\0';
	if (strpbrk(letters, taint_serious))
		finding_set(finding, CHECK_WARNING,
			    "dmesg says what went wrong: reboot",
			    "%s (%lld): the kernel has warned, or worse",
			    letters, (long long)taint);
	else if (taint)
		finding_set(finding, CHECK_OK, NULL, "%s (%lld)", letters,
			    (long long)taint);
	else
		finding_set(finding, CHECK_OK, NULL, "none");
}

/* Options that cost so much that figures say nothing about other kernels. */
static const char *const debug_worthless[] = {
	"KASAN", "KCSAN", "KMSAN", "LOCKDEP", "PROVE_LOCKING", "DEBUG_OBJECTS",
	"DEBUG_KMEMLEAK", "GCOV_KERNEL", "KCOV_INSTRUMENT_ALL", NULL
};

/* Options that cost less, but enough to be visible in the figures. */
static const char *const debug_costly[] = {
	"DEBUG_PREEMPT", "DEBUG_ATOMIC_SLEEP", "DEBUG_SPINLOCK",
	"DEBUG_MUTEXES", "DEBUG_RT_MUTEXES", "DEBUG_IRQFLAGS", "LOCK_STAT",
	"DEBUG_PAGEALLOC_ENABLE_DEFAULT", "SLUB_DEBUG_ON", "IRQSOFF_TRACER",
	"PREEMPT_TRACER", NULL
};

static void append_word(char *text, size_t size, const char *word)
{
	size_t used = strlen(text);

	snprintf(text + used, size - used, "%s%s", used ? ", " : "", word);
}

/* Return whether @option, which is built in, does nothing or costs little. */
static bool is_idle(const struct machine *machine, const char *config,
		    const char *option)
{
	char value[16];

	if (!strcmp(option, "KASAN"))
		return config_has(config, "KASAN_HW_TAGS");
	if (strcmp(option, "DEBUG_KMEMLEAK") ||
	    !config_has(config, "DEBUG_KMEMLEAK_DEFAULT_OFF"))
		return false;
	machine_boot_option(machine, "kmemleak", value, sizeof(value));
	return strcmp(value, "on");
}

static void append_built(const struct machine *machine, char *text, size_t size,
			 const char *config, const char *const *options)
{
	for (; *options; options++)
		if (config_has(config, *options) &&
		    !is_idle(machine, config, *options))
			append_word(text, size, *options);
}

/* Without a configuration, name the options that files of the kernel reveal. */
static void append_seen(const struct machine *machine, char *text, size_t size)
{
	if (machine_has(machine, "/proc/lockdep"))
		append_word(text, size, "LOCKDEP");
	if (machine_has(machine, "/sys/kernel/debug/kmemleak"))
		append_word(text, size, "DEBUG_KMEMLEAK");
}

static void look_debug_options(const struct machine *machine,
			       struct finding *finding)
{
	char *config = machine_kernel_config(machine);
	char worthless[256] = "", costly[256] = "";

	if (config) {
		append_built(machine, worthless, sizeof(worthless), config,
			     debug_worthless);
		append_built(machine, costly, sizeof(costly), config,
			     debug_costly);
	} else {
		append_seen(machine, worthless, sizeof(worthless));
	}
	if (*worthless)
		finding_set(finding, CHECK_FAILURE, DEBUG_REMEDY,
			    "%s%s%s: these checks dominate what is measured",
			    worthless, *costly ? ", " : "", costly);
	else if (*costly)
		finding_set(finding, CHECK_WARNING, DEBUG_REMEDY, "%s", costly);
	else if (config)
		finding_set(finding, CHECK_OK, NULL, "none");
	else
		finding_set(finding, CHECK_UNKNOWN, NULL,
			    "no configuration of this kernel in /proc/config.gz, /boot or /lib/modules");
	free(config);
}

static void look_cgroup(const struct machine *machine, struct finding *finding)
{
	if (machine_has(machine, "/sys/fs/cgroup/cgroup.controllers"))
		finding_set(finding, CHECK_OK, NULL, "version 2");
	else if (machine_has(machine, "/sys/fs/cgroup/unified/cgroup.procs"))
		finding_set(finding, CHECK_OK, NULL,
			    "version 2 beside version 1");
	else if (machine_has(machine, "/sys/fs/cgroup"))
		finding_set(finding, CHECK_WARNING,
			    "boot with systemd.unified_cgroup_hierarchy=1, or leave --cgroup out",
			    "no version 2 at /sys/fs/cgroup, which --cgroup needs");
	else
		finding_unread(finding, ENOENT, "/sys/fs/cgroup");
	if (finding->status == CHECK_WARNING)
		finding_option(finding, "systemd.unified_cgroup_hierarchy=1");
}

const struct check kernel_checks[] = {
	{ "kernel_release", 0, "release and architecture", look_release, NULL },
	{ "kernel_version", 0, "version, and what it was built with",
	  look_version, NULL },
	{ "command_line", 0, "options that it was booted with",
	  look_command_line, NULL },
	{ "preemption", 90, "where the kernel can be preempted",
	  look_preemption, NULL },
	{ "rt_throttling", 62, "the share of time in which real-time threads may run",
	  look_rt_throttling, NULL },
	{ "fair_server", 61, "time that is reserved for other threads",
	  look_fair_server,
	  "run this as root with debugfs mounted at /sys/kernel/debug" },
	{ "console", 84, "serial ports that messages of the kernel are printed to",
	  look_console, "run this as root" },
	{ "debug_options", 51, "debugging checks that are built into the kernel", look_debug_options,
	  "have its configuration as /boot/config-RELEASE, as distributions do" },
	{ "taint", 24, "what has tainted the kernel", look_taint, NULL },
	{ "cgroup", 5, "control groups", look_cgroup, NULL },
	{ .name = NULL }
};
