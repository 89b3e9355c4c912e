// SPDX-License-Identifier: GPL-2.0
/*
 * Loading the BPF programs: see bpf_programs.h.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_programs.h"
#include "tracer/tracer.h"

#define WHAT		"--tracer bpf"

#ifdef HAVE_BPF_PROGRAMS

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>

#define KERNEL_BTF	"/sys/kernel/btf/vmlinux"
#define PROGRAMS_MAX	64

/* The object file, as the Makefile has compiled it. */
__asm__(".section .rodata\n"
	".balign 8\n"
	".global bpf_programs_object\n"
	"bpf_programs_object:\n"
	".incbin \"" BPF_OBJECT "\"\n"
	".global bpf_programs_object_end\n"
	"bpf_programs_object_end:\n"
	".previous\n");

extern const char bpf_programs_object[], bpf_programs_object_end[];

struct bpf_programs {
	struct bpf_object *object;
	struct bpf_link *link[PROGRAMS_MAX];
	int links;
	char *memory;		/* the map of CPUs */
	size_t bytes;
};

/* The last line in which libbpf said what is wrong. */
static char complaint[256];

static int bpf_programs_hear(enum libbpf_print_level level, const char *format,
			     va_list args)
{
	if (level != LIBBPF_WARN)
		return 0;
	vsnprintf(complaint, sizeof(complaint), format, args);
	complaint[strcspn(complaint, "\n")] = '\0';
	return 0;
}

static bool bpf_programs_lack(struct tracer_absence *absence, const char *why,
			      const char *remedy)
{
	*absence = (struct tracer_absence) { .what = WHAT };
	snprintf(absence->why, sizeof(absence->why), "%s", why);
	snprintf(absence->remedy, sizeof(absence->remedy), "%s", remedy);
	snprintf(absence->remedy_too, sizeof(absence->remedy_too), "%s",
		 remedy);
	return false;
}

/* A map with the flag that ours has tells what this user may do. */
bool bpf_programs_find(struct tracer_absence *absence)
{
	LIBBPF_OPTS(bpf_map_create_opts, flags, .map_flags = BPF_F_MMAPABLE);
	int map;

	if (access(KERNEL_BTF, R_OK))
		return bpf_programs_lack(absence,
			"this kernel has no " KERNEL_BTF,
			"boot a kernel with CONFIG_DEBUG_INFO_BTF");
	libbpf_set_print(bpf_programs_hear);
	map = bpf_map_create(BPF_MAP_TYPE_ARRAY, "rtla_find", sizeof(uint32_t),
			     sizeof(uint64_t), 1, &flags);
	if (map >= 0) {
		close(map);
		return true;
	}
	if (errno == EPERM)
		return bpf_programs_lack(absence,
			"this user may load no BPF programs",
			"run as root, or with CAP_BPF, CAP_PERFMON and CAP_SYS_NICE");
	return bpf_programs_lack(absence,
		"this kernel cannot share the memory of BPF programs",
		"boot Linux 5.8 or later with CONFIG_BPF_SYSCALL");
}

/*
 * Return whether the kernel has the tracepoint of a program, whose section is
 * "tp_btf/NAME". The machine and the configuration decide on that.
 */
static bool bpf_programs_kernel_has(const struct btf *kernel,
				    const struct bpf_program *program)
{
	const char *name = strchr(bpf_program__section_name(program), '/');
	char type[128];

	snprintf(type, sizeof(type), "btf_trace_%s", name ? name + 1 : "");
	return btf__find_by_name_kind(kernel, type, BTF_KIND_TYPEDEF) > 0;
}

/* Return whether a program only takes latencies, which all runs need. */
static bool is_for_latencies(const struct bpf_program *program)
{
	const char *name = bpf_program__name(program);

	return !strcmp(name, "timer_expires") || !strcmp(name, "switch_threads");
}

/*
 * Softirqs are a part of the threads that run them where the kernel is
 * PREEMPT_RT: there they can be preempted.
 */
static bool is_for_softirqs(const struct bpf_program *program)
{
	return !strncmp(bpf_program__name(program), "softirq_", 8);
}

static enum result bpf_programs_choose(struct bpf_object *object, bool records)
{
	struct btf *kernel = btf__load_vmlinux_btf();
	bool real_time = !access("/sys/kernel/realtime", F_OK);
	struct bpf_program *program;

