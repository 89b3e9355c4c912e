/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The host's side of a hit in a guest: the traces of both are joined, and what
 * the host did in the time of the hit is told.
 */
#ifndef RTLA_HOST_SIDE_H
#define RTLA_HOST_SIDE_H

#include <stdio.h>

#include <jansson.h>

struct guest_hit;
struct host_trace;
struct saved_trace;
struct vcpu_tids;

/**
 * struct host_side - what is wanted, and what is found
 * @text: where it is printed; NULL: it is not
 * @json: the same as an object, which the caller owns
 * @why: buffer for the text of a reason
 */
struct host_side {
	const struct host_trace *host;
	const struct saved_trace *guest;
	const struct vcpu_tids *tids;
	FILE *text;
	json_t *json;
	char why[512];
};

/*
 * host_side_explain - tell what the host did in the time of @hit
 *
 * Returns NULL, or the reason why that cannot be told.
 */
const char *host_side_explain(struct host_side *side,
			      const struct guest_hit *hit);

#endif /* RTLA_HOST_SIDE_H */
