/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Catches what is said on stderr.
 */
#ifndef TEST_CAPTURE_H
#define TEST_CAPTURE_H

struct capture {
	int fd;			/* what stderr was */
	int file;
	char text[4096];	/* filled by capture_end() */
};

void capture_begin(struct capture *capture);
const char *capture_end(struct capture *capture);

#endif /* TEST_CAPTURE_H */
