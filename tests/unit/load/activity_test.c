// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of activity.c: what is counted in the files of a made-up /proc.
 */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/parse.h"
#include "files.h"
#include "host/machine.h"
#include "load/activity.h"
#include "test.h"

static const struct machine machine = { .root = files_root };

static void check_count(enum activity_kind kind, uint64_t expected)
{
	struct activity activity;

	assert_int_equal(activity_read(&machine, &activity), 0);
	assert_int_equal(activity.count[kind], expected);
}

static void test_no_files(void **state)
{
	struct activity activity;

	(void)state;
	assert_int_equal(activity_read(&machine, &activity), ENOENT);
	files_put("proc/stat", "cpu  1 2 3\n");
	for (int i = 0; i < ACTIVITIES; i++)
		check_count(i, 0);
}

static void test_stat(void **state)
{
	(void)state;
	files_put("proc/stat",
		  "cpu  1 2 3 4\ncpu0 1 2 3 4\nintr 18446744073709551615 7 8\nctxt 123\nbtime 5\nprocesses 45\nprocs_running 1\n");
	files_put("proc/vmstat", "pgfaults 1\nnr_pgfault 2\npgfault 99\npgmajfault 3\n");
	check_count(ACTIVITY_INTERRUPTS, UINT64_MAX);
	check_count(ACTIVITY_SWITCHES, 123);
	check_count(ACTIVITY_FORKS, 45);
	check_count(ACTIVITY_FAULTS, 99);
}

#define DISKS \
	" 254 0 vda 10 0 1000 5 20 0 2000 6 0 7 8 0 0 0 0 0 0\n" \
	" 254 1 vda1 10 0 900 5 20 0 1900 6 0 7 8\n" \
	" 253 0 dm-0 10 0 900 5 20 0 1900 6 0 7 8\n" \
	"   7 0 loop0 1 0 50 5 2 0 60 6 0 7 8\n" \
	"   8 0 sda 1 0 1 1 1 0 2\n" \
	"   8 16 sdb 1 0 1 1\n"

/* Partitions, and disks that are on other disks, are not counted twice. */
static void test_disks(void **state)
{
	(void)state;
	files_put("proc/stat", "ctxt 1\n");
	files_put("proc/diskstats", DISKS);
	files_put("sys/block/vda/size", "1\n");
	files_put("sys/block/sda/size", "1\n");
	files_put("sys/block/dm-0/size", "1\n");
	check_count(ACTIVITY_READ, 1001);
	check_count(ACTIVITY_WRITTEN, 2002);
}

static void test_softirqs(void **state)
{
	(void)state;
	files_put("proc/stat", "ctxt 1\n");
	files_put("proc/softirqs",
		  "                    CPU0       CPU1\n"
		  "      NET_TX:          1          2\n"
		  "      NET_RX:        100        200\n"
		  "       BLOCK:         40         50\n"
		  "    IRQ_POLL:          7          8\n");
	check_count(ACTIVITY_NET_SOFTIRQS, 303);
	check_count(ACTIVITY_BLOCK_SOFTIRQS, 90);
}

#define NET_HEAD \
	"Inter-|   Receive                    |  Transmit\n" \
	" face |bytes packets errs drop fifo frame compressed multicast|bytes packets\n"

static void put_link(const char *name, const char *to)
{
	files_put(name, "");
	unlink(files_path("%s", name));
	assert_int_equal(symlink(to, files_path("%s", name)), 0);
}

static void put_children(const char *ours, const char *theirs,
			 const char *children)
{
	files_put("proc/10/task/10/children", children);
	put_link("proc/self/ns/net", ours);
	put_link("proc/11/ns/net", theirs);
	put_link("proc/12/ns/net", theirs);
	files_put("proc/11/net/dev", NET_HEAD " near: 9 100 0 0 0 0 0 0 9 11\n");
	files_put("proc/12/net/dev", NET_HEAD " far: 9 100 0 0 0 0 0 0 9 12\n");
}

/* A packet that passes both ends of a pair of devices is not counted twice. */
static void test_namespaces(void **state)
{
	struct activity activity = { .time = 0 };

	(void)state;
	activity_add_children(&machine, &activity, 10);
	assert_int_equal(activity.count[ACTIVITY_PACKETS], 0);
	put_children("net:[1]", "net:[2]", "11 12 13 ");
	activity_add_children(&machine, &activity, 10);
	assert_int_equal(activity.count[ACTIVITY_PACKETS], 112);
}

