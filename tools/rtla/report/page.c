// SPDX-License-Identifier: GPL-2.0
/*
 * The report: its sections, and the verdicts at its beginning.
 */
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/json_read.h"
#include "report/frame.h"
#include "report/how_to_read.h"
#include "report/html.h"
#include "report/kind_report.h"
#include "report/page.h"
#include "report/report_input.h"
#include "results/measured_by.h"
#include "stats/kind.h"

static void print_fact(FILE *out, const char *name, const char *value)
{
	html_element(out, "dt", NULL, name);
	fputc(' ', out);
	html_element(out, "dd", NULL, value);
	fputc('\n', out);
}

/* Print which machine it was, as far as the result has that, and its labels. */
static void print_machine(FILE *out, const struct results *results)
{
	static const struct { const char *name, *path; } facts[] = {
		{ "Host", "host.name" },
		{ "CPU model", "host.cpu_model" },
		{ "Board", "host.board" },
	};
	json_t *labels = json_object_get(results->document, "labels"), *value;
	const char *name;

	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		const char *text =
			json_string_value(results_at(results, facts[i].path));

		if (text)
			print_fact(out, facts[i].name, text);
	}
	json_object_foreach(labels, name, value)
		print_fact(out, name, json_string_value(value) ?: "");
}

/* Print what the tracer could not see, and why. */
static void print_not_seen(FILE *out, const json_t *document)
{
	const json_t *rows = json_object_get(document, "not_seen"), *row;
	size_t i;

	if (!json_array_size(rows))
		return;
	fputs("<dt>Not seen</dt><dd>", out);
	json_array_foreach(rows, i, row) {
		fputs(i ? "<br>" : "", out);
		html_text(out, json_read_text(row, "what", ""));
		fputs(": ", out);
		html_text(out, json_read_text(row, "why", ""));
	}
	fputs("</dd>", out);
}

static void print_facts(FILE *out, const struct results *results)
{
	const json_t *document = results->document;
	char time[QUANTITY_LEN], text[2 * QUANTITY_LEN];
	const char *by = json_read_text(document, "measured_by", "module");
	uint64_t others = json_read_ns(document, "other_sessions");

	fputs("<dl>", out);
	print_machine(out, results);
	print_fact(out, "Kernel",
		   results_check(results, "kernel_release") ?: "not recorded");
	print_fact(out, "Preemption",
		   results_check(results, "preemption") ?: "not recorded");
	print_fact(out, "Measured", results->tracer);
	if (strcmp(by, "module"))
		print_fact(out, "By", measured_by_title(by));
	print_not_seen(out, document);
	snprintf(text, sizeof(text), "%s on %d CPUs", results->measured_ns ?
		 duration_text(results->measured_ns, time) : "not recorded,",
		 cpus_count(&results->cpus));
	print_fact(out, "For", text);
	if (others)
		print_fact(out, "Other sessions", count_text(others, time));
	print_fact(out, "Ended by", json_read_text(document, "ended_by", "–"));
	print_fact(out, "Started", json_read_text(document, "started_at", "–"));
	fputs("</dl>\n", out);
}

static bool page_any_failed(const struct results *results)
{
	const json_t *gates = results_at(results, "gates"), *gate;
	size_t i;

	json_array_foreach(gates, i, gate)
		if (!strcmp(json_read_text(gate, "verdict", ""), "fail"))
			return true;
	return false;
}

/*
 * Return what the badge says. A run that was told to stop at a threshold, and
 * did, has not failed, though its outcome and its exit status are those of a
 * run with a gate that failed.
 */
static const char *page_badge(const struct results *results,
			      const char *outcome)
{
	if (strcmp(outcome, "fail") || page_any_failed(results))
		return outcome;
	return strcmp(json_read_text(results->document, "ended_by", ""),
		      "threshold") ? "hit its threshold" :
				     "stopped at its threshold";
}

