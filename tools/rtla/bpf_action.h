/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A BPF program of the user's, run by the kernel at the very hit.
 */
#ifndef RTLA_BPF_ACTION_H
#define RTLA_BPF_ACTION_H

#include <stdbool.h>

#include "message.h"

struct bpf_action;

/*
 * bpf_action_load - load the object file @path, and check it; with @debug, let
 * libbpf talk
 *
 * It has to have a function "action_handler" in a section "tp/...".
 */
enum result bpf_action_load(struct bpf_action **action, const char *path,
			    bool debug);

/* bpf_action_attach - have it run whenever @system:@event happens */
enum result bpf_action_attach(struct bpf_action *action, const char *system,
			      const char *event);

/* bpf_action_free - detach it; NULL is taken */
void bpf_action_free(struct bpf_action *action);

#endif /* RTLA_BPF_ACTION_H */
