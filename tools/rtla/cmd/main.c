// SPDX-License-Identifier: GPL-2.0
/*
 * main() finds the command by the name of the program or by its first words,
 * has the options parsed, and runs the command.
 */
#include <fcntl.h>
#include <malloc.h>
#include <paths.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rtla_version.h>

#include "base/message.h"
#include "base/output.h"
#include "base/spelling.h"
#include "base/whole_file.h"
#include "base/wrap.h"
#include "cmd/commands.h"
#include "cmd/commands_json.h"
#include "cmd/shell_page.h"
#include "options/invocation.h"
#include "options/options.h"

/* How the program was called, and how far its words are parsed. */
struct call {
	int argc;		/* words that are not parsed yet */
	char **argv;		/* the first of them */
	char name[64];		/* "rtla timerlat top", for messages */
	struct invocation whole;	/* all words */
};

/* The first list of help, which fits on a small terminal. */
static void print_commands(FILE *out)
{
	fputs("Usage: rtla COMMAND [OPTION]...\n"
	      "Measure timer latency and operating system noise, and find their causes.\n"
	      "\n"
	      "Measure: a table with 'top', which may be left out, or a histogram with 'hist'\n"
	      "  timerlat   latency of timers      overheads  the kernel's own work to switch\n"
	      "  osnoise    noise on each CPU      bound      how long a thread waits, at most\n"
	      "  wakeup     wake-ups of threads    hwnoise    noise of the hardware (no hist)\n"
	      "  cycle      periods of threads, from the release to the end of the work\n"
	      "Explain and prepare:\n"
	      "  analyze    a saved trace          doctor     settings that hurt latency\n"
	      "  load       a load to run under    agree      timerlat beside cyclictest\n"
	      "  matrix     all runs of a plan     tune       which settings help, by trying\n"
	      "Work with results:\n"
	      "  compare    with a baseline        history    over time: add, show or check\n"
	      "  report     a page for people      export     as rt-tests, JUnit XML or CSV\n"
	      "  schedulable  tasks' deadlines     record     the worst of weeks, and why\n"
	      "Examples:\n"
	      "  rtla timerlat -a 100us -d 5min    stop at a latency of 100 us, and say why\n"
	      "  rtla wakeup -- ./program          why the threads of a program run late\n"
	      "  rtla doctor                       what to change on this machine\n"
	      "\n"
	      "  help COMMAND    its options, like 'rtla help timerlat hist'\n"
	      "  help shell      how to measure from a shell, without a command\n"
	      "  help --json     all commands and options, for programs\n",
	      out);
}

/* Print the modes of a tool; @called is how the program was called so far. */
static enum result print_modes(const char *tool, const char *called)
{
	const struct command *command;

	printf("Usage: %s [MODE] [OPTION]...\n\nrtla %s version %s\n\nModes:\n",
	       called, tool, RTLA_VERSION);
	for (size_t i = 0; (command = command_at(i)); i++)
		if (!strcmp(command->tool, tool))
			wrap_print(stdout, command->summary,
				   printf("  %-5s ", command->mode),
				   TEXT_WIDTH);
	command = command_by_default(tool);
	putchar('\n');
	if (command)
		printf("\"%s\" may be left out; ", command->mode);
	printf("'%s MODE --help' shows the options.\n", called);
	return RESULT_OK;
}

static enum result print_version(void)
{
	printf("rtla version %s\n", RTLA_VERSION);
	return RESULT_OK;
}

/*
 * Refuse a command that there is not, and name the one that was meant, if one
 * is like it. @mode is NULL if the tool is unknown already.
 */
static enum result unknown_command(const char *tool, const char *mode)
{
	struct spelling spelling = { .word = mode ?: tool };
	const char *blank = mode ? " " : "";
	const char *before = mode ? tool : "";
	const struct command *command;

