// SPDX-License-Identifier: GPL-2.0
/*
 * Verifying loads: see verify.h.
 */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/parse.h"
#include "base/times.h"
#include "host/machine.h"
#include "load/running_load.h"
#include "load/verify.h"

#define TIMES_IDLE	10
#define IDLE_MS		1000

/* Whether a load has begun is judged by its activity in this time. */
#define LOOK_NS		NS_PER_SEC
/* A wait that lasts so long is explained. */
#define SILENT_NS	(5 * NS_PER_SEC)
#define PROGRAMS_LEN	64

static const struct machine this_machine = { .root = "" };

/*
 * Counts that show an effect. An idle machine that counts less than @least per
 * second is taken to count as much: one event, one page of a file, one packet
 * each tenth of a second.
 */
static const struct rule {
	enum load_effect effect;
	enum activity_kind kind;
	double least;
	const char *remedy;	/* before the general ones, or "" */
} rules[] = {
	{ EFFECT_SWITCHES, ACTIVITY_SWITCHES, 1, "" },
	{ EFFECT_INTERRUPTS, ACTIVITY_INTERRUPTS, 1, "" },
	{ EFFECT_FORKS, ACTIVITY_FORKS, 1, "" },
	{ EFFECT_SECTORS, ACTIVITY_WRITTEN, 8,
	  "set TMPDIR to a folder on a disk, " },
	{ EFFECT_OUTPUT, ACTIVITY_OUTPUT, 16384,
	  "set TMPDIR to a folder on a disk, " },
	{ EFFECT_PACKETS, ACTIVITY_PACKETS, 10, "" },
	{ EFFECT_NET_SOFTIRQS, ACTIVITY_NET_SOFTIRQS, 10, "" },
};

#define RULES	(sizeof(rules) / sizeof(rules[0]))

/* Return how much of a count per second shows its effect. */
static double wanted_rate(const struct load_effects *effects,
			  const struct rule *rule)
{
	double idle = effects->idle[rule->kind];

	return TIMES_IDLE * (idle > rule->least ? idle : rule->least);
}

void load_effects_print(const struct load_effects *effects,
			const struct load_plan *plan)
{
	printf("%-18s %15s %15s %15s\n", "per second", "idle", "under load",
	       "wanted");
	for (int i = 0; i < ACTIVITIES; i++) {
		printf("%-18s %15.0f %15.0f", activity_name(i),
		       effects->idle[i], effects->loaded[i]);
		for (size_t j = 0; j < RULES; j++)
			if ((int)rules[j].kind == i &&
			    plan->effects & rules[j].effect)
				printf(" %15.0f",
				       wanted_rate(effects, &rules[j]));
		putchar('\n');
	}
	if (!(plan->effects & EFFECT_MEMORY))
		return;
	printf("\nmemory of a worker: %" PRIu64 " kB, L2 cache: %" PRIu64 " kB%s\n",
	       effects->working_set >> 10, effects->l2_size >> 10,
	       effects->l2_known ? "" : " (assumed, sysfs does not say it)");
}

unsigned int load_effects_missing(const struct load_effects *effects,
				  unsigned int wanted)
{
	unsigned int missing = 0;

	for (size_t i = 0; i < RULES; i++)
		if (effects->loaded[rules[i].kind] <
		    wanted_rate(effects, &rules[i]))
			missing |= rules[i].effect;
	if (effects->working_set <= effects->l2_size)
		missing |= EFFECT_MEMORY;
	return missing & wanted;
}

enum result load_effects_judge(const struct load_effects *effects,
			       const struct load_plan *plan, const char *name)
{
	unsigned int missing = load_effects_missing(effects, plan->effects);
	char programs[PROGRAMS_LEN];

	for (size_t i = 0; i < RULES; i++)
		if (missing & rules[i].effect)
			fail(RESULT_ERROR, "%s: %s: %s: %.0f per second under load, %.0f without it: at least %.0f are wanted, %d times an idle machine's: %ssee above what its programs print, and end what else runs",
			     name, load_plan_programs(plan, rules[i].effect,
						      programs, sizeof(programs)),
			     activity_name(rules[i].kind),
			     effects->loaded[rules[i].kind],
			     effects->idle[rules[i].kind],
			     wanted_rate(effects, &rules[i]), TIMES_IDLE,
			     rules[i].remedy);
	if (missing & EFFECT_MEMORY)
		fail(RESULT_ERROR, "%s: %s: a worker has %" PRIu64 " kB of memory, which is not more than the L2 cache, %" PRIu64 " kB: end what else needs memory",
		     name, load_plan_programs(plan, EFFECT_MEMORY, programs,
					      sizeof(programs)),
		     effects->working_set >> 10, effects->l2_size >> 10);
	return missing ? RESULT_ERROR : RESULT_OK;
}

/*
 * Read all counts now, those of a @load with them unless that is NULL, or print
 * why that failed.
 */
static enum result verify_read_now(struct activity *activity,
				   const struct running_load *load)
{
	int error = activity_read(&this_machine, activity);

	for (int i = 0; load && i < load->plan->count; i++) {
		pid_t pid = load->group[i].pid;

		activity_add_children(&this_machine, activity, pid);
		if (load->plan->part[i]->effects & EFFECT_OUTPUT)
			activity_add_output(&this_machine, activity, pid);
	}
	return error ? fail(RESULT_CANNOT, "/proc/stat: %s: what the load does cannot be read",
			    strerror(error)) : RESULT_OK;
}

