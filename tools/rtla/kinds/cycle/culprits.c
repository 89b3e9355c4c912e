// SPDX-License-Identifier: GPL-2.0
/*
 * The culprits that made threads wait within their cycles: see culprits.h.
 */
#include <inttypes.h>
#include <string.h>

#include "base/human.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "base/printable.h"
#include "kinds/cycle/culprits.h"
#include "report/html.h"
#include "report/report_input.h"
#include "results/results.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "view/snapshot.h"

/* So many are below a table, and in a report of each result. */
#define CULPRITS_SHOWN		5
#define CULPRITS_REPORTED	20

#define CULPRIT_LEN		128
#define CULPRIT_WIDTH		40

/* ---- In words ------------------------------------------------------------ */

/* Print who has woken a thread: "logger:123". */
static void print_waking_of(const struct cycle_culprit *of, char *text,
			    size_t size)
{
	static const char *const others[WAKER_KINDS] = {
		[WAKER_TIMER] = "a timer",
		[WAKER_IRQ] = "an interrupt",
		[WAKER_SOFTIRQ] = "a softirq",
		[WAKER_NEW] = "it began",
	};

	if (of->kind == WAKER_THREAD)
		snprintf(text, size, "%s:%d", of->comm, of->pid);
	else
		snprintf(text, size, "%s", others[of->kind]);
}

/* Print it, without the part. */
static const char *culprit_text(const struct cycle_culprit *of, char *text)
{
	char place[CYCLE_WAIT_NAME_LEN], waking[CULPRIT_LEN / 2];

	if (of->part == CONTEXT_CYCLE_PREEMPTED) {
		if (of->pid)
			snprintf(text, CULPRIT_LEN, "%s:%d", of->comm, of->pid);
		else
			snprintf(text, CULPRIT_LEN, "no thread: throttled, moved, or idle");
		return text;
	}
	print_waking_of(of, waking, sizeof(waking));
	snprintf(text, CULPRIT_LEN, "%s until %s",
		 cycle_wait_name(&of->wait, place, sizeof(place)), waking);
	return text;
}

/* ---- The longest --------------------------------------------------------- */

/*
 * A culprit, and the thread that had to wait: of a measurement that goes on, or
 * of a result.
 */
struct ranked_culprit {
	const void *thread;
	const void *of;		/* NULL: none */
	uint64_t ns;
};

/* Put a culprit among the longest, of which there are at most @most. */
static void rank_culprit(struct ranked_culprit *longest, int most,
			 struct ranked_culprit next)
{
	for (int i = 0; i < most; i++) {
		struct ranked_culprit other = longest[i];

		if (other.of && next.ns <= other.ns)
			continue;
		longest[i] = next;
		if (!other.of)
			return;
		next = other;
	}
}

/* ---- Below a table ------------------------------------------------------- */

static void print_culprit(FILE *out, const struct snapshot *snapshot,
			  const struct ranked_culprit *shown)
{
	const struct watched_thread *thread = shown->thread;
	const struct cycle_culprit *of = shown->of;
	char text[CULPRIT_LEN], name[CULPRIT_WIDTH + 1];

	visible_line(name, sizeof(name), culprit_text(of, text));
	fprintf(out, "%-9s %7d ", context_name(of->part), thread->pid);
	visible_print(out, -CULPRIT_WIDTH, name);
	fprintf(out, " %6" PRIu64 " %7" PRIu64 " %6" PRIu64 "\n", of->count,
		snapshot_number(snapshot, of->ns),
		snapshot_number(snapshot, of->max_ns));
}

void culprits_print(FILE *out, const struct snapshot *snapshot)
{
	const struct watched_threads *threads = snapshot->kind.threads;
	struct ranked_culprit shown[CULPRITS_SHOWN] = { { .of = NULL } };

	for (int i = 0; i < threads->count; i++) {
		const struct watched_thread *thread = &threads->thread[i];

		for (int j = 0; j < CULPRITS_MAX; j++) {
			const struct cycle_culprit *of =
				&thread->cycles.culprit[j];

			if (of->count)
				rank_culprit(shown, CULPRITS_SHOWN,
					     (struct ranked_culprit) {
						     thread, of, of->ns });
		}
	}
	if (!shown[0].of)
		return;
	fprintf(out, "\n%-9s %7s %-*s %6s %7s %6s\n", "Waited", "TID",
		CULPRIT_WIDTH, "for", "count", "sum", "max");
	for (int i = 0; i < CULPRITS_SHOWN && shown[i].of; i++)
		print_culprit(out, snapshot, &shown[i]);
}

