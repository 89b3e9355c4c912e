// SPDX-License-Identifier: GPL-2.0
/*
 * Prints what a turn of loops takes at least, in thousandths of a ns: one that
 * does nothing, one with the marks of a cycle, and one that calls a function:
 *
 *	marks_cost ROUNDS
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "rtla_cycle.h"

static inline void keep(void)
{
	__asm__ volatile("" ::: "memory");
}

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

__attribute__((noinline)) static void called(void)
{
	keep();
}

#define LOOP(name, what) do { \
	long long least = -1; \
	for (int again = 0; again < 5; again++) { \
		long long begin = now(); \
		_Pragma("GCC unroll 1") \
		for (long i = 0; i < rounds; i++) { \
			what; \
			keep(); \
		} \
		begin = now() - begin; \
		least = least < 0 || begin < least ? begin : least; \
	} \
	printf(name " %lld\n", least * 1000 / rounds); \
} while (0)

int main(int argc, char *argv[])
{
	long rounds = argc > 1 ? atol(argv[1]) : 0;

	if (rounds < 1)
		return 1;
	LOOP("plain", (void)0);
	LOOP("marks", RTLA_CYCLE_BEGIN(cost); RTLA_CYCLE_END(cost));
	LOOP("function", called());
	return 0;
}
