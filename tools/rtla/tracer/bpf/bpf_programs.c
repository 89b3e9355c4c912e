// SPDX-License-Identifier: GPL-2.0
/*
 * Loading the BPF programs: see bpf_programs.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/bpf_rights.h"
#include "host/machine.h"
#include "base/gunzip.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/tracer.h"
#include "tracer/tracer_config.h"

#define WHAT		"--tracer bpf"

#ifdef HAVE_BPF_PROGRAMS

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>

#define PROGRAMS_MAX	(96 + TRACER_MARKS_MAX)
#define SHARED_MAX	12
#define CPUS_MAP	"cpus"
#define IMAGE_MAX	(4 << 20)	/* bytes of an object file */
#define SECTION		"tp_btf/"	/* of each program, before its tracepoint */

/* An object file, as the Makefile has compiled and packed it. */
#define OBJECT(name, file)				\
	__asm__(".section .rodata\n"			\
		".balign 8\n"				\
		".global bpf_object_" #name "\n"	\
		"bpf_object_" #name ":\n"		\
		".incbin \"" file "\"\n"		\
		".global bpf_object_" #name "_end\n"	\
		"bpf_object_" #name "_end:\n"		\
		".previous\n");			\
	extern const char bpf_object_##name[], bpf_object_##name##_end[]

OBJECT(recorder, BPF_OBJECTS_FOLDER "/recorder.bpf.o.gz");
OBJECT(wakeups, BPF_OBJECTS_FOLDER "/wakeups.bpf.o.gz");
OBJECT(cycles, BPF_OBJECTS_FOLDER "/cycles.bpf.o.gz");
OBJECT(overheads, BPF_OBJECTS_FOLDER "/overheads.bpf.o.gz");

static const struct {
	const char *begin;
	const char *end;
} images[BPF_OBJECTS] = {
	[BPF_RECORDER] = { bpf_object_recorder, bpf_object_recorder_end },
	[BPF_WAKEUPS] = { bpf_object_wakeups, bpf_object_wakeups_end },
	[BPF_CYCLES] = { bpf_object_cycles, bpf_object_cycles_end },
	[BPF_OVERHEADS] = { bpf_object_overheads, bpf_object_overheads_end },
};

/* Memory of a map. */
struct bpf_shared {
	void *memory;
	size_t bytes;
};

struct bpf_programs {
	struct bpf_object *object[BPF_OBJECTS];
	enum bpf_object_name order[BPF_OBJECTS];
	int objects;
	struct bpf_link *link[PROGRAMS_MAX];
	int links;
	struct bpf_shared shared[SHARED_MAX];
	int shares;
	struct ring_buffer *ring;	/* NULL: nobody listens */
	struct bpf_cpu *cpu;	/* the shared memory of CPUs */
	int cpus;
	const char *remedy;
	int cpus_fd;		/* of its map; -1: it is not made yet */
};

/* The first line in which libbpf said what is wrong; it tells the most. */
static char complaint[256];

static int bpf_programs_hear(enum libbpf_print_level level, const char *format,
			     va_list args)
{
	if (level != LIBBPF_WARN || *complaint)
		return 0;
	vsnprintf(complaint, sizeof(complaint), format, args);
	complaint[strcspn(complaint, "\n")] = '\0';
	return 0;
}

static const struct machine this_machine = { .root = "" };

static bool bpf_programs_lack(struct tracer_absence *absence,
			      const struct bpf_lack *lack)
{
	*absence = (struct tracer_absence) { .what = WHAT };
	snprintf(absence->why, sizeof(absence->why), "%s", lack->why);
	snprintf(absence->remedy, sizeof(absence->remedy), "%s", lack->remedy);
	snprintf(absence->remedy_too, sizeof(absence->remedy_too), "%s",
		 lack->remedy_too);
	return false;
}

