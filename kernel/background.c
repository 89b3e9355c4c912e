// SPDX-License-Identifier: GPL-2.0
/*
 * Work that is done away from the measured CPUs: see background.h.
 */
#include "background.h"

static struct workqueue_struct *background;

/* background_init - return: 0 or -ENOMEM */
int background_init(void)
{
	background = alloc_workqueue("rtla", WQ_UNBOUND | WQ_HIGHPRI, 0);
	return background ? 0 : -ENOMEM;
}

/* background_exit - finish all that was queued; context: process, may sleep */
void background_exit(void)
{
	destroy_workqueue(background);
}

/* background_queue - do @work soon, once; context: any but NMI */
void background_queue(struct work_struct *work)
{
	queue_work(background, work);
}
