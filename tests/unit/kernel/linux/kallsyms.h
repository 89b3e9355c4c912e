/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_KALLSYMS_H
#define SIMULATED_KALLSYMS_H

#include <stdio.h>

#define KSYM_SYMBOL_LEN	512

/* Addresses below 1000 have no name. */
static inline int sprint_symbol_no_offset(char *text, unsigned long address)
{
	return address < 1000 ? sprintf(text, "0x%lx", address) :
				sprintf(text, "function_%lu", address);
}

#endif /* SIMULATED_KALLSYMS_H */
