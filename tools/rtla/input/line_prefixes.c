// SPDX-License-Identifier: GPL-2.0
/*
 * What others put before lines: see line_prefixes.h.
 */
#include <string.h>

#include "input/line_prefixes.h"

/*
 * A pattern of a prefix. The characters stand for themselves, but for these:
 *
 *	9	digits
 *	a	letters
 *	w	all until the next blank
 *	f	all until the character that follows in the pattern, no blank
 *	p	the same, the name of a program in a log. If a line may begin
 *		with anything, it has its id, or is that of the kernel, as
 *		words of the line are there, too
 *	_	blanks, also none
 *	' '	blanks
 *	~	a line may follow: a blank, the mark of a header, nothing, or
 *		anything if the caller says so
 *
 * The first character of a line that is no blank tells which of them may fit.
 * Those of grep are the last: its names and numbers may look like times.
 */
#define PREFIXES_OF_GREP	"f:9:~", "f-9-~", NULL

static const char *const prefixes_of_letters[] = {
	/* dmesg -x */
	"a_:a_:_",
	/* the journal and other logs */
	"_MESSAGE=",
	"a 9 9:9:9 w p: ",
	"a 9 9:9:9.9 w p: ",
	"a 9 9:9:9 w p:~",
	"a 9-9-9 9:9:w w w p: ",
	/* ts of moreutils */
	"a 9 9:9:9~",
	PREFIXES_OF_GREP,
};

static const char *const prefixes_of_digits[] = {
	/* the journal and other logs */
	"9.9 w kernel:~",
	"9-9-9T9:9:w w p: ",
	"9-9-9 9:9:w w p: ",
	"9-9-9T9:9:w w p:~",
	/* ts of moreutils */
	"9-9-9T9:9:w~",
	"9-9-9 9:9:w~",
	"_9:",
	"_9-~",
	PREFIXES_OF_GREP,
};

static const char *const prefixes_of_marks[] = {
	/* the kernel's console, with its levels, callers and clocks */
	"_[_9.9][_a9]",
	"_[_9.9] w kernel:~",
	"_[_9.9]",
	"_[a_a_9_9:9:9_9]",
	"_[9-9-9 9:9:9]",
	"_[9-9-9 9:9:9.9]",
	"_<9>",
	/* a mail that quotes it, a page of the web */
	"_>~",
	"_>>",
	"_|~",
	/* a comparison of files */
	"+~",
	/* logs of GitHub and Azure */
	"_##[a]",
	PREFIXES_OF_GREP,
};

/* So many of them may be before each other. */
#define PREFIXES_DEEP	8

/* Return whether a line may follow at once. */
static bool line_may_follow(char c, bool any)
{
	return any || c == ' ' || c == '#' || !c;
}

static bool line_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Pass over what a character of a pattern stands for; NULL: it is not there. */
static char *line_pass_over(char *text, const char *pattern, bool any)
{
	char *from = text;

	switch (*pattern) {
	case '9':
		while (line_is_digit(*text))
			text++;
		break;
	case 'a':
		while (line_is_letter(*text))
			text++;
		break;
	case 'w':
		while (*text && *text != ' ')
			text++;
		break;
	case 'f':
		while (*text && *text != ' ' && *text != pattern[1])
			text++;
		break;
	case 'p':
		while (*text && *text != ' ' && *text != ':')
			text++;
		if (any && (text == from ||
			    (text[-1] != ']' && strncmp(from, "kernel:", 7))))
			return NULL;
		break;
	case ' ':
		text = line_skip_blanks(text);
		break;
	case '_':
		return line_skip_blanks(text);
	case '~':
		return line_may_follow(*text, any) ? text : NULL;
	default:
		return *text == *pattern ? text + 1 : NULL;
	}
	return text == from ? NULL : text;
}

/* Return what follows after a prefix of @text, or NULL. */
static char *line_strip_prefix(char *text, const char *pattern, bool any)
{
	for (; *pattern && text; pattern++)
		text = line_pass_over(text, pattern, any);
	return text;
}

/* Return the patterns of the prefixes that may begin with this character. */
static const char *const *line_prefixes_of(char first)
{
	return line_is_letter(first) ? prefixes_of_letters :
	       line_is_digit(first) ? prefixes_of_digits :
				      prefixes_of_marks;
}

char *line_strip_all(char *text, bool any)
{
	for (int i = 0; i < PREFIXES_DEEP; i++) {
		const char *first = line_skip_blanks(text);
		char *after = NULL;

		if (!line_has_prefix(text, first))
			break;
		for (const char *const *pattern = line_prefixes_of(*first);
		     *pattern && !after; pattern++)
			after = line_strip_prefix(text, *pattern, any);
		if (!after)
			break;
		text = after;
	}
	return text;
}
