// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of what else may run on the measured CPUs.
 *
 * At least one CPU has to do all other work, so not all CPUs can be isolated.
 * Where all CPUs that are online are measured, a missing isolation is therefore
 * no fault: these checks then only print what isolation there is.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "doctor/boot_list.h"
#include "doctor/check.h"
#include "host/machine.h"
#include "host/threads.h"
#include "remedies/remedies.h"

#define WORKQUEUE_ROOT	"/sys/devices/virtual/workqueue"
#define WORKQUEUES	WORKQUEUE_ROOT "/cpumask"

/* The value of vm.stat_interval that tuned sets, in s; the default is 1. */
#define STAT_INTERVAL	10

static void look_measured(const struct machine *machine,
			  struct finding *finding)
{
	struct cpus missing = cpus_without(&machine->cpus, &machine->online);

	if (cpus_empty(&machine->online))
		finding_unread(finding, ENOENT, CPUS_ROOT "/online");
	else if (!cpus_empty(&missing))
		finding_set(finding, CHECK_FAILURE,
			    "bring them online, or name others with -c",
			    "%s, not online: %s",
			    cpu_list(&machine->cpus).text,
			    cpu_list(&missing).text);
	else if (check_isolates(machine))
		finding_set(finding, CHECK_OK, NULL, "%s of %s",
			    cpu_list(&machine->cpus).text,
			    cpu_list(&machine->online).text);
	else
		finding_set(finding, CHECK_OK, NULL, "%s, all that are online",
			    cpu_list(&machine->cpus).text);
}

/* ---- What the kernel keeps away from some CPUs --------------------------- */

/*
 * Warn if a measured CPU is not in @set, which a boot option fills, although
 * the measured CPUs should be isolated; @remedy has that option.
 */
static void checks_isolation_judge(const struct machine *machine,
				   struct finding *finding,
				   const struct cpus *set, const char *remedy)
{
	struct cpus missing = cpus_without(&machine->cpus, set);
	const char *text = cpus_empty(set) ? "none" : NULL;
	struct cpu_text list = cpu_list(set);
	struct facts facts;

	text = text ?: list.text;
	if (!check_isolates(machine) || cpus_empty(&missing)) {
		finding_set(finding, CHECK_OK, NULL, "%s", text);
		return;
	}
	finding_set(finding, CHECK_WARNING, NULL, "%s: lacks the measured %s",
		    text, cpu_names(&missing).text);
	check_facts(machine, &facts);
	finding_mend(machine, finding, remedy, &facts);
	facts_free(&facts);
}

static void look_isolated(const struct machine *machine,
			  struct finding *finding)
{
	struct cpus isolated, partitions;
	int error = machine_cpus(machine, &isolated, CPUS_ROOT "/isolated");

	if (error) {
		finding_unread(finding, error, CPUS_ROOT "/isolated");
		return;
	}
	if (!machine_cpus(machine, &partitions,
			  "/sys/fs/cgroup/cpuset.cpus.isolated"))
		cpus_add_all(&isolated, &partitions);
	checks_isolation_judge(machine, finding, &isolated, "isolated");
}

static void look_nohz_full(const struct machine *machine,
			   struct finding *finding)
{
	struct cpus set;
	int error = machine_cpus(machine, &set, CPUS_ROOT "/nohz_full");

	/* A kernel without nohz_full has no such file: the set is empty. */
	if (error == ENOENT && machine_has(machine, CPUS_ROOT "/online"))
		error = 0;
	if (error)
		finding_unread(finding, error, CPUS_ROOT "/nohz_full");
	else
		checks_isolation_judge(machine, finding, &set, "tick");
}

/*
 * The set of rcu_nocbs is only visible on the kernel's command line. The kernel
 * adds the CPUs of nohz_full to it.
 */
static void look_rcu_nocbs(const struct machine *machine,
			   struct finding *finding)
{
	struct cpus set = { { 0 } }, full;
	char list[1024];

