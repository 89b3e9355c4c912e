// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of what is done to save power: frequencies and idle states.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "doctor/check.h"
#include "host/dma_latency.h"
#include "host/machine.h"
#include "host/stalls.h"
#include "host/threads.h"
#include "remedies/remedies.h"

/*
 * Without cpufreq it is not known what chooses the frequencies: the firmware,
 * or a hypervisor.
 */
#define CPUFREQ_REMEDY	"set a fixed frequency in the firmware's set-up, or on the host of this guest"

/*
 * The value of /dev/cpu_dma_latency, in us, while no limit is requested: the
 * kernel's PM_QOS_CPU_LATENCY_DEFAULT_VALUE.
 */
#define NO_LIMIT	2000000000

/* Idle states with a longer exit latency than this spoil wake-ups. */
#define EXIT_LATENCY_US	10

static void unread_cpufreq(const struct machine *machine,
			   struct finding *finding, int error, const char *path)
{
	if (error == ENOENT && machine_has(machine, CPUS_ROOT "/online"))
		finding_set(finding, CHECK_UNKNOWN, CPUFREQ_REMEDY,
			    "no cpufreq: firmware or a hypervisor controls it");
	else
		finding_unread(finding, error, path);
}

/* The measured CPUs where a file of cpufreq has another value than "performance". */
struct others {
	char first[32];		/* the value of the first of these CPUs */
	struct cpus cpus;
	bool found;		/* the file could be read for some CPU */
};

/*
 * Read the file @name of cpufreq for each measured CPU. Returns 0 or an errno.
 * CPUs without the file are left out if @optional.
 */
static int find_others(const struct machine *machine, const char *name,
		       bool optional, struct others *others)
{
	int cpu, error = ENOENT;

	*others = (struct others) { .found = false };
	cpus_for_each(cpu, &machine->cpus) {
		char text[32];

		error = machine_read(machine, text, sizeof(text),
				     CPUS_ROOT "/cpu%d/cpufreq/%s", cpu, name);
		if (optional && error == ENOENT)
			continue;
		if (!error && !*text)
			error = ENODATA;
		if (error)
			return error;
		others->found = true;
		if (!strcmp(text, "performance"))
			continue;
		if (!*others->first)
			strcpy(others->first, text);
		cpus_add(&others->cpus, cpu);
	}
	return others->found ? 0 : error;
}

/* Report @others, or that @path could not be read for @error. */
static void report_others(const struct machine *machine,
			  struct finding *finding, const struct others *others,
			  int error, const char *path, const char *remedy)
{
	if (error)
		unread_cpufreq(machine, finding, error, path);
	else if (cpus_empty(&others->cpus))
		finding_set(finding, CHECK_OK, NULL, "performance");
	else
		finding_set(finding, CHECK_WARNING, remedy, "%s on %s",
			    others->first, cpu_names(&others->cpus).text);
}

static void change_others(const struct machine *machine,
			  struct finding *finding, const struct others *others,
			  const char *name)
{
	int cpu;

	if (finding->status != CHECK_WARNING)
		return;
	cpus_for_each(cpu, &others->cpus)
		finding_change(machine, finding, "performance",
			       CPUS_ROOT "/cpu%d/cpufreq/%s", cpu, name);
}

static void look_governor(const struct machine *machine,
			  struct finding *finding)
{
	struct others others;
	struct facts facts;
	int error = find_others(machine, "scaling_governor", false, &others);

	report_others(machine, finding, &others, error,
		      CPUS_ROOT "/cpuN/cpufreq/scaling_governor", NULL);
	check_facts(machine, &facts);
	fact_set(&facts, FACT_CPU, "%s", cpu_list(&others.cpus).text);
	if (finding->status == CHECK_WARNING)
		finding_mend(machine, finding, "frequency", &facts);
	facts_free(&facts);
	change_others(machine, finding, &others, "scaling_governor");
}

/*
 * The energy performance preference is a hint to CPUs that choose their
 * frequency by themselves. Only drivers of such CPUs have the file.
 */
static void look_energy_preference(const struct machine *machine,
				   struct finding *finding)
{
	static const char name[] = "energy_performance_preference";
	struct others others, governors;
	int error = find_others(machine, name, true, &others);

