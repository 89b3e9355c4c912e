/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recording as a page for people: the worst with their causes, how much was
 * recorded, and what has happened.
 */
#ifndef RTLA_RECORDING_TEXT_H
#define RTLA_RECORDING_TEXT_H

#include <stdio.h>

#include "base/message.h"

struct recording;

/* recording_print - print it; a recorder may be writing the recording */
enum result recording_print(FILE *out, const struct recording *recording);

#endif /* RTLA_RECORDING_TEXT_H */