	if (machine->command_line_error) {
		finding_unread(finding, machine->command_line_error,
			       "/proc/cmdline");
		return;
	}
	if (machine_boot_option(machine, "rcu_nocbs", list, sizeof(list)) &&
	    *list && !boot_list_parse(machine, list, &set)) {
		finding_set(finding, CHECK_UNKNOWN,
			    "compare it with the measured CPUs by hand",
			    "rcu_nocbs=, not a plain list of CPUs");
		return;
	}
	if (!machine_cpus(machine, &full, CPUS_ROOT "/nohz_full"))
		cpus_add_all(&set, &full);
	checks_isolation_judge(machine, finding, &set, "callbacks");
}

/* ---- Work of the kernel -------------------------------------------------- */

static void look_workqueues(const struct machine *machine,
			    struct finding *finding)
{
	char text[CPUS_MASK_SIZE], mask[sizeof(text)];
	struct cpus allowed, hit, rest = machine_rest(machine);
	struct facts facts;
	int error = machine_read(machine, text, sizeof(text), WORKQUEUES);

	if (!error && !cpus_parse_mask(&allowed, text))
		error = EINVAL;
	if (error) {
		finding_unread(finding, error, WORKQUEUES);
		return;
	}
	hit = cpus_both(&allowed, &machine->cpus);
	if (!check_isolates(machine) || cpus_empty(&hit)) {
		finding_set(finding, CHECK_OK, NULL, "%s",
			    cpu_list(&allowed).text);
		return;
	}
	cpus_format_mask(&rest, text, mask);
	finding_set(finding, CHECK_WARNING, NULL, "%s: includes measured CPUs",
		    cpu_list(&allowed).text);
	check_facts(machine, &facts);
	fact_set(&facts, FACT_OTHERS_MASK, "%s", mask);
	finding_mend(machine, finding, "workqueues", &facts);
	facts_free(&facts);
}

/*
 * Read whether the work of workqueue @name may run on a measured CPU, and write
 * the mask of the other CPUs to @mask. The kernel lets it run only on CPUs that
 * are in @all, the mask of all workqueues, too. Returns 0 or an errno; ENOENT
 * or ENOTDIR if there is no mask of its own.
 */
static int may_work(const struct machine *machine, const char *name,
		    const struct cpus *all, char mask[CPUS_MASK_SIZE], bool *may)
{
	struct cpus allowed, rest = machine_rest(machine);
	char text[CPUS_MASK_SIZE];
	int error = machine_read(machine, text, sizeof(text),
				 WORKQUEUE_ROOT "/%s/cpumask", name);

	if (!error && !cpus_parse_mask(&allowed, text))
		error = EINVAL;
	if (error)
		return error;
	allowed = cpus_both(&allowed, all);
	cpus_format_mask(&rest, text, mask);
	*may = cpus_meet(&allowed, &machine->cpus);
	return 0;
}

/*
 * A workqueue has a mask of its own if its creator lets the user set it: that
 * of writeback does.
 */
static void look_workqueue_masks(const struct machine *machine,
				 struct finding *finding)
{
	char text[CPUS_MASK_SIZE], sample[256] = "";
	struct cpus all = machine->online;
	int count = 0, unread = 0, error;
	struct names names;

	error = machine_names(machine, &names, WORKQUEUE_ROOT);
	if (!machine_read(machine, text, sizeof(text), WORKQUEUES) &&
	    !cpus_parse_mask(&all, text))
		all = machine->online;
	for (int i = 0; i < names.count; i++) {
		const char *name = names.entry[i]->d_name;
		bool may = false;
		int failed = may_work(machine, name, &all, text, &may);

		if (failed && failed != ENOENT && failed != ENOTDIR)
			unread = failed;
		if (!may || !check_isolates(machine))
			continue;
		check_add_sample(sample, sizeof(sample), ++count, name);
		finding_change(machine, finding, text, WORKQUEUE_ROOT "/%s/cpumask",
			       name);
	}
	names_free(&names);
	if (error || (unread && !count)) {
		finding_unread(finding, error ?: unread,
			       error ? WORKQUEUE_ROOT : WORKQUEUE_ROOT "/NAME/cpumask");
		return;
	}
	finding_set(finding, count ? CHECK_WARNING : CHECK_OK, NULL,
		    "%d may run on measured CPUs%s", count, sample);
	finding_remedy(finding, "write the mask of the other CPUs to " WORKQUEUE_ROOT "/NAME/cpumask of each, or mend workqueue_cpumask, which limits them, too");
}

