/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The document of "rtla help --json": all commands and their options, and the
 * figures of results that are in tables. The manual pages, the completion of
 * shells, and pages about options and results are made from it.
 */
#ifndef RTLA_COMMANDS_JSON_H
#define RTLA_COMMANDS_JSON_H

#include <stddef.h>

#include "options/command.h"

/*
 * commands_json - make the document, as Documentation/commands.schema.json says
 *
 * @at returns a command by its place in the list of them, or NULL after the
 * last one. Returns a text that the caller frees, or NULL if there is no
 * memory.
 */
char *commands_json(const struct command *(*at)(size_t place));

#endif /* RTLA_COMMANDS_JSON_H */
