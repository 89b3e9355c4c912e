// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of the hardware and its firmware, or of what a guest has in their
 * place.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/check.h"
#include "host/in_guest.h"
#include "host/machine.h"
#include "host/stalls.h"
#include "host/untraced.h"

#define CLOCKSOURCE	"/sys/devices/system/clocksource/clocksource0"
#define VULNERABILITIES	"/sys/devices/system/cpu/vulnerabilities"
#define DMI		"/sys/class/dmi/id"

static void unread_cpuinfo(const struct machine *machine,
			   struct finding *finding, const char *key)
{
	int error = machine_access(machine, R_OK, "/proc/cpuinfo");

	if (error)
		finding_unread(finding, error, "/proc/cpuinfo");
	else
		finding_set(finding, CHECK_UNKNOWN, NULL,
			    "no %s in /proc/cpuinfo", key);
}

static void look_system(const struct machine *machine, struct finding *finding)
{
	static const char *const files[] = {
		"sys_vendor", "product_name", "bios_version", "bios_date",
	};
	char all[600] = "";
	int error = ENOENT;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char text[128];
		size_t used = strlen(all);

		error = machine_read(machine, text, sizeof(text), DMI "/%s",
				     files[i]);
		if (!error)
			snprintf(all + used, sizeof(all) - used, "%s%s",
				 !used ? "" : i == 2 ? ", firmware " : " ",
				 text);
	}
	if (*all)
		finding_set(finding, CHECK_OK, NULL, "%s", all);
	else
		finding_unread(finding, error ?: ENODATA, DMI);
}

static void look_cpu_model(const struct machine *machine,
			   struct finding *finding)
{
	char model[256];

	if (machine_cpuinfo(machine, "model name", model, sizeof(model)))
		finding_set(finding, CHECK_OK, NULL, "%s", model);
	else if (machine_cpuinfo(machine, "CPU part", model, sizeof(model)))
		finding_set(finding, CHECK_OK, NULL, "part %s", model);
	else
		unread_cpuinfo(machine, finding, "model name");
}

static void look_microcode(const struct machine *machine,
			   struct finding *finding)
{
	char first[32] = "", revision[32];
	int cpu;

	cpus_for_each(cpu, &machine->cpus) {
		if (machine_read(machine, revision, sizeof(revision),
				 "/sys/devices/system/cpu/cpu%d/microcode/version",
				 cpu))
			break;
		if (*first && strcmp(first, revision)) {
			finding_set(finding, CHECK_WARNING,
				    "update the firmware, or have microcode loaded at boot",
				    "%s, but %s on CPU %d", first, revision, cpu);
			return;
		}
		strcpy(first, revision);
	}
	if (!*first && !machine_cpuinfo(machine, "microcode", first, sizeof(first)))
		unread_cpuinfo(machine, finding, "microcode");
	else
		finding_set(finding, CHECK_OK, NULL, "%s", first);
}

/* ---- Guests -------------------------------------------------------------- */

static void look_virtualisation(const struct machine *machine,
				struct finding *finding)
{
	char type[64], vendor[64], product[64];
	bool guest;

	if (!in_guest_find(machine, &guest, type, sizeof(type))) {
		unread_cpuinfo(machine, finding, "flags");
		return;
	}
	if (!guest) {
		finding_set(finding, CHECK_OK, NULL, "none");
		return;
	}
	machine_read(machine, vendor, sizeof(vendor), DMI "/sys_vendor");
	machine_read(machine, product, sizeof(product), DMI "/product_name");
	finding_set(finding, CHECK_WARNING,
		    "measure the host, too, and pin each CPU of this guest to a host CPU of its own",
		    "a guest%s%s%s%s%s%s", *type ? ", " : "", type,
		    *vendor ? ", " : "", vendor, *product ? ", " : "", product);
}

/* ---- Clocks -------------------------------------------------------------- */