	if (error == ENOENT &&
	    !find_others(machine, "scaling_governor", false, &governors))
		finding_set(finding, CHECK_OK, NULL, "not in this cpufreq driver");
	else
		report_others(machine, finding, &others, error,
			      CPUS_ROOT "/cpuN/cpufreq",
			      "write performance to " CPUS_ROOT "/cpuN/cpufreq/energy_performance_preference of each");
	change_others(machine, finding, &others, name);
}

/* The range of frequencies of all measured CPUs, in kHz. */
struct range {
	int64_t min;
	int64_t max;
	struct cpus open;	/* CPUs whose frequency may change */
};

/* Fill @range. Returns 0 or an errno. */
static int checks_power_find_range(const struct machine *machine,
				   struct range *range)
{
	int cpu, error = ENOENT;

	*range = (struct range){ .min = INT64_MAX };
	cpus_for_each(cpu, &machine->cpus) {
		int64_t min = 0, max = 0;

		error = machine_number(machine, &min,
				       CPUS_ROOT "/cpu%d/cpufreq/scaling_min_freq",
				       cpu);
		if (!error)
			error = machine_number(machine, &max,
					       CPUS_ROOT "/cpu%d/cpufreq/scaling_max_freq",
					       cpu);
		if (error)
			break;
		if (min != max)
			cpus_add(&range->open, cpu);
		range->min = min < range->min ? min : range->min;
		range->max = max > range->max ? max : range->max;
	}
	return error;
}

static void look_frequency(const struct machine *machine,
			   struct finding *finding)
{
	struct range range;
	int error = checks_power_find_range(machine, &range);

	if (error)
		unread_cpufreq(machine, finding, error,
			       CPUS_ROOT "/cpuN/cpufreq/scaling_min_freq");
	else if (cpus_empty(&range.open))
		finding_set(finding, CHECK_OK, NULL, "%lld MHz%s",
			    (long long)range.max / 1000,
			    range.min < range.max ? " and less, fixed" : "");
	else
		finding_set(finding, CHECK_WARNING,
			    "cpupower frequency-set -d FREQ -u FREQ, the same for both",
			    "%lld to %lld MHz on %s",
			    (long long)range.min / 1000,
			    (long long)range.max / 1000,
			    cpu_names(&range.open).text);
}

static void look_turbo(const struct machine *machine, struct finding *finding)
{
	static const struct {
		const char *path;
		int64_t off;
	} files[] = {
		{ CPUS_ROOT "/intel_pstate/no_turbo", 1 },
		{ CPUS_ROOT "/cpufreq/boost", 0 },
	};
	int error = ENOENT;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		int64_t value;

		error = machine_number(machine, &value, "%s", files[i].path);
		if (error)
			continue;
		if (value == files[i].off) {
			finding_set(finding, CHECK_OK, NULL, "off");
			return;
		}
		finding_set(finding, CHECK_WARNING, NULL,
			    "on: frequencies depend on what other cores do");
		finding_command(finding, "echo %lld > %s",
			       (long long)files[i].off, files[i].path);
		finding_change(machine, finding, files[i].off ? "1" : "0", "%s",
			       files[i].path);
		return;
	}
	unread_cpufreq(machine, finding, error, files[1].path);
}

/* ---- Idle states --------------------------------------------------------- */

/*
 * Return the value of /dev/cpu_dma_latency in us: NO_LIMIT if no limit is
 * requested, -1 if it cannot be read.
 */
static int32_t latency_limit(const struct machine *machine)
{
	int32_t limit;

	if (machine_read_bytes(machine, &limit, sizeof(limit), 0, DMA_LATENCY))
		return -1;
	return limit;
}

static void look_dma_latency(const struct machine *machine,
			     struct finding *finding)
{
	int32_t limit = latency_limit(machine);
	int error = machine_access(machine, R_OK, DMA_LATENCY);

	if (limit < 0)
		finding_unread(finding, error ?: EINVAL, DMA_LATENCY);
	else if (limit >= NO_LIMIT)
		finding_set(finding, CHECK_OK, NULL, "not limited");
	else
		finding_set(finding, CHECK_OK, NULL, "%d us", limit);
}

