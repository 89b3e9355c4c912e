// SPDX-License-Identifier: GPL-2.0
/*
 * The longest windows of the variables of a bound.
 *
 * bound.c finds the windows. Here each is counted, recorded, compared with the
 * threshold, and kept if it is the longest one: with the place where it was, so
 * that its culprit has a name.
 */
#include <linux/atomic.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/once.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/siphash.h>
#include <linux/smp.h>
#include <linux/string.h>

#include <trace/events/rtla.h>

#include "bound/bound_windows.h"
#include "session/hit.h"
#include "session/workload.h"
#include "stats/stats.h"

/*
 * By so many instructions, at most, a call of the scheduler is longer than one
 * that our thread makes, beyond what is seen of it: there are several ways into
 * the scheduler.
 */
#define SCHEDULER_MARGIN	100

/*
 * And so many, at most, are not seen of it, if no call of our thread was looked
 * at.
 */
#define UNSEEN_MARGIN		400

/*
 * So many instructions, at most, follow the end that is seen if the thread
 * before has ended, or the memory of a process is not used any more, and their
 * structures are given back.
 */
#define FREEING_MARGIN		1000

/*
 * An interrupt has so many instructions at least that no event shows, on 6.1
 * and on 6.12.
 */
#define ENTRY_INSTRUCTIONS	291

struct bound_cpu_windows __percpu *rtla_bound_windows_create(void)
{
	struct bound_cpu_windows __percpu *windows =
		alloc_percpu_gfp(struct bound_cpu_windows, GFP_KERNEL_ACCOUNT);
	int cpu;

	if (!windows)
		return NULL;
	for_each_possible_cpu(cpu) {
		seqcount_init(&per_cpu_ptr(windows, cpu)->changes);
		per_cpu_ptr(windows, cpu)->floor = U64_MAX;
	}
	return windows;
}

void rtla_bound_windows_destroy(struct bound_cpu_windows __percpu *windows)
{
	free_percpu(windows);
}

/* ---- Counting ------------------------------------------------------------ */

/* Keep the place of the window, which is the longest one so far. */
static void keep_place(struct bound_longest *longest,
		       const struct bound_window *window)
{
	const struct bound_place *from = window->place;
	struct bound_place *place = &longest->place;

	longest->start = window->start;
	if (!from) {
		place->pid = current->pid;
		memcpy(place->comm, current->comm, sizeof(place->comm));
		return;
	}
	place->pid = from->pid;
	memcpy(place->comm, from->comm, sizeof(place->comm));
	place->seen = from->seen;
	place->address = from->address;
	place->stack_count = from->stack_count;
	memcpy(place->stack, from->stack,
	       from->stack_count * sizeof(*from->stack));
}

/* Record a window. */
static void trace_window(const struct workload_config *config,
			 const struct bound_window *window)
{
	trace_bound_window(config->hit->session, window->context, window->start,
			   window->lower, window->upper,
			   window->place ? window->place->pid : current->pid);
}

static void window_hits(const struct workload_config *config,
			const struct bound_window *window, u64 count)
{
	struct rtla_hit hit = {
		.context = window->context,
		.seqnum = count,
		.latency_ns = window->lower,
		.threshold_ns = READ_ONCE(config->stop[window->context]),
		.t_w_ns = window->start,
		.pid = window->place ? window->place->pid : current->pid,
	};

	rtla_hit_report(config->hit, &hit, window->start, window->end, NULL);
}

/* Count a window, of which a lower end is known. */
static void count_window(const struct workload_config *config,
			 struct stats_cpu *stats,
			 const struct bound_window *window)
{
	rtla_stats_add(stats, window->context, window->end, window->lower);
	if (unlikely(window->lower >= READ_ONCE(config->stop[window->context])))
		window_hits(config, window, stats->line[window->context].count);
}

/* A window longer than all before: seldom. */
static noinline void keep_longest(struct bound_cpu_windows *windows,
				  struct bound_longest *longest,
				  const struct bound_window *window)
{
	write_seqcount_begin(&windows->changes);
	longest->upper = max(longest->upper, window->upper);
	if (window->lower > longest->lower) {
		longest->lower = window->lower;
		keep_place(longest, window);
	}
	write_seqcount_end(&windows->changes);
}

/*
 * The process that has the session works for the measurement: without it, this
 * window would not be there. Another one may have been before it, in the time
 * of which nothing is known, as if the probe had not expired here.
 */
static noinline void skip_own(struct bound_cpu_windows *windows,
			      const struct bound_window *window)
{
	u64 unknown = window->upper - min(window->lower, window->upper);

	if (unknown > windows->gap)
		WRITE_ONCE(windows->gap, unknown);
}

