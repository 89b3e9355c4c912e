// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the files of a machine: see machine.h.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/gunzip.h"
#include "base/parse.h"
#include "host/machine.h"

/* The largest file that is needed is /proc/kallsyms, with about 10 MB. */
#define LOAD_MAX	(64UL << 20)

/* Print @machine's root and then @format into @path. Returns 0 or an errno. */
static int make_path(const struct machine *machine, char path[PATH_MAX],
		     const char *format, va_list args)
{
	int used = snprintf(path, PATH_MAX, "%s", machine->root);

	if (used < PATH_MAX)
		used += vsnprintf(path + used, PATH_MAX - used, format, args);
	return used < PATH_MAX ? 0 : ENAMETOOLONG;
}

/*
 * Open a file for reading. Returns a descriptor, or -1 with errno set. Only
 * regular files and character devices are opened, because reading a pipe could
 * block. For the same reason the descriptor is non-blocking.
 */
static int open_file(const struct machine *machine, const char *format,
		     va_list args)
{
	struct stat status;
	char path[PATH_MAX];
	int fd;

	errno = make_path(machine, path, format, args);
	if (errno)
		return -1;
	fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	if (!fstat(fd, &status) &&
	    (S_ISREG(status.st_mode) || S_ISCHR(status.st_mode)))
		return fd;
	close(fd);
	errno = EINVAL;
	return -1;
}

/*
 * Read until there are @size bytes, or the file ends. Returns how many bytes
 * were read, or -1 with errno set.
 */
static ssize_t read_all(int fd, char *bytes, size_t size)
{
	size_t used = 0;
	ssize_t got;

	while (used < size) {
		got = read(fd, bytes + used, size - used);
		if (got < 0)
			return -1;
		if (!got)
			break;
		used += got;
	}
	return used;
}

/*
 * Do what machine_read() does if @whole, else what machine_read_start() does.
 */
static int machine_read_text(const struct machine *machine, char *text,
			     size_t size, bool whole, const char *format,
			     va_list args)
{
	int fd = open_file(machine, format, args);
	ssize_t got;
	int error;

	text[0] = '\0';
	if (fd < 0)
		return errno;
	got = read_all(fd, text, size);
	error = got < 0 ? errno : got ? 0 : ENODATA;
	close(fd);
	if (!error && whole && (size_t)got == size)
		error = EFBIG;
	if ((size_t)got == size)
		got--;
	if (!error && memchr(text, '\0', got))
		error = EINVAL;
	if (error)
		got = 0;
	while (got && text[got - 1] == '\n')
		got--;
	text[got] = '\0';
	return error;
}

int machine_read(const struct machine *machine, char *text, size_t size,
		 const char *format, ...)
{
	va_list args;
	int error;

	va_start(args, format);
	error = machine_read_text(machine, text, size, true, format, args);
	va_end(args);
	return error;
}

int machine_read_start(const struct machine *machine, char *text, size_t size,
		       const char *format, ...)
{
	va_list args;
	int error;

	va_start(args, format);
	error = machine_read_text(machine, text, size, false, format, args);
	va_end(args);
	return error;
}

int machine_link(const struct machine *machine, char *text, size_t size,
		 const char *format, ...)
{
	char path[PATH_MAX];
	ssize_t length;
	va_list args;
	int error;

	va_start(args, format);
	error = make_path(machine, path, format, args);
	va_end(args);
	text[0] = '\0';
	if (error)
		return error;
	length = readlink(path, text, size);
	if (length < 0)
		return errno;
	if ((size_t)length == size)
		length = 0;
	text[length] = '\0';
	return length ? 0 : EFBIG;
}

int machine_read_bytes(const struct machine *machine, void *bytes, size_t size,
		       off_t offset, const char *format, ...)
{
	va_list args;
	ssize_t got;
	int fd, error;

	va_start(args, format);
	fd = open_file(machine, format, args);
	va_end(args);
	if (fd < 0)
		return errno;
	got = pread(fd, bytes, size, offset);
	error = got < 0 ? errno : (size_t)got < size ? ENODATA : 0;
	close(fd);
	return error;
}

