// SPDX-License-Identifier: GPL-2.0
/*
 * What has taken time from a workload, by name.
 *
 * Each measured CPU has a table with a row for each thread, interrupt and
 * softirq whose noise was reported, and one for the NMIs. Only the CPU itself
 * writes to it. It does so with interrupts off, so that nothing but an NMI can
 * come in between; and as a noise may also be reported by an NMI, which is
 * always that of an earlier NMI, those have a row of their own, which the
 * reader adds to the other one. So no lock is needed.
 *
 * A row is found by its hash, or is one of the few that follow: the keys are
 * apart from the rows, and eight of them share a cache line. No row is ever
 * removed. What finds no place counts for all others of its kind, so that the
 * sums of each kind are those of the noise events.
 */
#include <linux/build_bug.h>
#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>

#include <asm/barrier.h>

#include <trace/events/rtla.h>

#include "noise/causes.h"
#include "noise/symbol.h"

DEFINE_STATIC_KEY_FALSE(rtla_causes_kept);

/* A row is looked for in so many places; if none of them is free, it has none. */
#define CAUSES_PLACES	16

/* The rows after those with a key: of all others of a kind, and of the NMIs. */
#define CAUSES_OTHERS	RTLA_CAUSES_MAX
#define CAUSES_NMI	(RTLA_CAUSES_ROWS - 1)
#define CAUSES_IN_NMI	(CAUSES_NMI + 1)
#define CAUSES_ROWS	(CAUSES_IN_NMI + 1)

/**
 * struct cause_row - the noises of one cause: the first cache line is
 *	all that most noises need
 * @begun: number of noises whose counting has begun
 * @count: number of noises counted; while @begun is another number, all that
 *	follows may change
 * @sum: ns
 * @max: ns; the longest
 * @max_at: ns; when that began
 * @name: as in the event
 * @function: the longest callback that they ran, as in the event "callback"; 0:
 *	none is known
 * @function_ns: how long that was
 */
struct cause_row {
	u64 begun;
	u64 count;
	u64 sum;
	u64 max;
	u64 max_at;
	u64 name[RTLA_DESC_LEN / sizeof(u64)];
	u64 function;
	u64 function_ns;
} ____cacheline_aligned;

/*
 * The longest callback that a noise has run which has not been counted yet; a
 * length of 0: none.
 */
struct cause_callback {
	u64 start;
	u64 ns;
	u64 function;
};

/**
 * struct causes_cpu - what has taken time on one CPU
 * @from: ns; noises that began from then on are counted
 * @length: ns; until so much later
 * @callback: of interrupts, softirqs and threads
 * @key: of each of the first rows; 0: the row is free
 * @row: the rows; those from CAUSES_OTHERS on have no key
 */
struct causes_cpu {
	const u64 *from;
	const u64 *length;
	struct cause_callback callback[RTLA_CAUSE_THREAD];
	u64 key[RTLA_CAUSES_MAX] ____cacheline_aligned;
	struct cause_row row[CAUSES_ROWS];
};

/* ---- Counting ------------------------------------------------------------ */

static __always_inline bool causes_counts(const struct causes_cpu *causes,
					  u64 start)
{
	/* Pairs with the release that sets both for the first time. */
	u64 length = smp_load_acquire(causes->length);

	return start - READ_ONCE(*causes->from) < length;
}

/* The key is never 0: NMIs, whose kind is, have no key. */
static u64 causes_key(enum rtla_cause kind, s32 id)
{
	return (u64)kind << 32 | (u32)id;
}

/* Return the row of a cause, which may be a new one, or that of all others. */
static struct cause_row *causes_find(struct causes_cpu *causes,
				     enum rtla_cause kind, s32 id)
{
	u64 key = causes_key(kind, id);
	unsigned int at = hash_64(key, ilog2(RTLA_CAUSES_MAX)), i;

	BUILD_BUG_ON_NOT_POWER_OF_2(RTLA_CAUSES_MAX);
	if (kind == RTLA_CAUSE_NMI)
		return &causes->row[in_nmi() ? CAUSES_IN_NMI : CAUSES_NMI];
	for (i = 0; i < CAUSES_PLACES; i++, at++) {
		at %= RTLA_CAUSES_MAX;
		if (!causes->key[at])
			WRITE_ONCE(causes->key[at], key);
		if (causes->key[at] == key)
			return &causes->row[at];
	}
	return &causes->row[CAUSES_OTHERS + kind - RTLA_CAUSE_IRQ];
}

