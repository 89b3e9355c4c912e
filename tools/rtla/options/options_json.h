/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options of a command as JSON, for manual pages and shell completion.
 */
#ifndef RTLA_OPTIONS_JSON_H
#define RTLA_OPTIONS_JSON_H

#include <jansson.h>

struct option_set;

/*
 * options_json - make an array of the options under each title, as in --help
 *
 * Returns a new reference, or NULL if there is no memory.
 */
json_t *options_json(const struct option_set *set);

#endif /* RTLA_OPTIONS_JSON_H */
