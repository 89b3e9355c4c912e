/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Thresholds of contexts that are given by name, like "wait=50us".
 */
#ifndef RTLA_THRESHOLDS_H
#define RTLA_THRESHOLDS_H

/*
 * threshold_add - set the threshold of a context that @config measures
 *
 * It is the parser of an option; @config is a struct config. Returns NULL, or
 * an error of the form "reason: what to give", which is valid until the next
 * call.
 */
const char *threshold_add(void *config, const char *text);

#endif /* RTLA_THRESHOLDS_H */
