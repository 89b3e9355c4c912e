/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The command's own trace instances.
 *
 * An instance is named "rtla.PID.PURPOSE". The command holds a lock on the
 * directory of each of its instances; the kernel drops the lock when the
 * process ends. So an instance of this name that can be locked was left by a
 * killed run. The guard of that run removes it, or else the next run that
 * creates an instance.
 */
#ifndef RTLA_INSTANCE_H
#define RTLA_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/cpus.h"
#include "base/message.h"

/* The names of all of the command's instances, and of no others, begin so. */
#define INSTANCE_PREFIX	"rtla."

/* The trace clock of a new instance. */
#define INSTANCE_CLOCK	"mono"

struct instance;
struct tep_event;
struct tep_handle;
struct tep_record;

/* Called for each record, oldest first, until the return value is not 0. */
typedef int instance_record_fn(struct tep_event *event,
			       struct tep_record *record, int cpu,
			       void *context);

/* instances_check - print an error if instances cannot be created */
enum result instances_check(void);

/*
 * instances_formats - read the format of ring buffer pages, and of all events
 * of @system
 *
 * The caller frees @formats with tep_free(). If reading fails, the function
 * prints an error and sets @formats to NULL.
 */
enum result instances_formats(struct tep_handle **formats, const char *system);

/*
 * instances_add_format - add the format of one more event to @formats
 *
 * Returns false if there is no such event.
 */
bool instances_add_format(struct tep_handle *formats, const char *system,
			  const char *event);

/*
 * instances_have - return whether @event of @system exists
 *
 * With @event NULL: whether @system exists.
 */
bool instances_have(const char *system, const char *event);


/* instances_trace_functions - return whether function calls can be traced */
bool instances_trace_functions(void);

/*
 * instances_remove_left - remove the instances of all killed runs
 *
 * Does nothing if the process @pid has left none. Returns true if there is no
 * instance of @pid any more, or if tracefs cannot be read.
 */
bool instances_remove_left(pid_t pid);

/*
 * instances_were_left - return whether instance_destroy() has failed in this
 * process
 *
 * That happens if a file of the instance could not be closed. Then the instance
 * can be removed when this process has ended.
 */
bool instances_were_left(void);

/*
 * instances_clean - remove the instances of all killed runs, if there are any
 *
 * This is for a run that has no instances itself. It does not mount tracefs,
 * and is silent.
 */
void instances_clean(void);

/*
 * instance_create - create a trace instance for events on @cpus
 *
 * It is off, uses the clock "mono", and overwrites the oldest events. Instances
 * that killed runs have left are removed first. @purpose is the end of its
 * name. If it fails, the function prints an error and sets @instance to NULL.
 */
enum result instance_create(struct instance **instance, const char *purpose,
			    const struct cpus *cpus);

/*
 * instance_spare_names - let the kernel keep no names of threads for an
 * instance
 *
 * Without names, the trace as text has "<...>" for a thread: see
 * thread_names.h. To keep them, the kernel calls probes when a thread is woken
 * and when threads are switched, which takes a hundred instructions of each
 * thread latency. If it stops that for one instance, it does so for all events
 * that are enabled anywhere. So nothing is done if anybody else traces events.
 *
 * This has to be called before any event of the instance is enabled.
 */
void instance_spare_names(struct instance *instance);

/* instance_destroy - remove and free an instance; @instance may be NULL */
void instance_destroy(struct instance *instance);

/*
 * instance_events - let @instance collect @event of @system
 *
 * With @event NULL: all events of @system. Prints an error if it fails.
 */
enum result instance_events(struct instance *instance, const char *system,
			    const char *event);

/* instance_trigger - set a trigger on an event; print an error if it fails */
enum result instance_trigger(struct instance *instance, const char *system,
			     const char *event, const char *trigger);

/*
 * instance_event_write - write @text to a file of an event in one instance
 *
 * If it fails, the function puts the kernel's reason into @why, of @size bytes,
 * and returns false. It prints nothing.
 */
bool instance_event_write(struct instance *instance, const char *system,
			  const char *event, const char *file,
			  const char *text, char *why, size_t size);

/*
 * instance_functions - let @instance collect calls of functions
 *
 * @filter: the names of these functions, with wildcards, separated by blanks;
 * NULL: all functions. If it fails, the function puts the reason into @why, of
 * @size bytes, and returns false. It prints nothing.
 */
bool instance_functions(struct instance *instance, const char *filter,
			char *why, size_t size);

/* instance_write - write @text to a file of the instance; print an error if it fails */
enum result instance_write(struct instance *instance, const char *file,
			   const char *text);

/* instance_write_if - write @text to a file that not every kernel has; silent */
void instance_write_if(struct instance *instance, const char *file,
		       const char *text);

/* instance_path - return the path of a file, which the caller frees; NULL: no memory */
char *instance_path(struct instance *instance, const char *file);

/* instance_set_buffer - set the size of the ring buffer of each CPU, in kB */
enum result instance_set_buffer(struct instance *instance, int64_t kb);

/* instance_clear - drop all collected events; print an error if it fails */
enum result instance_clear(struct instance *instance);

/* instance_on - switch collecting on; print an error if it fails */
enum result instance_on(struct instance *instance);

/* instance_off - switch collecting off */
void instance_off(struct instance *instance);

/*
 * instances_freeze - switch collecting off in @count instances, all of them at
 * once
 *
 * Where a tracer is on, instance_off() may wait for its threads or for RCU,
 * both of which a thread that never sleeps can hold up. So first no CPU records
 * any more, which waits for nothing.
 */
void instances_freeze(struct instance *const *list, int count);

/* instance_is_on - return whether collecting is on */
bool instance_is_on(struct instance *instance);

/*
 * instance_recorded - set @count to how many events @cpu has recorded since the
 * instance was created or cleared, also those that were overwritten or read
 *
 * The CPU is not disturbed. Returns false if that cannot be read; silent.
 */
bool instance_recorded(struct instance *instance, int cpu, uint64_t *count);

/*
 * instance_open_raw - open the ring buffer pages of one CPU
 *
 * Returns a descriptor of trace_pipe_raw, whose read() does not wait. The
 * caller closes it. If it fails, the function prints an error and returns -1.
 */
int instance_open_raw(struct instance *instance, int cpu);

/*
 * instance_open_text - open the trace of all CPUs as text
 *
 * Reading does not take the events out of the instance. Returns a descriptor,
 * which the caller closes, or -1 with errno.
 */
int instance_open_text(struct instance *instance);

/*
 * instance_open_hist - open the histograms of an event's triggers
 *
 * Returns a descriptor, which the caller closes, or -1 with errno.
 */
int instance_open_hist(struct instance *instance, const char *system,
		       const char *event);

/*
 * instance_records - take all records out of the ring buffer, and call @fn for
 * each of them
 *
 * Records are skipped if the format of their event is not in @formats. Prints
 * an error if it fails.
 */
enum result instance_records(struct instance *instance,
			     struct tep_handle *formats,
			     instance_record_fn *fn, void *context);

/* instance_page_size - return the size of a ring buffer page, in bytes */
size_t instance_page_size(struct instance *instance);

#endif /* RTLA_INSTANCE_H */
