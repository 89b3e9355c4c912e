/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which tracer measures.
 */
#ifndef RTLA_CHOSEN_TRACER_H
#define RTLA_CHOSEN_TRACER_H

#include "base/message.h"

struct config;
struct tracer_ops;

/*
 * chosen_tracer - choose the tracer for @config, and settle with it what it cannot do
 *
 * With --tracer auto it is the module if that is loaded or can be loaded, otherwise the
 * kernel's own tracer; which of these it is, and that a module was loaded, is noted unless
 * the run is quiet. With --tracer kernel nothing is loaded. Without being asked for, processes of user space do not measure where the tracer
 * has no such processes. Prints an error, and changes nothing else, if no tracer can do
 * what @config says.
 */
enum result chosen_tracer(const struct tracer_ops **ops, struct config *config);

#endif /* RTLA_CHOSEN_TRACER_H */
