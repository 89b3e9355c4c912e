// SPDX-License-Identifier: GPL-2.0
/*
 * A periodic program whose cycles contain what its arguments say, each so long
 * in us:
 *
 *	loop [-w WAIT] [-p PERIOD] [-n CYCLES] [-e EVERY] [-c CPU] [-o CPU]
 *		[-s POLICY] [-k] [CAUSE=US]...
 *
 * WAIT, in which it waits for its next period, is nanosleep, timerfd, epoll,
 * condition, poll, oneshot (a timerfd that it sets for each) or signal. Only
 * each EVERYth cycle contains something. CAUSE is
 *
 *	run	it computes
 *	mutex	it takes a mutex, which a thread that is less urgent has for so long
 *	pi	the same of a mutex with priority inheritance
 *	pipe	it reads a pipe, into which that thread writes after so long
 *	sleep	it sleeps for so long
 *	preempt	a more urgent thread takes its CPU for so long
 *	cpu	it computes until it has had a CPU for so long
 *	chain	the owner of a mutex waits for that of another one, which a third
 *		thread keeps off its CPU for so long
 *	signal	it waits for a condition, which a thread signals after so long
 *	full	it writes to a full pipe, from which a thread reads after so long
 *	fault	it touches pages that it has not had before, for so long
 *	page	it touches a page that another thread fills after so long
 *	lock	it writes to a file to which another thread writes, which a third one
 *		keeps off its CPU for so long
 *	disk	it reads of /dev/rtla_disk (tests/vm/inject), which takes its time
 *	major	it touches a page of a mapping of that
 *	migrate	it computes for half of it on another CPU, and then on its own
 *
 * The other threads compute on the second CPU, but for the more urgent one. The
 * loop has the real-time priority 50; with -s other it has none, with -s US so
 * much of a CPU by SCHED_DEADLINE in each period.
 * When it has made so many cycles, it prints how long each of these took, by
 * its own clock, in all cycles together and in the first of them: "CAUSE COUNT
 * NS NS". With -k it stays then.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_SEC	1000000000LL

static long long clock_now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return time.tv_sec * NS_PER_SEC + time.tv_nsec;
}

static long long now(void)
{
	return clock_now(CLOCK_MONOTONIC);
}

static struct timespec timespec_of(long long ns)
{
	return (struct timespec) { ns / NS_PER_SEC, ns % NS_PER_SEC };
}

static void compute(long long ns)
{
	long long end = now() + ns;

	while (now() < end)
		;
}

static void die(const char *what)
{
	fprintf(stderr, "loop: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* ---- The other threads --------------------------------------------------- */

/* The threads that do what a cycle asks for. */
enum other {
	HOLDER,			/* of a mutex */
	OWNER,			/* of one for which the holder waits */
	MIDDLE,			/* which keeps that from its CPU */
	WRITER,
	READER,
	SIGNALLER,
	PAGER,
	FILER,
	URGENT,
	OTHERS
};

static sem_t asked[OTHERS];
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, inheriting,
		       behind = PTHREAD_MUTEX_INITIALIZER,
		       signalled = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t signal_of = PTHREAD_COND_INITIALIZER;
static _Atomic(pthread_mutex_t *) wanted;
static atomic_bool is_held, is_waiting, is_signalled, is_chained;
static atomic_llong how_long;
static int pipes[2], full[2], file, faults, disk;
static ssize_t page_bytes;	/* of a page of this machine */
static char *pages;		/* PAGES of them */
static char *filled;		/* one page, which PAGER fills */
static char *buffer;		/* of FILER */
static char *mapped;		/* a page of the disk */

#define PAGES		4096
#define PAGE_MAX	65536	/* of any machine */
#define BUFFER_BYTES	(1 << 20)

static void wait_asked(enum other other)
{
	while (sem_wait(&asked[other]))
		;
}

static void *hold(void *unused)
{
	pthread_mutex_t *mutex;

	for (;;) {
		wait_asked(HOLDER);
		mutex = wanted;
		pthread_mutex_lock(mutex);
		is_held = true;
		while (!is_waiting)
			;
		if (is_chained) {
			pthread_mutex_lock(&behind);
			pthread_mutex_unlock(&behind);
		} else {
			compute(how_long);
		}
		pthread_mutex_unlock(mutex);
	}
	return unused;
}

