// SPDX-License-Identifier: GPL-2.0
/*
 * The cycles of a thread in a saved trace: see analyze_cycles.h.
 */
#include <string.h>

#include "base/scan.h"
#include "cmd/analyze_cycles.h"
#include "cycles/cycle_advice.h"
#include "cycles/cycle_names.h"
#include "cycles/explained_cycle.h"
#include "cycles/home_wait.h"
#include "cycles/replay.h"
#include "cycles/sched_formats.h"
#include "cycles/sched_trace.h"
#include "cycles/whereabouts.h"

#define CYCLES_FORMAT	"rtla-cycles"
#define CYCLES_VERSION	1

/* Longer than the name of any system call. */
#define CALL_LEN	32

bool cycles_are_asked(const struct cycles_asked *asked)
{
	return asked->comm || asked->tid || asked->wait_given || asked->deadline;
}

const char *cycles_parse_wait(struct cycles_asked *asked, const char *text)
{
	size_t length = strcspn(text, ":");
	char call[CALL_LEN];
	int nr, descriptor = 0;

	snprintf(call, sizeof(call), "%.*s", (int)length, text);
	nr = cycle_wait_find(call);
	if (nr < 0)
		return "not a system call in which threads wait: give one like clock_nanosleep, read:5 or epoll_wait";
	if (text[length] && !cycle_wait_has_descriptor(nr))
		return "this system call waits for no descriptor: leave it out";
	if (text[length] &&
	    (!scan(text + length, ":%d%$", &descriptor) || descriptor < 0))
		return "not a descriptor: give a number, like read:5";
	asked->wait = (struct home_wait) {
		.wait = { .nr = nr, .how = descriptor },
		.any = !text[length],
	};
	asked->wait_given = true;
	return NULL;
}

/* Say why no thread was found. */
static enum result no_thread(const struct cycles_asked *asked, const char *path)
{
	if (asked->wait_given)
		return fail(RESULT_ERROR, "%s: no thread that is asked for sleeps in the wait of --wait, or the trace has no system calls: see which it has with 'trace-cmd report', or leave out --wait",
			    path);
	if (asked->tid)
		return fail(RESULT_ERROR, "%s: the thread %lld does not sleep in it, or is not there: name another one with --tid or --comm",
			    path, (long long)asked->tid);
	if (asked->comm)
		return fail(RESULT_ERROR, "%s: no thread named \"%s\" sleeps in it: see the names with 'trace-cmd report', as a thread may have another one than its program",
			    path, asked->comm);
	return fail(RESULT_ERROR, "%s: no thread sleeps and goes on in it: record it for longer",
		    path);
}

static enum result no_cycle(const struct thread_cycles *cycles,
			    const char *path)
{
	const struct sched_trace *trace = cycles->where->trace;
	char thread[CYCLE_NAME_LEN], home[CYCLE_NAME_LEN];

	name_traced(trace, cycles->thread->pid, thread);
	name_home(trace, &cycles->home, home);
	if (cycles->unknown)
		return fail(RESULT_ERROR, "%s: events were lost in all cycles of %s: record it with larger buffers, trace-cmd record -b 20000",
			    path, thread);
	return fail(RESULT_ERROR, "%s: %s does not end a cycle: it does not come back to its home wait, %s: name another one with --wait, or record for longer",
		    path, thread, home);
}

/* Note what the trace does not tell. */
static void tell_absent(const struct sched_trace *trace, const char *path)
{
	static const struct {
		enum sched_event_type type;
		const char *what;
	} types[] = {
		{ SCHED_CALL, "no system calls, so that all sleeps look the same, and a home wait is one that a timer ends: record it with -e raw_syscalls" },
		{ SCHED_WAKING, "no sched_waking, so that those who wake threads from other CPUs may be wrong: record it with -e sched" },
		{ SCHED_BEGIN, "no interrupts and no timers, so that their time counts as that of threads, and a release is when the thread was woken: record it with -e irq -e irq_vectors -e timer" },
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (!(trace->has & SCHED_HAS(types[i].type)))
			note("%s: it has %s", path, types[i].what);
}

/* A trace of our own was saved for one cycle. */
static const struct thread_cycle *
cycle_to_explain(const struct thread_cycles *cycles,
		 const struct cycles_asked *asked)
{
	const struct traced_cycle *saved = &cycles->where->trace->cycle;
	const struct thread_cycle *cycle = NULL;

	if (saved->tid == cycles->thread->pid && !asked->deadline)
		cycle = thread_cycles_at(cycles, saved->release);
	return cycle ?: thread_cycles_worst(cycles, asked->deadline);
}

static enum result explain(const struct thread_cycles *cycles,
			   const struct cycles_asked *asked, FILE *out,
			   struct cycles_answer *answer)
{
	struct explained_cycle explained;
	enum result result = RESULT_OK;

	if (!explained_cycle_make(&explained, cycles,
				  cycle_to_explain(cycles, asked),
				  asked->deadline)) {
		result = fail(RESULT_ERROR, "out of memory");
	} else {
		cycle_advice_find(&explained.advice, &explained, NULL);
		if (out)
			explained_cycle_print(out, &explained);
		answer->json = explained_cycle_json(&explained);
		json_object_set_new(answer->json, "format",
				    json_string(CYCLES_FORMAT));
		json_object_set_new(answer->json, "schema_version",
				    json_integer(CYCLES_VERSION));
	}
	explained_cycle_free(&explained);
	return result;
}

/* Choose the thread, and explain its cycles. */
static enum result explain_thread(const struct cycles_asked *asked,
				  const struct whereabouts *where,
				  const char *path, FILE *out,
				  struct cycles_answer *answer)
{
	const struct thread_choice choice = {
		.comm = asked->comm, .tid = asked->tid,
		.given = asked->wait_given, .home = &asked->wait,
	};
	struct thread_cycles cycles = { .where = where };
	const struct traced_cycle *saved = &where->trace->cycle;
	enum result result;

	if (saved->tid && !cycles_are_asked(asked)) {
		cycles.thread = whereabouts_thread(where, saved->tid);
		cycles.home.wait = saved->home;
	} else {
		cycles.thread = home_wait_thread(&cycles.home, where, &choice);
	}
	if (!cycles.thread)
		return no_thread(asked, path);
	tell_absent(where->trace, path);
	if (!thread_cycles_find(&cycles))
		result = fail(RESULT_ERROR, "out of memory");
	else if (!cycles.count)
		result = no_cycle(&cycles, path);
	else
		result = explain(&cycles, asked, out, answer);
	thread_cycles_free(&cycles);
	return result;
}

enum result analyze_cycles(const struct cycles_asked *asked, const char *path,
			   FILE *out, bool quiet, struct cycles_answer *answer)
{
	struct sched_trace trace = { .events = 0 };
	struct whereabouts where = { .threads = 0 };
	const char *why = sched_formats_read(&trace, path);
	enum result result;

	*answer = (struct cycles_answer) { .absent = why };
	if (why)
		result = quiet ? RESULT_ERROR :
				 fail(RESULT_ERROR, "%s: %s", path, why);
	else if (!replay_trace(&where, &trace))
		result = fail(RESULT_ERROR, "out of memory");
	else
		result = explain_thread(asked, &where, path, out, answer);
	whereabouts_free(&where);
	sched_trace_free(&trace);
	return result;
}
