/* SPDX-License-Identifier: MIT */
/*
 * Marks of cycles, for "rtla cycle --mark NAME": where a cycle of a program
 * begins and ends. Copy this file into your program; there is no library.
 *
 *	#include <rtla_cycle.h>
 *
 *	for (;;) {
 *		wait_for_next_period();
 *		RTLA_CYCLE_BEGIN(control);
 *		read_sensors();
 *		compute();
 *		RTLA_CYCLE_END(control);
 *	}
 *
 * In C++, a cycle may also be a block, however it is left:
 *
 *	void Controller::update()
 *	{
 *		RTLA_CYCLE(control);
 *		...
 *	}
 *
 * A mark is an instruction that does nothing, and a note in the file of the
 * program, which is not loaded, about where that is. As long as nobody
 * measures, this instruction is all that it costs. One thread begins and ends a
 * cycle. Names are those of C. Cycles with different names may be within each
 * other.
 *
 * Notes have the form of those of SystemTap, with the providers rtla_begin and
 * rtla_end: "readelf -n", perf and bpftrace find them, too. This is for x86-64
 * and arm64; for other machines there are no marks.
 */
#ifndef RTLA_CYCLE_H
#define RTLA_CYCLE_H

#if defined(__ELF__) && (defined(__x86_64__) || defined(__aarch64__)) && \
	!defined(__ILP32__)

/*
 * The address of the mark, two that are not used, provider, name, and no
 * arguments. The note is in the group of the function ("?"), with which the
 * linker may leave it out.
 */
#define RTLA_CYCLE_MARK(provider, name)				\
	__asm__ __volatile__(					\
		"990:	nop\n"					\
		".pushsection .note.stapsdt,\"?\",\"note\"\n"	\
		".balign 4\n"					\
		".long 992f-991f, 994f-993f, 3\n"		\
		"991:	.asciz \"stapsdt\"\n"			\
		"992:	.balign 4\n"				\
		"993:	.quad 990b, 0, 0\n"			\
		".asciz \"" provider "\", \"" name "\", \"\"\n"	\
		"994:	.balign 4\n"				\
		".popsection\n" ::: "memory")

#else
#define RTLA_CYCLE_MARK(provider, name)	((void)0)
#endif

#define RTLA_CYCLE_BEGIN(name)	RTLA_CYCLE_MARK("rtla_begin", #name)
#define RTLA_CYCLE_END(name)	RTLA_CYCLE_MARK("rtla_end", #name)

#ifdef __cplusplus
/* A cycle from here to the end of the block. */
#define RTLA_CYCLE(name)						\
	struct rtla_cycle_of_##name {					\
		rtla_cycle_of_##name() { RTLA_CYCLE_BEGIN(name); }	\
		~rtla_cycle_of_##name() { RTLA_CYCLE_END(name); }	\
	} rtla_cycle_##name
#endif

#endif /* RTLA_CYCLE_H */
