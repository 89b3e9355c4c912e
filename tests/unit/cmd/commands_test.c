// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the options of all measuring commands: every form of every option
 * has to set its field.
 *
 * An option without a row in a table of this file fails the test.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "capture.h"
#include "cmd/commands.h"
#include "kinds/bound/bound_kind.h"
#include "kinds/cycle/cycle_kind.h"
#include "kinds/osnoise/osnoise_kind.h"
#include "kinds/overheads/overheads_kind.h"
#include "kinds/timerlat/timerlat_kind.h"
#include "kinds/wakeup/wakeup_kind.h"
#include "options/config.h"
#include "rtla_cycle.h"
#include "stats/bound_figures.h"
#include "test.h"

#define WORDS_MAX	16

/* An option, and the value that its field of the configuration has to get. */
struct expected {
	const char *name;
	const char *value;	/* NULL: the option is given without one */
	size_t field;
	size_t size;
	int64_t number;
	const char *text;	/* instead of @number; the field points to it */
	const char *before;	/* words before the option; split at blanks */
};

#define IN(member) \
	.field = offsetof(struct config, member), \
	.size = sizeof(((struct config *)0)->member)

#define US(ns)	((ns) * NS_PER_US)

/* Paths of files of gates, which main() makes. */
static char latency_gates[] = "/tmp/commands_test.XXXXXX";
static char noise_gates[] = "/tmp/commands_test.XXXXXX";
static char wakeup_gates[] = "/tmp/commands_test.XXXXXX";
static char cycle_gate_file[] = "/tmp/commands_test.XXXXXX";
static char overhead_gates[] = "/tmp/commands_test.XXXXXX";
static char bound_gates[] = "/tmp/commands_test.XXXXXX";

static const struct expected of_all[] = {
	{ "cpus", "0", IN(tracer.cpus.word[0]), 1 },
	{ "house-keeping", "0", IN(house_keeping.word[0]), 1 },
	{ "duration", "5", IN(duration_ns), 5 * NS_PER_SEC },
	{ "duration", "2M", IN(duration_ns), 120 * NS_PER_SEC },
	{ "duration", "3650d", IN(duration_ns), 3650 * 86400 * NS_PER_SEC },
	{ "warm-up", "0", IN(warm_up_ns), 0 },
	{ "warm-up", "3", IN(warm_up_ns), 3 * NS_PER_SEC },
	{ "trace", "file", IN(trace_file), .text = "file" },
	{ "json", "-", IN(output.json), .text = "-" },
	{ "stream", "file", IN(output.stream), .text = "file" },
	{ "stream", "-", IN(output.stream), .text = "-" },
	{ "stream", NULL, IN(output.stream), .text = "" },
	{ "openmetrics", "file", IN(output.metrics), .text = "file" },
	{ "percentiles", NULL, IN(output.percentiles), true },
	{ "confidence", "95", IN(output.confidence), 95 },
	{ "load", "true", IN(load), .text = "true" },
	{ "label", "a=b", IN(output.labels.count), 1 },
	{ "label", "a=c", IN(output.labels.count), 2, .before = "--label b=d" },
	{ "no-host", NULL, IN(output.no_host), true },
	{ "event", "sched", IN(events.event[0].event), .text = "sched" },
	{ "event", "a:b", IN(events.event[1].event), .text = "a:b",
	  .before = "-e x:y" },
	{ "filter", "prio > 5", IN(events.event[0].filter), .text = "prio > 5",
	  .before = "-e a:b" },
	{ "filter", "z", IN(events.event[1].filter), .text = "z",
	  .before = "-e a:b --filter y -e c:d" },
	{ "trigger", "hist:keys=a", IN(events.event[0].trigger),
	  .text = "hist:keys=a", .before = "-e a:b" },
	{ "keep", "0", IN(keep), 0 },
	{ "keep", "1000", IN(keep), 1000 },
	{ "trace-buffer-size", "0", IN(trace_buffer_kb), 0 },
	{ "trace-buffer-size", "4096", IN(trace_buffer_kb), 4096 },
	{ "on-threshold", "shell,command=a, b", IN(on_threshold.count), 1 },
	{ "on-threshold", "shell,command=a, b",
	  IN(on_threshold.action[0].text), .text = "a, b" },
	{ "on-threshold", "trace,file=x", IN(on_threshold.action[0].text),
	  .text = "x" },
	{ "on-threshold", "signal,num=9,pid=7",
	  IN(on_threshold.action[0].signal), 9 },
	{ "on-threshold", "continue", IN(on_threshold.action[1].type),
	  ACTION_CONTINUE, .before = "--on-threshold trace" },
	{ "on-end", "shell,command=c", IN(on_end.action[0].text), .text = "c" },
	{ "on-end", "signal,num=2,pid=8", IN(on_end.action[0].pid), 8 },
	{ "panic-on-stop", NULL, IN(tracer.panic), true },
	{ "debug", NULL, IN(debug), true },
	{ NULL }
};

/* Only commands whose hits are analysed take these options. */
static const struct expected of_analysing[] = {
	{ "perfetto", "file", IN(perfetto_file), .text = "file" },
	{ "perfetto-periods", "0", IN(perfetto_periods), 0 },
	{ "perfetto-periods", "1000000", IN(perfetto_periods), 1000000 },
	{ "no-aa", NULL, IN(no_analysis), true },
	{ NULL }
};

