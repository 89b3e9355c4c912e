// SPDX-License-Identifier: GPL-2.0
/*
 * The sections "Why it stopped" and "The worst hits" of the report. For the hit
 * of each result, and for each hit that was kept, they show the cause sentence,
 * the parts with their shares and causes, the segments in the order of time,
 * and the stack; below the sentence is what to do. The kept hits of a run that
 * stopped at another one are in the first section, below that one.
 *
 * All of this is read from the JSON document. results_read() does not check
 * these members, so they are read only with functions that accept any content.
 */
#include <string.h>

#include "analysis/part_names.h"
#include "base/human.h"
#include "base/json_read.h"
#include "base/times.h"
#include "report/html.h"
#include "report/page.h"
#include "report/readable.h"
#include "report/report_input.h"
#include "report/svg.h"

#define WIDTH		760
#define BAR_HEIGHT	30
#define NAMES_WIDTH	180
#define ROW_HEIGHT	22
#define ROWS_MAX	14	/* of the time line, with "(others)" */
#define LISTED_MAX	200	/* segments in the table */

/*
 * Return the number of the colour class of a part, p0 to p11; results of
 * earlier versions have only its name. What is not known has the colour of what
 * is not explained, and its own name.
 */
static int part_style(const json_t *object)
{
	const char *name = json_read_text(object, "part", "");
	int part = part_find(json_read_text(object, "part_id", name));

	return part < 0 ? PART_UNEXPLAINED : part;
}

static const char *part_text(const json_t *object)
{
	return json_read_text(object, "part", part_name(PART_UNEXPLAINED));
}

/* A hit, or a hit that was kept, with members of its JSON object. */
struct hit {
	const json_t *stop;
	const json_t *analysis;
	const json_t *parts;
	const json_t *segments;
	int context;		/* -1: an unknown one */
	uint64_t latency;	/* what the analysis explains: of a wake-up, all of it */
	const char *id;		/* of its HTML element */
};

/* ---- The parts, as a bar ------------------------------------------------- */

static double draw_part(FILE *out, double x, double width, int style,
			const char *name, uint64_t ns, double percent)
{
	char text[QUANTITY_LEN], amount[QUANTITY_LEN + 32], label[32];

	if (!ns)
		return x;
	snprintf(amount, sizeof(amount), "%s, %.2f %%", readable_text(ns, text),
		 percent);
	snprintf(label, sizeof(label), "%.0f %%", percent);
	svg_part(out, &(struct svg_part) {
		.style = style, .x = x, .width = width, .y = 2,
		.height = BAR_HEIGHT - 4, .name = name, .amount = amount,
		.label = label,
	});
	return x + width;
}

/*
 * Return the time in ns that the whole bar stands for: the latency, or the sum
 * of the parts if that is larger. It is at least 1.
 */
static uint64_t whole_of(const struct hit *hit)
{
	uint64_t sum = json_read_ns(hit->analysis, "unexplained_ns");
	const json_t *part;
	size_t i;

	json_array_foreach(hit->parts, i, part)
		sum += json_read_ns(part, "ns");
	return time_max(time_max(sum, hit->latency), 1);
}

static void stops_draw_bar(FILE *out, const struct hit *hit)
{
	uint64_t whole = whole_of(hit);
	uint64_t rest = json_read_ns(hit->analysis, "unexplained_ns");
	const json_t *part;
	char id[64];
	double x = 0;
	size_t i;

	snprintf(id, sizeof(id), "%s-parts", hit->id);
	svg_begin(out, id, WIDTH, BAR_HEIGHT, "Parts of the latency",
		  "A bar as long as the latency, cut into its parts; the table below has them with their shares.");
	json_array_foreach(hit->parts, i, part) {
		uint64_t ns = json_read_ns(part, "ns");
		int style = part_style(part);

		x = draw_part(out, x, (double)WIDTH * ns / whole, style,
			      part_text(part), ns,
			      time_percent(ns, hit->latency));
	}
	draw_part(out, x, (double)WIDTH * rest / whole, PART_UNEXPLAINED,
		  part_name(PART_UNEXPLAINED), rest,
		  time_percent(rest, hit->latency));
	svg_end(out);
}

/* ---- The parts and their causes, as a table ------------------------------ */

