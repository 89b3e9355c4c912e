/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who woke the watched threads: see wakers.c.
 */
#ifndef _RTLA_WAKERS_H
#define _RTLA_WAKERS_H

#include <linux/cpumask.h>
#include <linux/jump_label.h>
#include <linux/types.h>

#include <uapi/rtla.h>

#include "noise/hooks.h"

/**
 * struct waker - who woke a thread
 * @kind: one of &enum rtla_waker
 * @id: as in &struct rtla_woken
 * @name: RTLA_COMM_LEN bytes, padded with zeros; of a timer: the address of its
 *	callback, and 0
 */
struct waker {
	u32 kind;
	s32 id;
	u64 name[2];
};

struct wakers;

extern struct hook_set rtla_wakers_hooks;

/*
 * Any session counts wake-ups by waker: what only those need costs others
 * nothing.
 */
DECLARE_STATIC_KEY_FALSE(rtla_wakers_kept);

void rtla_waker_note(struct waker *waker, enum rtla_waker kind);

struct wakers *rtla_wakers_create(const struct cpumask *cpus);
void rtla_wakers_destroy(struct wakers *wakers);
void rtla_wakers_count(struct wakers *wakers, const struct waker *waker,
		       const u64 *point, unsigned int first);
bool rtla_wakers_read(const struct wakers *wakers, int cpu, unsigned int number,
		      struct rtla_woken *read);

#endif /* _RTLA_WAKERS_H */