/**
 * rtla_bound_window - count a window, if it began while windows are counted,
 * and is not one of the process that has the session
 * @config: of the session
 * @windows: what it knows of this CPU
 * @window: the window
 *
 * Context: any but NMI, interrupts off.
 */
void rtla_bound_window(const struct workload_config *config,
		       struct bound_cpu_windows *windows,
		       const struct bound_window *window)
{
	struct stats_cpu *stats = rtla_stats_of(config->stats,
						smp_processor_id());
	struct bound_longest *longest =
		&windows->longest[window->context - RTLA_BOUND_POID];

	lockdep_assert_irqs_disabled();
	if (!stats || !rtla_stats_counts(stats, window->start))
		return;
	if (unlikely(window->place && window->place->own)) {
		skip_own(windows, window);
		return;
	}
	if (unlikely(window->upper > longest->upper ||
		     window->lower > longest->lower))
		keep_longest(windows, longest, window);
	trace_window(config, window);
	if (window->lower)
		count_window(config, stats, window);
}

/**
 * rtla_bound_keep - keep the longest of some stretches, if it began while
 * windows are counted
 * @config: of the session
 * @longest: ns; the longest one so far
 * @start: ns; when this one began
 * @length: ns; its length, which is more than @longest
 *
 * Context: any but NMI, on the CPU that @longest belongs to.
 */
void rtla_bound_keep(const struct workload_config *config, u64 *longest,
		     u64 start, u64 length)
{
	const struct stats_cpu *stats = rtla_stats_of(config->stats,
						      smp_processor_id());

	if (stats && rtla_stats_counts(stats, start))
		WRITE_ONCE(*longest, length);
}

/**
 * rtla_bound_observed - count a latency that the probe's own thread has had
 * @config: of the session
 * @t_w: ns; when the probe was to expire that has woken it
 * @now: ns; when it ran
 *
 * Context: the thread, interrupts off.
 */
void rtla_bound_observed(const struct workload_config *config, u64 t_w, u64 now)
{
	struct stats_cpu *stats = rtla_stats_of(config->stats,
						smp_processor_id());
	struct bound_window window = {
		.context = RTLA_BOUND_OBSERVED,
		.start = t_w,
		.end = now,
		.lower = now > t_w ? now - t_w : 0,
	};

	window.upper = window.lower;
	lockdep_assert_irqs_disabled();
	if (!stats || !rtla_stats_counts(stats, t_w))
		return;
	trace_window(config, &window);
	count_window(config, stats, &window);
}

/* ---- Reading ------------------------------------------------------------- */

/*
 * What user space gets of an address: the same number for the same address,
 * from which nobody can tell the address. Where the kernel is in memory remains
 * its secret. 0: none.
 */
static u64 address_token(unsigned long address)
{
	static siphash_key_t key;

	if (!address)
		return 0;
	get_random_once(&key, sizeof(key));
	return siphash_1u64(address, &key);
}

static void read_place(struct rtla_bound_variable *read,
		       const struct bound_place *place)
{
	unsigned int i;

	read->pid = place->pid;
	memcpy(read->comm, place->comm, sizeof(place->comm));
	read->address = address_token(place->address);
	read->seen = place->seen;
	read->stack_count = place->stack_count;
	for (i = 0; i < RTLA_BOUND_STACK_MAX; i++)
		read->stack[i] = i < place->stack_count ?
				 address_token(place->stack[i]) : 0;
}

/* Read the longest windows of a variable as they are at one moment. */
static void read_variable(struct bound_cpu_windows *windows,
			  const struct bound_longest *longest,
			  struct rtla_bound_variable *read)
{
	struct bound_longest copy;
	unsigned int changes;

	do {
		changes = read_seqcount_begin(&windows->changes);
		/* It is read again if it has changed in between. */
		copy = data_race(*longest);
	} while (read_seqcount_retry(&windows->changes, changes));
	*read = (struct rtla_bound_variable) {
		.method = RTLA_BOUND_EXACT,
		.lower_ns = copy.lower,
		.upper_ns = copy.upper,
		.at_ns = copy.start,
	};
	copy.place.stack_count = min_t(unsigned int, copy.place.stack_count,
				       RTLA_BOUND_STACK_MAX);
	read_place(read, &copy.place);
}

/*
 * Return how long so many instructions take on this CPU, in ns: as the
 * calibration says, which has measured some that are known, or 1 ns each, if
 * that is more.
 */
static u64 instructions(const struct bound_cpu_windows *of, u64 count)
{
	u64 measured = ENTRY_INSTRUCTIONS * READ_ONCE(of->entries);

	if (!measured)
		return count;
	return max(count,
		   div64_u64(count * READ_ONCE(of->entry_sum), measured));
}

/*
 * Return the most that is not seen of a call of our thread, but for @known ns.
 */
