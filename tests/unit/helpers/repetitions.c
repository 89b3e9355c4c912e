// SPDX-License-Identifier: GPL-2.0
/*
 * How often tests repeat what they do: see repetitions.h.
 */
#include <stdlib.h>

#include "repetitions.h"

bool is_long(void)
{
	const char *text = getenv("LONG");

	return text && *text;
}

int repetitions(int all)
{
	return is_long() ? all : (all + 9) / 10;
}

int alarms_most(int pairs)
{
	return is_long() ? pairs / 20 : 1;
}
