// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of what else may run on the measured CPUs.
 *
 * At least one CPU has to do all other work, so not all CPUs can be isolated.
 * Where all CPUs that are online are measured, a missing isolation is therefore
 * no fault: these checks then only print what isolation there is.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "doctor/check.h"
#include "host/machine.h"
#include "host/threads.h"

#define WORKQUEUES	"/sys/devices/virtual/workqueue/cpumask"
#define SAMPLE		4	/* print this many names of interrupts or threads */

/*
 * Return whether the measured CPUs should be isolated: some of the CPUs that
 * are online are not measured.
 */
static bool isolates(const struct machine *machine)
{
	struct cpus rest = machine_rest(machine);

	return !cpus_empty(&rest);
}

static bool overlap(const struct cpus *a, const struct cpus *b)
{
	struct cpus common = cpus_both(a, b);

	return !cpus_empty(&common);
}

/* Add @name, which is the one number @number, to the names in @sample. */
static void add_sample(char *sample, size_t size, int number, const char *name)
{
	size_t used = strlen(sample);

	if (number <= SAMPLE)
		snprintf(sample + used, size - used, "%s%s",
			 used ? ", " : ": ", name);
	else if (number == SAMPLE + 1)
		snprintf(sample + used, size - used, " ...");
}

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
	else if (isolates(machine))
		finding_set(finding, CHECK_OK, NULL, "%s of %s",
			    cpu_list(&machine->cpus).text,
			    cpu_list(&machine->online).text);
	else
		finding_set(finding, CHECK_OK, NULL, "%s, all that are online",
			    cpu_list(&machine->cpus).text);
}

/* ---- What the kernel keeps away from some CPUs --------------------------- */

/*
 * Warn if a measured CPU is not in @set, which boot option @option fills,
 * although the measured CPUs should be isolated.
 */
static void checks_isolation_judge(const struct machine *machine,
				   struct finding *finding,
				   const struct cpus *set, const char *option)
{
	struct cpus missing = cpus_without(&machine->cpus, set);
	const char *text = cpus_empty(set) ? "none" : NULL;
	struct cpu_text list = cpu_list(set);

	text = text ?: list.text;
	if (!isolates(machine) || cpus_empty(&missing)) {
		finding_set(finding, CHECK_OK, NULL, "%s", text);
		return;
	}
	finding_set(finding, CHECK_WARNING, NULL, "%s: lacks the measured %s",
		    text, cpu_names(&missing).text);
	finding_remedy(finding, "boot with %s=%s", option,
		       cpu_list(&machine->cpus).text);
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
	checks_isolation_judge(machine, finding, &isolated, "isolcpus");
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
		checks_isolation_judge(machine, finding, &set, "nohz_full");
}

/*
 * Add one part of a boot option's list to @set: "all", "3", "2-5", "N" or
 * "2-N", where "N" is the last CPU. Returns false if @part is anything else.
 */
static bool parse_part(const struct machine *machine, const char *part,
		       struct cpus *set)
{
	struct cpus parsed;
	char text[64];
	int last;

	if (!strcmp(part, "all")) {
		cpus_add_all(set, &machine->online);
		return true;
	}
	if (machine_cpus(machine, &parsed, CPUS_ROOT "/possible"))
		parsed = machine->online;
	last = cpus_last(&parsed);
	if (!strcmp(part, "N"))
		snprintf(text, sizeof(text), "%d", last);
	else if (strlen(part) > 2 && !strcmp(part + strlen(part) - 2, "-N"))
		snprintf(text, sizeof(text), "%.*s-%d",
			 (int)strlen(part) - 2, part, last);
	else
		snprintf(text, sizeof(text), "%s", part);
	if (!cpus_parse(&parsed, text))
		return false;
	cpus_add_all(set, &parsed);
	return true;
}

/*
 * Add the CPUs of @list, a value on the kernel's command line, to @set; @list
 * is changed. Returns false for other forms than parse_part() reads, like the
 * strides in 0-15:2/4.
 */
static bool parse_boot_list(const struct machine *machine, char *list,
			    struct cpus *set)
{
	const char *part;

