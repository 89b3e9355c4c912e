/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface between a fuzzer and its driver, which is that of libFuzzer.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* fuzz_text - copy the input to a string, which the caller frees */
char *fuzz_text(const uint8_t *data, size_t size);

/*
 * fuzz_file - write the input to a file, and return its name
 *
 * The name and the file are valid until the next call.
 */
const char *fuzz_file(const uint8_t *data, size_t size);

/* fuzz_require - abort if @condition, which any input must fulfil, is false */
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
