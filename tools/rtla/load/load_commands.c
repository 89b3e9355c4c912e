// SPDX-License-Identifier: GPL-2.0
/*
 * The commands of a load: see load_commands.h.
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "host/cache_size.h"
#include "host/machine.h"
#include "load/load_commands.h"

/*
 * The working set of each worker is this many times the size of the L2 cache.
 * Where that is not known, as in many guests, it is taken to be as large as the
 * larger ones of today.
 */
#define WORKING_SET_L2	2
#define L2_UNKNOWN	(2 << 20)

/* A port to show where none can be had, as without a network. */
#define PORT_OTHERWISE	8042

/*
 * Return a TCP port of 127.0.0.1 that nobody uses. The kernel chooses among
 * thousands, so that no other process is likely to take it before the server.
 */
static int free_port(void)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	socklen_t length = sizeof(address);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int port = 0;

	if (fd < 0)
		return PORT_OTHERWISE;
	if (!bind(fd, (struct sockaddr *)&address, length) &&
	    !getsockname(fd, (struct sockaddr *)&address, &length))
		port = ntohs(address.sin_port);
	close(fd);
	return port ?: PORT_OTHERWISE;
}

void load_values_find(struct load_values *values, const struct cpus *cpus)
{
	const struct machine machine = { .root = "" };
	uint64_t l2_size = cache_size_largest(&machine, cpus, 2);

	*values = (struct load_values) {
		.cpus = cpus_count(cpus),
		.l2_size = l2_size ?: L2_UNKNOWN,
		.l2_known = l2_size,
		.port = free_port(),
	};
	/* stress-ng divides the memory among its workers. */
	values->bytes = WORKING_SET_L2 * values->l2_size * values->cpus;
}

/*
 * Write what the placeholder at @at stands for to @value. Returns the length of
 * the placeholder, or 0 if there is none.
 */
static size_t look_up(const char *at, const struct load_values *values,
		      char *value, size_t size)
{
	const struct {
		const char *name;
		uint64_t value;
	} all[] = {
		{ EACH_CPU, values->cpus },
		{ MEMORY_BYTES, values->bytes },
		{ FREE_PORT, values->port },
	};

	if (!strncmp(at, PEER, strlen(PEER))) {
		snprintf(value, size, "%s", values->peer);
		return strlen(PEER);
	}
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		size_t length = strlen(all[i].name);

		if (strncmp(at, all[i].name, length))
			continue;
		snprintf(value, size, "%" PRIu64, all[i].value);
		return length;
	}
	return 0;
}

const char *load_command_fill(const struct load_part *part,
			      const struct load_values *values, char *text)
{
	const char *at = part->command;
	size_t used = 0;
	char value[PEER_LEN];

	while (*at && used < LOAD_COMMAND_LEN - sizeof(value)) {
		size_t length = look_up(at, values, value, sizeof(value));

		if (length)
			used += sprintf(text + used, "%s", value);
		else
			text[used++] = *at;
		at += length ?: 1;
	}
	/* A script ends with a newline, after which no ";" may follow. */
	if (used && text[used - 1] == '\n')
		used--;
	text[used] = '\0';
	return text;
}

/* A command with such characters is for the shell, not for taskset. */
static bool needs_shell(const struct load_plan *plan)
{
	return plan->count > 1 || strpbrk(plan->part[0]->command, "|&;<>$\"");
}

/*
 * Several commands run in the background of one shell. It ends all of them when
 * it is ended itself.
 */
static void load_print_all(const struct load_plan *plan,
			   const struct load_values *values)
{
	char text[LOAD_COMMAND_LEN];

	if (plan->count == 1) {
		printf("%s", load_command_fill(plan->part[0], values, text));
		return;
	}
	printf("trap \"trap - TERM; kill 0\" INT TERM; ");
	for (int i = 0; i < plan->count; i++)
		printf("{ %s; } & ",
		       load_command_fill(plan->part[i], values, text));
	printf("wait");
}

void load_commands_print(const struct load_plan *plan,
			 const struct load_values *values,
			 const struct cpus *bound)
{
	bool shell = needs_shell(plan);
	char list[CPUS_TEXT_SIZE];

	if (load_plan_in_folder(plan))
		printf("cd \"$(mktemp -d)\" && ");
	if (!cpus_empty(bound))
		printf("taskset -c %s ",
		       cpus_format(bound, list, sizeof(list)));
	if (shell)
		printf("sh -c '");
	load_print_all(plan, values);
	printf("%s\n", shell ? "'" : "");
}
