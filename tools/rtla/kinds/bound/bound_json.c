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
#include "results/figures_json.h"
#include "results/place.h"
#include "stats/bound_cases.h"
#include "stats/bound_figures.h"
#include "stats/bound_rules.h"

/* A step of growth that is less than this part of a figure is left out. */
#define STEP_PART	100

/* ---- The numbers --------------------------------------------------------- */

static const struct figure_row windows_figures[] = {
	{ .id = "lower_ns", .field = offsetof(struct bound_windows, longest.lower_ns),
	  .in_ns = true, .may_be_unknown = true, .meaning = "The longest window, at least." },
	{ .id = "upper_ns", .field = offsetof(struct bound_windows, longest.upper_ns),
	  .in_ns = true, .may_be_unknown = true, .meaning = "The longest window, at most." },
	{ FIGURE(struct bound_windows, margin_ns), .in_ns = true, .may_be_unknown = true,
	  .meaning = "A window may be longer than measured by up to that; the bound adds it to `upper_ns`." },
	{ FIGURE(struct bound_windows, count),
	  .meaning = "How many windows there were; of a bracket, how many the probe has met." },
	{ .id = NULL }
};

static const struct figure_row probe_figures[] = {
	{ FIGURE(struct bound_probe, period_ns), .in_ns = true, .is_positive = true,
	  .meaning = "The period of the probe, T." },
	{ FIGURE(struct bound_probe, count), .meaning = "How often it expired." },
	{ FIGURE(struct bound_probe, longest_gap_ns), .in_ns = true,
	  .meaning = "How long it was, at most, from when it saw the CPU free until its next expiry." },
	{ FIGURE(struct bound_probe, floor_ns), .in_ns = true,
	  .meaning = "The least time from when it was to expire until its interrupt." },
	{ FIGURE(struct bound_probe, unmeasured),
	  .meaning = "Calls of the scheduler whose end the kernel does not tell." },
	{ .id = NULL }
};

static const struct figure_row interrupt_figures[] = {
	{ FIGURE(struct bound_interrupt, count), .is_positive = true, .meaning = "How many came." },
	{ FIGURE(struct bound_interrupt, owcet_ns), .in_ns = true,
	  .meaning = "The longest execution." },
	{ FIGURE(struct bound_interrupt, omiat_ns), .in_ns = true, .may_be_unknown = true,
	  .meaning = "The shortest time between two arrivals." },
	{ FIGURE(struct bound_interrupt, sum_ns), .in_ns = true,
	  .meaning = "All executions together." },
	{ FIGURE(struct bound_interrupt, more_ns), .in_ns = true,
	  .may_be_absent = true, .meaning = "By how much an execution may be longer than its events say: the upper ends of `columns` have it in each." },
	{ .id = NULL }
};

static const struct figure_row entry_figures[] = {
	{ .id = "average", .field = offsetof(struct bound_entry, average_ns), .in_ns = true,
	  .may_be_unknown = true, .meaning = "Rounded up; it is in `owcet_ns` and `sum_ns`." },
	{ .id = "max", .field = offsetof(struct bound_entry, max_ns), .in_ns = true,
	  .may_be_unknown = true, .meaning = "It is in the upper ends of `columns`." },
	{ FIGURE(struct bound_entry, count), .meaning = "How many interrupts tell it." },
	{ .id = NULL }
};

static const struct figure_row column_figures[] = {
	{ FIGURE(struct latency_bound, lower_ns), .in_ns = true, .may_be_unknown = true,
	  .meaning = "The bound, at least." },
	{ FIGURE(struct latency_bound, upper_ns), .in_ns = true, .may_be_unknown = true,
	  .meaning = "The bound, at most." },
	{ .id = NULL }
};

static const struct figure_row observed_figures[] = {
	{ FIGURE(struct bound_observed, count), .meaning = "How many there were." },
	{ .id = "thread_ns", .field = offsetof(struct bound_observed, max_ns), .in_ns = true,
	  .may_be_unknown = true, .meaning = "The largest." },
	{ .id = NULL }
};

static const struct figure_row case_figures[] = {
	{ FIGURE(struct bound_variable, lower_ns), .in_ns = true,
	  .meaning = "How long the thread waits, without interrupts, at least." },
	{ FIGURE(struct bound_variable, upper_ns), .in_ns = true,
	  .meaning = "The same, at most, with the margins." },
	{ .id = NULL }
};