/* Return whether @clock is a register of the CPU, which is fast to read. */
static bool is_fast(const char *clock)
{
	static const char *const fast[] = {
		"tsc", "arch_sys_counter", "riscv_clocksource", "timebase",
	};

	for (size_t i = 0; i < sizeof(fast) / sizeof(fast[0]); i++)
		if (!strcmp(clock, fast[i]))
			return true;
	return false;
}

static void look_clocksource(const struct machine *machine,
			     struct finding *finding)
{
	char clock[64], available[256], flags[CPUINFO_SIZE];
	int error = machine_read(machine, clock, sizeof(clock),
				 CLOCKSOURCE "/current_clocksource");

	if (error) {
		finding_unread(finding, error,
			       CLOCKSOURCE "/current_clocksource");
		return;
	}
	machine_read(machine, available, sizeof(available),
		     CLOCKSOURCE "/available_clocksource");
	machine_cpuinfo(machine, "flags", flags, sizeof(flags));
	if (is_fast(clock)) {
		finding_set(finding, CHECK_OK, NULL, "%s", clock);
	} else if (has_word(available, "tsc")) {
		finding_set(finding, CHECK_WARNING,
			    "echo tsc > " CLOCKSOURCE "/current_clocksource",
			    "%s: slower to read than the tsc, which is available",
			    clock);
		finding_change(machine, finding, "tsc",
			       CLOCKSOURCE "/current_clocksource");
	} else if (has_word(flags, "tsc")) {
		finding_set(finding, CHECK_WARNING,
			    "dmesg says why: firmware that changes it, or CPUs that differ",
			    "%s: the kernel marked the tsc as unstable",
			    clock);
	} else {
		finding_set(finding, CHECK_WARNING, "no faster clock is available",
			    "%s: slow to read", clock);
	}
}

/*
 * Return in how many sockets the CPUs that are online are, or 0 if a file about
 * that cannot be read.
 */
static int count_sockets(const struct machine *machine)
{
	struct cpus sockets = { { 0 } };
	int64_t socket;
	int cpu;

	cpus_for_each(cpu, &machine->online) {
		if (machine_number(machine, &socket,
				   CPUS_ROOT "/cpu%d/topology/physical_package_id",
				   cpu))
			return 0;
		if (socket >= 0 && socket < CPUS_MAX)
			cpus_add(&sockets, socket);
	}
	return cpus_count(&sockets);
}

/*
 * Return whether the kernel trusts the tsc so that it does not watch it: this
 * is tsc_clocksource_reliable in arch/x86/kernel/tsc.c, since 2021 for machines
 * with at most two sockets, later for more.
 */
static bool trusts_tsc(const struct machine *machine, const char *flags)
{
	int sockets = count_sockets(machine);

	return has_word(flags, "tsc_reliable") ||
	       (has_word(flags, "constant_tsc") &&
		has_word(flags, "nonstop_tsc") &&
		has_word(flags, "tsc_adjust") && sockets && sockets <= 2);
}

/*
 * The watchdog compares the tsc with another clock, on one CPU after the other,
 * twice a second. No file says whether it runs. The kernel obeys each tsc= of
 * its command line, so a value before the last one counts as well.
 */
static void look_tsc_watchdog(const struct machine *machine,
			      struct finding *finding)
{
	char clock[64], flags[CPUINFO_SIZE];
	int error = machine_read(machine, clock, sizeof(clock),
				 CLOCKSOURCE "/current_clocksource");

	machine_cpuinfo(machine, "flags", flags, sizeof(flags));
	if (error)
		finding_unread(finding, error,
			       CLOCKSOURCE "/current_clocksource");
	else if (strcmp(clock, "tsc"))
		finding_set(finding, CHECK_OK, NULL, "the clock is %s", clock);
	else if (machine->command_line_error)
		finding_unread(finding, machine->command_line_error,
			       "/proc/cmdline");
	else if (has_word(machine->command_line, "tsc=nowatchdog") ||
		 has_word(machine->command_line, "tsc=reliable"))
		finding_set(finding, CHECK_OK, NULL, "off");
	else if (trusts_tsc(machine, flags))
		finding_set(finding, CHECK_OK, NULL,
			    "off: the kernel trusts the tsc of this CPU");
	else
		finding_set(finding, CHECK_WARNING,
			    "boot with tsc=nowatchdog; then the kernel does not notice when the tsc goes wrong",
			    "on: twice a second, on one CPU after the other, it reads a slow clock");
	if (finding->status == CHECK_WARNING)
		finding_option(finding, "tsc=nowatchdog");
}

