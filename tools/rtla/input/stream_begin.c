// SPDX-License-Identifier: GPL-2.0
/*
 * The first bytes of a file: see stream_begin.h.
 */
#include <string.h>

#include "input/stream_begin.h"

#define IS_UTF16	"it is text in UTF-16: change it first: iconv -f UTF-16"
#define IS_UTF32	"it is text in UTF-32: change it first: iconv -f UTF-32 -t UTF-8"

/* Formats that can be told by the first bytes. */
static const struct other_format {
	const char *magic;
	size_t size;
	const char *why;
} others[] = {
	{ "\xff\xfe\0\0", 4, IS_UTF32 },
	{ "\0\0\xfe\xff", 4, IS_UTF32 },
	{ "\xff\xfe", 2, IS_UTF16 " -t UTF-8" },
	{ "\xfe\xff", 2, IS_UTF16 " -t UTF-8" },
	{ "PK\3\4", 4, "it is an archive of zip: unpack it, and give the file that is in it" },
};

size_t stream_peek(FILE *in, void *bytes, size_t size)
{
	const unsigned char *begin = bytes;
	size_t got = fread(bytes, 1, size, in);

	clearerr(in);
	for (size_t left = got; left; left--)
		ungetc(begin[left - 1], in);
	return got;
}

bool stream_is_dat(FILE *in)
{
	static const char magic[] = "\x17\x08\x44tracing";
	char begin[sizeof(magic) - 1];

	return stream_peek(in, begin, sizeof(begin)) == sizeof(begin) &&
	       !memcmp(begin, magic, sizeof(begin));
}

/* Return whether @bytes begin with two letters of ASCII in UTF-16. */
static bool is_utf16(const char *bytes, bool little_endian)
{
	const char *zero = bytes + little_endian, *letter = bytes + !little_endian;

	return !zero[0] && !zero[2] && letter[0] && letter[2];
}

const char *stream_unreadable(FILE *in)
{
	char begin[4];
	size_t got = stream_peek(in, begin, sizeof(begin));

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (got >= others[i].size &&
		    !memcmp(begin, others[i].magic, others[i].size))
			return others[i].why;
	if (got == sizeof(begin) && is_utf16(begin, true))
		return IS_UTF16 "LE -t UTF-8";
	if (got == sizeof(begin) && is_utf16(begin, false))
		return IS_UTF16 "BE -t UTF-8";
	return NULL;
}
