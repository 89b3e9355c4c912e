// SPDX-License-Identifier: GPL-2.0
/*
 * KTAP and JUnit: see ktap.h.
 */
#include <inttypes.h>
#include <string.h>

#include "base/parse.h"
#include "base/printable.h"
#include "gates/gate_verdict.h"
#include "gates/gates.h"
#include "gates/ktap.h"

#define TEXT_LEN	256

/*
 * Print "31.200 us, limit 50.000 us, CPU 3, with 5 skipped periods of 4000 in
 * all", or "no value, limit ...".
 */
static const char *ktap_describe(const struct gate *gate,
				 const struct gate_verdict *verdict, char *text)
{
	char value[64], limit[64], cpu[32] = "", skipped[64] = "";

	quantity_print(&gate->limit, limit, sizeof(limit));
	if (verdict->cpu >= 0)
		snprintf(cpu, sizeof(cpu), ", CPU %d", verdict->cpu);
	if (verdict->skipped)
		snprintf(skipped, sizeof(skipped),
			 ", with %" PRIu64 " skipped periods of %" PRIu64 " in all",
			 verdict->skipped, verdict->latencies);
	if (verdict->has_value)
		quantity_print(&verdict->value, value, sizeof(value));
	else
		snprintf(value, sizeof(value), "no value");
	snprintf(text, TEXT_LEN, "%s, limit %s%s%s", value, limit, cpu, skipped);
	return text;
}

void ktap_print(FILE *out, const struct gate_results *results)
{
	char text[TEXT_LEN];

	fprintf(out, "KTAP version 1\n1..%d\n", results->gates->count);
	for (int i = 0; i < results->gates->count; i++) {
		const struct gate *gate = &results->gates->gate[i];
		const struct gate_verdict *verdict = &results->verdict[i];

		if (results->cannot) {
			fprintf(out, "not ok %d %s # SKIP %s\n", i + 1,
				gate->text, results->cannot);
			continue;
		}
		ktap_describe(gate, verdict, text);
		if (results->untrusted)
			fprintf(out, "not ok %d %s # %s: not to be trusted: %s\n",
				i + 1, gate->text, text, results->untrusted);
		else if (*verdict->reason)
			fprintf(out, "not ok %d %s # %s: %s\n", i + 1, gate->text,
				text, verdict->reason);
		else
			fprintf(out, "%s %d %s # %s\n",
				verdict->outcome == GATE_PASS ? "ok" : "not ok",
				i + 1, gate->text, text);
	}
}

/* ---- JUnit --------------------------------------------------------------- */

/*
 * XML cannot represent most control characters. All of them except line ends,
 * and all that is not ASCII, become '?'.
 */
static void print_escaped(FILE *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		case '\n':
			fputc('\n', out);
			break;
		default:
			text += printable_put(out, text) - 1;
		}
	}
}

static void print_attribute(FILE *out, const char *name, const char *text)
{
	fprintf(out, " %s=\"", name);
	print_escaped(out, text);
	fputc('"', out);
}

static void print_outcome(FILE *out, const char *element, const char *message)
{
	fprintf(out, "    <%s", element);
	print_attribute(out, "message", message);
	fputs("/>\n", out);
}

static void print_case(FILE *out, const struct gate_results *results, int index)
{
	const struct gate *gate = &results->gates->gate[index];
	const struct gate_verdict *verdict = &results->verdict[index];
	char text[TEXT_LEN];

	fputs("  <testcase", out);
	print_attribute(out, "classname", results->name);
	print_attribute(out, "name", gate->text);
	fputs(">\n", out);
	if (results->cannot)
		print_outcome(out, "error", results->cannot);
	else if (results->untrusted)
		print_outcome(out, "error", results->untrusted);
	else if (verdict->outcome == GATE_FAIL)
		print_outcome(out, "failure", *verdict->reason ? verdict->reason :
			      ktap_describe(gate, verdict, text));
	else if (*verdict->reason)
		print_outcome(out, "error", verdict->reason);
	fputs("    <system-out>", out);
	if (!results->cannot)
		print_escaped(out, ktap_describe(gate, verdict, text));
	fputs("</system-out>\n  </testcase>\n", out);
}

/* The run itself has failed if it was ended by a hit. */
static void ktap_print_run(FILE *out, const struct gate_results *results)
{
	const char *error = results->cannot ?: results->untrusted;

	fputs("  <testcase", out);
	print_attribute(out, "classname", results->name);
	print_attribute(out, "name", results->run);
	fputs(">\n", out);
	if (error)
		print_outcome(out, "error", error);
	else if (results->hit)
		print_outcome(out, "failure", results->hit);
	fputs("  </testcase>\n", out);
}

static int count_outcomes(const struct gate_results *results,
			  enum gate_outcome outcome)
{
	int count = 0;

	for (int i = 0; i < results->gates->count; i++)
		count += results->verdict[i].outcome == outcome;
	return count;
}

static void print_labels(FILE *out, const struct labels *labels)
{
	if (!labels || !labels->count)
		return;
	fputs("  <properties>\n", out);
	for (int i = 0; i < labels->count; i++) {
		fputs("    <property", out);
		print_attribute(out, "name", labels->label[i].key);
		print_attribute(out, "value", labels->label[i].value);
		fputs("/>\n", out);
	}
	fputs("  </properties>\n", out);
}

void junit_print(FILE *out, const struct gate_results *results)
{
	bool worthless = results->cannot || results->untrusted;
	int gates = results->gates->count, tests = gates + !!results->run;
	int failures = count_outcomes(results, GATE_FAIL) +
		       (results->run && results->hit);

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite", out);
	print_attribute(out, "name", results->name);
	fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"0\" time=\"%.3f\"",
		tests, worthless ? 0 : failures,
		worthless ? tests : count_outcomes(results, GATE_UNKNOWN) +
				    count_outcomes(results, GATE_UNDECIDED),
		results->measured_ns / (double)NS_PER_SEC);
	print_attribute(out, "timestamp", results->started_at);
	if (results->host)
		print_attribute(out, "hostname", results->host);
	fputs(">\n", out);
	print_labels(out, results->labels);
	if (results->run)
		ktap_print_run(out, results);
	for (int i = 0; i < gates; i++)
		print_case(out, results, i);
	if (results->analysis) {
		fputs("  <system-out>", out);
		print_escaped(out, results->analysis);
		fputs("</system-out>\n", out);
	}
	fputs("</testsuite>\n", out);
}