bool chosen_word(const char *text, const char *brackets, char *chosen,
		 size_t size)
{
	const char *from = strchr(text, brackets[0]);
	const char *to = from ? strchr(from, brackets[1]) : NULL;

	chosen[0] = '\0';
	if (!to || to - from - 1 >= (ptrdiff_t)size)
		return false;
	snprintf(chosen, size, "%.*s", (int)(to - from - 1), from + 1);
	return *chosen;
}

bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	const char *at = text;

	while ((at = strstr(at, word))) {
		if ((at == text || isspace((unsigned char)at[-1])) &&
		    (!at[length] || isspace((unsigned char)at[length])))
			return true;
		at += length;
	}
	return false;
}

/*
 * Read the rest of a file. Returns it as a string that the caller frees, or
 * NULL with errno set.
 */
static char *machine_read_rest(int fd, size_t *size)
{
	size_t room = 1 << 16, used = 0;
	char *text = NULL, *grown;
	ssize_t got;

	for (;;) {
		grown = realloc(text, room + 1);
		if (!grown)
			break;
		text = grown;
		got = read_all(fd, text + used, room - used);
		if (got < 0)
			break;
		used += got;
		if (used < room) {
			text[used] = '\0';
			*size = used;
			return text;
		}
		errno = EFBIG;
		if (room == LOAD_MAX)
			break;
		room *= 2;
	}
	free(text);
	return NULL;
}

char *machine_load(const struct machine *machine, size_t *size,
		   const char *format, ...)
{
	char *text;
	va_list args;
	int fd, error;

	va_start(args, format);
	fd = open_file(machine, format, args);
	va_end(args);
	if (fd < 0)
		return NULL;
	text = machine_read_rest(fd, size);
	error = errno;
	close(fd);
	errno = error;
	return text;
}

char *machine_interrupts(const char *root)
{
	const struct machine machine = { .root = root };
	size_t size;

	return machine_load(&machine, &size, "/proc/interrupts");
}

int machine_number(const struct machine *machine, int64_t *number,
		   const char *format, ...)
{
	char text[32];
	va_list args;
	int error;

	va_start(args, format);
	error = machine_read_text(machine, text, sizeof(text), true, format,
				  args);
	va_end(args);
	if (!error && parse_number(text, number))
		error = EINVAL;
	return error;
}

int machine_cpus(const struct machine *machine, struct cpus *cpus,
		 const char *format, ...)
{
	char text[CPUS_TEXT_SIZE];
	va_list args;
	int error;

	memset(cpus, 0, sizeof(*cpus));
	va_start(args, format);
	error = machine_read_text(machine, text, sizeof(text), true, format,
				  args);
	va_end(args);
	/* An empty set is an empty line, or what the kernel prints for NULL. */
	if (error || !*text || !strcmp(text, "(null)"))
		return error;
	if (!cpus_parse(cpus, text)) {
		memset(cpus, 0, sizeof(*cpus));
		error = EINVAL;
	}
	return error;
}

int machine_access(const struct machine *machine, int mode,
		   const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	int error;

	va_start(args, format);
	error = make_path(machine, path, format, args);
	va_end(args);
	if (!error && faccessat(AT_FDCWD, path, mode, AT_EACCESS))
		error = errno;
	return error;
}