	while ((part = strsep(&list, ",")))
		if (!parse_part(machine, part, set))
			return false;
	return true;
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
	    *list && !parse_boot_list(machine, list, &set)) {
		finding_set(finding, CHECK_UNKNOWN,
			    "compare it with the measured CPUs by hand",
			    "rcu_nocbs=, not a plain list of CPUs");
		return;
	}
	if (!machine_cpus(machine, &full, CPUS_ROOT "/nohz_full"))
		cpus_add_all(&set, &full);
	checks_isolation_judge(machine, finding, &set, "rcu_nocbs");
}

/* ---- Interrupts ---------------------------------------------------------- */

/* How many interrupts of devices there are. */
struct irqs {
	int all;		/* with a handler and a known affinity */
	int come;		/* those that arrive at measured CPUs */
	int may;		/* those that may come there, but do not now */
	char sample[128];	/* numbers and names of the first that come */
};

/*
 * Copy the name of the handler of @irq to @name: /proc/irq/N has a directory of
 * that name. Returns false if the interrupt has no handler.
 */
static bool irq_name(const struct machine *machine, int irq, char *name,
		     size_t size)
{
	struct names names;
	bool found = false;

	if (machine_names(machine, &names, "/proc/irq/%d", irq))
		return false;
	for (int i = 0; i < names.count && !found; i++) {
		found = names.entry[i]->d_type == DT_DIR;
		if (found)
			snprintf(name, size, "%.20s", names.entry[i]->d_name);
	}
	names_free(&names);
	return found;
}

/*
 * Return the CPUs to which an interrupt comes: those of its @effective
 * affinity, or of the @allowed one where the effective one is not known. The
 * two differ: the kernel keeps interrupts that it manages by itself away from
 * isolated CPUs even if they are allowed there. On some machines, such as most
 * x86 ones, an interrupt is moved only when it comes for the next time. Until
 * then it is effective where it is no longer allowed.
 */
static struct cpus irq_target(const struct machine *machine,
			      const struct cpus *effective,
			      const struct cpus *allowed)
{
	bool moves = overlap(allowed, &machine->online) &&
		     !overlap(allowed, effective);

	return cpus_empty(effective) || moves ? *allowed : *effective;
}

/* Count interrupt @irq in @irqs. Returns whether it comes to measured CPUs. */
static bool count_irq(const struct machine *machine, int irq, struct irqs *irqs)
{
	struct cpus effective, allowed, target;
	char name[32], text[64];
	bool come, may;

	/* An interrupt without a handler does not come. */
	if (!irq_name(machine, irq, name, sizeof(name)))
		return false;
	machine_cpus(machine, &effective, "/proc/irq/%d/effective_affinity_list",
		     irq);
	machine_cpus(machine, &allowed, "/proc/irq/%d/smp_affinity_list", irq);
	target = irq_target(machine, &effective, &allowed);
	if (cpus_empty(&target))
		return false;
	come = overlap(&target, &machine->cpus);
	may = overlap(&allowed, &machine->cpus);
	irqs->all++;
	irqs->come += come;
	irqs->may += !come && may;
	snprintf(text, sizeof(text), "%d %s", irq, name);
	if (come)
		add_sample(irqs->sample, sizeof(irqs->sample), irqs->come,
			   text);
	return come;
}

static void judge_irqs(const struct machine *machine, struct finding *finding,
		       const struct irqs *irqs)
{
	struct cpus rest = machine_rest(machine);

	if (!irqs->all) {
		finding_set(finding, CHECK_UNKNOWN, NULL,
			    "no interrupt in /proc/irq");
		return;
	}
	if (!isolates(machine)) {
		finding_set(finding, CHECK_OK, NULL, "%d arrive at measured CPUs",
			    irqs->come);
		return;
	}
	finding_set(finding, irqs->come ? CHECK_WARNING : CHECK_OK, NULL,
		    "%d of %d arrive at measured CPUs%s; %d more may", irqs->come,
		    irqs->all, irqs->sample, irqs->may);
	finding_remedy(finding, "write %s to /proc/irq/N/smp_affinity_list of each, or boot with irqaffinity=%s",
		       cpu_list(&rest).text, cpu_list(&rest).text);
}

