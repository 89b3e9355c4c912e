/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a fuzzer and its driver agree on: that of libFuzzer.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* fuzz_text - a copy of the input that ends with '\0', to be freed */
char *fuzz_text(const uint8_t *data, size_t size);

/* fuzz_file - the input as a file; its name is good until the next call */
const char *fuzz_file(const uint8_t *data, size_t size);

/* fuzz_require - what has to hold for any input; abort() if it does not */
#define fuzz_require(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stdout, "%s:%d: %s\n", __FILE__, __LINE__, \
				#condition); \
			fflush(stdout); \
			__builtin_trap(); \
		} \
	} while (0)

#endif /* FUZZ_H */
