// SPDX-License-Identifier: GPL-2.0
/*
 * The rights that loading BPF programs takes: see bpf_rights.h.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host/capability.h"
#include "host/machine.h"
#include "tracer/bpf/bpf_rights.h"
#include "tracer/tracer.h"

#define CONTAINER_REMEDY \
	"start the container with --cap-add BPF,PERFMON,SYS_NICE"

static void put_remedy(struct tracer_absence *absence, const char *remedy)
{
	snprintf(absence->remedy, sizeof(absence->remedy), "%s", remedy);
	snprintf(absence->remedy_too, sizeof(absence->remedy_too), "%s",
		 remedy);
}

#define CAPABILITIES	"CAP_BPF, CAP_PERFMON and CAP_SYS_NICE"

bool bpf_rights_lack(struct tracer_absence *absence)
{
	const struct machine machine = { .root = "" };
	bool bpf = capability_has(&machine, CAP_BPF);
	bool perfmon = capability_has(&machine, CAP_PERFMON);

	if ((bpf && perfmon) || capability_has(&machine, CAP_SYS_ADMIN))
		return false;
	snprintf(absence->why, sizeof(absence->why), "this user lacks %s%s%s",
		 bpf ? "" : "CAP_BPF", bpf || perfmon ? "" : " and ",
		 perfmon ? "" : "CAP_PERFMON");
	put_remedy(absence, geteuid() ? "run as root, or with " CAPABILITIES :
					CONTAINER_REMEDY);
	/* Other tracers have said already that root may measure. */
	if (geteuid())
		snprintf(absence->remedy_too, sizeof(absence->remedy_too),
			 "give this user " CAPABILITIES);
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

/* Return whether capabilities are those of a user namespace alone. */
static bool is_in_user_namespace(const struct machine *machine)
{
	unsigned int inside, outside, count;
	char text[256];

	return !machine_read(machine, text, sizeof(text),
			     "/proc/self/uid_map") &&
	       sscanf(text, "%u %u %u", &inside, &outside, &count) == 3 &&
	       (outside || count != ~0U);
}

void bpf_rights_explain(struct tracer_absence *absence)
{
	const struct machine machine = { .root = "" };
	struct rlimit limit;

	if (is_in_user_namespace(&machine)) {
		snprintf(absence->why, sizeof(absence->why),
			 "this user has CAP_BPF and CAP_PERFMON in a user namespace only, as in a container that was started without root");
		put_remedy(absence,
			   "start it as root, with --cap-add BPF,PERFMON,SYS_NICE");
	} else if (is_memory_limited(&machine, &limit)) {
		snprintf(absence->why, sizeof(absence->why),
			 "Linux before 5.11 counts the memory of BPF programs as locked, of which this user may have %llu KiB",
			 (unsigned long long)limit.rlim_cur / 1024);
		put_remedy(absence,
			   "let root raise that limit: prlimit --memlock=unlimited --pid $$");
	} else {
		snprintf(absence->why, sizeof(absence->why),
			 "the kernel refuses them, though this user has the capabilities: a filter of system calls, or a security module");
		put_remedy(absence, CONTAINER_REMEDY);
	}
}