static u64 unseen_margin(const struct bound_cpu_windows *of,
			 const struct bound_unseen *unseen, u64 known)
{
	u64 most = READ_ONCE(unseen->most);

	return most ? max(most, known) - known :
		      instructions(of, UNSEEN_MARGIN);
}

/* Return by how much a call of the scheduler may be longer than measured. */
static u64 scheduler_margin(const struct bound_cpu_windows *of,
			    const struct rtla_bound_variable *variable,
			    u64 unseen)
{
	u64 freeing = READ_ONCE(of->freeing);
	u64 most = freeing ? freeing + instructions(of, FREEING_MARGIN) : 0;
	u64 margin = instructions(of, SCHEDULER_MARGIN) + unseen;

	return max(variable->lower_ns + margin, most) - variable->lower_ns;
}

/* Set what the method makes of the variables. */
static void read_methods(const struct bound_cpu_windows *of,
			 const struct rtla_bound *read,
			 struct rtla_bound_variable *variable)
{
	struct rtla_bound_variable *dst =
		variable + RTLA_BOUND_DST - RTLA_BOUND_POID;
	struct rtla_bound_variable *psd =
		variable + RTLA_BOUND_PSD - RTLA_BOUND_POID;
	struct rtla_bound_variable *poid = variable;
	u64 after = unseen_margin(of, &of->after, 0);
	u64 before =
		unseen_margin(of, &of->before, rtla_bound_unseen(&of->before));

	poid->method = RTLA_BOUND_BRACKET;
	poid->upper_ns = max(poid->upper_ns, read->longest_gap_ns);
	variable[RTLA_BOUND_IDLE - RTLA_BOUND_POID].method = RTLA_BOUND_BRACKET;
	if (!READ_ONCE(rtla_bound_sees_exit))
		psd->method = RTLA_BOUND_SWITCHES;
	dst->margin_ns = scheduler_margin(of, dst, after);
	psd->margin_ns = scheduler_margin(of, psd, before + after);
}

/**
 * rtla_bound_windows_read - read what is known of a CPU
 * @windows: of the session
 * @stats: of the session, too
 * @read: the field cpu is read; all others are set, except size
 *
 * Context: process.
 */
void rtla_bound_windows_read(struct bound_cpu_windows __percpu *windows,
			     const struct stats *stats, struct rtla_bound *read)
{
	const struct stats_cpu *counted = rtla_stats_of(stats, read->cpu);
	struct bound_cpu_windows *of = per_cpu_ptr(windows, read->cpu);
	u64 floor = READ_ONCE(of->floor);
	unsigned int i;

	read->probes = READ_ONCE(of->probes);
	read->longest_gap_ns = READ_ONCE(of->gap);
	read->unmeasured = READ_ONCE(of->unmeasured);
	read->irq_entries = READ_ONCE(of->entries);
	read->irq_entry_sum_ns = READ_ONCE(of->entry_sum);
	read->irq_entry_max_ns = READ_ONCE(of->entry_max);
	read->floor_ns = floor == U64_MAX ? 0 : floor;
	for (i = 0; i < RTLA_BOUND_VARIABLES; i++) {
		read_variable(of, &of->longest[i], &read->variable[i]);
		read->variable[i].count =
			READ_ONCE(counted->line[RTLA_BOUND_POID + i].count);
	}
	read_methods(of, read, read->variable);
	rtla_bound_rules_read(&of->rules, read);
}

/* Return the address of a place that has this token; 0: none has. */
static unsigned long place_find(const struct bound_place *place, u64 token)
{
	unsigned long address = READ_ONCE(place->address);
	unsigned int i;

	if (address_token(address) == token)
		return address;
	for (i = 0; i < RTLA_BOUND_STACK_MAX; i++) {
		address = READ_ONCE(place->stack[i]);
		if (address_token(address) == token)
			return address;
	}
	return 0;
}

/**
 * rtla_bound_find_address - find the address that a token of a longest window
 * is of
 * @config: of the session
 * @token: a number from user space, not 0
 *
 * A window that is replaced while this looks may or may not be found: see
 * rtla_hit_has_address(). Return: 0 if there is none. Context: process, may
 * sleep.
 */
unsigned long rtla_bound_find_address(const struct workload_config *config,
				      u64 token)
{
	const struct bound_cpu_windows *of;
	unsigned long address;
	unsigned int i;
	int cpu;

	for_each_possible_cpu(cpu) {
		of = per_cpu_ptr(config->bound.windows, cpu);
		for (i = 0; i < RTLA_BOUND_VARIABLES; i++) {
			address = place_find(&of->longest[i].place, token);
			if (address)
				return address;
		}
		cond_resched();
	}
	return 0;
}
