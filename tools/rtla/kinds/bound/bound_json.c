// SPDX-License-Identifier: GPL-2.0
/*
 * The figures of the bound as JSON: see bound_json.h.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "kinds/bound/bound_json.h"
#include "results/place.h"
#include "stats/bound_figures.h"

/* ---- Writing ---------------------------------------------------------------------- */

static json_t *name_or_null(const char *name)
{
	return *name ? json_text(name) : json_null();
}

static json_t *bound_stack_json(const struct bound_windows *windows)
{
	json_t *stack = json_array();

	for (int i = 0; i < windows->stack_count; i++)
		json_append(&stack, json_text(windows->stack[i]));
	return stack;
}

static json_t *windows_json(const struct bound_windows *windows)
{
	bool is = windows->method != BOUND_ABSENT, any = windows->count;

	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"method", bound_method_name(windows->method),
		"lower_ns", json_number_if(is, windows->longest.lower_ns),
		"upper_ns", json_number_if(is, windows->longest.upper_ns),
		"margin_ns", json_number_if(is, windows->margin_ns),
		"count", json_number(windows->count),
		"at_ns", json_number_if(any, windows->at_ns),
		"pid", json_number_if(any, windows->pid),
		"comm", any ? json_text(windows->comm) : json_null(),
		"function", name_or_null(windows->function),
		"stack", bound_stack_json(windows));
}

static json_t *variables_json(const struct bound_windows windows[BOUND_VARIABLES])
{
	json_t *json = json_object();

	for (int i = 0; i < BOUND_VARIABLES; i++)
		json_set(&json, context_name(BOUND_FIRST + i),
			 windows_json(&windows[i]));
	return json;
}

static json_t *probe_json(const struct bound_probe *probe)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}",
			 "period_ns", json_number(probe->period_ns),
			 "count", json_number(probe->count),
			 "longest_gap_ns", json_number(probe->longest_gap_ns),
			 "floor_ns", json_number(probe->floor_ns),
			 "unmeasured", json_number(probe->unmeasured));
}

static json_t *interrupts_json(const struct bound_figures *figures)
{
	json_t *json = json_array();

	for (int i = 0; i < figures->interrupts; i++) {
		const struct bound_interrupt *of = &figures->interrupt[i];

		json_append(&json, json_pack("{s:o, s:i, s:s, s:o, s:o, s:o, s:o}",
			"name", json_text(of->name), "vector", of->vector,
			"kind", bound_kind_name(of->kind),
			"count", json_number(of->count),
			"owcet_ns", json_number(of->owcet_ns),
			"omiat_ns", json_number_if(of->omiat_ns != UINT64_MAX, of->omiat_ns),
			"sum_ns", json_number(of->sum_ns)));
	}
	return json;
}

static json_t *because_json(const struct bound_figures *figures, int because)
{
	char name[BOUND_INTERRUPT_LEN];

	if (because < 0)
		return json_null();
	return json_text(bound_interrupt_print(&figures->interrupt[because], name,
					       sizeof(name)));
}

static json_t *columns_json(const struct bound_figures *figures)
{
	json_t *json = json_object();

	for (int i = 0; i < BOUND_COLUMNS; i++) {
		const struct latency_bound *of = &figures->column[i];

		json_set(&json, bound_column_name(i), json_pack("{s:o, s:o, s:b, s:o}",
			 "lower_ns", json_number_if(of->lower_ns != BOUND_ENDLESS, of->lower_ns),
			 "upper_ns", json_number_if(of->upper_ns != BOUND_ENDLESS, of->upper_ns),
			 "converged", of->converged,
			 "because", because_json(figures, of->because)));
	}
	return json;
}

json_t *bound_json(const struct bound_figures *figures)
{
	const struct bound_observed *observed = &figures->observed;
	const struct bound_entry *entry = &figures->entry;

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b}",
		"variables", variables_json(figures->windows),
		"probe", probe_json(&figures->probe),
		"interrupts", interrupts_json(figures),
		"irq_entry_ns", json_pack("{s:o, s:o, s:o}",
			"average", json_number_if(entry->count, entry->average_ns),
			"max", json_number_if(entry->count, entry->max_ns),
			"count", json_number(entry->count)),
		"columns", columns_json(figures),
		"observed", json_pack("{s:o, s:o}",
			"count", json_number(observed->count),
			"thread_ns", json_number_if(observed->count, observed->max_ns)),
		"without_idle", figures->without_idle,
		"holds", !bound_is_exceeded(figures));
}

/* ---- Reading ---------------------------------------------------------------------- */

