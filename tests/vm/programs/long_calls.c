// SPDX-License-Identifier: GPL-2.0
/*
 * Makes the kernel work for long without a pause, by what programs really do:
 *
 *	long_calls NAME [FILE]
 *
 * It prepares what the cause NAME needs, prints "ready", waits for a line on
 * its standard input, and then causes it once every PAUSE_MS. FILE is the
 * module, or the file, that some causes need. Without NAME it prints all names.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MB		(1UL << 20)
#define MEMORY		(64 * MB)
#define HUGE_PAGE	(2 * MB)
#define TEXT_SIZE	65536
#define PAUSE_MS	20
#define TIMES		400
#define FILES		20000
#define PROCESSES	400
#define TIMERS		1000

static const char *file;
static char *memory;
static char text[TEXT_SIZE];

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static long or_fail(const char *what, long returned)
{
	if (returned < 0)
		fail(what);
	return returned;
}

static char *map(size_t size, int flags)
{
	char *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

	if (mapped == MAP_FAILED)
		fail("mmap");
	return mapped;
}

static void write_file(const char *path, const char *words)
{
	int fd = or_fail(path, open(path, O_WRONLY));

	or_fail(path, write(fd, words, strlen(words)));
	close(fd);
}

/* Read all of a file, in pieces as large as they may be. */
static void read_file(const char *path)
{
	int fd = or_fail(path, open(path, O_RDONLY));

	while (or_fail(path, read(fd, text, sizeof(text))))
		continue;
	close(fd);
}

static void wait_all(void)
{
	while (wait(NULL) > 0)
		continue;
}

/* ---- The kernel's messages ------------------------------------------------ */

static void kmsg(void)
{
	char line[600];

	memset(line, 'x', sizeof(line));
	line[0] = '<';
	line[1] = '4';
	line[2] = '>';
	line[sizeof(line) - 1] = '\0';
	write_file("/dev/kmsg", line);
}

static void sysrq_tasks(void)
{
	write_file("/proc/sysrq-trigger", "t");
}

static void sysrq_memory(void)
{
	write_file("/proc/sysrq-trigger", "m");
}

/* ---- Memory --------------------------------------------------------------- */

static void make_memory(void)
{
	memory = map(MEMORY, 0);
	madvise(memory, MEMORY, MADV_NOHUGEPAGE);
	memset(memory, 1, MEMORY);
}

static void huge_page(void)
{
	char *mapped = map(2 * HUGE_PAGE, 0);
	char *aligned = (char *)(((unsigned long)mapped + HUGE_PAGE) &
				 ~(HUGE_PAGE - 1));

	madvise(mapped, 2 * HUGE_PAGE, MADV_HUGEPAGE);
	*aligned = 1;
	munmap(mapped, 2 * HUGE_PAGE);
}

static void make_hugetlb(void)
{
	write_file("/proc/sys/vm/nr_hugepages", "8");
}

static void hugetlb(void)
{
	char *mapped = map(HUGE_PAGE, MAP_HUGETLB);

	*mapped = 1;
	munmap(mapped, HUGE_PAGE);
}

static void nr_hugepages(void)
{
	write_file("/proc/sys/vm/nr_hugepages", "16");
	write_file("/proc/sys/vm/nr_hugepages", "0");
}

static void fork_large(void)
{
	pid_t child = or_fail("fork", fork());

	if (!child) {
		pause();
		_exit(0);
	}
	kill(child, SIGKILL);
	wait_all();
}

static void exit_large(void)
{
	if (!or_fail("fork", fork())) {
		make_memory();
		_exit(0);
	}
	wait_all();
}

static void munmap_large(void)
{
	make_memory();
	munmap(memory, MEMORY);
}

static void mprotect_large(void)
{
	mprotect(memory, MEMORY, PROT_READ);
	mprotect(memory, MEMORY, PROT_READ | PROT_WRITE);
}

