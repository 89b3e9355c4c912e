// SPDX-License-Identifier: GPL-2.0
/*
 * The undo list: see undo.h.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "host/boot_id.h"
#include "host/kernel_file.h"
#include "host/scheduling.h"
#include "host/temporary_folder.h"
#include "host/tracing_settings.h"
#include "host/undo.h"

/*
 * Another run holds the lock on the folder while it writes sysfs. A second is
 * long enough for that.
 */
#define LOCK_TRIES	100
#define LOCK_PAUSE_MS	10

/* Wait for a guard at work for this many times LOCK_PAUSE_MS: 2 s. */
#define GUARD_PAUSES	200

#define LINE_MAX_LEN	512

/* More settings of tracers than a run changes. */
#define SETTINGS_MAX	32

const struct undo_places undo_places = {
	.lists = "/run/rtla",
	.cpus = CPUS_ROOT,
	.tracing = TRACING_ROOT,
	.root = "",
};

/* ---- The folder of the lists --------------------------------------------- */

/*
 * Return whether only the caller's user can use the folder @dir. Lists that
 * another user could have written must not be trusted.
 */
static bool is_ours_alone(int dir)
{
	struct stat status;

	return !fstat(dir, &status) && S_ISDIR(status.st_mode) &&
	       status.st_uid == geteuid() && !(status.st_mode & 077);
}

/* Open and lock the folder @path. Returns a descriptor, or -1 with errno. */
static int open_folder(const char *path)
{
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int error = 0;

	if (dir < 0)
		return -1;
	if (!is_ours_alone(dir))
		error = EPERM;
	for (int i = 0; !error && flock(dir, LOCK_EX | LOCK_NB); i++) {
		if (i == LOCK_TRIES)
			error = EBUSY;
		poll(NULL, 0, LOCK_PAUSE_MS);
	}
	if (!error)
		return dir;
	close(dir);
	errno = error;
	return -1;
}

/*
 * Create a file for the list of @run in the folder @dir, lock it, and write its
 * name to @name. Returns a descriptor, or -1 with errno set: ENOENT if another
 * run that just ended has removed the folder.
 */
static int make_file(int dir, pid_t run, char *name, size_t size)
{
	int fd = -1;

	/* Runs in different PID namespaces may have the same PID. */
	for (int i = 0; fd < 0 && i < LOCK_TRIES; i++) {
		snprintf(name, size, i ? "%d-%d" : "%d", run, i);
		fd = openat(dir, name, O_RDWR | O_CREAT | O_EXCL | O_APPEND |
			    O_NOFOLLOW | O_CLOEXEC, 0600);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd >= 0)
		flock(fd, LOCK_EX | LOCK_NB);
	return fd;
}

/*
 * Create the list as a file in its folder. Returns 0 or an errno. The steps are
 * repeated if another run removes the folder, which is empty, between them.
 */
static int open_named(struct undo_list *list, pid_t run)
{
	const char *folder = list->places->lists;
	char name[32];
	int dir, error = 0;

	for (int i = 0; list->fd < 0 && i < LOCK_TRIES; i++) {
		if (mkdir(folder, 0700) && errno != EEXIST)
			return errno;
		dir = open_folder(folder);
		error = errno;
		if (dir >= 0) {
			list->fd = make_file(dir, run, name, sizeof(name));
			error = errno;
			close(dir);
		}
		if (list->fd < 0 && error != ENOENT)
			return error;
	}
	if (list->fd < 0)
		return error;
	snprintf(list->path, sizeof(list->path), "%s/%s", folder, name);
	return 0;
}

/* Remove the last @length bytes of the list. */
static void shorten(const struct undo_list *list, ssize_t length)
{
	struct stat status;

	if (fstat(list->fd, &status) ||
	    ftruncate(list->fd, status.st_size - length))
		return;		/* There is nothing better to do. */
}

