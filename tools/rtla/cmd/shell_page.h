/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The page of "rtla help shell".
 */
#ifndef RTLA_SHELL_PAGE_H
#define RTLA_SHELL_PAGE_H

#include <stdio.h>

void shell_page_print(FILE *out);

#endif /* RTLA_SHELL_PAGE_H */
