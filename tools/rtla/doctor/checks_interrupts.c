// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of interrupts of devices: which of them arrive at measured CPUs, and
 * who moves them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/boot_list.h"
#include "doctor/check.h"
#include "host/machine.h"
#include "host/managed_irq.h"
#include "host/preemption.h"
#include "remedies/remedies.h"

/* How many interrupts of devices there are. */
struct irqs {
	int all;		/* with a handler and a known affinity */
	int come;		/* those that arrive at measured CPUs */
	int may;		/* those that may come there, but do not now */
	int managed;		/* those that may come there and are managed */
	char sample[128];	/* numbers and names of the first that come */
	char managed_sample[128];	/* the same of those that are managed */
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
	bool moves = cpus_meet(allowed, &machine->online) &&
		     !cpus_meet(allowed, effective);

	return cpus_empty(effective) || moves ? *allowed : *effective;
}

/*
 * Count interrupt @irq in @irqs. Returns whether it comes to measured CPUs and
 * may be moved.
 */
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
	come = cpus_meet(&target, &machine->cpus);
	may = cpus_meet(&allowed, &machine->cpus);
	irqs->all++;
	irqs->come += come;
	irqs->may += !come && may;
	snprintf(text, sizeof(text), "%d %s", irq, name);
	if (come)
		check_add_sample(irqs->sample, sizeof(irqs->sample), irqs->come,
				 text);
	if (!may || managed_irq_find(machine, irq, name) != MANAGED_YES)
		return come;
	check_add_sample(irqs->managed_sample, sizeof(irqs->managed_sample),
			 ++irqs->managed, text);
	return false;
}

/* Count all interrupts. Returns 0 or an errno. */
static int count_irqs(const struct machine *machine, struct irqs *irqs)
{
	struct names names;
	int error = machine_names(machine, &names, "/proc/irq");

	*irqs = (struct irqs) { .all = 0 };
	if (error)
		return error;
	for (int i = 0; i < names.count; i++)
		if (names_number(&names, i) >= 0)
			count_irq(machine, names_number(&names, i), irqs);
	names_free(&names);
	return 0;
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
	if (!check_isolates(machine)) {
		finding_set(finding, CHECK_OK, NULL, "%d arrive at measured CPUs",
			    irqs->come);
		return;
	}
	finding_set(finding, irqs->come ? CHECK_WARNING : CHECK_OK, NULL,
		    "%d of %d arrive at measured CPUs%s; %d more may", irqs->come,
		    irqs->all, irqs->sample, irqs->may);
	finding_remedy(finding, "write %s to /proc/irq/N/smp_affinity_list of each, or boot with irqaffinity=%s",
		       cpu_list(&rest).text, cpu_list(&rest).text);
	if (irqs->come)
		finding_option(finding, "irqaffinity=%s", cpu_list(&rest).text);
}

static void look_irq_affinity(const struct machine *machine,
			      struct finding *finding)
{
	struct irqs irqs = { .all = 0 };
	struct facts facts;
	struct names names;
	int error = machine_names(machine, &names, "/proc/irq");

	if (error) {
		finding_unread(finding, error, "/proc/irq");
		return;
	}
	check_facts(machine, &facts);
	for (int i = 0; i < names.count; i++) {
		int irq = names_number(&names, i);

		if (irq < 0 || !count_irq(machine, irq, &irqs) ||
		    !check_isolates(machine))
			continue;
		fact_set(&facts, FACT_IRQ, "%d", irq);
		finding_mend(machine, finding, "interrupt", &facts);
	}
	facts_free(&facts);
	judge_irqs(machine, finding, &irqs);
	names_free(&names);
}

/*
 * The kernel moves an interrupt that it manages off the CPUs of
 * isolcpus=managed_irq, where another CPU has the same queue.
 */
static void look_managed_irqs(const struct machine *machine,
			      struct finding *finding)
{
	struct cpus kept = { { 0 } }, open;
	char value[1024], flags[64];
	struct facts facts;
	struct irqs irqs;
	int error = count_irqs(machine, &irqs);

	machine_boot_option(machine, "isolcpus", value, sizeof(value));
	if (!boot_list_parse(machine, boot_list_flags(value, flags, sizeof(flags)),
			     &kept) ||
	    !boot_list_has_flag(flags, "managed_irq"))
		kept = (struct cpus){ { 0 } };
	open = cpus_without(&machine->cpus, &kept);
	if (error || machine->command_line_error) {
		finding_unread(finding, error ?: machine->command_line_error,
			       error ? "/proc/irq" : "/proc/cmdline");
	} else if (!irqs.managed) {
		finding_set(finding, CHECK_OK, NULL, "none known");
	} else if (!check_isolates(machine)) {
		finding_set(finding, CHECK_OK, NULL, "%d", irqs.managed);
	} else if (cpus_empty(&open)) {
		finding_set(finding, CHECK_OK, NULL,
			    "kept off the measured CPUs, where another can do it");
	} else {
		finding_set(finding, CHECK_WARNING, NULL,
			    "%d may come to measured CPUs, and cannot be moved%s",
			    irqs.managed, irqs.managed_sample);
		check_facts(machine, &facts);
		finding_mend(machine, finding, "managed", &facts);
		facts_free(&facts);
	}
}

/* ---- The daemon that moves them ------------------------------------------ */

/*
 * Read the value of @name in @text, lines like NAME="value", into @cpus.
 * Returns whether there is a value that can be read.
 */
static bool find_banned(const char *text, const char *name,
			bool (*parse)(struct cpus *cpus, const char *text),
			struct cpus *cpus)
{
	size_t length = strlen(name);
	const char *at = text;
	char value[1024];
	bool found = false;