/* It is less urgent than the holder, which comes when the mutex is free. */
static void *own(void *unused)
{
	for (;;) {
		wait_asked(OWNER);
		pthread_mutex_lock(&behind);
		sem_post(&asked[HOLDER]);
		/* The holder waits now, but the middle one comes first. */
		sem_post(&asked[MIDDLE]);
		pthread_mutex_unlock(&behind);
	}
	return unused;
}

static void *compute_when_asked(enum other other)
{
	for (;;) {
		wait_asked(other);
		compute(how_long);
	}
	return NULL;
}

static void *be_between(void *unused)
{
	(void)unused;
	return compute_when_asked(MIDDLE);
}

static void *disturb(void *unused)
{
	(void)unused;
	return compute_when_asked(URGENT);
}

static void *answer(void *unused)
{
	for (;;) {
		wait_asked(WRITER);
		compute(how_long);
		if (write(pipes[1], "", 1) != 1)
			die("pipe");
	}
	return unused;
}

/* A page of what is in the pipe makes room for the next one. */
static void *drain(void *unused)
{
	static char page[PAGE_MAX];

	for (;;) {
		wait_asked(READER);
		compute(how_long);
		if (read(full[0], page, page_bytes) != page_bytes)
			die("pipe");
	}
	return unused;
}

static void *give_signal(void *unused)
{
	for (;;) {
		wait_asked(SIGNALLER);
		compute(how_long);
		pthread_mutex_lock(&signalled);
		is_signalled = true;
		pthread_mutex_unlock(&signalled);
		pthread_cond_signal(&signal_of);
	}
	return unused;
}

static void *fill_page(void *unused)
{
	struct uffdio_zeropage zero = {
		.range = { (uintptr_t)filled, page_bytes },
	};
	struct uffd_msg message;

	for (;;) {
		if (read(faults, &message, sizeof(message)) != sizeof(message))
			die("userfaultfd");
		compute(how_long);
		if (ioctl(faults, UFFDIO_ZEROPAGE, &zero))
			die("userfaultfd");
	}
	return unused;
}

static void *write_file(void *unused)
{
	for (;;) {
		wait_asked(FILER);
		is_held = true;
		if (pwrite(file, buffer, BUFFER_BYTES, 0) != BUFFER_BYTES)
			die("file");
	}
	return unused;
}

static void begin_thread(void *(*what)(void *), int priority, int cpu,
			 const char *name)
{
	struct sched_param param = { .sched_priority = priority };
	pthread_attr_t attr;
	pthread_t thread;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	pthread_attr_init(&attr);
	pthread_attr_setaffinity_np(&attr, sizeof(cpus), &cpus);
	pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attr, SCHED_FIFO);
	pthread_attr_setschedparam(&attr, &param);
	errno = pthread_create(&thread, &attr, what, NULL);
	if (errno)
		die("a thread");
	pthread_setname_np(thread, name);
}

/* Begin all of them on the CPU @cpu, but for the one on @own_cpu. */
static void begin_others(int cpu, int own_cpu)
{
	begin_thread(hold, 10, cpu, "loop_holder");
	begin_thread(own, 5, cpu, "loop_owner");
	begin_thread(be_between, 20, cpu, "loop_middle");
	begin_thread(answer, 10, cpu, "loop_writer");
	begin_thread(drain, 10, cpu, "loop_reader");
	begin_thread(give_signal, 10, cpu, "loop_signal");
	begin_thread(fill_page, 10, cpu, "loop_pager");
	begin_thread(write_file, 10, cpu, "loop_filer");
	begin_thread(disturb, 60, own_cpu, "loop_urgent");
}

/* ---- What is in a cycle -------------------------------------------------- */

static void take(pthread_mutex_t *mutex, long long ns, enum other by)
{
	is_held = false;
	is_waiting = false;
	is_chained = by == OWNER;
	wanted = mutex;
	how_long = ns;
	sem_post(&asked[by]);
	while (!is_held)
		;
	is_waiting = true;
	pthread_mutex_lock(mutex);
	pthread_mutex_unlock(mutex);
}

static void take_plain(long long ns)
{
	take(&plain, ns, HOLDER);
}

static void take_inheriting(long long ns)
{
	take(&inheriting, ns, HOLDER);
}

static void take_chained(long long ns)
{
	take(&plain, ns, OWNER);
}

static void read_pipe(long long ns)
{
	char byte;

	how_long = ns;
	sem_post(&asked[WRITER]);
	if (read(pipes[0], &byte, 1) != 1)
		die("pipe");
}

