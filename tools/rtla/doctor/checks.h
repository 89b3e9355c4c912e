/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All checks: of everything on a machine that latencies depend on.
 */
#ifndef RTLA_CHECKS_H
#define RTLA_CHECKS_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "base/cpus.h"
#include "doctor/check.h"
#include "host/machine.h"

struct boot_options;

/**
 * struct findings - what all checks found on a machine
 * @finding: in the order of the checks, those of a group together
 * @count: number of findings
 * @with: number of findings by status
 * @machine: the machine, without its threads
 */
struct findings {
	struct finding *finding;
	size_t count;
	int with[CHECK_STATUSES];
	struct machine machine;
};

/*
 * checks_make - make all checks
 *
 * @cpus are the measured CPUs; NULL means all that are online. @root is put
 * before every path; "" means this machine; it must outlive @findings. The call
 * takes some milliseconds, and 40 more if a real-time thread is busy (see
 * busy_threads_find()). It runs no program and changes nothing. Returns false
 * if there is no memory. The caller calls findings_free().
 */
bool checks_make(struct findings *findings, const struct cpus *cpus,
		 const char *root);
void findings_free(struct findings *findings);

/*
 * checks_warn - return whether a check warns, or fails
 *
 * @name is that of the check; @cpus and @root are as those of checks_make().
 * The call takes as long as that check, and some milliseconds to read which
 * threads there are.
 */
bool checks_warn(const char *name, const struct cpus *cpus, const char *root);

/*
 * findings_json - return findings as the object "environment" of results
 *
 * Returns a new reference, or NULL if there is no memory.
 */
json_t *findings_json(const struct findings *findings);

/*
 * findings_print - print findings for people
 *
 * With @all, all findings are printed, by their groups; otherwise the failures,
 * and of what else is not good as much as makes five, by rank.
 */
void findings_print(FILE *out, const struct findings *findings, bool all);

/*
 * findings_options - merge the options that the findings want of the kernel's
 * command line
 *
 * Returns false without memory. The caller calls boot_options_free() in any
 * case.
 */
bool findings_options(const struct findings *findings,
		      struct boot_options *merged);

/*
 * findings_print_options - print which options the findings want of the
 * kernel's command line, and how it gets them; nothing if they want none
 */
void findings_print_options(FILE *out, const struct findings *findings);

/* finding_status - return the name of a status: "ok", "warning" ... */
const char *finding_status(enum check_status status);

/* finding_advice - return what to do about a finding, or NULL if it is good */
const char *finding_advice(const struct finding *finding);

/* checks_list - print name and description of all checks; make none */
void checks_list(FILE *out);

#endif /* RTLA_CHECKS_H */