/*
 * Return the measured CPUs that are neither isolated nor without a tick. A set
 * that cannot be read is empty.
 */
static struct cpus not_isolated(const struct machine *machine)
{
	static const char *const files[] = {
		CPUS_ROOT "/isolated", CPUS_ROOT "/nohz_full",
		"/sys/fs/cgroup/cpuset.cpus.isolated",
	};
	struct cpus left = machine->cpus;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct cpus set;

		machine_cpus(machine, &set, "%s", files[i]);
		left = cpus_without(&left, &set);
	}
	return left;
}

/* From Linux 6.5 on, the kernel does not update the counters of isolated CPUs. */
static bool spares_isolated(const struct machine *machine)
{
	int major, minor;

	return sscanf(machine->release, "%d.%d", &major, &minor) == 2 &&
	       (major > 6 || (major == 6 && minor >= 5));
}

static void look_stat_interval(const struct machine *machine,
			       struct finding *finding)
{
	static const char path[] = "/proc/sys/vm/stat_interval";
	struct cpus open = not_isolated(machine);
	const struct facts none = { .read = NULL };
	int64_t seconds;
	int error = machine_number(machine, &seconds, path);

	if (error == ENOENT && machine_has(machine, "/proc/sys/kernel")) {
		finding_set(finding, CHECK_OK, NULL, "not in this kernel");
	} else if (error) {
		finding_unread(finding, error, path);
	} else if (seconds >= STAT_INTERVAL || !check_isolates(machine)) {
		finding_set(finding, CHECK_OK, NULL, "%lld s", (long long)seconds);
	} else if (spares_isolated(machine) && cpus_empty(&open)) {
		finding_set(finding, CHECK_OK, NULL,
			    "%lld s, not for isolated CPUs", (long long)seconds);
	} else {
		finding_set(finding, CHECK_WARNING, NULL,
			    "%lld s: a kworker then adds up the counters of each CPU that has used memory",
			    (long long)seconds);
		finding_mend(machine, finding, "vmstat", &none);
	}
}

/*
 * Without skew_tick, the ticks of all CPUs come at the same moment, and wait
 * for each other's locks. Two CPUs hardly wait, and a CPU of nohz_full has no
 * tick where it matters.
 */
static void look_skew_tick(const struct machine *machine,
			   struct finding *finding)
{
	int online = cpus_count(&machine->online);
	struct cpus full, ticking;
	char value[16];

	machine_boot_option(machine, "skew_tick", value, sizeof(value));
	machine_cpus(machine, &full, CPUS_ROOT "/nohz_full");
	ticking = cpus_without(&machine->cpus, &full);
	if (machine->command_line_error)
		finding_unread(finding, machine->command_line_error,
			       "/proc/cmdline");
	else if (!strcmp(value, "1"))
		finding_set(finding, CHECK_OK, NULL, "on");
	else if (online <= 2 || cpus_empty(&ticking) || !check_isolates(machine))
		finding_set(finding, CHECK_OK, NULL, "off");
	else
		finding_set(finding, CHECK_WARNING,
			    "boot with skew_tick=1, which takes some power",
			    "off: the ticks of %d CPUs come at the same moment, and wait for each other's locks",
			    online);
	if (finding->status == CHECK_WARNING)
		finding_option(finding, "skew_tick=1");
}

/*
 * With timer migration on, timers of CPUs of nohz_full, which do without a
 * tick, are started on other CPUs. With it off they stay there, so warn if a
 * measured CPU is one of nohz_full. For other CPUs neither setting is better.
 */
static void look_timer_migration(const struct machine *machine,
				 struct finding *finding)
{
	static const char path[] = "/proc/sys/kernel/timer_migration";
	struct cpus full, hit;
	struct facts facts;
	int64_t on;
	int error = machine_number(machine, &on, path);