/* Only commands that have measuring threads take these options. */
static const struct expected of_measuring[] = {
	{ "priority", "f:95", IN(tracer.priority.priority), 95 },
	{ "priority", "o:-20", IN(tracer.priority.nice), -20 },
	{ "priority", "d:100us:1ms", IN(tracer.priority.policy), 6 },
	{ "cgroup", "name", IN(cgroup), .text = "name" },
	{ "cgroup", NULL, IN(cgroup), .text = "" },
	{ "tracer", "module", IN(tracer_word), 1 },
	{ "tracer", "kernel", IN(tracer_word), 2 },
	{ "source", "stats", IN(source), SOURCE_STATS },
	{ "source", "trace", IN(source), SOURCE_TRACE },
	{ NULL }
};

static const struct expected of_tables[] = {
	{ "quiet", NULL, IN(quiet), true },
	{ "color", "auto", IN(view.color), 0 },
	{ "color", "never", IN(view.color), 2 },
	{ NULL }
};

/* Only histograms that can be bars take these options. */
static const struct expected of_bars[] = {
	{ "matrix", NULL, IN(view.hist.matrix), true },
	{ "bars", "all", IN(view.hist.bars), true },
	{ "bars", "0", IN(view.hist.bars), true },
	{ NULL }
};

static const struct expected of_histograms[] = {
	{ "bucket-size", "1", IN(view.hist.bucket_size), 1 },
	{ "bucket-size", "999999", IN(view.hist.bucket_size), 999999 },
	{ "entries", "10", IN(view.hist.entries), 10 },
	{ "entries", "65536", IN(view.hist.entries), 65536 },
	{ "no-header", NULL, IN(view.hist.no_header), true },
	{ "no-summary", NULL, IN(view.hist.no_summary), true },
	{ "no-index", NULL, IN(view.hist.no_index), true, .before = "--with-zeros" },
	{ "with-zeros", NULL, IN(view.hist.with_zeros), true },
	{ NULL }
};

static const struct expected of_timerlat[] = {
	{ "duration", "auto", IN(duration_ns), 3600 * NS_PER_SEC,
	  .before = "--gate thr.max<=50us" },
	{ "duration", "auto", IN(decided_after_ns), 10 * NS_PER_SEC,
	  .before = "--gate thr.max<=50us" },
	{ "duration", "auto:2h", IN(duration_ns), 7200 * NS_PER_SEC,
	  .before = "--gate thr.max<=50us" },
	{ "duration", "auto:5", IN(decided_after_ns), 5 * NS_PER_SEC,
	  .before = "--gate thr.max<=50us" },
	{ "duration", "auto:1m..1d", IN(decided_after_ns), 60 * NS_PER_SEC,
	  .before = "--gate thr.max<=50us" },
	{ "duration", "auto:3..3", IN(decided_after_ns), 3 * NS_PER_SEC,
	  .before = "--gate thr.max<=50us" },
	{ "gate", "thr.max<=50us", IN(gates.count), 1 },
	{ "gate", "usr.p99.9 < 1 ms@0", IN(gates.count), 2,
	  .before = "--gate irq.max<1ms" },
	{ "gate-file", latency_gates, IN(gates.count), 2 },
	{ "junit", "file", IN(output.junit), .text = "file",
	  .before = "--gate thr.max<=50us" },
	{ "auto", "30", IN(tracer.stop_ns[CONTEXT_IRQ]), US(30) },
	{ "auto", "30", IN(tracer.stop_ns[CONTEXT_THREAD]), US(30) },
	{ "auto", "30", IN(tracer.stop_ns[CONTEXT_USER]), US(30) },
	{ "auto", "30", IN(tracer.stack_ns), US(30) },
	{ "auto", "30", IN(trace_file), .text = "timerlat_trace.txt" },
	{ "auto", "3600000000", IN(tracer.stack_ns), US(3600000000) },
	{ "trace", NULL, IN(trace_file), .text = "timerlat_trace.txt" },
	{ "on-threshold", "trace", IN(on_threshold.action[0].text),
	  .text = "timerlat_trace.txt" },
	{ "on-end", "trace", IN(on_end.action[0].text),
	  .text = "timerlat_trace.txt" },
	{ "irq", "0", IN(tracer.stop_ns[CONTEXT_IRQ]), 0 },
	{ "irq", "20", IN(tracer.stop_ns[CONTEXT_IRQ]), US(20) },
	{ "thread", "0", IN(tracer.stop_ns[CONTEXT_USER]), 0 },
	{ "thread", "20", IN(tracer.stop_ns[CONTEXT_THREAD]), US(20) },
	{ "thread", "20", IN(tracer.stop_ns[CONTEXT_USER]), US(20) },
	{ "thread", "20", IN(tracer.stop_ns[CONTEXT_IRQ]), 0 },
	{ "stack", "20", IN(tracer.stack_ns), US(20) },
	{ "stack-format", "truncate", IN(stack_format), STACK_TRUNCATE },
	{ "stack-format", "skip", IN(stack_format), STACK_SKIP },
	{ "stack-format", "full", IN(stack_format), STACK_FULL },
	{ "dump-tasks", NULL, IN(dump_tasks), true },
	{ "top-causes", NULL, IN(tracer.causes), true },
	{ "counters", NULL, IN(tracer.counters), true, .before = "--thread 20" },
	{ "bpf-action", "file", IN(bpf_action), .text = "file" },
	{ "period", "100", IN(tracer.period_ns), US(100) },
	{ "period", "1000000", IN(tracer.period_ns), US(1000000) },
	{ "period", "1000,3ms,2000", IN(tracer.period_ns), US(3000) },
	{ "period", "1000,3ms,2000", IN(tracer.periods_ns[1]), US(3000) },
	{ "period", "1000,3ms,2000", IN(tracer.periods_ns[2]), US(2000) },
	{ "period", "1000,3ms,2000", IN(tracer.periods), 3 },
	{ "user-threads", NULL, IN(threads), THREADS_USER },
	{ "user-threads", NULL, IN(threads_given[THREADS_USER]), true },
	{ "kernel-threads", NULL, IN(threads), THREADS_KERNEL },
	{ "user-load", NULL, IN(threads), THREADS_FOREIGN },
	{ "aligned", "0", IN(tracer.align_ns), 0 },
	{ "aligned", "1000", IN(tracer.align_ns), US(1000) },
	{ "aligned", "3600000000", IN(tracer.align_ns), US(3600000000) },
	{ "dma-latency", "0", IN(dma_latency_us), 0 },
	{ "dma-latency", "10000", IN(dma_latency_us), 10000 },
	{ "deepest-idle-state", "-1", IN(deepest_idle_state), -1 },
	{ "deepest-idle-state", "0", IN(deepest_idle_state), 0 },
	{ "deepest-idle-state", "2147483647", IN(deepest_idle_state), INT32_MAX },
	{ "nano", NULL, IN(view.nano), true },
	{ NULL }
};

