// SPDX-License-Identifier: GPL-2.0
/*
 * A driver for compilers without libFuzzer. It runs all inputs in FILE..., and
 * then ROUNDS inputs that are made of them by random changes, the same in each
 * run.
 *
 *	NAME_fuzz ROUNDS FILE...
 *
 * The changes keep part of the form of a text: they change a byte or a bit,
 * remove a piece, insert a number or another short text, repeat a piece of any
 * input, or cut off the end.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define INPUTS_MAX	512
#define SIZE_MAX_INPUT	(1 << 17)

struct input {
	uint8_t *data;
	size_t size;
};

static struct input inputs[INPUTS_MAX];
static int count;
static unsigned int seed = 1;

static size_t any(size_t below)
{
	return below ? (size_t)rand_r(&seed) % below : 0;
}

static void add_file(const char *path)
{
	FILE *file = fopen(path, "r");
	struct input *input = &inputs[count];

	if (!file || count == INPUTS_MAX) {
		fprintf(stdout, "%s: cannot be read, or too many\n", path);
		exit(1);
	}
	input->data = malloc(SIZE_MAX_INPUT);
	input->size = fread(input->data, 1, SIZE_MAX_INPUT, file);
	fclose(file);
	count++;
}

/*
 * Make room for @more bytes at @at, or for as many as still fit. Returns how
 * many.
 */
static size_t open_up(struct input *input, size_t at, size_t more)
{
	if (more > SIZE_MAX_INPUT - input->size)
		more = SIZE_MAX_INPUT - input->size;
	memmove(input->data + at + more, input->data + at, input->size - at);
	input->size += more;
	return more;
}

static void change(struct input *input)
{
	static const char *const pieces[] = {
		"0", "-1", "9223372036854775807", "18446744073709551616", "1e99",
		"null", "[", "]", "{", "}", "\"", "\\", ",", ":", "\n", " ", "@",
		"%", ">", "<=", ".", "/", "-", "\xff", "\xc3\xa9", "1234567",
	};
	const struct input *other = &inputs[any(count)];
	size_t at = any(input->size + 1), length, from;
	const char *piece;

	switch (any(6)) {
	case 0:
		if (at < input->size)
			input->data[at] = any(256);
		break;
	case 1:
		if (at < input->size)
			input->data[at] ^= 1 << any(8);
		break;
	case 2:
		length = any(input->size - at + 1) % (1 + any(64));
		memmove(input->data + at, input->data + at + length,
			input->size - at - length);
		input->size -= length;
		break;
	case 3:
		piece = pieces[any(sizeof(pieces) / sizeof(pieces[0]))];
		length = open_up(input, at, strlen(piece));
		memcpy(input->data + at, piece, length);
		break;
	case 4:
		from = any(other->size + 1);
		length = any(other->size - from + 1) % (1 + any(256));
		length = open_up(input, at, length);
		memcpy(input->data + at, other->data + from, length);
		break;
	default:
		if (!any(8))
			input->size = at;
		break;
	}
}

int main(int argc, char **argv)
{
	struct input made = { .data = malloc(SIZE_MAX_INPUT) };
	long rounds = argc > 1 ? atol(argv[1]) : 0;

	/* Messages of the code that is tested are of no interest. */
	if (!freopen("/dev/null", "w", stderr))
		return 1;
	for (int i = 2; i < argc; i++)
		add_file(argv[i]);
	if (!count || !rounds) {
		fprintf(stdout, "usage: NAME_fuzz ROUNDS FILE...\n");
		return 1;
	}
	for (int i = 0; i < count; i++)
		LLVMFuzzerTestOneInput(inputs[i].data, inputs[i].size);
	for (long i = 0; i < rounds; i++) {
		const struct input *of = &inputs[any(count)];

		made.size = of->size;
		memcpy(made.data, of->data, of->size);
		for (size_t changes = 1 + any(8); changes--;)
			change(&made);
		LLVMFuzzerTestOneInput(made.data, made.size);
	}
	for (int i = 0; i < count; i++)
		free(inputs[i].data);
	free(made.data);
	return 0;
}
