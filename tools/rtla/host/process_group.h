/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Process groups: a program that runs beside the command, with all processes
 * that it starts, until the command ends them.
 */
#ifndef RTLA_PROCESS_GROUP_H
#define RTLA_PROCESS_GROUP_H

#include <sys/types.h>

struct undo_list;

struct process_group {
	const struct undo_list *undo;	/* lets the guard kill the group */
	pid_t pid;		/* its first process, and its number; 0: none */
	int pidfd;		/* readable when the first process has ended, or -1 */
	int status;		/* wait status of that process, when it has ended */
};

/**
 * struct group_output - what a group prints to its caller while it is ended
 * @take: is called again and again; returns the descriptor to wait for, or -1
 *	if the group prints no more
 * @context: argument of @take
 */
struct group_output {
	int (*take)(void *context);
	void *context;
};

/* No group. The functions that end a group do nothing then. */
#define PROCESS_GROUP_NONE	((struct process_group) { .pidfd = -1 })

/*
 * process_group_start - let the shell run @command in a new group
 *
 * What it prints goes to stderr. The caller keeps @undo, which may be NULL, and
 * calls process_group_end(). Returns 0 or an errno, after which there is no
 * group.
 */
int process_group_start(struct process_group *group, const char *command,
			const struct undo_list *undo);

/*
 * process_group_of - take a program that runs, and leads its group
 *
 * Returns 0 or an errno, after which it has been ended.
 */
int process_group_of(struct process_group *group, pid_t pid,
		     const struct undo_list *undo);

/* process_group_ask - ask all processes of the group to end, without waiting */
void process_group_ask(const struct process_group *group);

/*
 * process_group_end - end all processes of the group within 20 s
 *
 * They get SIGTERM, and SIGKILL if they do not end by that. @group->status is
 * set to the wait status of the first process.
 */
void process_group_end(struct process_group *group);

/*
 * process_group_end_reading - end it likewise, and take what it prints: who
 * waits until that is taken could not end
 */
void process_group_end_reading(struct process_group *group,
			       const struct group_output *output);

#endif /* RTLA_PROCESS_GROUP_H */
