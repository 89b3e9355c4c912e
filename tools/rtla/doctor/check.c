// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that all checks have in common: see check.h.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/printable.h"
#include "doctor/check.h"
#include "host/kernel_file.h"
#include "host/machine.h"
#include "host/threads.h"
#include "remedies/remedies.h"

#define CUT	"..."
#define SAMPLE	4	/* print this many names of interrupts or threads */

/*
 * Make @text one printable line: it comes from files, and goes to terminals and
 * into JSON.
 */
static void check_clean(char *text)
{
	for (char *at = text; *at; at++)
		if (isspace((unsigned char)*at))
			*at = ' ';
	printable_line(text);
}

__attribute__((format(printf, 3, 0))) static void
check_print(char *text, size_t size, const char *format, va_list args)
{
	int length = vsnprintf(text, size, format, args);

	if (length >= (int)size)
		strcpy(text + size - sizeof(CUT), CUT);
	check_clean(text);
}

void finding_set(struct finding *finding, enum check_status status,
		 const char *remedy, const char *format, ...)
{
	va_list args;

	finding->status = status;
	finding->remedy_is_command = false;
	snprintf(finding->remedy, sizeof(finding->remedy), "%s", remedy ?: "");
	va_start(args, format);
	check_print(finding->value, sizeof(finding->value), format, args);
	va_end(args);
}

void finding_remedy(struct finding *finding, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	check_print(finding->remedy, sizeof(finding->remedy), format, args);
	va_end(args);
}

void finding_command(struct finding *finding, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	check_print(finding->remedy, sizeof(finding->remedy), format, args);
	va_end(args);
	finding->remedy_is_command = true;
}

/* A text for a shell must need no more than quotes. */
static bool is_plain(const char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~' || *text == '\'')
			return false;
	return true;
}

static void change_free(struct change *change)
{
	free(change->path);
	free(change->value);
	free(change->found);
}

void finding_change(const struct machine *machine, struct finding *finding,
		    const char *value, const char *format, ...)
{
	struct change change = { .value = strdup(value) }, *all = NULL;
	char text[CPUS_TEXT_SIZE];
	va_list args;

	va_start(args, format);
	if (vasprintf(&change.path, format, args) < 0)
		change.path = NULL;
	va_end(args);
	if (change.path &&
	    !kernel_file_read(machine, text, sizeof(text), change.path))
		change.found = strdup(text);
	if (change.value && change.found &&
	    is_plain(change.value) && is_plain(change.found))
		all = array_grow(finding->change, finding->changes,
				 sizeof(*all));
	if (!all) {
		change_free(&change);
		return;
	}
	all[finding->changes++] = change;
	finding->change = all;
}

void finding_option(struct finding *finding, const char *format, ...)
{
	char **all = array_grow(finding->option, finding->options, sizeof(*all));
	va_list args;
	int length;

	if (!all)
		return;
	finding->option = all;
	va_start(args, format);
	length = vasprintf(&all[finding->options], format, args);
	va_end(args);
	finding->options += length >= 0;
}

void check_facts(const struct machine *machine, struct facts *facts)
{
	struct cpus rest = machine_rest(machine);

	*facts = (struct facts) { .read = NULL };
	fact_set(facts, FACT_CPU, "%s", cpu_list(&machine->cpus).text);
	fact_set(facts, FACT_OTHERS, "%s", cpu_list(&rest).text);
}

void finding_mend(const struct machine *machine, struct finding *finding,
		  const char *id, const struct facts *facts)
{
	struct remedy_texts texts;

	remedy_expand(&texts, remedy_find(id), facts);
	if (texts.boot) {
		finding_remedy(finding, "boot with %s", texts.boot);
		finding_option(finding, "%s", texts.boot);
	} else if (texts.command) {
		finding_command(finding, "%s", texts.command);
	}
	if (texts.file && texts.value)
		finding_change(machine, finding, texts.value, "%s", texts.file);
	remedy_texts_free(&texts);
}

void finding_free(struct finding *finding)
{
	for (int i = 0; i < finding->options; i++)
		free(finding->option[i]);
	free(finding->option);
	for (int i = 0; i < finding->changes; i++)
		change_free(&finding->change[i]);
	free(finding->change);
}

void finding_unread(struct finding *finding, int error, const char *path)
{
	const char *remedy = error == EACCES || error == EPERM ?
			     "run this as root" : NULL;

	if (error == ENODATA)
		finding_set(finding, CHECK_UNKNOWN, remedy, "%s: empty", path);
	else if (error == EINVAL)
		finding_set(finding, CHECK_UNKNOWN, remedy,
			    "%s: its content is not understood", path);
	else
		finding_set(finding, CHECK_UNKNOWN, remedy, "%s: %s", path,
			    strerror(error));
}

struct cpu_text cpu_list(const struct cpus *cpus)
{
	struct cpu_text text;

	cpus_format(cpus, text.text, sizeof(text.text));
	return text;
}

struct cpu_text cpu_names(const struct cpus *cpus)
{
	struct cpu_text names;
	int length = sprintf(names.text, cpus_count(cpus) == 1 ? "CPU " : "CPUs ");

	cpus_format(cpus, names.text + length, sizeof(names.text) - length);
	return names;
}

bool check_isolates(const struct machine *machine)
{
	struct cpus rest = machine_rest(machine);

	return !cpus_empty(&rest);
}

int check_runs(const struct machine *machine, const char *name)
{
	const struct thread_list *all = machine_threads(machine);

	for (int i = 0; i < all->count; i++)
		if (all->thread[i].id == all->thread[i].pid &&
		    !strcmp(all->thread[i].name, name))
			return all->thread[i].pid;
	return all->count ? 0 : -1;
}

void check_add_sample(char *sample, size_t size, int number, const char *name)
{
	size_t used = strlen(sample);

	if (number <= SAMPLE)
		snprintf(sample + used, size - used, "%s%s",
			 used ? ", " : ": ", name);
	else if (number == SAMPLE + 1)
		snprintf(sample + used, size - used, " ...");
}