static void dontneed(void)
{
	madvise(memory, MEMORY, MADV_DONTNEED);
	memset(memory, 1, MEMORY);
}

static void mremap_large(void)
{
	char *to = map(MEMORY, 0);

	if (mremap(memory, MEMORY, MEMORY, MREMAP_MAYMOVE | MREMAP_FIXED, to) !=
	    to)
		fail("mremap");
	memory = to;
}

static void mlock_large(void)
{
	or_fail("mlock", mlock(memory, MEMORY));
	munlock(memory, MEMORY);
}

static void make_holes(void)
{
	make_memory();
	for (size_t at = 0; at < MEMORY; at += 2 * 4096)
		madvise(memory + at, 4096, MADV_DONTNEED);
}

static void compact(void)
{
	write_file("/proc/sys/vm/compact_memory", "1");
}

static int look_up(const char *path, const struct stat *found, int type)
{
	(void)path;
	(void)found;
	(void)type;
	return 0;
}

/* Fill the caches of names and inodes, which the kernel may shrink. */
static void make_names_cached(void)
{
	ftw("/sys/devices", look_up, 20);
	ftw("/sys/kernel", look_up, 20);
}

static void drop_caches(void)
{
	make_names_cached();
	write_file("/proc/sys/vm/drop_caches", "3");
}

static void make_ksm(void)
{
	make_memory();
	or_fail("madvise", madvise(memory, MEMORY, MADV_MERGEABLE));
	write_file("/sys/kernel/mm/ksm/pages_to_scan", "10000");
}

static void ksm(void)
{
	write_file("/sys/kernel/mm/ksm/run", "1");
}

static void smaps(void)
{
	read_file("/proc/self/smaps");
}

static void pagemap(void)
{
	int fd = or_fail("pagemap", open("/proc/self/pagemap", O_RDONLY));

	pread(fd, text, sizeof(text), (unsigned long)memory / 4096 * 8);
	close(fd);
}

/* ---- Memory control groups ------------------------------------------------ */

#define GROUP	"/sys/fs/cgroup/long_calls"

static void make_group(void)
{
	write_file("/sys/fs/cgroup/cgroup.subtree_control", "+memory");
	if (mkdir(GROUP, 0755) && errno != EEXIST)
		fail(GROUP);
	write_file(GROUP "/memory.max", "max");
	write_file(GROUP "/cgroup.procs", "0");
}

static void fill_file(const char *path, size_t size)
{
	int fd = or_fail(path, open(path, O_RDWR | O_CREAT, 0600));

	while (size) {
		or_fail(path, write(fd, text, sizeof(text)));
		size -= sizeof(text);
	}
	close(fd);
}

static void make_limit(void)
{
	make_group();
	fill_file("/tmp/limited", 8 * MB);
	write_file(GROUP "/memory.max", "16M");
}

static void memory_max(void)
{
	if (!or_fail("fork", fork())) {
		make_memory();
		_exit(0);
	}
	wait_all();
}

static void memory_reclaim(void)
{
	int fd = open(GROUP "/memory.reclaim", O_WRONLY);

	make_names_cached();
	(void)!write(fd, "64M", 3);
	close(fd);
}

static void cgroup_dirs(void)
{
	or_fail("mkdir", mkdir("/sys/fs/cgroup/long_dir", 0755));
	or_fail("rmdir", rmdir("/sys/fs/cgroup/long_dir"));
}

/* ---- Files ---------------------------------------------------------------- */

static void tmpfs_fill(void)
{
	fill_file("/tmp/filled", 16 * MB);
	unlink("/tmp/filled");
}

static void tmpfs_truncate(void)
{
	fill_file("/tmp/filled", 16 * MB);
	or_fail("truncate", truncate("/tmp/filled", 0));
}

static void make_file(void)
{
	fill_file("/tmp/cached", 16 * MB);
	make_memory();
}

static void read_cached(void)
{
	int fd = or_fail("open", open("/tmp/cached", O_RDONLY));

	or_fail("read", read(fd, memory, 16 * MB));
	close(fd);
}