static void page_print_verdict(FILE *out, const struct report_input *input,
			       int index)
{
	const struct results *results = &input->results[index];
	const json_t *verdict = results_at(results, "verdict");
	const json_t *reasons = json_object_get(verdict, "reasons"), *reason;
	const char *outcome = json_read_text(verdict, "outcome", "unknown");
	const char *word = page_badge(results, outcome);
	const char *kind = frame_verdict_kind(word);
	uint64_t code;
	size_t i;

	fprintf(out, "<div class=\"verdict %s\"><div class=\"judged\"><h2>", kind);
	if (input->count > 1)
		fprintf(out, "%s &#183; ", report_label(input, index));
	html_text(out, results->path);
	fputs("</h2><div>", out);
	html_badge(out, kind, word);
	if (json_read_number(verdict, "exit_code", &code))
		fprintf(out, " <span class=\"code\">exit code %llu</span>",
			(unsigned long long)code);
	fputs("</div>\n", out);
	if (json_array_size(reasons)) {
		fputs("<ul class=\"reasons\">", out);
		json_array_foreach(reasons, i, reason) {
			fputs("<li>", out);
			html_sentence(out, json_string_value(reason) ?: "");
			fputs("</li>", out);
		}
		fputs("</ul>\n", out);
	}
	fputs("</div>\n", out);
	print_facts(out, results);
	fputs("</div>\n", out);
}

void report_title(FILE *out, const struct report_input *input)
{
	const struct results *first = &input->results[0];
	const char *host = json_string_value(results_at(first, "host.name"));
	const char *kernel = results_check(first, "kernel_release");
	const char *started = json_read_text(first->document, "started_at", "");
	char date[sizeof("2000-01-01")];

	html_text(out, first->tracer);
	if (host && *host) {
		fputs(" on ", out);
		html_text(out, host);
	}
	if (kernel) {
		fputs(", ", out);
		html_text(out, kernel);
	}
	if (*started) {
		snprintf(date, sizeof(date), "%s", started);
		fputs(", ", out);
		html_text(out, date);
	}
	if (input->count > 1)
		fprintf(out, ", and %d more", input->count - 1);
}

/* The sections of all kinds, in the order of the page. */
static const struct report_section first_sections[] = {
	{ "stops", "Why it stopped", "Why it stopped",
	  "What the latency that ended the run consists of, from when the timer was to expire: whoever had the CPU, and for how long.",
	  section_stops },
	{ "gates", "Gates", "Gates",
	  "What was measured, and what the gates of the run allow.",
	  section_gates },
	{ "bars", "Side by side", "Side by side: averages and maxima",
	  "Shorter bars are better; a bar that is a line longer stands for ten times the latency, or more.",
	  section_bars },
	{ "figures", "Figures", "Figures",
	  "The maximum is the longest that was seen, not the longest that there is. Of 1000 latencies, 999 are not longer than p99.9; one in brackets would be another one in the next run.",
	  section_figures },
	{ "hits", "The worst hits", "The worst hits",
	  "What the longest latencies of the run consist of.", section_kept },
}, latency_sections[] = {
	{ "averages", "Averages", "Averages, and what they consist of",
	  "How much each part has of the average.", section_averages },
	{ "distributions", "Distributions", "Distributions",
	  "How many samples had which latency. What matters for the worst case is the right end, far below the peak.",
	  section_distributions },
	{ "heatmaps", "Heat maps", "Every CPU: heat maps",
	  "The same for each CPU: a row that differs from the others takes an interrupt, or is not isolated.",
	  section_heatmaps },
	{ "maxima", "Maxima over time", "Maxima over time",
	  "The longest latency of each stretch of the run: peaks at equal distances have a cause that is periodic, too.",
	  section_maxima },
}, last_sections[] = {
	{ "causes", "What took time", "What took time",
	  "Who took the most time from the workload, the longest sum first.",
	  section_causes },
	{ "cpus", "Every CPU", "Every CPU: figures",
	  "The figures of each CPU alone.", section_cpus },
	{ "losses", "Losses", "Losses",
	  "What is missing of the measurement: all zero is best.",
	  section_losses },
	{ "environment", "Environment", "Environment",
	  "What the doctor found on the machine, with what can be improved.",
	  section_environment },
	{ "configuration", "Configuration", "Configuration",
	  "The options of the measurement, to repeat it.",
	  section_configuration },
};

#define LENGTH(array)	(sizeof(array) / sizeof((array)[0]))

