// SPDX-License-Identifier: MIT
/*
 * The marks of rtla_cycle.h as functions, for languages that cannot have the
 * header itself, like Python (cycle_marks.py):
 *
 *	cc -O2 -fPIC -shared -o libcycle_marks.so cycle_marks.c
 */
#include <rtla_cycle.h>

void cycle_begin(void);
void cycle_end(void);

void cycle_begin(void)
{
	RTLA_CYCLE_BEGIN(python);
}

void cycle_end(void)
{
	RTLA_CYCLE_END(python);
}