static void make_names(const char *where)
{
	char name[128];

	mkdir(where, 0755);
	for (int i = 0; i < FILES; i++) {
		snprintf(name, sizeof(name), "%s/%d", where, i);
		close(open(name, O_CREAT | O_WRONLY, 0600));
	}
}

static void make_directory(void)
{
	make_names("/tmp/many");
}

static void getdents_many(void)
{
	int fd = or_fail("open", open("/tmp/many", O_RDONLY | O_DIRECTORY));

	while (syscall(SYS_getdents64, fd, text, sizeof(text)) > 0)
		continue;
	close(fd);
}

static void make_mount(void)
{
	mkdir("/tmp/mounted", 0755);
}

static void mount_umount(void)
{
	or_fail("mount", mount("none", "/tmp/mounted", "tmpfs", 0, ""));
	make_names("/tmp/mounted/many");
	or_fail("umount", umount("/tmp/mounted"));
}

static void kallsyms(void)
{
	read_file("/proc/kallsyms");
}

static void any_file(void)
{
	read_file(file);
}

static void random_bytes(void)
{
	(void)!syscall(SYS_getrandom, memory, 4 * MB, 0);
}

/* ---- Pipes and sockets ---------------------------------------------------- */

static int ends[2];

static void make_pipe(void)
{
	make_memory();
	or_fail("pipe", pipe(ends));
	or_fail("F_SETPIPE_SZ", fcntl(ends[1], F_SETPIPE_SZ, MB));
}

static void pipe_large(void)
{
	or_fail("write", write(ends[1], memory, MB));
	or_fail("read", read(ends[0], memory, MB));
}

