// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the guard of a run, and of the undo list. The runs are processes
 * that only change files in a folder of the test; another such folder stands in
 * for sysfs.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "host/process.h"
#include "host/scheduling.h"
#include "files.h"
#include "run/guard.h"
#include "test.h"
#include "trace/instance.h"

#define WAIT_MS	10000

static char lists[64];
static const struct undo_places places = {
	.lists = lists, .cpus = files_root
};

#define STATE1	"cpu1/cpuidle/state1/disable"
#define STATE2	"cpu1/cpuidle/state2/disable"
#define SECRET	"cpu1/cpuidle/latency"

/* The run could not remove an instance. */
static bool were_left;

bool instances_were_left(void)
{
	return were_left;
}

/* In place of the real function, this makes a file for each call. */
bool instances_remove_left(pid_t pid)
{
	close(open(files_path("removed.%d", pid), O_CREAT | O_WRONLY, 0600));
	return true;
}

/* In place of send() of libc, this can be made to fail, as without memory. */
static bool send_fails;

ssize_t send(int fd, const void *data, size_t size, int flags)
{
	if (send_fails) {
		errno = EAGAIN;
		return -1;
	}
	return sendto(fd, data, size, flags, NULL, 0);
}

/*
 * Return the first line of a file, without its newline, until the next call;
 * "none" if there is no such file.
 */
static const char *get(const char *name)
{
	static char text[128];
	FILE *file = fopen(files_path(name), "r");

	*text = '\0';
	if (!file)
		return "none";
	if (!fgets(text, sizeof(text), file))
		*text = '\0';
	fclose(file);
	text[strcspn(text, "\n")] = '\0';
	return text;
}

static bool holds(const char *name, const char *text)
{
	return !strcmp(get(name), text);
}

/* Wait up to WAIT_MS until the condition is true; else the test fails. */
#define SOON(condition) \
	do { \
		int left = WAIT_MS; \
		while (!(condition) && left-- > 0) \
			poll(NULL, 0, 1); \
		assert_true(condition); \
	} while (0)

static int setup(void **state)
{
	assert_int_equal(files_begin(state), 0);
	snprintf(lists, sizeof(lists), "%s", files_path("run"));
	files_put(STATE1, "0\n");
	files_put(STATE2, "0\n");
	files_put(SECRET, "7\n");
	return 0;
}

/* ---- A run -------------------------------------------------------------- */

/* Facts that a run writes to the test. */
struct facts {
	pid_t guard;
	pid_t load;
};

struct run {
	pid_t pid;
	int output;		/* the pipe of its facts */
	struct facts facts;
};

static void change(const struct guard *guard, const char *name,
		   unsigned long long old)
{
	undo_value(&guard->list, files_path(name), old);
	files_put(name, "1\n");
}

/* Commands to a run: end, after ending the guard. */
#define END		'e'
#define END_UNTOLD	'u'	/* its message to the guard fails */
#define END_LEFT	'l'	/* it could not remove an instance */

/*
 * Be a run: change files, write the facts to @output, and read a command from
 * @commands, or be killed. The files are not restored by the run itself.
 */
static void live(int output, int commands)
{
	char *argv[] = { "sh", "-c", "sleep 1000 & sleep 1000", NULL };
	struct guard guard;
	struct facts facts = { 0 };
	char byte;

	prctl(PR_SET_NAME, "rtla");
	guard_start(&guard, &places, true, true);
	change(&guard, STATE1, 0);
	change(&guard, STATE2, 0);
	facts.guard = guard.pid;
	if (program_start(&facts.load, argv, STDERR_FILENO, &guard.list) ||
	    write(output, &facts, sizeof(facts)) != sizeof(facts))
		_exit(1);
	if (read(commands, &byte, 1) != 1)
		_exit(1);
	kill(-facts.load, SIGKILL);
	waitpid(facts.load, NULL, 0);
	undo_ended(&guard.list, facts.load);
	send_fails = byte == END_UNTOLD;
	were_left = byte == END_LEFT;
	/*
	 * If guard_end() waits for ever, the alarm ends the run: the test
	 * fails.
	 */
	alarm(WAIT_MS / 1000);
	guard_end(&guard);
	_exit(0);
}

/*
 * Start a run. Returns the descriptor to which commands are written; the caller
 * closes it.
 */