static void look_idle_driver(const struct machine *machine,
			     struct finding *finding)
{
	char driver[64], governor[64];
	int error = machine_read(machine, driver, sizeof(driver),
				 CPUS_ROOT "/cpuidle/current_driver");

	if (error)
		finding_unread(finding, error,
			       CPUS_ROOT "/cpuidle/current_driver");
	else if (machine_read(machine, governor, sizeof(governor),
			      CPUS_ROOT "/cpuidle/current_governor_ro") &&
		 machine_read(machine, governor, sizeof(governor),
			      CPUS_ROOT "/cpuidle/current_governor"))
		finding_set(finding, CHECK_OK, NULL, "%s", driver);
	else
		finding_set(finding, CHECK_OK, NULL, "%s, governor %s", driver,
			    governor);
}

/* The idle states that measured CPUs may use. */
struct idle {
	int64_t latency_us;	/* longest exit latency of all; -1: no state */
	char name[32];		/* of the state with that latency */
	struct cpus slow;	/* CPUs with a state over EXIT_LATENCY_US */
};

/*
 * Add the idle states that @cpu may use to @idle: those that are not disabled,
 * and whose exit latency is not over @limit, in us, unless @limit is negative.
 * The states of a CPU are numbered from 0 without gaps. Returns 0 or an errno.
 */
static int look_at_states(const struct machine *machine, int cpu, int32_t limit,
			  struct idle *idle)
{
	for (int i = 0;; i++) {
		int64_t disabled, latency;
		int error;

		error = machine_number(machine, &latency,
				       CPUS_ROOT "/cpu%d/cpuidle/state%d/latency",
				       cpu, i);
		if (error == ENOENT)
			return 0;
		if (!error)
			error = machine_number(machine, &disabled,
					       CPUS_ROOT "/cpu%d/cpuidle/state%d/disable",
					       cpu, i);
		if (error)
			return error;
		if (disabled || (limit >= 0 && latency > limit))
			continue;
		if (latency > EXIT_LATENCY_US)
			cpus_add(&idle->slow, cpu);
		if (latency <= idle->latency_us)
			continue;
		idle->latency_us = latency;
		machine_read(machine, idle->name, sizeof(idle->name),
			     CPUS_ROOT "/cpu%d/cpuidle/state%d/name", cpu, i);
	}
}

/*
 * Without idle states, an idle CPU halts or polls, and wakes up at once. Set
 * @finding for this case.
 */
static void no_states(const struct machine *machine, struct finding *finding)
{
	char value[16];

	if (!machine_has(machine, CPUS_ROOT "/cpuidle/current_driver"))
		finding_unread(finding, ENOENT, CPUS_ROOT "/cpuN/cpuidle");
	else if (machine_boot_option(machine, "idle", value, sizeof(value)))
		finding_set(finding, CHECK_OK, NULL, "none (idle=%s)", value);
	else
		finding_set(finding, CHECK_OK, NULL, "none: an idle CPU halts");
}

static void look_idle_states(const struct machine *machine,
			     struct finding *finding)
{
	struct idle idle = { .latency_us = -1 };
	int32_t limit = latency_limit(machine);
	int cpu, error = 0;

	cpus_for_each(cpu, &machine->cpus) {
		error = look_at_states(machine, cpu, limit, &idle);
		if (error)
			break;
	}
	if (error)
		finding_unread(finding, error, CPUS_ROOT "/cpuN/cpuidle/stateN");
	else if (idle.latency_us < 0)
		no_states(machine, finding);
	else if (cpus_empty(&idle.slow))
		finding_set(finding, CHECK_OK, NULL,
			    "down to %s, exit latency %lld us", idle.name,
			    (long long)idle.latency_us);
	else
		finding_set(finding, CHECK_WARNING,
			    "measure with --deepest-idle-state 0 or --dma-latency 0, or boot with idle=poll",
			    "down to %s, exit latency %lld us; over %d us on %s",
			    idle.name, (long long)idle.latency_us,
			    EXIT_LATENCY_US, cpu_names(&idle.slow).text);
}