static void make_socket(void)
{
	int size = 8 * MB;

	make_memory();
	or_fail("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
	or_fail("SO_SNDBUFFORCE", setsockopt(ends[0], SOL_SOCKET, SO_SNDBUFFORCE,
					     &size, sizeof(size)));
}

static void socket_large(void)
{
	long sent = or_fail("send", send(ends[0], memory, MB, MSG_DONTWAIT));

	while (sent > 0)
		sent -= or_fail("recv", recv(ends[1], memory, MB, 0));
}

/* ---- Processes ------------------------------------------------------------ */

/* Start processes that wait on a futex that they share. */
static void make_waiters(void)
{
	unsigned int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	memory = (char *)shared;
	for (int i = 0; i < PROCESSES; i++) {
		if (or_fail("fork", fork()))
			continue;
		for (;;)
			syscall(SYS_futex, shared, FUTEX_WAIT, 0, NULL, NULL, 0);
	}
	sleep(1);
}

static void futex_wake(void)
{
	syscall(SYS_futex, memory, FUTEX_WAKE, PROCESSES, NULL, NULL, 0);
}

static void make_group_of_processes(void)
{
	setpgid(0, 0);
	for (int i = 0; i < PROCESSES; i++) {
		if (or_fail("fork", fork()))
			continue;
		signal(SIGUSR1, SIG_IGN);
		for (;;)
			pause();
	}
	signal(SIGUSR1, SIG_IGN);
	sleep(1);
}

static void signal_many(void)
{
	or_fail("kill", kill(0, SIGUSR1));
}

static void set_priorities(void)
{
	or_fail("setpriority", setpriority(PRIO_PGRP, 0, 1));
	or_fail("setpriority", setpriority(PRIO_PGRP, 0, 2));
}

static void make_pollers(void)
{
	or_fail("pipe", pipe(ends));
	for (int i = 0; i < PROCESSES; i++) {
		struct pollfd in = { .fd = ends[0], .events = POLLPRI };

		if (or_fail("fork", fork()))
			continue;
		for (;;) {
			in.events = POLLIN;
			poll(&in, 1, -1);
			in.events = 0;
			poll(&in, 1, 10);
		}
	}
	sleep(1);
}

static void wake_pollers(void)
{
	or_fail("write", write(ends[1], text, 1));
	or_fail("read", read(ends[0], text, 1));
}

static void *wait_forever(void *nothing)
{
	for (;;)
		pause();
	return nothing;
}

/* Start threads in a process of its own, and a cgroup for it. */
static void make_threads(void)
{
	char pid[16];
	pthread_t thread;

	make_group();
	for (int i = 0; i < PROCESSES; i++)
		if (pthread_create(&thread, NULL, wait_forever, NULL))
			fail("pthread_create");
	snprintf(pid, sizeof(pid), "%d", getpid());
	memory = strdup(pid);
}

static void cgroup_move(void)
{
	write_file("/sys/fs/cgroup/cgroup.procs", memory);
	write_file(GROUP "/cgroup.procs", memory);
}

static void make_freezable(void)
{
	make_group();
	for (int i = 0; i < PROCESSES; i++)
		if (!or_fail("fork", fork()))
			wait_forever(NULL);
	write_file("/sys/fs/cgroup/cgroup.procs", "0");
}

static void cgroup_freeze(void)
{
	write_file(GROUP "/cgroup.freeze", "1");
	write_file(GROUP "/cgroup.freeze", "0");
}

static void *spin_forever(void *nothing)
{
	for (;;)
		asm volatile("" : : : "memory");
	return nothing;
}

/* Another thread of the process is busy on the other CPU, whose TLB has its memory. */
static void make_shared(void)
{
	pthread_t thread;
	cpu_set_t cpus;

	make_memory();
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	if (pthread_create(&thread, NULL, spin_forever, NULL) ||
	    pthread_setaffinity_np(thread, sizeof(cpus), &cpus))
		fail("pthread_create");
}

static void affinity(void)
{
	cpu_set_t cpus;

	or_fail("sched_getaffinity", sched_getaffinity(0, sizeof(cpus), &cpus));
	for (int i = 0; i < 1000; i++)
		sched_setaffinity(0, sizeof(cpus), &cpus);
}

static void execute(void)
{
	if (!or_fail("fork", fork())) {
		execl("/bin/true", "true", NULL);
		_exit(1);
	}
	wait_all();
}

/* ---- Code of the kernel --------------------------------------------------- */

static void perf_open(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr),
		.config = PERF_COUNT_SW_CONTEXT_SWITCHES, .disabled = 1,
	};
	long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);

	or_fail("perf_event_open", fd);
	close(fd);
}

static void module_load(void)
{
	int fd = or_fail(file, open(file, O_RDONLY));
	char name[64];

	or_fail("finit_module", syscall(SYS_finit_module, fd, "", 0));
	close(fd);
	snprintf(name, sizeof(name), "%s", strrchr(file, '/') + 1);
	name[strcspn(name, ".")] = '\0';
	or_fail("delete_module", syscall(SYS_delete_module, name, 0));
}

static void function_tracer(void)
{
	write_file("/sys/kernel/tracing/current_tracer", "function");
	write_file("/sys/kernel/tracing/current_tracer", "nop");
}

static void all_events(void)
{
	write_file("/sys/kernel/tracing/instances/long_calls/events/enable", "1");
	write_file("/sys/kernel/tracing/instances/long_calls/events/enable", "0");
}

static void make_instance(void)
{
	mkdir("/sys/kernel/tracing/instances/long_calls", 0755);
}

static void trace_instance(void)
{
	or_fail("mkdir", mkdir("/sys/kernel/tracing/instances/long_dir", 0755));
	rmdir("/sys/kernel/tracing/instances/long_dir");
}

static void timers(void)
{
	static timer_t made[TIMERS];
	struct sigevent signals = {
		.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1,
	};
	struct itimerspec soon = { };
	int count = 0;

	signal(SIGUSR1, SIG_IGN);
	clock_gettime(CLOCK_MONOTONIC, &soon.it_value);
	soon.it_value.tv_sec += 1;
	while (count < TIMERS &&
	       !timer_create(CLOCK_MONOTONIC, &signals, &made[count]))
		count++;
	for (int i = 0; i < count; i++)
		timer_settime(made[i], TIMER_ABSTIME, &soon, NULL);
	sleep(2);
	while (count--)
		timer_delete(made[count]);
}