	/* The first tool is the one that people know from elsewhere. */
	for (size_t i = 0; !mode && (command = command_at(i)); i++) {
		if (!command->mode || strcmp(command->mode, tool))
			continue;
		fail(RESULT_USAGE, "unknown command '%s'; did you mean 'rtla %s %s'?",
		     tool, command->tool, command->mode);
		fputs("Try 'rtla --help'.\n", stderr);
		return RESULT_USAGE;
	}
	for (size_t i = 0; (command = command_at(i)); i++) {
		if (!mode)
			spelling_try(&spelling, command->tool);
		else if (!strcmp(command->tool, tool))
			spelling_try(&spelling, command->mode);
	}
	if (spelling.best)
		fail(RESULT_USAGE, "unknown command '%s%s%s'; did you mean '%s%s%s'?",
		     before, blank, spelling.word, before, blank,
		     spelling.best);
	else
		fail(RESULT_USAGE, "unknown command '%s%s%s'", before, blank,
		     spelling.word);
	fputs("Try 'rtla --help'.\n", stderr);
	return RESULT_USAGE;
}

static bool is_tool(const char *word)
{
	const struct command *command;

	for (size_t i = 0; (command = command_at(i)); i++)
		if (!strcmp(command->tool, word))
			return true;
	return false;
}

/* Add a word to the name by which messages call the command. */
static void called(struct call *call, const char *word)
{
	size_t used = strlen(call->name);

	snprintf(call->name + used, sizeof(call->name) - used, "%s%s",
		 used ? " " : "", word);
}

static enum result parse_and_run(const struct command *command,
				 const struct option_set *set, void *config,
				 const struct call *call)
{
	switch (options_parse(set, config, call->argc, call->argv)) {
	case OPTIONS_WRONG:
		return RESULT_USAGE;
	case OPTIONS_HELP:
		printf("Usage: %s [OPTION]...%s%s%s\n\n", call->name,
		       command->operand ? " " : "", command->operand ?: "",
		       command->program_field ? " [-- PROGRAM [ARGUMENT]...]" : "");
		wrap_print(stdout, command->summary, 0, TEXT_WIDTH);
		options_help(stdout, set);
		return RESULT_OK;
	case OPTIONS_VERSION:
		return print_version();
	case OPTIONS_NAMES:
		options_names(stdout, set);
		return RESULT_NAMES;
	case OPTIONS_OK:
		break;
	}
	if (command->settle(set, config))
		return RESULT_USAGE;
	return command->run(command, config);
}

static struct option_set options_of(const struct command *command,
				    const void *defaults,
				    const struct call *call)
{
	return (struct option_set){
		.command = call->name,
		.groups = command->groups,
		.defaults = defaults,
		.size = command->size,
		.operand = command->operand,
		.operands_max = command->operands_max,
		.operands_field = command->operands_field,
		.program_field = command->program_field,
		.habits = command->habits,
		.invocation = &call->whole,
	};
}

static enum result main_run_command(const struct command *command,
				    const struct call *call)
{
	void *config = malloc(command->size);
	void *defaults = command_defaults(command);
	enum result result;

	if (config && defaults) {
		const struct option_set set = options_of(command, defaults,
							 call);

		result = parse_and_run(command, &set, config, call);
	} else {
		result = fail(RESULT_ERROR, "out of memory");
	}
	free(defaults);
	free(config);
	return result;
}

static bool is_help(const char *word)
{
	return !strcmp(word, "-h") || !strcmp(word, "--help");
}

/* Refuse a mode that there is not; it may be a program without "--". */
static enum result program_or_mode(const char *tool, const char *mode,
				   const struct call *call)
{
	const struct command *command = command_by_default(tool);
	const struct command *other;
	struct spelling spelling = { .word = mode };

	for (size_t i = 0; (other = command_at(i)); i++)
		if (!strcmp(other->tool, tool))
			spelling_try(&spelling, other->mode);
	if (!command || !command->program_field || spelling.best)
		return unknown_command(tool, mode);
	fail(RESULT_USAGE, "%s: unknown mode: put -- before the program: %s -- %s",
	     mode, call->name, mode);
	fprintf(stderr, "Try '%s --help'.\n", call->name);
	return RESULT_USAGE;
}

/* Refuse a tool without the mode that it needs. */
static enum result mode_missing(const struct call *call)
{
	fail(RESULT_USAGE, "%s: no mode given: give one that '%s --help' shows",
	     call->name, call->name);
	fprintf(stderr, "Try '%s --help'.\n", call->name);
	return RESULT_USAGE;
}

/* Run @tool. If it has modes, the next word is its mode, unless left out. */
static enum result run_tool(const char *tool, struct call *call)
{
	const struct command *command = command_find(tool, NULL);
	const char *mode = NULL;

