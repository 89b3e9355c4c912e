// SPDX-License-Identifier: GPL-2.0
/*
 * The demand of all vectors together: see joint_demand.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "stats/joint_demand.h"

/* Beyond this, no bound is known, so that no execution need be longer. */
#define KEPT_NS		DEMAND_LONGEST_NS

/* So many arrivals are put into the curve at once, to move the others seldom. */
#define PASSED_ON	256

struct joint_arrival {
	uint64_t ns;
	uint64_t execution_ns;
};

struct joint_demand {
	struct demand *demand;	/* of what is not kept any more */
	struct demand *shown;	/* the same, with what is kept */
	struct joint_arrival *kept;	/* in the order of their begin */
	int count;
	bool unordered;
};

struct joint_demand *joint_demand_new(void)
{
	struct joint_demand *joint = calloc(1, sizeof(*joint));

	if (!joint)
		return NULL;
	joint->demand = demand_new(0);
	joint->shown = demand_new(0);
	if (joint->demand && joint->shown)
		return joint;
	joint_demand_free(joint);
	return NULL;
}

void joint_demand_free(struct joint_demand *joint)
{
	if (!joint)
		return;
	demand_free(joint->demand);
	demand_free(joint->shown);
	free(joint->kept);
	free(joint);
}

/* Put the first @count arrivals that are kept into a curve. */
static void pass_on(struct joint_demand *joint, struct demand *demand, int count)
{
	for (int i = 0; i < count; i++)
		if (!demand_add(demand, joint->kept[i].ns,
				joint->kept[i].execution_ns))
			joint->unordered = true;
}

/* Keep no longer what began so long before the last one. */
static void pass_on_old(struct joint_demand *joint)
{
	uint64_t last = joint->kept[joint->count - 1].ns;

	if (joint->count <= PASSED_ON ||
	    last - joint->kept[PASSED_ON - 1].ns <= KEPT_NS)
		return;
	pass_on(joint, joint->demand, PASSED_ON);
	joint->count -= PASSED_ON;
	memmove(joint->kept, joint->kept + PASSED_ON,
		joint->count * sizeof(*joint->kept));
}

bool joint_demand_add(struct joint_demand *joint, uint64_t arrival_ns,
		      uint64_t execution_ns)
{
	struct joint_arrival *kept = array_grow(joint->kept, joint->count,
						sizeof(*kept));
	int at = joint->count;

	if (!kept)
		return false;
	joint->kept = kept;
	while (at && kept[at - 1].ns > arrival_ns) {
		kept[at] = kept[at - 1];
		at--;
	}
	kept[at] = (struct joint_arrival) { arrival_ns, execution_ns };
	joint->count++;
	pass_on_old(joint);
	return true;
}

const struct demand_curve *joint_demand_curve(struct joint_demand *joint)
{
	demand_copy(joint->shown, joint->demand);
	pass_on(joint, joint->shown, joint->count);
	return joint->unordered ? NULL : demand_curve(joint->shown);
}
