/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of the kernel's functions, as /proc/kallsyms lists them.
 */
#ifndef RTLA_KERNEL_SYMBOLS_H
#define RTLA_KERNEL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel_symbols;

/*
 * kernel_symbols_open - open a list in the form of /proc/kallsyms
 *
 * The list is read when names are asked for, and only as far as these need it: the kernel
 * makes each of its 200000 lines then, which takes 100 ms, and in an emulated machine many
 * seconds. Returns NULL if there is no such file, or no memory.
 */
struct kernel_symbols *kernel_symbols_open(const char *path);

/*
 * kernel_symbols_find - put the name of the function that contains @address into @name
 *
 * Returns false if no function is known that begins at or below @address; then @name is
 * as before. Also if the kernel shows no addresses, which it does to others than root.
 */
bool kernel_symbols_find(struct kernel_symbols *symbols, uint64_t address,
			 char *name, size_t size);

/* kernel_symbols_close - free @symbols, which may be NULL */
void kernel_symbols_close(struct kernel_symbols *symbols);

#endif /* RTLA_KERNEL_SYMBOLS_H */