static void swatch(FILE *out, int style)
{
	fprintf(out, "<svg class=\"swatch\" viewBox=\"0 0 12 12\" aria-hidden=\"true\"><rect class=\"p%d\" width=\"12\" height=\"12\"/></svg> ",
		style);
}

static void share_cell(FILE *out, const struct hit *hit, uint64_t ns)
{
	char text[QUANTITY_LEN];

	snprintf(text, sizeof(text), "%.2f %%",
		 time_percent(ns, hit->latency));
	html_number(out, text);
}

static void amount(FILE *out, const struct hit *hit, uint64_t ns)
{
	char text[QUANTITY_LEN];

	html_number(out, readable_text(ns, text));
	share_cell(out, hit, ns);
}

static void part_row(FILE *out, const struct hit *hit, int style,
		     const char *name, uint64_t ns)
{
	fputs("<tr class=\"part\"><th scope=\"row\">", out);
	swatch(out, style);
	html_text(out, name);
	fputs("</th><td></td>", out);
	amount(out, hit, ns);
	fputs("<td></td></tr>\n", out);
}

static void cause_row(FILE *out, const struct hit *hit, const json_t *cause)
{
	uint64_t id, count = json_read_ns(cause, "count");
	char text[QUANTITY_LEN];

	fputs("<tr><td></td><td><span class=\"kind\">", out);
	html_text(out, json_read_text(cause, "kind", ""));
	fputs("</span> ", out);
	html_text(out, json_read_text(cause, "name", ""));
	if (json_read_number(cause, "id", &id))
		fprintf(out, ":%llu", (unsigned long long)id);
	fputs("</td>", out);
	amount(out, hit, json_read_ns(cause, "ns"));
	html_number(out, count > 1 ? count_text(count, text) : "");
	fputs("</tr>\n", out);
}

static void parts_table(FILE *out, const struct hit *hit)
{
	static const struct html_column columns[] = {
		{ "Part", false }, { "Cause", false }, { "Time", true }, { "Share", true },
		{ "Times", true }, { NULL, false }
	};
	const json_t *part, *cause;
	size_t i, j;

	html_table(out, "Parts of the latency, and their causes", columns);
	json_array_foreach(hit->parts, i, part) {
		const json_t *causes = json_object_get(part, "causes");

		part_row(out, hit, part_style(part), part_text(part),
			 json_read_ns(part, "ns"));
		json_array_foreach(causes, j, cause)
			cause_row(out, hit, cause);
	}
	part_row(out, hit, PART_UNEXPLAINED, part_name(PART_UNEXPLAINED),
		 json_read_ns(hit->analysis, "unexplained_ns"));
	fputs("<tr class=\"part\"><th scope=\"row\">latency</th><td></td>", out);
	amount(out, hit, hit->latency);
	fputs("<td></td></tr>\n", out);
	html_table_end(out);
}

/* ---- The time line ------------------------------------------------------- */

/* The cause of each row, in the order in which the causes first occur. */
struct rows {
	const char *name[ROWS_MAX];
	int count;
	bool others;		/* the last row is for all other causes */
};

static int stops_find_row(const struct rows *rows, const char *name)
{
	for (int i = 0; i < rows->count; i++)
		if (!strcmp(rows->name[i], name))
			return i;
	return -1;
}

/* Return the row of a segment: the last one if its cause has no row. */
static int stops_row_of(const struct rows *rows, const json_t *segment)
{
	int row = stops_find_row(rows, json_read_text(segment, "cause", ""));

	return row < 0 ? rows->count - 1 : row;
}

static struct rows find_rows(const struct hit *hit)
{
	struct rows rows = { .count = 0 };
	const json_t *segment;
	size_t i;

	json_array_foreach(hit->segments, i, segment) {
		const char *cause = json_read_text(segment, "cause", "");

		if (stops_find_row(&rows, cause) >= 0)
			continue;
		if (rows.count == ROWS_MAX) {
			rows.name[ROWS_MAX - 1] = "(others)";
			rows.others = true;
			break;
		}
		rows.name[rows.count++] = cause;
	}
	return rows;
}

static uint64_t stops_end_of(const struct hit *hit)
{
	uint64_t end = hit->latency;
	const json_t *segment;
	size_t i;

	json_array_foreach(hit->segments, i, segment)
		end = time_max(end, json_read_ns(segment, "at_ns") +
				    json_read_ns(segment, "ns"));
	/* Stay below 2^63: draw_times() counts one step beyond the end. */
	return time_max(time_min(end, INT64_MAX), 1);
}