static void look_irq_affinity(const struct machine *machine,
			      struct finding *finding)
{
	struct cpus rest = machine_rest(machine);
	struct cpu_text list = cpu_list(&rest);
	struct irqs irqs = { .all = 0 };
	struct names names;
	int error = machine_names(machine, &names, "/proc/irq");

	if (error) {
		finding_unread(finding, error, "/proc/irq");
		return;
	}
	for (int i = 0; i < names.count; i++) {
		int irq = names_number(&names, i);

		if (irq >= 0 && count_irq(machine, irq, &irqs) &&
		    isolates(machine))
			finding_change(machine, finding, list.text,
				       "/proc/irq/%d/smp_affinity_list", irq);
	}
	judge_irqs(machine, finding, &irqs);
	names_free(&names);
}

/*
 * Return 1 if there is a process called @name, 0 if there is none, or -1 if no
 * process at all can be seen.
 */
static int is_running(const struct machine *machine, const char *name)
{
	const struct thread_list *all = machine->threads;

	for (int i = 0; i < all->count; i++)
		if (all->thread[i].id == all->thread[i].pid &&
		    !strcmp(all->thread[i].name, name))
			return 1;
	return all->count ? 0 : -1;
}

static void look_irqbalance(const struct machine *machine,
			    struct finding *finding)
{
	struct cpus isolated, full, open;
	int running = is_running(machine, "irqbalance");

	if (machine_cpus(machine, &isolated, CPUS_ROOT "/isolated"))
		isolated = (struct cpus){ { 0 } };
	if (!machine_cpus(machine, &full, CPUS_ROOT "/nohz_full"))
		cpus_add_all(&isolated, &full);
	open = cpus_without(&machine->cpus, &isolated);
	if (running < 0)
		finding_set(finding, CHECK_UNKNOWN, NULL,
			    "no process is visible in /proc");
	else if (!running)
		finding_set(finding, CHECK_OK, NULL, "not running");
	else if (cpus_empty(&open))
		finding_set(finding, CHECK_OK, NULL,
			    "running; it leaves isolated CPUs alone");
	else
		finding_set(finding, CHECK_WARNING, "systemctl stop irqbalance",
			    "running: it moves interrupts between CPUs");
}

/* ---- Work of the kernel -------------------------------------------------- */

/*
 * Read a mask like "ff,ffffffff", the last digit of which is CPUs 0 to 3.
 * Returns false if @text is no mask.
 */
static bool parse_mask(const char *text, struct cpus *cpus)
{
	int cpu = 0;

	*cpus = (struct cpus){ { 0 } };
	for (size_t i = strlen(text); i--;) {
		int digit;

		if (text[i] == ',')
			continue;
		if (!isxdigit((unsigned char)text[i]) || cpu >= CPUS_MAX)
			return false;
		digit = isdigit((unsigned char)text[i]) ? text[i] - '0' :
			tolower((unsigned char)text[i]) - 'a' + 10;
		for (int bit = 0; bit < 4; bit++)
			if (digit >> bit & 1)
				cpus_add(cpus, cpu + bit);
		cpu += 4;
	}
	return cpu;
}

/*
 * Write the mask of @cpus to @text, in the form and with the number of digits
 * of @like, which is a mask that parse_mask() can read: so the kernel prints
 * it, too.
 */
static void format_mask(const struct cpus *cpus, const char *like, char *text)
{
	int cpu = 0;

	strcpy(text, like);
	for (size_t i = strlen(like); i--;) {
		if (like[i] == ',')
			continue;
		text[i] = "0123456789abcdef"[cpus->word[cpu / 64] >> cpu % 64 & 15];
		cpu += 4;
	}
}

static void look_workqueues(const struct machine *machine,
			    struct finding *finding)
{
	char text[CPUS_MAX / 4 + CPUS_MAX / 32 + 1], mask[sizeof(text)];
	struct cpus allowed, hit, rest = machine_rest(machine);
	int error = machine_read(machine, text, sizeof(text), WORKQUEUES);

