// SPDX-License-Identifier: GPL-2.0
/*
 * What a vCPU did, as text and JSON: see away_text.h.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "base/parse.h"
#include "base/times.h"
#include "base/wrap.h"
#include "guest/away.h"
#include "guest/away_text.h"
#include "guest/clock_join.h"
#include "guest/host_trace.h"

/* Shorter stretches are added up. */
#define SHORTEST_NS	100
#define LISTED_MAX	40

#define WHO_LEN		64

static const char *const away_kinds[] = {
	[AWAY_GUEST] = "guest",
	[AWAY_KERNEL] = "kernel",
	[AWAY_USER] = "hypervisor",
	[AWAY_HALTED] = "halted",
	[AWAY_ASLEEP] = "asleep",
	[AWAY_THREAD] = "thread",
	[AWAY_IDLE] = "idle",
	[AWAY_IRQ] = "irq",
	[AWAY_SOFTIRQ] = "softirq",
	[AWAY_UNKNOWN] = "unknown",
};

/* Name the thread, interrupt or softirq @cause. */
static const char *away_who(char who[WHO_LEN], const struct away *cause)
{
	snprintf(who, WHO_LEN, "%s:%d", *cause->name ? cause->name : "?",
		 cause->id);
	return who;
}

/* Name the vCPU. */
static const char *away_vcpu(char text[WHO_LEN], const struct clock_join *join)
{
	const struct vcpu *vcpu = join->vcpu;

	if (vcpu->number < 0)
		snprintf(text, WHO_LEN, "the vCPU (%s:%d)",
			 *vcpu->comm ? vcpu->comm : "?", vcpu->tid);
	else
		snprintf(text, WHO_LEN, "vCPU %d (%s:%d)", vcpu->number,
			 *vcpu->comm ? vcpu->comm : "?", vcpu->tid);
	return text;
}

/* ---- The sentence -------------------------------------------------------- */

static void print_priority(FILE *out, const struct away *cause)
{
	if (cause->prio < 0)
		fputs(" (with a deadline)", out);
	else if (cause->prio < PRIO_RT_MAX)
		fprintf(out, " (real-time priority %d)",
			PRIO_RT_MAX - cause->prio);
}

static void print_cause(FILE *out, const struct away *cause, const char *vcpu)
{
	char who[WHO_LEN];

	switch (cause->kind) {
	case AWAY_GUEST:
		fprintf(out, "%s was in the guest, so that the cause is there",
			vcpu);
		return;
	case AWAY_KERNEL:
		fprintf(out, "the kernel handled the exit %s of %s",
			cause->name, vcpu);
		return;
	case AWAY_USER:
		fprintf(out, "the hypervisor's program handled the exit %s of %s",
			cause->name, vcpu);
		return;
	case AWAY_HALTED:
		fprintf(out, "%s waited in %s, and its timer, or what else was to wake it, came late",
			vcpu, cause->name);
		return;
	case AWAY_ASLEEP:
		fprintf(out, "%s slept while its exit %s was handled", vcpu,
			cause->name);
		return;
	case AWAY_THREAD:
		fputs(away_who(who, cause), out);
		print_priority(out, cause);
		break;
	case AWAY_IRQ:
		fprintf(out, "the interrupt %s", away_who(who, cause));
		break;
	case AWAY_SOFTIRQ:
		fprintf(out, "the softirq %s", cause->name);
		break;
	case AWAY_IDLE:
		fprintf(out, "CPU %d was idle, and began late to run %s",
			cause->cpu, vcpu);
		return;
	default:
		fprintf(out, "the trace does not tell what %s did", vcpu);
		return;
	}
	fprintf(out, " had CPU %d, on which %s wanted to run", cause->cpu, vcpu);
}

const char *away_sentence(char *text, const struct away_list *list,
			  const struct clock_join *join)
{
	FILE *out = fmemopen(text, AWAY_SENTENCE_LEN, "w");
	char vcpu[WHO_LEN];

	*text = '\0';
	if (!out)
		return text;
	fprintf(out, "On the host: %.0f %% of %.2f us: ",
		time_percent(list->cause[0].ns, list->ns), time_us(list->ns));
	print_cause(out, &list->cause[0], away_vcpu(vcpu, join));
	fputc('.', out);
	fclose(out);
	return text;
}

/* ---- What to do ---------------------------------------------------------- */