/*
 * Each CPU of a package has the same count of that package, so the highest
 * count is taken instead of the sum.
 */
static void look_throttled(const struct machine *machine,
			   struct finding *finding)
{
	struct cpus hot = { { 0 } };
	uint64_t most = 0, count;
	int cpu, error = ENOENT;
	bool found = false;

	cpus_for_each(cpu, &machine->cpus) {
		error = stalls_read(machine, cpu, STALL_THROTTLED, &count);
		if (error)
			continue;
		found = true;
		most = count > most ? count : most;
		if (count)
			cpus_add(&hot, cpu);
	}
	if (!found && error == ENOENT && machine_has(machine, CPUS_ROOT "/online"))
		finding_set(finding, CHECK_UNKNOWN,
			    "compare temperatures and frequencies before and after the measurement",
			    "this kernel does not count it for these CPUs");
	else if (!found)
		finding_unread(finding, error,
			       CPUS_ROOT "/cpuN/thermal_throttle");
	else if (!most)
		finding_set(finding, CHECK_OK, NULL, "never since boot");
	else
		finding_set(finding, CHECK_WARNING,
			    "improve the cooling, and see that the figure does not grow during the measurement",
			    "%llu time%s since boot, on %s",
			    (unsigned long long)most, most == 1 ? "" : "s",
			    cpu_names(&hot).text);
}

/*
 * Programs that change frequencies, limits or idle states by themselves. Where
 * one is no daemon, a file shows that it has done so. thermald lets CPUs idle
 * by force, or slows them down.
 */
static const struct {
	const char *name;
	const char *process;	/* its name, of which the kernel keeps 15 characters */
	const char *file;
	const char *remedy;
} power_programs[] = {
	{ "power-profiles-daemon", "power-profiles-", NULL,
	  "systemctl stop power-profiles-daemon" },
	{ "thermald", "thermald", NULL, "systemctl stop thermald" },
	{ "TLP", NULL, "/run/tlp/last_pwr", "TLP_ENABLE=0 in /etc/tlp.conf" },
};

static void look_power_programs(const struct machine *machine,
				struct finding *finding)
{
	char found[128] = "", remedies[256] = "";

	for (size_t i = 0; i < sizeof(power_programs) / sizeof(power_programs[0]); i++) {
		const char *process = power_programs[i].process;
		size_t used = strlen(found), said = strlen(remedies);

		if (process ? check_runs(machine, process) <= 0 :
			      !machine_has(machine, power_programs[i].file))
			continue;
		snprintf(found + used, sizeof(found) - used, "%s%s",
			 used ? ", " : "", power_programs[i].name);
		snprintf(remedies + said, sizeof(remedies) - said, "%s%s",
			 said ? "; " : "", power_programs[i].remedy);
	}
	if (*found)
		finding_set(finding, CHECK_WARNING, remedies,
			    "%s: frequencies and limits may change at any time",
			    found);
	else if (!machine_threads(machine)->count)
		finding_set(finding, CHECK_UNKNOWN, NULL,
			    "no process is visible in /proc");
	else
		finding_set(finding, CHECK_OK, NULL, "none");
}

const struct check power_checks[] = {
	{ "cpufreq_governor", 74, "the driver and governor of frequencies", look_governor, NULL },
	{ "energy_preference", 44, "whether CPUs save energy when they choose frequencies",
	  look_energy_preference, NULL },
	{ "cpu_frequency", 36, "the range that frequencies are chosen from",
	  look_frequency, NULL },
	{ "turbo", 35, "frequencies above the nominal one", look_turbo, NULL },
	{ "idle_driver", 0, "the driver and governor of idle states",
	  look_idle_driver, NULL },
	{ "idle_states", 78, "exit latency of the deepest idle state",
	  look_idle_states, NULL },
	{ "dma_latency", 0, "the limit on exit latencies that a program has set",
	  look_dma_latency, NULL },
	{ "power_programs", 64, "programs that change what is done to save power",
	  look_power_programs, NULL },
	{ "thermal_throttle", 76, "how often a CPU was too hot",
	  look_throttled, NULL },
	{ .name = NULL }
};
