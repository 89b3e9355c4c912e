/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file that may be packed: by gzip, xz, zstd, bzip2 or lz4, of which the
 * first bytes tell. The programs of these names unpack it, by pipes.
 */
#ifndef RTLA_PACKED_FILE_H
#define RTLA_PACKED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct packer;

/**
 * struct packed_file - an open file
 * @in: what is in it, unpacked; valid until packed_file_close()
 * @packer: who has packed it; NULL: nobody
 * @packed: the file itself, if it is packed
 * @begin: where it begins; -1: it cannot be read twice
 * @unpacking: the process that unpacks it, or 0
 * @feeding: the process that writes to that one what cannot be read twice, or 0
 * @said: what the first of them has said, a descriptor
 * @why: buffer for the text of a reason
 */
struct packed_file {
	FILE *in;
	const struct packer *packer;
	FILE *packed;
	off_t begin;
	pid_t unpacking;
	pid_t feeding;
	int said;
	char why[160];
};

/*
 * packed_file_open - open the file @path for reading; "-" is standard input
 *
 * Returns NULL, or the reason of a failure; then nothing is open.
 */
const char *packed_file_open(struct packed_file *file, const char *path);

/*
 * packed_file_close - close the file, and end the processes that unpack it
 *
 * Returns NULL, or the reason why what was read up to its end is not all of it.
 */
const char *packed_file_close(struct packed_file *file);

/*
 * stream_packer - return the program that has packed what @in has, or NULL
 *
 * Nothing has been read before.
 */
const char *stream_packer(FILE *in);

#endif /* RTLA_PACKED_FILE_H */
