// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of files that are written completely or not at all.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "test.h"

static char folder[] = "/tmp/whole_file_test.XXXXXX";
static char path[64];

/* A test sets this function to be called in place of fsync(). */
static int (*at_fsync)(int fd);

/* In place of libc's: no power will be cut here. */
int fsync(int fd)
{
	return at_fsync ? at_fsync(fd) : 0;
}

static void expect(const char *expected)
{
	char text[64] = "";
	int fd = open(path, O_RDONLY);

	assert_true(fd >= 0);
	assert_true(read(fd, text, sizeof(text) - 1) >= 0);
	close(fd);
	assert_string_equal(text, expected);
}

/* Return how many files the folder has. */
static int count_files(void)
{
	struct dirent *entry;
	DIR *dir = opendir(folder);
	int count = 0;

	assert_non_null(dir);
	while ((entry = readdir(dir)))
		count += entry->d_name[0] != '.';
	closedir(dir);
	return count;
}

static void test_new_and_old(void **state)
{
	struct stat status;

	(void)state;
	umask(026);
	assert_int_equal(whole_file_write(path, "first\n", 6), 0);
	expect("first\n");
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0640);
	assert_int_equal(whole_file_write(path, "2\n", 2), 0);
	expect("2\n");
}

/* A reader that has the old file open still reads all of the old file. */
static void test_reader_of_the_old_one(void **state)
{
	char text[8] = "";
	int fd;

	(void)state;
	assert_int_equal(whole_file_write(path, "old\n", 4), 0);
	fd = open(path, O_RDONLY);
	assert_int_equal(whole_file_write(path, "n", 1), 0);
	assert_int_equal(read(fd, text, sizeof(text)), 4);
	assert_string_equal(text, "old\n");
	close(fd);
}

/* A file that is there stays, and so does a link that leads nowhere. */
static void test_create(void **state)
{
	struct stat status;
	char link[80];

	(void)state;
	umask(026);
	snprintf(link, sizeof(link), "%s.link", path);
	unlink(path);
	assert_int_equal(symlink("/nowhere/at/all", link), 0);
	assert_int_equal(whole_file_create(link, "new\n", 4), EEXIST);
	unlink(link);
	assert_int_equal(whole_file_create(path, "first\n", 6), 0);
	expect("first\n");
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0640);
	assert_int_equal(whole_file_create(path, "second\n", 7), EEXIST);
	expect("first\n");
	assert_int_equal(whole_file_create("/nowhere/at/all", "x", 1), ENOENT);
}