static void set_rates(double *rate, const struct activity *from,
		      const struct activity *to)
{
	for (int i = 0; i < ACTIVITIES; i++)
		rate[i] = activity_rate(from, to, i);
}

static enum result measure_idle(struct load_effects *effects)
{
	struct activity from, to;
	enum result result;

	note("measuring the machine without the load for %d s",
	     IDLE_MS / 1000);
	result = verify_read_now(&from, NULL);
	poll(NULL, 0, IDLE_MS);
	if (!result)
		result = verify_read_now(&to, NULL);
	if (!result)
		set_rates(effects->idle, &from, &to);
	return result;
}

/* The largest worker of any part is meant. */
static uint64_t find_working_set(const struct running_load *load)
{
	uint64_t size, largest = 0;

	for (int i = 0; i < load->plan->count; i++) {
		size = working_set(&this_machine, load->group[i].pid);
		if (size > largest)
			largest = size;
	}
	return largest;
}

/*
 * Measure for @ns what the load does. The working set is looked for only if it
 * is @wanted, because that takes long beside many processes.
 */
static enum result measure_load(struct running_load *load,
				struct load_effects *effects, uint64_t ns,
				unsigned int wanted)
{
	struct activity from, to;
	bool signalled = false;
	enum result result = verify_read_now(&from, load);

	if (!result)
		result = running_load_wait(load, ns, &signalled);
	if (!result && signalled)
		result = fail(RESULT_ERROR, "--verify: interrupted: what the load does is not known");
	if (!result)
		result = verify_read_now(&to, load);
	if (result)
		return result;
	set_rates(effects->loaded, &from, &to);
	if (wanted & EFFECT_MEMORY)
		effects->working_set = find_working_set(load);
	return RESULT_OK;
}

/* Tell which figures of which programs are waited for. */
static void tell_waiting(const struct load_effects *effects,
			 const struct load_plan *plan, unsigned int missing,
			 uint64_t patience)
{
	uint64_t seconds = patience / NS_PER_SEC;
	char programs[PROGRAMS_LEN];

	for (size_t i = 0; i < RULES; i++)
		if (missing & rules[i].effect)
			note("waiting up to %" PRIu64 " s more for %s: %s: %.0f per second, at least %.0f are wanted",
			     seconds, load_plan_programs(plan, rules[i].effect,
							 programs, sizeof(programs)),
			     activity_name(rules[i].kind),
			     effects->loaded[rules[i].kind],
			     wanted_rate(effects, &rules[i]));
	if (missing & EFFECT_MEMORY)
		note("waiting up to %" PRIu64 " s more for %s: memory of a worker: %" PRIu64 " kB, more than %" PRIu64 " kB are wanted",
		     seconds, load_plan_programs(plan, EFFECT_MEMORY, programs,
						 sizeof(programs)),
		     effects->working_set >> 10, effects->l2_size >> 10);
}

/*
 * Wait until each of the @missing effects has been there once, until @end at
 * most; from @tell_at on, tell for what. Beside other programs, one may take
 * long to start. Not all have to be there at once, as files are written now and
 * then only.
 */
static enum result await_effects(struct running_load *load,
				 struct load_effects *effects,
				 unsigned int missing, uint64_t end,
				 uint64_t tell_at)
{
	uint64_t now = time_now();
	bool said = false;

	while (missing && now < end) {
		enum result result = measure_load(load, effects, LOOK_NS,
						  missing);

		if (result)
			return result;
		missing = load_effects_missing(effects, missing);
		now = time_now();
		if (missing && now >= tell_at && now < end && !said) {
			tell_waiting(effects, load->plan, missing, end - now);
			said = true;
		}
	}
	return RESULT_OK;
}

/*
 * Wait for the load, and measure it. To load a program from a disk may already
 * look like its effect; so if one is not there in the measurement, it is waited
 * for again as long as there is patience. What is missing then is for the
 * judgement.
 */
static enum result wait_and_measure(struct running_load *load,
				    struct load_effects *effects,
				    const struct verify_times *times)
{
	const unsigned int wanted = load->plan->effects;
	uint64_t now = time_now(), end = time_after(now, times->patience_ns);
	uint64_t tell_at = now + SILENT_NS;
	unsigned int missing = wanted;
	const char *again = "";

	do {
		enum result result = await_effects(load, effects, missing, end,
						   tell_at);

		if (result)
			return result;
		note("measuring the machine under load for %" PRIu64 " s%s",
		     times->run_ns / (uint64_t)NS_PER_SEC, again);
		result = measure_load(load, effects, times->run_ns, wanted);
		if (result)
			return result;
		missing = load_effects_missing(effects, wanted);
		again = " once more";
		tell_at = 0;
	} while (missing && time_now() < end);
	return RESULT_OK;
}

enum result load_verify(const char *name, const struct load_plan *plan,
			const struct load_values *values,
			const struct verify_times *times)
{
	struct load_effects effects = {
		.l2_size = values->l2_size, .l2_known = values->l2_known,
	};
	struct running_load load;
	enum result result = measure_idle(&effects);

	if (result)
		return result;
	result = running_load_begin(&load, plan, values);
	if (!result)
		result = wait_and_measure(&load, &effects, times);
	running_load_end(&load);
	if (result)
		return result;
	load_effects_print(&effects, plan);
	fflush(stdout);
	return load_effects_judge(&effects, plan, name);
}
