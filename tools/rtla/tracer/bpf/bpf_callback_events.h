/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The callbacks that the BPF programs have recorded of a CPU, as events: the
 * same that rtla.ko would have written.
 */
#ifndef RTLA_BPF_CALLBACK_EVENTS_H
#define RTLA_BPF_CALLBACK_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

struct bpf_cpu;
struct bpf_span;
struct event_list;

/*
 * bpf_callback_events_put - append the callbacks of a CPU that began from
 * @since on; one that still runs ends at @until
 *
 * Nothing is recorded there at the same time. Returns false if there is no
 * memory.
 */
bool bpf_callback_events_put(struct event_list *list, const struct bpf_cpu *cpu,
			     uint64_t since, uint64_t until);

/*
 * bpf_callback_events_handle - if a noise is of an interrupt's thread, append
 * its handler; false: there is no memory
 */
bool bpf_callback_events_handle(struct event_list *list,
				const struct bpf_cpu *cpu,
				const struct bpf_span *thread);

#endif /* RTLA_BPF_CALLBACK_EVENTS_H */