static const struct expected of_timerlat_top[] = {
	{ "aa-only", "5", IN(tracer.stop_ns[CONTEXT_IRQ]), US(5) },
	{ "aa-only", "5", IN(tracer.stop_ns[CONTEXT_THREAD]), US(5) },
	{ "aa-only", "5", IN(tracer.stop_ns[CONTEXT_USER]), US(5) },
	{ "aa-only", "5", IN(tracer.stack_ns), US(5) },
	{ "aa-only", "5", IN(only_analysis), true },
	{ NULL }
};

static const struct expected of_timerlat_hist[] = {
	{ "entries", "9999999", IN(view.hist.entries), 9999999 },
	{ "no-irq", NULL, IN(view.hist.no_irq), true },
	{ "no-thread", NULL, IN(view.hist.no_thread), true },
	{ NULL }
};

static const struct expected of_osnoise[] = {
	{ "gate", "avail>=99.99%", IN(gates.count), 1 },
	{ "gate-file", noise_gates, IN(gates.count), 2 },
	{ "junit", "file", IN(output.junit), .text = "file",
	  .before = "--gate avail>=99%" },
	{ "auto", "30", IN(tracer.stop_ns[CONTEXT_SINGLE]), US(30) },
	{ "auto", "30", IN(tracer.stop_ns[CONTEXT_TOTAL]), 0 },
	{ "auto", "30", IN(tracer.noise_ns), US(1) },
	{ "auto", "30", IN(trace_file), .text = "osnoise_trace.txt" },
	{ "trace", NULL, IN(trace_file), .text = "osnoise_trace.txt" },
	{ "on-threshold", "trace", IN(on_threshold.action[0].text),
	  .text = "osnoise_trace.txt" },
	{ "on-end", "trace", IN(on_end.action[0].text),
	  .text = "osnoise_trace.txt" },
	{ "stop", "0", IN(tracer.stop_ns[CONTEXT_SINGLE]), 0 },
	{ "stop", "20", IN(tracer.stop_ns[CONTEXT_SINGLE]), US(20) },
	{ "stop-total", "20", IN(tracer.stop_ns[CONTEXT_TOTAL]), US(20) },
	{ "period", "1", IN(tracer.period_ns), US(1) },
	{ "period", "10000000", IN(tracer.period_ns), US(10000000) },
	{ "runtime", "100", IN(tracer.runtime_ns), US(100) },
	{ "runtime", "10000000", IN(tracer.runtime_ns), US(10000000),
	  .before = "-p 10000000" },
	{ "threshold", "0", IN(tracer.noise_ns), 0 },
	{ "threshold", "5", IN(tracer.noise_ns), US(5) },
	{ NULL }
};

static const struct expected of_osnoise_alone[] = {
	{ "preempt-off", NULL, IN(tracer.preempt_off), true },
	{ "irqs-off", NULL, IN(tracer.irqs_off), true },
	{ NULL }
};