/* Set the name of a row; a number may have another one than before. */
static __always_inline void causes_set_name(struct cause_row *row,
					    const char *name,
					    unsigned int words)
{
	unsigned int i;
	u64 word;

	for (i = 0; i < words; i++) {
		/* It need not be aligned. */
		memcpy(&word, name + i * sizeof(word), sizeof(word));
		if (row->name[i] != word)
			row->name[i] = word;
	}
}

/* Return how many words the name of a kind has. */
static __always_inline unsigned int causes_words(enum rtla_cause kind)
{
	switch (kind) {
	case RTLA_CAUSE_IRQ:
		return RTLA_DESC_LEN / sizeof(u64);
	case RTLA_CAUSE_THREAD:
		return TASK_COMM_LEN / sizeof(u64);
	default:
		return 0;
	}
}

static void causes_add_noise(struct cause_row *row, u64 start, u64 duration)
{
	row->sum += duration;
	if (duration <= row->max && row->count)
		return;
	row->max = duration;
	row->max_at = start;
}

/* Return where the callback of a kind is that has one: not that of NMIs. */
static __always_inline struct cause_callback *
causes_callback(struct causes_cpu *causes, enum rtla_cause kind)
{
	return &causes->callback[kind - RTLA_CAUSE_IRQ];
}

/*
 * The noise may have run the callback that has ended last, or is preempted: not
 * for longer than it has lasted itself.
 */
static void causes_take_callback(struct causes_cpu *causes,
				 enum rtla_cause kind, struct cause_row *row,
				 u64 start, u64 duration)
{
	struct cause_callback *callback = causes_callback(causes, kind);

	if (!callback->ns || callback->start - start > duration)
		return;
	duration = min(callback->ns, duration);
	if (duration > row->function_ns) {
		WRITE_ONCE(row->function, callback->function);
		WRITE_ONCE(row->function_ns, duration);
	}
	callback->ns = 0;
}

/**
 * rtla_causes_carried - a callback has ended, or what it did before a hit: a
 * noise that is counted later has run it
 * @causes: of this CPU
 * @kind: what ran it; not NMIs
 * @function: its address
 * @since: ns; when that noise began
 * @start: ns; when the callback was called
 * @duration: ns; gross
 *
 * Context: any, on the CPU itself.
 */
void rtla_causes_carried(struct causes_cpu *causes, enum rtla_cause kind,
			 u64 function, u64 since, u64 start, u64 duration)
{
	struct cause_callback *callback = causes_callback(causes, kind);
	unsigned long flags;

	raw_local_irq_save(flags);
	/* An earlier one that no noise was counted with is forgotten. */
	if (duration > callback->ns || callback->start < since) {
		callback->start = start;
		callback->ns = duration;
		callback->function = function;
	}
	raw_local_irq_restore(flags);
}

/**
 * rtla_causes_count - count a noise
 * @causes: of this CPU
 * @kind: what has caused it
 * @id: of an interrupt or a softirq: its number; of a thread: its id; or 0
 * @name: of an interrupt: RTLA_DESC_LEN bytes; of a thread: TASK_COMM_LEN
 *	bytes; else it is not used
 * @start: ns; as in the event
 * @duration: ns; likewise
 *
 * Context: any, on the CPU itself.
 */
void rtla_causes_count(struct causes_cpu *causes, enum rtla_cause kind, s32 id,
		       const void *name, u64 start, u64 duration)
{
	struct cause_row *row;
	unsigned long flags;

	BUILD_BUG_ON(sizeof(row->name) != RTLA_DESC_LEN);
	BUILD_BUG_ON(sizeof(row->name) != RTLA_CAUSE_LEN);
	BUILD_BUG_ON(sizeof(row->name) < TASK_COMM_LEN);
	if (!causes_counts(causes, start))
		return;
	/* Those that trace where interrupts are off are not to see that. */
	raw_local_irq_save(flags);
	row = causes_find(causes, kind, id);
	WRITE_ONCE(row->begun, row->begun + 1);
	/* Pairs with the read barrier in causes_read_row(). */
	smp_wmb();
	if (row < &causes->row[CAUSES_OTHERS])
		causes_set_name(row, name, causes_words(kind));
	causes_add_noise(row, start, duration);
	if (kind != RTLA_CAUSE_NMI)
		causes_take_callback(causes, kind, row, start, duration);
	/* Pairs with the acquire in causes_read_row(), which sees the key, too. */
	smp_store_release(&row->count, row->begun);
	raw_local_irq_restore(flags);
}

