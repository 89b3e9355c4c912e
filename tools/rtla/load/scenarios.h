/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The scenarios of "rtla load": which commands make each load, and which
 * programs these need. A load is one scenario or several at once.
 */
#ifndef RTLA_SCENARIOS_H
#define RTLA_SCENARIOS_H

#include <stdbool.h>
#include <stddef.h>

/* Placeholders in the commands of scenarios. */
#define EACH_CPU	"%cpus"		/* the number of CPUs */
#define PEER		"%peer"		/* another machine */
#define MEMORY_BYTES	"%bytes"	/* memory of all workers together */
#define FREE_PORT	"%port"		/* a TCP port that nobody uses */

#define NEEDS_MAX	6
#define LOAD_PARTS_MAX	16

/* Activities of which a load has more than an idle machine, as bits. */
enum load_effect {
	EFFECT_SWITCHES		= 1 << 0,
	EFFECT_INTERRUPTS	= 1 << 1,
	EFFECT_FORKS		= 1 << 2,
	EFFECT_SECTORS		= 1 << 3,
	EFFECT_PACKETS		= 1 << 4,	/* of devices */
	EFFECT_MEMORY		= 1 << 5,	/* more of it than the L2 cache */
	EFFECT_NET_SOFTIRQS	= 1 << 6,
	EFFECT_OUTPUT		= 1 << 7,	/* the part itself writes files */
};

/**
 * struct load_part - one command of a scenario, which runs for ever
 * @command: for the shell, with placeholders; it has no single quote, and uses
 *	files in its folder only
 * @effects: what it does, as bits of enum load_effect
 * @needs: the programs, and the files with an absolute path, that it needs
 * @in_folder: it needs an empty folder of its own as its working directory
 * @with_peer: what runs in its place if there is another machine to talk to, or
 *	NULL
 */
struct load_part {
	const char *command;
	const struct load_part *with_peer;
	unsigned int effects;
	const char *needs[NEEDS_MAX];
	bool in_folder;
};

/* All parts of the scenarios that a user has named, none of them twice. */
struct load_plan {
	const struct load_part *part[LOAD_PARTS_MAX];
	int count;
	unsigned int effects;	/* what the parts have to do */
};

/* The names of all scenarios, for messages. */
#define SCENARIO_NAMES	"idle, cpu, cache, memory, io, sched, net, compile, rteval, litmus-io or ecrts-io"

/* load_scenario_name - return the name of a scenario, or NULL after the last */
const char *load_scenario_name(int index);

/*
 * load_plan_add_list - add the scenarios in @list, like "sched,net"
 *
 * @plan begins zeroed. Returns false if a name is unknown, which is copied to
 * @unknown, cut to @size bytes.
 */
bool load_plan_add_list(struct load_plan *plan, const char *list,
			char *unknown, size_t size);

/*
 * load_plan_use_peer - have parts talk to another machine that can
 *
 * Returns whether there is such a part.
 */
bool load_plan_use_peer(struct load_plan *plan);

/*
 * load_plan_programs - write the names of the programs with @effect to @text
 *
 * They are separated by commas, like "stress-ng, fio", and cut to @size bytes.
 * Returns @text.
 */
const char *load_plan_programs(const struct load_plan *plan,
			       enum load_effect effect, char *text,
			       size_t size);

/* load_plan_in_folder - return whether any part needs a folder of its own */
bool load_plan_in_folder(const struct load_plan *plan);

#endif /* RTLA_SCENARIOS_H */
