/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_PREEMPT_H
#define SIMULATED_PREEMPT_H

/* Nothing preempts the simulated CPU. The test itself decides which context it is in. */
#define preempt_disable_notrace()	do { } while (0)
#define preempt_enable_notrace()	do { } while (0)
#define in_hardirq()			false

#endif /* SIMULATED_PREEMPT_H */
