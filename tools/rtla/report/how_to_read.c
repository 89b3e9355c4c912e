// SPDX-License-Identifier: GPL-2.0
/*
 * "How to read this page": see how_to_read.h.
 *
 * A picture is an arrow of time with moments, and bars below it from moment to
 * moment, which are the latencies. It is narrow enough for a phone.
 */
#include <stdbool.h>

#include "report/html.h"
#include "report/how_to_read.h"
#include "report/report_input.h"
#include "report/svg.h"

#define WIDTH		360
#define FIRST_X		34	/* of the first moment, and from the end of the last */
#define WORDS_HEIGHT	34
#define ARROW_Y		42
#define ROWS_Y		54
#define ROW_HEIGHT	26
#define BAR_HEIGHT	20
#define ROWS_MAX	3
#define MOMENTS_MAX	7
#define BARS_MAX	8

/* The two lines above a moment. */
struct reading_moment {
	const char *above;
	const char *below;
};

/* From moment @from to moment @to. */
struct reading_bar {
	int row;			/* rows without any bar are left out */
	int from;
	int to;
	int style;
	const char *label;		/* NULL ends the bars */
	int context;			/* only if there is any; -1: always */
};

struct reading_picture {
	const char *id;
	const char *caption;
	const char *description;
	enum event_context shows;	/* drawn if any result has this one or the next */
	enum event_context or;
	struct reading_moment moment[MOMENTS_MAX + 1];
	struct reading_bar bar[BARS_MAX + 1];
};

static const struct reading_picture pictures[] = {
	{
		.id = "reading-timerlat",
		.caption = "A timer wakes a thread",
		.description = "In the order of time: the timer was to expire, its interrupt begins, the thread runs, the thread is in user space. Each latency begins when the timer was to expire.",
		.shows = CONTEXT_THREAD, .or = CONTEXT_USER,
		.moment = {
			{ "timer was", "to expire" }, { "interrupt", "begins" },
			{ "thread", "runs" }, { "is in user", "space" },
			{ NULL, NULL },
		},
		.bar = {
			{ 0, 0, 1, 4, "IRQ latency", CONTEXT_IRQ },
			{ 1, 0, 2, 0, "Thread latency", CONTEXT_THREAD },
			{ 2, 0, 3, 6, "User latency", CONTEXT_USER },
			{ 0, 0, 0, 0, NULL, 0 },
		},
	}, {
		.id = "reading-osnoise",
		.caption = "A loop reads the clock, and is interrupted",
		.description = "A loop on each CPU does nothing but read the clock. An interrupt and a thread come in between: each of these gaps is a single noise, and all gaps of a period are its noise.",
		.shows = CONTEXT_SINGLE, .or = CONTEXT_TOTAL,
		.moment = {
			{ "period", "begins" }, { "", "" }, { "", "" },
			{ "", "" }, { "", "" }, { "period", "ends" },
			{ NULL, NULL },
		},
		.bar = {
			{ 0, 0, 1, 1, "loop", -1 }, { 0, 1, 2, 4, "irq", -1 },
			{ 0, 2, 3, 1, "loop", -1 }, { 0, 3, 4, 2, "thread", -1 },
			{ 0, 4, 5, 1, "loop", -1 },
			{ 1, 1, 2, 3, "single", CONTEXT_SINGLE },
			{ 1, 3, 4, 3, "single", CONTEXT_SINGLE },
			{ 0, 0, 0, 0, NULL, 0 },
		},
	}, {
		.id = "reading-wakeup",
		.caption = "A timer, or something else, wakes a thread",
		.description = "In the order of time: the timer was to expire, its interrupt looks for it, it wakes the thread, the thread is on a queue, the scheduler is called, it has chosen the thread, the thread goes on. The parts follow each other.",
		.shows = CONTEXT_WAKE_TOTAL, .or = CONTEXT_WAKE_WAIT,
		.moment = {
			{ "timer", "expires" }, { "irq", "looks" },
			{ "wakes", "thread" }, { "on a", "queue" },
			{ "sched.", "called" }, { "has", "chosen" },
			{ "thread", "runs" }, { NULL, NULL },
		},
		.bar = {
			{ 0, 0, 1, 0, "timer", CONTEXT_WAKE_TIMER }, { 0, 1, 2, 4, "irq", CONTEXT_WAKE_IRQ },
			{ 0, 2, 3, 5, "queue", CONTEXT_WAKE_QUEUE },
			{ 0, 3, 4, 2, "wait", CONTEXT_WAKE_WAIT },
			{ 0, 4, 5, 6, "pick", CONTEXT_WAKE_PICK },
			{ 0, 5, 6, 3, "switch", CONTEXT_WAKE_SWITCH },
			{ 1, 0, 6, 9, "total, of a timer", CONTEXT_WAKE_TIMER },
			{ 2, 2, 6, 9, "total, of another waker", CONTEXT_WAKE_TOTAL },
			{ 0, 0, 0, 0, NULL, 0 },
		},
	},
};