/*
 * Append @line with one write(), so that a run that is killed leaves all of it
 * or none. Returns 0 or an errno: ENOSPC if there was room for a part only. The
 * part is removed: the next line would go on where it ends.
 */
static int undo_append(const struct undo_list *list, const char *line,
		       int length)
{
	ssize_t put = write(list->fd, line, length);

	if (put >= 0 && put != length) {
		shorten(list, put);
		errno = ENOSPC;
	}
	return put == length ? 0 : errno;
}

/*
 * Note in which boot the list is made, where that is known: another one has
 * undone everything.
 */
static int note_boot(const struct undo_list *list)
{
	char id[BOOT_ID_LEN], line[BOOT_ID_LEN + 8];

	boot_id_read(list->places->root ?: "", id);
	return *id ? undo_append(list, line,
				 snprintf(line, sizeof(line), "boot %s\n", id)) :
		     0;
}

int undo_list_open(struct undo_list *list, const struct undo_places *places,
		   bool named, pid_t run)
{
	int error = 0;

	*list = (struct undo_list) { .places = places, .fd = -1 };
	if (named)
		error = open_named(list, run);
	if (list->fd < 0)
		list->fd = memfd_create("undo", MFD_CLOEXEC);
	if (list->fd < 0)
		return errno;
	if (!*list->path)
		fcntl(list->fd, F_SETFL, O_APPEND);
	return error ?: note_boot(list);
}

void undo_list_close(struct undo_list *list)
{
	if (*list->path && !unlink(list->path))
		rmdir(list->places->lists);
	*list->path = '\0';
	if (list->fd >= 0)
		close(list->fd);
	list->fd = -1;
}

/* ---- Writing lines ------------------------------------------------------- */

int undo_value(const struct undo_list *list, const char *path,
	       unsigned long long value)
{
	char line[LINE_MAX_LEN];
	int length = snprintf(line, sizeof(line), "value %s %llu\n", path,
			      value);

	return length < (int)sizeof(line) ? undo_append(list, line, length) :
	       ENAMETOOLONG;
}

int undo_setting(const struct undo_list *list, const char *name,
		 const char *text)
{
	char *line;
	int length = asprintf(&line, "setting %s %s\n", name, text);
	int error = length < 0 ? ENOMEM : EINVAL;

	if (length >= 0 && !strchr(text, '\n'))
		error = undo_append(list, line, length);
	if (length >= 0)
		free(line);
	return error;
}

static void add_pid(const struct undo_list *list, const char *what, pid_t pid)
{
	char line[32];

	undo_append(list, line, snprintf(line, sizeof(line), "%s %d\n", what, pid));
}

void undo_group(const struct undo_list *list, pid_t pid)
{
	add_pid(list, "group", pid);
}

void undo_dying(const struct undo_list *list, pid_t pid)
{
	add_pid(list, "dying", pid);
}

void undo_folder(const struct undo_list *list, const char *path)
{
	char line[LINE_MAX_LEN];
	int length = snprintf(line, sizeof(line), "folder %s\n", path);

	if (length < (int)sizeof(line) && !strchr(path, '\n'))
		undo_append(list, line, length);
}

void undo_ended(const struct undo_list *list, pid_t pid)
{
	add_pid(list, "ended", pid);
}

/* ---- Reading a list ------------------------------------------------------ */

/*
 * Return all of the list as a string, which the caller frees, or NULL if it
 * cannot be read.
 */
static char *undo_read_list(int fd)
{
	struct stat status;
	char *text;
	ssize_t got;

	if (fstat(fd, &status) || status.st_size > INT_MAX)
		return NULL;
	text = malloc(status.st_size + 1);
	if (!text)
		return NULL;
	got = pread(fd, text, status.st_size, 0);
	text[got < 0 ? 0 : got] = '\0';
	return text;
}

/*
 * Take the next line off *@text, and end it with a zero. Returns NULL if there
 * is no whole line.
 */
