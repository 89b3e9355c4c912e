// SPDX-License-Identifier: GPL-2.0
/*
 * The marks that options name: see marks.h.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "marks/elf_places.h"
#include "marks/mark_file.h"
#include "marks/marks.h"
#include "tracer/tracer_config.h"

#define NAMES_SHOWN	3

/*
 * The marks found last. There is one measurement; the configurations of all
 * commands would be larger by it.
 */
static char mark_files[2][PATH_MAX];
static struct tracer_mark found_marks[TRACER_MARKS_MAX];

/* A search looks for the marks of one option, and adds them to @marks. */
struct marks_search {
	struct tracer_marks *marks;
	const char *program;
	const struct tracer_targets *targets;
	const char *option;	/* and its argument, for messages */
	const char *text;
	char *file;		/* one of mark_files */
	char *why;
	size_t size;
};

/* Say why not; return false. */
__attribute__((format(printf, 2, 3)))
static bool marks_fail(const struct marks_search *search, const char *format,
		       ...)
{
	int length = snprintf(search->why, search->size, "--%s %s: ",
			      search->option, search->text);
	va_list args;

	if (length < 0 || (size_t)length >= search->size)
		return false;
	va_start(args, format);
	vsnprintf(search->why + length, search->size - length, format, args);
	va_end(args);
	return false;
}

static bool find_file(const struct marks_search *search, int length)
{
	char name[PATH_MAX];

	if (length >= PATH_MAX)
		return marks_fail(search, "the path is too long");
	snprintf(name, sizeof(name), "%.*s", length, search->text);
	if (mark_file_find(name, search->program, search->targets,
			   search->file, PATH_MAX))
		return true;
	return marks_fail(search, "there is no file %s here, where the loader looks for libraries, in PATH, or mapped by the watched process: give its path",
			  name);
}

/* Split FILE:SYMBOL, and find the file; return the symbol, or NULL. */
static const char *find_marked(const struct marks_search *search)
{
	const char *colon = strrchr(search->text, ':');

	if (!colon || colon == search->text || !colon[1]) {
		marks_fail(search, "not a file and a function: give both, like ./controller:update");
		return NULL;
	}
	if (strpbrk(colon + 1, "(<") || colon[-1] == ':') {
		marks_fail(search, "a function of C++ is known by its name in the file: give that, or a part of it, like FILE:*%s*; nm -C says which it has",
			   colon[-1] == ':' ? colon + 1 : "update");
		return NULL;
	}
	return find_file(search, colon - search->text) ? colon + 1 : NULL;
}

static bool add_mark(const struct marks_search *search,
		     const struct tracer_mark *mark)
{
	struct tracer_marks *marks = search->marks;

	if (marks->count == TRACER_MARKS_MAX)
		return marks_fail(search, "there are more than %d places of such marks: give fewer names",
				  TRACER_MARKS_MAX);
	found_marks[marks->count] = *mark;
	found_marks[marks->count++].file = search->file;
	return true;
}

static bool have_none(const struct marks_search *search, const char *symbol,
		      const struct elf_places *places)
{
	const char *file = search->file;

	if (places->stripped)
		return marks_fail(search, "%s has no function %s among those that it exports, and it is stripped of all other names: give the file as it was before, or one with --mark",
				  file, symbol);
	return marks_fail(search, "%s has no function %s: nm -C %s lists those that it has, and one that is inlined everywhere is not among them",
			  file, symbol, file);
}

static bool have_several(const struct marks_search *search,
			 const struct elf_places *places)
{
	char names[512];
	int length = 0;

	for (int i = 0; i < NAMES_SHOWN && i < places->count &&
			length < (int)sizeof(names); i++)
		length += snprintf(names + length, sizeof(names) - length,
				   "%s%s", i ? ", " : "",
				   places->place[i].name);
	return marks_fail(search, "%d functions have such names: %s%s: give the name of one of them",
			  places->count, names,
			  places->count > NAMES_SHOWN ? " and others" : "");
}

/* Find one function, and say in @mark where it is. */
static bool find_function(const struct marks_search *search,
			  struct tracer_mark *mark)
{
	const char *symbol = find_marked(search), *reason;
	struct elf_places places;
	bool found;

	if (!symbol)
		return false;
	reason = elf_places_functions(&places, search->file, symbol);
	if (reason)
		found = marks_fail(search, "%s: %s: give the file of a program or of a shared library of this machine",
				   search->file, reason);
	else if (!places.count)
		found = have_none(search, symbol, &places);
	else if (mark->returns && places.is_go)
		found = marks_fail(search, "%s is a program of Go, which aborts if somebody looks for the return of a function: give --begin and --end, and keep the loop on one thread by runtime.LockOSThread()",
				   search->file);
	else
		found = places.count == 1 || have_several(search, &places);
	if (found)
		mark->offset = places.place[0].offset;
	elf_places_free(&places);
	return found;
}

/* ---- Probes that others have put into a program -------------------------- */

/*
 * Return the colon before the provider, if a text is FILE:PROVIDER:NAME, or
 * NULL. Two colons together are of C++.
 */
static const char *probe_colon(const char *text)
{
	const char *last = strrchr(text, ':'), *colon;

	if (!last || !last[1] || last == text || last[-1] == ':')
		return NULL;
	colon = memrchr(text, ':', last - text);
	return colon && colon != text && colon[-1] != ':' ? colon : NULL;
}