/* ---- Mitigations --------------------------------------------------------- */

struct mitigations {
	int count;
	char mitigated[1024];
	char vulnerable[1024];
};

static void count_mitigation(const struct machine *machine, const char *name,
			     struct mitigations *all)
{
	bool vulnerable;
	char text[256];
	size_t used;
	char *list;

	if (machine_read(machine, text, sizeof(text), VULNERABILITIES "/%s",
			 name))
		return;
	all->count++;
	vulnerable = strstr(text, "Vulnerable");
	if (!vulnerable && !strstr(text, "Mitigation"))
		return;
	list = vulnerable ? all->vulnerable : all->mitigated;
	used = strlen(list);
	snprintf(list + used, sizeof(all->mitigated) - used, "%s%s",
		 used ? ", " : "", name);
}

/*
 * List the mitigations, so that results can be compared. The status is always
 * ok: neither more nor fewer mitigations are better.
 */
static void look_mitigations(const struct machine *machine,
			     struct finding *finding)
{
	struct mitigations all = { .count = 0 };
	struct names names;
	char option[64];
	int error = machine_names(machine, &names, VULNERABILITIES);

	for (int i = 0; i < names.count; i++)
		count_mitigation(machine, names.entry[i]->d_name, &all);
	names_free(&names);
	if (!all.count) {
		finding_unread(finding, error ?: ENODATA, VULNERABILITIES);
		return;
	}
	machine_boot_option(machine, "mitigations", option, sizeof(option));
	finding_set(finding, CHECK_OK, NULL,
		    "%s%s%sof %d: mitigated: %s; vulnerable: %s",
		    *option ? "mitigations=" : "", option, *option ? "; " : "",
		    all.count, *all.mitigated ? all.mitigated : "none",
		    *all.vulnerable ? all.vulnerable : "none");
}

/* ---- System management interrupts ---------------------------------------- */

/*
 * The number of SMIs since boot is no fault, because most come while the
 * firmware starts. Only SMIs during a measurement would be a fault.
 */
static void look_smi_count(const struct machine *machine,
			   struct finding *finding)
{
	uint64_t most = 0, least = UINT64_MAX, count;
	int cpu, error = ENOENT;

	if (!stalls_counts_smis(machine)) {
		finding_set(finding, CHECK_UNKNOWN,
			    "look for them with hwnoise",
			    "only Intel CPUs count them");
		return;
	}
	cpus_for_each(cpu, &machine->cpus) {
		error = stalls_read(machine, cpu, STALL_SMI, &count);
		if (error)
			break;
		most = count > most ? count : most;
		least = count < least ? count : least;
	}
	if (error)
		finding_unread(finding, error, "/dev/cpu/N/msr");
	else if (least < most)
		finding_set(finding, CHECK_OK, NULL, "%llu to %llu since boot",
			    (unsigned long long)least,
			    (unsigned long long)most);
	else
		finding_set(finding, CHECK_OK, NULL, "%llu since boot",
			    (unsigned long long)most);
}

/* ---- Corrected errors ---------------------------------------------------- */

#define MACHINE_CHECKS	"/sys/devices/system/machinecheck/machinecheck%d/"

/*
 * The files of each CPU are those of all of them. The interval is a hexadecimal
 * number. To ignore corrected errors has its price, so it is only asked for
 * where CPUs are kept free for what is measured.
 */
static void look_machine_checks(const struct machine *machine,
				struct finding *finding)
{
	int cpu = cpus_next(&machine->cpus, 0), error;
	unsigned long seconds = 0;
	char interval[32], *end;
	int64_t ignored;

