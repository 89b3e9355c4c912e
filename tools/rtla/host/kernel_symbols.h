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
 * kernel_symbols_load - read /proc/kallsyms below @root, "" for this machine
 *
 * The kernel makes each of its 200000 lines as it is read. That takes 100 ms on
 * a CPU that nobody else uses, but a hundred times as long where measuring
 * threads leave little of it: so call this before they start. The names take
 * 5 MB until they are freed. Returns NULL if there is no such file, or no
 * memory.
 */
struct kernel_symbols *kernel_symbols_load(const char *root);

/*
 * kernel_symbols_find - put the name of the function that contains @address
 * into @name, with its module, as in "spin [rtla_inject]"
 *
 * Returns false if no function is known that begins at or below @address, and
 * near it; then @name is as before. So it is with code that was loaded after
 * the list, and if the kernel shows no addresses, which it does to others than
 * root.
 */
bool kernel_symbols_find(const struct kernel_symbols *symbols, uint64_t address,
			 char *name, size_t size);

/* kernel_symbols_free - free @symbols, which may be NULL */
void kernel_symbols_free(struct kernel_symbols *symbols);

#endif /* RTLA_KERNEL_SYMBOLS_H */