static int start_run(struct run *run)
{
	int output[2], commands[2];

	assert_int_equal(pipe2(output, O_CLOEXEC), 0);
	assert_int_equal(pipe2(commands, O_CLOEXEC), 0);
	run->pid = fork();
	assert_true(run->pid >= 0);
	if (!run->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(output[0]);
		close(commands[1]);
		live(output[1], commands[0]);
	}
	close(output[1]);
	close(commands[0]);
	run->output = output[0];
	assert_int_equal(read(run->output, &run->facts, sizeof(run->facts)),
			 sizeof(run->facts));
	assert_true(run->facts.guard > 0);
	assert_true(holds(STATE1, "1"));
	return commands[1];
}

static void tell(int commands, char what)
{
	assert_int_equal(write(commands, &what, 1), 1);
}

/*
 * Check that a run has ended with @status. Its guard does not keep the run's
 * pipe open, so the pipe ends with the run.
 */
static void expect_end(struct run *run, int status)
{
	char byte;
	int got;

	assert_int_equal(waitpid(run->pid, &got, 0), run->pid);
	assert_int_equal(got, status);
	assert_int_equal(read(run->output, &byte, 1), 0);
	close(run->output);
}

static const char *list_of(const struct run *run)
{
	static char name[32];

	snprintf(name, sizeof(name), "run/%d", run->pid);
	return name;
}

static bool is_there(const char *name)
{
	return !access(files_path(name), F_OK);
}

static bool group_is_gone(pid_t group)
{
	return kill(-group, 0) && errno == ESRCH;
}

static bool instances_removed(const struct run *run)
{
	char name[32];

	snprintf(name, sizeof(name), "removed.%d", run->pid);
	return is_there(name);
}

/*
 * Return the parent of a guard; 0 if it has ended, whether its parent knows
 * that or not.
 */
static pid_t parent_of(pid_t guard)
{
	char path[64], state = 'Z';
	int parent = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", guard);
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (fscanf(file, "%*d (" GUARD_NAME ") %c %d", &state, &parent) != 2)
		parent = 0;
	fclose(file);
	return state == 'Z' ? 0 : parent;
}

/* ---- The guard ---------------------------------------------------------- */

static void test_killed(void **state)
{
	struct run run;
	int commands = start_run(&run);

	(void)state;
	assert_true(is_there(list_of(&run)));
	assert_false(group_is_gone(run.facts.load));
	kill(run.pid, SIGKILL);
	expect_end(&run, SIGKILL);
	SOON(!is_there("run"));
	assert_true(holds(STATE1, "0"));
	assert_true(holds(STATE2, "0"));
	assert_true(instances_removed(&run));
	SOON(group_is_gone(run.facts.load));
	close(commands);
}

/* A run that is killed while it starts its guard leaves nothing, whenever that is. */
static void test_killed_early(void **state)
{
	struct guard guard;
	pid_t pid;

	(void)state;
	/* Guards whose run is dead become children of this process. */
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	for (int i = 0; i < 200; i++) {
		pid = fork();
		assert_true(pid >= 0);
		if (!pid) {
			guard_start(&guard, &places, true, false);
			pause();
			_exit(0);
		}
		usleep(i * 10);
		kill(pid, SIGKILL);
		assert_int_equal(waitpid(pid, NULL, 0), pid);
	}
	while (waitpid(-1, NULL, 0) > 0)
		;
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
	assert_false(is_there("run"));
}

static void test_ended(void **state)
{
	struct run run;
	int commands = start_run(&run);

	(void)state;
	tell(commands, END);
	expect_end(&run, 0);
	/* A run that ends has to undo its changes itself; this one did not. */
	assert_true(holds(STATE1, "1"));
	assert_false(instances_removed(&run));
	assert_false(is_there("run"));
	SOON(!parent_of(run.facts.guard));
	close(commands);
}

/*
 * If the guard gets no message, the end of the connection looks like that of a
 * killed run.
 */
static void test_untold(void **state)
{
	struct run run;
	int commands = start_run(&run);

	(void)state;
	tell(commands, END_UNTOLD);
	expect_end(&run, 0);
	assert_false(is_there("run"));
	assert_true(holds(STATE1, "0"));
	assert_true(instances_removed(&run));
	close(commands);
}

/* An instance that the run could not remove is removed when it has ended. */
static void test_instance_left(void **state)
{
	struct run run;
	int commands = start_run(&run);

	(void)state;
	tell(commands, END_LEFT);
	expect_end(&run, 0);
	SOON(instances_removed(&run));
	SOON(!is_there("run"));
	close(commands);
}

