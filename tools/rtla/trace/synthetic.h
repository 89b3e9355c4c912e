/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The synthetic event of a trace instance, which the kernel makes of two
 * others: by a hist trigger at sched:sched_waking, and one at
 * sched:sched_switch, in that instance.
 *
 * Synthetic events belong to no instance: the kernel knows them by their names
 * only, and keeps them when their maker dies. So the event is named after its
 * instance, "rtla_PID_PURPOSE", and only exists while that does. Who removes an
 * instance that a killed run has left finds the event that belongs to it, and
 * removes that first.
 */
#ifndef RTLA_SYNTHETIC_H
#define RTLA_SYNTHETIC_H

/* The system of synthetic events. */
#define SYNTHETIC_SYSTEM	"synthetic"

/* synthetic_name - print the name of the event of @instance; return @text */
#define SYNTHETIC_LEN	64
const char *synthetic_name(char *text, const char *instance);

/*
 * synthetic_add - add the event of an instance
 *
 * @dir is a descriptor of the instance's directory, @fields are those of the
 * event, as in "u64 lat; pid_t pid". Returns 0 or an errno: ENOENT if the
 * kernel knows no such events.
 */
int synthetic_add(int dir, const char *instance, const char *fields);

/*
 * synthetic_remove - remove the event of an instance, with all triggers
 *
 * Nothing is done if there is no such event. Returns 0 or an errno: EBUSY if
 * somebody else uses the event.
 */
int synthetic_remove(int dir, const char *instance);

#endif /* RTLA_SYNTHETIC_H */
