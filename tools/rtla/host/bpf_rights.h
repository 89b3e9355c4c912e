/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether this kernel takes BPF programs at its tracepoints, and from this
 * process, and what is missing. Whoever loads them and whoever only judges the
 * machine ask here.
 */
#ifndef RTLA_BPF_RIGHTS_H
#define RTLA_BPF_RIGHTS_H

#include <stdbool.h>

struct machine;

/* Where the kernel tells its types. */
#define BPF_KERNEL_BTF	"/sys/kernel/btf/vmlinux"

/**
 * struct bpf_lack - why programs cannot be loaded; no whole sentences
 * @why: the reason
 * @remedy: what the user can do
 * @remedy_too: so, after "or" and the remedies of others, which have said
 *	already that root may measure
 * @of_kernel: it is the kernel that lacks something, not the user
 */
struct bpf_lack {
	char why[256];
	const char *remedy;
	const char *remedy_too;
	bool of_kernel;
};

/* bpf_rights_lack - return whether something is known to be missing, and what */
bool bpf_rights_lack(const struct machine *machine, struct bpf_lack *lack);

/*
 * bpf_rights_explain - tell why the kernel has refused with EPERM what takes
 * only rights that this process seems to have
 */
void bpf_rights_explain(const struct machine *machine, struct bpf_lack *lack);

#endif /* RTLA_BPF_RIGHTS_H */