static void sleep_for(long long ns)
{
	struct timespec time = timespec_of(ns);

	nanosleep(&time, NULL);
}

static void be_preempted(long long ns)
{
	how_long = ns;
	sem_post(&asked[URGENT]);
}

/* Compute as long as the thread has not had a CPU for @ns. */
static void have_cpu(long long ns)
{
	long long end = clock_now(CLOCK_THREAD_CPUTIME_ID) + ns;

	while (clock_now(CLOCK_THREAD_CPUTIME_ID) < end)
		;
}

static void wait_for_signal(long long ns)
{
	how_long = ns;
	is_signalled = false;
	sem_post(&asked[SIGNALLER]);
	pthread_mutex_lock(&signalled);
	while (!is_signalled)
		pthread_cond_wait(&signal_of, &signalled);
	pthread_mutex_unlock(&signalled);
}

static void write_full(long long ns)
{
	static char page[PAGE_MAX];

	fcntl(full[1], F_SETFL, O_NONBLOCK);
	while (write(full[1], page, page_bytes) > 0)
		;
	fcntl(full[1], F_SETFL, 0);
	how_long = ns;
	sem_post(&asked[READER]);
	if (write(full[1], page, page_bytes) != page_bytes)
		die("pipe");
}

static void touch_pages(long long ns)
{
	static size_t touched;
	long long end = now() + ns;

	madvise(pages, touched * page_bytes, MADV_DONTNEED);
	for (touched = 0; touched < PAGES && now() < end; touched++)
		__atomic_store_n(&pages[touched * page_bytes], 1,
				 __ATOMIC_RELAXED);
	compute(end - now());
}

static void touch_filled(long long ns)
{
	how_long = ns;
	madvise(filled, page_bytes, MADV_DONTNEED);
	__atomic_load_n(filled, __ATOMIC_RELAXED);
}

static void write_shared(long long ns)
{
	how_long = ns;
	is_held = false;
	sem_post(&asked[FILER]);
	while (!is_held)
		;
	/* The other one comes to the lock of the file, and loses its CPU. */
	compute(1000000);
	sem_post(&asked[MIDDLE]);
	compute(100000);
	if (pwrite(file, "", 1, 0) != 1)
		die("file");
}

static void read_disk(long long ns)
{
	(void)ns;
	if (pread(disk, buffer, page_bytes, 0) != page_bytes)
		die("disk");
}

static void touch_mapped(long long ns)
{
	(void)ns;
	madvise(mapped, page_bytes, MADV_DONTNEED);
	posix_fadvise(disk, 0, 0, POSIX_FADV_DONTNEED);
	__atomic_load_n(mapped, __ATOMIC_RELAXED);
}

static void migrate(long long ns);

static struct cause {
	const char *name;
	void (*happens)(long long ns);
	long long ns;
	long long took;
	long long first;
} causes[] = {
	{ .name = "run", .happens = compute },
	{ .name = "mutex", .happens = take_plain },
	{ .name = "pi", .happens = take_inheriting },
	{ .name = "pipe", .happens = read_pipe },
	{ .name = "sleep", .happens = sleep_for },
	{ .name = "preempt", .happens = be_preempted },
	{ .name = "cpu", .happens = have_cpu },
	{ .name = "chain", .happens = take_chained },
	{ .name = "signal", .happens = wait_for_signal },
	{ .name = "full", .happens = write_full },
	{ .name = "fault", .happens = touch_pages },
	{ .name = "page", .happens = touch_filled },
	{ .name = "lock", .happens = write_shared },
	{ .name = "disk", .happens = read_disk },
	{ .name = "major", .happens = touch_mapped },
	{ .name = "migrate", .happens = migrate },
};

#define CAUSES	(sizeof(causes) / sizeof(*causes))

static void add_cause(char *text)
{
	char *value = strchr(text, '=');

	if (value)
		*value++ = '\0';
	for (size_t i = 0; value && i < CAUSES; i++)
		if (!strcmp(causes[i].name, text)) {
			causes[i].ns = atoll(value) * 1000;
			return;
		}
	errno = EINVAL;
	die(text);
}

/* ---- Its home wait ------------------------------------------------------- */

static int timer, oneshot, epoll;
static pthread_cond_t condition;

static void wait_by_nanosleep(long long next)
{
	struct timespec time = timespec_of(next);

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL))
		;
}

