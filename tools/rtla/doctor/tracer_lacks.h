/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The things that a tracer would not see on a machine, as a line of the doctor.
 */
#ifndef RTLA_TRACER_LACKS_H
#define RTLA_TRACER_LACKS_H

#include <stdbool.h>

#include "trace/recorder.h"

struct machine;

#define TRACER_LACKS_LEN	1024

/**
 * struct tracer_lacks - what a tracer lacks on a machine
 * @text: ", not for bound and cycle; without NMIs"; "": nothing
 * @of_machine: another machine would have some of it
 */
struct tracer_lacks {
	char text[TRACER_LACKS_LEN];
	bool of_machine;
};

/* tracer_lacks_find - look all of it up in trace/capabilities.h */
struct tracer_lacks tracer_lacks_find(const struct machine *machine,
				      enum recorder recorder);

#endif /* RTLA_TRACER_LACKS_H */
