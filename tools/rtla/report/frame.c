// SPDX-License-Identifier: GPL-2.0
/*
 * The frame of a page: see frame.h.
 */
#include <stdlib.h>
#include <string.h>

#include <rtla_version.h>

#include "report/frame.h"
#include "report/style.h"

/* If a text were ever taken for markup, browsers still would not run it. */
#define POLICY	"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

void frame_begin(FILE *out)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      "<meta name=\"generator\" content=\"rtla " RTLA_VERSION "\">\n<title>",
	      out);
}

void frame_body(FILE *out)
{
	fputs("</title>\n<style>\n", out);
	fputs(style_of_charts, out);
	fputs(style_of_page, out);
	fputs("</style></head>\n<body>\n", out);
}

void frame_end(FILE *out)
{
	fputs("<footer>Made by rtla " RTLA_VERSION ". This page needs no other file; exact figures are in the results it was made from.</footer>\n</body></html>\n",
	      out);
}

const char *frame_verdict_kind(const char *outcome)
{
	if (!strcmp(outcome, "pass"))
		return "good";
	if (!strcmp(outcome, "fail"))
		return "bad";
	return strcmp(outcome, "measured") ? "warn" : "none";
}

char *frame_finish(FILE *out, char **text, bool complete)
{
	complete &= !ferror(out);
	/* A memory stream reports missing memory in fclose() at the latest. */
	if (!fclose(out) && complete)
		return *text;
	free(*text);
	return NULL;
}
