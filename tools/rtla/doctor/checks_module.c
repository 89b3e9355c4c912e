// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of the module: whether it is loaded or installed, and whether this
 * kernel would load it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/check.h"
#include "doctor/module_sessions.h"
#include "doctor/tracer_lacks.h"
#include "trace/own_tracers.h"
#include "host/bpf_rights.h"
#include "host/capability.h"
#include "host/installed_module.h"
#include "host/machine.h"
#include "trace/tracer_users.h"
#include "uapi/rtla.h"

#define EFI		"/sys/firmware/efi"
#define SECURE_BOOT	EFI "/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
#define LOCKDOWN	"/sys/kernel/security/lockdown"
#define LOADED		"/sys/module/rtla"
#define SIG_ENFORCE	"/sys/module/module/parameters/sig_enforce"

/* ---- Whether the kernel would load it ------------------------------------ */

/*
 * The remedy for the module of the package rtla-dkms comes first, as it is the
 * usual one.
 */
#define ENROL_REMEDY	"enrol it and reboot: 'mokutil --import /var/lib/dkms/mok.pub', or that file of your own key"

/* The remedy where the kernel loads only modules signed with a key it knows. */
#define KEY_REMEDY	"enrol a key with 'mokutil --import' and a reboot, sign rtla.ko with it, then 'make install': see secure_boot in Documentation/doctor.md"

enum key_found { KEY_THERE, KEY_MISSING, KEY_UNKNOWN };

/*
 * Look for a key by its name in a list that shows root all keys of the kernel,
 * one a line like "1a2b I------ 1 perm 1f010000 0 0 asymmetri NAME: 3f6b...:
 * X509.rsa ...".
 */
static enum key_found find_key(const struct machine *machine, const char *name)
{
	static const char kind[] = " asymmetri ";
	enum key_found found = KEY_UNKNOWN;
	size_t size, length = strlen(name);
	char *text = machine_load(machine, &size, "/proc/keys");
	char *at = text;

	while (at && (at = strstr(at, kind))) {
		at += strlen(kind);
		if (!strncmp(at, name, length) && !strncmp(at + length, ": ", 2)) {
			found = KEY_THERE;
			break;
		}
		found = KEY_MISSING;
	}
	free(text);
	return found;
}

/*
 * Copy the mode of lockdown, "none", "integrity" or "confidentiality", to
 * @mode. Returns 0 or an errno.
 */
static int read_lockdown(const struct machine *machine, char *mode, size_t size)
{
	char text[128];
	int error = machine_read(machine, text, sizeof(text), LOCKDOWN);

	mode[0] = '\0';
	if (!error && !chosen_word(text, "[]", mode, size))
		error = EINVAL;
	/*
	 * If the list of security modules is there, securityfs is mounted, so
	 * the kernel runs without lockdown.
	 */
	if (error == ENOENT && machine_has(machine, "/sys/kernel/security/lsm")) {
		snprintf(mode, size, "none");
		error = 0;
	}
	return error;
}

/* Return whether the kernel loads only modules with a signature that it knows. */
static bool enforces_signatures(const struct machine *machine)
{
	char mode[32], text[8];

	return (!read_lockdown(machine, mode, sizeof(mode)) &&
		strcmp(mode, "none")) ||
	       (!machine_read(machine, text, sizeof(text), SIG_ENFORCE) &&
		!strcmp(text, "Y"));
}

/* Return whether the kernel loads no more modules before it is booted again. */
static bool loads_no_more(const struct machine *machine)
{
	int64_t no_more;

	return !machine_number(machine, &no_more, "/proc/sys/kernel/modules_disabled") &&
	       no_more;
}

/*
 * Return whether a run would try to load the module, and fill in @file. A run
 * does that by module_loading_try() in tracer/.
 */
static bool would_try(const struct machine *machine, struct module_file *file)
{
	return !machine_has(machine, LOADED) &&
	       installed_module_find(machine, file) == MODULE_FOUND &&
	       !file->blacklisted && capability_has(machine, CAP_SYS_MODULE) &&
	       !loads_no_more(machine);
}

/* Return whether the kernel would refuse it for its signature, for sure. */
static bool would_refuse(const struct machine *machine,
			 const struct module_file *file)
{
	if (!enforces_signatures(machine))
		return false;
	return file->signature == MODULE_NOT_SIGNED ||
	       (file->signature == MODULE_SIGNED && *file->signer &&
		find_key(machine, file->signer) == KEY_MISSING);
}

