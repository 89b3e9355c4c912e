// SPDX-License-Identifier: GPL-2.0
/*
 * The report: the frame of the page, and the verdicts at its beginning.
 */
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/json_read.h"
#include "base/version.h"
#include "report/html.h"
#include "report/page.h"

/* If a text were ever taken for markup, browsers still would not run it. */
#define POLICY	"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

static const char *verdict_kind(const char *outcome)
{
	if (!strcmp(outcome, "pass"))
		return "good";
	if (!strcmp(outcome, "fail"))
		return "bad";
	return strcmp(outcome, "measured") ? "warn" : "none";
}

/* Return the finding of the environment check @name, or NULL. */
static const char *environment_text(const struct results *results,
				    const char *name)
{
	const json_t *checks = results_at(results, "environment.checks");
	const json_t *check;
	size_t i;

	json_array_foreach(checks, i, check)
		if (!strcmp(json_read_text(check, "name", ""), name))
			return json_read_text(check, "value", NULL);
	return NULL;
}

static void print_fact(FILE *out, const char *name, const char *value)
{
	html_element(out, "dt", NULL, name);
	html_element(out, "dd", NULL, value);
	fputc('\n', out);
}

static void print_facts(FILE *out, const struct results *results)
{
	const json_t *document = results->document;
	char time[QUANTITY_LEN], text[2 * QUANTITY_LEN];

	fputs("<dl>", out);
	print_fact(out, "Kernel",
		   environment_text(results, "kernel_release") ?: "not recorded");
	print_fact(out, "Preemption",
		   environment_text(results, "preemption") ?: "not recorded");
	print_fact(out, "Measured", results->tracer);
	snprintf(text, sizeof(text), "%s on %d CPUs",
		 duration_text(results->measured_ns, time),
		 cpus_count(&results->cpus));
	print_fact(out, "For", text);
	print_fact(out, "Ended by", json_read_text(document, "ended_by", "–"));
	print_fact(out, "Started", json_read_text(document, "started_at", "–"));
	fputs("</dl>\n", out);
}

static void print_verdict(FILE *out, const struct report_input *input,
			  int index)
{
	const struct results *results = &input->results[index];
	const json_t *verdict = results_at(results, "verdict");
	const json_t *reasons = json_object_get(verdict, "reasons"), *reason;
	const char *outcome = json_read_text(verdict, "outcome", "unknown");
	uint64_t code;
	size_t i;

	fprintf(out, "<div class=\"verdict %s\"><div class=\"judged\"><h2>", verdict_kind(outcome));
	if (input->count > 1)
		fprintf(out, "%s &#183; ", report_label(input, index));
	html_text(out, results->path);
	fputs("</h2><div>", out);
	html_badge(out, verdict_kind(outcome), outcome);
	if (json_read_number(verdict, "exit_code", &code))
		fprintf(out, "<span class=\"code\">exit code %llu</span>",
			(unsigned long long)code);
	fputs("</div>\n", out);
	if (json_array_size(reasons)) {
		fputs("<ul class=\"reasons\">", out);
		json_array_foreach(reasons, i, reason)
			html_element(out, "li", NULL,
				     json_string_value(reason) ?: "");
		fputs("</ul>\n", out);
	}
	fputs("</div>\n", out);
	print_facts(out, results);
	fputs("</div>\n", out);
}

static void print_title(FILE *out, const struct report_input *input)
{
	fputs("rtla report: ", out);
	html_text(out, input->results[0].path);
	if (input->count > 1)
		fprintf(out, " and %d more", input->count - 1);
}

static void print_head(FILE *out, const struct report_input *input)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      "<meta name=\"generator\" content=\"rtla " RTLA_VERSION "\">\n<title>",
	      out);
	print_title(out, input);
	fputs("</title>\n<style>\n", out);
	fputs(html_style, out);
	fputs("</style></head>\n<body>\n", out);
}

/* Print a link to each section that is in @body. */
static void print_contents(FILE *out, const char *body)
{
	static const struct {
		const char *id;
		const char *name;
	} sections[] = {
		{ "gates", "Gates" }, { "figures", "Figures" },
		{ "stops", "Why it stopped" },
		{ "distributions", "Distributions" },
		{ "heatmaps", "Heat maps" }, { "maxima", "Maxima over time" },
		{ "noise", "Noise" }, { "cpus", "Every CPU" },
		{ "losses", "Losses" }, { "environment", "Environment" },
		{ "configuration", "Configuration" },
	};
	char start[64];

	fputs("<nav aria-label=\"Sections\"><ul>", out);
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		snprintf(start, sizeof(start), "<section id=\"%s\">",
			 sections[i].id);
		if (strstr(body, start))
			fprintf(out, "<li><a href=\"#%s\">%s</a></li>\n",
				sections[i].id, sections[i].name);
	}
	fputs("</ul></nav>\n", out);
}

/* Print all sections; return false if there was no memory for all of them. */
static bool print_sections(FILE *out, const struct report_input *input)
{
	bool complete = true;

	html_gates(out, input);
	complete &= html_figures(out, input);
	chart_analyses(out, input);
	chart_distributions(out, input);
	chart_heatmaps(out, input);
	chart_maxima(out, input);
	chart_noise(out, input);
	html_cpus(out, input);
	html_losses(out, input);
	complete &= html_environment(out, input);
	complete &= html_configuration(out, input);
	return complete;
}

static void print_page(FILE *out, const struct report_input *input,
		       const char *sections)
{
	print_head(out, input);
	fputs("<header><h1>", out);
	print_title(out, input);
	fputs("</h1>\n<div class=\"verdicts\">\n", out);
	for (int i = 0; i < input->count; i++)
		print_verdict(out, input, i);
	fputs("</div>\n", out);
	print_contents(out, sections);
	fputs("</header>\n<main>\n", out);
	fputs(sections, out);
	fputs("</main>\n<footer>Made by rtla " RTLA_VERSION ". This page needs no other file; exact figures are in the results it was made from.</footer>\n</body></html>\n",
	      out);
}

/*
 * Close @out and return what was printed, which the caller frees. Returns NULL
 * if that is not complete, and frees it.
 */
static char *finish(FILE *out, char **text, bool complete)
{
	complete &= !ferror(out);
	/* A memory stream reports missing memory in fclose() at the latest. */
	if (!fclose(out) && complete)
		return *text;
	free(*text);
	return NULL;
}

char *html_report(const struct report_input *input, size_t *size)
{
	char *sections = NULL, *page = NULL;
	size_t length;
	FILE *out = open_memstream(&sections, &length);

	if (!out)
		return NULL;
	sections = finish(out, &sections, print_sections(out, input));
	if (!sections)
		return NULL;
	out = open_memstream(&page, size);
	if (out) {
		print_page(out, input, sections);
		page = finish(out, &page, true);
	}
	free(sections);
	return page;
}
