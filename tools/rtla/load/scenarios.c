// SPDX-License-Identifier: GPL-2.0
/*
 * The scenarios: see scenarios.h. They are those of the papers.
 *
 * "Demystifying the Real-Time Linux Scheduling Latency" (ECRTS 2020), section
 * 7, measures idle, CPU intensive (openssl), and I/O intensive (fio, stress-ng
 * and a build): "ecrts-io". "Timerlat", section 7, measures under hackbench,
 * beside a build, as rteval starts them: "rteval". The study of LITMUS^RT loads
 * CPUs with a working set that is larger than the L2 cache, "memory", and
 * devices with hackbench, bonnie++ and downloads: "litmus-io". The scenario
 * "cache" is added to these: it keeps the caches and the memory busy, which
 * CPUs share and no scheduler can keep apart.
 */
#include <stdio.h>
#include <string.h>

#include "load/scenarios.h"

/**
 * struct scenario - one scenario
 * @name: its name
 * @part: its own command, if it has one
 * @with: the scenarios that run beside these, as a list, or NULL
 */
struct scenario {
	const char *name;
	struct load_part part;
	const char *with;
};

#define NEEDS(...) .needs = { __VA_ARGS__ }

/* Scripts, of the files with such names. */
static const char net_script[] =
#include "load/net_sh.h"
;

static const char compile_script[] =
#include "load/compile_sh.h"
;

/*
 * Echo requests to another machine, each as soon as the last one is answered,
 * so that the device that leads there has interrupts of both directions. xargs
 * ends with the first that gets no answer in a minute.
 */
static const struct load_part net_with_peer = {
	.command = "seq " EACH_CPU " | xargs -P " EACH_CPU " -I N sh -c \"while busybox ping -q -A -w 60 " PEER " >/dev/null; do :; done; exit 255\"",
	.effects = EFFECT_PACKETS | EFFECT_NET_SOFTIRQS | EFFECT_INTERRUPTS,
	NEEDS("busybox", "seq", "xargs"),
};

static const struct scenario scenarios[] = {
	{ .name = "idle", .part = {
		.command = "sleep infinity", NEEDS("sleep") } },
	{ .name = "cpu", .part = {
		.command = "stress-ng --quiet --cpu " EACH_CPU,
		NEEDS("stress-ng") } },
	{ .name = "cache", .part = {
		.command = "stress-ng --quiet --cache " EACH_CPU " --stream " EACH_CPU,
		NEEDS("stress-ng") } },
	{ .name = "memory", .part = {
		.command = "stress-ng --quiet --vm " EACH_CPU " --vm-bytes " MEMORY_BYTES " --vm-keep",
		.effects = EFFECT_MEMORY, NEEDS("stress-ng") } },
	{ .name = "io", .part = {
		.command = "stress-ng --quiet --temp-path . --hdd 1 --hdd-bytes 64M --iomix 1 --iomix-bytes 64M --sock 1 --udp 1 --fork " EACH_CPU,
		.effects = EFFECT_INTERRUPTS | EFFECT_SECTORS,
		NEEDS("stress-ng"), .in_folder = true } },
	{ .name = "sched", .part = {
		.command = "hackbench -g " EACH_CPU " -l 1000000000",
		.effects = EFFECT_SWITCHES, NEEDS("hackbench") } },
	{ .name = "net", .part = {
		.command = net_script, .with_peer = &net_with_peer,
		.effects = EFFECT_PACKETS | EFFECT_NET_SOFTIRQS | EFFECT_INTERRUPTS,
		NEEDS("busybox", "ip", "unshare", "nsenter", "yes", "xargs"),
		.in_folder = true } },
	{ .name = "compile", .part = {
		.command = compile_script,
		.effects = EFFECT_FORKS | EFFECT_SECTORS | EFFECT_OUTPUT,
		NEEDS("gcc", "make", "sync", "/usr/include/stdlib.h"),
		.in_folder = true } },
	{ .name = "rteval", .with = "sched,compile" },
	{ .name = "litmus-io", .with = "sched,net", .part = {
		.command = "while bonnie++ -q -f -d . -s 256 -r 128 -n 1 $(test $(id -u) != 0 || echo -u root) >/dev/null; do :; done",
		.effects = EFFECT_SECTORS, NEEDS("bonnie++"), .in_folder = true } },
	{ .name = "ecrts-io", .with = "io,compile", .part = {
		.command = "fio --name=load --thread --output=fio.log --eta=never --rw=randrw --bs=4k --size=64M --fsync=16 --time_based --runtime=365d",
		.effects = EFFECT_SECTORS, NEEDS("fio"), .in_folder = true } },
};

#define SCENARIOS	(sizeof(scenarios) / sizeof(scenarios[0]))

const char *load_scenario_name(int index)
{
	return index < (int)SCENARIOS ? scenarios[index].name : NULL;
}

static const struct scenario *find_scenario(const char *name, size_t length)
{
	for (size_t i = 0; i < SCENARIOS; i++)
		if (!strncmp(scenarios[i].name, name, length) &&
		    !scenarios[i].name[length])
			return &scenarios[i];
	return NULL;
}

static void add_part(struct load_plan *plan, const struct load_part *part)
{
	for (int i = 0; i < plan->count; i++)
		if (plan->part[i] == part)
			return;
	if (plan->count == LOAD_PARTS_MAX)
		return;
	plan->part[plan->count++] = part;
	plan->effects |= part->effects;
}

bool load_plan_add_list(struct load_plan *plan, const char *list,
			char *unknown, size_t size)
{
	const struct scenario *scenario;

	for (const char *name = list; name; ) {
		size_t length = strcspn(name, ",");

		scenario = find_scenario(name, length);
		if (!scenario) {
			snprintf(unknown, size, "%.*s", (int)length, name);
			return false;
		}
		if (scenario->part.command)
			add_part(plan, &scenario->part);
		if (scenario->with)
			load_plan_add_list(plan, scenario->with, unknown, size);
		name = name[length] ? name + length + 1 : NULL;
	}
	return true;
}

bool load_plan_use_peer(struct load_plan *plan)
{
	bool used = false;

	plan->effects = 0;
	for (int i = 0; i < plan->count; i++) {
		if (plan->part[i]->with_peer) {
			plan->part[i] = plan->part[i]->with_peer;
			used = true;
		}
		plan->effects |= plan->part[i]->effects;
	}
	return used;
}

const char *load_plan_programs(const struct load_plan *plan,
			       enum load_effect effect, char *text,
			       size_t size)
{
	size_t used = 0;

	*text = '\0';
	for (int i = 0; i < plan->count && used < size; i++)
		if (plan->part[i]->effects & effect)
			used += snprintf(text + used, size - used, "%s%s",
					 used ? ", " : "",
					 plan->part[i]->needs[0]);
	return text;
}

bool load_plan_in_folder(const struct load_plan *plan)
{
	for (int i = 0; i < plan->count; i++)
		if (plan->part[i]->in_folder)
			return true;
	return false;
}
