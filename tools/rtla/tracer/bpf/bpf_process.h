/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The measuring processes of the BPF tracers, as far as all do the same: they
 * let the programs know them, notice a sleep of the system and that they
 * were moved, and write what they have found into a ring. The command reads it
 * when it likes.
 */
#ifndef RTLA_BPF_PROCESS_H
#define RTLA_BPF_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct bpf_cpu;

/**
 * struct bpf_process - the begin of what such a process shares with the command
 * @slept: when the system last fell asleep or woke up, or 0, as a program
 *	tells; NULL: there is none, and the process finds out
 * @offline, @detached: how often the process was moved from its CPU, as that
 *	went offline, or by somebody
 * @suspended: how often the system slept
 * @written: how many records were written since the beginning
 * @places: the last so many of them are kept; a power of two
 */
struct bpf_process {
	const uint64_t *slept;
	uint64_t offline;
	uint64_t detached;
	uint64_t suspended;
	uint64_t written;
	uint64_t places;
};

/*
 * bpf_process_places - return how many records to keep: those of some seconds,
 * in which the command may get no time to read them, if one comes each @ns
 */
uint64_t bpf_process_places(uint64_t ns);

/* bpf_process_next - return the place in the ring of the next record */
static inline uint64_t bpf_process_next(const struct bpf_process *process)
{
	return process->written & (process->places - 1);
}

/* bpf_process_wrote - let the reader see a record, which is whole now */
static inline void bpf_process_wrote(struct bpf_process *process)
{
	__atomic_store_n(&process->written, process->written + 1,
			 __ATOMIC_RELEASE);
}

/*
 * bpf_process_kept - return the number of the first record that is still kept;
 * set @written to that of the next one
 */
static inline uint64_t bpf_process_kept(const struct bpf_process *process,
					uint64_t *written)
{
	*written = __atomic_load_n(&process->written, __ATOMIC_ACQUIRE);
	return *written > process->places ? *written - process->places : 0;
}

/* bpf_process_begin - let the programs know the calling process */
void bpf_process_begin(struct bpf_cpu *cpu);

/* bpf_process_sleep - sleep until a time */
void bpf_process_sleep(uint64_t time);

/*
 * bpf_process_slept - return whether the system has slept since @time, which is
 * no latency and no noise; if so, count that once
 */
bool bpf_process_slept(struct bpf_process *process, uint64_t time);

/*
 * bpf_process_end - the calling process has left @number, its CPU: count that,
 * and measure no more
 */
void bpf_process_end(struct bpf_process *process, struct bpf_cpu *cpu,
		     int number);

#endif /* RTLA_BPF_PROCESS_H */