static const struct figure_row found_figures[] = {
	{ FIGURE(struct bound_found, p90_ns), .in_ns = true,
	  .may_be_unknown = true, .meaning = "From then on, it was never less than 90 % of what it is at the end." },
	{ FIGURE(struct bound_found, p99_ns), .in_ns = true,
	  .may_be_unknown = true, .meaning = "The same of 99 %." },
	{ FIGURE(struct bound_found, last_ns), .in_ns = true,
	  .may_be_unknown = true, .meaning = "When it grew for the last time." },
	{ .id = NULL }
};

static const struct figure_row rule_figures[] = {
	{ FIGURE(struct bound_rule, checks),
	  .meaning = "How often it was checked; 0 if nothing shows it here." },
	{ FIGURE(struct bound_rule, broken), .meaning = "How often it was broken." },
	{ .id = NULL }
};

static const struct figure_row cyclictest_figures[] = {
	{ FIGURE(struct bound_observed, count), .is_positive = true,
	  .meaning = "How many latencies it has measured on this CPU." },
	{ FIGURE(struct bound_observed, max_ns), .in_ns = true, .meaning = "The largest." },
	{ .id = NULL }
};

const struct figure_table bound_tables[] = {
	{ "variables", windows_figures }, { "probe", probe_figures },
	{ "interrupts", interrupt_figures }, { "irq_entry_ns", entry_figures },
	{ "columns", column_figures }, { "observed", observed_figures },
	{ "cyclictest", cyclictest_figures },
	{ "growth", found_figures },
	{ "cases", case_figures },
	{ "rules", rule_figures },
	{ NULL, NULL }
};

/* ---- Writing ------------------------------------------------------------- */

static json_t *bound_stack_json(const struct bound_windows *windows)
{
	json_t *stack = json_array();

	for (int i = 0; i < windows->stack_count; i++)
		json_append(&stack, json_text(windows->stack[i]));
	return stack;
}

static json_t *windows_json(const struct bound_windows *windows,
			    enum bound_case seen)
{
	bool is = windows->method != BOUND_ABSENT, any = windows->count;
	json_t *json = json_pack("{s:s}", "method", bound_method_name(windows->method));

	figures_set(&json, windows_figures, is ? windows : NULL);
	json_set(&json, "case", json_known(bound_case_name(seen)));
	json_set(&json, "at_ns", json_number_if(any, windows->at_ns));
	json_set(&json, "pid", json_number_if(any, windows->pid));
	json_set(&json, "comm", any ? json_text(windows->comm) : json_null());
	json_set(&json, "function", json_name(windows->function));
	json_set(&json, "stack", bound_stack_json(windows));
	return json;
}

static json_t *variables_json(const struct bound_figures *figures)
{
	json_t *json = json_object();

	for (int i = 0; i < BOUND_VARIABLES; i++)
		json_set(&json, context_name(BOUND_FIRST + i),
			 windows_json(&figures->windows[i],
				      bound_case_of(figures, BOUND_FIRST + i)));
	return json;
}

/*
 * Return the curve of a vector: its figures at the lengths at which they are
 * larger than at the one before.
 */
static json_t *demand_json(const struct demand_curve *curve)
{
	json_t *list = json_array();

	for (int i = 0; i < DEMAND_LENGTHS; i++)
		if (!i || curve->most[i] != curve->most[i - 1] ||
		    curve->most_ns[i] != curve->most_ns[i - 1])
			json_append(&list, json_pack("[o, o, o]",
				json_number(demand_length(i)),
				json_number(curve->most[i]),
				json_number(curve->most_ns[i])));
	return json_pack("{s:b, s:o}", "merged", curve->merged, "curve", list);
}

static json_t *interrupts_json(const struct bound_figures *figures)
{
	json_t *json = json_array();

	for (int i = 0; i < figures->interrupts; i++) {
		const struct bound_interrupt *of = &figures->interrupt[i];
		json_t *interrupt = json_pack("{s:o, s:i, s:s}",
			"name", json_text(of->name), "vector", of->vector,
			"kind", bound_kind_name(of->kind));

		figures_set(&interrupt, interrupt_figures, of);
		if (of->demand)
			json_set(&interrupt, "demand", demand_json(of->demand));
		json_append(&json, interrupt);
	}
	return json;
}

static json_t *because_json(const struct bound_figures *figures, int because)
{
	char name[BOUND_INTERRUPT_LEN];

	if (because < 0)
		return json_null();
	return json_text(bound_interrupt_print(&figures->interrupt[because],
					       name, sizeof(name)));
}

