// SPDX-License-Identifier: GPL-2.0
/*
 * Measuring processes: see user_workload.h.
 *
 * A process prints nothing, because only its parent knows where messages go. It
 * sends its parent a struct report of its success or failure through a pipe.
 */
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/times.h"
#include "host/cgroup.h"
#include "host/scheduling.h"
#include "host/undo.h"
#include "run/user_workload.h"
#include "stats/kind.h"
#include "tracer/tracer.h"
#include "tracer/tracer_config.h"

/* A process waits this long before each try to come back to an offline CPU. */
#define RETRY_NS	200000000

/*
 * The parent waits up to READY_MS until one more process is ready: on a machine
 * with many busy threads, it took more than 10 s to get a CPU once. After
 * LONG_MS it prints that this takes long.
 */
#define READY_MS	30000
#define LONG_MS		1000

/* So much of its stack a process has before it measures. */
#define STACK_BYTES	32768

/* The parent checks for signals this often while it waits. */
#define SIGNAL_MS	100

/*
 * All that a process keeps open, besides the standard descriptors: the pipe,
 * and what a tracer may give it to wake the command.
 */
#define REPORT_FD	3
#define WAKE_FD		4

/* How far a process got; with an error in struct report, this step failed. */
enum step {
	STEP_NONE,
	STEP_CGROUP,
	STEP_BIND,
	STEP_PRIORITY,
	STEP_ATTACH,
	STEP_READY,		/* the process measures */
	STEP_READ,		/* the process measured, until read() failed */
};

struct report {
	int index;
	enum step step;
	int error;
};

struct worker {
	int cpu;
	pid_t pid;		/* 0: no process */
	int fd;			/* pidfd of the process, or -1 */
	bool ready;
	struct report report;	/* the last one that the process sent */
};

struct user_workload {
	const struct tracer_ops *ops;
	struct tracer *tracer;
	const struct cgroup *cgroup;
	const struct undo_list *undo;
	enum kind kind;
	struct priority priority;
	int reports;		/* read end of the pipe, or -1 */
	int count;
	struct worker worker[];
};

/* ---- In the process ----------------------------------------------------- */

static int bind_to(int cpu)
{
	struct cpus one = { .word = { 0 } };

	cpus_add(&one, cpu);
	return scheduling_bind(&one);
}

/*
 * Set the priority of the process, and bind it to its CPU. The priority is set
 * first: on a CPU that is taken by a thread of a higher priority than the
 * process has so far, the process would not run to set it. SCHED_DEADLINE is
 * set last: the kernel refuses it to a bound thread, and refuses to bind a
 * thread that has it; in this order, the error names the priority.
 */
static void take_place(const struct user_workload *workload, int cpu,
		       struct report *report)
{
	bool deadline = workload->priority.policy == SCHED_DEADLINE;
	const enum step steps[] = {
		deadline ? STEP_BIND : STEP_PRIORITY,
		deadline ? STEP_PRIORITY : STEP_BIND,
	};

	for (int i = 0; i < 2 && !report->error; i++) {
		report->step = steps[i];
		report->error = steps[i] == STEP_BIND ?
				bind_to(cpu) :
				scheduling_set(&workload->priority);
	}
}

/*
 * Return the descriptor to measure with, or -1 with errno. A tracer that
 * measures by itself has nothing to attach to.
 */
static int get_attached(const struct user_workload *workload, int cpu)
{
	return workload->ops->measure ? WAKE_FD : workload->ops->attach(cpu);
}

/* Load the code of one file of the process, as a callback of dl_iterate_phdr(). */
static int lock_code(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)size;
	(void)context;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD &&
		    info->dlpi_phdr[i].p_flags & PF_X)
			mlock((void *)(info->dlpi_addr +
				       info->dlpi_phdr[i].p_vaddr),
			      info->dlpi_phdr[i].p_memsz);
	return 0;
}

/*
 * Page faults of this process would be measured as latencies: what it uses
 * stays in memory, and its code and the end of its stack are there before it
 * measures. Of the rest, which is its parent's, it gets no copy: they would be
 * tens of megabytes for each CPU.
 */
static void lock_memory(void)
{
	char room[STACK_BYTES];

	mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT);
	dl_iterate_phdr(lock_code, NULL);
	memset(room, 0, sizeof(room));
	/* The compiler would leave that out, as nobody reads it. */
	__asm__ __volatile__("" : : "r" (room) : "memory");
}