static const struct expected of_cycle[] = {
	{ "tid", "7,8", IN(tracer.targets.id[1]), 8 },
	{ "pid", "7", IN(tracer.targets.processes), true },
	{ "comm", "name", IN(tracer.targets.ids), 0 },
	{ "rt", NULL, IN(tracer.targets.real_time), true },
	{ "all", NULL, IN(tracer.targets.all), true },
	{ "children", NULL, IN(tracer.targets.children), true },
	{ "distributions", "0", IN(distributions), 0 },
	{ "distributions", "64", IN(distributions), 64 },
	{ "tracer", "bpf", IN(tracer_word), 3 },
	{ "no-aa", NULL, IN(no_analysis), true },
	{ "wait", "read:5", IN(tracer.cycle.given), true },
	{ "wait", "read:5", IN(tracer.cycle.any), false },
	{ "wait", "read:5", IN(tracer.cycle.wait.nr), SYS_read },
	{ "wait", "read:5", IN(tracer.cycle.wait.how), 5 },
	{ "wait", "futex", IN(tracer.cycle.wait.nr), SYS_futex },
	{ "wait", "futex", IN(tracer.cycle.any), true },
	{ "wait", "read", IN(tracer.cycle.period_ns), US(9),
	  .before = "--period 9" },
	{ "function", "/proc/self/exe:main", IN(tracer.cycle.marks.count), 2 },
	{ "begin", "/proc/self/exe:main", IN(tracer.cycle.marks.count), 2,
	  .before = "--end /proc/self/exe:_start" },
	{ "end", "/proc/self/exe:main", IN(tracer.cycle.marks.count), 2,
	  .before = "--begin /proc/self/exe:_start" },
	{ "mark", "/proc/self/exe:of_test", IN(tracer.cycle.marks.count), 2 },
	{ "period", "100", IN(tracer.cycle.period_ns), US(100) },
	{ "period", "100", IN(tracer.cycle.deadline_ns), US(100) },
	{ "period", "3600000000", IN(tracer.cycle.period_ns), US(3600000000) },
	{ "deadline", "100", IN(tracer.cycle.deadline_ns), US(100) },
	{ "deadline", "100", IN(tracer.cycle.period_ns), 0 },
	{ "deadline", "80", IN(tracer.cycle.deadline_ns), US(80),
	  .before = "--period 100" },
	{ "auto", "30", IN(tracer.stop_ns[CONTEXT_CYCLE_RESPONSE]), US(30) },
	{ "auto", "30", IN(trace_file), .text = "cycle_trace.txt" },
	{ "trace", NULL, IN(trace_file), .text = "cycle_trace.txt" },
	{ "threshold", "30", IN(tracer.stop_ns[CONTEXT_CYCLE_RESPONSE]),
	  US(30) },
	{ "segment", "blocked=3ns", IN(tracer.stop_ns[CONTEXT_CYCLE_BLOCKED]),
	  3 },
	{ "gate", "response.p99.9<=800us", IN(gates.gate[0].context),
	  CONTEXT_CYCLE_RESPONSE },
	{ "gate", "miss<=0", IN(gates.gate[0].metric), GATE_OWN,
	  .before = "--period 100" },
	{ "gate-file", cycle_gate_file, IN(gates.count), 2 },
	{ "junit", "file", IN(output.junit), .text = "file",
	  .before = "--gate blocked.max<=50us" },
	{ "nano", NULL, IN(view.nano), true },
	{ NULL }
};

static const struct expected of_cycle_top[] = {
	{ "by", "thread", IN(view.by), BY_THREAD },
	{ "by", "cpu", IN(view.by), BY_CPU },
	{ NULL }
};

static const struct expected of_wakeup[] = {
	{ "tid", "7,8", IN(tracer.targets.id[1]), 8 },
	{ "tid", "7", IN(tracer.targets.ids), 1 },
	{ "tid", "7", IN(tracer.targets.real_time), false },
	{ "pid", "7", IN(tracer.targets.processes), true },
	{ "comm", "name", IN(tracer.targets.ids), 0 },
	{ "rt", NULL, IN(tracer.targets.real_time), true },
	{ "all", NULL, IN(tracer.targets.all), true },
	{ "children", NULL, IN(tracer.targets.children), true },
	{ "distributions", "0", IN(distributions), 0 },
	{ "distributions", "64", IN(distributions), 64 },
	{ "tracer", "bpf", IN(tracer_word), 3 },
	{ "auto", "30", IN(tracer.stop_ns[CONTEXT_WAKE_TOTAL]), US(30) },
	{ "auto", "30", IN(tracer.stop_ns[CONTEXT_WAKE_WAIT]), 0 },
	{ "auto", "30", IN(tracer.stack_ns), US(30) },
	{ "auto", "30", IN(trace_file), .text = "wakeup_trace.txt" },
	{ "trace", NULL, IN(trace_file), .text = "wakeup_trace.txt" },
	{ "threshold", "30", IN(tracer.stop_ns[CONTEXT_WAKE_TOTAL]), US(30) },
	{ "segment", "irq=3ns", IN(tracer.stop_ns[CONTEXT_WAKE_IRQ]), 3 },
	{ "segment", "switch=3s", IN(tracer.stop_ns[CONTEXT_WAKE_SWITCH]),
	  3 * NS_PER_SEC },
	{ "stack", "20", IN(tracer.stack_ns), US(20) },
	{ "stack-format", "skip", IN(stack_format), STACK_SKIP },
	{ "dump-tasks", NULL, IN(dump_tasks), true },
	{ "by", "thread", IN(view.by), BY_THREAD },
	{ "by", "cpu", IN(view.by), BY_CPU },
	{ "by", "cpu", IN(tracer.wakers), false },
	{ "by", "waker", IN(view.by), BY_WAKER },
	{ "by", "waker", IN(tracer.wakers), true },
	{ "gate", "irq.max<=50us", IN(gates.gate[0].context), CONTEXT_WAKE_IRQ },
	{ "gate", "total.max<=50us", IN(gates.gate[0].context),
	  CONTEXT_WAKE_TOTAL },
	{ "gate-file", wakeup_gates, IN(gates.count), 2 },
	{ "junit", "file", IN(output.junit), .text = "file",
	  .before = "--gate wait.max<=50us" },
	{ "nano", NULL, IN(view.nano), true },
	{ NULL }
};

