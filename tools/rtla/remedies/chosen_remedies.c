// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of the catalogue that are given: see chosen_remedies.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "base/printable.h"
#include "base/wrap.h"
#include "remedies/chosen_remedies.h"

#define UNDO		"  # undo: "

/*
 * Add a row. A question takes the place of the last line, unless one is there,
 * so that there always is one if any fits.
 */
static void add_remedy(struct advice *advice, const struct remedy *remedy,
		       const struct facts *facts)
{
	bool asks = remedy->sure == SURE_ASKS;

	if (advice->lines == ADVICE_MAX) {
		for (int i = 0; i < ADVICE_MAX; i++)
			asks &= advice->remedy[i]->sure != SURE_ASKS;
		if (!asks)
			return;
		remedy_texts_free(&advice->texts[--advice->lines]);
	}
	advice->remedy[advice->lines] = remedy;
	remedy_expand(&advice->texts[advice->lines++], remedy, facts);
}

/* Return whether a row with the name @id is there already. */
static bool has_row(const struct advice *advice, const char *id)
{
	for (int i = 0; i < advice->lines; i++)
		if (!strcmp(advice->remedy[i]->id, id))
			return true;
	return false;
}

void advice_add(struct advice *advice, enum cause cause,
		const struct facts *facts)
{
	const char *last = "";

	for (size_t i = 0; i < remedies_count; i++) {
		const struct remedy *remedy = &remedies[i];

		if (!(remedy->causes & CAUSE_BIT(cause)) ||
		    !strcmp(remedy->id, last) ||
		    has_row(advice, remedy->id) || !remedy_fits(remedy, facts))
			continue;
		add_remedy(advice, remedy, facts);
		last = remedy->id;
	}
}

void advice_free(struct advice *advice)
{
	for (int i = 0; i < advice->lines; i++)
		remedy_texts_free(&advice->texts[i]);
}

/* Print what to do, up to the command. */
static void advice_print_sentence(FILE *out, const struct remedy_texts *texts,
				  const char *check)
{
	fprintf(out, "    %s", texts->text ?: "");
	if (check)
		fprintf(out, " (doctor: %s)", check);
	if (texts->boot)
		fprintf(out, "%sboot with %s", texts->command ? ", or " : ": ",
			texts->boot);
	if (texts->command)
		fputc(':', out);
}

static int advice_command_width(const struct remedy_texts *texts)
{
	int width = texts->command ? 1 + printable_width(texts->command) : 0;

	if (texts->undo)
		width += strlen(UNDO) + printable_width(texts->undo);
	return width;
}

/*
 * Print a line of advice. If it is longer than a line, the command has lines of
 * its own, in which it can be copied. How to undo it says a comment of a shell:
 * so the rest can be pasted.
 */
static void advice_print_line(FILE *out, const struct remedy_texts *texts,
			      const char *check)
{
	char *sentence = NULL;
	size_t size;
	FILE *line = open_memstream(&sentence, &size);

	if (!line)
		return;
	advice_print_sentence(line, texts, check);
	fclose(line);
	if (!sentence)
		return;
	if (!texts->command) {
		wrap_line(out, sentence, TEXT_WIDTH);
	} else if (printable_width(sentence) + advice_command_width(texts) <=
		   TEXT_WIDTH) {
		fprintf(out, "%s %s%s%s\n", sentence, texts->command,
			texts->undo ? UNDO : "", texts->undo ?: "");
	} else {
		wrap_line(out, sentence, TEXT_WIDTH);
		wrap_command(out, texts->command, fprintf(out, "      "),
			     TEXT_WIDTH);
		if (texts->undo)
			fprintf(out, "    " UNDO "%s\n", texts->undo);
	}
	free(sentence);
}

void advice_print(FILE *out, const struct advice *advice)
{
	if (advice->lines)
		fputs("\n  What to do:\n", out);
	for (int i = 0; i < advice->lines; i++)
		advice_print_line(out, &advice->texts[i], advice->check[i]);
}

static json_t *text_or_null(const char *text)
{
	return text ? json_text(text) : json_null();
}

json_t *advice_json(const struct advice *advice)
{
	json_t *lines = json_array();

	for (int i = 0; i < advice->lines; i++) {
		const struct remedy *remedy = advice->remedy[i];
		const struct remedy_texts *texts = &advice->texts[i];

		json_append(&lines, json_pack("{s:s, s:o, s:o, s:o, s:o, s:s, s:s, s:o}",
			"remedy", remedy->id,
			"text", json_text(texts->text ?: ""),
			"boot", text_or_null(texts->boot),
			"command", text_or_null(texts->command),
			"undo", text_or_null(texts->undo),
			"sure", remedy_sure_word(remedy->sure),
			"when", remedy_when_word(remedy->when),
			"check", text_or_null(advice->check[i])));
	}
	return lines;
}