/*
 * Prepare the process, and attach it to its CPU. Returns the descriptor to read
 * from, or -1 with the step that failed and its error in @report.
 */
static int get_ready(const struct user_workload *workload, int cpu,
		     struct report *report)
{
	int fd;

	report->step = STEP_CGROUP;
	report->error = *workload->cgroup->procs ?
			cgroup_move(workload->cgroup, 0) : 0;
	take_place(workload, cpu, report);
	if (report->error)
		return -1;
	lock_memory();
	report->step = STEP_ATTACH;
	fd = get_attached(workload, cpu);
	report->error = errno;
	return fd;
}

/*
 * Measure until that fails, and return its errno. Unless the tracer does it, it
 * takes the time at which read() returned from the buffer of the next read().
 */
static int user_workload_measure(const struct user_workload *workload, int cpu,
				 int fd)
{
	uint64_t returned = 0;
	int error;

	if (workload->ops->measure)
		return workload->ops->measure(workload->tracer, cpu, fd);
	while (read(fd, &returned, sizeof(returned)) >= 0 || errno == EINTR)
		returned = time_now();
	error = errno;
	close(fd);
	return error;
}

/*
 * Attach again after read() has failed with ENODEV. If the CPU went offline,
 * the kernel has moved this process to another CPU: try until the CPU is back.
 * If the session has ended, the parent is about to kill this process. Returns
 * the descriptor, or -1 with errno.
 */
static int come_back(const struct user_workload *workload, int cpu)
{
	const struct timespec pause = { .tv_nsec = RETRY_NS };
	int fd;

	do {
		nanosleep(&pause, NULL);
		fd = bind_to(cpu) ? -1 : get_attached(workload, cpu);
	} while (fd < 0 && (errno == ENODEV || errno == EINVAL));
	return fd;
}

static void work(const struct user_workload *workload, int index)
{
	int cpu = workload->worker[index].cpu;
	struct report report = { .index = index };
	int fd = get_ready(workload, cpu, &report);

	if (fd >= 0) {
		report.step = STEP_READY;
		report.error = 0;
	}
	/* In one write(), so that those of several processes do not mix. */
	if (write(REPORT_FD, &report, sizeof(report)) != sizeof(report))
		return;
	while (fd >= 0) {
		report.step = STEP_READ;
		report.error = user_workload_measure(workload, cpu, fd);
		if (report.error != ENODEV)
			break;
		report.step = STEP_ATTACH;
		fd = come_back(workload, cpu);
		report.error = errno;
	}
	if (write(REPORT_FD, &report, sizeof(report)) != sizeof(report))
		return;
}

/* Close all that this process does not need, whatever numbers it has. */
static void keep_descriptors(const struct user_workload *workload, int reports)
{
	int wake = workload->ops->wake_fd ?
		   workload->ops->wake_fd(workload->tracer) : -1;
	int first = WAKE_FD;

	/* A copy that is above both numbers can be put at either. */
	reports = fcntl(reports, F_DUPFD, WAKE_FD + 1);
	if (wake >= 0)
		dup2(wake, first++);
	dup2(reports, REPORT_FD);
	close_range(first, ~0U, 0);
}

/*
 * The life of a process. It shares nothing with its parent but the pipe and the
 * standard descriptors.
 */
static void live(const struct user_workload *workload, int index, int reports,
		 pid_t parent)
{
	char name[16];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		return;
	snprintf(name, sizeof(name), "%s" UNDO_WORKER "%d",
		 kind_row(workload->kind)->name, workload->worker[index].cpu);
	prctl(PR_SET_NAME, name);
	undo_dying(workload->undo, getpid());
	keep_descriptors(workload, reports);
	work(workload, index);
}

/* ---- In the parent ------------------------------------------------------ */

static enum result fork_one(struct user_workload *workload, int index,
			    int reports)
{
	struct worker *worker = &workload->worker[index];
	pid_t parent = getpid();

	worker->pid = fork();
	if (!worker->pid) {
		live(workload, index, reports, parent);
		_exit(1);
	}
	if (worker->pid < 0) {
		worker->pid = 0;
		return fail(RESULT_ERROR, "CPU %d: fork: %s: measure with kernel threads, -k",
			    worker->cpu, strerror(errno));
	}
	worker->fd = pidfd_open(worker->pid, 0);
	if (worker->fd < 0)
		return fail(RESULT_ERROR, "CPU %d: pidfd: %s: measure with kernel threads, -k",
			    worker->cpu, strerror(errno));
	return RESULT_OK;
}