	if (error) {
		finding_unread(finding, error, path);
		return;
	}
	machine_cpus(machine, &full, CPUS_ROOT "/nohz_full");
	hit = cpus_both(&full, &machine->cpus);
	if (on || cpus_empty(&hit)) {
		finding_set(finding, CHECK_OK, NULL, on ? "on" : "off");
		return;
	}
	finding_set(finding, CHECK_WARNING, NULL,
		    "off: timers stay on the CPUs of nohz_full");
	check_facts(machine, &facts);
	finding_mend(machine, finding, "migration", &facts);
	facts_free(&facts);
}

/*
 * Note the changes that turn the detector @name off. When the last one that is
 * on is turned off, watchdog becomes 0 by itself. Linux takes this for the
 * user's wish if somebody reads the file then, and starts no detector again
 * before watchdog is 1. So the script has to write that file after those of the
 * detectors; @next is the one that it turns off next.
 */
static void change_watchdog(const struct machine *machine,
			    struct finding *finding, const char *name,
			    const char *next)
{
	int64_t on = 0;

	finding_change(machine, finding, "0", "/proc/sys/kernel/%s", name);
	if (next)
		machine_number(machine, &on, "/proc/sys/kernel/%s", next);
	if (!on)
		finding_change(machine, finding, "0", "/proc/sys/kernel/watchdog");
}

static void look_watchdog(const struct machine *machine,
			  struct finding *finding, const char *name,
			  const char *next, const char *costs)
{
	struct cpus watched, hit;
	char path[64];
	int64_t on;
	int error;

	snprintf(path, sizeof(path), "/proc/sys/kernel/%s", name);
	error = machine_number(machine, &on, "%s", path);
	/* A kernel that is built without this watchdog has no such file. */
	if (error == ENOENT && machine_has(machine, "/proc/sys/kernel")) {
		finding_set(finding, CHECK_OK, NULL, "not in this kernel");
		return;
	}
	if (error) {
		finding_unread(finding, error, path);
		return;
	}
	if (machine_cpus(machine, &watched, "/proc/sys/kernel/watchdog_cpumask"))
		watched = machine->cpus;
	hit = cpus_both(&watched, &machine->cpus);
	if (!on) {
		finding_set(finding, CHECK_OK, NULL, "off");
	} else if (cpus_empty(&hit)) {
		finding_set(finding, CHECK_OK, NULL, "on, of %s",
			    cpu_names(&watched).text);
	} else {
		finding_set(finding, CHECK_WARNING, NULL, "on: %s on %s",
			    costs, cpu_names(&hit).text);
		finding_command(finding, "sysctl -w kernel.%s=0", name);
		change_watchdog(machine, finding, name, next);
	}
}

static void look_nmi_watchdog(const struct machine *machine,
			      struct finding *finding)
{
	look_watchdog(machine, finding, "nmi_watchdog", "soft_watchdog",
		      "an NMI every few seconds");
}

static void look_soft_watchdog(const struct machine *machine,
			       struct finding *finding)
{
	look_watchdog(machine, finding, "soft_watchdog", NULL,
		      "a timer and a thread every 4 s");
}

/* ---- Threads ------------------------------------------------------------- */

/* Threads of one kind, and those of them that may run on measured CPUs. */
struct visitors {
	int all;
	int come;
	int error;		/* the errno of reading where one may run, or 0 */
	char sample[256];	/* names of the first that come */
};

static bool is_movable(const struct thread *thread)
{
	return thread->is_kernel && !thread->is_bound;
}

static bool is_rt_program(const struct thread *thread)
{
	return !thread->is_kernel && thread_is_realtime(thread);
}

/* Return whether @thread is one of this process, which is no other program. */
static bool is_own(const struct machine *machine, const struct thread *thread)
{
	return !*machine->root && thread->pid == getpid();
}

/*
 * Read whether @thread may run on measured CPUs, which is certain if all CPUs
 * are measured. Returns 0 or an errno.
 */
