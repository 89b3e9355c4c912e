// SPDX-License-Identifier: GPL-2.0
/*
 * The settings of the kernel's own tracers: see kernel_config.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/undo.h"
#include "stats/kind.h"
#include "tracer/kernel_config.h"
#include "tracer/tracer_config.h"

#define CPUS		"osnoise/cpus"
#define OPTIONS		"osnoise/options"
#define STOP_FIRST	"osnoise/stop_tracing_us"
#define STOP_SECOND	"osnoise/stop_tracing_total_us"
#define ALIGN		"osnoise/timerlat_align_us"
#define STACK		"osnoise/print_stack"

#define ATTACH		TRACING_ROOT "/osnoise/per_cpu/cpu0/timerlat_fd"

/* How long a real-time thread of osnoise sleeps at least in each period. */
#define OTHERS_NS	1000000

/* A list of all CPUs that there can be is shorter. */
#define TEXT_LEN	16384

/* ---- What the settings are to hold --------------------------------------- */

static int64_t us_up(int64_t ns)
{
	return (ns + NS_PER_US - 1) / NS_PER_US;
}

struct kernel_stops kernel_stops(const struct tracer_config *config)
{
	bool noise = kind_row(config->kind)->has_noise;
	struct kernel_stops stops = {
		.first_us = us_up(config->stop_ns[noise ? CONTEXT_SINGLE : CONTEXT_IRQ]),
		.second_us = us_up(config->stop_ns[noise ? CONTEXT_TOTAL : CONTEXT_THREAD]),
	};

	if (!noise && !config->panic && stops.second_us &&
	    stops.first_us >= stops.second_us) {
		stops.put_off_us = stops.first_us;
		stops.first_us = 0;
	}
	return stops;
}

static void print_us(char *text, int64_t us)
{
	snprintf(text, TEXT_LEN, "%" PRId64, us);
}

static void kernel_config_print_cpus(char *text,
				     const struct tracer_config *config)
{
	cpus_format(&config->cpus, text, TEXT_LEN);
}

static void print_options(char *text, const struct tracer_config *config)
{
	snprintf(text, TEXT_LEN, "DEFAULTS%s%s%s%s%s",
		 config->no_threads ? " NO_OSNOISE_WORKLOAD" : "",
		 config->panic ? " PANIC_ON_STOP" : "",
		 config->preempt_off ? " OSNOISE_PREEMPT_DISABLE" : "",
		 config->irqs_off ? " OSNOISE_IRQ_DISABLE" : "",
		 !kind_row(config->kind)->has_noise && config->align_ns >= 0 ?
			 " TIMERLAT_ALIGN" : "");
}

static void print_period(char *text, const struct tracer_config *config)
{
	print_us(text, config->period_ns / NS_PER_US);
}

/*
 * osnoise never sleeps with a runtime as long as its period. At a real-time
 * priority nothing else would run on its CPUs then, not even RCU. So it sleeps
 * for a while in each period, as it does with the module.
 */
static void print_runtime(char *text, const struct tracer_config *config)
{
	const struct priority *priority = &config->priority;
	bool real_time = priority->given && priority->policy != SCHED_OTHER;
	int64_t most = config->period_ns - (real_time ? OTHERS_NS : 0);

	print_us(text,
		 (most > 0 && most < config->runtime_ns ? most :
							  config->runtime_ns) /
			 NS_PER_US);
}

/*
 * osnoise reads its thresholds when a period begins. If one is set while a
 * period runs, any noise is a hit until that ends. So osnoise has its
 * thresholds from the start, and timerlat when it is armed.
 */
static void print_first(char *text, const struct tracer_config *config)
{
	print_us(text, kind_row(config->kind)->has_noise ?
		 kernel_stops(config).first_us : 0);
}

static void print_second(char *text, const struct tracer_config *config)
{
	print_us(text, kind_row(config->kind)->has_noise ?
		 kernel_stops(config).second_us : 0);
}

static void kernel_config_print_stack(char *text,
				      const struct tracer_config *config)
{
	print_us(text, us_up(config->stack_ns));
}

static void print_align(char *text, const struct tracer_config *config)
{
	print_us(text, config->align_ns < 0 ? 0 : config->align_ns / NS_PER_US);
}

/* Without a threshold, kernels before 6.10 take no gap under 5 us for noise. */
static void print_thresh(char *text, const struct tracer_config *config)
{
	print_us(text, us_up(config->noise_ns) ?: 1);
}

#define OF(kind)	(1u << (kind))
#define OF_BOTH		(OF(KIND_TIMERLAT) | OF(KIND_OSNOISE))

/*
 * All settings, in the order in which they are written, with which kinds change
 * them. Each is restored with what it held. Those that a kernel does not have
 * are left out; kernel_config_lack() refuses what would need them.
 */
static const struct {
	const char *name;
	unsigned int kinds;
	void (*print)(char *text, const struct tracer_config *config);
} rows[] = {
	{ OPTIONS, OF_BOTH, print_options },
	{ CPUS, OF_BOTH, kernel_config_print_cpus },
	{ "osnoise/timerlat_period_us", OF(KIND_TIMERLAT), print_period },
	{ ALIGN, OF(KIND_TIMERLAT), print_align },
	{ "osnoise/period_us", OF(KIND_OSNOISE), print_period },
	{ "osnoise/runtime_us", OF(KIND_OSNOISE), print_runtime },
	{ STOP_FIRST, OF_BOTH, print_first },
	{ STOP_SECOND, OF_BOTH, print_second },
	{ STACK, OF_BOTH, kernel_config_print_stack },
	{ "tracing_thresh", OF(KIND_OSNOISE), print_thresh },
};