bool machine_has(const struct machine *machine, const char *path)
{
	return !machine_access(machine, F_OK, "%s", path);
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

int machine_names(const struct machine *machine, struct names *names,
		  const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	int error;

	*names = (struct names){ .count = 0 };
	va_start(args, format);
	error = make_path(machine, path, format, args);
	va_end(args);
	if (error)
		return error;
	names->count = scandir(path, &names->entry, is_visible, versionsort);
	if (names->count >= 0)
		return 0;
	names->count = 0;
	return errno;
}

void names_free(struct names *names)
{
	for (int i = 0; i < names->count; i++)
		free(names->entry[i]);
	free(names->entry);
}

int names_number(const struct names *names, int index)
{
	const char *name = names->entry[index]->d_name;
	int64_t number;

	if (parse_number(name, &number) || number < 0 || number > INT_MAX)
		return -1;
	return number;
}

/*
 * Return whether @word begins with the option @name, which has @length
 * characters. The kernel takes '-' and '_' in names of options as the same;
 * @name has '_'.
 */
static bool is_option(const char *word, const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (word[i] != name[i] && !(word[i] == '-' && name[i] == '_'))
			return false;
	return true;
}

const char *machine_value(const char *text, const char *key)
{
	size_t length = strlen(key);
	const char *line = text;

	while (line) {
		const char *at = line + length;

		if (!strncmp(line, key, length) && strchr("\t :", *at) && *at)
			return at + strspn(at, "\t :");
		line = strchr(line, '\n');
		line += !!line;
	}
	return NULL;
}

bool machine_cpuinfo(const struct machine *machine, const char *key,
		     char *value, size_t size)
{
	char text[CPUINFO_SIZE];
	const char *at;

	value[0] = '\0';
	if (machine_read_start(machine, text, sizeof(text), "/proc/cpuinfo"))
		return false;
	at = machine_value(text, key);
	if (at)
		snprintf(value, size, "%.*s", (int)strcspn(at, "\n"), at);
	return at;
}

bool machine_boot_option(const struct machine *machine, const char *name,
			 char *value, size_t size)
{
	const char *word = machine->command_line;
	size_t length = strlen(name);
	bool found = false;
	size_t end;

	value[0] = '\0';
	for (;; word += end) {
		word += strspn(word, " \n");
		end = strcspn(word, " \n");
		/* The words after "--" are for init. */
		if (!end || (end == 2 && !strncmp(word, "--", 2)))
			return found;
		if (end < length || !is_option(word, name, length) ||
		    (end > length && word[length] != '='))
			continue;
		found = true;
		snprintf(value, size, "%.*s",
			 (int)(end > length ? end - length - 1 : 0),
			 word + length + (end > length));
	}
}

/*
 * Return the configuration that the kernel contains, if it was built with it,
 * or NULL. The caller frees it.
 */
static char *own_config(const struct machine *machine)
{
	size_t size;
	char *packed = machine_load(machine, &size, "/proc/config.gz");
	char *config = packed ? gunzip(packed, size, LOAD_MAX, NULL) :
				NULL;

	free(packed);
	return config;
}

/*
 * Return @text if it is a kernel configuration. Else free it and return NULL,
 * because any other text says nothing about the kernel.
 */
static char *only_config(char *text)
{
	if (text && strstr(text, "\nCONFIG_"))
		return text;
	free(text);
	return NULL;
}

char *machine_kernel_config(const struct machine *machine)
{
	static const struct {
		const char *before;	/* the release */
		const char *after;
	} places[] = {
		{ "/boot/config-", "" },
		{ "/lib/modules/", "/config" },
		{ "/lib/modules/", "/build/.config" },
	};
	char *config = only_config(own_config(machine));
	size_t size;

	for (size_t i = 0; !config && *machine->release &&
	     i < sizeof(places) / sizeof(places[0]); i++)
		config = only_config(machine_load(machine, &size, "%s%s%s",
						  places[i].before,
						  machine->release,
						  places[i].after));
	return config;
}

bool config_has(const char *config, const char *name)
{
	char line[64];
	size_t length = snprintf(line, sizeof(line), "CONFIG_%s=y", name);
	const char *at = config;

	while ((at = strstr(at, line))) {
		if ((at == config || at[-1] == '\n') &&
		    (!at[length] || at[length] == '\n'))
			return true;
		at += length;
	}
	return false;
}

struct cpus machine_rest(const struct machine *machine)
{
	return cpus_without(&machine->online, &machine->cpus);
}

void machine_init(struct machine *machine, const char *root,
		  const struct cpus *cpus)
{
	*machine = (struct machine){ .root = root };
	machine_cpus(machine, &machine->online, "/sys/devices/system/cpu/online");
	machine->cpus = cpus ? *cpus : machine->online;
	machine->release_error =
		machine_read(machine, machine->release,
			     sizeof(machine->release),
			     "/proc/sys/kernel/osrelease");
	/* The release becomes a part of paths, so it must be one name. */
	if (strchr(machine->release, '/')) {
		machine->release_error = EINVAL;
		machine->release[0] = '\0';
	}
	machine->command_line_error =
		machine_read(machine, machine->command_line,
			     sizeof(machine->command_line), "/proc/cmdline");
}