static const char *const sentences[CONTEXTS] = {
	[CONTEXT_IRQ] = "From when the timer was to expire until its interrupt begins: how long interrupts were kept off, or the CPU was asleep.",
	[CONTEXT_THREAD] = "From when the timer was to expire until the thread that it wakes runs: besides, how long other threads and interrupts kept the CPU.",
	[CONTEXT_USER] = "From when the timer was to expire until the thread is in user space: besides, the way back there. This is what cyclictest measures: its thread reads the clock there.",
	[CONTEXT_SINGLE] = "A time without the loop that reads the clock, for one cause or for several that follow each other.",
	[CONTEXT_TOTAL] = "The sum of all single noises of a period.",
	[CONTEXT_WAKE_TIMER] = "timer: from when the timer was to expire until its interrupt looks for it.",
	[CONTEXT_WAKE_IRQ] = "irq: from there until the thread is woken.",
	[CONTEXT_WAKE_QUEUE] = "queue: from there until the thread is on the queue of a CPU.",
	[CONTEXT_WAKE_WAIT] = "wait: from there until the scheduler is called that chooses the thread.",
	[CONTEXT_WAKE_PICK] = "pick: from there until it has chosen the thread.",
	[CONTEXT_WAKE_SWITCH] = "switch: from there until the thread goes on.",
	[CONTEXT_WAKE_TOTAL] = "total: the sum of these parts; without a timer, of the last four.",
	[CONTEXT_OVERHEAD_RELEASE_LATENCY] = "From when a timer that wakes a thread was to expire until its callback is called.",
	[CONTEXT_OVERHEAD_RELEASE] = "How long this callback takes, in which the thread is woken.",
	[CONTEXT_OVERHEAD_SCHED] = "From the call of the scheduler until it has chosen the thread that is to run.",
	[CONTEXT_OVERHEAD_CXS] = "From there until the thread has the CPU.",
	[CONTEXT_OVERHEAD_SCHED2] = "From there until the scheduler returns to the thread.",
	[CONTEXT_OVERHEAD_TICK] = "How long the callback of the scheduler's periodic timer takes.",
	[CONTEXT_OVERHEAD_IPI] = "From when a CPU asks another one to call its scheduler until that one is in the interrupt.",
	[CONTEXT_OVERHEAD_XCALL] = "The same of the interrupt that asks it to call a function.",
	[CONTEXT_OVERHEAD_WAKE] = "From the attempt to wake a thread until it is on a queue.",
	[CONTEXT_BOUND_POID] = "How long preemption or interrupts are off, but not in order to schedule.",
	[CONTEXT_BOUND_PAIE] = "From when the scheduler returns, although a thread waits for it, until it is called again.",
	[CONTEXT_BOUND_DST] = "A call of the scheduler that switches to another thread.",
	[CONTEXT_BOUND_PSD] = "Any call of the scheduler.",
	[CONTEXT_BOUND_IDLE] = "Of an idle CPU: from when the probe was to expire until the scheduler is called.",
	[CONTEXT_BOUND_OBSERVED] = "From when the probe was to expire until its thread runs.",
};

