// SPDX-License-Identifier: GPL-2.0
/*
 * The text form of the interface: see text.h.
 *
 * The words have the names that the files and options of the kernel's own
 * tracers have in tracefs. A word only sets a field of &struct rtla_start;
 * whether its value and its company are allowed is decided where that structure
 * is checked, so that a line can start nothing that RTLA_IOC_START refuses.
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/stddef.h>
#include <linux/string.h>

#include "session/text.h"

#define TEXT_OSNOISE_PERIOD_NS	1000000000ULL
#define TEXT_NS_PER_US		1000ULL

#define TEXT_TIMERLAT	BIT(RTLA_TIMERLAT)
#define TEXT_OSNOISE	BIT(RTLA_OSNOISE)

/* The first word of a line. */
static const struct text_workload {
	const char *name;
	u32 workload;
	u32 flags;
} text_workloads[] = {
	{ "timerlat", RTLA_TIMERLAT, 0 },
	{ "osnoise", RTLA_OSNOISE, 0 },
	{ "hwnoise", RTLA_OSNOISE, RTLA_START_IRQS_OFF },
};

#define FIELD(name)	offsetof(struct rtla_start, name)

/*
 * The words that have a value in microseconds: the field for each workload, 0
 * if the word does not belong to that workload, and a flag that the word sets.
 */
static const struct text_time {
	const char *name;
	size_t timerlat;
	size_t osnoise;
	u32 flag;
} text_times[] = {
	{ "period_us", FIELD(timerlat.period_ns), FIELD(osnoise.period_ns), 0 },
	{ "runtime_us", 0, FIELD(osnoise.runtime_ns), 0 },
	{ "stop_tracing_us", FIELD(timerlat.stop_ns[0]), FIELD(osnoise.stop_ns[0]), 0 },
	{ "stop_tracing_total_us", FIELD(timerlat.stop_ns[1]), FIELD(osnoise.stop_ns[1]), 0 },
	{ "print_stack", FIELD(timerlat.stack_ns), 0, 0 },
	{ "tracing_threshold", 0, FIELD(osnoise.noise_ns), 0 },
	{ "TIMERLAT_ALIGN_US", FIELD(timerlat.align_ns), 0, RTLA_START_ALIGN },
};

#undef FIELD

/* The words without a value, and the workloads to which they belong. */
static const struct text_flag {
	const char *name;
	u32 flag;
	u32 workloads;
} text_flags[] = {
	{ "OSNOISE_PREEMPT_DISABLE", RTLA_START_PREEMPT_OFF, TEXT_OSNOISE },
	{ "OSNOISE_IRQ_DISABLE", RTLA_START_IRQS_OFF, TEXT_OSNOISE },
	{ "PANIC_ON_STOP", RTLA_START_PANIC, TEXT_TIMERLAT | TEXT_OSNOISE },
};

/* The bits of the words that the line has had: see text_is_first(). */
#define SEEN_CPUS		31
#define SEEN_TRACING_OFF	30

/* Note what is wrong with the present word, and return @error. */
static int text_refuse(struct text_request *request, const char *reason,
		       int error)
{
	request->reason = reason;
	return error;
}

/* Return whether the word number @number comes for the first time. */
static bool text_is_first(u32 *seen, unsigned int number)
{
	bool first = !(*seen & BIT(number));

	*seen |= BIT(number);
	return first;
}

static int text_get_number(struct text_request *request, const char *value,
			   u64 *number)
{
	int ret = value ? kstrtou64(value, 10, number) : -EINVAL;

	if (ret == -ERANGE)
		return text_refuse(request, "has too large a number", -ERANGE);
	return ret ? text_refuse(request, "has no number after '='", ret) : 0;
}

static int text_set_time(struct text_request *request,
			 const struct text_time *word, const char *value)
{
	struct rtla_start *start = &request->start;
	size_t field = start->workload == RTLA_TIMERLAT ? word->timerlat :
							  word->osnoise;
	u64 us, ns;
	int ret;

	if (!field)
		return text_refuse(request, "does not belong to this workload",
				   -EINVAL);
	ret = text_get_number(request, value, &us);
	if (ret)
		return ret;
	if (check_mul_overflow(us, TEXT_NS_PER_US, &ns))
		return text_refuse(request, "has too large a number", -ERANGE);
	memcpy((char *)start + field, &ns, sizeof(ns));
	start->flags |= word->flag;
	return 0;
}

static int text_set_flag(struct text_request *request,
			 const struct text_flag *word, const char *value)
{
	struct rtla_start *start = &request->start;

	if (!(word->workloads & BIT(start->workload)))
		return text_refuse(request, "does not belong to this workload",
				   -EINVAL);
	if (value)
		return text_refuse(request, "takes no value", -EINVAL);
	start->flags |= word->flag;
	return 0;
}

static int text_set_tracing_off(struct text_request *request, const char *value)
{
	u64 number;
	int ret = text_get_number(request, value, &number);

	if (ret)
		return ret;
	if (number > 1)
		return text_refuse(request, "is neither 0 nor 1", -EINVAL);
	request->tracing_off = number;
	return 0;
}

/*
 * Find the word @name in the tables and apply it. @value is what follows '=',
 * or NULL without '='. @seen has a bit for each word that came before.
 */
