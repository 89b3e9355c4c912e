/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How much time one interrupt vector can take from its CPU, as its arrivals
 * show: for windows of 240 lengths, the largest sum of executions that began in
 * one of them, and the largest number. These are the observed arrival patterns
 * that underlie the two "Sliding window" columns of D. B. de Oliveira, D.
 * Casini, R. S. de Oliveira, T. Cucinotta, "Demystifying the Real-Time Linux
 * Scheduling Latency", ECRTS 2020, section 5. The paper's tool keeps all
 * arrivals; this needs the same memory at any duration.
 *
 * A window is half-open, [s, s + length), and begins anywhere. A largest one is
 * always among those that begin at an arrival.
 */
#ifndef RTLA_DEMAND_H
#define RTLA_DEMAND_H

#include <stdbool.h>
#include <stdint.h>

#define DEMAND_LENGTHS		240
#define DEMAND_SHORTEST_NS	1000ULL
#define DEMAND_LONGEST_NS	100000000ULL

/*
 * Figures of all arrivals of one vector on one CPU. demand_add() computes them,
 * but they may come from elsewhere, too: whoever fills them in keeps what is
 * said here.
 */
struct demand_curve {
	uint64_t count;
	uint64_t sum_ns;	/* of all executions */
	/* The longest execution: oWCET in the paper. */
	uint64_t owcet_ns;
	/* The shortest time between arrivals: oMIAT. UINT64_MAX with fewer than two. */
	uint64_t omiat_ns;
	/*
	 * The largest sum of executions, and the largest number of arrivals, in
	 * any window of demand_length(i) ns; not both need be those of one
	 * window.
	 */
	uint64_t most_ns[DEMAND_LENGTHS];
	uint64_t most[DEMAND_LENGTHS];
	/*
	 * Arrivals were put together, as there were too many within the longest
	 * window; up to 768 of them never are. Figures above may then be larger
	 * than said, up to those of the next length.
	 */
	bool merged;
};

/*
 * demand_length - return the length, in ns, of the windows @index, 0 to
 * DEMAND_LENGTHS - 1
 *
 * The first length is 1 us. Each other is 4.931 % longer than the one before
 * it, rounded up to a ns, and the last one is cut to 100 ms.
 */
uint64_t demand_length(int index);

/* Arrivals in a window. */
struct window_demand {
	uint64_t ns;		/* sum of executions */
	uint64_t arrivals;
};

/*
 * demand_at_most - return what arrives at most in any window of @length ns:
 * each figure is exact or too large, never too small
 *
 * It is read at the next of the 240 lengths, so that it is not larger than the
 * true one of that length; if arrivals were merged, of the length after that.
 * Nor is it larger than oMIAT and oWCET allow. Beyond 100 ms nothing is known,
 * and both are UINT64_MAX.
 */
struct window_demand demand_at_most(const struct demand_curve *curve,
				    uint64_t length);

/*
 * demand_at_least - return what arrives at least in the worst window of @length
 * ns: each figure is exact or too small, never too large
 *
 * It is read at the length before; if arrivals were merged, at the one before
 * that. A window that is shorter than all of these has one arrival, the longest
 * execution.
 */
struct window_demand demand_at_least(const struct demand_curve *curve,
				     uint64_t length);

/*
 * demand_sporadic - return how many arrivals a window of @length ns can have if
 * all are at least oMIAT apart: length / oMIAT, rounded up
 *
 * A vector that has arrived once is taken as one that never comes again.
 * UINT64_MAX if oMIAT is 0.
 */
uint64_t demand_sporadic(const struct demand_curve *curve, uint64_t length);

/* The curve of one vector on one CPU while its arrivals are counted; about 29 KB. */
struct demand;

/*
 * demand_new - make the curve of a vector without arrivals
 *
 * @unseen_ns is added to each execution: what its entry and exit take beyond
 * the moments between which it is measured. Returns NULL if there is no memory.
 * The caller frees it with demand_free().
 */
struct demand *demand_new(uint64_t unseen_ns);
void demand_free(struct demand *demand);

/* demand_copy - let @to be what @from is now */
void demand_copy(struct demand *to, const struct demand *from);

/*
 * demand_add - count an arrival at the time @arrival_ns, with @execution_ns of
 * execution
 *
 * Arrivals come in their order; several may have the same time. The caller
 * decides what clock they are by, and takes out of an execution what others
 * took from it. Returns false, and counts nothing, if the arrival is earlier
 * than the one before it, or if the sum of executions does not fit into 64
 * bits: then the curve is not that of the vector.
 */
bool demand_add(struct demand *demand, uint64_t arrival_ns,
		uint64_t execution_ns);

/* demand_curve - return the curve of all arrivals so far. @demand owns it. */
const struct demand_curve *demand_curve(const struct demand *demand);

#endif /* RTLA_DEMAND_H */
