/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The demand curve of all interrupt vectors of a CPU together: the largest sum
 * of executions that began in one window, and the largest number. Where the
 * worst windows of vectors were not at the same time, that is less than the sum
 * of their own curves.
 *
 * Executions are told when they have ended, so that one that was interrupted
 * comes after those that have interrupted it, though it began before them. The
 * last 0.1 s are kept, to bring them into the order in which they began.
 */
#ifndef RTLA_JOINT_DEMAND_H
#define RTLA_JOINT_DEMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/demand.h"

struct joint_demand;

/* joint_demand_new - make it without arrivals; NULL: there is no memory */
struct joint_demand *joint_demand_new(void);
void joint_demand_free(struct joint_demand *joint);

/*
 * joint_demand_add - count an execution that began at @arrival_ns
 *
 * Returns false if there is no memory.
 */
bool joint_demand_add(struct joint_demand *joint, uint64_t arrival_ns,
		      uint64_t execution_ns);

/*
 * joint_demand_curve - return the curve of all arrivals so far
 *
 * NULL if one came later than 0.1 s behind those that began after it: then its
 * place is not known. @joint owns the curve, which holds until the next call.
 */
const struct demand_curve *joint_demand_curve(struct joint_demand *joint);

#endif /* RTLA_JOINT_DEMAND_H */