/* ---- The module, and what stands in for it ------------------------------- */

static void look_loaded(const struct machine *machine, struct finding *finding)
{
	int error = machine_access(machine, R_OK | W_OK, RTLA_DEVICE_PATH);
	char version[64];

	if (!error && !capability_has(machine, CAP_SYS_ADMIN))
		error = EPERM;
	if (machine_read(machine, version, sizeof(version), LOADED "/version"))
		version[0] = '\0';
	if (error)
		finding_set(finding, CHECK_FAILURE, "measure as root",
			    "loaded, but not for this user: " RTLA_DEVICE_PATH
			    ": %s",
			    strerror(error));
	else
		finding_set(finding, CHECK_OK, NULL, "loaded%s%s",
			    *version ? ", version " : "", version);
}

/*
 * Return whether BPF programs can measure, as far as is known without loading
 * some: a command that was built without them says so.
 */
static bool bpf_can_measure(const struct machine *machine)
{
	struct bpf_lack lack;

	return !bpf_rights_lack(machine, &lack);
}

/* Nothing measures: say what this user lacks for BPF programs, if that is why. */
static void find_no_tracer(const struct machine *machine,
			   struct finding *finding)
{
	static const char none[] =
		"none yet: the kernel has no timerlat and osnoise of its own, or not for this user";
	struct bpf_lack lack;

	if (bpf_rights_lack(machine, &lack) && !lack.of_kernel)
		finding_set(finding, CHECK_WARNING, "see module",
			    "%s, and no BPF programs: %s", none, lack.why);
	else
		finding_set(finding, CHECK_WARNING, "see module", "%s", none);
}

static void look_installed(const struct machine *machine,
			   struct finding *finding)
{
	struct module_file file;
	enum module_found found = installed_module_find(machine, &file);

	if (found == MODULE_FOUND && file.blacklisted)
		finding_set(finding, CHECK_FAILURE, "modprobe rtla",
			    "not loaded, and modprobe's configuration blacklists it; %s is installed",
			    file.path);
	else if (found == MODULE_FOUND && loads_no_more(machine))
		finding_set(finding, CHECK_FAILURE, "reboot",
			    "not loaded, and this kernel loads no more modules (kernel.modules_disabled); %s is installed",
			    file.path);
	else if (found == MODULE_FOUND && capability_has(machine, CAP_SYS_MODULE))
		finding_set(finding, CHECK_OK, NULL,
			    "not loaded; %s is installed", file.path);
	else if (found == MODULE_FOUND)
		finding_set(finding, CHECK_FAILURE, "measure as root",
			    "not loaded, and not for this user to load: %s",
			    file.path);
	else if (machine_has(machine, "/proc/sys/kernel") &&
		 !machine_has(machine, "/proc/modules"))
		finding_set(finding, CHECK_FAILURE,
			    "boot a kernel that can, like those of distributions",
			    "this kernel cannot load modules");
	else if (found == MODULE_UNKNOWN)
		finding_set(finding, CHECK_FAILURE, "modprobe rtla",
			    "not loaded; whether it is installed is unknown without libkmod");
	else
		finding_set(finding, CHECK_FAILURE,
			    "'make install' in rtla's sources, once for each kernel, then 'modprobe rtla'",
			    "not loaded, and not installed for this kernel");
	/* Most commands can do without it then. */
	if (finding->status == CHECK_FAILURE &&
	    (own_tracers_there(machine) || bpf_can_measure(machine)))
		finding->status = CHECK_WARNING;
}

/* A CPU that the module measures for somebody is not measured for a second one. */
static void look_sessions(const struct machine *machine,
			  struct finding *finding)
{
	struct module_sessions sessions;
	struct cpu_text list;

