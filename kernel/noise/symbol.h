/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The names of addresses of the kernel.
 */
#ifndef _RTLA_SYMBOL_H
#define _RTLA_SYMBOL_H

#include <linux/kallsyms.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/types.h>

/**
 * rtla_symbol_find - find the name of the symbol at an address
 * @text: set to it; KSYM_SYMBOL_LEN bytes
 * @address: the address
 *
 * Return: false if it has none: the kernel prints such an address as a number,
 * which nobody may see. Context: process.
 */
static inline bool rtla_symbol_find(char *text, u64 address)
{
	sprint_symbol_no_offset(text, address);
	return strncmp(text, "0x", 2);
}

/**
 * rtla_symbol_copy - set @name to the name of the symbol at an address, cut to
 * fit
 * @name: as it was if the function returns false
 * @size: bytes at @name
 * @address: the address
 *
 * Return: false if it has none, or without memory. Context: process, may sleep.
 */
static inline bool rtla_symbol_copy(char *name, size_t size, u64 address)
{
	char *text = kzalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	bool found = text && rtla_symbol_find(text, address);

	if (found)
		strscpy(name, text, size);
	kfree(text);
	return found;
}

#endif /* _RTLA_SYMBOL_H */
