/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pictures in PNG, which rsvg-convert makes of SVG.
 */
#ifndef RTLA_PNG_H
#define RTLA_PNG_H

#include <stddef.h>

#include "base/message.h"

/*
 * png_make - let rsvg-convert draw @svg, of @svg_size bytes
 *
 * The picture has *@size bytes in *@picture, which the caller frees. @path is
 * the argument of --plot, for messages. After a failure, the reason has been
 * printed: returns RESULT_CANNOT if rsvg-convert is not installed, else
 * RESULT_ERROR. No file is left, as rsvg-convert reads and writes files in
 * memory.
 */
enum result png_make(const char *path, const char *svg, size_t svg_size,
		     char **picture, size_t *size);

#endif /* RTLA_PNG_H */
