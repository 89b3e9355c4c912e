/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A BPF program of the user, which the kernel runs at the moment of a hit.
 */
#ifndef RTLA_BPF_ACTION_H
#define RTLA_BPF_ACTION_H

#include <stdbool.h>

#include "base/message.h"

struct bpf_action;

/*
 * bpf_action_load - load the object file @path, and check it
 *
 * The file needs a function "action_handler" in a section "tp/...". With
 * @debug, the messages of libbpf are printed. If it fails, the function prints
 * an error and sets @action to NULL. The caller frees @action with
 * bpf_action_free().
 */
enum result bpf_action_load(struct bpf_action **action, const char *path,
			    bool debug);

/*
 * bpf_action_attach - let the program run at each event @system:@event
 *
 * Prints an error if it fails.
 */
enum result bpf_action_attach(struct bpf_action *action, const char *system,
			      const char *event);

/* bpf_action_free - detach and free a program; @action may be NULL */
void bpf_action_free(struct bpf_action *action);

#endif /* RTLA_BPF_ACTION_H */
