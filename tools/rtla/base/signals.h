/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Signals that are read from a descriptor.
 */
#ifndef RTLA_SIGNALS_H
#define RTLA_SIGNALS_H

/*
 * signals_open - block @count signals, and return a descriptor that reports
 * them
 *
 * From now on they end no output that waits, see endable_output.h. Reading from
 * the descriptor does not wait. Returns -1 with errno after an error.
 */
int signals_open(const int *signals, int count);

#endif /* RTLA_SIGNALS_H */