static const struct expected of_overheads[] = {
	{ "all-threads", NULL, IN(tracer.all_threads), true },
	{ "tracer", "bpf", IN(tracer_word), 3 },
	{ "disturbed", "drop", IN(tracer.keep_disturbed), false },
	{ "disturbed", "keep", IN(tracer.keep_disturbed), true },
	{ "threshold", "cxs=3ns", IN(tracer.stop_ns[CONTEXT_OVERHEAD_CXS]), 3 },
	{ "threshold", "release-latency=2us",
	  IN(tracer.stop_ns[CONTEXT_OVERHEAD_RELEASE_LATENCY]), US(2) },
	{ "threshold", "sched2=2us", IN(tracer.stop_ns[CONTEXT_OVERHEAD_SCHED]), 0 },
	{ "trace", NULL, IN(trace_file), .text = "overheads_trace.txt" },
	{ "csv", "file", IN(output.csv), .text = "file" },
	{ "csv", "-", IN(output.csv), .text = "-" },
	{ "gate", "sched2.max<=50us", IN(gates.gate[0].context),
	  CONTEXT_OVERHEAD_SCHED2 },
	{ "gate-file", overhead_gates, IN(gates.count), 2 },
	{ "junit", "file", IN(output.junit), .text = "file",
	  .before = "--gate cxs.max<=50us" },
	{ "nano", NULL, IN(view.nano), true },
	{ NULL }
};

static const struct expected of_overheads_top[] = {
	{ "per-cpu", NULL, IN(view.per_cpu), true },
	{ NULL }
};

static const struct expected of_bound[] = {
	{ "probe", "10us", IN(tracer.period_ns), US(10) },
	{ "probe", "1ms", IN(tracer.period_ns), US(1000) },
	{ "columns", "each,window", IN(view.columns),
	  1 << BOUND_EACH | 1 << BOUND_WINDOW },
	{ "columns", "window_owcet", IN(view.columns), 1 << BOUND_WINDOW_OWCET,
	  .before = "--columns none" },
	{ "cases", NULL, IN(view.cases), true },
	{ "rules", NULL, IN(view.rules), true },
	{ "no-idle", NULL, IN(without_idle), true },
	{ "stack", "poid=60us", IN(tracer.stack_ns), US(60) },
	{ "threshold", "poid=3ns", IN(tracer.stop_ns[CONTEXT_BOUND_POID]), 3 },
	{ "threshold", "observed=2us", IN(tracer.stop_ns[CONTEXT_BOUND_OBSERVED]),
	  US(2) },
	{ "trace", NULL, IN(trace_file), .text = "bound_trace.txt" },
	{ "gate", "bound.each<=50us", IN(gates.gate[0].own), BOUND_EACH },
	{ "gate-file", bound_gates, IN(gates.count), 2 },
	{ "junit", "file", IN(output.junit), .text = "file",
	  .before = "--gate poid<=50us" },
	{ "nano", NULL, IN(view.nano), true },
	{ NULL }
};

static const struct {
	const struct command *command;
	const struct expected *tables[8];
} commands[] = {
	{ &timerlat_top,
	  { of_all, of_analysing, of_measuring, of_tables, of_timerlat,
	    of_timerlat_top } },
	{ &timerlat_hist,
	  { of_all, of_analysing, of_measuring, of_histograms, of_bars,
	    of_timerlat, of_timerlat_hist } },
	{ &osnoise_top,
	  { of_all, of_analysing, of_measuring, of_tables, of_osnoise,
	    of_osnoise_alone } },
	{ &osnoise_hist,
	  { of_all, of_analysing, of_measuring, of_histograms, of_bars,
	    of_osnoise, of_osnoise_alone } },
	{ &hwnoise,
	  { of_all, of_analysing, of_measuring, of_tables, of_osnoise } },
	{ &wakeup_top, { of_all, of_analysing, of_tables, of_wakeup } },
	{ &wakeup_hist, { of_all, of_analysing, of_histograms, of_wakeup } },
	{ &cycle_top, { of_all, of_tables, of_cycle, of_cycle_top } },
	{ &cycle_hist, { of_all, of_histograms, of_cycle } },
	{ &overheads_top,
	  { of_all, of_tables, of_overheads, of_overheads_top } },
	{ &overheads_hist, { of_all, of_histograms, of_overheads } },
	{ &bound_top, { of_all, of_tables, of_bound } },
	{ &bound_hist, { of_all, of_histograms, of_bound } },
};

#define COMMANDS	(sizeof(commands) / sizeof(commands[0]))

/* The words of a command line; those that are put together are in @room. */
struct words {
	const char *word[WORDS_MAX];
	int count;
	char room[256];
	size_t used;
};

static void add(struct words *words, const char *word)
{
	assert_true(words->count < WORDS_MAX);
	words->word[words->count++] = word;
}

static void add_line(struct words *words, const char *line)
{
	char *rest = words->room + words->used;
	char *word;
	int printed = snprintf(rest, sizeof(words->room) - words->used, "%s",
			       line);

	words->used += printed + 1;
	assert_true(words->used < sizeof(words->room));
	while ((word = strsep(&rest, " ")))
		add(words, word);
}

__attribute__((format(printf, 2, 3)))
static void add_joint(struct words *words, const char *format, ...)
{
	char *word = words->room + words->used;
	va_list args;

	va_start(args, format);
	words->used += vsnprintf(word, sizeof(words->room) - words->used,
				 format, args) + 1;
	va_end(args);
	assert_true(words->used < sizeof(words->room));
	add(words, word);
}

/* Return the options of a command; its defaults stay until the next one's. */
static struct option_set set_of(const struct command *command)
{
	static void *defaults;

	free(defaults);
	defaults = command_defaults(command);
	return (struct option_set){
		.command = "COMMAND",
		.groups = command->groups,
		.defaults = defaults,
		.size = command->size,
	};
}

static struct config config;
static const char *said;

static enum options_result parse(const struct command *command,
				 const struct words *words)
{
	const struct option_set set = set_of(command);
	static struct capture capture;
	enum options_result result;

	capture_begin(&capture);
	result = options_parse(&set, &config, words->count,
			       (char *const *)words->word);
	if (!result)
		result = command->settle(&set, &config);
	said = capture_end(&capture);
	return result;
}

