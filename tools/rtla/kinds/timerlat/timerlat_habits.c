// SPDX-License-Identifier: GPL-2.0
/*
 * The options of cyclictest that timerlat does not have, or that mean something
 * else here.
 */
#include <stddef.h>

#include "kinds/timerlat/timerlat_kind.h"

#define ALL_CPUS	"all CPUs are measured unless --cpus names some: leave it out"
#define NO_LOOPS	"a measurement has a duration, not a number of loops: give one like -d 5min"
#define LOCKED		"memory is locked without it: leave it out"
#define HISTOGRAM	"a histogram is made by 'timerlat hist', and has N buckets with -E N"

const struct habit timerlat_habits[] = {
	{ 'S', "smp", ALL_CPUS },
	{ 0, "threads", ALL_CPUS },
	{ 'm', "mlockall", LOCKED },
	{ 'l', "loops", NO_LOOPS },
	{ 'h', "histogram", HISTOGRAM },
	{ 0, "histofall", HISTOGRAM },
	{ 0, "histfile", HISTOGRAM ", on standard output" },
	{ 'N', "nsecs", "give -n, or --nano, for nanoseconds" },
	{ 'D', NULL, "a duration is given by -d, like -d 5min" },
	{ 'q', NULL, "a histogram is shown at the end only: leave it out" },
	{ 0, "interval", "the period is given by -p, or --period, like -p 1ms; -i is a threshold" },
	{ 0, "distance", "each CPU has a period of its own with -p, like -p 1000,1500,2000; -A, or --aligned, sets their timers apart" },
	{ 0, "secaligned", "the timers of CPUs are aligned by -A, or --aligned, like -A 0" },
	{ 0, "affinity", "CPUs are given by -c, or --cpus, like -c 0-3" },
	{ 0, "mainaffinity", "this tool runs on the CPUs of -H, or --house-keeping" },
	{ 0, "policy", "policy and priority are given by -P, or --priority, like -P f:99" },
	{ 0, "priospread", "all CPUs have one priority, like -P f:99: leave it out" },
	{ 'b', "breaktrace", "a latency that is to end it is given by -a, or --auto, like -a 100us" },
	{ 0, "tracemark", "-a, or --auto, saves a trace: leave it out" },
	{ 0, "latency", "the latency of idle states is limited by --dma-latency, like --dma-latency 0" },
	{ 0, "laptop", "idle states stay as they are without --dma-latency: leave it out" },
	{ 0, "default-system", "idle states stay as they are without --dma-latency: leave it out" },
	{ 'M', "refresh_on_max", "the table is shown every second, or once with -q: leave it out" },
	{ 'v', "verbose", "every second's figures are written by --stream" },
	{ 'F', "fifo", "every second's figures are written by --stream FILE" },
	{ 'r', "relative", "the timers are absolute: leave it out" },
	{ 'R', "resolution", "'rtla doctor' says what the clock is like" },
	{ 'o', "oscope", "the table is shown every second, or once with -q: leave it out" },
	{ 'x', "posix_timers", "the timer is the kernel's own: leave it out" },
	{ 0, "system", "the timer is the kernel's own: leave it out" },
	{ 0, "clock", "the clock is CLOCK_MONOTONIC: leave it out" },
	{ 0, "spike", "the worst hits are kept by --keep N, those above a threshold like -T 100us" },
	{ 0, "smi", "SMIs are noise of the hardware: see 'rtla hwnoise'" },
	{ 0, "unbuffered", "nothing has to be given for that: leave it out" },
	{ 0, NULL, NULL }
};
