// SPDX-License-Identifier: GPL-2.0
/*
 * A simulated CPU on which one thing happens: see one_point.h.
 */
#include "one_point.h"
#include "simulated_cpu.h"

int point, wanted;
void (*happens)(void);
int looks;
jmp_buf waits;

void cpu_point(void)
{
	if (looks && !--looks)
		longjmp(waits, 1);
	if (wanted >= 0 && point++ == wanted)
		happens();
}

uint64_t cpu_clock(void)
{
	return 0;
}

void cpu_add(uint64_t *to, uint64_t amount)
{
	*to += amount;
}

uint64_t cpu_cmpxchg(uint64_t *at, uint64_t old, uint64_t new)
{
	uint64_t was = *at;

	if (was == old)
		*at = new;
	return was;
}