#define ROWS	((int)(sizeof(rows) / sizeof(rows[0])))

_Static_assert(ROWS <= KERNEL_SETTINGS_MAX, "there are more settings than room");

/* ---- What a kernel lacks ------------------------------------------------- */

static bool kernel_config_has(const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), TRACING_ROOT "/%s", name);
	return !access(path, F_OK);
}

const char *kernel_config_lack(const struct tracer_config *config)
{
	bool options = kernel_config_has(OPTIONS);

	if (config->no_threads && access(ATTACH, F_OK))
		return "processes of user space cannot measure with this kernel's tracer, they can from Linux 6.5 on: measure with kernel threads, -k";
	if (config->irqs_off && !options)
		return "this kernel's tracer cannot look for noise with interrupts off, it can from Linux 6.3 on: load the module, or take osnoise";
	if (config->preempt_off && !options)
		return "this kernel's tracer cannot look for noise with preemption off, it can from Linux 6.3 on: load the module, or leave out --preempt-off";
	if (config->counters)
		return "this kernel's tracer reads no counters: load the module, or leave out --counters";
	if (config->panic && !options)
		return "this kernel's tracer cannot panic the kernel at a stop, it can from Linux 6.3 on: load the module, or leave out --panic-on-stop";
	if (config->periods > 1)
		return "this kernel's tracer has one period for all CPUs: load the module, or give one --period";
	if (!kind_row(config->kind)->has_noise && config->align_ns >= 0 && !kernel_config_has(ALIGN))
		return "this kernel's tracer cannot align the timers of CPUs, it can from Linux 7.2 on: load the module, or leave out --aligned";
	if (config->stack_ns && !kernel_config_has(STACK))
		return "this kernel's tracer records no stacks: load the module, or leave out --stack";
	return NULL;
}

/* ---- Setting and restoring ----------------------------------------------- */

static enum result not_written(const char *name, int error)
{
	return fail(RESULT_CANNOT, "tracefs: %s: %s: %s", name, strerror(error),
		    error == EINVAL ? "the kernel's tracer does not take this value: load the module" :
		    "run as root; is the kernel locked down? See /sys/kernel/security/lockdown");
}

/* Note what a setting holds. One that this kernel does not have is left out. */
static enum result kernel_config_save(struct kernel_config *kernel,
				      const char *name,
				      const struct undo_list *undo)
{
	char *text = tracing_setting_read(TRACING_ROOT, name);

	if (!text)
		return errno == ENOENT ? RESULT_OK : not_written(name, errno);
	kernel->before[kernel->count++] =
		(struct tracing_setting) { name, text };
	if (undo)
		undo_setting(undo, name, text);
	return RESULT_OK;
}

/* Return what the setting with the number @row is to hold, which the caller frees. */
static char *wanted(int row, const struct tracer_config *config)
{
	char *text = calloc(1, TEXT_LEN);

	if (text)
		rows[row].print(text, config);
	return text;
}

enum result kernel_config_apply(struct kernel_config *kernel,
				const struct tracer_config *config,
				const struct undo_list *undo)
{
	struct tracing_setting settings[ROWS];
	int count = 0, failed = 0, error = 0;
	enum result result = RESULT_OK;

	for (int i = 0; i < ROWS && !result; i++)
		if (rows[i].kinds & OF(config->kind))
			result = kernel_config_save(kernel, rows[i].name, undo);
	for (int i = 0; i < ROWS && !result && !error; i++) {
		if (!(rows[i].kinds & OF(config->kind)))
			continue;
		settings[count] = (struct tracing_setting) {
			rows[i].name, wanted(i, config)
		};
		error = settings[count++].text ? 0 : ENOMEM;
	}
	if (!result && !error)
		error = tracing_settings_write(TRACING_ROOT, settings, count,
					       &failed);
	if (error)
		result = not_written(settings[failed].name, error);
	while (count)
		free((char *)settings[--count].text);
	return result;
}

void kernel_config_restore(struct kernel_config *kernel)
{
	int failed, error;

	if (!kernel->count)
		return;
	error = tracing_settings_write(TRACING_ROOT, kernel->before,
				       kernel->count, &failed);
	if (error)
		note("tracefs: %s: %s: it held '%s' before, and could not be restored",
		     kernel->before[failed].name, strerror(error),
		     kernel->before[failed].text);
	while (kernel->count)
		free((char *)kernel->before[--kernel->count].text);
}

enum result kernel_config_stops(struct kernel_stops stops)
{
	char first[32], second[32];
	const struct tracing_setting settings[] = {
		{ STOP_FIRST, first }, { STOP_SECOND, second },
	};
	int failed, error;

	snprintf(first, sizeof(first), "%" PRId64, stops.first_us);
	snprintf(second, sizeof(second), "%" PRId64, stops.second_us);
	error = tracing_settings_write(TRACING_ROOT, settings, 2, &failed);
	return error ? not_written(settings[failed].name, error) : RESULT_OK;
}

/*
 * The tracer goes on without any CPU. To end it in an instance would drop what
 * that has recorded.
 */
void kernel_config_leave(void)
{
	const struct tracing_setting none = { CPUS, "" };
	int failed;

	tracing_settings_write(TRACING_ROOT, &none, 1, &failed);
}
