// SPDX-License-Identifier: GPL-2.0
/*
 * Options of the kernel's command line that findings want: see boot_options.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/boot_list.h"
#include "doctor/boot_options.h"
#include "host/machine.h"

/* More different options than all checks want. */
#define OPTIONS_MAX	32
#define FLAGS_SIZE	128

/* How an option is merged with one of the same name. */
enum merging {
	MERGE_LAST,		/* the last one counts */
	MERGE_CPUS,		/* a list of CPUs, perhaps after flags: they are added up */
	MERGE_BOTH,		/* both count */
};

static enum merging merging_of(const char *name)
{
	static const struct {
		const char *name;
		enum merging how;
	} rows[] = {
		{ "isolcpus", MERGE_CPUS },
		{ "nohz_full", MERGE_CPUS },
		{ "rcu_nocbs", MERGE_CPUS },
		{ "tsc", MERGE_BOTH },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, name))
			return rows[i].how;
	return MERGE_LAST;
}

/* Flags, and CPUs. isolcpus without flags has the flag "domain". */
struct cpu_option {
	char flags[FLAGS_SIZE];
	struct cpus cpus;
};

static bool parse_cpu_option(const struct machine *machine, const char *name,
			     const char *value, struct cpu_option *parsed)
{
	const char *list = boot_list_flags(value, parsed->flags, FLAGS_SIZE);

	parsed->cpus = (struct cpus){ { 0 } };
	if (!*parsed->flags && !strcmp(name, "isolcpus"))
		strcpy(parsed->flags, "domain");
	return boot_list_parse(machine, list, &parsed->cpus);
}

/* Add those of @more that @flags lacks, after the others. */
static void add_flags(char flags[FLAGS_SIZE], const char *more)
{
	while (*more) {
		size_t length = strcspn(more, ","), used = strlen(flags);
		char flag[FLAGS_SIZE];

		snprintf(flag, sizeof(flag), "%.*s", (int)length, more);
		if (!boot_list_has_flag(flags, flag))
			snprintf(flags + used, FLAGS_SIZE - used, "%s%s",
				 used ? "," : "", flag);
		more += length + (more[length] == ',');
	}
}

/*
 * Merge two values of an option whose values are CPUs. Returns the result, or
 * NULL if one of them is not understood, or if there is no memory. If @old has
 * all that @new has, the result is @old as it is.
 */
static char *merge_cpus(const struct machine *machine, const char *name,
			const char *old, const char *new)
{
	struct cpu_option a, b;
	char text[CPUS_TEXT_SIZE], flags[FLAGS_SIZE], *merged;
	struct cpus more;
	bool plain;

	if (!parse_cpu_option(machine, name, old, &a) ||
	    !parse_cpu_option(machine, name, new, &b))
		return NULL;
	strcpy(flags, a.flags);
	add_flags(flags, b.flags);
	more = cpus_without(&b.cpus, &a.cpus);
	if (cpus_empty(&more) && !strcmp(flags, a.flags))
		return strdup(old);
	strcpy(flags, b.flags);
	add_flags(flags, a.flags);
	cpus_add_all(&b.cpus, &a.cpus);
	cpus_format(&b.cpus, text, sizeof(text));
	plain = !*flags || !strcmp(flags, "domain");
	return asprintf(&merged, "%s%s%s", plain ? "" : flags, plain ? "" : ",",
			text) < 0 ? NULL : merged;
}

/* One option while they are merged; without a value, @value is NULL. */
struct boot_option {
	char name[64];
	char *value;
};

/* Let @option have the value @new, too. Returns false if there is no memory. */
static bool merge_value(const struct machine *machine,
			struct boot_option *option, const char *new)
{
	char *merged = NULL;

	if (new && option->value && merging_of(option->name) == MERGE_CPUS)
		merged = merge_cpus(machine, option->name, option->value, new);
	if (!merged && new)
		merged = strdup(new);
	free(option->value);
	option->value = merged;
	return !new || merged;
}

static bool is_same_option(const struct boot_option *option,
			   const char *name, const char *value)
{
	if (strcmp(option->name, name))
		return false;
	return merging_of(name) != MERGE_BOTH ||
	       !strcmp(option->value ?: "", value ?: "");
}

/* Add the option @text to those that are merged so far. */
static bool add_option(const struct machine *machine,
		       struct boot_option *options, int *count, const char *text)
{
	const char *value = strchr(text, '=');
	size_t length = value ? (size_t)(value - text) : strlen(text);
	char name[sizeof(options->name)];
	int i = 0;

	snprintf(name, sizeof(name), "%.*s", (int)length, text);
	value += value ? 1 : 0;
	while (i < *count && !is_same_option(&options[i], name, value))
		i++;
	if (i == OPTIONS_MAX)
		return true;
	if (i == *count) {
		options[i] = (struct boot_option) { .value = NULL };
		strcpy(options[i].name, name);
		(*count)++;
	}
	return merge_value(machine, &options[i], value);
}

static void boot_options_put_word(FILE *out, const char *name, const char *value)
{
	fprintf(out, "%s%s%s%s", ftell(out) > 0 ? " " : "", name, value ? "=" : "",
		value ?: "");
}

/* Merge @option with what the command line has of it, and print the result. */
static void boot_options_put(const struct machine *machine,
			     const struct boot_option *option, FILE *wanted,
			     FILE *instead)
{
	enum merging how = merging_of(option->name);
	char old[sizeof(machine->command_line)];
	const char *value = option->value;
	char word[sizeof(old) + sizeof(option->name)];
	char *merged = NULL;
	bool there = machine_boot_option(machine, option->name, old, sizeof(old));

	if (how == MERGE_BOTH) {
		snprintf(word, sizeof(word), "%s=%s", option->name, value ?: "");
		if (!has_word(machine->command_line, word))
			boot_options_put_word(wanted, option->name, value);
		return;
	}
	if (there && value && how == MERGE_CPUS)
		merged = merge_cpus(machine, option->name, old, value);
	value = merged ?: value;
	if (!there || strcmp(old, value ?: "")) {
		boot_options_put_word(wanted, option->name, value);
		if (there)
			boot_options_put_word(instead, option->name, *old ? old : NULL);
	}
	free(merged);
}

