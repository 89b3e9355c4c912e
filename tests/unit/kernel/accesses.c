// SPDX-License-Identifier: GPL-2.0
/*
 * noise.c is compiled with -fsanitize=thread, and so calls these functions before
 * each access to memory. Here they make the access a point at which an interrupt
 * may come; the sanitizer's own library is not linked.
 */
#include "simulated_cpu.h"

#define ACCESS(what, size) \
	void __tsan_##what##size(void *at); \
	void __tsan_##what##size(void *at) { (void)at; cpu_point(); }
ACCESS(read, 1)
ACCESS(read, 2)
ACCESS(read, 4)
ACCESS(read, 8)
ACCESS(read, 16)
ACCESS(write, 1)
ACCESS(write, 2)
ACCESS(write, 4)
ACCESS(write, 8)
ACCESS(write, 16)
ACCESS(unaligned_read, 2)
ACCESS(unaligned_read, 4)
ACCESS(unaligned_read, 8)
ACCESS(unaligned_read, 16)
ACCESS(unaligned_write, 2)
ACCESS(unaligned_write, 4)
ACCESS(unaligned_write, 8)
ACCESS(unaligned_write, 16)
ACCESS(func_entry, )

#define RANGE(what) \
	void __tsan_##what##_range(void *at, long size); \
	void __tsan_##what##_range(void *at, long size) \
	{ (void)at; (void)size; cpu_point(); }
RANGE(read)
RANGE(write)

void __tsan_func_exit(void *unused);
void __tsan_func_exit(void *unused) { (void)unused; cpu_point(); }
void __tsan_init(void);
void __tsan_init(void) { }
