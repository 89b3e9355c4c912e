/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A decoder for the events that the running kernel records.
 */
#ifndef RTLA_LIVE_DECODER_H
#define RTLA_LIVE_DECODER_H

#include "base/message.h"

struct decoder;

/*
 * live_decoder_new - make a decoder for the events of @system and, as far as
 * this kernel has them, for those of other systems in its table
 *
 * Prints an error if it fails. The caller frees it with decoder_free().
 */
enum result live_decoder_new(struct decoder **decoder, const char *system);

#endif /* RTLA_LIVE_DECODER_H */