/*
 * Return how many descriptors a guard has, and check that its standard ones are
 * /dev/null.
 */
static int count_descriptors(pid_t pid)
{
	char folder[64], link[128], target[256];
	struct dirent *entry;
	int count = 0;
	DIR *dir;

	snprintf(folder, sizeof(folder), "/proc/%d/fd", pid);
	dir = opendir(folder);
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		ssize_t length;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(link, sizeof(link), "%s/%.20s", folder, entry->d_name);
		length = readlink(link, target, sizeof(target) - 1);
		assert_true(length > 0);
		target[length] = '\0';
		if (atoi(entry->d_name) < 3)
			assert_string_equal(target, "/dev/null");
		count++;
	}
	closedir(dir);
	return count;
}

static void expect_file(pid_t pid, const char *name, const char *expected)
{
	char path[64], text[128];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, name);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(text, sizeof(text), file));
	fclose(file);
	assert_memory_equal(text, expected, strlen(expected));
}

/*
 * A guard is separate from its run: in its name, its session, its parent and
 * its open files.
 */
static void test_apart(void **state)
{
	struct run run;
	int commands = start_run(&run);
	pid_t guard = run.facts.guard;

	(void)state;
	expect_file(guard, "comm", GUARD_NAME);
	/* The command line begins with as much of the name as fits. */
	expect_file(guard, "cmdline", GUARD_NAME);
	assert_int_equal(count_descriptors(guard), 5);
	assert_int_equal(getsid(guard), guard);
	assert_true(parent_of(guard) > 0);
	assert_int_not_equal(parent_of(guard), run.pid);
	kill(guard, SIGTERM);
	kill(guard, SIGINT);
	kill(guard, SIGHUP);
	kill(guard, SIGTSTP);
	kill(run.pid, SIGKILL);
	expect_end(&run, SIGKILL);
	SOON(!is_there("run"));
	assert_true(holds(STATE1, "0"));
	close(commands);
}

/* The guard of a run with a real-time priority has none itself. */
static void test_policy(void **state)
{
	const struct sched_param fifo = { .sched_priority = 1 };
	const struct sched_param none = { .sched_priority = 0 };
	struct guard guard;

	(void)state;
	if (sched_setscheduler(0, SCHED_FIFO, &fifo)) {
		print_message("# skipped: no real-time priority is allowed here\n");
		return;
	}
	guard_start(&guard, &places, false, true);
	sched_setscheduler(0, SCHED_OTHER, &none);
	assert_int_equal(sched_getscheduler(guard.pid), SCHED_OTHER);
	guard_end(&guard);
}

/* ---- A run and its guard are killed ------------------------------------- */

static void kill_both(struct run *run)
{
	kill(run->facts.guard, SIGKILL);
	kill(run->pid, SIGKILL);
	expect_end(run, SIGKILL);
	assert_true(holds(STATE1, "1"));
	/*
	 * Nothing else ends the load now. A zombie that its new parent has not
	 * reaped yet is in the group, too.
	 */
	kill(-run->facts.load, SIGKILL);
}

static void expect_left(const char *expected)
{
	struct capture capture;

	capture_begin(&capture);
	undo_left(&places);
	assert_string_equal(capture_end(&capture), expected);
}

static void test_both_killed(void **state)
{
	struct run run;
	char said[256];
	int commands;

	(void)state;
	commands = start_run(&run);
	kill_both(&run);
	close(commands);
	assert_true(is_there(list_of(&run)));
	snprintf(said, sizeof(said),
		 "rtla: %s/%d: that run and its guard were killed: restored 2 idle states\n",
		 lists, run.pid);
	expect_left(said);
	assert_true(holds(STATE1, "0"));
	assert_true(holds(STATE2, "0"));
	assert_false(is_there("run"));
	expect_left("");
}

/* A run whose guard was killed goes on, and no other run undoes its changes. */
static void test_guard_killed(void **state)
{
	struct run run;
	int commands = start_run(&run);

	(void)state;
	kill(run.facts.guard, SIGKILL);
	expect_left("");
	assert_true(holds(STATE1, "1"));
	assert_true(is_there(list_of(&run)));
	tell(commands, END);
	expect_end(&run, 0);
	assert_false(is_there("run"));
	close(commands);
}

/*
 * The guard of a run that was killed just now is at work: undo_left() waits for
 * it.
 */
