// SPDX-License-Identifier: GPL-2.0
/*
 * The instruments of latencies, and what is done with either pair of them: see
 * instruments.h.
 */
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "agree/instruments.h"
#include "host/dma_latency.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/latency.h"
#include "stats/stats.h"

const char *instrument_name(const struct instrument_pair *pair,
			    enum instrument instrument)
{
	return pair->of[instrument].name;
}

/* ---- Command lines ------------------------------------------------------- */

void instrument_add_words(struct instrument_call *call,
			  const char *const *words)
{
	char **end = call->argv;

	while (*end)
		end++;
	for (; *words; words++)
		*end++ = (char *)*words;
	*end = NULL;
}

const char *instrument_print(struct instrument_call *call, const char *format,
			     ...)
{
	char *text = call->text + call->used;
	va_list args;

	va_start(args, format);
	call->used += vsnprintf(text, sizeof(call->text) - call->used, format,
				args) + 1;
	va_end(args);
	return text;
}

/* It measures with the module: the report describes the timer and the clock of that. */
static void call_timerlat(struct instrument_call *call,
			  const struct measurement *measurement,
			  const char *cpus, const char *program,
			  const char *path)
{
	char priority[PRIORITY_LEN];

	instrument_add_words(call, (const char *const []) {
		program, "timerlat", "top", "-q", "-u", "-c", cpus, "-p",
		instrument_print(call, "%d", measurement->period_us),
		"-P", instrument_print(call, "%s", priority_print(&measurement->priority,
								   "", priority)),
		"-d", instrument_print(call, "%d", measurement->run_s),
		"--tracer", "module", "--json", path, NULL
	});
	if (instruments_prevent_idle())
		instrument_add_words(call, (const char *const []) {
			"--dma-latency", "0", NULL
		});
}

/*
 * By default, cyclictest reads CLOCK_MONOTONIC and writes 0 to
 * /dev/cpu_dma_latency, and all its threads have the same priority.
 */
static void call_cyclictest(struct instrument_call *call,
			    const struct measurement *measurement,
			    const char *cpus, const char *program,
			    const char *path)
{
	bool fifo = measurement->priority.policy == SCHED_FIFO;

	(void)program;
	instrument_add_words(call, (const char *const []) {
		"cyclictest", "-q", "-N", "-m", "-d", "0", "-t",
		instrument_print(call, "%d", cpus_count(&measurement->cpus)), "-a", cpus,
		"-i", instrument_print(call, "%d", measurement->period_us),
		fifo ? "--policy=fifo" : "--policy=rr", "-p",
		instrument_print(call, "%d", measurement->priority.priority), "-D",
		instrument_print(call, "%d", measurement->run_s),
		instrument_print(call, "--json=%s", path), NULL
	});
}

/* ---- Results ------------------------------------------------------------- */

static enum result read_timerlat(struct instrument_figures *figures,
				 const struct measurement *measurement,
				 const char *path,
				 char version[CYCLICTEST_VERSION_LEN])
{
	struct results results;
	struct latency user;
	int cpu;

	(void)version;
	if (results_read(&results, path))
		return RESULT_ERROR;
	user = stats_all(results.stats, CONTEXT_USER);
	cpus_for_each(cpu, &measurement->cpus)
		if (!stats_get(results.stats, cpu, CONTEXT_USER)->count)
			break;
	results_free(&results);
	if (cpu >= 0)
		return fail(RESULT_ERROR, "timerlat: CPU %d: no user latency was measured: give --cpus without it",
			    cpu);
	*figures = (struct instrument_figures) {
		.count = user.count, .min_ns = user.min, .max_ns = user.max,
		.average_ns = (double)user.sum / user.count,
	};
	return RESULT_OK;
}