/* A map with the flag that ours has tells what this kernel can do. */
bool bpf_programs_find(struct tracer_absence *absence)
{
	LIBBPF_OPTS(bpf_map_create_opts, flags, .map_flags = BPF_F_MMAPABLE);
	struct bpf_lack lack = {
		.why = "this kernel cannot share the memory of BPF programs",
		.remedy = "boot Linux 5.8 or later with CONFIG_BPF_SYSCALL",
		.remedy_too = "boot Linux 5.8 or later with CONFIG_BPF_SYSCALL",
	};
	int map;

	if (bpf_rights_lack(&this_machine, &lack))
		return bpf_programs_lack(absence, &lack);
	libbpf_set_print(bpf_programs_hear);
	map = bpf_map_create(BPF_MAP_TYPE_ARRAY, "rtla_find", sizeof(uint32_t),
			     sizeof(uint64_t), 1, &flags);
	if (map >= 0) {
		close(map);
		return true;
	}
	if (errno == EPERM)
		bpf_rights_explain(&this_machine, &lack);
	return bpf_programs_lack(absence, &lack);
}

/* The types of the kernel take a while to load: they stay until all is attached. */
static struct btf *loaded_types;

/* Return these types, or NULL. */
static const struct btf *kernel_types(void)
{
	if (!loaded_types)
		loaded_types = btf__load_vmlinux_btf();
	return loaded_types;
}

static bool is_for_probe(const struct bpf_program *program)
{
	return bpf_program__type(program) == BPF_PROG_TYPE_KPROBE;
}

/*
 * Softirqs are a part of the threads that run them where the kernel is
 * PREEMPT_RT: there they can be preempted. Programs for that have names of
 * their own.
 */
static bool bpf_programs_fit(const struct bpf_program *program, bool real_time)
{
	const char *section = bpf_program__section_name(program);

	if (!strncmp(bpf_program__name(program), "rt_", 3))
		return real_time;
	return !real_time || strncmp(section, SECTION "softirq_", 15);
}

/* Return the name of the tracepoint that a type of the kernel tells of, or NULL. */
static const char *tracepoint_of(const struct btf *kernel,
				 const struct btf_type *type)
{
	static const char prefix[] = "btf_trace_";
	const char *name;

	if (!btf_is_typedef(type))
		return NULL;
	name = btf__name_by_offset(kernel, type->name_off);
	return strncmp(name, prefix, strlen(prefix)) ? NULL :
						      name + strlen(prefix);
}

/* Return what the source of a program says that it is for, or "". */
static const char *purpose_of(const struct btf *types, const char *program)
{
	int function = btf__find_by_name_kind(types, program, BTF_KIND_FUNC);
	int count = btf__type_cnt(types);

	for (int id = 1; id < count; id++) {
		const struct btf_type *type = btf__type_by_id(types, id);

		if (btf_is_decl_tag(type) && (int)type->type == function)
			return btf__name_by_offset(types, type->name_off);
	}
	return "";
}

static bool is_wanted(const struct bpf_object *object,
		      const struct bpf_request *request,
		      const struct bpf_program *program)
{
	const char *name = bpf_program__name(program);

	return !request->wants ||
	       request->wants(request->context, name,
			      purpose_of(bpf_object__btf(object), name));
}

/* Load programs of this tracepoint, which the kernel has, if they are wanted. */
static void bpf_programs_take_up(struct bpf_object *object,
				 const struct bpf_request *request,
				 const char *tracepoint, bool real_time)
{
	struct bpf_program *program;

	bpf_object__for_each_program(program, object) {
		const char *section = bpf_program__section_name(program);

		if (!strcmp(section + strlen(SECTION), tracepoint) &&
		    bpf_programs_fit(program, real_time) &&
		    is_wanted(object, request, program))
			bpf_program__set_autoload(program, true);
	}
}

/*
 * Programs may find members by their own relocations, too. But for each
 * structure the library then looks through all types of the kernel.
 */
