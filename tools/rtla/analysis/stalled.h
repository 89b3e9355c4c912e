/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A CPU that stood still: hardware, firmware or a hypervisor had it, while the
 * kernel was about to do something that takes no time by itself.
 */
#ifndef RTLA_STALLED_H
#define RTLA_STALLED_H

struct analysis;
struct event_list;

/*
 * stalled_find - find a stretch of @analysis in which its CPU stood still
 *
 * All parts are found already. An unexplained stretch that is most of a noise
 * becomes hardware noise: a stop that is longer than a tick is followed by the
 * tick, so that its gap is not without any interference. A wake-up is marked
 * (analysis->stalled) if what it takes by itself took many times as long as
 * interrupts in @list usually do.
 */
void stalled_find(struct analysis *analysis, const struct event_list *list);

#endif /* RTLA_STALLED_H */