static bool add_probes(const struct marks_search *search,
		       const struct elf_places *places, bool ends)
{
	for (int i = 0; i < places->count; i++) {
		const struct tracer_mark mark = {
			.offset = places->place[i].offset,
			.counter = places->place[i].counter,
			.name = 1, .ends = ends,
		};

		if (!add_mark(search, &mark))
			return false;
	}
	return true;
}

/* Add all places of a probe: each is where its function was put in. */
static bool find_static_probe(const struct marks_search *search, const char *colon,
		       bool ends)
{
	const char *name = strrchr(search->text, ':') + 1, *reason;
	struct elf_places places;
	char provider[128];
	bool found;

	if (!find_file(search, colon - search->text))
		return false;
	snprintf(provider, sizeof(provider), "%.*s",
		 (int)(name - colon - 2), colon + 1);
	reason = elf_places_probes(&places, search->file, provider, name);
	if (reason)
		found = marks_fail(search, "%s: %s: give the file of a program or of a shared library of this machine",
				   search->file, reason);
	else if (!places.count)
		found = marks_fail(search, "%s has no probe %s of %s: readelf -n %s lists those that it has",
				   search->file, name, provider, search->file);
	else
		found = add_probes(search, &places, ends);
	elf_places_free(&places);
	return found;
}

/* ---- A begin and an end -------------------------------------------------- */

/* Add a function or a probe, as @text says. */
static bool find_one_end(struct marks_search *search, const char *option,
			 const char *text, bool ends)
{
	struct tracer_mark mark = { .name = 1, .ends = ends };
	const char *colon = probe_colon(text);

	search->option = option;
	search->text = text;
	search->file = mark_files[ends];
	if (colon)
		return find_static_probe(search, colon, ends);
	return find_function(search, &mark) && add_mark(search, &mark);
}

static bool find_both(struct marks_search *search)
{
	return find_one_end(search, "end", search->marks->end, true) &&
	       find_one_end(search, "begin", search->marks->begin, false);
}

static bool find_one_function(struct marks_search *search)
{
	struct tracer_mark mark = { .ends = true, .returns = true };

	search->option = "function";
	search->text = search->marks->function;
	if (!find_function(search, &mark) || !add_mark(search, &mark))
		return false;
	mark.ends = mark.returns = false;
	return add_mark(search, &mark);
}

/* ---- Marks of the header ------------------------------------------------- */

/* Return the number of the name of place @i, from 1 on. */
static uint32_t number_of(const struct elf_places *places, int i)
{
	int first = 0;

	while (strcmp(places->place[first].name, places->place[i].name))
		first++;
	return first + 1;
}

/* Return whether there is a mark that begins or ends cycles, of a name or any. */
static bool has_mark(const struct elf_places *places, const char *name,
		     bool ends)
{
	for (int i = 0; i < places->count; i++)
		if (places->place[i].ends == ends &&
		    (!name || !strcmp(places->place[i].name, name)))
			return true;
	return false;
}

/*
 * Add the marks that end cycles, or those that begin them, without any that has
 * no other: all that comes later would be within its cycle.
 */
static bool add_places(const struct marks_search *search,
		       const struct elf_places *places, bool ends)
{
	for (int i = 0; i < places->count; i++) {
		const struct tracer_mark mark = {
			.offset = places->place[i].offset,
			.name = number_of(places, i), .ends = ends,
		};

		if (places->place[i].ends == ends &&
		    has_mark(places, places->place[i].name, !ends) &&
		    !add_mark(search, &mark))
			return false;
	}
	return true;
}

static bool add_mark_notes(const struct marks_search *search, const char *name,
		      const struct elf_places *places)
{
	const char *file = search->file;

	if (!places->count)
		return marks_fail(search, "%s has no mark %s of rtla_cycle.h: readelf -n lists those that it has; if they are in a library, give its file, like libx.so:%s",
				  file, name, name);
	for (int ends = 0; ends < 2; ends++)
		if (!has_mark(places, NULL, ends))
			return marks_fail(search, "%s has no RTLA_CYCLE_%s(%s), without which no cycle %s: add it",
					  file, ends ? "END" : "BEGIN", name,
					  ends ? "ends" : "begins");
	return add_places(search, places, true) &&
	       add_places(search, places, false);
}

static bool find_notes(struct marks_search *search)
{
	const char *colon, *name, *reason;
	char *file = search->file;
	struct elf_places places;
	bool found;

	search->option = "mark";
	search->text = search->marks->name;
	colon = strrchr(search->text, ':');
	name = colon ? colon + 1 : search->text;
	if (!*name)
		return marks_fail(search, "there is no name: give it, or '*' for all");
	if (colon && !find_file(search, colon - search->text))
		return false;
	if (!colon && !mark_file_of_program(search->program, search->targets,
					    file, PATH_MAX))
		return marks_fail(search, "nothing says which program has it: give its file, like ./controller:%s",
				  name);
	reason = elf_places_notes(&places, file, name);
	found = reason ?
		marks_fail(search, "%s: %s: give the file of a program or of a shared library of this machine, like FILE:%s",
			   file, reason, name) :
		add_mark_notes(search, name, &places);
	elf_places_free(&places);
	return found;
}

bool marks_find(struct tracer_marks *marks, const char *program,
		const struct tracer_targets *targets, char *why, size_t size)
{
	struct marks_search search = {
		.marks = marks, .program = program, .targets = targets,
		.file = mark_files[0], .why = why, .size = size,
	};

	marks->mark = found_marks;
	marks->count = 0;
	if (marks->begin && marks->end)
		return find_both(&search);
	if (marks->function)
		return find_one_function(&search);
	return !marks->name || find_notes(&search);
}
