// SPDX-License-Identifier: GPL-2.0
/*
 * The rights that loading BPF programs takes: see bpf_rights.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host/bpf_rights.h"
#include "host/capability.h"
#include "host/machine.h"

#define CONTAINER_REMEDY \
	"start the container with --cap-add BPF,PERFMON,SYS_NICE"
#define CAPABILITIES	"CAP_BPF, CAP_PERFMON and CAP_SYS_NICE"

__attribute__((format(printf, 3, 4)))
static void put_lack(struct bpf_lack *lack, const char *remedy,
		     const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(lack->why, sizeof(lack->why), format, args);
	va_end(args);
	lack->remedy = remedy;
	lack->remedy_too = remedy;
	lack->of_kernel = false;
}

static bool lacks_capabilities(const struct machine *machine,
			       struct bpf_lack *lack)
{
	bool bpf = capability_has(machine, CAP_BPF);
	bool perfmon = capability_has(machine, CAP_PERFMON);

	if ((bpf && perfmon) || capability_has(machine, CAP_SYS_ADMIN))
		return false;
	put_lack(lack, CONTAINER_REMEDY, "this user lacks %s%s%s",
		 bpf ? "" : "CAP_BPF", bpf || perfmon ? "" : " and ",
		 perfmon ? "" : "CAP_PERFMON");
	if (geteuid()) {
		lack->remedy = "run as root, or with " CAPABILITIES;
		lack->remedy_too = "give this user " CAPABILITIES;
	}
	return true;
}

/* Return whether capabilities are those of a user namespace alone. */
static bool is_in_user_namespace(const struct machine *machine,
				 struct bpf_lack *lack)
{
	unsigned int inside, outside, count;
	char text[256];

	if (machine_read(machine, text, sizeof(text), "/proc/self/uid_map") ||
	    sscanf(text, "%u %u %u", &inside, &outside, &count) != 3 ||
	    (!outside && count == ~0U))
		return false;
	put_lack(lack, "start it as root, with --cap-add BPF,PERFMON,SYS_NICE",
		 "this user has CAP_BPF and CAP_PERFMON in a user namespace only, as in a container that was started without root");
	return true;
}

bool bpf_rights_lack(const struct machine *machine, struct bpf_lack *lack)
{
	if (machine_has(machine, BPF_KERNEL_BTF))
		return lacks_capabilities(machine, lack) ||
		       is_in_user_namespace(machine, lack);
	put_lack(lack, "boot a kernel with CONFIG_DEBUG_INFO_BTF",
		 "this kernel has no " BPF_KERNEL_BTF);
	lack->of_kernel = true;
	return true;
}

/* Linux 5.11 counts the memory of BPF programs for a control group instead. */
static bool is_memory_limited(const struct machine *machine,
			      struct rlimit *limit)
{
	char release[128];
	int major, minor;

	return !machine_read(machine, release, sizeof(release),
			     "/proc/sys/kernel/osrelease") &&
	       sscanf(release, "%d.%d", &major, &minor) == 2 &&
	       (major < 5 || (major == 5 && minor < 11)) &&
	       !getrlimit(RLIMIT_MEMLOCK, limit) &&
	       limit->rlim_cur != RLIM_INFINITY;
}

void bpf_rights_explain(const struct machine *machine, struct bpf_lack *lack)
{
	struct rlimit limit;

	if (is_memory_limited(machine, &limit))
		put_lack(lack, "let root raise that limit: prlimit --memlock=unlimited --pid $$",
			 "Linux before 5.11 counts the memory of BPF programs as locked, of which this user may have %llu KiB",
			 (unsigned long long)limit.rlim_cur / 1024);
	else
		put_lack(lack, CONTAINER_REMEDY,
			 "the kernel refuses them, though this user has the capabilities: a filter of system calls, or a security module");
}