static json_t *column_json(const struct bound_figures *figures,
			   const struct latency_bound *of)
{
	json_t *column = figures_json(column_figures, of);

	json_set(&column, "converged", json_boolean(of->converged));
	json_set(&column, "because", because_json(figures, of->because));
	return column;
}

static json_t *columns_json(const struct bound_figures *figures)
{
	json_t *json = json_object();

	for (int i = 0; i < BOUND_COLUMNS; i++)
		json_set(&json, bound_column_name(i),
			 column_json(figures, &figures->column[i]));
	return json;
}

/* Return the bound with the worst window of all vectors together. */
static json_t *joint_json(const struct bound_figures *figures)
{
	json_t *json = column_json(figures, &figures->joint);

	if (!figures->joint_demand)
		return json;
	json_set(&json, "omiat_ns",
		 json_number_if(figures->joint_demand->omiat_ns != UINT64_MAX,
				figures->joint_demand->omiat_ns));
	json_set(&json, "demand", demand_json(figures->joint_demand));
	return json;
}

/*
 * Return when a figure was found, with the steps of its growth: each that is
 * more than a hundredth of the one before it, and the last one.
 */
static json_t *found_json(const struct bound_found *found,
			  const struct bound_steps *steps)
{
	json_t *json = figures_json(found_figures, found), *list = json_array();
	uint64_t before = 0;

	for (int i = 0; i < steps->count; i++) {
		uint64_t ns = steps->step[i].ns;

		if (i && i < steps->count - 1 && ns >= before &&
		    ns - before <= before / STEP_PART)
			continue;
		json_append(&list, json_pack("[o, o]",
			json_number(steps->step[i].after_ns),
			json_number_if(ns != BOUND_ENDLESS, ns)));
		before = ns;
	}
	json_set(&json, "steps", list);
	return json;
}

static json_t *growth_json(const struct bound_figures *figures)
{
	const struct bound_times *times = &figures->times;
	const struct bound_growth *growth = &figures->growth;
	json_t *json = json_object();

	for (int i = 0; i < BOUND_COLUMNS; i++)
		json_set(&json, bound_column_name(i), json_pack("{s:o, s:o}",
			"lower", found_json(&times->column[i][BOUND_LOWER],
					    &growth->column[i][BOUND_LOWER]),
			"upper", found_json(&times->column[i][BOUND_UPPER],
					    &growth->column[i][BOUND_UPPER])));
	json_set(&json, "observed",
		 found_json(&times->observed, &growth->observed));
	return json;
}

static json_t *cases_json(const struct bound_figures *figures)
{
	json_t *json = json_object();

	for (int i = BOUND_CASE_I_A; i < BOUND_CASES; i++) {
		struct bound_variable of = bound_in_case(figures, i);

		json_set(&json, bound_case_name(i),
			 figures_json(case_figures, &of));
	}
	return json;
}

static json_t *rules_json(const struct bound_figures *figures)
{
	json_t *json = json_object();

	for (int i = 0; i < BOUND_RULES; i++)
		json_set(&json, bound_rule_name(i),
			 figures_json(rule_figures, &figures->rule[i]));
	return json;
}

json_t *bound_json(const struct bound_figures *figures)
{
	const struct bound_observed *observed = &figures->observed;
	const struct bound_entry *entry = &figures->entry;
	json_t *json;

	json = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b}",
		"variables", variables_json(figures),
		"probe", figures_json(probe_figures, &figures->probe),
		"interrupts", interrupts_json(figures),
		"irq_entry_ns", figures_json(entry_figures,
					     entry->count ? entry : NULL),
		"columns", columns_json(figures),
		"observed", figures_json(observed_figures,
					 observed->count ? observed : NULL),
		"without_idle", figures->without_idle,
		"holds", !bound_is_exceeded(figures));
	json_set(&json, "joint", joint_json(figures));
	json_set(&json, "cases", cases_json(figures));
	json_set(&json, "rules", rules_json(figures));
	json_set(&json, "growth", growth_json(figures));
	if (figures->cyclictest.count)
		json_set(&json, "cyclictest",
			 figures_json(cyclictest_figures, &figures->cyclictest));
	return json;
}

/* ---- Reading ------------------------------------------------------------- */

