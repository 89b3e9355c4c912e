// SPDX-License-Identifier: GPL-2.0
/*
 * Which machine this is: see host_info.h.
 */
#include <crypt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/host_info.h"
#include "host/machine.h"

/*
 * How crypt(3) hashes a machine's id: by SHA-256, with this project's name as
 * the key. The id has 128 random bits, so one needs no more rounds than the
 * least.
 */
#define HASH_KEY	"$5$rounds=1000$rtla$"

#define DMI		"/sys/class/dmi/id"

static void hash_machine_id(const struct machine *machine, char *text,
			    size_t size)
{
	struct crypt_data data = { .initialized = 0 };
	char id[64];
	const char *hash;

	if (machine_read(machine, id, sizeof(id), "/etc/machine-id") &&
	    machine_read(machine, id, sizeof(id), "/var/lib/dbus/machine-id"))
		return;
	hash = crypt_r(id, HASH_KEY, &data);
	/* Where crypt() may not use SHA-256 it returns a text without '$'. */
	if (hash && strrchr(hash, '$'))
		snprintf(text, size, "%s", strrchr(hash, '$') + 1);
}

/*
 * Read a text of the firmware's tables. Returns false if there is none, or if
 * it is one that makers of boards leave in where they have nothing to say.
 */
static bool read_dmi(const struct machine *machine, const char *name,
		     char *text, size_t size)
{
	static const char *const empty[] = {
		"To Be Filled By O.E.M.", "System manufacturer",
		"System Product Name", "Default string", "Not Specified",
	};

	if (machine_read(machine, text, size, DMI "/%s", name))
		return false;
	for (size_t i = 0; i < sizeof(empty) / sizeof(empty[0]); i++)
		if (!strcmp(text, empty[i]))
			return false;
	return *text;
}

static void find_board(const struct machine *machine, char *text, size_t size)
{
	static const char *const names[][2] = {
		{ "sys_vendor", "product_name" }, { "board_vendor", "board_name" },
	};
	char vendor[64], product[60], *model;
	size_t length;

	for (int i = 0; i < 2; i++) {
		if (!read_dmi(machine, names[i][1], product, sizeof(product)))
			continue;
		if (!read_dmi(machine, names[i][0], vendor, sizeof(vendor)))
			*vendor = '\0';
		snprintf(text, size, "%s%s%s", vendor, *vendor ? " " : "",
			 product);
		return;
	}
	/* The device tree's texts end in a zero. */
	model = machine_load(machine, &length, "/proc/device-tree/model");
	if (model)
		snprintf(text, size, "%s", model);
	free(model);
}

void host_info_read(const char *root, struct host_info *info)
{
	const struct machine machine = { .root = root };

	*info = (struct host_info) { .name = "" };
	if (machine_read(&machine, info->name, sizeof(info->name),
			 "/proc/sys/kernel/hostname"))
		*info->name = '\0';
	info->name[strcspn(info->name, ".")] = '\0';
	hash_machine_id(&machine, info->machine_id, sizeof(info->machine_id));
	if (!machine_cpuinfo(&machine, "model name", info->cpu_model,
			     sizeof(info->cpu_model)))
		machine_cpuinfo(&machine, "CPU part", info->cpu_model,
				sizeof(info->cpu_model));
	find_board(&machine, info->board, sizeof(info->board));
}
