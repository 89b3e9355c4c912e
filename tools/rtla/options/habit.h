/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Options of another tool that does the same, which people type by habit.
 */
#ifndef RTLA_HABIT_H
#define RTLA_HABIT_H

/**
 * struct habit - an option of another tool
 * @letter: its short name, or 0
 * @name: its long name, or NULL
 * @hint: what to give here: the end of a sentence. NULL ends the habits
 */
struct habit {
	char letter;
	const char *name;
	const char *hint;
};

#endif /* RTLA_HABIT_H */