/* Return a member that is a number; null stands for 0. */
static uint64_t number_or_0(struct place *place, const json_t *object,
			    const char *name)
{
	return json_is_null(json_object_get(object, name)) ?
	       0 : place_number(place, object, name);
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
	uint64_t value = number_or_0(place, object, name);

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
	figures_read(place, json, windows_figures, windows);
	if (json_is_string(json_object_get(json, "case")))
		windows->seen = bound_case_find(
			json_string_value(json_object_get(json, "case")));
	windows->at_ns = number_or_0(place, json, "at_ns");
	windows->pid = read_int(place, json, "pid");
	bound_json_read_text(place, json, "comm", windows->comm, sizeof(windows->comm));
	bound_json_read_text(place, json, "function", windows->function,
			     sizeof(windows->function));
	read_stack(place, json, windows);
	if (!place->wrong && windows->longest.lower_ns > windows->longest.upper_ns)
		place_wrong(place, "lower_ns is larger than upper_ns");
}

/* Read the member @member of @json. */
static void read_variables(struct place *place, const json_t *json,
			   const char *member,
			   struct bound_windows windows[BOUND_VARIABLES])
{
	const json_t *variables =
		place_member(place, json, member, JSON_OBJECT);
	size_t back = place_enter(place, member, 0);

	for (int i = 0; i < BOUND_VARIABLES; i++) {
		const char *name = context_name(BOUND_FIRST + i);
		const json_t *of =
			place_member(place, variables, name, JSON_OBJECT);
		size_t inner = place_enter(place, name, 0);

		if (of)
			read_windows(place, of, &windows[i]);
		place_leave(place, inner);
	}
	place_leave(place, back);
}

static void read_interrupt(struct place *place, const json_t *json,
			   struct bound_interrupt *interrupt)
{
	interrupt->kind = bound_json_read_name(place, json, "kind", bound_kind_find);
	interrupt->vector = read_int(place, json, "vector");
	interrupt->omiat_ns = FIGURE_UNKNOWN;
	figures_read(place, json, interrupt_figures, interrupt);
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
		if (!strcmp(because,
			    bound_interrupt_print(&figures->interrupt[i], name,
						  sizeof(name))))
			return i;
	place_wrong(place, "because: not in interrupts: %.40s", because);
	return -1;
}

static void read_column(struct place *place, const json_t *json,
			const struct bound_figures *figures,
			struct latency_bound *column)
{
	*column = (struct latency_bound) {
		.lower_ns = BOUND_ENDLESS, .upper_ns = BOUND_ENDLESS,
		.because = read_because(place, json, figures),
	};
	figures_read(place, json, column_figures, column);
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
		const json_t *of =
			place_member(place, columns, name, JSON_OBJECT);
		size_t inner = place_enter(place, name, 0);

		if (of)
			read_column(place, of, figures, &figures->column[i]);
		place_leave(place, inner);
	}
	place_leave(place, back);
}

/* Read when the figures were found; older results do not have it. */
static void read_growth(struct place *place, const json_t *json,
			struct bound_times *times)
{
	const json_t *growth = json_object_get(json, "growth"), *of;
	size_t back = place_enter(place, "growth", 0);

	*times = bound_times_unknown();
	for (int i = 0; growth && i < BOUND_COLUMNS; i++) {
		const char *name = bound_column_name(i);
		size_t inner = place_enter(place, name, 0);

		of = place_member(place, growth, name, JSON_OBJECT);
		figures_read_member(place, of, "lower", found_figures,
				    &times->column[i][BOUND_LOWER]);
		figures_read_member(place, of, "upper", found_figures,
				    &times->column[i][BOUND_UPPER]);
		place_leave(place, inner);
	}
	if (growth)
		figures_read_member(place, growth, "observed", found_figures,
				    &times->observed);
	place_leave(place, back);
}

void bound_json_read(struct place *place, const json_t *json,
		     struct bound_figures *figures)
{
	*figures = (struct bound_figures) { .known = true };
	read_variables(place, json, "variables", figures->windows);
	figures_read_member(place, json, "probe", probe_figures, &figures->probe);
	read_interrupts(place, json, figures);
	figures_read_member(place, json, "irq_entry_ns", entry_figures, &figures->entry);
	read_columns(place, json, figures);
	figures_read_member(place, json, "observed", observed_figures, &figures->observed);
	read_growth(place, json, &figures->times);
	if (json_object_get(json, "cyclictest"))
		figures_read_member(place, json, "cyclictest", cyclictest_figures,
				    &figures->cyclictest);
	figures->without_idle = json_is_true(json_object_get(json, "without_idle"));
}