/* A link stays a link: the file to which it leads is written. */
static void test_link(void **state)
{
	struct stat status;
	char link[80];

	(void)state;
	snprintf(link, sizeof(link), "%s.link", path);
	assert_int_equal(whole_file_write(path, "old\n", 4), 0);
	assert_int_equal(symlink(path, link), 0);
	assert_int_equal(whole_file_write(link, "new\n", 4), 0);
	expect("new\n");
	assert_int_equal(lstat(link, &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	unlink(link);
}

/* A link or a pipe is replaced, and not followed. */
static void test_replace(void **state)
{
	char link[80];

	(void)state;
	snprintf(link, sizeof(link), "%s.link", path);
	assert_int_equal(whole_file_replace(path, "first\n", 6), 0);
	expect("first\n");
	assert_int_equal(symlink(path, link), 0);
	assert_int_equal(whole_file_replace(link, "second\n", 7), 0);
	expect("first\n");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(whole_file_replace(path, "third\n", 6), 0);
	expect("third\n");
	assert_int_equal(unlink(link), 0);
	assert_int_equal(whole_file_replace(folder, "x", 1), EISDIR);
	assert_int_equal(whole_file_replace("/nowhere/x", "x", 1), ENOENT);
	assert_int_equal(count_files(), 1);
}

static void expect_unread(const char *which, int error)
{
	size_t size;

	assert_null(whole_file_read(which, &size));
	assert_int_equal(errno, error);
}

static void test_read(void **state)
{
	size_t size;
	char *text;

	(void)state;
	assert_int_equal(whole_file_write(path, "a\0b", 3), 0);
	text = whole_file_read(path, &size);
	assert_int_equal(size, 3);
	assert_memory_equal(text, "a\0b", 4);
	free(text);
	/* It has a hole, which needs no room. */
	assert_int_equal(truncate(path, (128UL << 20) + 1), 0);
	expect_unread(path, EFBIG);
	expect_unread("/nowhere/x", ENOENT);
	expect_unread(folder, EINVAL);
	expect_unread("/dev/zero", EINVAL);
	unlink(path);
	/* No process writes to the pipe, so opening it would wait. */
	assert_int_equal(mkfifo(path, 0600), 0);
	expect_unread(path, EINVAL);
	unlink(path);
}

/*
 * If the path is that of standard output, like /dev/stdout, and standard output
 * is a file, the text is appended to what has been printed.
 */
static void test_standard_output(void **state)
{
	int copy = dup(STDOUT_FILENO), got, fd;
	struct stat status;
	char link[80];

	(void)state;
	snprintf(link, sizeof(link), "%s.link", path);
	assert_int_equal(symlink("/proc/self/fd/1", link), 0);
	fflush(stdout);
	fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
	dup2(fd, STDOUT_FILENO);
	printf("a table\n");
	got = whole_file_write(link, "{}\n", 3);
	dup2(copy, STDOUT_FILENO);
	close(copy);
	close(fd);
	assert_int_equal(got, 0);
	expect("a table\n{}\n");
	assert_int_equal(lstat(link, &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	unlink(link);
}

/*
 * Until whole_file_end(), the old file is there, and no other file, even if the
 * process is killed.
 */
static void test_killed(void **state)
{
	struct whole_file file;
	pid_t pid;

	(void)state;
	assert_int_equal(whole_file_write(path, "old\n", 4), 0);
	assert_int_equal(count_files(), 1);
	pid = fork();
	if (!pid) {
		if (whole_file_begin(&file, path) ||
		    write(file.fd, "n", 1) != 1)
			_exit(1);
		raise(SIGKILL);
	}
	waitpid(pid, NULL, 0);
	expect("old\n");
	assert_int_equal(count_files(), 1);
	/* The same holds if writing the file fails. */
	assert_int_equal(whole_file_begin(&file, path), 0);
	assert_int_equal(write(file.fd, "n", 1), 1);
	assert_int_equal(whole_file_end(&file, ENOSPC), ENOSPC);
	expect("old\n");
	assert_int_equal(count_files(), 1);
	assert_int_equal(whole_file_begin(&file, path), 0);
	assert_int_equal(write(file.fd, "n", 1), 1);
	assert_int_equal(whole_file_end(&file, 0), 0);
	expect("n");
	assert_int_equal(count_files(), 1);
}

static int synced;

/* A power cut now would leave the old file: the new one is not in its place yet. */
static int expect_old(int fd)
{
	char text[64] = "", new[32];
	int copy;

	snprintf(new, sizeof(new), "/proc/self/fd/%d", fd);
	copy = open(new, O_RDONLY);
	assert_true(read(copy, text, sizeof(text) - 1) >= 0);
	close(copy);
	assert_string_equal(text, "new\n");
	if (access(path, F_OK))
		assert_int_equal(count_files(), 0);
	else
		expect("old\n");
	synced++;
	return 0;
}

static int cannot_sync(int fd)
{
	(void)fd;
	errno = EIO;
	return -1;
}

static int killed(int fd)
{
	(void)fd;
	raise(SIGKILL);
	return 0;
}

/* Let @write write a new file over an old one, or, if not @replaces, where none is. */
static void check_on_disk(int (*write)(const char *path, const char *text,
				       size_t size), bool replaces)
{
	int before = replaces ? 1 : 0;
	pid_t pid;

	at_fsync = NULL;
	unlink(path);
	if (replaces)
		assert_int_equal(whole_file_write(path, "old\n", 4), 0);
	at_fsync = cannot_sync;
	assert_int_equal(write(path, "new\n", 4), EIO);
	assert_int_equal(count_files(), before);
	pid = fork();
	if (!pid) {
		at_fsync = killed;
		write(path, "new\n", 4);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	assert_int_equal(count_files(), before);
	if (replaces)
		expect("old\n");
	at_fsync = expect_old;
	synced = 0;
	assert_int_equal(write(path, "new\n", 4), 0);
	assert_int_equal(synced, 1);
	at_fsync = NULL;
	expect("new\n");
	assert_int_equal(count_files(), 1);
}

/* A file gets its name when it is on the disk. */
static void test_on_disk(void **state)
{
	(void)state;
	check_on_disk(whole_file_write, true);
	check_on_disk(whole_file_write, false);
	check_on_disk(whole_file_replace, true);
	check_on_disk(whole_file_create, false);
}

static void test_cannot(void **state)
{
	(void)state;
	assert_int_equal(whole_file_write("/nowhere/x", "x", 1), ENOENT);
	assert_int_equal(whole_file_write(folder, "x", 1), EISDIR);
	assert_int_equal(whole_file_write("/dev/full", "x", 1), ENOSPC);
	assert_int_equal(whole_file_write("/dev/null", "x", 1), 0);
}

static void test_clear(void **state)
{
	(void)state;
	assert_int_equal(whole_file_write(path, "old\n", 4), 0);
	assert_int_equal(whole_file_clear(path), 0);
	assert_int_equal(count_files(), 0);
	assert_int_equal(whole_file_clear(path), 0);
	assert_int_equal(count_files(), 0);
	assert_int_equal(whole_file_clear("/nowhere/x"), ENOENT);
	assert_int_equal(whole_file_clear(folder), EISDIR);
	/* No process reads the pipe, so opening it would wait. */
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(whole_file_clear(path), 0);
	assert_int_equal(count_files(), 1);
	assert_int_equal(unlink(path), 0);
}

/*
 * A cleared link stays, and the file to which it leads is made empty. Writing
 * to the link then writes that file.
 */
static void test_clear_link(void **state)
{
	char link[sizeof(path) + 8];

	(void)state;
	snprintf(link, sizeof(link), "%s.link", path);
	assert_int_equal(whole_file_write(path, "old\n", 4), 0);
	assert_int_equal(symlink(path, link), 0);
	assert_int_equal(whole_file_clear(link), 0);
	expect("");
	assert_int_equal(whole_file_write(link, "new\n", 4), 0);
	expect("new\n");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(whole_file_clear(link), 0);
	assert_int_equal(unlink(link), 0);
	assert_int_equal(count_files(), 0);
}

/* Remove the file and the folder. This fails if a test left another file. */
static int tear_down(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

static int set_up(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/file", folder);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_new_and_old),
		cmocka_unit_test(test_reader_of_the_old_one),
		cmocka_unit_test(test_create),
		cmocka_unit_test(test_link),
		cmocka_unit_test(test_replace),
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_standard_output),
		cmocka_unit_test(test_killed),
		cmocka_unit_test(test_on_disk),
		cmocka_unit_test(test_cannot),
		cmocka_unit_test(test_clear),
		cmocka_unit_test(test_clear_link),
	};

	return cmocka_run_group_tests_name("whole_file", tests, set_up, tear_down);
}
