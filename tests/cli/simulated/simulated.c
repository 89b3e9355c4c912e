// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that the parts of the simulated machine share.
 */
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "analysis/advice.h"
#include "host/dma_latency.h"
#include "host/scheduling.h"
#include "host/task_info.h"
#include "simulated.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/tracer.h"

/*
 * Copies of SIM and SIM_LOG: the command changes the environment while the
 * tracer's thread needs their values.
 */
static char settings[1024];
static char log_path[PATH_MAX];

static void __attribute__((constructor)) remember_environment(void)
{
	snprintf(settings, sizeof(settings), "%s", getenv("SIM") ?: "");
	snprintf(log_path, sizeof(log_path), "%s", getenv("SIM_LOG") ?: "");
}

void sim_comm(char comm[16], const char *usual)
{
	snprintf(comm, 16, "%s", sim_setting("escapes", 0) ?
		 "\033[31m\302\233\n\302\265" : usual);
}

void sim_log(const char *format, ...)
{
	FILE *file = *log_path ? fopen(log_path, "ae") : NULL;
	va_list args;

	if (!file)
		return;
	va_start(args, format);
	vfprintf(file, format, args);
	va_end(args);
	fputc('\n', file);
	fclose(file);
}

long sim_setting(const char *name, long otherwise)
{
	const char *at = settings;
	size_t length = strlen(name);

	while (at && *at) {
		if (!strncmp(at, name, length) && at[length] == '=')
			return strtol(at + length + 1, NULL, 10);
		at = strchr(at, ',');
		at += !!at;
	}
	return otherwise;
}

uint64_t sim_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

void sim_add_sample(struct ring_page *page, uint64_t time, uint32_t seqnum,
		    int pid, int context, uint64_t latency)
{
	struct ring_sample sample = {
		.common = { .type = RING_SAMPLE, .pid = pid },
		.timer_latency = latency,
		.t_w = time - latency,
		.seqnum = seqnum,
		.context = context,
	};

	ring_add(page, time, &sample, sizeof(sample));
}

void __wrap_cpus_online(struct cpus *cpus)
{
	memset(cpus, 0, sizeof(*cpus));
	if (!sim_setting("cpus", 0))
		__real_cpus_online(cpus);
	for (int cpu = 0; cpu < sim_setting("cpus", 0); cpu++)
		cpus_add(cpus, cpu);
}

void __wrap_cpus_present(struct cpus *cpus)
{
	__wrap_cpus_online(cpus);
}

int __wrap_scheduling_allowed(struct cpus *cpus)
{
	if (!sim_setting("cpus", 0))
		return __real_scheduling_allowed(cpus);
	__wrap_cpus_online(cpus);
	return 0;
}

/*
 * The command itself is really bound, unless "cpus" simulates CPUs that may not
 * exist. Workloads, which are named "timerlatu/CPU", are never bound.
 */
int __wrap_scheduling_bind(const struct cpus *cpus)
{
	char name[32] = "";
	char list[64];

	prctl(PR_GET_NAME, name);
	sim_log("bind %s to %s", name, cpus_format(cpus, list, sizeof(list)));
	if (!strchr(name, '/') && !sim_setting("cpus", 0))
		return __real_scheduling_bind(cpus);
	return sim_setting("bind", 0);
}

/* The device of the limit is a file without a name, as many machines have no device. */
int __wrap_dma_latency_hold(int32_t latency_us)
{
	int error = sim_setting("dma_latency", 0);
	int fd = error ? -error : memfd_create("cpu_dma_latency", MFD_CLOEXEC);

	if (fd >= 0 && write(fd, &latency_us, sizeof(latency_us)) < 0)
		abort();
	return fd;
}

/*
 * Return a text like that of /proc/interrupts, with the row HVS among others.
 * On the last CPU, its count grows by "untraced" at each reading.
 */
char *__wrap_machine_interrupts(const char *root)
{
	static unsigned long times;
	unsigned long come = 1000 + times++ * sim_setting("untraced", 0);
	struct cpus cpus;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int cpu;

	(void)root;
	if (!out)
		return NULL;
	__wrap_cpus_online(&cpus);
	fputs("     ", out);
	cpus_for_each(cpu, &cpus)
		fprintf(out, "       CPU%d", cpu);
	fputs("\n  1: ", out);
	cpus_for_each(cpu, &cpus)
		fprintf(out, " %10d", 9 * cpu);
	fputs("   IO-APIC   1-edge      i8042\nHVS: ", out);
	cpus_for_each(cpu, &cpus)
		fprintf(out, " %10lu", cpu == cpus_last(&cpus) ? come : 1000);
	fputs("   Hyper-V stimer0 interrupts\nERR:          0\n", out);
	fclose(out);
	return text;
}

/* The simulated kernel has no tracers of its own. */
bool __wrap_own_tracers_is_there(const struct machine *machine,
				 const char *tracer)
{
	(void)machine;
	(void)tracer;
	return false;
}

/* Nor can it load BPF programs. */
bool __wrap_bpf_programs_find(struct tracer_absence *absence)
{
	*absence = (struct tracer_absence) { .what = "--tracer bpf" };
	return false;
}

/* Only thread 77 still exists, which the simulated hit interrupted. */
bool __wrap_task_info_read(int pid, struct task_info *facts)
{
	*facts = (struct task_info) { .policy = SCHED_OTHER, .nice = 5,
				       .cgroup = "/simulated" };
	return pid == 77;
}

static bool is_no_device(int irq, const char *name)
{
	(void)irq;
	(void)name;
	return false;
}

void __wrap_machine_facts_read(struct measured_machine *facts,
			       const struct cpus *cpus)
{
	(void)cpus;
	*facts = (struct measured_machine) {
		.preemption = "voluntary", .preemption_dynamic = true,
		.find_task = __wrap_task_info_read, .is_device = is_no_device,
	};
	__wrap_cpus_online(&facts->online);
}

int __wrap_scheduling_set(const struct priority *priority)
{
	char name[32] = "";

	prctl(PR_GET_NAME, name);
	sim_log("schedule %s policy=%d priority=%d", name, priority->policy,
		priority->priority);
	return sim_setting("schedule", 0);
}
