/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the BPF programs have recorded of a CPU, as events: the same that
 * rtla.ko would have written.
 */
#ifndef RTLA_BPF_EVENTS_H
#define RTLA_BPF_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bpf_cpu;
struct bpf_sample;
struct bpf_span;
struct bpf_workload;
struct event;
struct event_list;
struct kernel_symbols;
struct tracer_hit;

/*
 * bpf_events_sample - return the event of a latency of an activation
 *
 * Returns false if that latency is not known.
 */
bool bpf_events_sample(struct event *event, const struct bpf_sample *sample,
		       int context, int pid);

/**
 * struct bpf_names - what names the numbers that are recorded
 * @interrupts: the text of /proc/interrupts; NULL: devices have no names
 * @symbols: the kernel's functions; NULL: they are not known
 * @prio: the priority of the measuring threads, on the kernel's scale
 */
struct bpf_names {
	char *interrupts;
	struct kernel_symbols *symbols;
	int prio;
};

/*
 * bpf_names_read - read the names that there are now; with @functions, those of
 * the kernel's functions, too, which takes a while the first time
 */
void bpf_names_read(struct bpf_names *names, bool functions);

/*
 * bpf_names_symbol - find the function of an address; false: it is unknown
 *
 * This reads the names of the functions, if they are not read yet.
 */
bool bpf_names_symbol(struct bpf_names *names, uint64_t address, char *name,
		      size_t size);

/* bpf_names_interrupt - find the name of an interrupt; "": it has none */
void bpf_names_interrupt(const struct bpf_names *names,
			 const struct bpf_span *span, char *name, size_t size);

/* bpf_names_free - free the names, and leave none */
void bpf_names_free(struct bpf_names *names);

/* bpf_spans_kept - return how many noises of a context are kept */
int bpf_spans_kept(const struct bpf_cpu *cpu, int level);

/* bpf_spans_at - return the one with number @i of them, oldest first */
const struct bpf_span *bpf_spans_at(const struct bpf_cpu *cpu, int level, int i);

/*
 * bpf_events_stop - return the event of a hit, which was written at @time, as
 * far as all hits have the same
 */
struct event bpf_events_stop(const struct tracer_hit *hit, uint64_t time);

/*
 * bpf_events_noises - append the noises of a CPU to @list, in the order of
 * time, and the stack of what was in the way of what was to begin at @t_w, if
 * there is one
 *
 * Nothing is recorded there at the same time. Returns false if there is no
 * memory.
 */
bool bpf_events_noises(struct event_list *list, const struct bpf_cpu *cpu,
		       uint64_t t_w, const struct bpf_names *names);

/*
 * bpf_events_take - append what is known of a CPU to @list, in the order of
 * time
 *
 * Nothing is recorded there at the same time. With @hit, its stack and its stop
 * are the last ones. Returns false if there is no memory.
 */
bool bpf_events_take(struct event_list *list, const struct bpf_cpu *cpu,
		     const struct bpf_workload *workload,
		     const struct tracer_hit *hit,
		     const struct bpf_names *names);

#endif /* RTLA_BPF_EVENTS_H */