/* Return a member that is a number; null stands for @otherwise. */
static uint64_t number_or(struct place *place, const json_t *object, const char *name,
			  uint64_t otherwise)
{
	return json_is_null(json_object_get(object, name)) ?
	       otherwise : place_number(place, object, name);
}

/* Copy a member that is a text to @text; null stands for "". */
static void bound_json_read_text(struct place *place, const json_t *object,
				 const char *name, char *text, size_t size)
{
	const json_t *value = NULL;

	if (!json_is_null(json_object_get(object, name)))
		value = place_member(place, object, name, JSON_STRING);
	snprintf(text, size, "%s", value ? json_string_value(value) : "");
}

/* Return what @find says of a member that is a name; 0 after an error. */
static int bound_json_read_name(struct place *place, const json_t *object,
				const char *name, int (*find)(const char *name))
{
	const json_t *value = place_member(place, object, name, JSON_STRING);
	size_t back = place_enter(place, name, 0);
	int found = value ? find(json_string_value(value)) : 0;

	if (found < 0)
		place_wrong(place, "unknown: %.40s", json_string_value(value));
	place_leave(place, back);
	return found < 0 ? 0 : found;
}

/* Return a member that is a number and fits into an int. */
static int read_int(struct place *place, const json_t *object, const char *name)
{
	uint64_t value = number_or(place, object, name, 0);

	if (value > INT_MAX)
		place_wrong(place, "%s: too large", name);
	return place->wrong ? 0 : value;
}

static void read_stack(struct place *place, const json_t *json,
		       struct bound_windows *windows)
{
	const json_t *stack = place_member(place, json, "stack", JSON_ARRAY), *value;
	size_t back = place_enter(place, "stack", 0);
	size_t i;

	if (json_array_size(stack) > BOUND_STACK_MAX)
		place_wrong(place, "more than %d", BOUND_STACK_MAX);
	json_array_foreach(stack, i, value) {
		if (!json_is_string(value))
			place_wrong(place, "not a list of texts");
		if (place->wrong)
			break;
		snprintf(windows->stack[i], sizeof(windows->stack[i]), "%s",
			 json_string_value(value));
		windows->stack_count = i + 1;
	}
	place_leave(place, back);
}

static void read_windows(struct place *place, const json_t *json,
			 struct bound_windows *windows)
{
	windows->method = bound_json_read_name(place, json, "method", bound_method_find);
	windows->longest.lower_ns = number_or(place, json, "lower_ns", 0);
	windows->longest.upper_ns = number_or(place, json, "upper_ns", 0);
	windows->margin_ns = number_or(place, json, "margin_ns", 0);
	windows->count = place_number(place, json, "count");
	windows->at_ns = number_or(place, json, "at_ns", 0);
	windows->pid = read_int(place, json, "pid");
	bound_json_read_text(place, json, "comm", windows->comm, sizeof(windows->comm));
	bound_json_read_text(place, json, "function", windows->function,
			     sizeof(windows->function));
	read_stack(place, json, windows);
	if (!place->wrong && windows->longest.lower_ns > windows->longest.upper_ns)
		place_wrong(place, "lower_ns is larger than upper_ns");
}

/* Read the member @member of @json. */
static void read_variables(struct place *place, const json_t *json, const char *member,
			   struct bound_windows windows[BOUND_VARIABLES])
{
	const json_t *variables = place_member(place, json, member, JSON_OBJECT);
	size_t back = place_enter(place, member, 0);

	for (int i = 0; i < BOUND_VARIABLES; i++) {
		const char *name = context_name(BOUND_FIRST + i);
		const json_t *of = place_member(place, variables, name, JSON_OBJECT);
		size_t inner = place_enter(place, name, 0);

		if (of)
			read_windows(place, of, &windows[i]);
		place_leave(place, inner);
	}
	place_leave(place, back);
}

static void read_probe(struct place *place, const json_t *json,
		       struct bound_probe *probe)
{
	const json_t *of = place_member(place, json, "probe", JSON_OBJECT);
	size_t back = place_enter(place, "probe", 0);

	if (of)
		*probe = (struct bound_probe) {
			.period_ns = place_number(place, of, "period_ns"),
			.count = place_number(place, of, "count"),
			.longest_gap_ns = place_number(place, of, "longest_gap_ns"),
			.floor_ns = place_number(place, of, "floor_ns"),
			.unmeasured = place_number(place, of, "unmeasured"),
		};
	if (!place->wrong && !probe->period_ns)
		place_wrong(place, "period_ns: 0");
	place_leave(place, back);
}