static int may_come(const struct machine *machine, const struct thread *thread,
		    bool *may)
{
	struct cpus allowed;
	int error;

	*may = true;
	if (!check_isolates(machine))
		return 0;
	error = thread_cpus(machine, thread, &allowed);
	*may = !error && cpus_meet(&allowed, &machine->cpus);
	return error;
}

/* Fill @found with the threads of which @is_wanted is true. */
static void find_visitors(const struct machine *machine,
			  bool (*is_wanted)(const struct thread *thread),
			  struct visitors *found)
{
	const struct thread_list *threads = machine_threads(machine);
	char how[32], name[128];

	*found = (struct visitors) { .all = 0 };
	for (int i = 0; i < threads->count; i++) {
		const struct thread *thread = &threads->thread[i];
		bool may;
		int error;

		if (!is_wanted(thread) || is_own(machine, thread))
			continue;
		error = may_come(machine, thread, &may);
		found->error = found->error ?: error;
		/* The thread may have ended by now. */
		if (error)
			continue;
		found->all++;
		found->come += may;
		thread_policy_print(thread, how, sizeof(how));
		snprintf(name, sizeof(name), "%s %d%s%s", thread->name,
			 thread->id, thread_is_realtime(thread) ? " " : "",
			 thread_is_realtime(thread) ? how : "");
		if (may)
			check_add_sample(found->sample, sizeof(found->sample),
				   found->come, name);
	}
	if (found->all && (found->error == ENOENT || found->error == ESRCH))
		found->error = 0;
}

/*
 * Set @finding, but no remedy, for @found where the measured CPUs should be
 * isolated. @kind follows the number of threads.
 */
static void judge_visitors(struct finding *finding,
			   const struct visitors *found, const char *kind)
{
	finding_set(finding, found->come ? CHECK_WARNING : CHECK_OK, NULL,
		    "%d of %d%s may run on measured CPUs%s", found->come,
		    found->all, kind, found->sample);
}

/*
 * The kernel starts threads that belong to no CPU on any CPU, unless it is one
 * of nohz_full.
 */
static void look_kernel_threads(const struct machine *machine,
				struct finding *finding)
{
	const struct thread_list *threads = machine_threads(machine);
	struct cpus rest = machine_rest(machine);
	struct visitors found;
	bool seen = false;

	for (int i = 0; i < threads->count; i++)
		seen |= threads->thread[i].is_kernel;
	find_visitors(machine, is_movable, &found);
	if (threads->error)
		finding_unread(finding, threads->error, "/proc");
	else if (!seen)
		finding_set(finding, CHECK_UNKNOWN,
			    "run this on the host, if this is a container",
			    "no kernel thread is visible in /proc");
	else if (found.error)
		finding_unread(finding, found.error, "/proc/PID/status");
	else if (!check_isolates(machine))
		finding_set(finding, CHECK_OK, NULL, "%d that can be moved",
			    found.all);
	else
		judge_visitors(finding, &found, " that can be moved");
	/* The kernel refuses to move the other children of kthreadd. */
	if (finding->status == CHECK_WARNING)
		finding_remedy(finding, "'for i in 2 $(pgrep -P 2); do taskset -pc %s $i 2>/dev/null; done', or boot with nohz_full=%s",
			       cpu_list(&rest).text,
			       cpu_list(&machine->cpus).text);
}

static void look_rt_programs(const struct machine *machine,
			     struct finding *finding)
{
	const struct thread_list *threads = machine_threads(machine);
	struct cpus rest = machine_rest(machine);
	struct visitors found;

	find_visitors(machine, is_rt_program, &found);
	if (threads->error)
		finding_unread(finding, threads->error, "/proc");
	else if (!threads->count)
		finding_set(finding, CHECK_UNKNOWN, NULL,
			    "no thread is visible in /proc");
	else if (found.error)
		finding_unread(finding, found.error, "/proc/PID/status");
	else if (!found.all)
		finding_set(finding, CHECK_OK, NULL, "none");
	else if (!check_isolates(machine))
		finding_set(finding, CHECK_OK, NULL, "%d%s", found.all,
			    found.sample);
	else
		judge_visitors(finding, &found, "");
	if (finding->status == CHECK_WARNING)
		finding_remedy(finding, "taskset -pc %s ID of each, or end them",
			       cpu_list(&rest).text);
}