/* The most sections: each kind may have two of its own. */
#define SECTIONS	(LENGTH(first_sections) + LENGTH(latency_sections) + \
			 LENGTH(last_sections) + 2 * KINDS)

/* A section of this page, and its text; "" if it is left out. */
struct page_section {
	const struct report_section *section;
	char *text;
};

/* All sections that there can be, in the order of the page. */
struct page_sections {
	struct page_section of[SECTIONS];
	size_t count;
};

static void page_add(struct page_sections *sections,
		     const struct report_section *section, size_t count)
{
	for (; count; count--)
		sections->of[sections->count++].section = section++;
}

static void page_list(struct page_sections *sections)
{
	const struct kind_report *report;

	page_add(sections, first_sections, LENGTH(first_sections));
	for (int kind = 0; kind < KINDS; kind++) {
		report = kind_row(kind)->report;
		if (report && report->first)
			page_add(sections, report->first, 1);
	}
	page_add(sections, latency_sections, LENGTH(latency_sections));
	for (int kind = 0; kind < KINDS; kind++) {
		report = kind_row(kind)->report;
		if (report && report->last)
			page_add(sections, report->last, 1);
	}
	page_add(sections, last_sections, LENGTH(last_sections));
}

/* Return a section without its heading, or NULL if there is no memory. */
static char *make_section(const struct report_section *section,
			  const struct report_input *input)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	return out ? frame_finish(out, &text, section->print(out, input)) :
		     NULL;
}

static void page_print_contents(FILE *out, const struct page_sections *sections)
{
	const struct page_section *of = sections->of;

	fputs("<nav aria-label=\"Sections\"><ul>", out);
	for (size_t i = 0; i < sections->count; i++, of++)
		if (*of->text)
			fprintf(out, "<li><a href=\"#%s\">%s</a></li>\n",
				of->section->id, of->section->name);
	fputs("</ul></nav>\n", out);
}

static void page_print_reading(FILE *out, const struct report_input *input,
			       const struct page_sections *sections)
{
	const struct page_section *of = sections->of;

	fputs("<details class=\"reading\"><summary>How to read this page</summary>\n",
	      out);
	how_to_read(out, input);
	fputs("<dl>\n", out);
	for (size_t i = 0; i < sections->count; i++, of++) {
		if (!*of->text || !of->section->reading)
			continue;
		fprintf(out, "<dt><a href=\"#%s\">%s</a></dt> ",
			of->section->id, of->section->name);
		html_element(out, "dd", NULL, of->section->reading);
		fputc('\n', out);
	}
	fputs("</dl></details>\n", out);
}

static void print_sections(FILE *out, const struct page_sections *sections)
{
	const struct page_section *of = sections->of;

	for (size_t i = 0; i < sections->count; i++, of++)
		if (*of->text)
			fprintf(out, "<section id=\"%s\"><h2>%s</h2>\n%s</section>\n",
				of->section->id, of->section->heading, of->text);
}

static void page_print_page(FILE *out, const struct report_input *input,
			    const struct page_sections *sections)
{
	frame_begin(out);
	report_title(out, input);
	frame_body(out);
	fputs("<header><h1>", out);
	report_title(out, input);
	fputs("</h1>\n<div class=\"verdicts\">\n", out);
	for (int i = 0; i < input->count; i++)
		page_print_verdict(out, input, i);
	fputs("</div>\n", out);
	page_print_contents(out, sections);
	page_print_reading(out, input, sections);
	fputs("</header>\n<main>\n", out);
	print_sections(out, sections);
	fputs("</main>\n", out);
	frame_end(out);
}

char *html_report(const struct report_input *input, size_t *size)
{
	struct page_sections sections = { .count = 0 };
	bool complete = true;
	FILE *out = NULL;
	char *page = NULL;

	page_list(&sections);
	for (size_t i = 0; i < sections.count && complete; i++) {
		sections.of[i].text =
			make_section(sections.of[i].section, input);
		complete = sections.of[i].text;
	}
	if (complete)
		out = open_memstream(&page, size);
	if (out) {
		page_print_page(out, input, &sections);
		page = frame_finish(out, &page, true);
	}
	for (size_t i = 0; i < sections.count; i++)
		free(sections.of[i].text);
	return page;
}