static bool reading_is_drawn(const struct reading_bar *bar,
		     const struct report_input *input)
{
	return bar->context < 0 || report_any(input, bar->context);
}

static void reading_draw_arrow(FILE *out, const struct reading_picture *picture,
		       int moments, int bottom)
{
	double step = (WIDTH - 2.0 * FIRST_X) / (moments - 1);

	fprintf(out, "<path class=\"mark\" d=\"M4 %dH%dm-6 -4l6 4l-6 4\"/>",
		ARROW_Y, WIDTH - 3);
	for (int i = 0; i < moments; i++) {
		double x = FIRST_X + step * i;

		svg_label(out, x, WORDS_HEIGHT - 20, "middle",
			  picture->moment[i].above);
		svg_label(out, x, WORDS_HEIGHT - 5, "middle",
			  picture->moment[i].below);
		fprintf(out, "<path class=\"kernel\" d=\"M%.1f %dV%d\"/>\n", x,
			ARROW_Y - 4, bottom);
	}
}

/* Fill in which place each row has, and return how many have bars. */
static int reading_place_rows(const struct reading_picture *picture,
			      const struct report_input *input, int *place)
{
	bool drawn[ROWS_MAX] = { false };
	int rows = 0;

	for (const struct reading_bar *bar = picture->bar; bar->label; bar++)
		drawn[bar->row] |= reading_is_drawn(bar, input);
	for (int i = 0; i < ROWS_MAX; i++) {
		place[i] = rows;
		rows += drawn[i];
	}
	return rows;
}

static void reading_draw_picture(FILE *out, const struct reading_picture *picture,
			 const struct report_input *input)
{
	int moments = 0, rows, bottom, place[ROWS_MAX];
	double step;

	while (moments < MOMENTS_MAX && picture->moment[moments].above)
		moments++;
	step = (WIDTH - 2.0 * FIRST_X) / (moments - 1);
	rows = reading_place_rows(picture, input, place);
	bottom = ROWS_Y + rows * ROW_HEIGHT;
	html_figure(out, NULL, picture->caption);
	svg_begin(out, picture->id, WIDTH, bottom, picture->caption,
		  picture->description);
	reading_draw_arrow(out, picture, moments, bottom - 4);
	for (const struct reading_bar *bar = picture->bar; bar->label; bar++)
		if (reading_is_drawn(bar, input))
			svg_part(out, &(struct svg_part) {
				.style = bar->style,
				.x = FIRST_X + step * bar->from,
				.width = step * (bar->to - bar->from),
				.y = ROWS_Y + place[bar->row] * ROW_HEIGHT,
				.height = BAR_HEIGHT,
				.name = bar->context < 0 ? bar->label :
					context_title(bar->context),
				.amount = bar->context < 0 ? picture->caption :
					  sentences[bar->context],
				.label = bar->label,
			});
	svg_end(out);
	html_figure_end(out);
}

static void reading_print_sentences(FILE *out, const struct report_input *input)
{
	fputs("<dl>\n", out);
	for (int context = 0; context < CONTEXTS; context++) {
		if (!report_any(input, context))
			continue;
		html_element(out, "dt", NULL, context_title(context));
		fputc(' ', out);
		html_element(out, "dd", NULL, sentences[context]);
		fputc('\n', out);
	}
	fputs("</dl>\n", out);
}

void how_to_read(FILE *out, const struct report_input *input)
{
	fputs("<div class=\"figures narrow\">\n", out);
	for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++)
		if (report_any(input, pictures[i].shows) ||
		    report_any(input, pictures[i].or))
			reading_draw_picture(out, &pictures[i], input);
	fputs("</div>\n", out);
	reading_print_sentences(out, input);
}
