// SPDX-License-Identifier: GPL-2.0
/*
 * What interrupts, softirqs and threads carried, in words: see carried.h.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/carried.h"
#include "base/times.h"
#include "trace/callback_kinds.h"
#include "trace/events.h"
#include "trace/symbols.h"

/* If the best known callback has less than this share, nothing is known. */
#define SHARE_MIN	10

/*
 * The kernel's own functions that take calls from other CPUs; they say nothing
 * of what is called.
 */
static bool is_call_handler(const char *name)
{
	return !strncmp(name, "generic_smp_call_function",
			strlen("generic_smp_call_function"));
}

static bool is_poll(const struct event *event)
{
	return event->type == EVENT_CALLBACK &&
	       event->callback.kind == CALLBACK_POLL &&
	       !event->callback.function;
}

const char *carried_name(const struct carried *carried,
			 const struct symbols *symbols, char *text)
{
	const struct event *event = carried->event;
	uint64_t function;

	*text = '\0';
	if (!event)
		return text;
	if (is_poll(event)) {
		strcpy(text, event->callback.name);
		return text;
	}
	function = event->type == EVENT_IPI ? event->ipi.function :
					      event->callback.function;
	if (!function || !symbols_find(symbols, function, text, SYMBOL_LEN) ||
	    is_call_handler(text))
		*text = '\0';
	return text;
}

/* Times of different CPUs, or of text, may differ by what they are rounded. */
static uint64_t sent_before(uint64_t sent, uint64_t ran)
{
	return sent ? ran - time_min(sent, ran) : SENT_UNKNOWN;
}

struct sender carried_sender(const struct carried *carried)
{
	const struct event *event = carried->event, *asked = carried->asked;

	if (asked)
		return (struct sender) {
			asked->pid, asked->ipi.from, asked->ipi.comm,
			event != asked ? sent_before(asked->time, event->time) :
					 SENT_UNKNOWN
		};
	if (event && event->type == EVENT_CALLBACK && event->callback.start)
		return (struct sender) {
			event->callback.sender, event->callback.sender_cpu,
			event->callback.sender_comm,
			sent_before(event->callback.sent,
				    event->callback.start)
		};
	return (struct sender) { .cpu = -1 };
}

static void print_sender(FILE *out, const struct sender *sender)
{
	if (sender->pid)
		fprintf(out, "sent by %s:%d", *sender->comm ? sender->comm :
			"thread", sender->pid);
	else
		fputs("sent by the idle thread", out);
	fprintf(out, " on CPU %d", sender->cpu);
	if (sender->before != SENT_UNKNOWN)
		fprintf(out, ", %.2f us before", time_us(sender->before));
}

const char *carried_print(char *text, const struct carried *carried,
			  uint64_t of_ns, const struct symbols *symbols)
{
	const struct event *event = carried->event;
	FILE *out = fmemopen(text, CARRIED_LEN, "w");
	struct sender sender = carried_sender(carried);
	char name[SYMBOL_LEN];

	*text = '\0';
	if (!out)
		return text;
	if (event && carried->ns >= of_ns / SHARE_MIN) {
		carried_name(carried, symbols, name);
		if (*name)
			fprintf(out, "%s %s", is_poll(event) ? "polled" : "ran",
				name);
		if (*name && carried->others && carried->ns < of_ns / 2)
			fprintf(out, " and %u other%s", carried->others,
				carried->others == 1 ? "" : "s");
		if (*name && sender.cpu >= 0)
			fputs(", ", out);
		if (sender.cpu >= 0)
			print_sender(out, &sender);
	}
	fclose(out);
	text[CARRIED_LEN - 1] = '\0';
	return text;
}