static void test_our_namespace(void **state)
{
	struct activity activity = { .time = 0 };

	(void)state;
	put_children("net:[1]", "net:[1]", "11 12 ");
	activity_add_children(&machine, &activity, 10);
	assert_int_equal(activity.count[ACTIVITY_PACKETS], 0);
}

/* Packets of lo make no interrupts. */
static void test_network(void **state)
{
	(void)state;
	files_put("proc/stat", "ctxt 1\n");
	files_put("proc/self/net/dev", NET_HEAD
		  "    lo: 100 1 0 0 0 0 0 0 200 2 0 0 0 0 0 0\n"
		  "  eth0:1000 10 0 0 0 0 0 0 5000 25 0 0 0 0 0 0\n"
		  "  cut: 7 1\n");
	check_count(ACTIVITY_PACKETS, 35);
}

static void test_rate(void **state)
{
	struct activity from = { .time = 5, .count = { 10, 100 } };
	struct activity to = { .time = 5 + 2 * NS_PER_SEC,
			       .count = { 40, 99 } };

	(void)state;
	assert_true(activity_rate(&from, &to, 0) == 15);
	assert_true(activity_rate(&from, &to, 1) == 0);
	assert_true(activity_rate(&from, &from, 0) == 0);
}

static void put_process(const char *pid, const char *stat, const char *status)
{
	char name[64];

	snprintf(name, sizeof(name), "proc/%s/stat", pid);
	files_put(name, stat);
	snprintf(name, sizeof(name), "proc/%s/status", pid);
	files_put(name, status);
}

static void test_working_set(void **state)
{
	(void)state;
	assert_int_equal(working_set(&machine, 10), 0);
	put_process("10", "10 (sh) S 1 10 10", "Name:\tsh\nRssAnon:\t     100 kB\n");
	assert_int_equal(working_set(&machine, 10), 0);
	put_process("11", "11 (a) S 10 10 10", "Name:\ta\nRssAnon:\t    1000 kB\n");
	assert_int_equal(working_set(&machine, 10), 1000 << 10);
	put_process("12", "12 (a) 1 (b) R 11 10 10", "Name:\ta\nRssAnon:\t    5000 kB\n");
	put_process("13", "13 (x) R 11 99 10", "Name:\tx\nRssAnon:\t   90000 kB\n");
	put_process("14", "14 (z) Z 11 10 10", "Name:\tz\n");
	assert_int_equal(working_set(&machine, 10), 4000 << 10);
}

static void put_written(const char *pid, const char *stat, const char *io)
{
	char name[64];

	snprintf(name, sizeof(name), "proc/%s/stat", pid);
	files_put(name, stat);
	snprintf(name, sizeof(name), "proc/%s/io", pid);
	files_put(name, io);
}

/* Bytes that others write, or that go to pipes, are not counted. */
static void test_output(void **state)
{
	struct activity activity = { .time = 0 };

	(void)state;
	put_written("10", "10 (sh) S 1 10 10",
		    "rchar: 1\nwchar: 500\nread_bytes: 7\nwrite_bytes: 4096\ncancelled_write_bytes: 5\n");
	put_written("11", "11 (gcc) R 10 10 10", "wchar: 9\nwrite_bytes: 8192\n");
	put_written("12", "12 (dd) R 1 12 12", "wchar: 9\nwrite_bytes: 65536\n");
	activity_add_output(&machine, &activity, 10);
	assert_int_equal(activity.count[ACTIVITY_OUTPUT], 12288);
	activity.count[ACTIVITY_OUTPUT] = 0;
	files_put("proc/10/task/10/io", "wchar: 500\nwrite_bytes: 1024\n");
	activity_add_output(&machine, &activity, 10);
	assert_int_equal(activity.count[ACTIVITY_OUTPUT], 11264);
}

#define EACH(test) \
	cmocka_unit_test_setup_teardown(test, files_begin, files_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(test_no_files), EACH(test_stat), EACH(test_disks),
		EACH(test_network), EACH(test_softirqs),
		EACH(test_namespaces), EACH(test_our_namespace),
		EACH(test_output), EACH(test_working_set),
		cmocka_unit_test(test_rate),
	};

	return cmocka_run_group_tests_name("activity", tests, NULL, NULL);
}
