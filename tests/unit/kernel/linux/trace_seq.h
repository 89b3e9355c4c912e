/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_TRACE_SEQ_H
#define SIMULATED_TRACE_SEQ_H

struct trace_seq;

#endif /* SIMULATED_TRACE_SEQ_H */
