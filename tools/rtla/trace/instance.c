// SPDX-License-Identifier: GPL-2.0
/*
 * Trace instances: see instance.h.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <tracefs.h>

#include "trace/instance.h"

#define FUNCTION_TRACER	"function"

/* Where tracefs is mounted on nearly every system. */
#define TRACEFS_INSTANCES	"/sys/kernel/tracing/instances"

/* Another run locks "instances" only while it creates or removes instances. */
#define LOCK_TRIES	100
#define LOCK_PAUSE_NS	100000000

/* Another process may have a file of an instance open for a moment. */
#define REMOVE_TRIES	25
#define REMOVE_PAUSE_NS	20000000

struct instance {
	struct tracefs_instance *trace;
	int lock;		/* descriptor of its directory, or -1 */
};

/* An instance could not be removed: see instances_were_left(). */
static bool were_left;

/*
 * A new instance starts with the options of the top-level instance, which any
 * other tool may have changed.
 */
static const struct {
	const char *file;
	const char *value;
} settings[] = {
	{ "tracing_on", "0" },
	{ "trace_clock", INSTANCE_CLOCK },
	{ "trace_options", "overwrite" },
};

static const char *remedy(int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
		return geteuid() ? "run as root" :
		       "is the kernel locked down? See /sys/kernel/security/lockdown";
	case ENOENT:
		return "is the kernel built with tracing?";
	case ENOMEM:
		return "measure fewer CPUs with --cpus";
	case EMFILE:
		return "raise the limit with 'ulimit -n', or measure fewer CPUs with --cpus";
	default:
		return "'dmesg' may say more";
	}
}

/* Print an error about a file of tracefs, with a remedy; RESULT_CANNOT. */
static enum result instance_cannot(const char *file, int error)
{
	return fail(RESULT_CANNOT, "tracefs: %s: %s: %s", file,
		    strerror(error), remedy(error));
}

/* Open the directory "instances". Print an error and return -1 if it fails. */
static int open_instances(void)
{
	const char *dir = tracefs_tracing_dir();
	char path[512];
	int fd;

	if (!dir) {
		fail(RESULT_CANNOT, "tracefs: not mounted: run 'mount -t tracefs nodev /sys/kernel/tracing' as root");
		return -1;
	}
	snprintf(path, sizeof(path), "%s/instances", dir);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		instance_cannot(path, errno);
	return fd;
}

enum result instances_check(void)
{
	int fd = open_instances();
	enum result result = RESULT_OK;

	if (fd < 0)
		return RESULT_CANNOT;
	if (faccessat(fd, ".", W_OK, AT_EACCESS))
		result = instance_cannot("instances", errno);
	close(fd);
	return result;
}

static bool parse_header(struct tep_handle *formats)
{
	int size;
	char *text = tracefs_instance_file_read(NULL, "events/header_page", &size);
	bool ok = text &&
		  !tep_parse_header_page(formats, text, size, sizeof(long));

	/* A kernel of 64 bits also runs commands of 32. */
	if (ok)
		tep_set_long_size(formats, tep_get_header_page_size(formats));
	free(text);
	return ok;
}

static bool parse_event(struct tep_handle *formats, const char *system,
			const char *event)
{
	int size;
	char *text = tracefs_event_file_read(NULL, system, event, "format", &size);
	bool ok = text && !tep_parse_event(formats, text, size, system);

	free(text);
	return ok;
}

/*
 * tracefs_local_events_system() is not used: it parses all of /proc/kallsyms as
 * well, which is not needed here and would take most of the start-up time.
 */
enum result instances_formats(struct tep_handle **formats, const char *system)
{
	char **events = tracefs_system_events(NULL, system);
	bool ok;