static char *next_line(char **text)
{
	char *line = *text, *end = strchr(line, '\n');

	if (!end)
		return NULL;
	*end = '\0';
	*text = end + 1;
	return line;
}

/* Advance *@at past @word, if it begins with it; else return false. */
static bool skip(const char **at, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(*at, word, length))
		return false;
	*at += length;
	return true;
}

/* Advance *@at past a number; false if it has no digits, or more than 9. */
static bool skip_number(const char **at)
{
	size_t digits = strspn(*at, "0123456789");

	*at += digits;
	return digits && digits < 10;
}

/* Only files @root/cpuN/cpuidle/stateM/disable may be written. */
static bool is_allowed(const char *path, const char *root)
{
	return skip(&path, root) && skip(&path, "/cpu") &&
	       skip_number(&path) && skip(&path, "/cpuidle/state") &&
	       skip_number(&path) && skip(&path, "/disable") && !*path;
}

/* Only files below /proc and /sys may be written, with names that need no care. */
static bool is_kernel_file(const char *path, const char *root)
{
	return root && skip(&path, root) &&
	       (skip(&path, "/proc/") || skip(&path, "/sys/")) &&
	       !strstr(path, "..") && !strpbrk(path, " \n");
}

int undo_file(const struct undo_list *list, const char *path, const char *text)
{
	char *line;
	int length = asprintf(&line, "file %s %s\n", path, text);
	int error = length < 0 ? ENOMEM : EINVAL;

	if (length >= 0 && is_kernel_file(path, list->places->root) &&
	    !strchr(text, '\n'))
		error = undo_append(list, line, length);
	if (length >= 0)
		free(line);
	return error;
}

/*
 * Write back all files of the list @text once; return how many hold something
 * else then.
 */
static int write_files_once(char *text, const char *root, int *done)
{
	int failed = 0;
	char *line;

	*done = 0;
	while ((line = next_line(&text))) {
		char *path = line + strlen("file "), *old;

		if (strncmp(line, "file ", strlen("file ")))
			continue;
		old = strchr(path, ' ');
		if (!old)
			continue;
		*old++ = '\0';
		if (!is_kernel_file(path, root))
			continue;
		switch (kernel_file_put(path, old)) {
		case 0:
			(*done)++;
			break;
		case ENOENT:	/* The thing that it was about is gone, like an interrupt. */
			break;
		default:
			failed++;
		}
	}
	return failed;
}

/*
 * Write back all files of the list @text, twice where that is needed: one may
 * only take its value when another one has its own. Returns how many could not
 * be written; @done is set to how many were.
 */
static int write_files_back(const char *text, const char *root, int *done)
{
	int failed = 1;

	*done = 0;
	for (int i = 0; failed && i < 2; i++) {
		char *copy = strdup(text);

		if (!copy)
			return failed;
		failed = write_files_once(copy, root, done);
		free(copy);
	}
	return failed;
}

/*
 * Write back one value; @line is "FILE OLD" and is changed. Returns 0 or an
 * errno.
 */