	if (command)
		return main_run_command(command, call);
	if (call->argc && is_help(call->argv[0]))
		return print_modes(tool, call->name);
	if (call->argc && call->argv[0][0] != '-') {
		mode = call->argv[0];
		call->argc--;
		call->argv++;
	}
	command = mode ? command_find(tool, mode) : command_by_default(tool);
	if (!command && mode)
		return program_or_mode(tool, mode, call);
	if (!command)
		return mode_missing(call);
	called(call, command->mode);
	return main_run_command(command, call);
}

static enum result print_json(void)
{
	char *text = commands_json(command_at);
	enum result result = whole_file_or_line("help --json", "-", text);

	free(text);
	return result;
}

/*
 * "rtla help" lists the commands, "rtla help --json" with all options, for
 * programs; "rtla help COMMAND" is COMMAND with --help, and with the options of
 * its default mode; "rtla help shell" shows a page.
 */
static enum result run_help(struct call *call)
{
	static char option[] = "--help";
	char *argv[] = { option, NULL, NULL };
	const char *tool = call->argc ? call->argv[0] : NULL;
	struct call help = { .argc = 1, .argv = argv, .name = "rtla" };
	const struct command *command;
	struct option_set set;
	void *defaults;

	if (!tool) {
		print_commands(stdout);
		return RESULT_OK;
	}
	if (!strcmp(tool, "shell") && call->argc == 1) {
		shell_page_print(stdout);
		return RESULT_OK;
	}
	if (!strcmp(tool, "--json") && call->argc == 1)
		return print_json();
	if (!is_tool(tool))
		return unknown_command(tool, NULL);
	if (call->argc > 1) {
		argv[0] = call->argv[1];
		argv[1] = option;
		help.argc = 2;
	}
	called(&help, tool);
	command = command_by_default(tool);
	if (call->argc > 1 || !command)
		return run_tool(tool, &help);
	defaults = command_defaults(command);
	if (!defaults)
		return fail(RESULT_ERROR, "out of memory");
	print_modes(tool, help.name);
	printf("\nThe options of %s:\n", command->mode);
	set = options_of(command, defaults, &help);
	options_help(stdout, &set);
	free(defaults);
	return RESULT_OK;
}

/* Parse the first word after "rtla": a tool, or an option of rtla itself. */
static enum result run_word(struct call *call)
{
	const char *word = *call->argv++;

	call->argc--;
	if (is_help(word)) {
		print_commands(stdout);
		return RESULT_OK;
	}
	if (!strcmp(word, "--version"))
		return print_version();
	if (!strcmp(word, "help"))
		return run_help(call);
	if (word[0] == '-') {
		fail(RESULT_USAGE, "%s: unknown option", word);
		fputs("Try 'rtla --help'.\n", stderr);
		return RESULT_USAGE;
	}
	if (!is_tool(word))
		return unknown_command(word, NULL);
	called(call, word);
	return run_tool(word, call);
}

/*
 * Open /dev/null on each standard descriptor that is closed. Otherwise the
 * first file that the command opens would take the place of the descriptor, and
 * what is printed would go to that file. The direction is the wrong one, so
 * that reading or printing fails.
 */
static void occupy_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open(_PATH_DEVNULL,
			     fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/*
 * Blocks of this size are given back to the system when they are freed. By
 * default glibc raises it to that of the largest one which was freed, so that a
 * run of weeks would keep what it needed once, for the explanation of a hit.
 */
#define LARGE_BLOCK	(128 << 10)

static void return_large_blocks(void)
{
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
#endif
}

int main(int argc, char **argv)
{
	const char *program = argc ? basename(argv[0]) : "rtla";
	struct call call = {
		.argc = argc - 1, .argv = argv + 1, .whole = { argc, argv },
	};
	enum result result;

	return_large_blocks();
	occupy_descriptors();
	/* A write to a closed pipe has to be an error (EPIPE), not a signal. */
	signal(SIGPIPE, SIG_IGN);
	result = output_begin();
	if (result)
		return result;
	if (is_tool(program)) {
		called(&call, program);
		result = run_tool(program, &call);
	} else if (argc > 1) {
		called(&call, "rtla");
		result = run_word(&call);
	} else {
		print_commands(stderr);
		result = RESULT_USAGE;
	}
	return output_end(result);
}
