// SPDX-License-Identifier: GPL-2.0
/*
 * SMIs and throttling: see stalls.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "host/stalls.h"

/*
 * The register of Intel CPUs that counts SMIs: Intel 64 and IA-32 Architectures
 * Software Developer's Manual, volume 4, MSR_SMI_COUNT. On CPUs of others the
 * same number may be any other register.
 */
#define MSR_SMI_COUNT	0x34

#define MSR_FILE	"/dev/cpu/%d/msr"
#define THROTTLE_FILE	"/sys/devices/system/cpu/cpu%d/thermal_throttle/%s"

struct stalls {
	struct cpus cpus;
	struct machine machine;
	/* By CPU. First the counts at the beginning, then those since; -1: unknown. */
	int64_t count[STALLS][CPUS_MAX];
};

const char *stall_name(enum stall stall)
{
	return stall == STALL_SMI ? "smis" : "throttled";
}

bool stalls_counts_smis(const struct machine *machine)
{
	char vendor[32];

	return !machine_cpuinfo(machine, "vendor_id", vendor, sizeof(vendor)) ||
	       !strcmp(vendor, "GenuineIntel");
}

static int read_smis(const struct machine *machine, int cpu, uint64_t *count)
{
	return machine_read_bytes(machine, count, sizeof(*count), MSR_SMI_COUNT,
				  MSR_FILE, cpu);
}

static int read_throttled(const struct machine *machine, int cpu,
			  uint64_t *count)
{
	static const char *const files[] = {
		"core_throttle_count", "package_throttle_count",
	};
	int result = ENOENT;

	*count = 0;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		int64_t number;
		int error = machine_number(machine, &number, THROTTLE_FILE, cpu,
					   files[i]);

		if (result)
			result = error;
		if (!error && number > (int64_t)*count)
			*count = number;
	}
	return result;
}

int stalls_read(const struct machine *machine, int cpu, enum stall stall,
		uint64_t *count)
{
	return stall == STALL_SMI ? read_smis(machine, cpu, count) :
				    read_throttled(machine, cpu, count);
}

struct stalls *stalls_begin(const char *root, const struct cpus *cpus)
{
	struct stalls *stalls = calloc(1, sizeof(*stalls));
	const struct machine *machine;
	uint64_t count;
	bool smis;
	int cpu;

	if (!stalls)
		return NULL;
	stalls->cpus = *cpus;
	machine_init(&stalls->machine, root, cpus);
	machine = &stalls->machine;
	/* Without the driver "msr", there is no need to know whose CPUs they are. */
	smis = !machine_access(machine, R_OK, MSR_FILE, cpus_next(cpus, 0)) &&
	       stalls_counts_smis(machine);
	cpus_for_each(cpu, cpus)
		for (int stall = 0; stall < STALLS; stall++)
			stalls->count[stall][cpu] =
				(stall == STALL_SMI && !smis) ||
				stalls_read(machine, cpu, stall, &count) ?
				-1 : (int64_t)count;
	return stalls;
}

void stalls_end(struct stalls *stalls)
{
	uint64_t now;
	int cpu;

	if (!stalls)
		return;
	cpus_for_each(cpu, &stalls->cpus) {
		for (int stall = 0; stall < STALLS; stall++) {
			int64_t *count = &stalls->count[stall][cpu];

			/* A CPU that is offline by now has no count. */
			if (*count >= 0 && !stalls_read(&stalls->machine, cpu,
							stall, &now) &&
			    now >= (uint64_t)*count)
				*count = now - *count;
			else
				*count = -1;
		}
	}
}

int64_t stalls_of(const struct stalls *stalls, int cpu, enum stall stall)
{
	return stalls && cpus_has(&stalls->cpus, cpu) ?
	       stalls->count[stall][cpu] : -1;
}

void stalls_note(FILE *out, const struct stalls *stalls)
{
	static const char *const texts[STALLS] = {
		[STALL_SMI] = "SMIs of the firmware, which count as hardware or unexplained, came during the measurement:",
		[STALL_THROTTLED] = "CPUs were throttled because they were too hot:",
	};
	int cpu;

	for (int stall = 0; stalls && stall < STALLS; stall++) {
		const char *comma = "";

		cpus_for_each(cpu, &stalls->cpus) {
			int64_t count = stalls->count[stall][cpu];

			if (count <= 0)
				continue;
			fprintf(out, "%s%s CPU %d (%" PRId64 ")",
				*comma ? "" : texts[stall], comma, cpu, count);
			comma = ",";
		}
		if (*comma)
			fputc('\n', out);
	}
}

void stalls_free(struct stalls *stalls)
{
	free(stalls);
}