static void wait_by_timerfd(long long next)
{
	uint64_t expired;

	(void)next;
	if (read(timer, &expired, sizeof(expired)) != sizeof(expired))
		die("timerfd");
}

/* It reads until there is nothing more. */
static void drain_timerfd(void)
{
	uint64_t expired;

	while (read(timer, &expired, sizeof(expired)) > 0)
		;
	if (errno != EAGAIN)
		die("timerfd");
}

static void wait_by_epoll(long long next)
{
	struct epoll_event event;

	(void)next;
	while (epoll_wait(epoll, &event, 1, -1) != 1)
		;
	drain_timerfd();
}

static void wait_by_poll(long long next)
{
	struct pollfd fd = { .fd = timer, .events = POLLIN };

	(void)next;
	while (poll(&fd, 1, -1) != 1)
		;
	drain_timerfd();
}

static void wait_by_oneshot(long long next)
{
	const struct itimerspec times = { .it_value = timespec_of(next) };

	if (timerfd_settime(oneshot, TFD_TIMER_ABSTIME, &times, NULL))
		die("timerfd");
	if (read(oneshot, &next, sizeof(next)) != sizeof(next))
		die("timerfd");
}

static void wait_by_signal(long long next)
{
	sigset_t signals;
	int number;

	(void)next;
	sigemptyset(&signals);
	sigaddset(&signals, SIGUSR1);
	sigwait(&signals, &number);
}

static void wait_by_condition(long long next)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	struct timespec time = timespec_of(next);

	pthread_mutex_lock(&mutex);
	while (!pthread_cond_timedwait(&condition, &mutex, &time))
		;
	pthread_mutex_unlock(&mutex);
}

static const struct home {
	const char *name;
	void (*wait)(long long next);
} homes[] = {
	{ "nanosleep", wait_by_nanosleep },
	{ "timerfd", wait_by_timerfd },
	{ "epoll", wait_by_epoll },
	{ "poll", wait_by_poll },
	{ "oneshot", wait_by_oneshot },
	{ "signal", wait_by_signal },
	{ "condition", wait_by_condition },
	{ NULL, NULL },
};

/* The values that the arguments have given. */
static struct {
	const struct home *home;
	long long period;
	long cycles;
	long every;
	int cpu;
	int others;
	const char *policy;
	bool stays;
} given = {
	.home = homes, .period = 10000000, .cycles = 100, .every = 1, .cpu = 1,
};

static const struct home *find_home(const char *name)
{
	for (const struct home *home = homes; home->name; home++)
		if (!strcmp(home->name, name))
			return home;
	errno = EINVAL;
	die(name);
	return NULL;
}

/* Send the thread a signal in each period. */
static void prepare_signals(const struct itimerspec *times)
{
	struct sigevent event = {
		.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1,
	};
	timer_t id;

	if (timer_create(CLOCK_MONOTONIC, &event, &id) ||
	    timer_settime(id, TIMER_ABSTIME, times, NULL))
		die("timer");
}

static void prepare(long long begin, long long period)
{
	const struct itimerspec times = { timespec_of(period),
					  timespec_of(begin + period) };
	struct epoll_event event = { .events = EPOLLIN };
	pthread_condattr_t attr;
	pthread_mutexattr_t mutex;

	if (given.home->wait == wait_by_signal)
		prepare_signals(&times);
	timer = timerfd_create(CLOCK_MONOTONIC,
			       given.home->wait == wait_by_timerfd ?
			       0 : TFD_NONBLOCK);
	oneshot = timerfd_create(CLOCK_MONOTONIC, 0);
	epoll = epoll_create1(0);
	if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &times, NULL) ||
	    epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &event))
		die("timerfd");
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&condition, &attr);
	pthread_mutexattr_init(&mutex);
	pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&inheriting, &mutex);
}

/* ---- The loop ------------------------------------------------------------ */

static void run_causes(void)
{
	for (size_t i = 0; i < CAUSES; i++) {
		long long begin = now();

		if (!causes[i].ns)
			continue;
		causes[i].happens(causes[i].ns);
		causes[i].took += now() - begin;
		causes[i].first = causes[i].first ?: causes[i].took;
	}
}

/* The programs with marks have another one, see marked_loop.cc. */
void pass_cycle(void (*happens)(void));
__attribute__((weak)) void pass_cycle(void (*happens)(void))
{
	happens();
}

