// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of sessions that a line of text starts: see abi_test.c. What a shell
 * cannot do is here; the rest is in guest/shell.sh.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"

static const char quiet[] = "timerlat cpus=1 tracing_off=0\n";
static const char hits[] = "timerlat cpus=1 tracing_off=0 stop_tracing_total_us=1\n";

/* Memory that cannot be accessed. */
static void *nowhere;

static int error_of_write(int fd, const void *line, size_t length)
{
	errno = 0;
	return write(fd, line, length) < 0 ? errno : 0;
}

/* Write a line; if a CPU is busy, try again for up to 10 s, as start() does. */
static bool start_text(int fd, const char *line)
{
	int try;

	for (try = 0; try < 100; try++) {
		if (error_of_write(fd, line, strlen(line)) != EBUSY)
			return !errno;
		usleep(100000);
	}
	return false;
}

static bool is_readable(int fd, int timeout)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

	return poll(&poll_fd, 1, timeout) == 1 && poll_fd.revents & POLLIN;
}

static void test_waiting(void)
{
	struct rtla_arm arm = { .size = sizeof(arm),
				.stop_ns[RTLA_CONTEXT_THREAD] = 1 };
	int fd = session();
	char text[300];
	ssize_t length;

	check(read(fd, text, sizeof(text)) == -1 && errno == EINVAL,
	      "a read before any line is EINVAL");
	check(start_text(fd, quiet), "a line starts a session");
	check(cpu_state(fd).state == RTLA_CPU_MEASURED,
	      "a session that a line started measures");
	check(error_of_write(fd, quiet, strlen(quiet)) == EBUSY,
	      "a second line is EBUSY");
	check(read(fd, text, sizeof(text)) == -1 && errno == EAGAIN &&
	      !is_readable(fd, 0), "a read without a hit is EAGAIN");
	check(!ioctl(fd, RTLA_IOC_ARM, &arm) && is_readable(fd, 5000),
	      "poll() returns at the hit");
	check(read(fd, text, 0) == 0 && read(fd, text, 4) == 4 &&
	      !memcmp(text, "hit ", 4), "a short read returns a part of the line");
	check(read(fd, nowhere, 5) == -1 && errno == EFAULT,
	      "a read to a bad address is EFAULT");
	length = read(fd, text, sizeof(text));
	check(length > 0 && text[length - 1] == '\n' && !memcmp(text, "cpu 1 thread ", 13),
	      "the read after a short one returns the rest of the line");
	check(is_readable(fd, 0) && !read(fd, text, sizeof(text)),
	      "the file ends after the line of the hit");
	check(!ioctl(fd, RTLA_IOC_END),
	      "RTLA_IOC_END ends a session that a line started");
	check(!read(fd, text, sizeof(text)),
	      "the file remains at its end after RTLA_IOC_END");
	close(fd);
	fd = session();
	start_text(fd, quiet);
	check(!ioctl(fd, RTLA_IOC_END) && is_readable(fd, 1000) &&
	      !read(fd, text, sizeof(text)),
	      "a session that ends without a hit has no line at all");
	close(fd);
}

static void test_lines(void)
{
	struct iovec parts[] = {
		{ .iov_base = "timerlat cp", .iov_len = 11 },
		{ .iov_base = "us=1 tracing_off=0\n", .iov_len = 19 },
	};
	int fd = session();

	check(error_of_write(fd, "", 0) == EINVAL, "an empty write is EINVAL");
	check(error_of_write(fd, "timerlat\0cpus=1", 15) == EINVAL,
	      "a NUL in the line is EINVAL");
	check(error_of_write(fd, nowhere, 10) == EFAULT,
	      "a line at a bad address is EFAULT");
	check(error_of_write(fd, nowhere, RTLA_LINE_MAX + 1) == E2BIG,
	      "a line that is too long is E2BIG");
	check(error_of_write(fd, "timer", 5) == EINVAL && nothing_runs(),
	      "a part of a line starts nothing");
	check(writev(fd, parts, 2) == 30, "the parts of a writev are one line");
	close(fd);
	check(nothing_runs(), "nothing is left of the line of a writev");
}