/* ---- For the holder of the session --------------------------------------- */

/**
 * rtla_causes_create - get the memory for the causes of a session
 * @cpus: those that are measured
 * @from: ns; the noises that begin from then on are counted; has to exist as
 *	long as the memory, like @length
 * @length: ns; those until so much later; it is set after @from, with a
 *	release; 0: none
 *
 * Return: the causes, to be freed by rtla_causes_destroy(); or NULL. Context:
 * process, may sleep.
 */
struct causes *rtla_causes_create(const struct cpumask *cpus, const u64 *from,
				  const u64 *length)
{
	struct causes *causes = kzalloc(struct_size(causes, cpu, nr_cpu_ids),
					GFP_KERNEL_ACCOUNT);
	struct causes_cpu *of;
	int cpu;

	if (!causes)
		return NULL;
	causes->cpus = nr_cpu_ids;
	for_each_cpu(cpu, cpus) {
		of = kvzalloc_node(sizeof(*of), GFP_KERNEL_ACCOUNT,
				   cpu_to_node(cpu));
		if (!of) {
			rtla_causes_destroy(causes);
			return NULL;
		}
		of->from = from;
		of->length = length;
		causes->cpu[cpu] = of;
	}
	return causes;
}

/*
 * rtla_causes_destroy - free the memory: no hook uses it any more; NULL:
 * nothing
 */
void rtla_causes_destroy(struct causes *causes)
{
	unsigned int cpu;

	if (!causes)
		return;
	for (cpu = 0; cpu < causes->cpus; cpu++)
		kvfree(causes->cpu[cpu]);
	kfree(causes);
}

/* Set @read, and @function, to the figures of a row, all of one moment. */
static void causes_read_row(const struct cause_row *row,
			    struct rtla_caused *read, u64 *function)
{
	u64 name[ARRAY_SIZE(row->name)];
	unsigned int i;

	do {
		/* Pairs with the release in rtla_causes_count(). */
		read->count = smp_load_acquire(&row->count);
		read->sum_ns = READ_ONCE(row->sum);
		read->max_ns = READ_ONCE(row->max);
		read->max_at_ns = READ_ONCE(row->max_at);
		read->function_ns = READ_ONCE(row->function_ns);
		*function = READ_ONCE(row->function);
		for (i = 0; i < ARRAY_SIZE(name); i++)
			name[i] = READ_ONCE(row->name[i]);
		/* Pairs with the barrier after the change of @begun. */
		smp_rmb();
	} while (READ_ONCE(row->begun) != read->count);
	memcpy(read->name, name, sizeof(name));
	read->name[sizeof(read->name) - 1] = 0;
}

/* Add the NMIs that other NMIs have reported. */
static void causes_add_in_nmi(const struct causes_cpu *causes,
			      struct rtla_caused *read)
{
	struct rtla_caused more;
	u64 function;

	causes_read_row(&causes->row[CAUSES_IN_NMI], &more, &function);
	read->sum_ns += more.sum_ns;
	if (!read->count || (more.count && more.max_ns > read->max_ns)) {
		read->max_ns = more.max_ns;
		read->max_at_ns = more.max_at_ns;
	}
	read->count += more.count;
}

/**
 * rtla_causes_read - read a row of the table of a CPU
 * @causes: of the session
 * @cpu: one of the CPUs of the session
 * @number: the row: 0 to RTLA_CAUSES_ROWS - 1
 * @read: set to it
 *
 * Return: whether the row is used. Context: process, may sleep.
 */
bool rtla_causes_read(const struct causes *causes, int cpu, unsigned int number,
		      struct rtla_caused *read)
{
	const struct causes_cpu *of = causes->cpu[cpu];
	u64 key, function;

	memset(read, 0, sizeof(*read));
	causes_read_row(&of->row[number], read, &function);
	if (function && !rtla_symbol_copy(read->function,
					  sizeof(read->function), function))
		read->function_ns = 0;
	if (number == CAUSES_NMI) {
		causes_add_in_nmi(of, read);
		read->kind = RTLA_CAUSE_NMI;
	} else if (number >= CAUSES_OTHERS) {
		read->kind = RTLA_CAUSE_IRQ + number - CAUSES_OTHERS;
		read->id = -1;
	} else {
		key = READ_ONCE(of->key[number]);
		read->kind = key >> 32;
		read->id = (s32)key;
	}
	return read->count;
}