/* ---- In results ---------------------------------------------------------- */

static json_t *culprit_json(const struct cycle_culprit *of)
{
	bool blocked = of->part == CONTEXT_CYCLE_BLOCKED;
	char text[CULPRIT_LEN];

	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"part", context_name(of->part),
		"kind", blocked || of->pid ?
			json_string(waker_kind_name(of->kind)) : json_null(),
		"id", json_number_if(of->pid, of->pid),
		"name", json_known(of->comm),
		"syscall", json_known((blocked ? cycle_wait_call(of->wait.nr) :
						 NULL) ?: ""),
		"count", json_number(of->count),
		"sum_ns", json_number(of->ns),
		"max_ns", json_number(of->max_ns),
		"text", json_words(culprit_text(of, text)));
}

json_t *culprits_json(const struct watched_cycles *cycles)
{
	json_t *json = json_array();

	for (int i = 0; i < CULPRITS_MAX && cycles->culprit[i].count; i++)
		json_append(&json, culprit_json(&cycles->culprit[i]));
	return json;
}

json_t *culprits_by_others_json(const struct watched_cycles *cycles)
{
	return json_pack("{s:o, s:o}",
		"preempted", json_number(cycles->preempted_by_others_ns),
		"blocked", json_number(cycles->blocked_by_others_ns));
}

/* ---- In a report --------------------------------------------------------- */

static const json_t *culprits_of(const json_t *thread)
{
	return json_object_get(json_object_get(thread, "cycles"), "culprits");
}

/* Fill in the longest ones of a result; return whether there are any. */
static bool longest_culprits(const struct results *results,
			     struct ranked_culprit *longest)
{
	const json_t *thread, *of;
	size_t i, j;

	for (int k = 0; k < CULPRITS_REPORTED; k++)
		longest[k] = (struct ranked_culprit) { .of = NULL };
	json_array_foreach(results_at(results, "threads"), i, thread)
		json_array_foreach(culprits_of(thread), j, of)
			rank_culprit(longest, CULPRITS_REPORTED,
				     (struct ranked_culprit) {
					     thread, of,
					     json_read_ns(of, "sum_ns") });
	return longest[0].of;
}

static void culprit_row(FILE *out, const struct report_input *input, int index,
			const struct ranked_culprit *culprit)
{
	char text[QUANTITY_LEN];

	fputs("<tr>", out);
	html_row_head(out, json_read_text(culprit->thread, "comm", ""));
	if (input->count > 1)
		html_cell(out, report_label(input, index));
	snprintf(text, sizeof(text), "%" PRIu64,
		 json_read_ns(culprit->thread, "tid"));
	html_number(out, text);
	html_cell(out, json_read_text(culprit->of, "part", ""));
	html_cell(out, json_read_text(culprit->of, "text", ""));
	html_number(out, count_text(json_read_ns(culprit->of, "count"), text));
	html_number(out, us_text(culprit->ns, text));
	html_number(out, us_text(json_read_ns(culprit->of, "max_ns"), text));
	fputs("</tr>\n", out);
}

static void culprit_rows(FILE *out, const struct report_input *input, int index)
{
	struct ranked_culprit longest[CULPRITS_REPORTED];

	longest_culprits(&input->results[index], longest);
	for (int i = 0; i < CULPRITS_REPORTED && longest[i].of; i++)
		culprit_row(out, input, index, &longest[i]);
}

void culprits_report(FILE *out, const struct report_input *input)
{
	static const struct html_column columns[] = {
		{ "Thread", false }, { HTML_RESULT, false }, { "TID", true },
		{ "Part", false }, { "Waited for", false }, { "Count", true },
		{ "Sum, µs", true }, { "Max, µs", true }, { NULL, false }
	};
	struct ranked_culprit longest[CULPRITS_REPORTED];
	bool any = false;

	for (int i = 0; i < input->count; i++)
		any |= longest_culprits(&input->results[i], longest);
	if (!any)
		return;
	html_table_of(out, "What threads waited for within their cycles, the longest first",
		      columns, input->count);
	for (int i = 0; i < input->count; i++)
		culprit_rows(out, input, i);
	html_table_end(out);
}