	*formats = tep_alloc();
	ok = *formats && events && parse_header(*formats);
	for (char **event = events; ok && *event; event++)
		ok = parse_event(*formats, system, *event);
	tracefs_list_free(events);
	if (ok)
		return RESULT_OK;
	tep_free(*formats);
	*formats = NULL;
	return fail(RESULT_CANNOT, "tracefs: events/%s: cannot be read: %s", system,
		    remedy(EACCES));
}

bool instances_add_format(struct tep_handle *formats, const char *system,
			  const char *event)
{
	return parse_event(formats, system, event);
}

bool instances_have(const char *system, const char *event)
{
	char path[256];

	if (!*system || strpbrk(system, "/.") ||
	    (event && (!*event || strpbrk(event, "/."))))
		return false;
	snprintf(path, sizeof(path), "events/%s%s%s/enable", system,
		 event ? "/" : "", event ?: "");
	return tracefs_file_exists(NULL, path);
}

/* Return whether the kernel has this tracer. */
static bool instances_have_tracer(const char *tracer)
{
	char *tracers = tracefs_instance_file_read(NULL, "available_tracers",
						   NULL);
	bool found = false;

	for (char *word = strtok(tracers ?: (char[]) { "" }, " \n"); word;
	     word = strtok(NULL, " \n"))
		found |= !strcmp(word, tracer);
	free(tracers);
	return found;
}

bool instances_trace_functions(void)
{
	return instances_have_tracer(FUNCTION_TRACER);
}

/*
 * Lock the directory "instances", so that no other run creates or removes
 * instances until @fd is closed.
 */
static enum result lock_instances(int fd)
{
	struct timespec pause = { .tv_nsec = LOCK_PAUSE_NS };

	for (int i = 0; i < LOCK_TRIES; i++) {
		if (!flock(fd, LOCK_EX | LOCK_NB))
			return RESULT_OK;
		if (errno != EWOULDBLOCK)
			return instance_cannot("instances", errno);
		nanosleep(&pause, NULL);
	}
	return fail(RESULT_CANNOT, "tracefs: instances: locked by another run: is a process stuck?");
}

/*
 * Open and lock the directory of one instance. Returns its descriptor, or -1 if
 * another process has locked it, or if it cannot be opened.
 */
