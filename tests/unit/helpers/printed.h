/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Comparing what a view prints with the expected text.
 */
#ifndef TEST_PRINTED_H
#define TEST_PRINTED_H

#include "view/view.h"

/* printed - return what @view prints; the caller frees it */
char *printed(const struct view *view, const struct snapshot *snapshot);

/*
 * expect_printed - check that @view prints exactly @expected
 *
 * If not, the test fails and shows both texts.
 */
void expect_printed(const struct view *view, const struct snapshot *snapshot,
		    const char *expected);

#endif /* TEST_PRINTED_H */