static bool take_option(int option)
{
	switch (option) {
	case 'w':
		given.home = find_home(optarg);
		return true;
	case 'p':
		given.period = atoll(optarg) * 1000;
		return true;
	case 'n':
		given.cycles = atol(optarg);
		return true;
	case 'e':
		given.every = atol(optarg);
		return true;
	case 'c':
		given.cpu = atoi(optarg);
		return true;
	case 'o':
		given.others = atoi(optarg);
		return true;
	case 's':
		given.policy = optarg;
		return true;
	case 'k':
		given.stays = true;
		return true;
	default:
		return false;
	}
}

static void run_on(int cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		die("a CPU");
}

static void migrate(long long ns)
{
	run_on(given.others);
	compute(ns / 2);
	run_on(given.cpu);
	compute(ns / 2);
}

/* Such a thread may run on all CPUs: the kernel takes no other one. */
static void take_deadline(long long runtime)
{
	const struct {
		uint32_t size, policy;
		uint64_t flags;
		int32_t nice;
		uint32_t priority;
		uint64_t runtime, deadline, period;
	} attr = {
		.size = 48, .policy = SCHED_DEADLINE, .runtime = runtime,
		.deadline = given.period, .period = given.period,
	};

	if (syscall(SYS_sched_setattr, 0, &attr, 0))
		die("SCHED_DEADLINE");
}

static void take_policy(void)
{
	struct sched_param param = { .sched_priority = 50 };
	bool is_other = given.policy && !strcmp(given.policy, "other");

	if (given.policy && !is_other) {
		take_deadline(atoll(given.policy) * 1000);
		return;
	}
	run_on(given.cpu);
	if (!is_other && sched_setscheduler(0, SCHED_FIFO, &param))
		die("a priority");
}

/* Have the page @filled filled by a thread when it is touched. */
static void catch_faults(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register pages_of = {
		.range = { (uintptr_t)filled, page_bytes },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};

	faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (faults < 0 || ioctl(faults, UFFDIO_API, &api) ||
	    ioctl(faults, UFFDIO_REGISTER, &pages_of))
		die("userfaultfd");
}

static char *get_memory(size_t bytes)
{
	char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		die("memory");
	madvise(memory, bytes, MADV_NOHUGEPAGE);
	return memory;
}

/* Reading from a disk goes past the cache, but a mapping does not. */
static void open_disk(void)
{
	disk = open("/dev/rtla_disk", O_RDONLY | O_DIRECT | O_CLOEXEC);
	if (disk < 0)
		return;
	mapped = mmap(NULL, page_bytes, PROT_READ, MAP_SHARED, disk, 0);
	if (mapped == MAP_FAILED || munlock(mapped, page_bytes))
		die("disk");
	madvise(mapped, page_bytes, MADV_RANDOM);
}

/* Only the memory that is touched on purpose is not there already. */
static void get_all(void)
{
	sigset_t signals;

	/* No other thread takes the signals. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
	page_bytes = sysconf(_SC_PAGESIZE);
	file = memfd_create("loop", 0);
	if (file < 0 || pipe(pipes) || pipe(full))
		die("files");
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		die("memory");
	pages = get_memory(PAGES * page_bytes);
	filled = get_memory(page_bytes);
	buffer = get_memory(BUFFER_BYTES);
	munlock(pages, PAGES * page_bytes);
	munlock(filled, page_bytes);
	madvise(pages, PAGES * page_bytes, MADV_DONTNEED);
	catch_faults();
	open_disk();
}

int main(int argc, char *argv[])
{
	long long next;
	long late = 0;
	int option;

	while ((option = getopt(argc, argv, "w:p:n:e:c:o:s:k")) != -1)
		if (!take_option(option))
			return 1;
	while (optind < argc)
		add_cause(argv[optind++]);
	get_all();
	begin_others(given.others, given.cpu);
	take_policy();
	next = now();
	prepare(next, given.period);
	for (long i = 0; i < given.cycles; i++) {
		next += given.period;
		late += now() >= next;
		given.home->wait(next);
		if ((i + 1) % given.every == 0)
			pass_cycle(run_causes);
	}
	for (size_t i = 0; i < CAUSES; i++)
		if (causes[i].ns)
			printf("%s %ld %lld %lld\n", causes[i].name,
			       given.cycles / given.every, causes[i].took,
			       causes[i].first);
	printf("late %ld 0 0\n", late);
	fflush(stdout);
	if (given.stays)
		pause();
	return 0;
}
