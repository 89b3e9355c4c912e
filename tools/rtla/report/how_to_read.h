/* SPDX-License-Identifier: GPL-2.0 */
/*
 * "How to read this page": from where to where each latency is measured.
 */
#ifndef RTLA_HOW_TO_READ_H
#define RTLA_HOW_TO_READ_H

#include <stdio.h>

struct report_input;

/**
 * how_to_read - print pictures and sentences about the latencies of the results
 * @out: the page
 * @input: the results; what none of them has is left out
 */
void how_to_read(FILE *out, const struct report_input *input);

#endif /* RTLA_HOW_TO_READ_H */
