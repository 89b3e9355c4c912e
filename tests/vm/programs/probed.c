// SPDX-License-Identifier: GPL-2.0
/*
 * A program with static probes of the form of SystemTap (USDT), as others have
 * them, and not with rtla_cycle.h:
 *
 *	probed CYCLES		each is 10 ms, in which it computes for 2 ms
 *
 * The probes cycle_start and cycle_done of the provider robot have a counter of
 * those who look, which the program asks before it gets there. It prints how
 * often it got to the first one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PROBE(name)	({						\
	__asm__ volatile(						\
		"990:	nop\n"						\
		".pushsection .note.stapsdt,\"\",\"note\"\n"		\
		".balign 4\n"						\
		".long 992f-991f, 994f-993f, 3\n"			\
		"991:	.asciz \"stapsdt\"\n"				\
		"992:	.balign 4\n"					\
		"993:	.quad 990b, _.stapsdt.base, robot_" #name "\n"	\
		".asciz \"robot\", \"" #name "\", \"\"\n"		\
		"994:	.balign 4\n"					\
		".popsection\n" ::: "memory");				\
})

__asm__(".pushsection .stapsdt.base,\"aG\",\"progbits\",.stapsdt.base,comdat\n"
	".weak _.stapsdt.base\n"
	".hidden _.stapsdt.base\n"
	"_.stapsdt.base: .space 1\n"
	".size _.stapsdt.base, 1\n"
	".popsection\n");

__attribute__((section(".probes"), used, visibility("hidden")))
unsigned short robot_cycle_start;
__attribute__((section(".probes"), used, visibility("hidden")))
unsigned short robot_cycle_done;

static void compute(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	for (long until = now.tv_sec * 1000000000 + now.tv_nsec + 2000000;
	     now.tv_sec * 1000000000 + now.tv_nsec < until;)
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
}

int main(int argc, char *argv[])
{
	int cycles = argc > 1 ? atoi(argv[1]) : 100, seen = 0;
	const struct timespec rest = { 0, 8000000 };

	for (int i = 0; i < cycles; i++) {
		if (robot_cycle_start) {
			PROBE(cycle_start);
			seen++;
		}
		compute();
		if (robot_cycle_done)
			PROBE(cycle_done);
		nanosleep(&rest, NULL);
	}
	printf("%d\n", seen);
	return 0;
}