static void read_interrupt(struct place *place, const json_t *json,
			   struct bound_interrupt *interrupt)
{
	interrupt->kind = bound_json_read_name(place, json, "kind", bound_kind_find);
	interrupt->vector = read_int(place, json, "vector");
	interrupt->count = place_number(place, json, "count");
	interrupt->owcet_ns = place_number(place, json, "owcet_ns");
	interrupt->omiat_ns = number_or(place, json, "omiat_ns", UINT64_MAX);
	interrupt->sum_ns = place_number(place, json, "sum_ns");
	bound_json_read_text(place, json, "name", interrupt->name, sizeof(interrupt->name));
}

static void read_interrupts(struct place *place, const json_t *json,
			    struct bound_figures *figures)
{
	const json_t *list = place_member(place, json, "interrupts", JSON_ARRAY);
	size_t back = place_enter(place, "interrupts", 0);
	const json_t *value;
	size_t i;

	figures->interrupt = calloc(json_array_size(list) + 1,
				    sizeof(*figures->interrupt));
	if (!figures->interrupt)
		place_wrong(place, "out of memory");
	json_array_foreach(list, i, value) {
		size_t inner = place_enter(place, NULL, i);

		if (!place->wrong)
			read_interrupt(place, value, &figures->interrupt[i]);
		place_leave(place, inner);
		if (place->wrong)
			break;
		figures->interrupts = i + 1;
	}
	place_leave(place, back);
}

/* Return the index of the interrupt that a column names, or -1 if it names none. */
static int read_because(struct place *place, const json_t *json,
			const struct bound_figures *figures)
{
	char because[BOUND_INTERRUPT_LEN], name[BOUND_INTERRUPT_LEN];

	bound_json_read_text(place, json, "because", because, sizeof(because));
	if (place->wrong || !*because)
		return -1;
	for (int i = 0; i < figures->interrupts; i++)
		if (!strcmp(because, bound_interrupt_print(&figures->interrupt[i],
							   name, sizeof(name))))
			return i;
	place_wrong(place, "because: not in interrupts: %.40s", because);
	return -1;
}

static void read_column(struct place *place, const json_t *json,
			const struct bound_figures *figures,
			struct latency_bound *column)
{
	*column = (struct latency_bound) {
		.lower_ns = number_or(place, json, "lower_ns", BOUND_ENDLESS),
		.upper_ns = number_or(place, json, "upper_ns", BOUND_ENDLESS),
		.because = read_because(place, json, figures),
	};
	column->converged = column->upper_ns != BOUND_ENDLESS;
	if (!place->wrong && column->lower_ns > column->upper_ns)
		place_wrong(place, "lower_ns is larger than upper_ns");
}

static void read_columns(struct place *place, const json_t *json,
			 struct bound_figures *figures)
{
	const json_t *columns = place_member(place, json, "columns", JSON_OBJECT);
	size_t back = place_enter(place, "columns", 0);

	for (int i = 0; i < BOUND_COLUMNS; i++) {
		const char *name = bound_column_name(i);
		const json_t *of = place_member(place, columns, name, JSON_OBJECT);
		size_t inner = place_enter(place, name, 0);

		if (of)
			read_column(place, of, figures, &figures->column[i]);
		place_leave(place, inner);
	}
	place_leave(place, back);
}

static void read_entry(struct place *place, const json_t *json,
		       struct bound_entry *entry)
{
	const json_t *of = place_member(place, json, "irq_entry_ns", JSON_OBJECT);
	size_t back = place_enter(place, "irq_entry_ns", 0);

	if (of)
		*entry = (struct bound_entry) {
			.average_ns = number_or(place, of, "average", 0),
			.max_ns = number_or(place, of, "max", 0),
			.count = place_number(place, of, "count"),
		};
	place_leave(place, back);
}

static void read_observed(struct place *place, const json_t *json,
			  struct bound_observed *observed)
{
	const json_t *of = place_member(place, json, "observed", JSON_OBJECT);
	size_t back = place_enter(place, "observed", 0);

	if (of)
		*observed = (struct bound_observed) {
			.count = place_number(place, of, "count"),
			.max_ns = number_or(place, of, "thread_ns", 0),
		};
	place_leave(place, back);
}

void bound_json_read(struct place *place, const json_t *json,
		     struct bound_figures *figures)
{
	*figures = (struct bound_figures) { .known = true };
	read_variables(place, json, "variables", figures->windows);
	read_probe(place, json, &figures->probe);
	read_interrupts(place, json, figures);
	read_entry(place, json, &figures->entry);
	read_columns(place, json, figures);
	read_observed(place, json, &figures->observed);
	figures->without_idle = json_is_true(json_object_get(json, "without_idle"));
}
