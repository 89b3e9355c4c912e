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
 * chosen_tracer - choose the tracer for @config, and settle with it what it
 * cannot do
 *
 * It is the first one of the list (tracer/tracers.h) that the options allow and
 * that is there; or if a hit is to be explained, and that one's events say less
 * than the module's, a later one whose events do not, and which can do all that
 * @config says. That a tracer was brought, as a module is loaded, or stands in
 * for another one, is noted unless the run is quiet. Without being asked for,
 * processes of user space do not measure where the tracer has no such
 * processes. If no tracer can do what @config says, prints an error; @ops is
 * NULL then if none was found.
 */
enum result chosen_tracer(const struct tracer_ops **ops, struct config *config);

#endif /* RTLA_CHOSEN_TRACER_H */
