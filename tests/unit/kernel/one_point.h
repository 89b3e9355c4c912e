/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A simulated CPU (simulated_cpu.h) on which one thing happens, at one access
 * to memory of the code that is tested, and whose clock stands still.
 */
#ifndef ONE_POINT_H
#define ONE_POINT_H

#include <setjmp.h>

/* A reader that has looked so often waits for the CPU. */
#define LOOKS_MAX	2000

extern int point, wanted;	/* -1: nothing happens at any access */
extern void (*happens)(void);
extern int looks;		/* 0: nobody reads */
extern jmp_buf waits;

#endif /* ONE_POINT_H */