static void test_guard_at_work(void **state)
{
	struct run run;
	int commands = start_run(&run);

	(void)state;
	kill(run.facts.guard, SIGSTOP);
	kill(run.pid, SIGKILL);
	expect_end(&run, SIGKILL);
	close(commands);
	if (!fork()) {
		poll(NULL, 0, 300);
		kill(run.facts.guard, SIGCONT);
		_exit(0);
	}
	expect_left("");
	assert_true(holds(STATE1, "0"));
	wait(NULL);
}

/* ---- Lists that are believed -------------------------------------------- */

static void make_list(const char *name, const char *format)
{
	char text[2048], path[64];

	mkdir(lists, 0700);
	snprintf(path, sizeof(path), "run/%s", name);
	snprintf(text, sizeof(text), format, files_root, files_root);
	files_put(path, text);
}

/*
 * Only files of idle states are written, only numbers, and only for whole
 * lines.
 */
static void test_believed(void **state)
{
	static const char *const lines[] = {
		"value %s/" SECRET " 1\n",
		"value %s/cpu1/cpuidle/state1/../latency 1\n",
		"value %s/cpu1/cpuidle/../cpuidle/state1/disable 1\n",
		"value %s/cpu1/cpuidle/state/disable 1\n",
		"value %s/cpu1/cpuidle/state1/disable/ 1\n",
		"value %s/cpu1/cpuidle/state1/disable x\n",
		"value %s/cpu1/cpuidle/state1/disable 1x\n",
		"value %s/cpu1/cpuidle/state1/disable -1\n",
		"value %s/cpu1/cpuidle/state1/disable\n",
		"value %s/cpu1/cpuidle/state1/disable \n",
		"value %s/cpu1/cpuidle/state1/disable 1",
		"%s/cpu1/cpuidle/state1/disable 1\n",
		"value /cpu1/cpuidle/state1/disable 1\n",
		"value  1\n", "value\n", "\n", "",
	};
	char said[256];

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		make_list("1", lines[i]);
		expect_left("");
		if (!holds(STATE1, "0") || !holds(SECRET, "7"))
			fail_msg("done: %s", lines[i]);
		assert_false(is_there("run"));
	}
	make_list("1", "value %s/nothing 1\nvalue %s/" STATE1 " 1\nvalue");
	snprintf(said, sizeof(said),
		 "rtla: %s/1: that run and its guard were killed: restored 1 idle state\n",
		 lists);
	expect_left(said);
	assert_true(holds(STATE1, "1"));
}

/*
 * Symbolic links are not followed, and a folder that others may write to is not
 * read.
 */
static void test_foreign(void **state)
{
	char elsewhere[64];

	(void)state;
	snprintf(elsewhere, sizeof(elsewhere), "%s/elsewhere", files_root);
	make_list("1", "value %s/" STATE1 " 1\n");
	assert_int_equal(chmod(lists, 0770), 0);
	expect_left("");
	assert_true(holds(STATE1, "0"));
	assert_int_equal(chmod(lists, 0700), 0);
	assert_int_equal(rename(lists, elsewhere), 0);
	assert_int_equal(symlink("elsewhere", lists), 0);
	expect_left("");
	assert_true(holds(STATE1, "0"));
	assert_int_equal(unlink(lists), 0);
	assert_int_equal(rename(elsewhere, lists), 0);
	snprintf(elsewhere, sizeof(elsewhere), "%s/list", files_root);
	assert_int_equal(rename(files_path("run/1"), elsewhere), 0);
	assert_int_equal(symlink("../list", files_path("run/1")), 0);
	expect_left("");
	assert_true(holds(STATE1, "0"));
}

/*
 * Groups that have ended are left alone: their numbers may belong to others by
 * now.
 */
static void test_groups(void **state)
{
	char *argv[] = { "sleep", "1000", NULL };
	struct undo_list list;
	pid_t ended, running;

	(void)state;
	assert_int_equal(undo_list_open(&list, &places, false, getpid()), 0);
	assert_int_equal(program_start(&ended, argv, -1, &list), 0);
	undo_ended(&list, ended);
	assert_int_equal(program_start(&running, argv, -1, &list), 0);
	assert_true(undo_all(&list));
	assert_int_equal(waitpid(running, NULL, 0), running);
	assert_int_equal(waitpid(ended, NULL, WNOHANG), 0);
	kill(ended, SIGKILL);
	waitpid(ended, NULL, 0);
	undo_list_close(&list);
}

