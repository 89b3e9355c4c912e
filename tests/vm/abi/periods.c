// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of timerlat's periods that CPUs take in turn.
 */
#include <errno.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "abi.h"

#define MS	1000000ULL

static struct rtla_start with_periods(uint64_t *periods, uint64_t count)
{
	struct rtla_start start = config(&both_cpus);

	start.timerlat.periods = (uintptr_t)periods;
	start.timerlat.periods_count = count;
	return start;
}

/* Return how many periods of a CPU have begun. */
static double begun(int fd, unsigned int number)
{
	struct rtla_cpu cpu = { .size = sizeof(cpu), .cpu = number };

	if (ioctl(fd, RTLA_IOC_CPU, &cpu))
		return 0;
	return cpu.activations + cpu.skipped;
}

/* Return how many times as many periods of CPU 0 have begun as of CPU 1. */
static double ratio_with(uint64_t *periods, uint64_t count)
{
	struct rtla_start good = with_periods(periods, count);
	double first[2], last[2];
	int fd = session();

	if (start(fd, &good)) {
		close(fd);
		return 0;
	}
	usleep(100000);
	for (int cpu = 0; cpu < 2; cpu++)
		first[cpu] = begun(fd, cpu);
	usleep(800000);
	for (int cpu = 0; cpu < 2; cpu++)
		last[cpu] = begun(fd, cpu);
	close(fd);
	return (last[0] - first[0]) / (last[1] - first[1]);
}

static bool near(double value, double expected)
{
	return value > .85 * expected && value < 1.15 * expected;
}

void test_periods(void)
{
	uint64_t two[] = { MS, 4 * MS, 20 * MS };
	uint64_t short_one[] = { MS, RTLA_PERIOD_MIN_NS - 1 };
	uint64_t long_one[] = { RTLA_PERIOD_MAX_NS + 1 };

	refused(with_periods(short_one, 2), ERANGE,
		"periods of which one is too short are ERANGE");
	refused(with_periods(long_one, 1), ERANGE,
		"periods of which one is too long are ERANGE");
	refused(with_periods(two, RTLA_PERIODS_MAX + 1), ERANGE,
		"too many periods are ERANGE");
	refused(with_periods(two, UINT64_MAX), ERANGE,
		"periods whose length wraps are ERANGE");
	refused(with_periods(NULL, 2), EFAULT,
		"periods that cannot be read are EFAULT");
	check(near(ratio_with(two, 2), 4), "CPUs take periods in turn");
	check(near(ratio_with(two + 1, 2), 5), "the first CPU has the first period");
	check(near(ratio_with(two, 1), 1), "CPUs begin again after the last period");
}
