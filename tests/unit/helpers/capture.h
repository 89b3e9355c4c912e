/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Capturing of what is written to stderr.
 */
#ifndef TEST_CAPTURE_H
#define TEST_CAPTURE_H

struct capture {
	int fd;			/* copy of the original stderr */
	int file;		/* what stderr is now: a memfd */
	char text[4096];	/* filled by capture_end() */
};

/*
 * capture_begin, capture_end - redirect stderr; restore it and return the text
 *
 * The text is in @capture, cut if it does not fit.
 */
void capture_begin(struct capture *capture);
const char *capture_end(struct capture *capture);

#endif /* TEST_CAPTURE_H */