static void draw_segment(FILE *out, const struct hit *hit,
			 const struct scale *x, const json_t *segment, int row)
{
	uint64_t at = json_read_ns(segment, "at_ns");
	uint64_t ns = json_read_ns(segment, "ns");
	double from = scale_at(x, at), to = scale_at(x, at + ns);
	int style = part_style(segment);
	char text[QUANTITY_LEN];

	/* A short segment is widened, so that it can be seen. */
	fprintf(out, "<rect class=\"p%d\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>",
		style, from, row * ROW_HEIGHT + 4,
		to - from > 1.5 ? to - from : 1.5, ROW_HEIGHT - 6);
	html_text(out, json_read_text(segment, "cause", ""));
	fputs(", ", out);
	html_text(out, part_text(segment));
	fprintf(out, ": %s, %.2f %%", readable_text(ns, text),
		time_percent(ns, hit->latency));
	fprintf(out, ", from %s on</title></rect>\n", readable_text(at, text));
}

static void draw_names(FILE *out, const struct rows *rows)
{
	for (int i = 0; i < rows->count; i++) {
		int y = i * ROW_HEIGHT;

		/* A name may be of any length: the inner <svg> cuts it off. */
		fprintf(out, "<path class=\"grid\" d=\"M0 %dH%d\"/><svg x=\"0\" y=\"%d\" width=\"%d\" height=\"%d\">",
			y + ROW_HEIGHT, WIDTH, y, NAMES_WIDTH - 8, ROW_HEIGHT);
		svg_label(out, 2, ROW_HEIGHT - 7, "start", rows->name[i]);
		fputs("</svg>\n", out);
	}
}

/* Return from when on the time line shows what happened. */
static const char *time_line_title(const struct hit *hit)
{
	if (context_is_noise(hit->context))
		return "In order of time, from the start of the noise";
	if (context_is_wakeup(hit->context))
		return "In order of time, from the expiry time of the timer, or from when the thread was woken";
	return "In order of time, from the expiry time of the timer";
}

static void draw_timeline(FILE *out, const struct hit *hit)
{
	const struct rows rows = find_rows(hit);
	int bottom = rows.count * ROW_HEIGHT;
	const struct frame frame = {
		.x = { 0, stops_end_of(hit), NAMES_WIDTH, WIDTH - 24, false },
		.y = { 0, 1, bottom, 0, false },
	};
	const json_t *segment;
	char id[64];
	size_t i;

	if (!rows.count)
		return;
	snprintf(id, sizeof(id), "%s-time", hit->id);
	html_figure(out, "long", time_line_title(hit));
	svg_begin(out, id, WIDTH, bottom + 24, "Time line of the latency",
		  "One row for each cause, in order of appearance; time runs to the right. The table of segments has the same as numbers.");
	svg_x_from_zero(out, &frame);
	draw_names(out, &rows);
	json_array_foreach(hit->segments, i, segment)
		draw_segment(out, hit, &frame.x, segment,
			     stops_row_of(&rows, segment));
	svg_end(out);
	html_figure_end(out);
}

static void segment_row(FILE *out, const struct hit *hit,
			const json_t *segment)
{
	char text[QUANTITY_LEN];

	fputs("<tr>", out);
	html_number(out, us_text(json_read_ns(segment, "at_ns"), text));
	html_number(out, us_text(json_read_ns(segment, "ns"), text));
	share_cell(out, hit, json_read_ns(segment, "ns"));
	html_cell(out, json_read_text(segment, "cause", ""));
	fputs("<td>", out);
	swatch(out, part_style(segment));
	html_text(out, json_read_text(segment, "part", ""));
	fputs("</td></tr>\n", out);
}

static void segments_table(FILE *out, const struct hit *hit)
{
	static const struct html_column columns[] = {
		{ "At, µs", true }, { "For, µs", true }, { "Share", true },
		{ "Cause", false }, { "Part", false }, { NULL, false }
	};
	size_t count = json_array_size(hit->segments);

	if (!count)
		return;
	fputs("<details><summary>Segments, as numbers</summary>\n", out);
	html_table(out, "Segments in order of time", columns);
	for (size_t i = 0; i < count && i < LISTED_MAX; i++)
		segment_row(out, hit, json_array_get(hit->segments, i));
	html_table_end(out);
	if (count > LISTED_MAX)
		fprintf(out, "<p class=\"note\">%zu more segments are in the time line above and in the result.</p>\n",
			count - LISTED_MAX);
	fputs("</details>\n", out);
}