static const char *priority_remedy(const struct user_workload *workload)
{
	if (workload->priority.policy == SCHED_DEADLINE)
		return "a deadline thread of user space may not be bound to a CPU: use -k";
	return "run as root, or with CAP_SYS_NICE, or choose another --priority";
}

static const char *attach_remedy(int error)
{
	switch (error) {
	case EBUSY:
		return "another workload measures it: end that";
	case ENODEV:
		return "it is offline: bring it online, or leave it out with --cpus";
	default:
		return "measure with kernel threads, -k";
	}
}

/* Print why a process does not measure, or has ended. Returns an error. */
static enum result user_workload_explain(const struct user_workload *workload,
					 const struct worker *worker)
{
	const char *why = strerror(worker->report.error);
	char whom[32];

	switch (worker->report.step) {
	case STEP_CGROUP:
		snprintf(whom, sizeof(whom), "the workload of CPU %d",
			 worker->cpu);
		return cgroup_refused(workload->cgroup, whom,
				      worker->report.error);
	case STEP_BIND:
		return fail(RESULT_CANNOT, "CPU %d: its workload cannot run there: %s: is it online, and in the cpuset?",
			    worker->cpu, why);
	case STEP_PRIORITY:
		return fail(RESULT_CANNOT, "CPU %d: the priority of its workload: %s: %s",
			    worker->cpu, why, priority_remedy(workload));
	case STEP_ATTACH:
		return fail(RESULT_CANNOT, "CPU %d: its workload cannot measure: %s: %s",
			    worker->cpu, why,
			    attach_remedy(worker->report.error));
	case STEP_READ:
		if (worker->report.error == EXDEV)
			why = "it was moved to another CPU";
		break;
	default:
		why = "for an unknown reason";
	}
	return fail(RESULT_ERROR, "CPU %d: its workload ended: %s: it is not measured any more",
		    worker->cpu, why);
}

/* Take the next struct report from the pipe; return false if there is none. */
static bool take_report(struct user_workload *workload)
{
	struct report report;

	if (read(workload->reports, &report, sizeof(report)) != sizeof(report))
		return false;
	workload->worker[report.index].report = report;
	workload->worker[report.index].ready = report.step == STEP_READY;
	return true;
}

/* Return a process that is not ready, or NULL if all are ready. */
static const struct worker *find_unready(const struct user_workload *workload)
{
	for (int i = 0; i < workload->count; i++)
		if (!workload->worker[i].ready)
			return &workload->worker[i];
	return NULL;
}

/*
 * Return whether a signal that ends the command is pending. Such signals are
 * blocked; the main loop takes them later.
 */
static bool is_interrupted(void)
{
	sigset_t pending;

	return !sigpending(&pending) && (sigismember(&pending, SIGINT) ||
					 sigismember(&pending, SIGTERM) ||
					 sigismember(&pending, SIGHUP) ||
					 sigismember(&pending, SIGQUIT));
}

/* Wait until the pipe can be read, or has ended; @cpu is for messages only. */
static enum result wait_for_report(const struct user_workload *workload,
				   int cpu)
{
	struct pollfd fds = { .fd = workload->reports, .events = POLLIN };

	for (int ms = 0; ms < READY_MS; ms += SIGNAL_MS) {
		if (poll(&fds, 1, SIGNAL_MS) > 0)
			return RESULT_OK;
		if (is_interrupted())
			return fail(RESULT_ERROR, "CPU %d: interrupted before its workload has started",
				    cpu);
		if (ms + SIGNAL_MS == LONG_MS)
			note("CPU %d: waiting for its workload to start: a thread of a higher priority may keep it off the CPU",
			     cpu);
	}
	return fail(RESULT_ERROR, "CPU %d: its workload does not start: does a thread of a higher priority keep the CPU?",
		    cpu);
}

static enum result wait_until_ready(struct user_workload *workload)
{
	const struct worker *worker;
	enum result result;

