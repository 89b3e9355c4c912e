// SPDX-License-Identifier: GPL-2.0
/*
 * Loads: see load.h.
 */
#include <string.h>

#include "base/json_write.h"
#include "host/process.h"
#include "host/scheduling.h"
#include "run/load.h"

void load_prepare(struct load *load, const char *command,
		  const struct undo_list *undo)
{
	*load = (struct load) {
		.command = command, .undo = undo,
		.group = PROCESS_GROUP_NONE,
	};
	scheduling_allowed(&load->allowed);
}

/*
 * Start the load; returns 0 or an errno. A process inherits its CPUs, so for
 * the start the command itself moves to the CPUs of the load.
 */
static int load_fork(struct load *load)
{
	struct cpus ours;
	bool known = !scheduling_allowed(&ours);
	int error;

	scheduling_bind(&load->allowed);
	error = process_group_start(&load->group, load->command, load->undo);
	if (known)
		scheduling_bind(&ours);
	return error;
}

enum result load_start(struct load *load)
{
	int error = load->command ? load_fork(load) : 0;

	load->started = load->command && !error;
	if (!error)
		return RESULT_OK;
	return fail(RESULT_ERROR, "--load %s: %s: it was not started",
		    load->command, strerror(error));
}

void load_ended(struct load *load)
{
	load->by_itself = true;
}

enum result load_stop(struct load *load)
{
	char text[64];

	if (!load->group.pid)
		return RESULT_OK;
	process_group_end(&load->group);
	if (!load->by_itself)
		return RESULT_OK;
	return fail(RESULT_ERROR, "--load %s: it ended before the measurement did, %s: give a command that keeps running",
		    load->command,
		    status_text(load->group.status, text, sizeof(text)));
}

json_t *load_json(const struct load *load)
{
	json_t *json;

	if (!load->command)
		return json_null();
	json = json_pack("{s:o, s:s}", "command", json_words(load->command),
			 "ended", load->by_itself ? "by itself" :
				  load->started ? "stopped" : "not started");
	status_set_json(&json, load->started, load->group.status);
	return json;
}