/* ---- One hit ------------------------------------------------------ */

static void stops_print_stack(FILE *out, const struct hit *hit)
{
	const json_t *stack = json_object_get(hit->analysis, "stack");
	const json_t *at = json_object_get(hit->analysis, "stack_at_ns");
	const json_t *caller;
	char text[QUANTITY_LEN];
	size_t i;

	if (!json_array_size(stack))
		return;
	fputs("<h4>Stack of what ran", out);
	if (json_is_integer(at) && json_integer_value(at) >= 0)
		fprintf(out, ", %s after the timer was to expire",
			readable_text(json_integer_value(at), text));
	fputs("</h4>\n<ol class=\"stack\">\n", out);
	json_array_foreach(stack, i, caller) {
		html_element(out, "li", NULL, json_string_value(caller) ?: "");
		fputc('\n', out);
	}
	fputs("</ol>\n", out);
}

static void print_interrupted(FILE *out, const struct hit *hit)
{
	const json_t *task = json_object_get(hit->analysis, "interrupted");
	const char *name = json_read_text(task, "name", NULL);
	uint64_t pid, state;

	if (!name)
		return;
	fputs("<p>The timer interrupted <b>", out);
	html_text(out, name);
	if (json_read_number(task, "pid", &pid))
		fprintf(out, ":%llu", (unsigned long long)pid);
	fputs("</b>", out);
	if (json_read_number(hit->analysis, "idle_state", &state))
		fprintf(out, ", idle state %llu", (unsigned long long)state);
	fputs(".</p>\n", out);
}

/* Print "Thread latency of 79.8 us on CPU 1, threshold 50 us". */
static void headline(FILE *out, const struct hit *hit)
{
	const uint64_t ns[] = { json_read_ns(hit->stop, "latency_ns"),
				json_read_ns(hit->stop, "threshold_ns") };
	char text[QUANTITY_LEN];
	uint64_t cpu;

	fprintf(out, "%s of %s", hit->context < 0 ? "Latency" :
		context_title(hit->context),
		readable_apart(ns[0], ns, 2, text));
	if (json_read_number(hit->stop, "cpu", &cpu))
		fprintf(out, " on CPU %llu", (unsigned long long)cpu);
	if (ns[1])
		fprintf(out, ", threshold %s",
			readable_apart(ns[1], ns, 2, text));
}

static void print_trace(FILE *out, const struct hit *hit)
{
	const char *trace = json_read_text(hit->stop, "trace", NULL);

	if (!trace)
		return;
	fputs("<p>The trace was saved in <code>", out);
	html_text(out, trace);
	fputs("</code>.</p>\n", out);
}

/* Print a member of a line, as code, or nothing if that is null. */
static void print_code(FILE *out, const char *before, const json_t *line,
		       const char *member)
{
	const char *text = json_read_text(line, member, NULL);

	if (!text)
		return;
	fputs(before, out);
	html_element(out, "code", NULL, text);
}

static void print_remedy(FILE *out, const json_t *line)
{
	fputs("<li>", out);
	html_text(out, json_read_text(line, "text", ""));
	print_code(out, "; boot with ", line, "boot");
	print_code(out, ": ", line, "command");
	print_code(out, "; to undo it: ", line, "undo");
	print_code(out, "; the doctor warns: ", line, "check");
	fputs(" <span class=\"kind\">", out);
	html_text(out, json_read_text(line, "sure", ""));
	fputs("</span></li>\n", out);
}

/* Results of earlier versions do not have it. */
static void stops_print_advice(FILE *out, const struct hit *hit)
{
	const json_t *advice = json_object_get(hit->analysis, "advice");
	const json_t *line;
	size_t i;

	if (!json_array_size(advice))
		return;
	fputs("<h4>What to do</h4>\n<ul class=\"advice\">\n", out);
	json_array_foreach(advice, i, line)
		print_remedy(out, line);
	fputs("</ul>\n", out);
}

