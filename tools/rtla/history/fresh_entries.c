// SPDX-License-Identifier: GPL-2.0
/*
 * Entries of results that no index has: see fresh_entries.h. Of N processes,
 * the first one reads the results 0, N, 2 N ..., and writes a line for each.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "history/fresh_entries.h"
#include "history/run_entry.h"

/* A process is begun for so many results. */
#define SHARE_LEAST	16

/* The caller prints what is wrong with a result. */
static void be_silent(void)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0)
		_exit(1);
}

/* In a child: read the results from number @i on, and each @step-th, to @out. */
static void read_share(const struct fresh_entries *fresh, int i, int step,
		       int out, uint32_t percentile)
{
	FILE *to = fdopen(out, "w");

	be_silent();
	signal(SIGPIPE, SIG_DFL);
	for (; to && i < fresh->count; i += step) {
		json_t *entry = run_entry_read(fresh->result[i].path,
					       percentile);

		if (entry)
			json_dumpf(entry, to, JSON_COMPACT);
		fputc('\n', to);
		json_decref(entry);
	}
	_exit(to && !fclose(to) ? 0 : 1);
}

static bool fresh_entries_add(struct fresh_entries *fresh, int step,
			      uint32_t percentile)
{
	int number = fresh->readers, ends[2];
	pid_t parent = getpid(), child;

	if (pipe2(ends, O_CLOEXEC))
		return false;
	child = fork();
	if (!child) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() == parent)
			read_share(fresh, number, step, ends[1], percentile);
		_exit(1);
	}
	close(ends[1]);
	fresh->said[number] = child > 0 ? fdopen(ends[0], "r") : NULL;
	if (!fresh->said[number])
		close(ends[0]);
	if (child > 0)
		fresh->process[fresh->readers++] = child;
	return child > 0 && fresh->said[number];
}

/* End the processes. */
static void end_readers(struct fresh_entries *fresh)
{
	for (int i = 0; i < fresh->readers; i++) {
		if (fresh->said[i])
			fclose(fresh->said[i]);
		kill(fresh->process[i], SIGKILL);
		waitpid(fresh->process[i], NULL, 0);
	}
	fresh->readers = 0;
}

static int cpus_to_use(void)
{
	cpu_set_t cpus;

	return sched_getaffinity(0, sizeof(cpus), &cpus) ? 1 : CPU_COUNT(&cpus);
}

void fresh_entries_begin(struct fresh_entries *fresh,
			 struct fresh_result *result, int count,
			 uint32_t percentile)
{
	int readers = cpus_to_use();
	bool good = true;

	*fresh = (struct fresh_entries) { .result = result, .count = count };
	if (readers > FRESH_READERS_MAX)
		readers = FRESH_READERS_MAX;
	if (readers > count / SHARE_LEAST)
		readers = count / SHARE_LEAST;
	for (int i = 0; readers > 1 && i < readers && good; i++)
		good = fresh_entries_add(fresh, readers, percentile);
	if (!good)
		end_readers(fresh);
}

json_t *fresh_entries_next(struct fresh_entries *fresh, const char *path,
			   struct stat *status)
{
	const struct fresh_result *result = &fresh->result[fresh->next];
	json_t *entry = NULL;
	char *line = NULL;
	size_t size = 0;

	if (!fresh->readers || fresh->next == fresh->count ||
	    result->path != path)
		return NULL;
	if (getline(&line, &size, fresh->said[fresh->next % fresh->readers]) > 0)
		entry = json_loads(line, 0, NULL);
	fresh->next++;
	free(line);
	if (entry)
		*status = result->status;
	return entry;
}

void fresh_entries_end(struct fresh_entries *fresh)
{
	end_readers(fresh);
	free(fresh->result);
	*fresh = (struct fresh_entries) { .readers = 0 };
}
