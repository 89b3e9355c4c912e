/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The charts of the report as one picture, for where a page is of no use.
 */
#ifndef RTLA_PICTURE_H
#define RTLA_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"

struct report_input;

/* picture_is_known - return whether the name of a file ends with .svg or .png */
bool picture_is_known(const char *path);

/*
 * picture_make - draw bounds, averages and maxima side by side, distributions,
 * heat maps and maxima over time
 *
 * The picture is SVG, or PNG if @path ends with .png. @path itself is not
 * written. The picture has *@size bytes in *@picture, which the caller frees.
 *
 * After a failure, the reason has been printed. Returns RESULT_CANNOT if
 * rsvg-convert, which makes PNG of SVG, is not installed, else RESULT_ERROR.
 */
enum result picture_make(const struct report_input *input, const char *path,
			 char **picture, size_t *size);

#endif /* RTLA_PICTURE_H */