static int hold(int instances, const char *name)
{
	int fd = openat(instances, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool is_ours(const char *name)
{
	size_t prefix = strlen(INSTANCE_PREFIX);
	size_t digits;

	if (strncmp(name, INSTANCE_PREFIX, prefix))
		return false;
	digits = strspn(name + prefix, "0123456789");
	return digits && name[prefix + digits] == '.';
}

/* Remove the instances of killed runs; the caller has locked @instances. */
static void remove_stale(int instances)
{
	struct dirent *entry;
	int copy = dup(instances);
	DIR *dir;

	dir = copy < 0 ? NULL : fdopendir(copy);
	if (!dir) {
		if (copy >= 0)
			close(copy);
		return;
	}
	rewinddir(dir);
	while ((entry = readdir(dir))) {
		int fd = is_ours(entry->d_name) ?
			 hold(instances, entry->d_name) : -1;

		if (fd < 0)
			continue;
		/*
		 * The instance stays while a process reads it; then the next
		 * run tries again.
		 */
		unlinkat(instances, entry->d_name, AT_REMOVEDIR);
		close(fd);
	}
	closedir(dir);
}

/* Return whether there is an instance whose name begins with @prefix. */
static bool any_with(int instances, const char *prefix)
{
	struct dirent *entry;
	int copy = dup(instances);
	DIR *dir = copy < 0 ? NULL : fdopendir(copy);
	bool found = false;

	if (dir)
		rewinddir(dir);
	while (dir && !found && (entry = readdir(dir)))
		found = !strncmp(entry->d_name, prefix, strlen(prefix));
	if (dir)
		closedir(dir);
	else if (copy >= 0)
		close(copy);
	return found;
}

/* Return whether there is an instance of the process @pid. */
static bool any_of(int instances, pid_t pid)
{
	char prefix[32];

	snprintf(prefix, sizeof(prefix), INSTANCE_PREFIX "%d.", pid);
	return any_with(instances, prefix);
}

void instances_clean(void)
{
	int instances = open(TRACEFS_INSTANCES,
			     O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (instances < 0)
		return;
	if (any_with(instances, INSTANCE_PREFIX) && !lock_instances(instances))
		remove_stale(instances);
	close(instances);
}

bool instances_remove_left(pid_t pid)
{
	int instances = open_instances();
	bool gone;

	if (instances < 0)
		return true;
	gone = !any_of(instances, pid);
	if (!gone && !lock_instances(instances)) {
		remove_stale(instances);
		gone = !any_of(instances, pid);
	}
	close(instances);
	return gone;
}

/* Create an instance under a name that does not exist yet, and lock it. */
static enum result instance_make(struct instance *instance, const char *purpose)
{
	enum result result = RESULT_CANNOT;
	int dir = open_instances();
	char name[64];

	if (dir < 0)
		return result;
	result = lock_instances(dir);
	if (result)
		goto out;
	remove_stale(dir);
	/*
	 * A run in another pid namespace may have the same process id, and then
	 * an instance of the same name: a number is appended.
	 */
	for (int i = 0; ; i++) {
		snprintf(name, sizeof(name), INSTANCE_PREFIX "%d.%s", getpid(),
			 purpose);
		if (i)
			snprintf(name + strlen(name),
				 sizeof(name) - strlen(name), "-%d", i);
		instance->trace = tracefs_instance_create(name);
		if (!instance->trace ||
		    tracefs_instance_is_new(instance->trace))
			break;
		tracefs_instance_free(instance->trace);
		instance->trace = NULL;
	}
	if (!instance->trace)
		result = instance_cannot(name, errno);
	else
		instance->lock = hold(dir, name);
	if (instance->trace && instance->lock < 0)
		result = instance_cannot(name, errno);
out:
	close(dir);
	return result;
}

static enum result configure(struct instance *instance,
			     const struct cpus *cpus)
{
	char list[CPUS_TEXT_SIZE];

	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
		if (tracefs_instance_file_write(instance->trace,
						settings[i].file,
						settings[i].value) < 0)
			return instance_cannot(settings[i].file, errno);
	cpus_format(cpus, list, sizeof(list));
	if (tracefs_instance_set_affinity(instance->trace, list) < 0)
		return instance_cannot("tracing_cpumask", errno);
	return RESULT_OK;
}

enum result instance_create(struct instance **created, const char *purpose,
			    const struct cpus *cpus)
{
	struct instance *instance = calloc(1, sizeof(*instance));
	enum result result;

	*created = NULL;
	if (!instance)
		return fail(RESULT_ERROR, "out of memory");
	instance->lock = -1;
	result = instance_make(instance, purpose);
	if (!result)
		result = configure(instance, cpus);
	if (result) {
		instance_destroy(instance);
		return result;
	}
	*created = instance;
	return RESULT_OK;
}

/* Return whether the file lists enabled events, or cannot be read. */
static bool has_events(int dir, const char *file)
{
	int fd = openat(dir, file, O_RDONLY | O_CLOEXEC);
	char byte;
	bool empty;

	if (fd < 0)
		return true;
	empty = !read(fd, &byte, sizeof(byte));
	close(fd);
	return !empty;
}

/* Return whether no event is enabled, in no instance. */
static bool nobody_traces(void)
{
	char path[NAME_MAX + 32];
	struct dirent *entry;
	int fd = open_instances();
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	bool found;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	found = has_events(fd, "../set_event");
	while (!found && (entry = readdir(dir))) {
		if (*entry->d_name == '.')
			continue;
		snprintf(path, sizeof(path), "%s/set_event", entry->d_name);
		found = has_events(fd, path);
	}
	closedir(dir);
	return !found;
}

void instance_spare_names(struct instance *instance)
{
	/* If that fails, the measurement costs more, and is right all the same. */
	if (nobody_traces())
		tracefs_instance_file_write(instance->trace, "trace_options",
					    "norecord-cmd");
}

/* Remove the instance once. Returns 0 or an errno. */
static int remove_once(struct instance *instance)
{
	return tracefs_instance_destroy(instance->trace) ? errno : 0;
}

/* Remove the instance from tracefs. Returns 0 or an errno. */
static int remove_from_tracefs(struct instance *instance)
{
	const struct timespec pause = { .tv_nsec = REMOVE_PAUSE_NS };
	int error;

	for (int left = REMOVE_TRIES; (error = remove_once(instance)); left--) {
		if (!left)
			return error;
		nanosleep(&pause, NULL);
	}
	return 0;
}

bool instances_were_left(void)
{
	return were_left;
}

void instance_destroy(struct instance *instance)
{
	int error;

	if (!instance)
		return;
	if (instance->trace) {
		instance_off(instance);
		error = remove_from_tracefs(instance);
		were_left |= error != 0;
		if (error)
			note("tracefs: instance %s: %s: remove it with rmdir if it stays when this run has ended",
			     tracefs_instance_get_name(instance->trace),
			     strerror(error));
		tracefs_instance_free(instance->trace);
	}
	if (instance->lock >= 0)
		close(instance->lock);
	free(instance);
}

enum result instance_events(struct instance *instance, const char *system,
			    const char *event)
{
	if (tracefs_event_enable(instance->trace, system, event))
		return instance_cannot(event ?: system, errno);
	return RESULT_OK;
}

enum result instance_trigger(struct instance *instance, const char *system,
			     const char *event, const char *trigger)
{
	if (tracefs_event_file_write(instance->trace, system, event, "trigger",
				     trigger) < 0)
		return instance_cannot(trigger, errno);
	return RESULT_OK;
}

/*
 * Get the reason from the instance's error_log, which has the line
 * "[time] subsystem: error: REASON", and further lines about the command.
 * Returns false if there is none.
 */
static bool read_error(struct instance *instance, char *why, size_t size)
{
	static const char mark[] = "error: ";
	char *log = tracefs_error_last(instance->trace);
	char *at = log ? strstr(log, mark) : NULL;

	if (at) {
		at += strlen(mark);
		/*
		 * The subsystem may end with "error", too, as in "event filter
		 * parse error: error: Field not found".
		 */
		if (!strncmp(at, mark, strlen(mark)))
			at += strlen(mark);
		snprintf(why, size, "%.*s", (int)strcspn(at, "\n"), at);
	}
	free(log);
	return at;
}

bool instance_event_write(struct instance *instance, const char *system,
			  const char *event, const char *file,
			  const char *text, char *why, size_t size)
{
	int error;

	/* Afterwards, the log has only the error of this write. */
	tracefs_error_clear(instance->trace);
	if (tracefs_event_file_write(instance->trace, system, event, file,
				     text) >= 0)
		return true;
	error = errno;
	if (!read_error(instance, why, size))
		snprintf(why, size, "%s", strerror(error));
	return false;
}

/*
 * The filter is set before the tracer is switched on. Otherwise all functions
 * of the kernel would be traced, and slow, for a moment.
 */
bool instance_functions(struct instance *instance, const char *filter,
			char *why, size_t size)
{
	if ((!filter ||
	     tracefs_instance_file_write(instance->trace, "set_ftrace_filter",
					 filter) >= 0) &&
	    tracefs_instance_file_write(instance->trace, "current_tracer",
					FUNCTION_TRACER) >= 0)
		return true;
	snprintf(why, size, "%s", strerror(errno));
	return false;
}

enum result instance_write(struct instance *instance, const char *file,
			   const char *text)
{
	if (tracefs_instance_file_write(instance->trace, file, text) < 0)
		return instance_cannot(file, errno);
	return RESULT_OK;
}

void instance_write_if(struct instance *instance, const char *file,
		       const char *text)
{
	tracefs_instance_file_write(instance->trace, file, text);
}

char *instance_path(struct instance *instance, const char *file)
{
	char *got = tracefs_instance_get_file(instance->trace, file);
	char *path = got ? strdup(got) : NULL;

	tracefs_put_tracing_file(got);
	return path;
}

enum result instance_set_buffer(struct instance *instance, int64_t kb)
{
	if (!tracefs_instance_set_buffer_size(instance->trace, kb, -1))
		return RESULT_OK;
	return fail(RESULT_CANNOT, "--trace-buffer-size %lld: %s: give fewer kB for each CPU",
		    (long long)kb, strerror(errno));
}

enum result instance_clear(struct instance *instance)
{
	if (tracefs_instance_file_clear(instance->trace, "trace"))
		return instance_cannot("trace", errno);
	return RESULT_OK;
}

enum result instance_on(struct instance *instance)
{
	if (tracefs_trace_on(instance->trace) < 0)
		return instance_cannot("tracing_on", errno);
	return RESULT_OK;
}

void instance_off(struct instance *instance)
{
	tracefs_trace_off(instance->trace);
}

void instances_freeze(struct instance *const *list, int count)
{
	static const char mask[] = "tracing_cpumask";
	char *before[count];

	for (int i = 0; i < count; i++) {
		before[i] = tracefs_instance_file_read(list[i]->trace, mask,
						       NULL);
		if (before[i])
			instance_write_if(list[i], mask, "0");
	}
	for (int i = 0; i < count; i++) {
		instance_off(list[i]);
		if (before[i])
			instance_write_if(list[i], mask, before[i]);
		free(before[i]);
	}
}

bool instance_is_on(struct instance *instance)
{
	return tracefs_trace_is_on(instance->trace) > 0;
}

/* Return the number after @name in the lines of @stats, or 0. */
static uint64_t stats_number(const char *stats, const char *name)
{
	const char *at = strstr(stats, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

bool instance_recorded(struct instance *instance, int cpu, uint64_t *count)
{
	char path[64], *stats;

	snprintf(path, sizeof(path), "per_cpu/cpu%d/stats", cpu);
	stats = tracefs_instance_file_read(instance->trace, path, NULL);
	if (!stats)
		return false;
	*count = stats_number(stats, "entries: ") +
		 stats_number(stats, "\noverrun: ") +
		 stats_number(stats, "read events: ");
	free(stats);
	return true;
}

int instance_open_raw(struct instance *instance, int cpu)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "per_cpu/cpu%d/trace_pipe_raw", cpu);
	fd = tracefs_instance_file_open(instance->trace, path,
					O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		instance_cannot(path, errno);
	return fd;
}

int instance_open_text(struct instance *instance)
{
	return tracefs_instance_file_open(instance->trace, "trace",
					  O_RDONLY | O_CLOEXEC);
}

int instance_open_hist(struct instance *instance, const char *system,
		       const char *event)
{
	char path[512];

	snprintf(path, sizeof(path), "events/%s/%s/hist", system, event);
	return tracefs_instance_file_open(instance->trace, path,
					  O_RDONLY | O_CLOEXEC);
}

enum result instance_records(struct instance *instance,
			     struct tep_handle *formats,
			     instance_record_fn *fn, void *context)
{
	if (tracefs_iterate_raw_events(formats, instance->trace, NULL, 0, fn,
				       context) < 0)
		return instance_cannot("trace_pipe_raw", errno);
	return RESULT_OK;
}

size_t instance_page_size(struct instance *instance)
{
	const char *file = "buffer_subbuf_size_kb";
	long long kb;

	if (tracefs_file_exists(instance->trace, file) &&
	    !tracefs_instance_file_read_number(instance->trace, file, &kb) &&
	    kb > 0)
		return kb * 1024;
	return sysconf(_SC_PAGESIZE);
}