	while ((worker = find_unready(workload))) {
		result = wait_for_report(workload, worker->cpu);
		if (result)
			return result;
		if (!take_report(workload))
			return fail(RESULT_ERROR, "CPU %d: its workload ended before it has started",
				    worker->cpu);
		for (int i = 0; i < workload->count; i++)
			if (workload->worker[i].report.error)
				return user_workload_explain(
					workload, &workload->worker[i]);
	}
	return RESULT_OK;
}

static enum result fork_all(struct user_workload *workload)
{
	enum result result = RESULT_OK;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
		return fail(RESULT_ERROR, "pipe: %s: too many open files?",
			    strerror(errno));
	workload->reports = ends[0];
	/* The processes must not print the text that is still buffered, too. */
	fflush(stdout);
	for (int i = 0; i < workload->count && !result; i++)
		result = fork_one(workload, i, ends[1]);
	close(ends[1]);
	return result;
}

static struct user_workload *
user_workload_make(const struct tracer_ops *ops, struct tracer *tracer,
		   const struct tracer_config *config,
		   const struct cgroup *cgroup, const struct undo_list *undo)
{
	const struct cpus *cpus = &config->cpus;
	struct user_workload *workload;
	int cpu;

	workload = calloc(1, sizeof(*workload) +
			     cpus_count(cpus) * sizeof(workload->worker[0]));
	if (!workload)
		return NULL;
	workload->ops = ops;
	workload->tracer = tracer;
	workload->cgroup = cgroup;
	workload->undo = undo;
	workload->reports = -1;
	workload->kind = config->kind;
	workload->priority = config->priority;
	if (!workload->priority.given)
		parse_priority(kind_row(config->kind)->priority,
			       &workload->priority);
	cpus_for_each(cpu, cpus) {
		workload->worker[workload->count].cpu = cpu;
		workload->worker[workload->count++].fd = -1;
	}
	return workload;
}

enum result user_workload_start(struct user_workload **started,
				const struct tracer_ops *ops,
				struct tracer *tracer,
				const struct tracer_config *config,
				const struct cgroup *cgroup,
				const struct undo_list *undo)
{
	struct user_workload *workload =
		user_workload_make(ops, tracer, config, cgroup, undo);
	enum result result;

	*started = NULL;
	if (!workload)
		return fail(RESULT_ERROR, "out of memory");
	result = fork_all(workload);
	if (!result)
		result = wait_until_ready(workload);
	if (result) {
		user_workload_stop(workload);
		return result;
	}
	*started = workload;
	return RESULT_OK;
}

int user_workload_count(const struct user_workload *workload)
{
	return workload ? workload->count : 0;
}

int user_workload_fd(const struct user_workload *workload, int index)
{
	return workload->worker[index].fd;
}

/*
 * Wait for the end of a process, and return its wait status. Its descriptor is
 * closed, so the main loop does not report it again.
 */
static int reap(const struct user_workload *workload, struct worker *worker)
{
	int status = 0;

	while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
		;
	undo_ended(workload->undo, worker->pid);
	worker->pid = 0;
	if (worker->fd >= 0)
		close(worker->fd);
	worker->fd = -1;
	return status;
}

void user_workload_ended(struct user_workload *workload, int index)
{
	struct worker *worker = &workload->worker[index];
	int status = reap(workload, worker);

	while (take_report(workload))
		;
	if (WIFSIGNALED(status))
		note("CPU %d: its workload ended by signal %d: it is not measured any more",
		     worker->cpu, WTERMSIG(status));
	else
		user_workload_explain(workload, worker);
}

/*
 * Kill a process, and move it to the CPUs of the caller. To die, it has to run,
 * and a thread of a higher priority may keep it off its own CPU.
 */
static void user_workload_end(pid_t pid)
{
	struct cpus ours;

	kill(pid, SIGKILL);
	if (!scheduling_allowed(&ours))
		scheduling_bind_process(pid, &ours);
}

void user_workload_stop(struct user_workload *workload)
{
	if (!workload)
		return;
	for (int i = 0; i < workload->count; i++)
		if (workload->worker[i].pid)
			user_workload_end(workload->worker[i].pid);
	for (int i = 0; i < workload->count; i++)
		if (workload->worker[i].pid)
			reap(workload, &workload->worker[i]);
	if (workload->reports >= 0)
		close(workload->reports);
	free(workload);
}
