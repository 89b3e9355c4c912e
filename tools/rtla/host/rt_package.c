// SPDX-License-Identifier: GPL-2.0
/*
 * Kernels with PREEMPT_RT: see rt_package.h.
 */
#include <stdio.h>
#include <string.h>

#include "host/machine.h"
#include "host/rt_package.h"

static const struct {
	const char *id;		/* ID= of os-release */
	const char *flavour;	/* the end of the kernel's release; NULL: any */
	const char *command;
} rt_packages[] = {
	{ "debian", "-amd64", "apt install linux-image-rt-amd64" },
	{ "debian", "-arm64", "apt install linux-image-rt-arm64" },
	{ "debian", "-armmp", "apt install linux-image-rt-armmp" },
	{ "ubuntu", NULL, "pro enable realtime-kernel" },
	{ "rhel", NULL, "dnf install kernel-rt" },
	{ "centos", NULL, "dnf install kernel-rt" },
	{ "rocky", NULL, "dnf install kernel-rt" },
	{ "almalinux", NULL, "dnf install kernel-rt" },
	{ "opensuse-tumbleweed", NULL, "zypper install kernel-rt" },
	{ "arch", NULL, "pacman -S linux-rt" },
};

/* Find the value of "ID" in os-release, which may have quotes. */
static bool rt_package_distribution(const struct machine *machine, char *id,
				    size_t size)
{
	char text[4096] = "\n";
	const char *at;

	if (machine_read(machine, text + 1, sizeof(text) - 1, "/etc/os-release"))
		return false;
	at = strstr(text, "\nID=");
	if (!at)
		return false;
	at += strlen("\nID=");
	at += strspn(at, "\"'");
	snprintf(id, size, "%.*s", (int)strcspn(at, "\"'\n"), at);
	return true;
}

bool rt_package_find(const struct machine *machine,
		     char command[RT_PACKAGE_LEN])
{
	const char *flavour = strrchr(machine->release, '-');
	char id[32];

	*command = '\0';
	if (!rt_package_distribution(machine, id, sizeof(id)))
		return false;
	for (size_t i = 0; i < sizeof(rt_packages) / sizeof(rt_packages[0]); i++) {
		const char *wanted = rt_packages[i].flavour;

		if (strcmp(rt_packages[i].id, id) ||
		    (wanted && (!flavour || strcmp(wanted, flavour))))
			continue;
		snprintf(command, RT_PACKAGE_LEN, "%s", rt_packages[i].command);
		return true;
	}
	return false;
}
