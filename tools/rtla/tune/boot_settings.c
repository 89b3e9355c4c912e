// SPDX-License-Identifier: GPL-2.0
/*
 * Settings on the kernel's command line: see boot_settings.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/boot_options.h"
#include "host/machine.h"
#include "tune/boot_settings.h"
#include "tune/command_line.h"
#include "tune/settings.h"

/* Return whether each of these options is on the command line. */
static bool has_options(const struct machine *machine, const char *options)
{
	char *words = strdup(options), *rest = words, *word;
	bool has = words;

	while (has && (word = strsep(&rest, " ")))
		has = !*word || has_word(machine->command_line, word);
	free(words);
	return has;
}

/* Add options of the command line as one setting. */
static enum result add_options(struct settings *settings, const char *options)
{
	char *advice = NULL;
	struct finding *finding = NULL;

	if (!*options || strpbrk(options, "'\"\\\n\t"))
		return fail(RESULT_ERROR, "--boot '%s': not options of the kernel's command line: give some like 'isolcpus=2-3 nohz_full=2-3'",
			    options);
	if (has_options(&settings->findings.machine, options))
		return fail(RESULT_ERROR, "--boot '%s': this kernel was booted with that: boot without it first",
			    options);
	for (int i = 0; i < settings->count; i++) {
		const char *other = setting_options(settings, i);

		if (other && command_line_common(other, options))
			return fail(RESULT_ERROR, "--boot '%s': an option of it is in '%s', too: try one after the other",
				    options, other);
	}
	if (asprintf(&advice, "boot with %s", options) >= 0) {
		finding = settings_add_text(settings, &(struct setting_text) {
			.name = options, .group = "boot", .options = options,
			.advice = advice,
		});
		free(advice);
	}
	return finding ? RESULT_OK : fail(RESULT_ERROR, "out of memory");
}

/* Add all options that the findings want. */
static enum result add_wanted_options(struct settings *settings)
{
	const struct findings *findings = &settings->findings;
	struct boot_options merged;
	enum result result;

	if (!findings_options(findings, &merged))
		result = fail(RESULT_ERROR, "out of memory");
	else if (!*merged.wanted)
		result = fail(RESULT_CANNOT, "--boot " BOOT_DOCTOR ": no check of rtla doctor wants an option of the kernel's command line: name some");
	else
		result = add_options(settings, merged.wanted);
	boot_options_free(&merged);
	return result;
}

enum result boot_settings_add(struct settings *settings,
			      const struct operands *boots)
{
	enum result result = RESULT_OK;

	for (int i = 0; !result && i < boots->count; i++)
		result = strcmp(boots->word[i], BOOT_DOCTOR) ?
			 add_options(settings, boots->word[i]) :
			 add_wanted_options(settings);
	return result;
}