	if (module_sessions_find(&sessions, machine, "workload")) {
		list = cpu_names(&sessions.cpus);
		finding_set(finding, CHECK_FAILURE, NULL,
			    "the module, but %s already measures with it on %s",
			    sessions.processes, list.text);
	} else if (module_sessions_find(&sessions, machine, "probe")) {
		list = cpu_names(&sessions.cpus);
		finding_set(finding, CHECK_WARNING, NULL,
			    "the module, but %s already measures a bound on %s, which disturbs other measurements, and there can be no second one",
			    sessions.processes, list.text);
	} else {
		finding_set(finding, CHECK_OK, NULL, "the module%s",
			    tracer_lacks_find(machine, RECORDED_BY_MODULE).text);
		return;
	}
	finding_remedy(finding, "end it, or wait for its end, or leave %s out with --cpus",
		       list.text);
}

/*
 * The kernel's own tracers measure, or BPF programs, or both: say what either
 * does not see.
 */
static void find_stand_ins(const struct machine *machine, struct finding *finding)
{
	bool own = own_tracers_there(machine), bpf = bpf_can_measure(machine);
	struct tracer_lacks lacks[2] = { { .text = "" } };

	if (own)
		lacks[0] = tracer_lacks_find(machine, RECORDED_BY_KERNEL);
	if (bpf)
		lacks[1] = tracer_lacks_find(machine, RECORDED_BY_BPF);
	finding_set(finding, own && !lacks[0].of_machine ? CHECK_OK : CHECK_WARNING,
		    own && !lacks[0].of_machine ? NULL : "see module",
		    "%s%s%s%s%s%s", own ? "the kernel's own" : "", lacks[0].text,
		    own && bpf ? "; or " : "", bpf ? "BPF programs" : "",
		    lacks[1].text, bpf && !capability_has(machine, CAP_SYS_NICE) ?
		    "; their processes get no priority: this user lacks CAP_SYS_NICE" : "");
}

static void look_tracer(const struct machine *machine, struct finding *finding)
{
	struct tracer_users users;
	struct module_file file;
	bool tries, own = own_tracers_there(machine);

	if (machine_has(machine, RTLA_DEVICE_PATH)) {
		look_sessions(machine, finding);
		return;
	}
	tries = would_try(machine, &file);
	if (tries && !would_refuse(machine, &file))
		finding_set(finding, CHECK_OK, NULL,
			    "the module%s, if it can be loaded",
			    tracer_lacks_find(machine, RECORDED_BY_MODULE).text);
	else if (!own && bpf_can_measure(machine))
		find_stand_ins(machine, finding);
	else if (tries && !own)
		finding_set(finding, CHECK_FAILURE,
			    file.signature == MODULE_SIGNED ? ENROL_REMEDY : KEY_REMEDY,
			    "none: the kernel would refuse the module, and has no timerlat and osnoise of its own");
	else if (!own)
		find_no_tracer(machine, finding);
	else if (tracer_users_find(&users, machine))
		finding_set(finding, CHECK_FAILURE, users.remedy,
			    "the kernel's own, but for others: %s", users.why);
	else
		find_stand_ins(machine, finding);
}

static void look_module(const struct machine *machine, struct finding *finding)
{
	if (machine_has(machine, RTLA_DEVICE_PATH))
		look_loaded(machine, finding);
	else if (machine_has(machine, LOADED))
		finding_set(finding, CHECK_FAILURE,
			    "modprobe -r rtla; modprobe rtla",
			    "loaded, but there is no " RTLA_DEVICE_PATH);
	else
		look_installed(machine, finding);
}

/* ---- Which modules the kernel takes -------------------------------------- */

static void judge_key(const struct machine *machine, struct finding *finding,
		      const char *why, const char *signer)
{
	switch (find_key(machine, signer)) {
	case KEY_THERE:
		finding_set(finding, CHECK_OK, NULL,
			    "%s; the module is signed by '%s', whose key this kernel has",
			    why, signer);
		break;
	case KEY_MISSING:
		finding_set(finding, CHECK_FAILURE, ENROL_REMEDY,
			    "%s; the module is signed by '%s', whose key is not enrolled",
			    why, signer);
		break;
	case KEY_UNKNOWN:
		finding_set(finding, CHECK_WARNING, "run this as root",
			    "%s; the module is signed by '%s'; whether its key is enrolled is unknown",
			    why, signer);
	}
}

/*
 * Judge whether a kernel that loads only signed modules would load this one.
 * @why says why the kernel does so.
 */
static void judge_signature(const struct machine *machine,
			    struct finding *finding, const char *why)
{
	struct module_file file;
	enum module_found found;