static void tell(const struct command *command, const struct words *words)
{
	print_error("%s %s", command->tool, command->mode ?: "");
	for (int i = 0; i < words->count; i++)
		print_error(" '%s'", words->word[i]);
	print_error("\n%s", said);
}

static int64_t number_at(const struct config *config,
			 const struct expected *expected)
{
	const char *at = (const char *)config + expected->field;
	int64_t number;
	int small;

	if (expected->size == sizeof(bool))
		return *(const bool *)at;
	if (expected->size == sizeof(small)) {
		memcpy(&small, at, sizeof(small));
		return small;
	}
	assert_int_equal(expected->size, sizeof(number));
	memcpy(&number, at, sizeof(number));
	return number;
}

static const char *text_at(const struct config *config,
			   const struct expected *expected)
{
	const char *text;

	memcpy(&text, (const char *)config + expected->field, sizeof(text));
	return text;
}

static bool as_expected(const struct expected *expected)
{
	const char *text;

	if (!expected->text)
		return number_at(&config, expected) == expected->number;
	text = text_at(&config, expected);
	return text && !strcmp(text, expected->text);
}

static void check_taken(const struct command *command,
			const struct expected *expected,
			const struct words *words)
{
	if (parse(command, words) == OPTIONS_OK && !*said &&
	    as_expected(expected))
		return;
	tell(command, words);
	fail_msg("--%s did not do what it should", expected->name);
}

static const struct option_row *row_of(const struct option_set *set,
				       const char *name)
{
	const struct option_row *row;

	for (int i = 0; (row = options_row(set, i)); i++)
		if (!strcmp(row->name, name))
			return row;
	return NULL;
}

/*
 * Add the option in one of its forms: 0 to 2 have its name, 3 to 6 its letter.
 * Returns false if there is no such form.
 */
static bool add_form(struct words *words, const struct expected *expected,
		     char letter, int form)
{
	const char *name = expected->name;
	const char *value = expected->value;

	if (!letter && form >= 3)
		return false;
	switch (form) {
	case 0:
		add_joint(words, "--%s", name);
		if (value)
			add(words, value);
		return true;
	case 1:
		add_joint(words, value ? "--%s=%s" : "--%s", name, value);
		return true;
	case 2:	/* another option follows */
		add_joint(words, "--%s", name);
		if (value)
			add(words, value);
		add(words, "-D");
		return true;
	case 3:
		add_joint(words, "-%c", letter);
		if (value)
			add(words, value);
		return true;
	case 4:
		add_joint(words, value ? "-%c%s" : "-%c", letter, value);
		return true;
	case 5:
		add_joint(words, value ? "-%c=%s" : "-%c", letter, value);
		return true;
	case 6:
		add_joint(words, "-D%c", letter);
		if (value)
			add(words, value);
		return true;
	default:
		return false;
	}
}

static void check_forms(const struct command *command,
			const struct expected *expected)
{
	const struct option_set set = set_of(command);
	const struct option_row *row = row_of(&set, expected->name);

	if (!row)
		fail_msg("%s has no option --%s", command->tool,
			 expected->name);
	for (int form = 0;; form++) {
		struct words words = { .count = 0 };

		if (expected->before)
			add_line(&words, expected->before);
		if (!add_form(&words, expected, row->letter, form))
			break;
		check_taken(command, expected, &words);
	}
}

/*
 * --no-NAME has the same effect as leaving out the option. If the option cannot
 * be undone, --no-NAME is refused.
 */
static void check_undo(const struct command *command,
		       const struct expected *expected)
{
	const struct option_set set = set_of(command);
	const struct option_row *row = row_of(&set, expected->name);
	bool undone = !row->no_undo && row->type != OPTION_PARSED;
	const char *name = expected->name;
	struct words words = { .count = 0 };
	struct config without;
	char undo[64];

	if (!strncmp(name, "no-", 3))
		snprintf(undo, sizeof(undo), "%s", name + 3);
	else
		snprintf(undo, sizeof(undo), "no-%s", name);
	if (row_of(&set, undo))
		return;
	if (expected->before)
		add_line(&words, expected->before);
	/* Only an option that cannot be undone is needed by another one. */
	if (parse(command, &words) != OPTIONS_OK) {
		assert_false(undone);
		return;
	}
	without = config;
	add_form(&words, expected, 0, 0);
	add_joint(&words, "--%s", undo);
	if (parse(command, &words) == (undone ? OPTIONS_OK : OPTIONS_WRONG) &&
	    (!undone || !memcmp(&config, &without, sizeof(config))))
		return;
	tell(command, &words);
	fail_msg("--%s did not undo it", undo);
}

static void for_each(void (*check)(const struct command *command,
				   const struct expected *expected))
{
	for (size_t i = 0; i < COMMANDS; i++)
		for (int j = 0; commands[i].tables[j]; j++)
			for (const struct expected *expected =
			     commands[i].tables[j]; expected->name; expected++)
				check(commands[i].command, expected);
}

static void test_forms(void **state)
{
	(void)state;
	for_each(check_forms);
}

static void test_undo(void **state)
{
	(void)state;
	for_each(check_undo);
}

static bool is_tested(size_t index, const char *name)
{
	const struct expected *expected;

	for (int i = 0; commands[index].tables[i]; i++)
		for (expected = commands[index].tables[i]; expected->name;
		     expected++)
			if (!strcmp(expected->name, name))
				return true;
	return false;
}

