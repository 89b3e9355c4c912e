// SPDX-License-Identifier: GPL-2.0
/*
 * A fuzzer of lists of CPUs: any text is refused, or is a list that stays the
 * same when it is printed and parsed again.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char written[CPUS_MAX * 5];
	char *text = fuzz_text(data, size);
	struct cpus cpus, again;
	size_t wrong = cpus_wrong(text);

	fuzz_require(wrong <= strlen(text) + 1);
	fuzz_require(cpus_parse(&cpus, text) == !wrong);
	if (!wrong) {
		cpus_format(&cpus, written, sizeof(written));
		fuzz_require(cpus_parse(&again, written));
		fuzz_require(!memcmp(&cpus, &again, sizeof(cpus)));
		/* Too little room cuts the text off, and is not exceeded. */
		cpus_format(&cpus, written, size % 8 + 1);
		fuzz_require(strlen(written) <= size % 8);
	}
	free(text);
	return 0;
}
