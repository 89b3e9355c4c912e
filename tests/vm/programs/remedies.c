// SPDX-License-Identifier: GPL-2.0
/*
 * The catalogue of remedies, for tests in guests:
 *
 *	remedies list
 *	remedies expand NUMBER [FACT=TEXT]...
 *
 * The first prints a line for each row: its number, its name, when it takes
 * effect, and whether it has a command, with tabs between them. The second
 * prints the text of a row, the command and what undoes that, a line each; it
 * fails if a fact that they name is not given, or if the setting is made
 * already.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "remedies/remedies.h"

static int list(void)
{
	for (size_t i = 0; i < remedies_count; i++) {
		const struct remedy *remedy = &remedies[i];

		printf("%zu\t%s\t%s\t%s\n", i, remedy->id,
		       remedy_when_word(remedy->when),
		       remedy->command || remedy->file ? "command" : "-");
	}
	return 0;
}

/* Read the first line of a file; of a choice like "a [b] c", b. */
static char *read_file(const char *path)
{
	char line[256] = "", *begin, *end;
	FILE *file = fopen(path, "r");

	if (!file)
		return NULL;
	begin = fgets(line, sizeof(line), file);
	fclose(file);
	if (!begin)
		return NULL;
	line[strcspn(line, "\n")] = '\0';
	begin = strchr(line, '[');
	end = strchr(line, ']');
	if (!begin || !end)
		return strdup(line);
	*end = '\0';
	return strdup(begin + 1);
}

static void set_fact(struct facts *facts, const char *word)
{
	const char *equals = strchr(word, '=');

	for (int i = 0; equals && i < FACTS; i++)
		if (strlen(fact_names[i]) == (size_t)(equals - word) &&
		    !strncmp(fact_names[i], word, equals - word)) {
			fact_set(facts, i, "%s", equals + 1);
			return;
		}
	fprintf(stderr, "remedies: %s: no such fact\n", word);
	exit(EXIT_FAILURE);
}

static int expand(const char *number, char *const *word)
{
	struct facts facts = { .read = read_file };
	struct remedy_texts texts;
	struct remedy remedy;
	unsigned long row = strtoul(number, NULL, 10);

	if (row >= remedies_count)
		return EXIT_FAILURE;
	/* Whether the cause is as it needs is not asked here. */
	remedy = remedies[row];
	remedy.needs = NULL;
	for (; *word; word++)
		set_fact(&facts, *word);
	if (!remedy_fits(&remedy, &facts))
		return EXIT_FAILURE;
	remedy_expand(&texts, &remedy, &facts);
	printf("%s\n%s\n%s\n", texts.text, texts.command ?: "",
	       texts.undo ?: "");
	return 0;
}

int main(int argc, char *argv[])
{
	if (argc == 2 && !strcmp(argv[1], "list"))
		return list();
	if (argc >= 3 && !strcmp(argv[1], "expand"))
		return expand(argv[2], argv + 3);
	fprintf(stderr, "usage: remedies list|expand NUMBER [FACT=TEXT]...\n");
	return EXIT_FAILURE;
}
