/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What kinds of measurement are called. Most files that name one ask nothing
 * else of it, and so need not know its row.
 */
#ifndef RTLA_KIND_NAME_H
#define RTLA_KIND_NAME_H

#include "trace/contexts.h"

/* kind_name - return the name of a kind in commands and results, like "timerlat" */
const char *kind_name(enum kind kind);

#endif /* RTLA_KIND_NAME_H */