/* ---- Shared cores, and tuned --------------------------------------------- */

static void look_smt(const struct machine *machine, struct finding *finding)
{
	struct cpus siblings, others = { { 0 } }, twins = { { 0 } };
	int cpu, error;

	cpus_for_each(cpu, &machine->cpus) {
		error = machine_cpus(machine, &siblings,
				     CPUS_ROOT "/cpu%d/topology/thread_siblings_list",
				     cpu);
		if (error) {
			finding_unread(finding, error,
				       CPUS_ROOT
				       "/cpuN/topology/thread_siblings_list");
			return;
		}
		if (cpus_count(&siblings) > 1)
			cpus_add(&twins, cpu);
		cpus_add_all(&others, &siblings);
	}
	others = cpus_without(&others, &machine->cpus);
	if (cpus_empty(&machine->cpus))
		finding_unread(finding, ENOENT, CPUS_ROOT "/online");
	else if (cpus_empty(&twins))
		finding_set(finding, CHECK_OK, NULL,
			    "measured CPUs have a core of their own");
	else if (!cpus_empty(&others))
		finding_set(finding, CHECK_WARNING,
			    "take them offline, or 'echo off > " CPUS_ROOT
			    "/smt/control'",
			    "%s on the same cores as the measured %s",
			    cpu_names(&others).text, cpu_names(&twins).text);
	else
		finding_set(finding, CHECK_WARNING,
			    "measure one CPU of each core, or 'echo off > " CPUS_ROOT "/smt/control'",
			    "CPUs %s share cores with each other",
			    cpu_list(&twins).text);
}

static void look_tuned(const struct machine *machine, struct finding *finding)
{
	static const char path[] = "/etc/tuned/active_profile";
	char profile[128];
	int error = machine_read(machine, profile, sizeof(profile), path);

	if (!error)
		finding_set(finding, CHECK_OK, NULL, "%s", profile);
	else if (error == ENOENT && machine_has(machine, "/etc"))
		finding_set(finding, CHECK_OK, NULL, "none");
	else
		finding_unread(finding, error, path);
}

const struct check isolation_checks[] = {
	{ "measured_cpus", 0, "the CPUs that are, or are to be, measured",
	  look_measured, "see that /sys is mounted here" },
	{ "isolcpus", 72, "CPUs that are isolated from the scheduler",
	  look_isolated, NULL },
	{ "nohz_full", 54, "CPUs without a periodic tick", look_nohz_full, NULL },
	{ "rcu_nocbs", 47, "CPUs whose RCU callbacks run elsewhere",
	  look_rcu_nocbs, NULL },
	{ "workqueue_cpumask", 46, "CPUs that unbound kernel work runs on",
	  look_workqueues, NULL },
	{ "workqueue_masks", 34, "workqueues with a mask of their own, like writeback",
	  look_workqueue_masks, NULL },
	{ "stat_interval", 28, "how often each CPU's counters of memory are added up",
	  look_stat_interval, NULL },
	{ "kernel_threads", 50, "kernel threads that can be moved off measured CPUs",
	  look_kernel_threads, NULL },
	{ "rt_programs", 68, "real-time threads of programs that may run on measured CPUs",
	  look_rt_programs, NULL },
	{ "timer_migration", 43, "whether timers move to busy CPUs",
	  look_timer_migration, NULL },
	{ "skew_tick", 26, "whether the ticks of CPUs come at different moments",
	  look_skew_tick, NULL },
	{ "nmi_watchdog", 33, "the detector of hard lockups",
	  look_nmi_watchdog, NULL },
	{ "soft_watchdog", 31, "the detector of soft lockups",
	  look_soft_watchdog, NULL },
	{ "smt", 56, "CPUs that share a core", look_smt, NULL },
	{ "tuned_profile", 0, "the profile that tuned has set", look_tuned, NULL },
	{ .name = NULL }
};
