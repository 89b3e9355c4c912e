/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stretch of time whose samples are counted: see RTLA_IOC_COUNT.
 */
#ifndef _RTLA_STATS_WINDOW_H
#define _RTLA_STATS_WINDOW_H

#include <linux/types.h>

/**
 * struct stats_window - which samples are counted
 * @from: ns; the counting begins
 * @length: ns; it ends so much later; 0: nothing is counted
 */
struct stats_window {
	u64 from;
	u64 length;
};

#endif /* _RTLA_STATS_WINDOW_H */