static void test_all_are_tested(void **state)
{
	(void)state;
	for (size_t i = 0; i < COMMANDS; i++) {
		const struct option_set set = set_of(commands[i].command);
		const struct option_row *row;

		for (int j = 0; (row = options_row(&set, j)); j++) {
			bool ends = row->type == OPTION_HELP ||
				    row->type == OPTION_VERSION ||
				    row->type == OPTION_NAMES;

			if (!ends && !is_tested(i, row->name))
				fail_msg("--%s of %s is not tested", row->name,
					 commands[i].command->tool);
		}
	}
}

/* No name and no letter is used twice, and every option has a help text. */
static void test_tables(void **state)
{
	(void)state;
	for (size_t i = 0; i < COMMANDS; i++) {
		const struct option_set set = set_of(commands[i].command);
		const struct option_row *row, *other;

		for (int j = 0; (row = options_row(&set, j)); j++) {
			assert_non_null(row->help);
			for (int k = 0; k < j; k++) {
				other = options_row(&set, k);
				assert_string_not_equal(other->name, row->name);
				assert_true(!row->letter ||
					    other->letter != row->letter);
			}
		}
	}
}

static void parse_line(const struct command *command, const char *line)
{
	struct words words = { .count = 0 };

	if (*line)
		add_line(&words, line);
	if (parse(command, &words) == OPTIONS_OK)
		return;
	tell(command, &words);
	fail_msg("refused");
}

static void refuse_line(const struct command *command, const char *line,
			const char *message)
{
	struct words words = { .count = 0 };
	char expected[512];

	add_line(&words, line);
	assert_int_equal(parse(command, &words), OPTIONS_WRONG);
	snprintf(expected, sizeof(expected),
		 "rtla: %s\nTry 'COMMAND --help'.\n", message);
	assert_string_equal(said, expected);
}

static void test_defaults(void **state)
{
	(void)state;
	for (size_t i = 0; i < COMMANDS; i++) {
		parse_line(commands[i].command, "");
		assert_true(cpus_empty(&config.tracer.cpus));
		assert_false(config.tracer.priority.given);
		for (int j = 0; j < CONTEXTS; j++)
			assert_int_equal(config.tracer.stop_ns[j], 0);
		assert_int_equal(config.duration_ns, 0);
		assert_int_equal(config.dma_latency_us, -1);
		assert_int_equal(config.deepest_idle_state, -2);
		assert_null(config.trace_file);
		assert_null(config.cgroup);
		assert_int_equal(config.trace_buffer_kb, 0);
		assert_int_equal(config.stack_format, STACK_TRUNCATE);
	}
	parse_line(&timerlat_hist, "");
	assert_int_equal(config.view.hist.bucket_size, 1);
	assert_int_equal(config.view.hist.entries, 256);
	assert_int_equal(config.threads, THREADS_USER);
	assert_int_equal(config.tracer.period_ns, US(1000));
	assert_int_equal(config.tracer.align_ns, -1);
	parse_line(&osnoise_hist, "");
	assert_int_equal(config.view.hist.bucket_size, 1);
	assert_int_equal(config.view.hist.entries, 256);
	assert_int_equal(config.tracer.noise_ns, 0);
	assert_false(config.tracer.irqs_off);
	parse_line(&hwnoise, "");
	assert_true(config.tracer.irqs_off);
}

static void check_times(const struct command *command, const char *line,
			int64_t period_us, int64_t runtime_us)
{
	parse_line(command, line);
	assert_int_equal(config.tracer.period_ns, US(period_us));
	assert_int_equal(config.tracer.runtime_ns, US(runtime_us));
}

/*
 * A runtime that is not given follows from the period, and from whether
 * interrupts are off. A given one must not be longer than the period.
 */
static void test_runtime(void **state)
{
	(void)state;
	check_times(&osnoise_top, "", 1000000, 1000000);
	check_times(&osnoise_top, "-p 500000", 500000, 500000);
	check_times(&osnoise_top, "-p 1", 1, 1);
	check_times(&osnoise_hist, "-p 2000000", 2000000, 1000000);
	check_times(&osnoise_top, "-r 900000", 1000000, 900000);
	check_times(&osnoise_top, "-r 400000 -p 500000", 500000, 400000);
	check_times(&osnoise_top, "-p 500000 -r 400000", 500000, 400000);
	check_times(&osnoise_top, "-p 500000 --no-period", 1000000, 1000000);
	check_times(&osnoise_top, "--irqs-off", 1000000, 750000);
	check_times(&osnoise_top, "--preempt-off", 1000000, 1000000);
	check_times(&hwnoise, "", 1000000, 750000);
	check_times(&hwnoise, "-p 400", 400, 300);
	check_times(&hwnoise, "-p 10000000", 10000000, 7500000);
	check_times(&hwnoise, "-p 1", 1, 1);
	check_times(&hwnoise, "-r 900000", 1000000, 900000);
	refuse_line(&osnoise_top, "-r 1000001",
		    "--runtime 1000001, --period 1000000: the runtime is longer than the period: give less, or a longer period");
	refuse_line(&hwnoise, "-p 500 -r 501",
		    "--runtime 501, --period 500: the runtime is longer than the period: give less, or a longer period");
}