/* Start a process with this name that may run on CPU 0 only. */
static pid_t start_bound(const char *name)
{
	const struct cpus first = { .word = { 1 } };
	pid_t pid = fork();

	if (!pid) {
		prctl(PR_SET_NAME, name);
		scheduling_bind(&first);
		raise(SIGSTOP);
		pause();
		_exit(0);
	}
	waitpid(pid, NULL, WUNTRACED);
	return pid;
}

static int allowed_cpus(pid_t pid)
{
	cpu_set_t set;

	assert_int_equal(sched_getaffinity(pid, sizeof(set), &set), 0);
	return CPU_COUNT(&set);
}

static void end_bound(pid_t pid)
{
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

/*
 * A measuring process is moved to the CPUs of undo_all()'s caller. Processes
 * that have ended, or have other names, are left alone.
 */
static void test_dying(void **state)
{
	int here = allowed_cpus(0);
	struct undo_list list;
	pid_t worker, ended, other;

	(void)state;
	worker = start_bound("timerlat" UNDO_WORKER "0");
	ended = start_bound("osnoise" UNDO_WORKER "1");
	other = start_bound("another");
	assert_int_equal(undo_list_open(&list, &places, false, getpid()), 0);
	undo_dying(&list, worker);
	undo_dying(&list, ended);
	undo_dying(&list, other);
	undo_ended(&list, ended);
	assert_true(undo_all(&list));
	assert_int_equal(allowed_cpus(worker), here);
	assert_int_equal(allowed_cpus(ended), 1);
	assert_int_equal(allowed_cpus(other), 1);
	end_bound(worker);
	end_bound(ended);
	end_bound(other);
	undo_list_close(&list);
}

/* If a program cannot be started, its group has ended. */
static void test_not_started(void **state)
{
	char *argv[] = { "/no/such/program", NULL };
	struct undo_list list;
	char text[128];
	ssize_t got;
	pid_t pid;

	(void)state;
	assert_int_equal(undo_list_open(&list, &places, false, getpid()), 0);
	assert_int_equal(program_start(&pid, argv, -1, &list), ENOENT);
	got = pread(list.fd, text, sizeof(text) - 1, 0);
	assert_true(got > 0);
	text[got] = '\0';
	assert_non_null(strstr(text, "ended "));
	undo_list_close(&list);
}

/*
 * If there is no room for a line, nothing of it stays: the next line would
 * continue it, and name another process.
 */
static void test_full(void **state)
{
	struct rlimit old, room = { .rlim_max = RLIM_INFINITY };
	struct undo_list list;
	char text[128] = "";
	struct stat status;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	assert_int_equal(undo_list_open(&list, &places, true, getpid()), 0);
	undo_group(&list, 12345);
	assert_int_equal(fstat(list.fd, &status), 0);
	room.rlim_cur = status.st_size + 6;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &room), 0);
	undo_group(&list, 67890);
	assert_int_equal(undo_value(&list, files_path(STATE1), 0), ENOSPC);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	undo_group(&list, 24680);
	assert_true(pread(list.fd, text, sizeof(text) - 1, 0) > 0);
	/* The first line names the boot. */
	assert_string_equal(strchr(text, '\n') + 1, "group 12345\ngroup 24680\n");
	undo_list_close(&list);
	signal(SIGXFSZ, SIG_DFL);
}

/* If the list cannot have a name, there is one without, for the guard. */
static void test_no_folder(void **state)
{
	struct undo_places nowhere = {
		.lists = "/proc/nowhere", .cpus = files_root,
	};
	struct capture capture;
	struct guard guard;

	(void)state;
	capture_begin(&capture);
	guard_start(&guard, &nowhere, true, true);
	assert_string_equal(capture_end(&capture),
			    "rtla: /proc/nowhere: No such file or directory: changes are not undone if both this run and its guard are killed\n");
	assert_true(guard.pid > 0);
	assert_int_equal(undo_value(&guard.list, files_path(STATE1), 0), 0);
	guard_end(&guard);
	undo_left(&nowhere);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, files_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_killed),
		TEST(test_killed_early),
		TEST(test_ended),
		TEST(test_untold),
		TEST(test_instance_left),
		TEST(test_apart),
		TEST(test_policy),
		TEST(test_both_killed),
		TEST(test_guard_killed),
		TEST(test_guard_at_work),
		TEST(test_believed),
		TEST(test_foreign),
		TEST(test_groups),
		TEST(test_dying),
		TEST(test_not_started),
		TEST(test_full),
		TEST(test_no_folder),
	};

	return cmocka_run_group_tests_name("guard", tests, NULL, NULL);
}
