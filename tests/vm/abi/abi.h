/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tests of the interface share: see abi_test.c.
 */
#ifndef RTLA_ABI_TEST_H
#define RTLA_ABI_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "uapi/rtla.h"

extern uint64_t cpu0, cpu1;

/* check - a test; errno is shown if it fails */
void check(bool ok, const char *name);

/* config - of a timerlat session on the CPUs of a word */
struct rtla_start config(uint64_t *cpus);

/* session - an open device, not blocking */
int session(void);

/*
 * start - RTLA_IOC_START, as soon as its CPUs are free: one that is kept busy, as are
 * all where the host stands still, is for longer than the close of its session waits
 */
int start(int fd, struct rtla_start *start);
int start_at_once(int fd, struct rtla_start *start);

/* refused - a whole session of it is refused with @error, nothing happens */
void refused(struct rtla_start bad, int error, const char *name);

/* workloads - threads called PREFIX... that are there; the last one's id */
int workloads(const char *prefix, int *pid);
bool nothing_runs(void);

/* now_ns - on the module's clock */
uint64_t now_ns(void);

/* cpu_state - of CPU 1 of a session; size 0 if it cannot be told */
struct rtla_cpu cpu_state(int fd);

bool set_online(const char *value);
bool pin(int cpu);

/* suspend - as far as to freeze all processes, and back; false: cannot */
bool suspend(void);

/* suspend_without_cpu1 - likewise, and CPU 1 fails to come back online */
bool suspend_without_cpu1(void);

/* bring_back - CPU 1, after that */
bool bring_back(void);

void test_versions(void);
void test_end(void);
void test_starved(void);
void test_osnoise(void);
void test_rights(void);
void test_users(void);
void test_suspended_user(void);

#endif /* RTLA_ABI_TEST_H */