static int write_back(char *line, const char *root)
{
	char *value = strrchr(line, ' ');
	const char *digits = value ? value + 1 : NULL;
	int fd, error = EINVAL;

	if (!value)
		return error;
	*value = '\0';
	if (!skip_number(&digits) || *digits || !is_allowed(line, root))
		return error;
	fd = open(line, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno;
	errno = 0;
	error = dprintf(fd, "%s\n", value + 1) < 0 ? errno ?: EIO : 0;
	close(fd);
	return error;
}

/*
 * Write all values of the list @text back, which is changed. Returns how many
 * could not be written; @done is set to how many were.
 */
static int write_all_back(char *text, const char *root, int *done)
{
	const char *rest;
	char *line;
	int failed = 0;

	*done = 0;
	while ((line = next_line(&text))) {
		rest = line;
		if (!skip(&rest, "value "))
			continue;
		switch (write_back(line + (rest - line), root)) {
		case 0:
			(*done)++;
			break;
		case ENOENT:	/* The CPU, or its idle driver, is gone. */
		case EINVAL:	/* No run writes such a line. */
			break;
		default:
			failed++;
		}
	}
	return failed;
}

/*
 * Return whether @text, the list after the line that names @pid, says that this
 * process or group has ended.
 */
static bool has_ended(const char *text, int pid)
{
	char line[32];
	const char *at = text;

	snprintf(line, sizeof(line), "ended %d\n", pid);
	while ((at = strstr(at, line))) {
		if (at == text || at[-1] == '\n')
			return true;
		at++;
	}
	return false;
}

/*
 * Return whether process @pid has the name of a worker. If it has not, the
 * number belongs to another process by now.
 */
static bool is_worker(pid_t pid)
{
	char path[32], name[32] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	file = fopen(path, "re");
	if (!file)
		return false;
	if (!fgets(name, sizeof(name), file))
		*name = '\0';
	fclose(file);
	return strstr(name, UNDO_WORKER);
}

/* Move a worker to CPUs where it can run, and so die: those of the caller. */
static void let_die(pid_t pid)
{
	struct cpus ours;

	if (is_worker(pid) && !scheduling_allowed(&ours))
		scheduling_bind_process(pid, &ours);
}

/* Kill all groups that have not ended, and let the dying processes die. */
static void end_processes(const char *text)
{
	for (const char *line = text; line && *line; ) {
		const char *end = strchr(line, '\n');
		char what[8];
		int pid;

		if (!end)
			return;
		/* kill(-0) would hit the caller's own group, kill(-1) all. */
		if (sscanf(line, "%7s %d\n", what, &pid) == 2 && pid > 1 &&
		    !has_ended(end + 1, pid)) {
			if (!strcmp(what, "group")) {
				kill(-pid, SIGKILL);
				kill(pid, SIGKILL);
			} else if (!strcmp(what, "dying")) {
				let_die(pid);
			}
		}
		line = end + 1;
	}
}

/* Remove all folders of the list @text, which is not changed. */
static void remove_folders(const char *text)
{
	char path[LINE_MAX_LEN];
	const char *at;

	for (const char *line = text; strchr(line, '\n');
	     line = strchr(line, '\n') + 1) {
		at = line;
		if (!skip(&at, "folder /"))
			continue;
		snprintf(path, sizeof(path), "/%.*s", (int)strcspn(at, "\n"),
			 at);
		temporary_folder_remove(path);
	}
}

/*
 * Write back all settings of tracers of the list @text, which is changed.
 * Returns false if one could not be written; @done is set to how many there
 * are.
 */
static bool write_settings_back(char *text, const char *root, int *done)
{
	struct tracing_setting settings[SETTINGS_MAX];
	int failed = 0;
	char *line;

	*done = 0;
	while ((line = next_line(&text)) && *done < SETTINGS_MAX) {
		char *name = line + strlen("setting "), *value;

		if (strncmp(line, "setting ", strlen("setting ")))
			continue;
		value = strchr(name, ' ');
		if (!value)
			continue;
		*value++ = '\0';
		if (tracing_setting_is(name))
			settings[(*done)++] =
				(struct tracing_setting) { name, value };
	}
	return !*done ||
	       !tracing_settings_write(root, settings, *done, &failed);
}

bool undo_settings(const struct undo_list *list)
{
	char *text = list->fd < 0 ? NULL : undo_read_list(list->fd);
	bool written;
	int done;

	if (!text)
		return false;
	written = write_settings_back(text, list->places->tracing, &done);
	free(text);
	return written;
}

bool undo_all(const struct undo_list *list)
{
	char *text = list->fd < 0 ? NULL : undo_read_list(list->fd);
	int done, failed;

	if (!text)
		return false;
	end_processes(text);
	remove_folders(text);
	failed = write_files_back(text, list->places->root, &done);
	failed += write_all_back(text, list->places->cpus, &done);
	free(text);
	return !failed;
}

/* ---- Lists of others ----------------------------------------------------- */

/*
 * Return whether the run that wrote the list @name, which is its PID, is dead.
 * If the list is still locked then, its guard is undoing it.
 */
static bool is_being_undone(const char *name)
{
	return kill(atoi(name), 0) && errno == ESRCH;
}

/*
 * Open the list @name, if neither its run nor its guard is alive. Returns a
 * descriptor, or -1 if one of them is, or if the list is gone. A guard at work
 * is waited for.
 */
static int open_left(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	struct stat status;

	for (int i = 0; fd >= 0 && flock(fd, LOCK_SH | LOCK_NB); i++) {
		if (i < GUARD_PAUSES && is_being_undone(name)) {
			poll(NULL, 0, LOCK_PAUSE_MS);
			continue;
		}
		close(fd);
		return -1;
	}
	/*
	 * If the file has no name any more, the run or the guard has removed
	 * it after it had undone everything.
	 */
	if (fd >= 0 && (fstat(fd, &status) || !status.st_nlink)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Say what was restored of the list @path of a run that was killed with its guard. */
static void tell_restored(const char *path, int done, const char *one,
			  const char *several)
{
	if (done)
		note("%s: that run and its guard were killed: restored %d %s", path,
		     done, done == 1 ? one : several);
}

/* Return whether the list @text was made in another boot than this one. */
static bool is_of_other_boot(const struct undo_places *places, const char *text)
{
	size_t length = strcspn(text, "\n");
	char id[BOOT_ID_LEN];

	if (!skip(&text, "boot ") || !*boot_id_read(places->root ?: "", id))
		return false;
	length -= strlen("boot ");
	return strlen(id) != length || strncmp(text, id, length);
}

/* Write back what is in the list @name of a dead run, and remove the list. */
static void undo_one(const struct undo_places *places, int dir,
		     const char *name)
{
	int fd = open_left(dir, name);
	char *text = fd < 0 ? NULL : undo_read_list(fd),
	     *copy = text ? strdup(text) : NULL;
	int done, settings, files, failed, lost;
	char path[PATH_MAX];
	bool written;

	if (!copy)
		goto out;
	if (is_of_other_boot(places, text)) {
		unlinkat(dir, name, 0);
		goto out;
	}
	snprintf(path, sizeof(path), "%s/%s", places->lists, name);
	lost = write_files_back(text, places->root, &files);
	failed = write_all_back(text, places->cpus, &done);
	written = write_settings_back(copy, places->tracing, &settings);
	if (failed)
		note("%s: %d idle states cannot be restored: see there what they were",
		     path, failed);
	if (!written)
		note("%s: settings of the kernel's tracers cannot be restored: see there what they were",
		     path);
	if (lost)
		note("%s: %d settings of the kernel cannot be restored: see there what they were",
		     path, lost);
	if (!failed && written && !lost)
		unlinkat(dir, name, 0);
	tell_restored(path, files, "setting of the kernel",
		      "settings of the kernel");
	tell_restored(path, done, "idle state", "idle states");
	if (written)
		tell_restored(path, settings, "setting of the kernel's tracers",
			      "settings of the kernel's tracers");
out:
	free(text);
	free(copy);
	if (fd >= 0)
		close(fd);
}

void undo_left(const struct undo_places *places)
{
	int fd = open_folder(places->lists);
	struct dirent *entry;
	DIR *dir;

	if (fd < 0)
		return;
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return;
	}
	while ((entry = readdir(dir)))
		if (isdigit((unsigned char)entry->d_name[0]))
			undo_one(places, fd, entry->d_name);
	closedir(dir);
	rmdir(places->lists);
}
