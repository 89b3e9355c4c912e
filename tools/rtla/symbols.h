/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of the running kernel's functions, from /proc/kallsyms.
 */
#ifndef RTLA_SYMBOLS_H
#define RTLA_SYMBOLS_H

#include <stdint.h>

struct symbols;

/* symbols_load - NULL if the kernel does not tell; everything takes that */
struct symbols *symbols_load(void);
struct symbols *symbols_load_from(const char *path);

/* symbols_find - the function that @addr is in; NULL if that is unknown */
const char *symbols_find(const struct symbols *symbols, uint64_t addr);
void symbols_free(struct symbols *symbols);

#endif /* RTLA_SYMBOLS_H */