static void test_auto(void **state)
{
	(void)state;
	parse_line(&timerlat_top, "-a 100 -T 50 -s 0 -t other");
	assert_int_equal(config.tracer.stop_ns[CONTEXT_IRQ], US(100));
	assert_int_equal(config.tracer.stop_ns[CONTEXT_THREAD], US(50));
	assert_int_equal(config.tracer.stop_ns[CONTEXT_USER], US(50));
	assert_int_equal(config.tracer.stack_ns, 0);
	assert_string_equal(config.trace_file, "other");
	parse_line(&timerlat_hist, "-T 50 -t other -a 100");
	assert_int_equal(config.tracer.stop_ns[CONTEXT_THREAD], US(100));
	assert_string_equal(config.trace_file, "other");
	parse_line(&timerlat_top, "-a 100 --no-trace");
	assert_null(config.trace_file);
	parse_line(&osnoise_top, "-a 100 -T 5 -S 200 -t x");
	assert_int_equal(config.tracer.noise_ns, US(5));
	assert_int_equal(config.tracer.stop_ns[CONTEXT_SINGLE], US(100));
	assert_int_equal(config.tracer.stop_ns[CONTEXT_TOTAL], US(200));
	assert_string_equal(config.trace_file, "x");
}

static void test_threads(void **state)
{
	static const char message[] = "--user-threads, --kernel-threads, --user-load: they exclude each other: give one of them";
	static const char *const lines[] = {
		"-k -u", "-u -k", "-U -k", "-U -u", "-kuU", NULL
	};

	(void)state;
	for (int i = 0; lines[i]; i++) {
		refuse_line(&timerlat_top, lines[i], message);
		refuse_line(&timerlat_hist, lines[i], message);
	}
	parse_line(&timerlat_top, "-k --no-user-threads");
	assert_int_equal(config.threads, THREADS_KERNEL);
	parse_line(&timerlat_top, "-u --no-user-threads -k");
	assert_int_equal(config.threads, THREADS_KERNEL);
	parse_line(&timerlat_top, "-kk");
	assert_int_equal(config.threads, THREADS_KERNEL);
}

static void test_conflicts(void **state)
{
	(void)state;
	refuse_line(&timerlat_top, "--no-aa --aa-only 5",
		    "--no-aa, --aa-only: they exclude each other: leave one out");
	refuse_line(&timerlat_top, "--aa-only 5 -i 0 -T 0",
		    "--aa-only: no threshold is left: leave out -i 0 and -T 0");
	refuse_line(&timerlat_hist, "--no-irq --no-thread",
		    "no-irq and no-thread set, there is nothing to do here: leave one out");
	refuse_line(&timerlat_hist, "--no-index",
		    "--no-index: rows could not be identified: add --with-zeros");
	refuse_line(&osnoise_hist, "--no-index",
		    "--no-index: rows could not be identified: add --with-zeros");
	refuse_line(&timerlat_hist, "-q", "-q: unknown option");
	refuse_line(&timerlat_hist, "--aa-only 5", "--aa-only: unknown option");
	refuse_line(&osnoise_hist, "-q", "-q: unknown option");
	refuse_line(&osnoise_top, "-n", "-n: unknown option");
	refuse_line(&osnoise_top, "-b 5", "-b: unknown option");
	refuse_line(&hwnoise, "--irqs-off", "--irqs-off: unknown option");
	refuse_line(&overheads_top, "--no-aa", "--no-aa: unknown option");
	refuse_line(&overheads_hist, "--per-cpu", "--per-cpu: unknown option");
	refuse_line(&wakeup_top, "--csv file", "--csv: unknown option");
	parse_line(&timerlat_hist, "--no-irq -i 5");
	assert_true(config.view.hist.no_irq);
	assert_int_equal(config.tracer.stop_ns[CONTEXT_IRQ], US(5));
}

/* Shortened names that upstream's parser finds unambiguous are taken here. */
static void test_beginnings(void **state)
{
	(void)state;
	parse_line(&timerlat_top, "-a 5 --dump-task");
	assert_true(config.dump_tasks);
	parse_line(&timerlat_top, "--h 0");
	assert_true(cpus_has(&config.house_keeping, 0));
	parse_line(&osnoise_top, "--pr f:1");
	assert_int_equal(config.tracer.priority.priority, 1);
	parse_line(&osnoise_top, "--preem --ir");
	assert_true(config.tracer.preempt_off);
	assert_true(config.tracer.irqs_off);
	parse_line(&timerlat_top, "--dum --deb --deep 3 --dm 0 --au 7");
	assert_true(config.dump_tasks && config.debug);
}

static void make_gates(char *path, const char *text)
{
	FILE *file = fdopen(mkstemp(path), "w");

	fputs(text, file);
	fclose(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_undo),
		cmocka_unit_test(test_all_are_tested),
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_runtime),
		cmocka_unit_test(test_auto),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_conflicts),
		cmocka_unit_test(test_beginnings),
	};

	int failed;

	make_gates(latency_gates, "# a board\nthr.max<=50us\n\nirq.max < 1ms\n");
	make_gates(wakeup_gates, "wait.max<=50us\nirq.p99<5us@95%");
	RTLA_CYCLE_BEGIN(of_test);
	make_gates(cycle_gate_file, "response.max<=50us\nrun.p99<5us@95%");
	make_gates(overhead_gates, "cxs.max<=50us\nrelease-latency.p99<5us@95%");
	make_gates(bound_gates, "bound.window<=150us\npsd.p99<5us@95%");
	make_gates(noise_gates, "avail>=99.99%  # of it\nnoise.irq.rate<=1/s");
	failed = cmocka_run_group_tests_name("commands", tests, NULL, NULL);
	unlink(latency_gates);
	unlink(noise_gates);
	unlink(wakeup_gates);
	unlink(cycle_gate_file);
	RTLA_CYCLE_END(of_test);
	unlink(overhead_gates);
	unlink(bound_gates);
	return failed;
}
