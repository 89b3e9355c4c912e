// SPDX-License-Identifier: GPL-2.0
/*
 * Causes a latency on a CPU from user space, where no module may be loaded:
 *
 *	disturb KIND CPU COUNT
 *
 * fifo: a thread with real-time priority 98 runs for COUNT us
 * poll: a system call looks at a file COUNT times, without a pause in which
 *	another thread could get the CPU, if the kernel is not preemptible
 * timers: COUNT timers expire in one interrupt
 * keepalive: COUNT connections are to be kept alive, by timers that expire in
 *	one softirq, each of which sends a packet
 *
 * It prints when the cause began and ended, in ns of CLOCK_MONOTONIC; of timers
 * and connections it prints when the first was due, and 0.
 */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define DELAY_NS	500000000	/* until timers expire */

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static void check(const char *what, int failed)
{
	if (failed) {
		perror(what);
		exit(1);
	}
}

static cpu_set_t cpu;

static void pin(void)
{
	check("affinity", sched_setaffinity(0, sizeof(cpu), &cpu));
}

static void tell(uint64_t begin, uint64_t end)
{
	printf("%llu %llu\n", (unsigned long long)begin,
	       (unsigned long long)end);
}

static void allow(int what, int count)
{
	struct rlimit limit = { count + 100, count + 100 };

	check("setrlimit", setrlimit(what, &limit));
}

static void run_fifo(int us)
{
	const struct sched_param priority = { .sched_priority = 98 };
	uint64_t begin, end;

	pin();
	check("SCHED_FIFO", sched_setscheduler(0, SCHED_FIFO, &priority));
	begin = now_ns();
	do
		end = now_ns();
	while (end < begin + us * 1000ULL);
	/* The rest of its work is no part of that. */
	usleep(100000);
	tell(begin, end);
}

static void run_poll(int count)
{
	struct pollfd *fds = calloc(count, sizeof(*fds));
	int file = eventfd(0, 0);
	uint64_t begin;

	check("eventfd", !fds || file < 0);
	allow(RLIMIT_NOFILE, count);
	for (int i = 0; i < count; i++)
		fds[i] = (struct pollfd) { .fd = file, .events = POLLIN };
	pin();
	begin = now_ns();
	check("poll", poll(fds, count, 0));
	tell(begin, now_ns());
}

static void run_timers(int count)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
				  .sigev_signo = SIGRTMIN };
	struct itimerspec at = { 0 };
	uint64_t due = now_ns() + DELAY_NS;

	pin();
	signal(SIGRTMIN, SIG_IGN);
	allow(RLIMIT_SIGPENDING, count);
	at.it_value.tv_sec = due / 1000000000;
	at.it_value.tv_nsec = due % 1000000000;
	for (int i = 0; i < count; i++) {
		timer_t timer;

		check("timer_create",
		      timer_create(CLOCK_MONOTONIC, &event, &timer));
		check("timer_settime",
		      timer_settime(timer, TIMER_ABSTIME, &at, NULL));
	}
	check("timers: it took too long to set them", now_ns() > due);
	tell(due, 0);
	fflush(stdout);
	sleep(2);
}

static int connected(int listener, const struct sockaddr_in *address,
		     int seconds)
{
	int client = socket(AF_INET, SOCK_STREAM, 0);

	check("socket", client < 0);
	check("connect", connect(client, (const struct sockaddr *)address,
				 sizeof(*address)));
	check("accept", accept(listener, NULL, NULL) < 0);
	check("TCP_KEEPIDLE", setsockopt(client, IPPROTO_TCP, TCP_KEEPIDLE,
					 &seconds, sizeof(seconds)));
	return client;
}

static void run_keepalive(int count)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	socklen_t size = sizeof(address);
	int listener = socket(AF_INET, SOCK_STREAM, 0), seconds = 3, on = 1;
	int *client = calloc(count, sizeof(*client));

	allow(RLIMIT_NOFILE, 2 * count);
	check("listen", !client || bind(listener, (void *)&address, size) ||
	      listen(listener, count) ||
	      getsockname(listener, (void *)&address, &size));
	for (int i = 0; i < count; i++)
		client[i] = connected(listener, &address, seconds);
	pin();
	/* Their time counts from here, and not from the connection. */
	for (int i = 0; i < count; i++)
		check("SO_KEEPALIVE",
		      setsockopt(client[i], SOL_SOCKET, SO_KEEPALIVE, &on,
				 sizeof(on)));
	tell(now_ns() + seconds * 1000000000ULL, 0);
	fflush(stdout);
	sleep(2 * seconds);
}

int main(int argc, char *argv[])
{
	static const struct {
		const char *name;
		void (*run)(int count);
	} kinds[] = {
		{ "fifo", run_fifo },
		{ "poll", run_poll },
		{ "timers", run_timers },
		{ "keepalive", run_keepalive },
	};
	if (argc != 4) {
		fputs("disturb KIND CPU COUNT\n", stderr);
		return 1;
	}
	CPU_ZERO(&cpu);
	CPU_SET(atoi(argv[2]), &cpu);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!strcmp(argv[1], kinds[i].name)) {
			kinds[i].run(atoi(argv[3]));
			return 0;
		}
	}
	fprintf(stderr, "disturb: '%s': no such kind\n", argv[1]);
	return 1;
}