static void do_print(FILE *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void do_print(FILE *out, const char *format, ...)
{
	char *line = NULL;
	va_list values;

	va_start(values, format);
	if (vasprintf(&line, format, values) < 0)
		line = NULL;
	va_end(values);
	if (line)
		wrap_line(out, line, TEXT_WIDTH);
	free(line);
}

/* Return whether pages of the host are missing or protected. */
static bool is_page_fault(const char *reason)
{
	static const char *const faults[] = {
		"EPT_VIOLATION", "EPT_MISCONFIG", "npf", "DABT_LOW", "IABT_LOW",
	};

	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		if (!strcmp(reason, faults[i]))
			return true;
	return false;
}

static void print_for_thread(FILE *out, const struct away *cause, int tid)
{
	int priority = cause->prio < PRIO_RT_MAX ?
		       PRIO_RT_MAX - cause->prio + 1 : 1;
	char who[WHO_LEN];

	do_print(out, "    Give the vCPU a CPU of its own, and keep %s off it: taskset -pc CPU %d",
		 away_who(who, cause), tid);
	if (cause->prio >= 0 && priority <= PRIO_RT_MAX)
		do_print(out, "    Or let it run before %s: chrt -f -p %d %d",
			 who, priority, tid);
}

static void print_for_exit(FILE *out, const struct away *cause)
{
	if (is_page_fault(cause->name))
		do_print(out, "    Give the guest memory that is there from the begin: huge pages, locked, without ballooning or swap (of QEMU: -mem-prealloc -overcommit mem-lock=on)");
	else if (cause->kind == AWAY_USER)
		do_print(out, "    Take a device for it that the kernel handles, or the guest itself: vhost, an ioeventfd, or a device that is passed through; and give the hypervisor's other threads other CPUs");
	else
		do_print(out, "    See what the guest does that leaves it so: trace-cmd record -e kvm on the host has all that belongs to the exit %s",
			 cause->name);
}

static void away_print_advice(FILE *out, const struct away *cause, int tid)
{
	if (cause->kind == AWAY_GUEST)
		return;
	fputs("\n  What to do on the host:\n", out);
	switch (cause->kind) {
	case AWAY_THREAD:
		print_for_thread(out, cause, tid);
		break;
	case AWAY_IRQ:
		do_print(out, "    Have another CPU take the interrupt, if it is a device's: echo CPU >/proc/irq/%d/smp_affinity_list",
			 cause->id);
		break;
	case AWAY_SOFTIRQ:
		do_print(out, "    Have other CPUs take the interrupts and timers that raise %s: rtla doctor there tells which come to CPU %d",
			 cause->name, cause->cpu);
		break;
	case AWAY_IDLE:
		do_print(out, "    Keep CPU %d out of deep idle states: cpupower -c %d idle-set -D 1",
			 cause->cpu, cause->cpu);
		break;
	case AWAY_HALTED:
		do_print(out, "    Have the guest not wait for the host: boot it with idle=poll, or let the host poll before it sleeps: echo 500000 >/sys/module/kvm/parameters/halt_poll_ns");
		do_print(out, "    See what held off the host's timer: rtla timerlat there");
		break;
	case AWAY_KERNEL:
	case AWAY_USER:
	case AWAY_ASLEEP:
		print_for_exit(out, cause);
		break;
	default:
		do_print(out, "    Record more on the host: trace-cmd record -e kvm -e sched -e irq -e irq_vectors");
	}
}

/* ---- All of it ----------------------------------------------------------- */

static void away_label(FILE *out, const struct away *cause)
{
	char who[WHO_LEN];

	switch (cause->kind) {
	case AWAY_GUEST:
		fputs("(in the guest)", out);
		break;
	case AWAY_KERNEL:
		fprintf(out, "exit %s", cause->name);
		break;
	case AWAY_USER:
		fprintf(out, "exit %s, in the hypervisor's program", cause->name);
		break;
	case AWAY_HALTED:
		fprintf(out, "(waiting in %s)", cause->name);
		break;
	case AWAY_ASLEEP:
		fprintf(out, "exit %s, asleep", cause->name);
		break;
	case AWAY_IDLE:
		fputs("(leaving idle)", out);
		break;
	case AWAY_SOFTIRQ:
		fputs(cause->name, out);
		break;
	case AWAY_UNKNOWN:
		fputs("(not in the trace)", out);
		break;
	default:
		fputs(away_who(who, cause), out);
	}
}

static void print_stretches(FILE *out, const struct away_list *list)
{
	size_t left = 0, listed = 0;
	uint64_t rest = 0;

	fputs("\n       at us      for us     share  on CPU\n", out);
	for (size_t i = 0; i < list->stretches; i++) {
		const struct away_stretch *stretch = &list->stretch[i];

		if (stretch->ns < SHORTEST_NS || listed == LISTED_MAX) {
			rest += stretch->ns;
			left++;
			continue;
		}
		listed++;
		fprintf(out, "%12.2f%12.2f%8.2f %%%8d  ", time_us(stretch->at),
			time_us(stretch->ns),
			time_percent(stretch->ns, list->ns), stretch->cpu);
		away_label(out, &list->cause[stretch->cause]);
		fputc('\n', out);
	}
	if (left)
		fprintf(out, "%24.2f%8.2f %%          in %zu shorter ones\n",
			time_us(rest), time_percent(rest, list->ns), left);
}

void away_print(FILE *out, const struct away_list *list,
		const struct clock_join *join)
{
	char text[AWAY_SENTENCE_LEN];
	int64_t middle = join->low + (join->high - join->low) / 2;

	fprintf(out, "\n  %s\n", away_sentence(text, list, join));
	print_stretches(out, list);
	fprintf(out, "\n  The host's clock is the guest's %c %.6f s, known to %.2f us by %zu events.\n",
		middle < 0 ? '-' : '+', llabs(middle) / 1e9,
		time_us(join->high - middle), join->moments);
	away_print_advice(out, &list->cause[0], join->vcpu->tid);
}

static json_t *stretches_json(const struct away_list *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->stretches; i++) {
		const struct away_stretch *stretch = &list->stretch[i];
		const struct away *cause = &list->cause[stretch->cause];

		json_append(&array, json_pack("{s:o, s:o, s:i, s:s, s:s, s:i}",
			"at_ns", json_number(stretch->at),
			"ns", json_number(stretch->ns), "cpu", stretch->cpu,
			"kind", away_kinds[cause->kind], "name", cause->name,
			"id", cause->id));
	}
	return array;
}

json_t *away_json(const struct away_list *list, const struct clock_join *join)
{
	char text[AWAY_SENTENCE_LEN];
	const struct vcpu *vcpu = join->vcpu;

	return json_pack("{s:i, s:i, s:s, s:I, s:I, s:i, s:s, s:o}",
			 "vcpu", vcpu->number, "tid", vcpu->tid,
			 "comm", vcpu->comm, "offset_low_ns",
			 (json_int_t)join->low, "offset_high_ns",
			 (json_int_t)join->high, "events", (int)join->moments,
			 "cause", away_sentence(text, list, join),
			 "stretches", stretches_json(list));
}
