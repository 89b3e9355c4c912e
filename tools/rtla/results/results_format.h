/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What files with results are known by, to those who write and who read them.
 */
#ifndef RTLA_RESULTS_FORMAT_H
#define RTLA_RESULTS_FORMAT_H

/* The fields "format" and "schema_version" of the file. */
#define RESULTS_FORMAT	"rtla-results"
#define RESULTS_VERSION	1

#endif /* RTLA_RESULTS_FORMAT_H */