static void debug_file(void)
{
	read_file("/sys/kernel/debug/sched/debug");
}

static const struct cause {
	const char *name;
	void (*prepare)(void);
	void (*make)(void);
} causes[] = {
	{ "kmsg", NULL, kmsg },
	{ "sysrq_tasks", NULL, sysrq_tasks },
	{ "sysrq_memory", NULL, sysrq_memory },
	{ "huge_page", NULL, huge_page },
	{ "hugetlb", make_hugetlb, hugetlb },
	{ "nr_hugepages", NULL, nr_hugepages },
	{ "fork", make_memory, fork_large },
	{ "exit", NULL, exit_large },
	{ "munmap", NULL, munmap_large },
	{ "mprotect", make_memory, mprotect_large },
	{ "dontneed", make_memory, dontneed },
	{ "mremap", make_memory, mremap_large },
	{ "mlock", make_memory, mlock_large },
	{ "compact", make_holes, compact },
	{ "drop_caches", NULL, drop_caches },
	{ "ksm", make_ksm, ksm },
	{ "smaps", make_memory, smaps },
	{ "pagemap", make_memory, pagemap },
	{ "memory_max", make_limit, memory_max },
	{ "memory_reclaim", make_group, memory_reclaim },
	{ "cgroup", NULL, cgroup_dirs },
	{ "tmpfs_fill", NULL, tmpfs_fill },
	{ "tmpfs_truncate", NULL, tmpfs_truncate },
	{ "read_cached", make_file, read_cached },
	{ "getdents", make_directory, getdents_many },
	{ "mount", make_mount, mount_umount },
	{ "kallsyms", NULL, kallsyms },
	{ "file", NULL, any_file },
	{ "getrandom", make_memory, random_bytes },
	{ "pipe", make_pipe, pipe_large },
	{ "socket", make_socket, socket_large },
	{ "futex_wake", make_waiters, futex_wake },
	{ "signal_many", make_group_of_processes, signal_many },
	{ "setpriority", make_group_of_processes, set_priorities },
	{ "poll", make_pollers, wake_pollers },
	{ "cgroup_move", make_threads, cgroup_move },
	{ "cgroup_freeze", make_freezable, cgroup_freeze },
	{ "tlb", make_shared, mprotect_large },
	{ "affinity", NULL, affinity },
	{ "exec", NULL, execute },
	{ "perf_open", NULL, perf_open },
	{ "module", NULL, module_load },
	{ "function_tracer", NULL, function_tracer },
	{ "events", make_instance, all_events },
	{ "instance", NULL, trace_instance },
	{ "timers", NULL, timers },
	{ "sched_debug", NULL, debug_file },
};

#define CAUSES	(sizeof(causes) / sizeof(causes[0]))

static const struct cause *find_cause(const char *name)
{
	for (size_t i = 0; i < CAUSES; i++)
		if (!strcmp(causes[i].name, name))
			return &causes[i];
	fprintf(stderr, "long_calls: %s: there is no such cause\n", name);
	exit(1);
}

int main(int argc, char *argv[])
{
	const struct cause *cause;

	for (size_t i = 0; argc < 2 && i < CAUSES; i++)
		puts(causes[i].name);
	if (argc < 2)
		return 0;
	cause = find_cause(argv[1]);
	file = argc > 2 ? argv[2] : NULL;
	if (cause->prepare)
		cause->prepare();
	puts("ready");
	fflush(stdout);
	if (read(STDIN_FILENO, text, 1) != 1)
		return 1;
	for (int i = 0; i < TIMES; i++) {
		cause->make();
		usleep(PAUSE_MS * 1000);
	}
	/* To end would be a cause of its own. */
	pause();
	return 0;
}