	if (machine_has(machine, LOADED)) {
		finding_set(finding, CHECK_OK, NULL, "%s; the module is loaded",
			    why);
		return;
	}
	found = installed_module_find(machine, &file);
	if (found == MODULE_MISSING)
		finding_set(finding, CHECK_FAILURE, KEY_REMEDY,
			    "%s; there is no module", why);
	else if (found == MODULE_UNKNOWN || file.signature == MODULE_UNREADABLE)
		finding_set(finding, CHECK_WARNING, KEY_REMEDY,
			    "%s; whether the module is signed is unknown",
			    why);
	else if (file.signature == MODULE_SIGNED && *file.signer)
		judge_key(machine, finding, why, file.signer);
	else if (file.signature == MODULE_SIGNED)
		finding_set(finding, CHECK_WARNING, KEY_REMEDY,
			    "%s; the module is signed, and its key has to be enrolled",
			    why);
	else
		finding_set(finding, CHECK_FAILURE, KEY_REMEDY,
			    "%s; the module is not signed", why);
	/* Most commands can do without the module then. */
	if (finding->status == CHECK_FAILURE &&
	    (own_tracers_there(machine) || bpf_can_measure(machine)))
		finding->status = CHECK_WARNING;
}

static void look_lockdown(const struct machine *machine,
			  struct finding *finding)
{
	char mode[32];
	int error = read_lockdown(machine, mode, sizeof(mode));

	if (error)
		finding_unread(finding, error, LOCKDOWN);
	else if (!strcmp(mode, "none"))
		finding_set(finding, CHECK_OK, NULL, "none");
	else if (strcmp(mode, "integrity"))
		finding_set(finding, CHECK_WARNING,
			    "boot with lockdown=integrity, or without lockdown=",
			    "%s: there are no traces, and no causes", mode);
	else
		judge_signature(machine, finding,
				"integrity: modules must be signed");
}

static void look_enforcement(const struct machine *machine,
			     struct finding *finding)
{
	char text[8];
	int error = machine_read(machine, text, sizeof(text), SIG_ENFORCE);

	/* A kernel that is built without module signatures has no such file. */
	if (error == ENOENT && machine_has(machine, "/sys/module")) {
		finding_set(finding, CHECK_OK, NULL, "not in this kernel");
		return;
	}
	if (!error && strcmp(text, "Y") && strcmp(text, "N"))
		error = EINVAL;
	if (error)
		finding_unread(finding, error, SIG_ENFORCE);
	else if (*text == 'N')
		finding_set(finding, CHECK_OK, NULL, "not enforced");
	else
		judge_signature(machine, finding, "enforced");
}

static void look_secure_boot(const struct machine *machine,
			     struct finding *finding)
{
	unsigned char bytes[5];		/* 4 of attributes, then the value */
	int error = machine_read_bytes(machine, bytes, sizeof(bytes), 0,
				       SECURE_BOOT);

	if (error == ENOENT && machine_has(machine, "/sys/firmware") &&
	    !machine_has(machine, EFI)) {
		finding_set(finding, CHECK_OK, NULL,
			    "off: this machine has no EFI");
	} else if (error) {
		finding_unread(finding, error, EFI "/efivars/SecureBoot-*");
	} else if (!bytes[4]) {
		finding_set(finding, CHECK_OK, NULL, "off");
	} else if (machine_has(machine, LOADED)) {
		finding_set(finding, CHECK_OK, NULL,
			    "on; the module is loaded");
	} else {
		judge_signature(machine, finding, "on");
		/* Whether the kernel cares is what the other two checks are for. */
		if (finding->status == CHECK_FAILURE)
			finding->status = CHECK_WARNING;
	}
}

const struct check module_checks[] = {
	{ "module", 11, "rtla.ko", look_module, NULL },
	{ "tracer", 12, "what measures, and what it would not see", look_tracer, NULL },
	{ "lockdown", 10, "what the kernel forbids even to root", look_lockdown,
	  "mount -t securityfs nodev /sys/kernel/security" },
	{ "module_signature", 9, "whether only signed modules are accepted",
	  look_enforcement, NULL },
	{ "secure_boot", 8, "whether the firmware accepts only signed kernels",
	  look_secure_boot,
	  "mount -t efivarfs nodev " EFI "/efivars, or ask mokutil --sb-state" },
	{ .name = NULL }
};
