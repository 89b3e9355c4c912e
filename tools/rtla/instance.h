/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace instances of our own.
 *
 * They are called "rtla.PID.PURPOSE", and held by a lock on their directory
 * that the kernel drops with the process. So an instance of ours that can be
 * locked was left by a killed run. The guard of that run removes it, or else
 * whoever creates the next.
 */
#ifndef RTLA_INSTANCE_H
#define RTLA_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cpus.h"
#include "message.h"

/* All are called so, and none of others. */
#define INSTANCE_PREFIX	"rtla."

struct instance;
struct tep_event;
struct tep_handle;
struct tep_record;

/* Called for each record, in the order of time; not 0 ends it. */
typedef int instance_record_fn(struct tep_event *event,
			       struct tep_record *record, int cpu,
			       void *context);

/* instances_check - can instances be made here? */
enum result instances_check(void);

/* instances_formats - of the events of @system; for tep_free() */
enum result instances_formats(struct tep_handle **formats, const char *system);

/* instances_add_format - that of one event more; false if it is not there */
bool instances_add_format(struct tep_handle *formats, const char *system,
			  const char *event);

/* instances_have - is there such an event, or with NULL such a system? */
bool instances_have(const char *system, const char *event);

/* instances_trace_functions - can calls of functions be traced here? */
bool instances_trace_functions(void);

/*
 * instances_remove_left - remove those of killed runs; true if there is none of
 * the process @pid any more
 */
bool instances_remove_left(pid_t pid);

/* instance_create - off, clock "mono", overwriting the oldest, for @cpus */
enum result instance_create(struct instance **instance, const char *purpose,
			    const struct cpus *cpus);
void instance_destroy(struct instance *instance);

/* instance_events - have it collect @event, or with NULL all of @system */
enum result instance_events(struct instance *instance, const char *system,
			    const char *event);
enum result instance_trigger(struct instance *instance, const char *system,
			     const char *event, const char *trigger);

/*
 * instance_event_write - @text to a file of an event of one instance
 *
 * False with the kernel's reason in @why, and nothing said.
 */
bool instance_event_write(struct instance *instance, const char *system,
			  const char *event, const char *file,
			  const char *text, char *why, size_t size);

/*
 * instance_functions - have it collect calls of functions
 *
 * Of all of them, or of those that @filter names, words with wildcards. False
 * with the reason in @why, and nothing said.
 */
bool instance_functions(struct instance *instance, const char *filter,
			char *why, size_t size);

/* instance_set_buffer - so many kB for each CPU */
enum result instance_set_buffer(struct instance *instance, int64_t kb);

/* instance_clear - drop all that it has collected */
enum result instance_clear(struct instance *instance);

enum result instance_on(struct instance *instance);
void instance_off(struct instance *instance);

/* instance_open_raw - the pages of one CPU, not waiting; -1 after a message */
int instance_open_raw(struct instance *instance, int cpu);

/* instance_open_text - the trace as text, of all CPUs; -1 with errno */
int instance_open_text(struct instance *instance);

/* instance_open_hist - the histograms of an event's triggers; likewise */
int instance_open_hist(struct instance *instance, const char *system,
		       const char *event);

/* instance_records - take all that there is out of the ring buffer */
enum result instance_records(struct instance *instance,
			     struct tep_handle *formats,
			     instance_record_fn *fn, void *context);

/* instance_page_size - of what instance_open_raw() reads */
size_t instance_page_size(struct instance *instance);

#endif /* RTLA_INSTANCE_H */