/* Print the sentence with the cause, which each reader sees. */
static void stops_print_cause(FILE *out, const struct hit *hit)
{
	fputs("<p class=\"cause\">", out);
	html_sentence(out, json_read_text(hit->analysis, "cause", ""));
	fputs("</p>\n", out);
	if (!json_read_true(hit->analysis, "complete"))
		fputs("<p class=\"warning\">Events of this latency are missing: this analysis may be wrong.</p>\n", out);
}

/* Print what the sentence stands on. */
static void print_analysis(FILE *out, const struct hit *hit)
{
	stops_print_advice(out, hit);
	html_figure(out, "long", "Its parts");
	stops_draw_bar(out, hit);
	html_figure_end(out);
	draw_timeline(out, hit);
	parts_table(out, hit);
	segments_table(out, hit);
	print_interrupted(out, hit);
	stops_print_stack(out, hit);
}

static struct hit stops_hit(const struct results *results, const json_t *stop,
			    const char *id)
{
	const json_t *analysis = json_object_get(stop, "analysis");

	return (struct hit) {
		.stop = stop,
		.analysis = analysis,
		.parts = json_object_get(analysis, "parts"),
		.segments = json_object_get(analysis, "segments"),
		.context = results_context(results,
					   json_read_text(stop, "context", "")),
		.latency = json_read_ns(analysis, "latency_ns"),
		.id = id,
	};
}

/*
 * Print a hit, one of several results if @label is not NULL. All but its
 * sentence is folded then, so that the comparison which the reader came for is
 * not far away.
 */
static void print_spike(FILE *out, const struct results *results,
			const char *label, const struct hit *hit)
{
	fprintf(out, "<article id=\"%s\"><h3>", hit->id);
	if (label) {
		fprintf(out, "<b>%s</b> ", label);
		html_text(out, results->path);
		fputs(": ", out);
	}
	headline(out, hit);
	fputs("</h3>\n", out);
	if (json_is_object(hit->analysis)) {
		stops_print_cause(out, hit);
		if (label)
			fputs("<details><summary>Its parts, and what ran when</summary>\n",
			      out);
		print_analysis(out, hit);
		if (label)
			fputs("</details>\n", out);
	} else {
		fputs("<p>This stop was not analysed.</p>\n", out);
	}
	print_trace(out, hit);
	fputs("</article>\n", out);
}

/* ---- All hits and spikes ------------------------------------------------- */

static const json_t *stops_stop(const struct results *results)
{
	const json_t *stop = results_at(results, "stop");

	return json_is_object(stop) ? stop : NULL;
}

static void print_kept(FILE *out, const struct report_input *input, int index)
{
	const struct results *results = &input->results[index];
	const json_t *kept = results_at(results, "kept"), *stop;
	char id[48], text[QUANTITY_LEN];
	struct hit hit;
	size_t i;

	if (!json_array_size(kept))
		return;
	fprintf(out, "<h3>%s%sThe worst hits, which were kept: %zu</h3>\n",
		report_label(input, index), input->count > 1 ? " · " : "",
		json_array_size(kept));
	json_array_foreach(kept, i, stop) {
		snprintf(id, sizeof(id), "kept-%d-%zu", index, i + 1);
		hit = stops_hit(results, stop, id);
		fprintf(out, "<details%s><summary>%s%s%zu. %s: ",
			i || input->count > 1 ? "" : " open",
			report_label(input, index),
			input->count > 1 ? " · " : "", i + 1,
			readable_text(json_read_ns(stop, "latency_ns"), text));
		html_sentence(out, json_read_text(hit.analysis, "cause",
						  "not analysed"));
		fputs("</summary>\n", out);
		print_spike(out, results, NULL, &hit);
		fputs("</details>\n", out);
	}
}

static void print_result(FILE *out, const struct report_input *input, int index)
{
	const struct results *results = &input->results[index];
	char id[32];
	struct hit hit;

	snprintf(id, sizeof(id), "stop-%d", index);
	hit = stops_hit(results, stops_stop(results), id);
	print_spike(out, results,
		    input->count > 1 ? report_label(input, index) : NULL, &hit);
	print_kept(out, input, index);
}

bool section_stops(FILE *out, const struct report_input *input)
{
	for (int i = 0; i < input->count; i++)
		if (stops_stop(&input->results[i]))
			print_result(out, input, i);
	return true;
}

bool section_kept(FILE *out, const struct report_input *input)
{
	for (int i = 0; i < input->count; i++)
		if (!stops_stop(&input->results[i]))
			print_kept(out, input, i);
	return true;
}