	if (!error && !parse_mask(text, &allowed))
		error = EINVAL;
	if (error) {
		finding_unread(finding, error, WORKQUEUES);
		return;
	}
	hit = cpus_both(&allowed, &machine->cpus);
	if (!isolates(machine) || cpus_empty(&hit)) {
		finding_set(finding, CHECK_OK, NULL, "%s",
			    cpu_list(&allowed).text);
		return;
	}
	format_mask(&rest, text, mask);
	finding_set(finding, CHECK_WARNING, NULL, "%s: includes measured CPUs",
		    cpu_list(&allowed).text);
	finding_remedy(finding, "echo %s > " WORKQUEUES, mask);
	finding_change(machine, finding, mask, WORKQUEUES);
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
	finding_set(finding, CHECK_WARNING, "sysctl -w kernel.timer_migration=1",
		    "off: timers stay on the CPUs of nohz_full");
	finding_change(machine, finding, "1", "%s", path);
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
		finding_remedy(finding, "sysctl -w kernel.%s=0", name);
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
	if (!isolates(machine))
		return 0;
	error = thread_cpus(machine, thread, &allowed);
	*may = !error && overlap(&allowed, &machine->cpus);
	return error;
}

/* Fill @found with the threads of which @is_wanted is true. */
static void find_visitors(const struct machine *machine,
			  bool (*is_wanted)(const struct thread *thread),
			  struct visitors *found)
{
	const struct thread_list *threads = machine->threads;
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
			add_sample(found->sample, sizeof(found->sample),
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
	const struct thread_list *threads = machine->threads;
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
	else if (!isolates(machine))
		finding_set(finding, CHECK_OK, NULL, "%d that can be moved",
			    found.all);
	else
		judge_visitors(finding, &found, " that can be moved");
	/* The kernel refuses to move the other children of kthreadd. */
	if (finding->status == CHECK_WARNING)
		finding_remedy(finding, "for i in 2 $(pgrep -P 2); do taskset -pc %s $i 2>/dev/null; done, or boot with nohz_full=%s",
			       cpu_list(&rest).text,
			       cpu_list(&machine->cpus).text);
}

static void look_rt_programs(const struct machine *machine,
			     struct finding *finding)
{
	const struct thread_list *threads = machine->threads;
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
	else if (!isolates(machine))
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
			    "take them offline, or echo off > " CPUS_ROOT
			    "/smt/control",
			    "%s on the same cores as the measured %s",
			    cpu_names(&others).text, cpu_names(&twins).text);
	else
		finding_set(finding, CHECK_WARNING,
			    "measure one CPU of each core, or echo off > " CPUS_ROOT "/smt/control",
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
	{ "measured_cpus", "the CPUs that are, or are to be, measured",
	  look_measured, "see that /sys is mounted here" },
	{ "isolcpus", "CPUs that are isolated from the scheduler",
	  look_isolated, NULL },
	{ "nohz_full", "CPUs without a periodic tick", look_nohz_full, NULL },
	{ "rcu_nocbs", "CPUs whose RCU callbacks run elsewhere",
	  look_rcu_nocbs, NULL },
	{ "irq_affinity", "interrupts of devices that arrive at measured CPUs",
	  look_irq_affinity, NULL },
	{ "irqbalance", "the daemon that moves interrupts",
	  look_irqbalance, NULL },
	{ "workqueue_cpumask", "CPUs that unbound kernel work runs on",
	  look_workqueues, NULL },
	{ "kernel_threads", "kernel threads that can be moved off measured CPUs",
	  look_kernel_threads, NULL },
	{ "rt_programs", "real-time threads of programs that may run on measured CPUs",
	  look_rt_programs, NULL },
	{ "timer_migration", "whether timers move to busy CPUs",
	  look_timer_migration, NULL },
	{ "nmi_watchdog", "the detector of hard lockups",
	  look_nmi_watchdog, NULL },
	{ "soft_watchdog", "the detector of soft lockups",
	  look_soft_watchdog, NULL },
	{ "smt", "CPUs that share a core", look_smt, NULL },
	{ "tuned_profile", "the profile that tuned has set", look_tuned, NULL },
	{ .name = NULL }
};
