// SPDX-License-Identifier: GPL-2.0
/*
 * A fuzzer of gates: any text, and any file of gates, is either accepted, or
 * refused with the place of the error.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gates/gates.h"

static void check_gate(const struct gate *gate)
{
	struct cpus measured = { .word = { 0xff } }, cpus;
	struct quantity value = gate->limit;
	char text[64];

	/* The limit itself passes <= and >=, and no other operator. */
	fuzz_require(gate_holds(gate, &value) ==
		     (gate->operator == GATE_AT_MOST ||
		      gate->operator == GATE_AT_LEAST));
	quantity_print(&value, text, sizeof(text));
	gate_cpus(gate, &measured, &cpus);
	fuzz_require(!cpus_empty(&cpus));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct gates gates;
	char *text = fuzz_text(data, size);
	const char *why;

	gates.count = 0;
	why = gates_add(&gates, text);
	fuzz_require((why ? 0 : 1) == gates.count);
	if (why)
		fuzz_require(strstr(why, "character ") || strstr(why, "too long"));
	else
		check_gate(&gates.gate[0]);
	gates.count = 0;
	why = gates_add_file(&gates, fuzz_file(data, size));
	if (why)
		fuzz_require(strstr(why, "line ") || strstr(why, "no gate") ||
			     strstr(why, "too "));
	for (int i = 0; i < gates.count; i++)
		check_gate(&gates.gate[i]);
	free(text);
	return 0;
}
