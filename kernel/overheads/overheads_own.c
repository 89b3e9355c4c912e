// SPDX-License-Identifier: GPL-2.0
/*
 * What the module itself adds to overheads: see overheads_own.h.
 */
#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/percpu.h>

#include "noise/clock.h"
#include "noise/noise.h"
#include "noise/on_cpu.h"
#include "overheads/overheads_own.h"

#define OVERHEADS_OWN_ROUNDS	8

/* When the probe on nothing_to_do() was called. */
static DEFINE_PER_CPU(u64, probed);

static struct kprobe nothing_probe;

/* A function that has a probe as finish_task_switch() has one. */
static noinline u64 nothing_to_do(void)
{
	/* Without this, the compiler might call nothing, or a copy. */
	barrier();
	return rtla_clock();
}

static int probe_nothing(struct kprobe *probe, struct pt_regs *regs)
{
	__this_cpu_write(probed,
			 rtla_noise_stamp(this_cpu_ptr(&rtla_noise_cpu)).start);
	return 0;
}

struct kprobe *rtla_overheads_own_probe(void)
{
	nothing_probe = (struct kprobe) {
		.addr = (kprobe_opcode_t *)nothing_to_do,
		.pre_handler = probe_nothing,
		.flags = KPROBE_FLAG_DISABLED,
	};
	if (register_kprobe(&nothing_probe))
		nothing_probe.addr = NULL;
	return &nothing_probe;
}

/* Runs on the CPU, interrupts off. */
static void own_measure(void *data)
{
	const struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	struct overheads_own *least = data;
	u64 begin, end, at;
	int i;

	for (i = 0; i < OVERHEADS_OWN_ROUNDS; i++) {
		begin = rtla_noise_stamp(noise).start;
		end = rtla_noise_stamp(noise).start;
		least->stamp = min(least->stamp, end - begin);
		if (!rtla_overheads_is_armed(&nothing_probe))
			continue;
		begin = rtla_noise_stamp(noise).start;
		end = nothing_to_do();
		at = __this_cpu_read(probed);
		least->to_probe = min(least->to_probe, at - begin);
		least->from_probe = min(least->from_probe, end - at);
	}
}

struct overheads_own rtla_overheads_own(int cpu)
{
	struct overheads_own own = { U64_MAX, U64_MAX, U64_MAX };

	if (rtla_on_cpu(cpu, own_measure, &own))
		return (struct overheads_own) { };
	if (!rtla_overheads_is_armed(&nothing_probe))
		own = (struct overheads_own) { .stamp = own.stamp };
	return own;
}