	if (!kernel)
		return fail(RESULT_CANNOT, WHAT ": " KERNEL_BTF ": %s: boot another kernel, or load the module",
			    strerror(errno));
	bpf_object__for_each_program(program, object) {
		bool wanted = is_for_latencies(program) ||
			      (records && !(real_time && is_for_softirqs(program)));

		if (!wanted || !bpf_programs_kernel_has(kernel, program))
			bpf_program__set_autoload(program, false);
	}
	btf__free(kernel);
	return RESULT_OK;
}

/* Set a variable of the programs that they only read, before they are loaded. */
static bool bpf_programs_set(struct bpf_object *object, bool records)
{
	struct bpf_map *map =
		bpf_object__find_map_by_name(object, ".rodata");

	return map && !bpf_map__set_initial_value(map, &records,
						  sizeof(records));
}

static enum result bpf_programs_share(struct bpf_programs *programs, int cpus)
{
	struct bpf_map *map =
		bpf_object__find_map_by_name(programs->object, "cpus");
	size_t page = getpagesize();

	programs->bytes = (sizeof(struct bpf_cpu) * cpus + page - 1) / page *
			  page;
	programs->memory = mmap(NULL, programs->bytes, PROT_READ | PROT_WRITE,
				MAP_SHARED, bpf_map__fd(map), 0);
	if (programs->memory != MAP_FAILED)
		return RESULT_OK;
	programs->memory = NULL;
	return fail(RESULT_CANNOT, WHAT ": the memory of its programs: %s: load the module",
		    strerror(errno));
}

static enum result bpf_programs_attach(struct bpf_programs *programs)
{
	struct bpf_program *program;

	bpf_object__for_each_program(program, programs->object) {
		struct bpf_link *link;

		if (!bpf_program__autoload(program))
			continue;
		link = programs->links < PROGRAMS_MAX ?
		       bpf_program__attach(program) : NULL;
		if (!link)
			return fail(RESULT_CANNOT, WHAT ": %s: %s: load the module",
				    bpf_program__section_name(program),
				    strerror(errno));
		programs->link[programs->links++] = link;
	}
	return RESULT_OK;
}

enum result bpf_programs_load(struct bpf_programs **loaded, int cpus,
			      bool records)
{
	struct bpf_programs *programs = calloc(1, sizeof(*programs));
	struct bpf_object *object;
	enum result result;

	*loaded = programs;
	if (!programs)
		return fail(RESULT_ERROR, "out of memory");
	libbpf_set_print(bpf_programs_hear);
	object = bpf_object__open_mem(bpf_programs_object,
				      bpf_programs_object_end -
				      bpf_programs_object, NULL);
	programs->object = object;
	if (!object || !bpf_programs_set(object, records) ||
	    bpf_map__set_max_entries(bpf_object__find_map_by_name(object,
								  "cpus"),
				     cpus))
		return fail(RESULT_ERROR, WHAT ": its programs cannot be read: %s: build the command again",
			    complaint);
	result = bpf_programs_choose(object, records);
	if (result)
		return result;
	if (bpf_object__load(object))
		return fail(RESULT_CANNOT, WHAT ": the kernel refuses its programs: %s: load the module",
			    complaint);
	return bpf_programs_share(programs, cpus) ?:
	       bpf_programs_attach(programs);
}

struct bpf_cpu *bpf_programs_cpu(const struct bpf_programs *programs, int cpu)
{
	return (struct bpf_cpu *)programs->memory + cpu;
}

void bpf_programs_free(struct bpf_programs *programs)
{
	if (!programs)
		return;
	while (programs->links)
		bpf_link__destroy(programs->link[--programs->links]);
	if (programs->memory)
		munmap(programs->memory, programs->bytes);
	bpf_object__close(programs->object);
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

enum result bpf_programs_load(struct bpf_programs **programs, int cpus,
			      bool records)
{
	(void)cpus;
	(void)records;
	*programs = NULL;
	return fail(RESULT_CANNOT, WHAT ": this command was built without clang: build it where clang and libbpf are");
}

struct bpf_cpu *bpf_programs_cpu(const struct bpf_programs *programs, int cpu)
{
	(void)programs;
	(void)cpu;
	return NULL;
}

void bpf_programs_free(struct bpf_programs *programs)
{
	(void)programs;
}

#endif /* HAVE_BPF_PROGRAMS */
