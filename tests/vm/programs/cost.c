// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a command, and prints what it cost, for a guest whose clock counts
 * instructions:
 *
 *	cost [spin] COMMAND...
 *
 *	status: N	the command's, or 128 plus the signal that ended it
 *	wall_ns: N	from its start to its end
 *	cpu_ns: N	CPU time of all of its processes
 *	rss_kb: N	the most memory that one of its processes had at a time
 *	spun: N		with "spin", how often a loop went round in that time
 *	out: NS LINE	each line of its output and its messages, and when it
 *			was read from the pipe (CLOCK_MONOTONIC)
 *
 * The loop of "spin" is a SCHED_IDLE thread: it gets the time that nothing else
 * takes from the CPU. It only makes sense in a guest with one CPU.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TEXT_MAX	(1 << 20)
#define READS_MAX	(1 << 14)

/* Each read of the pipe: the text had grown to @end, at @time. */
static struct {
	size_t end;
	uint64_t time;
} got[READS_MAX];

static char text[TEXT_MAX];
static size_t reads;
static _Atomic uint64_t spun;		/* only the loop writes it */
static pthread_barrier_t ready;

static void die(const char *what)
{
	perror(what);
	exit(125);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/*
 * The emulator translates instructions that do nothing to nothing, so that a
 * second of this loop does not take the host ten.
 */
static void *spin(void *unused)
{
	const struct sched_param none = { .sched_priority = 0 };
	uint64_t rounds = 0;

	(void)unused;
	if (sched_setscheduler(0, SCHED_IDLE, &none))
		die("SCHED_IDLE");
	pthread_barrier_wait(&ready);
	for (;;) {
		asm volatile(".rept 100\n\tnop\n\t.endr");
		atomic_store_explicit(&spun, rounds++, memory_order_relaxed);
	}
	return NULL;
}

static void start_spinning(void)
{
	pthread_t thread;

	pthread_barrier_init(&ready, NULL, 2);
	if (pthread_create(&thread, NULL, spin, NULL))
		die("pthread_create");
	pthread_barrier_wait(&ready);
}

/*
 * Run above what is ordinary, to see a line when it is written, and the end
 * when it comes; below what measures. The command does not inherit this.
 */
static void come_first(void)
{
	const struct sched_param lowest = { .sched_priority = 1 };

	if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest))
		die("SCHED_FIFO");
}

static pid_t start(char *argv[], int *output)
{
	int ends[2];
	pid_t pid;

	if (pipe(ends))
		die("pipe");
	pid = fork();
	if (pid < 0)
		die("fork");
	if (!pid) {
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		execvp(argv[0], argv);
		die(argv[0]);
	}
	close(ends[1]);
	*output = ends[0];
	return pid;
}

/* The output is kept, and printed later: that takes time, too. */
static void take_output(int output)
{
	size_t end = 0;
	ssize_t n;

	while (end < TEXT_MAX && reads < READS_MAX) {
		n = read(output, text + end, TEXT_MAX - end);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		end += n;
		got[reads].end = end;
		got[reads++].time = now_ns();
	}
	fprintf(stderr, "cost: more output than there is room for\n");
	exit(125);
}

/* A line was there when its last character was read. */
static void print_output(void)
{
	size_t begin = 0, end = reads ? got[reads - 1].end : 0, i = 0;
	char *newline;

	while (begin < end) {
		newline = memchr(text + begin, '\n', end - begin);
		size_t next = newline ? (size_t)(newline - text) + 1 : end;

		while (got[i].end < next)
			i++;
		printf("out: %llu %.*s\n", (unsigned long long)got[i].time,
		       (int)(next - begin - !!newline), text + begin);
		begin = next;
	}
}

static uint64_t ns(struct timeval time)
{
	return time.tv_sec * 1000000000ULL + time.tv_usec * 1000ULL;
}

int main(int argc, char *argv[])
{
	bool spins = argc > 1 && !strcmp(argv[1], "spin");
	struct rusage own, all;
	uint64_t began, ended, spun_before, spun_after;
	int output, status;
	pid_t pid;

	if (argc < 2 + spins)
		return 125;
	/* Processes that outlive the command are waited for, too. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	come_first();
	if (spins)
		start_spinning();
	began = now_ns();
	spun_before = spun;
	pid = start(argv + 1 + spins, &output);
	take_output(output);
	if (wait4(pid, &status, 0, &own) != pid)
		die("wait4");
	spun_after = spun;
	ended = now_ns();
	while (wait(NULL) > 0 || errno == EINTR)
		;
	getrusage(RUSAGE_CHILDREN, &all);
	printf("status: %d\nwall_ns: %llu\ncpu_ns: %llu\nrss_kb: %ld\n",
	       WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
	       (unsigned long long)(ended - began),
	       (unsigned long long)(ns(all.ru_utime) + ns(all.ru_stime)),
	       own.ru_maxrss);
	if (spins)
		printf("spun: %llu\n",
		       (unsigned long long)(spun_after - spun_before));
	print_output();
	return 0;
}
