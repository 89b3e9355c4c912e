// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the command that is meant, by the name of the program or its first
 * words, and has its options parsed.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "engine.h"
#include "message.h"
#include "options.h"
#include "version.h"

static const struct command *const commands[] = {
	&timerlat_top,
};

#define COMMANDS	(sizeof(commands) / sizeof(commands[0]))

/* Names that scripts written for upstream may call. */
static const char *const later[] = { "osnoise", "hwnoise", "timerlat hist" };

#define DEFAULT_MODE	"top"

/* The words that are not parsed yet, and those that were. */
struct call {
	int argc;
	char **argv;
	char name[64];		/* "rtla timerlat top", for messages */
};

static void print_commands(FILE *out)
{
	fputs("usage: rtla COMMAND [OPTION]...\n"
	      "\n"
	      "Measure timer latency and operating system noise, and find their causes.\n"
	      "\n"
	      "Commands:\n", out);
	for (size_t i = 0; i < COMMANDS; i++)
		fprintf(out, "  %s %-6s %s\n", commands[i]->tool,
			commands[i]->mode, commands[i]->summary);
	fputs("  help [COMMAND]  This list, or the options of a command.\n"
	      "\n"
	      "\"top\" may be left out; 'timerlat' is the same as 'rtla timerlat'.\n",
	      out);
}

static enum result print_version(void)
{
	printf("rtla version %s\n", RTLA_VERSION);
	return RESULT_OK;
}

static enum result wrong(const char *format, const char *word)
{
	fail(RESULT_USAGE, format, word);
	fputs("Try 'rtla --help'.\n", stderr);
	return RESULT_USAGE;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_tool(const char *word)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (!strcmp(commands[i]->tool, word))
			return true;
	return false;
}

static bool is_later(const char *name)
{
	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++)
		if (!strcmp(later[i], name))
			return true;
	return false;
}

static const struct command *find_command(const char *tool, const char *mode)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (!strcmp(commands[i]->tool, tool) &&
		    !strcmp(commands[i]->mode, mode))
			return commands[i];
	return NULL;
}

/* Add a word to the name of the call. */
static void called(struct call *call, const char *word)
{
	size_t used = strlen(call->name);

	snprintf(call->name + used, sizeof(call->name) - used, "%s%s",
		 used ? " " : "", word);
}

static enum result run_command(const struct command *command,
			       const struct call *call)
{
	const struct option_set set = {
		.command = call->name,
		.groups = command->groups,
		.defaults = &command->defaults,
		.size = sizeof(command->defaults),
	};
	struct config config;
	const char *conflict;

	switch (options_parse(&set, &config, call->argc, call->argv)) {
	case OPTIONS_WRONG:
		return RESULT_USAGE;
	case OPTIONS_HELP:
		printf("usage: %s [OPTION]...\n\n%s\n", call->name,
		       command->summary);
		options_help(stdout, &set);
		return RESULT_OK;
	case OPTIONS_VERSION:
		return print_version();
	case OPTIONS_OK:
		break;
	}
	conflict = command->check(&config);
	if (conflict) {
		options_wrong(&set, "%s", conflict);
		return RESULT_USAGE;
	}
	return engine_run(command, &config);
}

/* A tool is known, the mode is the next word or left out. */
static enum result run_tool(const char *tool, struct call *call)
{
	const struct command *command;
	const char *mode = DEFAULT_MODE;
	char name[64];

	if (call->argc && call->argv[0][0] != '-') {
		mode = call->argv[0];
		call->argc--;
		call->argv++;
	}
	snprintf(name, sizeof(name), "%s %s", tool, mode);
	if (is_later(tool))
		return wrong("%s: not in this version: see what there is", tool);
	if (is_later(name))
		return wrong("%s: not in this version: see what there is", name);
	command = find_command(tool, mode);
	if (!command)
		return wrong("%s: no such command: see what there is", name);
	called(call, mode);
	return run_command(command, call);
}

/* "help", and perhaps a command: the same as the command with --help. */
static enum result run_help(struct call *call)
{
	static char option[] = "--help";
	char *argv[] = { option, NULL, NULL };
	const char *tool = call->argc ? call->argv[0] : NULL;
	struct call help = { .argc = 1, .argv = argv, .name = "rtla" };

	if (!tool) {
		print_commands(stdout);
		return RESULT_OK;
	}
	if (!is_tool(tool) && !is_later(tool))
		return wrong("%s: no such command: see what there is", tool);
	if (call->argc > 1) {
		argv[0] = call->argv[1];
		argv[1] = option;
		help.argc = 2;
	}
	called(&help, tool);
	return run_tool(tool, &help);
}

/* Called as "rtla": the first word is a tool, or is for rtla itself. */
static enum result run_word(struct call *call)
{
	const char *word = *call->argv++;

	call->argc--;
	if (!strcmp(word, "-h") || !strcmp(word, "--help")) {
		print_commands(stdout);
		return RESULT_OK;
	}
	if (!strcmp(word, "--version"))
		return print_version();
	if (!strcmp(word, "help"))
		return run_help(call);
	if (!is_tool(word) && !is_later(word))
		return wrong(word[0] == '-' ?
			     "%s: unknown option: see what there is" :
			     "%s: no such command: see what there is", word);
	called(call, word);
	return run_tool(word, call);
}

/* What was printed may not have got out yet. */
static enum result close_output(enum result result)
{
	bool bad = ferror(stdout);

	if (fclose(stdout) && !bad && !result)
		return fail(RESULT_ERROR, "standard output: %s: the results are lost",
			    strerror(errno));
	return result;
}

int main(int argc, char **argv)
{
	const char *program = argc ? last_part(argv[0]) : "rtla";
	struct call call = { .argc = argc - 1, .argv = argv + 1 };
	enum result result;

	/* A write to a closed pipe is an error like others. */
	signal(SIGPIPE, SIG_IGN);
	if (is_tool(program) || is_later(program)) {
		called(&call, program);
		result = run_tool(program, &call);
	} else if (argc > 1) {
		called(&call, "rtla");
		result = run_word(&call);
	} else {
		print_commands(stderr);
		result = RESULT_USAGE;
	}
	return close_output(result);
}
