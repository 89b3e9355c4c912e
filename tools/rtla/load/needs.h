/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The programs and files that a load needs, and Debian's packages that have
 * them.
 */
#ifndef RTLA_NEEDS_H
#define RTLA_NEEDS_H

#include "base/message.h"
#include "load/scenarios.h"

/*
 * needs_check - check that everything is there that the parts of @plan need
 *
 * Else prints one message that names all that is missing with its packages, and
 * returns RESULT_CANNOT.
 */
enum result needs_check(const struct load_plan *plan);

#endif /* RTLA_NEEDS_H */
