/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places in a program or a shared library that have names: its functions, and
 * the probes of which it has notes, as those of our header rtla_cycle.h.
 */
#ifndef RTLA_ELF_PLACES_H
#define RTLA_ELF_PLACES_H

#include <stdbool.h>
#include <stdint.h>

/* The notes of the header have these providers. */
#define ELF_BEGIN_PROVIDER	"rtla_begin"
#define ELF_END_PROVIDER	"rtla_end"

/**
 * struct elf_place - a place
 * @name: its name
 * @offset: where it is in the file, in bytes
 * @counter: where the number of those is who look at a probe, which its program
 *	asks before it gets there; 0: it does not ask
 * @ends: it is a note of ELF_END_PROVIDER
 */
struct elf_place {
	char *name;
	uint64_t offset;
	uint64_t counter;
	bool ends;
};

/**
 * struct elf_places - places of a file; a zeroed one has none
 * @place: in the order of their offsets, each of which is there once
 * @count: so many
 * @stripped: the file has names only of functions that others may call
 * @is_go: they are of Go, whose stacks move: a probe of a return leaves an
 *	address there that is not its own, and the program aborts
 */
struct elf_places {
	struct elf_place *place;
	int count;
	bool stripped;
	bool is_go;
};

/*
 * elf_places_functions - find the functions whose names match @pattern
 *
 * "*" in it stands for any characters. Returns NULL, or why the file cannot be
 * read. The caller frees @places in either case.
 */
const char *elf_places_functions(struct elf_places *places, const char *file,
				 const char *pattern);

/* elf_places_notes - find the notes whose names match @pattern, likewise */
const char *elf_places_notes(struct elf_places *places, const char *file,
			     const char *pattern);

/* elf_places_probes - find the probes of a provider (USDT), likewise */
const char *elf_places_probes(struct elf_places *places, const char *file,
			      const char *provider, const char *pattern);

void elf_places_free(struct elf_places *places);

#endif /* RTLA_ELF_PLACES_H */
