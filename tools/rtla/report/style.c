// SPDX-License-Identifier: GPL-2.0
/*
 * The style sheet of the report, which is page.css without its comments. The
 * Makefile makes a string of it.
 */
#include "report/html.h"

const char html_style[] =
#include "page_css.h"
;