static int text_set(struct text_request *request, const char *name,
		    const char *value, u32 *seen)
{
	static const char twice[] = "is there twice";
	size_t i;

	for (i = 0; i < ARRAY_SIZE(text_times); i++) {
		if (!strcmp(text_times[i].name, name))
			return text_is_first(seen, i) ?
			       text_set_time(request, &text_times[i], value) :
			       text_refuse(request, twice, -EINVAL);
	}
	for (i = 0; i < ARRAY_SIZE(text_flags); i++) {
		if (!strcmp(text_flags[i].name, name))
			return text_set_flag(request, &text_flags[i], value);
	}
	if (!strcmp(name, "tracing_off"))
		return text_is_first(seen, SEEN_TRACING_OFF) ?
		       text_set_tracing_off(request, value) :
		       text_refuse(request, twice, -EINVAL);
	if (strcmp(name, "cpus"))
		return text_refuse(request, "is unknown", -EINVAL);
	if (!text_is_first(seen, SEEN_CPUS))
		return text_refuse(request, twice, -EINVAL);
	request->cpus = value;
	return value ? 0 : text_refuse(request, "has no list of CPUs", -EINVAL);
}

/* Apply a word NAME or NAME=VALUE; @word is whole again after an error. */
static int text_apply(struct text_request *request, char *word, u32 *seen)
{
	char *equals = strchr(word, '=');
	int ret;

	request->bad = word;
	if (equals)
		*equals = '\0';
	ret = text_set(request, word, equals ? equals + 1 : NULL, seen);
	if (ret && equals)
		*equals = '=';
	return ret;
}

static int text_set_workload(struct text_request *request, const char *word)
{
	size_t i;

	request->bad = word;
	for (i = 0; i < ARRAY_SIZE(text_workloads); i++) {
		if (strcmp(text_workloads[i].name, word))
			continue;
		request->start.workload = text_workloads[i].workload;
		request->start.flags = text_workloads[i].flags;
		return 0;
	}
	return text_refuse(request, "is none of timerlat, osnoise and hwnoise",
			   -EINVAL);
}

/* Set the period and the runtime, where the line does not. */
static void text_set_defaults(struct rtla_start *start, u32 seen)
{
	struct rtla_start_osnoise *osnoise = &start->osnoise;
	bool has_period = seen & BIT(0);
	bool has_runtime = seen & BIT(1);

	if (start->workload == RTLA_TIMERLAT) {
		if (!has_period)
			start->timerlat.period_ns = RTLA_PERIOD_DEFAULT_NS;
		return;
	}
	if (!has_period)
		osnoise->period_ns = TEXT_OSNOISE_PERIOD_NS;
	if (has_runtime)
		return;
	/* With interrupts off, the CPU needs time for all else. */
	osnoise->runtime_ns = start->flags & RTLA_START_IRQS_OFF ?
			      osnoise->period_ns / 4 * 3 :
			      min(osnoise->period_ns, TEXT_OSNOISE_PERIOD_NS);
}

/**
 * rtla_text_parse - read the line that starts a session
 * @line: the line, and a NUL after its end; is cut into words
 * @length: its bytes, without that NUL
 * @request: set to what the line asks for; after an error @request->reason says
 *	what is wrong, and @request->bad with which word
 *
 * Return: 0; -EINVAL for a malformed line; -ERANGE for a number that is too
 * large for any field. Context: any.
 */
int rtla_text_parse(char *line, size_t length, struct text_request *request)
{
	char *word;
	u32 seen = 0;
	int ret = 0;

	*request = (struct text_request) { .tracing_off = true };
	request->start.size = sizeof(request->start);
	if (length && line[length - 1] == '\n')
		line[--length] = '\0';
	if (memchr(line, '\n', length) || memchr(line, '\0', length))
		return text_refuse(request, "it is not one line", -EINVAL);
	while (!ret && (word = strsep(&line, " \t"))) {
		if (!*word)
			continue;
		ret = request->start.workload ?
		      text_apply(request, word, &seen) :
		      text_set_workload(request, word);
	}
	if (ret)
		return ret;
	if (!request->start.workload)
		return text_refuse(request, "it is empty", -EINVAL);
	request->bad = NULL;
	text_set_defaults(&request->start, seen);
	return 0;
}

/**
 * rtla_text_hit - write the line of a hit
 * @line: room for TEXT_HIT_SIZE bytes
 * @hit: the hit
 *
 * Return: the length of the line, with its newline. Context: any.
 */
size_t rtla_text_hit(char *line, const struct rtla_hit *hit)
{
	static const char *const contexts[] = {
		[RTLA_CONTEXT_IRQ] = "irq",
		[RTLA_CONTEXT_THREAD] = "thread",
		[RTLA_CONTEXT_USER] = "user",
		[RTLA_CONTEXT_SINGLE] = "single",
		[RTLA_CONTEXT_TOTAL] = "total",
	};

	return scnprintf(line, TEXT_HIT_SIZE,
			 "hit cpu %u %s %llu ns threshold %llu ns #%u t_w %llu\n",
			 hit->cpu, contexts[hit->context], hit->latency_ns,
			 hit->threshold_ns, hit->seqnum, hit->t_w_ns);
}
