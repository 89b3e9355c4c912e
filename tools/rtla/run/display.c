// SPDX-License-Identifier: GPL-2.0
/*
 * The choice between the kinds of display.
 */
#include <stdlib.h>
#include <unistd.h>

#include "options/command.h"
#include "options/common_options.h"
#include "options/config.h"
#include "run/display.h"
#include "stats/stats.h"
#include "view/progress.h"
#include "view/screen.h"
#include "view/snapshot.h"
#include "view/view.h"

enum mode {
	MODE_NOTHING,
	MODE_TABLES,
	MODE_SCREEN,
	MODE_PROGRESS,
};

struct display {
	const struct command *command;
	const struct config *config;
	enum mode mode;
	struct screen *screen;
};

/*
 * Return whether a screen can be shown: the command runs on a terminal, and in
 * the foreground. A job in the background would be stopped when it reads from
 * the terminal or changes its settings.
 */
static bool on_terminal(void)
{
	return isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) &&
	       tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static enum mode display_choose(const struct command *command,
				const struct config *config)
{
	if (!command->view->table)
		return isatty(STDERR_FILENO) ? MODE_PROGRESS : MODE_NOTHING;
	if (config->quiet || config->only_analysis)
		return MODE_NOTHING;
	return config->debug || !on_terminal() ? MODE_TABLES : MODE_SCREEN;
}

bool display_shows_bars(const struct command *command,
			const struct config *config)
{
	const struct hist_config *hist = &config->view.hist;

	return hist->bars ||
	       (command->view->has_bars && isatty(STDOUT_FILENO) &&
		!hist_shapes_matrix(hist));
}

bool display_is_screen(const struct command *command,
		       const struct config *config)
{
	return display_choose(command, config) == MODE_SCREEN;
}

enum result display_open(struct display **opened,
			 const struct command *command,
			 const struct config *config, struct loop *loop)
{
	struct display *display = calloc(1, sizeof(*display));

	*opened = display;
	if (!display)
		return fail(RESULT_ERROR, "out of memory");
	display->command = command;
	display->config = config;
	display->mode = display_choose(command, config);
	if (display->mode != MODE_SCREEN)
		return RESULT_OK;
	display->screen = screen_open(view_live_table(command->view,
						      &config->view,
						      &config->tracer),
				      config->view.color);
	if (display->screen)
		return loop_add_terminal(loop);
	/* This terminal cannot show a screen, so tables are printed. */
	display->mode = MODE_TABLES;
	return RESULT_OK;
}

bool display_is_live(const struct display *display)
{
	return display->mode != MODE_NOTHING;
}

static void display_show_progress(const struct display *display,
				  const struct snapshot *snapshot)
{
	const struct progress progress = {
		.tool = display->command->tool,
		.mode = display->command->mode,
		.elapsed_ns = snapshot->elapsed_ns,
		.duration_ns = display->config->duration_ns,
		.at_most = config_until_decided(display->config),
		.samples = stats_samples(snapshot->stats),
	};

	progress_show(&progress);
}

void display_redraw(struct display *display, const struct snapshot *snapshot)
{
	if (display->mode == MODE_SCREEN)
		screen_show(display->screen, snapshot);
	else if (display->mode == MODE_PROGRESS)
		display_show_progress(display, snapshot);
}

void display_update(struct display *display, const struct snapshot *snapshot)
{
	if (display->mode != MODE_TABLES)
		display_redraw(display, snapshot);
	else if (snapshot->elapsed_ns)
		view_print(stdout, display->command->view, snapshot);
}

bool display_input(struct display *display, enum loop_source source)
{
	if (source == LOOP_KEY)
		return screen_keys(display->screen);
	if (source == LOOP_STOP)
		screen_stop(display->screen);
	screen_resize(display->screen);
	return false;
}

bool display_covers(const struct display *display)
{
	return display->mode == MODE_SCREEN &&
	       !screen_is_paused(display->screen);
}

void display_pause(struct display *display)
{
	if (display->mode == MODE_SCREEN)
		screen_pause(display->screen);
	else if (display->mode == MODE_PROGRESS)
		progress_hide();
}

void display_close(struct display *display)
{
	if (!display)
		return;
	if (display->mode == MODE_PROGRESS)
		progress_hide();
	screen_close(display->screen);
	free(display);
}
