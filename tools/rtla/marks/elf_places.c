// SPDX-License-Identifier: GPL-2.0
/*
 * Places in a program that have names: see elf_places.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "marks/elf_places.h"

#ifdef HAVE_LIBBPF

#include <gelf.h>

#define NOTES_SECTION	".note.stapsdt"
#define BASE_SECTION	".stapsdt.base"
#define NOTE_OWNER	"stapsdt"
#define GO_SECTION	".go.buildinfo"
#define NOTE_TYPE	3

#if defined(__x86_64__)
#define THIS_MACHINE	EM_X86_64
#elif defined(__aarch64__)
#define THIS_MACHINE	EM_AARCH64
#else
#define THIS_MACHINE	EM_NONE
#endif

/* A search looks in a file for functions or marks with such a name. */
struct elf_search {
	struct elf_places *places;
	const char *pattern;
	const char *provider;	/* of probes; NULL: both of our header */
	Elf *elf;
	uint64_t base;		/* address of the section that says if others moved */
	bool no_memory;
};

/* Return where in the file an address of such a segment is; 0: in none. */
static uint64_t file_offset(Elf *elf, uint64_t address, uint32_t flag)
{
	GElf_Phdr segment;
	size_t count;

	if (elf_getphdrnum(elf, &count))
		return 0;
	for (size_t i = 0; i < count; i++)
		if (gelf_getphdr(elf, i, &segment) &&
		    segment.p_type == PT_LOAD && segment.p_flags & flag &&
		    address >= segment.p_vaddr &&
		    address - segment.p_vaddr < segment.p_filesz)
			return address - segment.p_vaddr + segment.p_offset;
	return 0;
}

static void add_place(struct elf_search *search, const char *name,
		      uint64_t address, uint64_t counter, bool ends)
{
	struct elf_places *places = search->places;
	uint64_t offset = file_offset(search->elf, address, PF_X);
	struct elf_place *grown;

	if (!offset || fnmatch(search->pattern, name, 0))
		return;
	grown = array_grow(places->place, places->count, sizeof(*grown));
	if (!grown) {
		search->no_memory = true;
		return;
	}
	places->place = grown;
	grown[places->count] = (struct elf_place) {
		.name = strdup(name), .offset = offset, .ends = ends,
		.counter = counter ?
			   file_offset(search->elf, counter, PF_W) : 0,
	};
	search->no_memory |= !grown[places->count++].name;
}

/* A compiler puts what is seldom run of a function elsewhere, under this name. */
static bool is_function(const GElf_Sym *symbol, const char *name)
{
	int type = GELF_ST_TYPE(symbol->st_info);

	return name && *name && symbol->st_shndx != SHN_UNDEF &&
	       (type == STT_FUNC || type == STT_GNU_IFUNC) &&
	       !strstr(name, ".cold");
}

static void search_symbols(struct elf_search *search, Elf_Scn *section,
			   const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = header->sh_entsize ?
		       header->sh_size / header->sh_entsize : 0;
	GElf_Sym symbol;

	for (size_t i = 0; data && i < count; i++) {
		const char *name;

		if (!gelf_getsym(data, i, &symbol))
			return;
		name = elf_strptr(search->elf, header->sh_link, symbol.st_name);
		if (is_function(&symbol, name))
			add_place(search, name, symbol.st_value, 0, false);
	}
}

/* Return the next section of this name after @section, or NULL; fill in @header. */
static Elf_Scn *next_section(const struct elf_search *search, Elf_Scn *section,
			     const char *name, GElf_Shdr *header)
{
	size_t names;

	if (elf_getshdrstrndx(search->elf, &names))
		return NULL;
	while ((section = elf_nextscn(search->elf, section))) {
		const char *other;

		if (!gelf_getshdr(section, header))
			return NULL;
		other = elf_strptr(search->elf, names, header->sh_name);
		if (other && !strcmp(other, name))
			return section;
	}
	return NULL;
}

static void search_functions(struct elf_search *search)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	search->places->stripped = true;
	search->places->is_go = next_section(search, NULL, GO_SECTION, &header);
	while ((section = elf_nextscn(search->elf, section))) {
		if (!gelf_getshdr(section, &header))
			return;
		if (header.sh_type == SHT_SYMTAB)
			search->places->stripped = false;
		if (header.sh_type == SHT_SYMTAB ||
		    header.sh_type == SHT_DYNSYM)
			search_symbols(search, section, &header);
	}
}

/*
 * A note tells the address of the mark, that of the section BASE_SECTION when
 * the file was linked, as it may have been moved later, that of the counter or
 * 0, and then the provider and the name.
 */