/* Check that there was one thread on each CPU, and that nothing was cut off. */
static enum result check_cyclictest(const struct cyclictest_result *result,
				    const struct measurement *measurement)
{
	struct cpus left = measurement->cpus, one;
	char list[CPUS_TEXT_SIZE];

	if (result->whole_us)
		return fail(RESULT_ERROR, "cyclictest %s: it has measured in whole us, in spite of --nsecs: install another version",
			    result->version);
	for (int i = 0; i < result->count; i++) {
		one = (struct cpus) { .word = { 0 } };
		cpus_add(&one, result->thread[i].cpu);
		if (!cpus_has(&left, result->thread[i].cpu))
			return fail(RESULT_ERROR, "cyclictest %s: thread %d has measured CPU %d, not one CPU of %s: give --cpus that it can be bound to",
				    result->version, i, result->thread[i].cpu,
				    cpus_format(&measurement->cpus, list,
						sizeof(list)));
		left = cpus_without(&left, &one);
	}
	if (cpus_empty(&left))
		return RESULT_OK;
	return fail(RESULT_ERROR, "cyclictest %s: it has not measured CPU %s: give --cpus without it",
		    result->version, cpus_format(&left, list, sizeof(list)));
}

static enum result read_cyclictest(struct instrument_figures *figures,
				   const struct measurement *measurement,
				   const char *path,
				   char version[CYCLICTEST_VERSION_LEN])
{
	struct cyclictest_result read;
	enum result result = cyclictest_read(&read, path);

	*figures = (struct instrument_figures) { .count = 0 };
	if (!result)
		result = check_cyclictest(&read, measurement);
	for (int i = 0; i < read.count && !result; i++)
		instrument_figures_add(figures, &(struct instrument_figures) {
			.count = read.thread[i].count,
			.min_ns = read.thread[i].min_ns,
			.max_ns = read.thread[i].max_ns,
			.average_ns = read.thread[i].average_ns,
		});
	snprintf(version, CYCLICTEST_VERSION_LEN, "%s", read.version);
	cyclictest_free(&read);
	return result;
}

const struct instrument_pair latency_pair = {
	.of = {
		{ .name = "timerlat", .variant = "-u",
		  .clock = "CLOCK_MONOTONIC",
		  .begins = "t_w, the time at which the timer of rtla.ko on this CPU was programmed to expire",
		  .ends = "the workload reads the clock in user space, first thing after its read() of /dev/rtla has returned",
		  .call = call_timerlat, .read = read_timerlat },
		{ .name = "cyclictest", .variant = "", .package = "rt-tests",
		  .clock = "CLOCK_MONOTONIC",
		  .begins = "the time until which clock_nanosleep(TIMER_ABSTIME) was to sleep",
		  .ends = CYCLICTEST_ENDS,
		  .call = call_cyclictest, .read = read_cyclictest },
	},
	.quantity = "User latency, us",
	.columns = { "Samples", "Min", "Avg", "Max" },
	.judged = "averages differ", .unit = "us", .averages = "Averages",
	.timers = true,
	.within_ns = NS_PER_US,
};

/* ---- Either pair --------------------------------------------------------- */

bool instruments_prevent_idle(void)
{
	return !access(DMA_LATENCY, W_OK);
}

void instrument_call_make(struct instrument_call *call,
			  enum instrument instrument,
			  const struct measurement *measurement,
			  const char *program, const char *path)
{
	char list[CPUS_TEXT_SIZE];
	const char *cpus;

	*call->argv = NULL;
	call->used = 0;
	cpus = instrument_print(call, "%s", cpus_format(&measurement->cpus, list,
							sizeof(list)));
	measurement->pair->of[instrument].call(call, measurement, cpus, program,
					       path);
}

enum result instrument_read(struct instrument_figures *figures,
			    enum instrument instrument,
			    const struct measurement *measurement,
			    const char *path,
			    char version[CYCLICTEST_VERSION_LEN])
{
	return measurement->pair->of[instrument].read(figures, measurement,
						      path, version);
}
