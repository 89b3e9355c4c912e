/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What has taken time from a workload, by name: see causes.c.
 */
#ifndef _RTLA_CAUSES_H
#define _RTLA_CAUSES_H

#include <linux/cpumask.h>
#include <linux/jump_label.h>
#include <linux/types.h>

#include <uapi/rtla.h>

struct causes_cpu;

/**
 * struct causes - what has taken time on the CPUs of a session
 * @cpus: length of @cpu
 * @cpu: by CPU; NULL: it is not measured
 */
struct causes {
	unsigned int cpus;
	struct causes_cpu *cpu[];
};

/* rtla_causes_of - return where a CPU counts; @causes NULL: nowhere */
static inline struct causes_cpu *rtla_causes_of(const struct causes *causes,
						int cpu)
{
	return causes ? causes->cpu[cpu] : NULL;
}

/* Any session counts noises by name: what only those need costs others nothing. */
DECLARE_STATIC_KEY_FALSE(rtla_causes_kept);

struct causes *rtla_causes_create(const struct cpumask *cpus, const u64 *from,
				  const u64 *length);
void rtla_causes_destroy(struct causes *causes);
void rtla_causes_count(struct causes_cpu *causes, enum rtla_cause kind, s32 id,
		       const void *name, u64 start, u64 duration);
void rtla_causes_carried(struct causes_cpu *causes, enum rtla_cause kind,
			 u64 function, u64 since, u64 start, u64 duration);
bool rtla_causes_read(const struct causes *causes, int cpu, unsigned int number,
		      struct rtla_caused *read);

#endif /* _RTLA_CAUSES_H */