	for (; at; at = strchr(at, '\n')) {
		at += *at == '\n';
		if (strncmp(at, name, length) || at[length] != '=')
			continue;
		at += length + 1;
		at += strspn(at, "\"'");
		snprintf(value, sizeof(value), "%.*s",
			 (int)strcspn(at, "\"'\n"), at);
		found = *value && parse(cpus, value);
	}
	return found;
}

/*
 * Read which CPUs irqbalance, process @pid, was told to leave alone. Its
 * environment says so, or for a user who may not read that, the files that
 * distributions make it of. Returns false if it was told nothing.
 */
static bool find_ban_list(const struct machine *machine, int pid,
			  struct cpus *banned)
{
	static const char *const files[] = {
		"/etc/default/irqbalance", "/etc/sysconfig/irqbalance",
	};
	bool found = false;
	size_t size;
	char *text = machine_load(machine, &size, "/proc/%d/environ", pid);

	for (size_t i = 0; text && i < size; i++)
		if (!text[i])
			text[i] = '\n';
	for (size_t i = 0; !text && i < sizeof(files) / sizeof(files[0]); i++)
		text = machine_load(machine, &size, "%s", files[i]);
	if (text)
		found = find_banned(text, "IRQBALANCE_BANNED_CPULIST", cpus_parse,
				    banned) ||
			find_banned(text, "IRQBALANCE_BANNED_CPUS",
				    cpus_parse_mask, banned);
	free(text);
	return found;
}

/* Without being told anything, irqbalance leaves isolated CPUs alone. */
static void find_isolated(const struct machine *machine, struct cpus *isolated)
{
	struct cpus full;

	if (machine_cpus(machine, isolated, CPUS_ROOT "/isolated"))
		*isolated = (struct cpus){ { 0 } };
	if (!machine_cpus(machine, &full, CPUS_ROOT "/nohz_full"))
		cpus_add_all(isolated, &full);
}

static void look_irqbalance(const struct machine *machine,
			    struct finding *finding)
{
	int pid = check_runs(machine, "irqbalance");
	struct cpus left, open;
	bool told = pid > 0 && find_ban_list(machine, pid, &left);

	if (!told)
		find_isolated(machine, &left);
	open = cpus_without(&machine->cpus, &left);
	if (pid < 0)
		finding_set(finding, CHECK_UNKNOWN, NULL,
			    "no process is visible in /proc");
	else if (!pid)
		finding_set(finding, CHECK_OK, NULL, "not running");
	else if (cpus_empty(&open))
		finding_set(finding, CHECK_OK, NULL, told ?
			    "running; it is told to leave measured CPUs alone" :
			    "running; it leaves isolated CPUs alone");
	else if (told)
		finding_set(finding, CHECK_WARNING, "systemctl stop irqbalance",
			    "running: it leaves only %s alone, and moves interrupts between the others",
			    cpus_empty(&left) ? "no CPU" : cpu_names(&left).text);
	else
		finding_set(finding, CHECK_WARNING, "systemctl stop irqbalance",
			    "running: it moves interrupts between CPUs");
	if (finding->status == CHECK_WARNING && check_isolates(machine))
		finding_remedy(finding, "systemctl stop irqbalance, or IRQBALANCE_BANNED_CPULIST=%s in /etc/default/irqbalance or /etc/sysconfig/irqbalance and 'systemctl restart irqbalance'",
			       cpu_list(&machine->cpus).text);
}

/* ---- Handlers as threads ------------------------------------------------- */

/* Return whether this kernel may be without the option, as far as it is known. */
static bool lacks_forced_threads(const struct machine *machine)
{
	char *config = machine_kernel_config(machine);
	bool lacks = config && !config_has(config, "IRQ_FORCED_THREADING");

	free(config);
	return lacks;
}

static void look_threadirqs(const struct machine *machine,
			    struct finding *finding)
{
	char model[PREEMPTION_LEN], value[16];
	struct irqs irqs;
	bool dynamic;
	int error = count_irqs(machine, &irqs);

	if (preemption_find(machine, model, &dynamic) &&
	    !strcmp(model, PREEMPTION_RT))
		finding_set(finding, CHECK_OK, NULL, "all that can be, as in each kernel with " PREEMPTION_RT);
	else if (error || machine->command_line_error)
		finding_unread(finding, error ?: machine->command_line_error,
			       error ? "/proc/irq" : "/proc/cmdline");
	else if (machine_boot_option(machine, "threadirqs", value, sizeof(value)))
		finding_set(finding, CHECK_OK, NULL, "all that can be");
	else if (!irqs.come)
		finding_set(finding, CHECK_OK, NULL,
			    "not, but none arrives at measured CPUs");
	else if (lacks_forced_threads(machine))
		finding_set(finding, CHECK_OK, NULL, "not in this kernel");
	else
		finding_set(finding, CHECK_WARNING,
			    "boot with threadirqs: a handler is then a thread of SCHED_FIFO 50",
			    "not: no thread can run before the handlers of %d interrupts that arrive at measured CPUs have ended",
			    irqs.come);
	if (finding->status == CHECK_WARNING)
		finding_option(finding, "threadirqs");
}

const struct check interrupt_checks[] = {
	{ "irq_affinity", 70, "interrupts of devices that arrive at measured CPUs",
	  look_irq_affinity, NULL },
	{ "managed_irqs", 42, "interrupts that the kernel places by itself",
	  look_managed_irqs, NULL },
	{ "irqbalance", 48, "the daemon that moves interrupts",
	  look_irqbalance, NULL },
	{ "threadirqs", 49, "whether handlers of interrupts run as threads",
	  look_threadirqs, NULL },
	{ .name = NULL }
};
