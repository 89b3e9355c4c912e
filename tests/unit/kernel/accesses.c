// SPDX-License-Identifier: GPL-2.0
/*
 * noise.c is compiled with -fsanitize=thread, and so calls these functions
 * before each access to memory. Here they make the access a point at which an
 * interrupt may come. The sanitizer's own library is not linked.
 */
#include "simulated_cpu.h"

#define ACCESS(what) void __tsan_##what(void *at) { (void)at; cpu_point(); }
ACCESS(read1)
ACCESS(read2)
ACCESS(read4)
ACCESS(read8)
ACCESS(read16)
ACCESS(write1)
ACCESS(write2)
ACCESS(write4)
ACCESS(write8)
ACCESS(write16)
ACCESS(unaligned_read2)
ACCESS(unaligned_read4)
ACCESS(unaligned_read8)
ACCESS(unaligned_read16)
ACCESS(unaligned_write2)
ACCESS(unaligned_write4)
ACCESS(unaligned_write8)
ACCESS(unaligned_write16)
ACCESS(func_entry)

#define RANGE(what) \
	void __tsan_##what##_range(void *at, long size) \
	{ (void)at; (void)size; cpu_point(); }
RANGE(read)
RANGE(write)

void __tsan_func_exit(void *unused)
{
	(void)unused;
	cpu_point();
}

void __tsan_init(void)
{
}
