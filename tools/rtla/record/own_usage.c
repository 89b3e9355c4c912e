// SPDX-License-Identifier: GPL-2.0
/*
 * The time and memory that processes take: see own_usage.h.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/amount.h"
#include "record/own_usage.h"

void own_usage_add(struct own_usage *usage, pid_t pid)
{
	unsigned long long user, system, of_children, system_of_children, pages;
	char path[32], text[1024];
	const char *fields;
	size_t length;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	if (!file)
		return;
	length = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[length] = '\0';
	/* The name, in brackets, may have any bytes. */
	fields = strrchr(text, ')');
	if (!fields ||
	    sscanf(fields, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu %*d %*d %*d %*d %*u %*u %llu",
		   &user, &system, &of_children, &system_of_children,
		   &pages) != 5)
		return;
	usage->cpu_ns += (user + system + of_children + system_of_children) *
			 (NS_PER_SEC / sysconf(_SC_CLK_TCK));
	usage->resident_bytes += pages * sysconf(_SC_PAGESIZE);
}
