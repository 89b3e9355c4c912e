/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Compares what a view prints with what it should.
 */
#ifndef TEST_PRINTED_H
#define TEST_PRINTED_H

#include "view/view.h"

/* printed - what @view prints, to be freed */
char *printed(const struct view *view, const struct snapshot *snapshot);

/* expect_printed - exactly @expected, else the test fails and shows both */
void expect_printed(const struct view *view, const struct snapshot *snapshot,
		    const char *expected);

#endif /* TEST_PRINTED_H */