bool boot_options_merge(struct boot_options *merged,
			const struct machine *machine,
			const char *const *option, int count)
{
	struct boot_option options[OPTIONS_MAX];
	FILE *wanted, *instead;
	size_t size[2];
	int all = 0;
	bool good = true;

	*merged = (struct boot_options) { .wanted = NULL };
	wanted = open_memstream(&merged->wanted, &size[0]);
	instead = open_memstream(&merged->instead, &size[1]);
	for (int i = 0; i < count && good; i++)
		good = add_option(machine, options, &all, option[i]);
	good = good && wanted && instead;
	for (int i = 0; i < all; i++) {
		if (good)
			boot_options_put(machine, &options[i], wanted, instead);
		free(options[i].value);
	}
	if (wanted && fclose(wanted))
		good = false;
	if (instead && fclose(instead))
		good = false;
	return good;
}

void boot_options_free(struct boot_options *merged)
{
	free(merged->wanted);
	free(merged->instead);
}

/* ---- How to give them to the next kernel --------------------------------- */

#define KERNEL_INSTALL	"add them to the line of /etc/kernel/cmdline, then run 'kernel-install add {release} {image}'"
#define GRUB		"add them to GRUB_CMDLINE_LINUX in /etc/default/grub, then run "

/*
 * The boot loaders, the surest first: the first one counts of which all files
 * are there. In the text, "{options}" is replaced by the options, "{release}"
 * by the kernel's release, and "{image}" by the file of the kernel.
 */
static const struct {
	const char *files[2];
	const char *how;
} loaders[] = {
	/* Raspberry Pi */
	{ { "/boot/firmware/cmdline.txt" },
	  "add them at the end of the only line of /boot/firmware/cmdline.txt" },
	{ { "/boot/cmdline.txt" },
	  "add them at the end of the only line of /boot/cmdline.txt" },
	/* systemd-boot of Pop!_OS */
	{ { "/etc/kernelstub/configuration" }, "'kernelstub -a \"{options}\"'" },
	/* Fedora and its kin, whose GRUB has entries as systemd-boot has */
	{ { "/usr/sbin/grubby" }, "'grubby --update-kernel=ALL --args=\"{options}\"'" },
	{ { "/usr/bin/grubby" }, "'grubby --update-kernel=ALL --args=\"{options}\"'" },
	{ { "/etc/kernel/cmdline", "/boot/efi/loader/loader.conf" }, KERNEL_INSTALL },
	{ { "/etc/kernel/cmdline", "/efi/loader/loader.conf" }, KERNEL_INSTALL },
	{ { "/etc/kernel/cmdline", "/boot/loader/loader.conf" }, KERNEL_INSTALL },
	/* Debian and its kin, openSUSE, others */
	{ { "/etc/default/grub", "/usr/sbin/update-grub" }, GRUB "update-grub" },
	{ { "/etc/default/grub", "/boot/grub2/grub.cfg" },
	  GRUB "'grub2-mkconfig -o /boot/grub2/grub.cfg'" },
	{ { "/etc/default/grub" }, GRUB "'grub-mkconfig -o /boot/grub/grub.cfg'" },
	{ { "/etc/kernel/cmdline" }, KERNEL_INSTALL },
	{ { "/boot/loader/loader.conf" },
	  "add them to the line 'options' of the entry in /boot/loader/entries that 'bootctl list' calls the default" },
	{ { "/efi/loader/loader.conf" },
	  "add them to the line 'options' of the entry in /efi/loader/entries that 'bootctl list' calls the default" },
	{ { "/boot/efi/loader/loader.conf" },
	  "add them to the line 'options' of the entry in /boot/efi/loader/entries that 'bootctl list' calls the default" },
	{ { NULL }, "add them where the boot loader has this kernel's options" },
};

static bool has_files(const struct machine *machine, const char *const *files)
{
	for (int i = 0; i < 2 && files[i]; i++)
		if (!machine_has(machine, files[i]))
			return false;
	return true;
}

/* Print a text of the table, with what it names in "{...}". */
static void boot_options_put_how(FILE *out, const char *how,
				 const struct boot_options *merged,
				 const struct machine *machine)
{
	char image[sizeof(machine->release) + 32];
	const char *release = *machine->release ? machine->release : "RELEASE";

	snprintf(image, sizeof(image), "/boot/vmlinuz-%s", release);
	if (!machine_has(machine, image))
		snprintf(image, sizeof(image), "/lib/modules/%s/vmlinuz", release);
	while (*how) {
		size_t plain = strcspn(how, "{");

		fprintf(out, "%.*s", (int)plain, how);
		how += plain;
		if (!*how)
			break;
		if (!strncmp(how, "{options}", strlen("{options}")))
			fputs(merged->wanted, out);
		else
			fputs(how[1] == 'r' ? release : image, out);
		how = strchr(how, '}') + 1;
	}
}

char *boot_options_how(const struct boot_options *merged,
		       const struct machine *machine)
{
	char *text = NULL;
	size_t size, i = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	while (!has_files(machine, loaders[i].files))
		i++;
	boot_options_put_how(out, loaders[i].how, merged, machine);
	if (*merged->instead)
		fprintf(out, ", and take %s away", merged->instead);
	fputs(", and boot again", out);
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}