	error = machine_number(machine, &ignored, MACHINE_CHECKS "ignore_ce", cpu);
	if (error == ENOENT && machine_has(machine, CPUS_ROOT "/online")) {
		finding_set(finding, CHECK_OK, NULL, "not in this kernel");
		return;
	}
	if (!error)
		error = machine_read(machine, interval, sizeof(interval),
				     MACHINE_CHECKS "check_interval", cpu);
	if (!error) {
		seconds = strtoul(interval, &end, 16);
		error = *end ? EINVAL : 0;
	}
	if (error) {
		finding_unread(finding, error,
			       "/sys/devices/system/machinecheck/machinecheckN");
	} else if (ignored || !seconds) {
		finding_set(finding, CHECK_OK, NULL, "not looked for");
	} else if (!check_isolates(machine)) {
		finding_set(finding, CHECK_OK, NULL, "every %lu s", seconds);
	} else {
		finding_set(finding, CHECK_WARNING, NULL,
			    "every %lu s, or sooner after one, a timer on each CPU looks for them",
			    seconds);
		finding_remedy(finding, "echo 1 > " MACHINE_CHECKS "ignore_ce, for all CPUs; then no corrected error is logged, as of memory that begins to fail",
			       cpu);
		finding_change(machine, finding, "1", MACHINE_CHECKS "ignore_ce",
			       cpu);
	}
}

/* ---- Interrupts without a tracepoint ------------------------------------- */

static void look_untraced(const struct machine *machine,
			  struct finding *finding)
{
	struct untraced_cpu *counts = calloc(CPUS_MAX, sizeof(*counts));
	char *text = machine_interrupts(machine->root);
	struct untraced_cpu all = { .count = { 0 } };
	struct cpus on = { .word = { 0 } };
	int error = text ? 0 : errno;
	char names[UNTRACED_LEN];
	int cpu, i = 0;

	if (!counts)
		error = ENOMEM;
	if (!error && !untraced_parse(text, &machine->cpus, counts))
		error = EINVAL;
	if (error) {
		finding_unread(finding, error, "/proc/interrupts");
		goto out;
	}
	cpus_for_each(cpu, &machine->cpus) {
		for (int row = 0; row < UNTRACED_ROWS; row++)
			all.count[row] += counts[i].count[row];
		if (untraced_sum(&counts[i++]))
			cpus_add(&on, cpu);
	}
	if (cpus_empty(&on))
		finding_set(finding, CHECK_OK, NULL, "none since boot");
	else
		finding_set(finding, CHECK_WARNING,
			    "their time is reported as hardware or unexplained: keep guests off these CPUs, or measure on the host",
			    "%s: %llu since boot, on %s",
			    untraced_names(&all, names),
			    (unsigned long long)untraced_sum(&all),
			    cpu_names(&on).text);
out:
	free(counts);
	free(text);
}

const struct check firmware_checks[] = {
	{ "system", 0, "maker, product and firmware", look_system, NULL },
	{ "cpu_model", 0, "model of the CPUs", look_cpu_model, NULL },
	{ "microcode", 20, "its revision", look_microcode, NULL },
	{ "virtualisation", 80, "whether this is a guest",
	  look_virtualisation, NULL },
	{ "clocksource", 58, "the clock that latencies are measured with",
	  look_clocksource, NULL },
	{ "tsc_watchdog", 32, "whether the kernel watches the tsc by another clock",
	  look_tsc_watchdog, NULL },
	{ "mitigations", 0, "vulnerabilities of the CPUs, and their mitigations",
	  look_mitigations, NULL },
	{ "smi_count", 0, "interrupts by the firmware, which no kernel sees",
	  look_smi_count, "modprobe msr, and run this as root; or look for them with hwnoise" },
	{ "machine_checks", 22, "corrected errors of the hardware that the kernel looks for",
	  look_machine_checks, NULL },
	{ "untraced_interrupts", 37, "interrupts that the kernel has no tracepoint for",
	  look_untraced, NULL },
	{ .name = NULL }
};