static void bpf_programs_find_fields(const struct btf *kernel,
				     const struct btf_type *type,
				     const struct bpf_field *field)
{
	const char *name = btf__name_by_offset(kernel, type->name_off);

	for (; field->structure; field++) {
		if (strcmp(name, field->structure))
			continue;
		for (int i = 0; i < btf_vlen(type); i++) {
			const struct btf_member *member = btf_members(type) + i;

			name = btf__name_by_offset(kernel, member->name_off);
			if (!strcmp(name, field->member))
				*field->offset = btf_member_bit_offset(type, i) / 8;
		}
		return;
	}
}

bool bpf_programs_find_helper(const char *name)
{
	const struct btf *kernel = kernel_types();

	return kernel &&
	       btf__find_by_name_kind(kernel, name, BTF_KIND_FUNC) > 0;
}

/* A program with nothing but the address of the variable tells. */
bool bpf_programs_find_variable(const char *name)
{
	const struct btf *kernel = kernel_types();
	struct bpf_insn program[] = {
		{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = BPF_REG_1,
		  .src_reg = BPF_PSEUDO_BTF_ID },
		{ .code = 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int loaded = -1;

	program[0].imm = kernel ? btf__find_by_name_kind(kernel, name,
							 BTF_KIND_VAR) : -1;
	if (program[0].imm > 0)
		loaded = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL,
				       "GPL", program,
				       sizeof(program) / sizeof(program[0]),
				       NULL);
	if (loaded >= 0)
		close(loaded);
	return loaded >= 0;
}

/* Helpers that a program calls in the place of functions of the kernel. */
static const struct {
	int32_t helper;
	const char *function;
} stand_ins[] = {
	{ BPF_FUNC_get_prandom_u32, "bpf_preempt_disable" },
	{ BPF_FUNC_get_numa_node_id, "bpf_preempt_enable" },
};

#define STAND_INS	(sizeof(stand_ins) / sizeof(*stand_ins))

/* Let a program call such a function, if the kernel has it. */
static void bpf_programs_call(const struct btf *kernel,
			      struct bpf_program *program)
{
	struct bpf_insn *insn = (struct bpf_insn *)bpf_program__insns(program);
	size_t count = bpf_program__insn_cnt(program);
	int id[STAND_INS];

	for (size_t i = 0; i < STAND_INS; i++) {
		id[i] = btf__find_by_name_kind(kernel, stand_ins[i].function,
					       BTF_KIND_FUNC);
		for (size_t j = 0; j < count && id[i] > 0; j++) {
			if (insn[j].code != (BPF_JMP | BPF_CALL) ||
			    insn[j].src_reg ||
			    insn[j].imm != stand_ins[i].helper)
				continue;
			insn[j].src_reg = BPF_PSEUDO_KFUNC_CALL;
			insn[j].imm = id[i];
		}
	}
}

/*
 * The machine and the configuration decide on which tracepoints there are. The
 * kernel has so many types that they are looked through once only.
 */
static enum result bpf_programs_choose(struct bpf_object *object,
				       const struct bpf_request *request)
{
	const struct btf *kernel = kernel_types();
	bool real_time = !access("/sys/kernel/realtime", F_OK);
	struct bpf_program *program;
	int types;

	if (!kernel)
		return fail(RESULT_CANNOT, WHAT ": " BPF_KERNEL_BTF ": %s: boot another kernel",
			    strerror(errno));
	/* Whether there can be a probe shows when it is attached. */
	bpf_object__for_each_program(program, object) {
		bool wanted = is_for_probe(program) &&
			      is_wanted(object, request, program);

		bpf_program__set_autoload(program, wanted);
		if (wanted)
			bpf_programs_call(kernel, program);
	}
	types = btf__type_cnt(kernel);
	for (int id = 1; id < types; id++) {
		const struct btf_type *type = btf__type_by_id(kernel, id);
		const char *tracepoint = tracepoint_of(kernel, type);

		if (tracepoint)
			bpf_programs_take_up(object, request, tracepoint,
					     real_time);
		else if (request->fields && btf_is_struct(type))
			bpf_programs_find_fields(kernel, type, request->fields);
	}
	return RESULT_OK;
}

/* Set up the maps of an object before it is loaded. */
static bool bpf_programs_size(const struct bpf_programs *programs,
			      struct bpf_object *object,
			      const struct bpf_request *request)
{
	const struct bpf_map_entries *entries = request->entries;
	struct bpf_map *map = bpf_object__find_map_by_name(object, ".rodata");

	if (!map || bpf_map__set_initial_value(map, request->constants,
					       request->bytes))
		return false;
	map = bpf_object__find_map_by_name(object, CPUS_MAP);
	if (programs->cpus_fd >= 0 ?
	    bpf_map__reuse_fd(map, programs->cpus_fd) :
	    bpf_map__set_max_entries(map, programs->cpus))
		return false;
	for (; entries && entries->map; entries++) {
		map = bpf_object__find_map_by_name(object, entries->map);
		if (!map || bpf_map__set_max_entries(map, entries->entries))
			return false;
	}
	return true;
}

struct bpf_programs *bpf_programs_new(int cpus, const char *remedy)
{
	struct bpf_programs *programs = calloc(1, sizeof(*programs));

	if (!programs) {
		fail(RESULT_ERROR, "out of memory");
		return NULL;
	}
	programs->cpus = cpus;
	programs->remedy = remedy;
	programs->cpus_fd = -1;
	return programs;
}

static int bpf_programs_map(const struct bpf_programs *programs,
			    enum bpf_object_name object, const char *map)
{
	return bpf_object__find_map_fd_by_name(programs->object[object], map);
}

/* The first object that is loaded has made the memory of the CPUs. */
static enum result bpf_programs_share_cpus(struct bpf_programs *programs,
					   enum bpf_object_name object)
{
	if (programs->cpu)
		return RESULT_OK;
	programs->cpus_fd = bpf_programs_map(programs, object, CPUS_MAP);
	programs->cpu = bpf_programs_share(programs, object, CPUS_MAP,
					   sizeof(struct bpf_cpu) *
					   programs->cpus);
	return programs->cpu ? RESULT_OK : RESULT_CANNOT;
}

static enum result bpf_programs_refused(const struct bpf_programs *programs,
					int error)
{
	struct bpf_lack lack;

	if (error != EPERM)
		return fail(RESULT_CANNOT, WHAT ": the kernel refuses its programs: %s: %s",
			    complaint, programs->remedy);
	bpf_rights_explain(&this_machine, &lack);
	return fail(RESULT_CANNOT, WHAT ": %s: %s, or %s", lack.why,
		    lack.remedy, programs->remedy);
}

enum result bpf_programs_load(struct bpf_programs *programs,
			      const struct bpf_request *request)
{
	const char *begin = images[request->object].begin;
	struct bpf_object *object = NULL;
	size_t size;
	char *image;
	enum result result;

	libbpf_set_print(bpf_programs_hear);
	*complaint = '\0';
	image = gunzip(begin, images[request->object].end - begin, IMAGE_MAX,
		       &size);
	if (image)
		object = bpf_object__open_mem(image, size, NULL);
	/* All of it was read. */
	free(image);
	programs->object[request->object] = object;
	result = object ? bpf_programs_choose(object, request) : RESULT_OK;
	if (result)
		return result;
	if (!object || !bpf_programs_size(programs, object, request))
		return fail(RESULT_ERROR, WHAT ": its programs cannot be read: %s: build the command again",
			    complaint);
	programs->order[programs->objects++] = request->object;
	if (bpf_object__load(object))
		return bpf_programs_refused(programs, errno);
	return bpf_programs_share_cpus(programs, request->object);
}

static enum result bpf_programs_attach_object(struct bpf_programs *programs,
					      struct bpf_object *object)
{
	struct bpf_program *program;

	bpf_object__for_each_program(program, object) {
		struct bpf_link *link;

		if (!bpf_program__autoload(program) || is_for_probe(program))
			continue;
		link = programs->links < PROGRAMS_MAX ?
		       bpf_program__attach(program) : NULL;
		if (!link)
			return fail(RESULT_CANNOT, WHAT ": %s: %s: %s",
				    bpf_program__section_name(program),
				    strerror(errno), programs->remedy);
		programs->link[programs->links++] = link;
	}
	return RESULT_OK;
}

enum result bpf_programs_attach(struct bpf_programs *programs)
{
	enum result result = RESULT_OK;

	for (int i = 0; i < programs->objects && !result; i++)
		result = bpf_programs_attach_object(programs,
				programs->object[programs->order[i]]);
	btf__free(loaded_types);
	loaded_types = NULL;
	return result;
}

bool bpf_programs_runs(const struct bpf_programs *programs,
		       enum bpf_object_name object, const char *program)
{
	return bpf_program__autoload(bpf_object__find_program_by_name(
			programs->object[object], program));
}

bool bpf_programs_probe(struct bpf_programs *programs,
			enum bpf_object_name object, const char *program,
			const char *const *functions)
{
	struct bpf_program *of = bpf_object__find_program_by_name(
			programs->object[object], program);
	struct bpf_link *link = NULL;

	for (; *functions && !link && programs->links < PROGRAMS_MAX; functions++)
		link = bpf_program__attach_kprobe(of, false, *functions);
	if (link)
		programs->link[programs->links++] = link;
	return link;
}

enum result bpf_programs_mark(struct bpf_programs *programs,
			      enum bpf_object_name object, const char *program,
			      const struct tracer_mark *mark)
{
	LIBBPF_OPTS(bpf_uprobe_opts, options,
		.retprobe = mark->returns,
		.bpf_cookie = mark->name,
		.ref_ctr_offset = mark->counter,
	);
	struct bpf_program *of = bpf_object__find_program_by_name(
			programs->object[object], program);
	struct bpf_link *link;

	*complaint = '\0';
	/* Any process may be a watched one: the program looks at its threads. */
	link = bpf_program__attach_uprobe_opts(of, -1, mark->file,
					       mark->offset, &options);
	if (!link)
		return fail(RESULT_CANNOT, "%s: no probe can be put at byte 0x%" PRIx64 ": %s: boot Linux 5.15 or later with CONFIG_UPROBE_EVENTS, or measure without marks",
			    mark->file, mark->offset, strerror(errno));
	programs->link[programs->links++] = link;
	return RESULT_OK;
}

void bpf_programs_unprobe(struct bpf_programs *programs)
{
	bpf_link__destroy(programs->link[--programs->links]);
}

void *bpf_programs_share(struct bpf_programs *programs,
			 enum bpf_object_name object, const char *map,
			 size_t bytes)
{
	struct bpf_shared *shared = &programs->shared[programs->shares];
	size_t page = getpagesize();

	shared->bytes = (bytes + page - 1) / page * page;
	shared->memory = mmap(NULL, shared->bytes, PROT_READ | PROT_WRITE,
			      MAP_SHARED,
			      bpf_programs_map(programs, object, map), 0);
	if (shared->memory == MAP_FAILED) {
		fail(RESULT_CANNOT, WHAT ": the memory of its programs: %s: %s",
		     strerror(errno), programs->remedy);
		return NULL;
	}
	programs->shares++;
	return shared->memory;
}

struct bpf_cpu *bpf_programs_cpu(const struct bpf_programs *programs, int cpu)
{
	return programs->cpu + cpu;
}

enum result bpf_programs_put(const struct bpf_programs *programs,
			     enum bpf_object_name object, const char *map,
			     const void *key, const void *value)
{
	if (!bpf_map_update_elem(bpf_programs_map(programs, object, map), key,
				 value, BPF_ANY))
		return RESULT_OK;
	return fail(RESULT_CANNOT, WHAT ": the map %s of its programs: %s: %s",
		    map, strerror(errno), programs->remedy);
}

static int bpf_programs_take(void *context, void *data, size_t size)
{
	(void)context;
	(void)data;
	(void)size;
	return 0;
}

int bpf_programs_listen(struct bpf_programs *programs,
			enum bpf_object_name object, const char *map)
{
	programs->ring = ring_buffer__new(bpf_programs_map(programs, object, map),
					  bpf_programs_take, NULL, NULL);
	if (programs->ring)
		return ring_buffer__epoll_fd(programs->ring);
	fail(RESULT_CANNOT, WHAT ": the ring buffer of its programs: %s: %s",
	     strerror(errno), programs->remedy);
	return -1;
}

void bpf_programs_heard(struct bpf_programs *programs)
{
	ring_buffer__consume(programs->ring);
}

void bpf_programs_free(struct bpf_programs *programs)
{
	if (!programs)
		return;
	while (programs->links)
		bpf_link__destroy(programs->link[--programs->links]);
	ring_buffer__free(programs->ring);
	while (programs->shares) {
		const struct bpf_shared *shared =
			&programs->shared[--programs->shares];

		munmap(shared->memory, shared->bytes);
	}
	for (int i = 0; i < BPF_OBJECTS; i++)
		bpf_object__close(programs->object[i]);
	free(programs);
}

#else /* HAVE_BPF_PROGRAMS */

bool bpf_programs_find(struct tracer_absence *absence)
{
	*absence = (struct tracer_absence) {
		.what = WHAT,
		.why = "this command was built without clang, which makes the programs for it",
		.remedy = "build it where clang and libbpf are",
	};
	return false;
}

/* Nothing is loaded, as bpf_programs_find() is asked first. */
struct bpf_programs *bpf_programs_new(int cpus, const char *remedy)
{
	(void)cpus;
	(void)remedy;
	fail(RESULT_CANNOT, WHAT ": this command was built without clang: build it where clang and libbpf are");
	return NULL;
}

enum result bpf_programs_load(struct bpf_programs *programs,
			      const struct bpf_request *request)
{
	(void)programs;
	(void)request;
	return RESULT_CANNOT;
}

bool bpf_programs_find_helper(const char *name)
{
	(void)name;
	return false;
}

bool bpf_programs_find_variable(const char *name)
{
	(void)name;
	return false;
}

enum result bpf_programs_attach(struct bpf_programs *programs)
{
	(void)programs;
	return RESULT_CANNOT;
}

bool bpf_programs_runs(const struct bpf_programs *programs,
		       enum bpf_object_name object, const char *program)
{
	(void)programs;
	(void)object;
	(void)program;
	return false;
}

bool bpf_programs_probe(struct bpf_programs *programs,
			enum bpf_object_name object, const char *program,
			const char *const *functions)
{
	(void)programs;
	(void)object;
	(void)program;
	(void)functions;
	return false;
}

enum result bpf_programs_mark(struct bpf_programs *programs,
			      enum bpf_object_name object, const char *program,
			      const struct tracer_mark *mark)
{
	(void)programs;
	(void)object;
	(void)program;
	(void)mark;
	return RESULT_CANNOT;
}

void bpf_programs_unprobe(struct bpf_programs *programs)
{
	(void)programs;
}

struct bpf_cpu *bpf_programs_cpu(const struct bpf_programs *programs, int cpu)
{
	(void)programs;
	(void)cpu;
	return NULL;
}

enum result bpf_programs_put(const struct bpf_programs *programs,
			     enum bpf_object_name object, const char *map,
			     const void *key, const void *value)
{
	(void)programs;
	(void)object;
	(void)map;
	(void)key;
	(void)value;
	return RESULT_CANNOT;
}

int bpf_programs_listen(struct bpf_programs *programs,
			enum bpf_object_name object, const char *map)
{
	(void)programs;
	(void)object;
	(void)map;
	return -1;
}

void bpf_programs_heard(struct bpf_programs *programs)
{
	(void)programs;
}

void *bpf_programs_share(struct bpf_programs *programs,
			 enum bpf_object_name object, const char *map,
			 size_t bytes)
{
	(void)programs;
	(void)object;
	(void)map;
	(void)bytes;
	return NULL;
}

void bpf_programs_free(struct bpf_programs *programs)
{
	(void)programs;
}

#endif /* HAVE_BPF_PROGRAMS */