static void take_note(struct elf_search *search, const char *text, size_t size)
{
	uint64_t address[3], moved;
	const char *provider = text + sizeof(address), *name;
	size_t left = size - sizeof(address), length;
	bool ends;

	if (size <= sizeof(address))
		return;
	memcpy(address, text, sizeof(address));
	length = strnlen(provider, left) + 1;
	name = provider + length;
	if (length >= left || strnlen(name, left - length) == left - length)
		return;
	ends = !search->provider && !strcmp(provider, ELF_END_PROVIDER);
	if (!ends && strcmp(provider, search->provider ?: ELF_BEGIN_PROVIDER))
		return;
	moved = search->base && address[1] ? search->base - address[1] : 0;
	add_place(search, name, address[0] + moved,
		  address[2] ? address[2] + moved : 0, ends);
}

static void search_note_section(struct elf_search *search, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t at = 0, name, text;
	GElf_Nhdr header;

	while (data && (at = gelf_getnote(data, at, &header, &name, &text)))
		if (header.n_type == NOTE_TYPE &&
		    header.n_namesz == sizeof(NOTE_OWNER) &&
		    !memcmp((const char *)data->d_buf + name, NOTE_OWNER,
			    sizeof(NOTE_OWNER)))
			take_note(search, (const char *)data->d_buf + text,
				  header.n_descsz);
}

static void search_notes(struct elf_search *search)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	if (next_section(search, NULL, BASE_SECTION, &header))
		search->base = header.sh_addr;
	while ((section = next_section(search, section, NOTES_SECTION, &header)))
		search_note_section(search, section);
}

static int by_offset(const void *a, const void *b)
{
	const struct elf_place *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* A function may have several names, and is in both tables of symbols. */
static void leave_out_same(struct elf_places *places)
{
	int kept = 0;

	if (!places->count)
		return;
	qsort(places->place, places->count, sizeof(*places->place), by_offset);
	for (int i = 1; i < places->count; i++)
		if (places->place[i].offset == places->place[kept].offset)
			free(places->place[i].name);
		else
			places->place[++kept] = places->place[i];
	places->count = kept + 1;
}

static const char *not_searched(Elf *elf)
{
	GElf_Ehdr header;

	if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		return "no program and no shared library";
	if (header.e_machine != THIS_MACHINE || header.e_ident[EI_CLASS] != ELFCLASS64)
		return "made for another machine than this one";
	return header.e_type == ET_EXEC || header.e_type == ET_DYN ? NULL :
	       "no program and no shared library, but a part of one that is not linked yet";
}

static const char *search_file(struct elf_search *search, int fd,
			       void (*look)(struct elf_search *search))
{
	const char *reason;

	if (elf_version(EV_CURRENT) == EV_NONE)
		return "libelf is too old";
	search->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	reason = search->elf ? not_searched(search->elf) : elf_errmsg(-1);
	if (!reason)
		look(search);
	elf_end(search->elf);
	leave_out_same(search->places);
	return search->no_memory ? strerror(ENOMEM) : reason;
}

static const char *search_in(struct elf_places *places, const char *file,
			     const char *provider, const char *pattern,
			     void (*look)(struct elf_search *search))
{
	struct elf_search search = { .places = places, .provider = provider,
				     .pattern = pattern };
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const char *reason;
	struct stat status;

	*places = (struct elf_places) { .count = 0 };
	if (fd < 0 || fstat(fd, &status))
		reason = strerror(errno);
	else if (!S_ISREG(status.st_mode))
		reason = "no regular file";
	else
		reason = search_file(&search, fd, look);
	if (fd >= 0)
		close(fd);
	return reason;
}

const char *elf_places_functions(struct elf_places *places, const char *file,
				 const char *pattern)
{
	return search_in(places, file, NULL, pattern, search_functions);
}

const char *elf_places_notes(struct elf_places *places, const char *file,
			     const char *pattern)
{
	return search_in(places, file, NULL, pattern, search_notes);
}

const char *elf_places_probes(struct elf_places *places, const char *file,
			      const char *provider, const char *pattern)
{
	return search_in(places, file, provider, pattern, search_notes);
}

#else /* HAVE_LIBBPF */

const char *elf_places_functions(struct elf_places *places, const char *file,
				 const char *pattern)
{
	(void)file;
	(void)pattern;
	*places = (struct elf_places) { .count = 0 };
	return "this command was built without libbpf, and cannot look into it";
}

const char *elf_places_notes(struct elf_places *places, const char *file,
			     const char *pattern)
{
	return elf_places_functions(places, file, pattern);
}

const char *elf_places_probes(struct elf_places *places, const char *file,
			      const char *provider, const char *pattern)
{
	(void)provider;
	return elf_places_functions(places, file, pattern);
}

#endif /* HAVE_LIBBPF */

void elf_places_free(struct elf_places *places)
{
	for (int i = 0; i < places->count; i++)
		free(places->place[i].name);
	free(places->place);
	*places = (struct elf_places) { .count = 0 };
}
