# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Builds a program with as many compilers as there are CPUs, again and again:
# the kernel, where Debian's package of its source is installed with what a
# build needs, else a program of 2000 files that is written here. What was
# built is written to the disk, and removed.
#
# The command embeds this text without its comments. It has no single quotes,
# as "rtla load --show" puts it between two, and no percent signs but those of
# the number of CPUs.

# What compilers leave behind when they are killed is removed with the folder.
export TMPDIR="$PWD"

has_all() {
	for program; do command -v "$program" >/dev/null || return; done
}
for archive in /usr/src/linux-source-*.tar.*; do
	[ -r "$archive" ] && has_all flex bison bc xz || break
	mkdir kernel && tar -xf "$archive" -C kernel --strip-components 1 &&
		cd kernel || break
	# Where libraries are missing, only the smallest kernel can be built.
	for config in defconfig tinyconfig; do
		make -s $config prepare >/dev/null 2>&1 || continue
		while make -s -j %cpus vmlinux >/dev/null && sync vmlinux; do
			make -s clean
		done
		exit
	done
	cd ..
done
rm -rf kernel

cat >Makefile <<\END
CFLAGS := -O2 -g -fPIC -I..
OBJECTS := $(addsuffix .o,$(basename $(wildcard *.c)))
part.so: $(OBJECTS)
	gcc -shared -o $@ $^ -lm && sync $^ $@
END

cat >source.h <<\END
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct entry {
	uint64_t key;
	double weight;
	char name[32];
	struct entry *next;
};
END
echo "int main(void) { return 0; }" >main.c

# Each file has its own numbers, so that no two compile to the same code.
write_source() {
	echo "#include <source.h>
static struct entry *table$1[$(($1 + 61))];
static double a$1[64][64], b$1[64][64], c$1[64][64];
static uint64_t hash$1(const char *text)
{
	uint64_t hash = $((1469598103 + $1));
	while (*text)
		hash = (hash ^ (unsigned char)tolower(*text++)) * 1099511628211u;
	return hash;
}
int add$1(const char *name, double weight)
{
	struct entry *entry = malloc(sizeof(*entry)), **at;
	if (!entry)
		return ENOMEM;
	entry->key = hash$1(name);
	entry->weight = weight * $1 + sin(weight);
	strncpy(entry->name, name, sizeof(entry->name) - 1);
	at = &table$1[entry->key & $((($1 & 31) + 1))];
	while (*at && (*at)->weight < entry->weight)
		at = &(*at)->next;
	entry->next = *at;
	*at = entry;
	return 0;
}
int compare$1(const void *one, const void *other)
{
	const struct entry *a = one, *b = other;
	return a->key < b->key ? -1 : a->key > b->key ? 1 : strcmp(a->name, b->name);
}
void sort$1(struct entry *entries, size_t count)
{
	qsort(entries, count, sizeof(*entries), compare$1);
	for (size_t i = 1; i < count; i++)
		if (entries[i].key == entries[i - 1].key + $1)
			memset(&entries[i], $(($1 & 127)), sizeof(*entries));
}
void multiply$1(void)
{
	for (int i = 0; i < 64; i++)
		for (int j = 0; j < 64; j++)
			for (int k = 0; k < 64; k++)
				c$1[i][j] += a$1[i][k] * b$1[k][j] + $1;
}
int parse$1(const char *text, long *value)
{
	switch (*text++) {
	case 65: *value = strtol(text, NULL, 10) + $1; break;
	case 66: *value = strtol(text, NULL, 16) ^ $1; break;
	case 67: *value = strlen(text) * $1; break;
	case 68: *value = labs(atol(text)) / ($1 + 1); break;
	case 69: return add$1(text, atof(text));
	default: return EINVAL;
	}
	return 0;
}
void print$1(FILE *out)
{
	for (int i = 0; i < $(($1 + 61)); i++)
		for (struct entry *e = table$1[i]; e; e = e->next)
			if (fputs(e->name, out) < 0 || fwrite(&e->weight, 8, 1, out) != 1)
				return;
}"
}
number=0
while [ $number -lt 2000 ]; do
	part=part-$((number / 40))
	[ -d $part ] || mkdir $part
	write_source $number >$part/source-$number.c
	number=$((number + 1))
done

# One part after the other, so that files are written to the disk all the time.
while :; do
	for part in part-*; do
		make -s -f ../Makefile -C $part -j %cpus || exit
	done
	gcc -o program main.c part-*/part.so -lm && sync program || exit
	rm -f program part-*/*.o part-*/*.so
done
