// SPDX-License-Identifier: GPL-2.0
/*
 * A library that ends with status 77 whoever opens it: for static.t, where the
 * command may open none. It needs no other library.
 */
#include <sys/syscall.h>

static void __attribute__((constructor)) opened(void)
{
	long result;

	__asm__ volatile("syscall" : "=a"(result)
			 : "0"((long)SYS_exit_group), "D"(77L)
			 : "rcx", "r11", "memory");
}