static bool set_capabilities(uint64_t effective, uint64_t permitted)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2] = {
		{ .effective = effective, .permitted = permitted },
		{ .effective = effective >> 32, .permitted = permitted >> 32 },
	};

	return !syscall(SYS_capset, &header, data);
}

/*
 * Return the error of a line that a child writes with the effective capability
 * CAP_SYS_ADMIN at the time of the open, of the write, or of both.
 */
static int error_of_child(bool at_open, bool at_write)
{
	const uint64_t admin = 1ULL << CAP_SYS_ADMIN;
	int status, fd;
	pid_t child = fork();

	if (!child) {
		if (!set_capabilities(at_open ? admin : 0, admin))
			_exit(255);
		fd = open(RTLA_DEVICE_PATH, O_RDWR);
		if (fd < 0 || !set_capabilities(at_write ? admin : 0, admin))
			_exit(255);
		_exit(!start_text(fd, quiet) ? errno : 0);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_text_rights(void)
{
	check(error_of_child(true, false) == EPERM,
	      "a line of a caller without CAP_SYS_ADMIN is EPERM");
	check(error_of_child(false, true) == EPERM,
	      "a line is EPERM if the file was opened without CAP_SYS_ADMIN");
	check(!error_of_child(true, true),
	      "a line of a caller with CAP_SYS_ADMIN at the open and the write is taken");
	check(nothing_runs(),
	      "the end of the process that wrote a line ends its session");
}

/* The opener dies, and another process still waits in a read of its file. */
static void test_orphan(void)
{
	int ends[2], fd;
	char text[300];
	pid_t opener;
	ssize_t got = -1;

	if (pipe(ends))
		return;
	opener = fork();
	if (!opener) {
		fd = open(RTLA_DEVICE_PATH, O_RDWR);
		if (!start_text(fd, quiet))
			_exit(1);
		if (!fork()) {
			got = read(fd, text, sizeof(text));
			_exit(write(ends[1], &got, sizeof(got)) < 0);
		}
		usleep(300000);
		raise(SIGKILL);
	}
	close(ends[1]);
	waitpid(opener, NULL, 0);
	check(is_readable(ends[0], 2000) &&
	      read(ends[0], &got, sizeof(got)) == sizeof(got) && !got,
	      "a session ends when its opener is killed, and a reader reaches the end");
	close(ends[0]);
	check(nothing_runs(),
	      "nothing is left of a session whose opener was killed");
}

/* Readers of two processes share the one hit. */
static void test_two_readers(void)
{
	int fd = open(RTLA_DEVICE_PATH, O_RDWR), ends[2], i, lines = 0, end = 0;
	char text[300];
	ssize_t got;

	if (pipe(ends))
		return;
	start_text(fd, quiet);
	for (i = 0; i < 2; i++) {
		if (!fork()) {
			got = read(fd, text, sizeof(text));
			_exit(write(ends[1], &got, sizeof(got)) < 0);
		}
	}
	usleep(300000);
	ioctl(fd, RTLA_IOC_ARM,
	      &(struct rtla_arm) {
		      .size = sizeof(struct rtla_arm),
		      .stop_ns[RTLA_CONTEXT_THREAD] = 1,
	      });
	for (i = 0; i < 2 && is_readable(ends[0], 5000); i++) {
		if (read(ends[0], &got, sizeof(got)) != sizeof(got))
			break;
		lines += got > 40;
		end += !got;
	}
	check(lines == 1 && end == 1,
	      "two readers of one hit get the line and the end");
	while (wait(NULL) > 0)
		;
	close(ends[0]);
	close(ends[1]);
	close(fd);
}

void test_text(void)
{
	int fd = session();

	nowhere =
		mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	check(start_text(fd, hits) && is_readable(fd, 5000), "a line with a threshold hits");
	close(fd);
	test_waiting();
	test_lines();
	test_text_rights();
	test_orphan();
	test_two_readers();
	check(nothing_runs(), "nothing is left of any line");
}
