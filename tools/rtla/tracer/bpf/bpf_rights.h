/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rights that loading BPF programs takes, and which of them are missing.
 */
#ifndef RTLA_BPF_RIGHTS_H
#define RTLA_BPF_RIGHTS_H

#include <stdbool.h>

struct tracer_absence;

/*
 * bpf_rights_lack - return whether this process lacks a capability, and tell
 * which
 */
bool bpf_rights_lack(struct tracer_absence *absence);

/*
 * bpf_rights_explain - tell why the kernel has refused with EPERM what takes
 * only rights that this process seems to have
 */
void bpf_rights_explain(struct tracer_absence *absence);

#endif /* RTLA_BPF_RIGHTS_H */
