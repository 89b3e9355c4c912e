/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declarations that the tests of the interface share: see abi_test.c.
 */
#ifndef RTLA_ABI_TEST_H
#define RTLA_ABI_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "uapi/rtla.h"

extern uint64_t cpu0, cpu1, both_cpus;

/*
 * check - print the result of a test as TAP
 *
 * Its name is a whole statement, which says alone what failed: see
 * tests/lint/test_names. It gets the subject in front, see abi_test.c. If the
 * test failed, the condition, its place and errno are told.
 */
#define check(ok, name) \
	check_that(ok, name, #ok, strrchr("/" __FILE__, '/') + 1, __LINE__)
void check_that(bool ok, const char *name, const char *condition,
		const char *file, int line);

/* named - return a test's name with its values, until the next call */
const char *named(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/*
 * check_in_time - like check(), for a figure of time alone, which is skipped on
 * a kernel that checks itself: that is too slow for it
 */
#define check_in_time(ok, name) \
	do { \
		if (keeps_time(name)) \
			check(ok, name); \
	} while (0)

/* skip - report the test NAME as skipped, and why */
void skip(const char *name, const char *why);

/* is_slow - return whether the kernel checks itself, and keeps no times */
bool is_slow(void);

/*
 * keeps_time - return whether it does not; if it does, report the test NAME as
 * skipped
 */
bool keeps_time(const char *name);

/* config - return a timerlat configuration for the CPUs in the word *@cpus */
struct rtla_start config(uint64_t *cpus);

/*
 * of_kind - return a configuration of any kind of session for the CPUs in the
 * word *@cpus
 *
 * It keeps a summary of its samples, has no threshold, and is as small as this
 * kind can be.
 */
struct rtla_start of_kind(unsigned int workload, unsigned int flags,
			  uint64_t *cpus);

/* session - open the device with O_NONBLOCK, and return the descriptor */
int session(void);

/*
 * start - call RTLA_IOC_START; if a CPU is busy, try again for up to 10 s
 *
 * A close() gives up waiting for CPUs that are kept busy, as all are while the
 * host stands still. Such a CPU becomes free only later.
 */
int start(int fd, struct rtla_start *start);
/* start_at_once - call RTLA_IOC_START once */
int start_at_once(int fd, struct rtla_start *start);

/* count_all - let a session count from now on; returns whether it does */
bool count_all(int fd);

/* end_session - call RTLA_IOC_END */
int end_session(int fd);

/* refused - test that a start fails with @error, and leaves nothing running */
void refused(struct rtla_start bad, int error, const char *name);

/* workloads - count the threads named PREFIX...; *@pid is the last one's id */
int workloads(const char *prefix, int *pid);
/* nothing_runs - return whether there is no measuring thread of the kernel */
bool nothing_runs(void);

/* now_ns - return the time of the module's clock, CLOCK_MONOTONIC, in ns */
uint64_t now_ns(void);

/* cpu_state - return the state of CPU 1 of a session; size is 0 on an error */
struct rtla_cpu cpu_state(int fd);

bool set_online(const char *value);
bool pin(int cpu);

/*
 * may_suspend - return whether this kernel can try a suspend, as Debian's for
 * cloud machines cannot; if not, report the test NAME as skipped
 */
bool may_suspend(const char *name);

/* suspend - only freeze all processes, then resume; return false on failure */
bool suspend(void);

/*
 * suspend_without_cpu1 - suspend until all CPUs but one are offline, and resume
 *
 * CPU 1 fails to come back online. Return: false if the suspend failed.
 */
bool suspend_without_cpu1(void);

/* bring_back - bring CPU 1 online after suspend_without_cpu1() */
bool bring_back(void);

/*
 * trace_begin - make a trace instance that records all events of the module
 *
 * Its clock is the module's. Return: false on an error; trace_end() removes it.
 */
bool trace_begin(void);
void trace_end(void);
/* trace_put - write to a file of the instance */
bool trace_put(const char *file, const char *text);
/* trace_read - call @take with each line of the trace of a CPU */
void trace_read(int cpu, void (*take)(const char *line, void *data),
		void *data);
/* trace_seconds - return the time that @text begins with, in seconds, in ns */
uint64_t trace_seconds(const char *text);

void test_versions(void);
void test_end(void);
void test_starved(void);
void test_osnoise(void);
void test_stats(void);
void test_rights(void);
void test_text(void);
void test_users(void);
void test_suspended_user(void);
void test_wakeups(void);
void test_periods(void);
void test_wakers(void);
void test_watched_noise(void);
void test_overheads(void);
void test_bound(void);
void test_thresholds(void);
void test_causes(void);
void test_injected_causes(void);
void test_neighbours(void);
void test_other_sessions(void);

#endif /* RTLA_ABI_TEST_H */
