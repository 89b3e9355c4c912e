/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Remedies: what mends the cause of a latency, or finds out more about it. They
 * are rows of one catalogue, from which the advice of an analysis, the remedies
 * of `rtla doctor`, and the report take their words and commands.
 *
 * A row is a text with facts in it, like "{cpu}". Whoever uses it says what is
 * known, as a struct facts; a row that needs anything else does not fit.
 */
#ifndef RTLA_REMEDIES_H
#define RTLA_REMEDIES_H

#include <stdbool.h>
#include <stddef.h>

/* The kinds of causes about which something can be done. */
enum cause {
	CAUSE_NONE,		/* nothing, several, or events are missing */
	CAUSE_PREEMPT_OFF,	/* a thread that could not be preempted */
	CAUSE_UNKNOWN_PRIO,	/* or of a higher priority: that is not known */
	CAUSE_IRQS_OFF,		/* a thread with interrupts off, or hardware */
	CAUSE_IDLE,		/* the CPU left an idle state, or hardware */
	CAUSE_NMI,		/* only a few things make NMIs */
	CAUSE_IRQ,
	CAUSE_SOFTIRQ,
	CAUSE_REAL_TIME,	/* a thread with a real-time policy */
	CAUSE_THREAD,		/* a thread without one, which is noise */
	CAUSE_THREADS,		/* many threads, of which none took most */
	CAUSE_HARDWARE,		/* or firmware, or a hypervisor */
	CAUSE_UNEXPLAINED,
	CAUSE_COARSE_CLOCK,	/* the clock only ticks: nothing is known */
	CAUSE_TIMER_THREAD,	/* the thread that serves the timer came late */

	/* Why a cycle of a thread took so long, beside the ones above. */
	CAUSE_INVERSION,	/* priority inversion, at a lock of a program */
	CAUSE_LOCK,		/* a lock of a program, which another thread had */
	CAUSE_KERNEL_LOCK,
	CAUSE_PAGES,		/* page faults */
	CAUSE_THROTTLED,	/* it had used up its time */
	CAUSE_PREEMPTED,	/* by a thread that may do that */
	CAUSE_READER,		/* who reads what it writes came late */
	CAUSE_GIVER,		/* who gives it something came late */
	CAUSE_DEVICE,
	CAUSE_OWN_SLEEP,
	CAUSE_INTERRUPTED,
	CAUSE_OWN_WORK,
	CAUSES
};

/* The facts that a row can name; fact_names has their words. */
enum fact {
	FACT_HERE,		/* the hit came on this machine, just now */
	FACT_CPU,
	FACT_OTHERS,		/* the other CPUs that are online */
	FACT_OTHERS_MASK,	/* the same as a mask */
	FACT_MODEL,		/* the preemption model, if it is not PREEMPT_RT */
	FACT_DYNAMIC,		/* it can be chosen at boot */
	FACT_PACKAGE,		/* the command that installs one with PREEMPT_RT */
	FACT_NAME,		/* of the cause, without a number */
	FACT_THREAD,		/* the thread that is the cause, with its id */
	FACT_PID,		/* if the thread still runs on this machine */
	FACT_MOVABLE,		/* the same, if it may run on other CPUs, too */
	FACT_ITS_CPUS,		/* those on which it may run */
	FACT_POLICY,		/* its option of chrt */
	FACT_PRIORITY,		/* its real-time priority */
	FACT_LOWER,		/* the real-time priority below the delayed thread's */
	FACT_HIGHER,		/* the one above the cause's */
	FACT_DELAYED_PRIO,	/* the real-time priority of the delayed thread */
	FACT_IRQ,		/* a device's interrupt that is the cause */
	FACT_MANAGED,		/* whether the kernel places it: yes or no */
	FACT_SOFTIRQ,		/* the name of one, with its number */
	FACT_FUNCTION,		/* what the thread ran, if that is of a module */
	FACT_MODULE,
	FACT_PRINTED,		/* the thread wrote to the consoles */
	FACT_CONSOLE_LEVEL,	/* below which messages are printed there */
	FACT_FROM_USER,		/* a program in user space wanted it */
	FACT_CARRIED,		/* the function, or the device, that was carried */
	FACT_SENDER,		/* the thread that asked for it, with its id */
	FACT_SENDER_PID,	/* if it still runs on this machine, and is movable */
	FACT_SENDER_CPUS,
	FACT_TIMERLAT,		/* it is a latency of timerlat */
	FACT_UNRECORDED,	/* noises were not recorded */
	FACT_AGAIN,		/* how to measure with more events, but for these */
	FACT_GUEST,		/* the machine is a guest */
	FACT_SMIS,		/* that came in the measurement, if there were any */
	FACT_HOT,		/* how often the CPU was too hot, likewise */
	FACT_STEAL,		/* the time that the host has taken, likewise */
	FACT_IDLE_DRIVER,	/* the driver of idle states */
	FACT_GOVERNOR,		/* of the CPU's frequency */
	FACT_NMI_HANDLER,	/* the kernel has an event of the handlers of NMIs */
	FACT_TICKLESS,		/* the CPU is one of nohz_full */
	FACT_CLASS,		/* of the delayed thread: deadline, real-time or fair */
	FACT_DELAYED,		/* the delayed thread, if it still runs here */
	FACT_GROUP,		/* its control group that has a quota */
	FACTS
};

extern const char *const fact_names[FACTS];

/*
 * struct facts - what is known
 * @text: the facts; NULL: not known
 * @read: returns what is in the file @path of the machine, which the caller
 *	frees; of a choice like "a [b] c", b; NULL if it cannot be read. Without
 *	it, no setting is known
 *
 * It is zeroed at first; facts_free() frees the texts.
 */
struct facts {
	char *text[FACTS];
	char *(*read)(const char *path);
};

/* fact_set - set a fact, from @format; "" is not known */
void fact_set(struct facts *facts, enum fact fact, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void facts_free(struct facts *facts);

/* How sure it is that a remedy helps. */
enum remedy_sure {
	SURE_CURES,		/* it takes the cause away from the CPU */
	SURE_LIKELY,		/* usually it does */
	SURE_PERHAPS,		/* it does for some of the causes that look the same */
	SURE_ASKS,		/* it mends nothing, but finds out more */
	SURES
};

/* When a remedy takes effect, and so how it can be tested. */
enum remedy_when {
	WHEN_NOW,		/* at once: it changes a setting, and can be undone */
	WHEN_LOOK,		/* it looks at something, and changes nothing */
	WHEN_MEASURED,		/* in another measurement */
	WHEN_BOOTED,		/* after the next boot */
	WHEN_OUTSIDE,		/* in hardware, or on a host: guests have no such thing */
	WHEN_TOLD,		/* there is no command: people have to do something */
	WHENS
};

/*
 * struct remedy - a row of the catalogue
 * @id: names it; of several rows with the same one, the first that fits is
 *	given
 * @causes: the kinds of causes that it is for, as bits
 * @needs: which facts there have to be, beside those that the texts name. The
 *	words are "fact", which has to be known, or "fact=PATTERN|PATTERN", which
 *	has to match one of these; with "!" before it, not. NULL: nothing
 * @text: a sentence without a full stop
 * @boot: the options of the kernel's command line, or NULL
 * @command: what to type, or NULL
 * @undo: what to type to undo @command, or NULL
 * @file, @value: instead of the two, a file and what to write there. The row
 *	does not fit on a machine that lacks the file, or has the value already
 * @sure, @when: see there
 * @check: the check of `rtla doctor` that looks at the same, or NULL
 *
 * The first rows that fit are the most likely to help. A row whose text,
 * options or command name a fact that is not known does not fit; without one
 * that @undo names, it cannot be undone.
 */
struct remedy {
	const char *id;
	unsigned int causes;
	const char *needs;
	const char *text;
	const char *boot;
	const char *command;
	const char *undo;
	const char *file;
	const char *value;
	enum remedy_sure sure;
	enum remedy_when when;
	const char *check;
};

#define CAUSE_BIT(cause)	(1u << (cause))

extern const struct remedy remedies[];
extern const size_t remedies_count;

/* remedy_fits - return whether a row fits what is known, whatever the cause is */
bool remedy_fits(const struct remedy *remedy, const struct facts *facts);

/*
 * struct remedy_texts - a row as texts, with the facts
 * @text: the sentence, without a full stop
 * @boot: options of the kernel's command line; NULL: none; likewise the others
 * @command, @undo: lines for a shell
 * @file, @value: a file and what to write there, which is what @command does
 */
struct remedy_texts {
	char *text;
	char *boot;
	char *command;
	char *undo;
	char *file;
	char *value;
};

/*
 * remedy_find - return the first row with the name @id, which there has to be
 */
const struct remedy *remedy_find(const char *id);

/*
 * remedy_expand - fill in @texts of a row that fits
 *
 * What there is no memory for is NULL. The caller calls remedy_texts_free().
 */
void remedy_expand(struct remedy_texts *texts, const struct remedy *remedy,
		   const struct facts *facts);
void remedy_texts_free(struct remedy_texts *texts);

/* remedy_sure_word, remedy_when_word - return the word for it in JSON */
const char *remedy_sure_word(enum remedy_sure sure);
const char *remedy_when_word(enum remedy_when when);

#endif /* RTLA_REMEDIES_H */
